"""Large runs: what it takes to go on with one, and whether it ends as if nothing had happened.

    python bench/scale.py resume corpora/notes_en
    python bench/scale.py journal corpora/notes_en

`resume` kills runs (SIGKILL) at random moments of their time, goes on with --resume until they end,
and holds the output against that of a run which was let be: folders of notes and files of many,
with patients, rows that fail and a vault, with one worker and with two.

`journal` times runs over small notes with the journal that makes this possible and without it.
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from statistics import median

from incognote.io.format import get_format
from incognote.replace.keys import new_key, read_key
from incognote.replace.vault import Change, open_vault
from incognote.run.batch.folder import read_output
from record import record

PATIENTS = 60
FAILS = 97
"""Each so-manieth note is one that fails."""


def main() -> None:
    """Runs one part and records its figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parts = parser.add_subparsers(dest="part", required=True)
    for name, (add, run) in PARTS.items():
        part = parts.add_parser(name, description=run.__doc__)
        add(part)
        part.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    title, rows, note = PARTS[args.part][1](args)
    print(record(title, rows, note=note, dry=args.dry))


Figures = tuple[str, Sequence[tuple[str, str]], str]
"""Title, rows and note of a section."""


# Resume ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shape:
    """One way in which notes lie, and what is asked of them."""

    name: str
    write: Callable[[Sequence[str], Path], None]
    source: str
    out: str
    options: tuple[str, ...]
    jobs: int
    vault: bool = False


def write_folder(texts: Sequence[str], place: Path) -> None:
    """Writes a file for each note, in a folder for each patient."""
    for i, text in enumerate(texts):
        path = place / f"notes/p{i % PATIENTS:02}/{i:06}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\xff\xfe\xff" if i % FAILS == FAILS - 1 else text.encode())


