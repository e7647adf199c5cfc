"""A bad file among good ones fails by its name, in every format; nothing behind it is lost."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path

import fpdf
import pytest

import pipelines
from clinical_documents import HEADER
from incognote.core.errors import NoteError
from incognote.io.format import Fields
from incognote.io.recognise import read_documents
from incognote.replace.replacement import Context
from incognote.run.batch import OutputFolder, Sources, SpansFile, Task, run
from pipelines import TAGS, contents, failures

TEXT = "Write to m.delgado@example.org."
FIELDS = Fields({"text": "text"}, "keep")
OBSERVATION = json.dumps(
    {"resourceType": "Observation", "status": "final", "code": {}, "valueString": TEXT}
).encode()
CDA = (
    f'{HEADER}<component><nonXMLBody><text mediaType="text/plain">{TEXT}</text></nonXMLBody>'
    "</component></ClinicalDocument>\n"
).encode()
HL7 = b"MSH|^~\\&|A\rOBX|1|TX|X||%s\r" % TEXT.encode()


def parquet() -> bytes:
    arrow = pytest.importorskip("pyarrow")
    file = io.BytesIO()
    pytest.importorskip("pyarrow.parquet").write_table(arrow.table({"text": [TEXT] * 9}), file)
    return file.getvalue()


def docx() -> bytes:
    made = pytest.importorskip("docx").Document()
    made.add_paragraph(TEXT)
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def pdf() -> bytes:
    made = fpdf.FPDF()
    made.add_page()
    made.set_font("Helvetica")
    made.multi_cell(0, 6, TEXT)
    return bytes(made.output())


GOOD: dict[str, Callable[[], bytes]] = {
    ".csv": lambda: f"k,text\n1,{TEXT}\n2,{TEXT}\n".encode(),
    ".tsv": lambda: f"k\ttext\n1\t{TEXT}\n".encode(),
    ".csv.gz": lambda: gzip.compress(f"k,text\n1,{TEXT}\n".encode(), mtime=0),
    ".parquet": parquet,
    ".jsonl": lambda: json.dumps({"k": 1, "text": TEXT}).encode() + b"\n",
    ".json": lambda: OBSERVATION,
    ".ndjson": lambda: OBSERVATION + b"\n",
    ".xml": lambda: CDA,
    ".html": lambda: f"<html><body><p>{TEXT}</p></body></html>".encode(),
    ".rtf": lambda: rb"{\rtf1 %s}" % TEXT.encode(),
    ".hl7": lambda: HL7,
    ".mllp": lambda: b"\x0b" + HL7 + b"\x1c\r",
    ".docx": docx,
    ".pdf": pdf,
    ".txt": TEXT.encode,
}

BAD: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda good: b"",
    "wide": lambda good: good.decode("latin-1").encode("utf-16"),
    "noise": lambda good: bytes(range(128, 256)) * 4,
    "prose": lambda good: b"Maria Delgado 00482913, seen on 3/14/2019.\n",
    "cut": lambda good: good[: len(good) * 2 // 3],
}
WHOLE = {
    ".txt": {"empty", "prose", "cut"},
    ".html": {"empty", "prose", "cut", "wide"},
    ".csv": {"cut"},  # within the text of a row
    ".tsv": {"cut"},
    ".hl7": {"cut"},
    ".xml": {"wide"},  # XML says so itself
}
"""What cannot be told from a good file."""


@pytest.fixture
def folder(tmp_path: Path) -> Callable[[str, str], Path]:
    """Makes a folder of a bad file of a kind between good ones of its own and of another."""

    def make(suffix: str, damage: str) -> Path:
        source = tmp_path / "in"
        source.mkdir()
        good = GOOD[suffix]()
        bad = {"2": BAD[damage](good)} if damage else {}
        for name, data in ({"1": good, "3": good} | bad).items():
            (source / f"{name}{suffix}").write_bytes(data)
        for name in ("0", "9"):
            (source / f"{name}.txt").write_text(TEXT)
        return source

    return make


@pytest.mark.parametrize("damage", BAD)
@pytest.mark.parametrize("suffix", GOOD)
def test_a_bad_file_fails_alone(
    folder: Callable[[str, str], Path], tmp_path: Path, suffix: str, damage: str
) -> None:
    source, out = folder(suffix, damage), tmp_path / "out"
    task = Task(pipelines.emails, TAGS, Context(b"k" * 32))
    summary = run(Sources([source], fields=FIELDS), task, OutputFolder(out))
    assert not summary.problems
    assert {"0.txt", "9.txt", f"1{suffix}", f"3{suffix}"} <= contents(out).keys()
    assert contents(out)[f"1{suffix}"] == contents(out)[f"3{suffix}"]
    failed = failures(out) if summary.notes_failed else []
    assert len(failed) == summary.notes_failed == summary.notes_in - summary.notes_out
    assert bool(failed) == (damage not in WHOLE.get(suffix, ()))
    assert all(row["id"].startswith("2") for row in failed)
    assert not any(word in str(failed) for word in ("Delgado", "0048", str(tmp_path)))
    # `detect` and the commands that read notes alone meet the same.
    told: list[NoteError] = []
    notes = Sources([source], fields=FIELDS, written=False)
    found = run(notes, Task(pipelines.emails, TAGS, only_detect=True), SpansFile(tmp_path / "s"))
    assert (found.notes_out, found.notes_failed) == (summary.notes_out, summary.notes_failed)
    docs = list(read_documents(source, fields=FIELDS, on_error=told.append))
    assert (len(docs), len(told)) == (summary.notes_out, summary.notes_failed)


@pytest.mark.parametrize("suffix", GOOD)
def test_it_fails_alone_where_the_format_is_given(
    folder: Callable[[str, str], Path], tmp_path: Path, suffix: str
) -> None:
    names = {"json": "fhir", "ndjson": "fhir", "xml": "cda", "tsv": "csv", "mllp": "hl7"}
    name = suffix[1:].removesuffix(".gz")
    source = folder(suffix, "noise")
    for other in source.glob("[09].txt"):
        other.unlink()
    task = Task(pipelines.emails, TAGS, Context(b"k" * 32))
    sources = Sources([source], names.get(name, name), fields=FIELDS)
    run(sources, task, OutputFolder(tmp_path / "out"))
    assert {f"1{suffix}", f"3{suffix}"} <= contents(tmp_path / "out").keys()
    assert {row["id"][:1] for row in failures(tmp_path / "out")} == {"2"}
