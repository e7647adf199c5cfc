"""Words per second of each format beside plain text, and memory over a table of a million rows.

    python bench/containers.py corpora/notes_en
    python bench/containers.py corpora/notes_en --rows 1000000

The same notes are written as plain text and into each container, and `incognote deid` is timed from
its start to its end on each, one after another, as often as is asked; the best time counts. With
`--rows` a table of so many short rows is de-identified with one expression
for a detector, and its memory watched.
"""

from __future__ import annotations

import base64
import csv
import gzip
import html
import io
import json
import os
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from pathlib import Path

import memory
import plain_notes
from incognote.core.plain import what_container
from incognote.io.format import get_format
from record import record

Write = Callable[[Sequence[str], Path], Path | str]
"""Writes texts into a new container below a folder and returns what is read."""


def plain(texts: Sequence[str], folder: Path) -> Path:
    """A folder of .txt files."""
    for i, text in enumerate(texts):
        path = folder / "txt" / f"ward{i % 40}" / f"{i:07}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return folder / "txt"


def _csv(texts: Sequence[str]) -> str:
    file = io.StringIO(newline="")
    rows = csv.writer(file)
    rows.writerow(("note_id", "note_date", "kind", "note_text"))
    rows.writerows((i, "2019-03-14", "ward", text) for i, text in enumerate(texts))
    return file.getvalue()


def as_csv(texts: Sequence[str], folder: Path) -> Path:
    """One file, as Python writes it."""
    (folder / "notes.csv").write_bytes(_csv(texts).encode())
    return folder / "notes.csv"


def as_packed_csv(texts: Sequence[str], folder: Path) -> Path:
    """The same, packed."""
    (folder / "notes.csv.gz").write_bytes(gzip.compress(_csv(texts).encode()))
    return folder / "notes.csv.gz"


def as_parquet(texts: Sequence[str], folder: Path) -> Path:
    """One file in row groups of 1,000."""
    import pyarrow
    import pyarrow.parquet

    size = len(texts)
    columns = {
        "note_id": range(size),
        "note_date": ["2019-03-14"] * size,
        "kind": ["ward"] * size,
        "note_text": list(texts),
    }
    table = pyarrow.table({name: pyarrow.array(values) for name, values in columns.items()})
    pyarrow.parquet.write_table(table, folder / "notes.parquet", row_group_size=1_000)
    return folder / "notes.parquet"


def as_jsonl(texts: Sequence[str], folder: Path) -> Path:
    """Lines of fields of their own."""
    with (folder / "notes.jsonl").open("w", encoding="utf-8") as file:
        for i, text in enumerate(texts):
            row = {"note_id": i, "note_date": "2019-03-14", "kind": "ward", "note_text": text}
            file.write(json.dumps(row) + "\n")
    return folder / "notes.jsonl"


def as_hl7(texts: Sequence[str], folder: Path) -> Path:
    """A batch of one report each."""
    with (folder / "notes.hl7").open("w", encoding="utf-8", newline="") as file:
        for i, text in enumerate(texts):
            lines = text.translate(ESCAPES).split("\n")
            file.write(f"MSH|^~\\&|L|H|E|H|20190314||ORU^R01|{i}|P|2.5.1|||||||UNICODE UTF-8\r")
            file.write(f"PID|1||{i}^^^H^MR||DELGADO^MARIA\rOBR|1||{i}|R^Report^L\r")
            file.writelines(f"OBX|{n}|TX|R^Report^L||{x}||||||F\r" for n, x in enumerate(lines))
    return folder / "notes.hl7"


ESCAPES = str.maketrans({"\\": "\\E\\", "|": "\\F\\", "^": "\\S\\", "&": "\\T\\", "~": "\\R\\"})


def as_fhir(texts: Sequence[str], folder: Path) -> Path:
    """An export of documents in NDJSON."""
    with (folder / "DocumentReference.ndjson").open("w", encoding="utf-8") as file:
        for i, text in enumerate(texts):
            data = base64.b64encode(text.encode()).decode()
            file.write(json.dumps({
                "resourceType": "DocumentReference", "id": f"d{i}", "status": "current",
                "subject": {"reference": f"Patient/{i}", "display": "Maria Delgado"},
                "content": [{"attachment": {"contentType": "text/plain", "data": data}}],
            }) + "\n")  # fmt: skip
    return folder / "DocumentReference.ndjson"


def _documents(texts: Sequence[str], folder: Path, suffix: str, make: Callable[[str], str]) -> Path:
    (folder / suffix).mkdir()
    for i, text in enumerate(texts):
        path = folder / suffix / f"{i:07}.{suffix}"
        path.write_text(make(text).replace("{number}", f"{i:08}"), encoding="utf-8", newline="")
    return folder / suffix


def as_html(texts: Sequence[str], folder: Path) -> Path:
    """A folder of pages."""
    page = "<html><body><pre>{}</pre></body></html>"
    return _documents(texts, folder, "html", lambda text: page.format(html.escape(text)))


