"""The notes that bench/english.py measures on: prose, damaged notes."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from incognote.core.document import Document, Span
from incognote.io.format import get_format
from incognote.io.split import split
from incognote.lab.synthesis.damage import DAMAGE

SEED = 20
READ = Path(__file__).with_name("prose_en_read.tsv")
DAMAGES = ("upper", "lower", "ocr", "collapsed")
"""What issue 5 asks for; `DAMAGE` holds more."""
RATES = {"ocr": 0.02}

HELD_OUT = {
    "mts_dialog": (
        ("MTS-Dialog-ValidationSet.csv", "ID", "section_text"),
        ("MTS-Dialog-TestSet-1-MEDIQA-Chat-2023.csv", "ID", "section_text"),
        ("MTS-Dialog-TestSet-2-MEDIQA-Sum-2023.csv", "ID", "section_text"),
    ),
    "aci_bench": (
        ("valid.csv", "encounter_id", "note"),
        ("clinicalnlp_taskB_test1.csv", "encounter_id", "note"),
        ("clinicalnlp_taskC_test2.csv", "encounter_id", "note"),
        ("clef_taskC_test3.csv", "encounter_id", "note"),
    ),
}
"""By folder: file, column of the id, column of the note. Never the parts that are trained on."""


def read_marked(corpus: Path, part: str = "dev") -> list[Document]:
    """Returns a part of a corpus in inline form with its marks."""
    docs = get_format("inline").read(corpus)
    return list(split(docs, corpus / "split.tsv", part))


def sample(docs: Sequence[Document], count: int) -> list[Document]:
    """Returns `count` of the notes (0: all), always the same ones."""
    if not count or count >= len(docs):
        return list(docs)
    return random.Random(SEED).sample(list(docs), count)


def read_prose(folder: Path) -> list[Document]:
    """Returns the held-out notes of a prose folder (MTS-Dialog, ACI-Bench, PriMock57), unmarked."""
    return list(_prose(folder))


def _prose(folder: Path) -> Iterator[Document]:
    for name, files in HELD_OUT.items():
        for file, key, column in files:
            with (folder / name / file).open(encoding="utf-8", newline="") as lines:
                for row in csv.DictReader(lines):
                    yield Document(f"{name}/{file}/{row[key]}", row[column].replace("\r\n", "\n"))
    for path in sorted((folder / "primock57_notes" / "notes").glob("*.json")):
        note = json.loads(path.read_text(encoding="utf-8"))["note"]
        yield Document(f"primock57/{path.stem}", note)


def with_read_marks(docs: Sequence[Document]) -> list[Document]:
    """Returns notes of prose with the marks that were read and found to be identifiers.

    They were found by the system: what it missed is not among them, and recall cannot be measured.
    """
    marks: dict[str, list[Span]] = {}
    for line in READ.read_text(encoding="utf-8").splitlines()[1:]:
        id, start, end, label = line.split("\t")
        marks.setdefault(id, []).append(Span(int(start), int(end), label))
    return [doc.with_spans(marks.get(doc.id, ())) for doc in docs]


def damaged(docs: Sequence[Document], kind: str) -> list[Document]:
    """Returns the notes with one kind of damage, marks moved along."""
    rate = RATES.get(kind, 1.0)
    return [DAMAGE[kind](doc, random.Random(f"{SEED} {doc.id}"), rate) for doc in docs]
