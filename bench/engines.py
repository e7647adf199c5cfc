"""Spark beside plain processes.

    python bench/engines.py corpora/notes_en

The same table of notes through `incognote deid --engine spark` with one and two executors, which
are processes of their own with one core each, and through plain `--jobs 1` and `2`. Each is run
over few notes and over many, from start to end; words per second are what the notes between took,
so that what Spark needs to begin does not count, and stands by itself.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path
from shlex import quote

import plain_notes
from incognote.core.plain import what_container
from incognote.io.format import get_format
from record import record

FEW = 64
COLUMNS = ["--text", "note_text", "--keep", "note_id"]
EXECUTORS = (1, 2)


def spark(args: argparse.Namespace, folder: Path) -> tuple[str, list[tuple[str, ...]], str]:
    """Spark beside plain processes."""
    import pyarrow
    import pyarrow.parquet

    read = (doc.text for doc in get_format(args.format).read(args.corpus))
    texts = [text for text in read if not what_container(text)]
    sources: dict[int, Path] = {}
    words: dict[int, int] = {}
    for count in (FEW, args.notes):
        some = list(islice(cycle(texts), count))
        words[count] = sum(len(text.split()) for text in some)
        table = pyarrow.table({"note_id": range(count), "note_text": some})
        sources[count] = folder / f"notes-{count}.parquet"
        # So small that Spark makes parts of it; of one file each a plain run makes its chunks.
        pyarrow.parquet.write_table(table, sources[count], row_group_size=max(1, count // 16))
    best: dict[tuple[str, int, int], float] = {}
    for turn in range(args.times):
        for number in EXECUTORS:
            for count, source in sources.items():
                for engine in ("plain", "spark"):
                    out = folder / f"out-{engine}-{number}-{count}-{turn}"
                    seconds = _run(args, source, out, engine, number)
                    key = engine, number, count
                    best[key] = min(seconds, best.get(key, seconds))
                    print(*key, f"{seconds:.1f} s", file=sys.stderr)
    more = words[args.notes] - words[FEW]
    speed = {
        (engine, number): more / (best[engine, number, args.notes] - best[engine, number, FEW])
        for engine, number, _ in best
    }
    rows = [
        (
            str(number),
            f"{speed['plain', number]:,.0f}",
            f"{speed['spark', number]:,.0f}",
            f"{speed['spark', number] / speed['plain', number]:.2f}",
            f"{best['plain', number, FEW]:.1f} s",
            f"{best['spark', number, FEW]:.1f} s",
        )
        for number in EXECUTORS
    ]
    note = (
        f"{args.notes:,} notes of {words[args.notes]:,} words, {FEW} of them to begin with; the "
        f"best of {args.times} runs."
    )
    return f"Spark beside plain processes {plain_notes.named(args)}", rows, note


HEAD = ("processes", "plain, words/s", "Spark, words/s", "of plain", f"plain, {FEW} notes",
        f"Spark, {FEW} notes")  # fmt: skip


def _run(args: argparse.Namespace, source: Path, out: Path, engine: str, number: int) -> float:
    """Seconds from start to end."""
    words = [sys.executable, "-m", "incognote", "deid", str(source), "-o", str(out), *COLUMNS]
    words += ["--lang", args.lang, *(["--model", args.model] if args.model else [])]
    words += ["--fast"] if args.fast else []
    env = dict(os.environ)
    if engine == "plain":
        words += ["--jobs", str(number)]
    else:
        words += ["--engine", "spark"]
        settings = {
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.ui.enabled": "false",
            # One part for each row group, or one process would read all of a small file.
            "spark.sql.files.maxPartitionBytes": str(max(1, source.stat().st_size // 16)),
            "spark.sql.files.openCostInBytes": "0",
            # Of one core each, for which Java's parallel collector and second compiler are no help.
            "spark.executor.extraJavaOptions": "-XX:+UseSerialGC -XX:TieredStopAtLevel=1",
        }
        conf = " ".join(f"--conf {quote(f'{name}={value}')}" for name, value in settings.items())
        env |= {
            "PYSPARK_SUBMIT_ARGS": f"--master local-cluster[{number},1,1024] {conf} pyspark-shell",
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_WORKER_DIR": str(out.parent / "work"),
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        }
    start = time.perf_counter()
    done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{engine} ended with {done.returncode}: {done.stderr[-500:]}")
    return time.perf_counter() - start


def main() -> None:
    """Runs all and records the figures."""
    parser = plain_notes.arguments(__doc__.splitlines()[0], notes=2_000)
    parser.add_argument("--times", type=int, default=2)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        title, rows, note = spark(args, Path(folder))
    system = plain_notes.system(args)
    print(record(title, rows, note=note, system=system, head=HEAD, dry=args.dry))


if __name__ == "__main__":
    main()