def as_rtf(texts: Sequence[str], folder: Path) -> Path:
    """A folder of RTF."""

    def escaped(text: str) -> str:
        units = text.encode("utf-16-le")
        codes = (int.from_bytes(units[i : i + 2], "little") for i in range(0, len(units), 2))
        return "".join(
            "\\par\n" if c == 10 else f"\\{chr(c)}" if chr(c) in "\\{}" else chr(c) if c < 128
            else f"\\u{c - 65536 if c > 32767 else c}?"
            for c in codes
        )  # fmt: skip

    return _documents(texts, folder, "rtf", lambda text: rf"{{\rtf1\ansi {escaped(text)}}}")


def as_docx(texts: Sequence[str], folder: Path) -> Path:
    """A folder of DOCX, a line a paragraph."""
    import docx

    (folder / "docx").mkdir()
    for i, text in enumerate(texts):
        file = docx.Document()
        for line in text.split("\n"):
            file.add_paragraph("".join(char for char in line if char.isprintable() or char == "\t"))
        file.save(str(folder / "docx" / f"{i:07}.docx"))
    return folder / "docx"


def as_cda(texts: Sequence[str], folder: Path) -> Path:
    """A folder of documents with a patient and one section."""
    document = (
        '<ClinicalDocument xmlns="urn:hl7-org:v3"><id root="1.2.3"/><recordTarget><patientRole>'
        '<id root="1.2.4" extension="{{number}}"/><patient><name><given>Maria</given>'
        "<family>Delgado</family></name></patient></patientRole></recordTarget><component>"
        "<structuredBody>"
        "<component><section><text>{}</text></section></component></structuredBody></component>"
        "</ClinicalDocument>"
    )
    return _documents(texts, folder, "xml", lambda text: document.format(html.escape(text)))


def as_pdf(texts: Sequence[str], folder: Path) -> Path:
    """A folder of PDF, a page or more each; letters outside Latin-1 become question marks."""
    from fpdf import FPDF

    (folder / "pdf").mkdir()
    for i, text in enumerate(texts):
        file = FPDF()
        file.add_page()
        file.set_font("Courier", size=8)
        file.multi_cell(0, 4, text.encode("latin-1", "replace").decode("latin-1"))
        file.output(str(folder / "pdf" / f"{i:07}.pdf"))
    return folder / "pdf"


def as_omop(texts: Sequence[str], folder: Path) -> Path:
    """NOTE and PERSON, as CSV."""
    (folder / "omop").mkdir()
    with (folder / "omop" / "PERSON.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("person_id", "year_of_birth", "person_source_value"))
        rows.writerows((i, 1961, f"{i:08}") for i in range(len(texts)))
    with (folder / "omop" / "NOTE.csv").open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(("note_id", "person_id", "note_date", "note_title", "note_text"))
        rows.writerows((i, i, "2019-03-14", "Report", text) for i, text in enumerate(texts))
    return folder / "omop"


def as_sqlite(texts: Sequence[str], folder: Path) -> str:
    """A table of a database, which becomes another."""
    with sqlite3.connect(folder / "notes.db") as database:
        database.execute(
            "create table notes (note_id integer, note_date, kind text, note_text text)"
        )
        rows = ((i, "2019-03-14", "ward", text) for i, text in enumerate(texts))
        database.executemany("insert into notes values (?, ?, ?, ?)", rows)
    return f"sqlite:///{folder / 'notes.db'}"


COLUMNS = ["--text", "note_text", "--code", "note_id", "--shift", "note_date", "--keep", "kind"]
FORMATS: dict[str, tuple[Write, list[str]]] = {
    "txt": (plain, []),
    "csv": (as_csv, COLUMNS),
    "csv.gz": (as_packed_csv, COLUMNS),
    "parquet": (as_parquet, COLUMNS),
    "jsonl": (as_jsonl, COLUMNS),
    "fhir": (as_fhir, []),
    "hl7": (as_hl7, []),
    "html": (as_html, []),
    "rtf": (as_rtf, []),
    "docx": (as_docx, []),
    "cda": (as_cda, []),
    "pdf": (as_pdf, []),
    "omop": (as_omop, ["--format", "omop"]),
    "sqlite": (as_sqlite, [*COLUMNS, "--table", "notes"]),
}
"""What writes a container, and the options that it is read with; the first is what all others are
compared with."""


HEAD = ("format", "words/s", "of plain text", "of plain text, by CPU time")


def short_rows(count: int, path: Path) -> None:
    """Writes a table of short rows."""
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("note_id", "note_text"))
        for i in range(count):
            rows.writerow((i, f"Called (216) 555-{i % 10_000:04}, no pain."))