def write_csv(texts: Sequence[str], place: Path) -> None:
    """Writes rows whose patients lie apart; some have a cell too many."""
    with (place / "notes.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "person", "note"])
        for i, text in enumerate(texts):
            rows.writerow([i, f"P{i % PATIENTS:04}", text, *["x"] * (i % FAILS == FAILS - 1)])


def write_jsonl(texts: Sequence[str], place: Path) -> None:
    """Writes lines whose patients lie apart; some are no JSON."""
    with (place / "notes.jsonl").open("w", encoding="utf-8") as file:
        for i, text in enumerate(texts):
            row = {"id": f"n{i}", "text": text, "meta": {"patient": f"P{i % PATIENTS:04}"}}
            file.write("{\n" if i % FAILS == FAILS - 1 else json.dumps(row) + "\n")


def write_parquet(texts: Sequence[str], place: Path) -> None:
    """Writes a table whose patients lie apart; some notes seem to be wrongly read UTF-16."""
    import pyarrow as arrow
    from pyarrow import parquet

    notes = [
        "\0".join("read wrongly") if i % FAILS == FAILS - 1 else t for i, t in enumerate(texts)
    ]
    people = [f"P{i % PATIENTS:04}" for i in range(len(texts))]
    table = arrow.table({"id": [*range(len(texts))], "person": people, "note": notes})
    parquet.write_table(table, place / "notes.parquet", row_group_size=100)


COLUMNS = ("--text", "note", "--patient", "person", "--keep", "id")
BY_FOLDER = ("--patient-from", "^(p[0-9]+)/")
SHAPES = (
    Shape("folder of notes", write_folder, "notes", "out", BY_FOLDER, 1, vault=True),
    Shape("folder of notes", write_folder, "notes", "out", BY_FOLDER, 2),
    Shape("CSV", write_csv, "notes.csv", "clean.csv", COLUMNS, 1),
    Shape("JSON lines", write_jsonl, "notes.jsonl", "out", ("--keep", "meta"), 2),
    Shape("Parquet", write_parquet, "notes.parquet", "clean.parquet", COLUMNS, 2, vault=True),
)


def add_resume(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `resume`."""
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--format", default="inline")
    parser.add_argument("--notes", type=int, default=1_000, help="in each shape")
    parser.add_argument("--kills", type=int, default=20, help="in all")
    parser.add_argument("--seed", type=int, default=25)


def resume(args: argparse.Namespace) -> Figures:
    """Kills runs at random moments, goes on with them and compares what comes out."""
    texts = [doc.text for doc in get_format(args.format).read(args.corpus)]
    texts = [*islice(cycle(texts), args.notes)]
    drawn = random.Random(args.seed)
    rows = []
    killed = equal = files = 0
    for number, shape in enumerate(SHAPES):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            shape.write(texts, place)
            new_key(place / "key")
            start = time.perf_counter()
            words = command(shape, place, "whole")
            code = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            seconds = time.perf_counter() - start
            wanted = args.kills * (number + 1) // len(SHAPES) - args.kills * number // len(SHAPES)
            kills, last = kill_and_resume(shape, place, wanted, seconds, drawn)
            same, differ = compare(place / "whole", place / "killed", place / "key")
            if last != code.returncode:
                differ.append("exit code")
            killed, equal, files = killed + kills, equal + kills * (not differ), files + same
            said = f"{same} files equal" if not differ else f"DIFFERENT: {', '.join(differ[:5])}"
            vault = ", vault" if shape.vault else ""
            rows.append(
                (
                    f"{shape.name}, --jobs {shape.jobs}{vault}: {args.notes:,} notes, "
                    f"{seconds:.0f} s undisturbed, killed {kills} times",
                    said,
                )
            )
            print(*rows[-1], sep=": ", flush=True)
    rows.append(("kills after which the output equals the undisturbed one", f"{equal} of {killed}"))
    note = (
        f"Surrogates with a key, {PATIENTS} patients, one note in {FAILS} fails; --fast. All files "
        "are compared byte by byte, spans.jsonl, failed.jsonl, ledger.jsonl and audit.json among "
        "them, and the exit code; of a vault, whose nonces are random, what it opens to."
    )
    return "Runs killed and gone on with", rows, note


def command(shape: Shape, place: Path, run: str) -> list[str]:
    """Returns the command line of a run, whose output goes to a folder of its own."""
    (place / run).mkdir(exist_ok=True)
    words = [sys.executable, "-m", "incognote", "deid", str(place / shape.source), "--fast"]
    words += ["-o", str(place / run / shape.out), "--jobs", str(shape.jobs), *shape.options]
    words += ["--replace", "surrogate", "--key", str(place / "key")]
    return words + (["--vault", str(place / run / "vault.jsonl")] if shape.vault else [])


def kill_and_resume(
    shape: Shape, place: Path, kills: int, seconds: float, drawn: random.Random
) -> tuple[int, int]:
    """Returns how often the run was killed, and the exit code with which it came to its end.

    A run that ends before it is killed is begun anew, so that there are so many kills.
    """
    words = command(shape, place, "killed")
    done, again = 0, False
    while True:
        with subprocess.Popen(
            [*words, *(["--resume"] if again else [])],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            if done == kills:
                return done, process.wait()
            # The network is loaded in the first seconds, in which there is nothing to lose.
            moment = drawn.uniform(0.2, 1.0) * seconds
            try:
                process.wait(moment)
            except subprocess.TimeoutExpired:
                process.kill()
                done += 1
        again = has_journal(place / "killed")
        if not again:  # it had not begun to write, or was at its end
            remove(place / "killed")


def has_journal(folder: Path) -> bool:
    """Whether a run in that folder can be gone on with."""
    return any(path.stat().st_size for path in folder.rglob("journal.jsonl"))


def remove(folder: Path) -> None:
    """Empties a folder."""
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()


def compare(whole: Path, killed: Path, key: Path) -> tuple[int, list[str]]:
    """Returns how many files of two runs are equal, and the names of those that are not."""
    same, differ = 0, []
    names = {file.relative_to(top) for top in (whole, killed) for file in files_in(top)}
    for name in sorted(names):
        one, two = whole / name, killed / name
        if not (one.exists() and two.exists()):
            differ.append(str(name))
        elif name.name == "vault.jsonl":
            opens_alike = opened(whole, key) == opened(killed, key)
            same, differ = same + opens_alike, [*differ, *[str(name)] * (not opens_alike)]
        elif one.read_bytes() != two.read_bytes():
            differ.append(str(name))
        else:
            same += 1
    return same, differ


def opened(run: Path, key: Path) -> dict[str, list[Change]]:
    """Returns by id what the vault of a run says of each note."""
    lock, sealed = open_vault(run / "vault.jsonl", read_key(key))
    out = next(path for name in ("out", "clean.parquet") if (path := run / name).exists())
    texts = {doc.id: doc.text for record in read_output(out) for doc in record.texts}
    found = {id: sealed.get(lock.name(id), "") for id in texts}
    return {id: lock.changes(line, id, texts[id]) for id, line in found.items() if line}


def files_in(folder: Path) -> Iterator[Path]:
    """Yields all files below a folder, hidden ones too."""
    return (path for path in folder.rglob("*") if path.is_file())


# What the journal costs --------------------------------------------------------------------------


def add_journal(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `journal`."""
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--format", default="inline")
    parser.add_argument("--notes", type=int, default=1_000)
    parser.add_argument("--words", type=int, default=60, help="of each note, its first")
    parser.add_argument("--times", type=int, default=5, help="that each run is timed")


def journal(args: argparse.Namespace) -> Figures:
    """Times runs with the journal and without; a run without a key of its own keeps none."""
    texts = [doc.text for doc in get_format(args.format).read(args.corpus)]
    small = [" ".join(text.split()[: args.words]) for text in texts]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for i, text in enumerate(islice(cycle(small), args.notes)):
            path = place / f"notes/w{i % 40}/{i:06}.txt"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        new_key(place / "key")
        base = [sys.executable, "-m", "incognote"]
        spans = [
            str(place / "notes"),
            "--as-text",
            "--fast",
            "-o",
            str(place / "spans.jsonl"),
            "--jobs",
            "2",
        ]
        subprocess.run([*base, "detect", *spans], check=True, stdout=subprocess.DEVNULL)
        for name, how in (
            ("--fast", ["--fast"]),
            ("--spans FILE, no model", ["--spans", str(place / "spans.jsonl")]),
        ):
            words = [*base, "deid", str(place / "notes"), *how, "--replace", "surrogate"]
            words += ["--as-text", "--jobs", "1", "--max-note-seconds", "0", "-o"]
            took: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
            for i in range(args.times):
                for kept in (False, True) if i % 2 else (True, False):
                    key = ["--key", str(place / "key")] if kept else []
                    took[kept].append(timed([*words, str(place / f"{name[2:6]}{i}{kept}"), *key]))
            for kept, said in ((False, "without"), (True, "with")):
                wall, processor = (median(each) for each in zip(*took[kept], strict=True))
                rows.append((f"{name}, {said} a journal", f"{wall:.2f} s, {processor:.2f} s"))
    note = (
        f"{args.notes:,} notes of up to {args.words} words, --jobs 1: seconds by the clock and of "
        f"the processor, medians of {args.times} runs each, taken in turns. Without --key a run "
        "that draws surrogates keeps no journal."
    )
    return "Journal of a run", rows, note


def timed(words: Sequence[str]) -> tuple[float, float]:
    """Returns the seconds of a command by the clock, and those of the processor."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
    return wall, spent


PARTS: dict[
    str,
    tuple[
        Callable[[argparse.ArgumentParser], None],
        Callable[[argparse.Namespace], Figures],
    ],
] = {"resume": (add_resume, resume), "journal": (add_journal, journal)}
"""By name what adds the options of a part, and the part."""


if __name__ == "__main__":
    main()