RULES = """
import sys
from incognote import cli
from incognote.cli import options
import bench_rules
options.load_pipeline = bench_rules.load
sys.exit(cli.run(sys.argv[1:]))
"""
PIPELINE = """
import re
from incognote.core.document import Span
from incognote.core.pipeline import Pipeline


class Phones:
    labels = frozenset({"PHONE"})

    def detect(self, docs):
        found = (re.finditer(r"\\(\\d{3}\\) 555-\\d{4}", doc.text) for doc in docs)
        return [[Span(m.start(), m.end(), "PHONE", 0.9, "t") for m in each] for each in found]


def load(settings):
    return Pipeline([Phones()])
"""


def watch(command: Sequence[str], **more: object) -> list[tuple[float, float]]:
    """Runs a command and returns seconds and megabytes of it and all below it, as it went."""
    seen = []
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, **more) as process:  # type: ignore[call-overload]
        while process.poll() is None:
            seen.append((time.perf_counter() - start, memory.resident(process.pid)))
            time.sleep(0.5)
    if process.returncode:
        sys.exit(f"incognote ended with {process.returncode}")
    return seen


def main() -> None:
    """Runs what is asked for and records the figures."""
    parser = plain_notes.arguments(__doc__.splitlines()[0], notes=2_000)
    parser.add_argument("--only", nargs="*", help="of the formats these, beside plain text")
    parser.add_argument("--times", type=int, default=2)
    parser.add_argument("--rows", type=int, help="watch the memory over so many short rows")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        if args.rows:
            rows, title, note = _memory(args, folder)
        else:
            rows, title, note = _speed(args, folder)
    head = ("measure", "figure") if args.rows else HEAD
    print(record(title, rows, note=note, head=head, dry=args.dry))


def _speed(args, folder: Path) -> tuple[list[tuple[str, ...]], str, str]:  # type: ignore[no-untyped-def]
    read = (doc.text for doc in get_format(args.format).read(args.corpus))
    texts = [text for text in read if not what_container(text)]  # which plain text refuses
    texts = list(islice(cycle(texts), args.notes))
    words = sum(len(text.split()) for text in texts)
    names = [n for n in FORMATS if n == "txt" or not args.only or n in args.only]
    sources = {name: FORMATS[name][0](texts, folder) for name in names}
    best: dict[str, float] = {}
    cpu: dict[str, float] = {}
    for turn in range(args.times):
        for name in names if turn % 2 == 0 else reversed(names):
            out = folder / f"out-{name}-{turn}"
            command = [*plain_notes.command(args, sources[name], out), *FORMATS[name][1]]
            command += ["--to", f"notes_{turn}"] if name == "sqlite" else []
            start, used = time.perf_counter(), _used()
            subprocess.run(
                command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            seconds, used = time.perf_counter() - start, _used() - used
            best[name] = min(seconds, best.get(name, seconds))
            cpu[name] = min(used, cpu.get(name, used))
            print(f"{name}: {seconds:.1f} s, {used:.1f} s of CPU", file=sys.stderr)
    rows = [
        (name, f"{words / s:,.0f}", f"{best['txt'] / s:.2f}", f"{cpu['txt'] / cpu[name]:.2f}")
        for name, s in best.items()
    ]
    title = f"Formats {plain_notes.named(args)}"
    return (
        rows,
        title,
        f"The same {args.notes:,} notes of {words:,} words in each, start to end, the best of "
        f"{args.times} runs.",
    )


def _used() -> float:
    """Seconds of CPU that all processes took which have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _memory(args, folder: Path) -> tuple[list[tuple[str, ...]], str, str]:  # type: ignore[no-untyped-def]
    short_rows(args.rows, folder / "rows.csv")
    (folder / "bench_rules.py").write_text(PIPELINE)
    words = [sys.executable, "-c", RULES, "deid", str(folder / "rows.csv")]
    words += ["-o", str(folder / "out"), "--text", "note_text", "--code", "note_id"]
    words += ["--jobs", str(args.jobs), "--other-language", "pass"]
    env = {**os.environ, "PYTHONPATH": f"{folder}:{os.environ.get('PYTHONPATH', '')}"}
    seen = watch(words, env=env)
    lines = (folder / "out" / "rows.csv").read_bytes().count(b"\n")
    if lines != args.rows + 1:
        sys.exit(f"{lines} lines came out")
    seconds = seen[-1][0]
    parts = [max((mb for s, mb in seen if s <= share * seconds), default=0) for share in (0.1, 0.5)]
    rows = [
        ("peak in the first tenth of the time", f"{parts[0]:,.0f} MB"),
        ("peak in the first half", f"{parts[1]:,.0f} MB"),
        ("peak", f"{max(mb for _, mb in seen):,.0f} MB"),
        ("rows per second", f"{args.rows / seconds:,.0f}"),
    ]
    return (
        rows,
        f"Memory over {args.rows:,} short rows",
        "A table of two columns, one expression for a detector, so that what is measured is the "
        "table; all processes together.",
    )


if __name__ == "__main__":
    main()
