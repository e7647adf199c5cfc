"""A folder of documents of any kind comes out with the same names, by the shipped pipeline."""

from __future__ import annotations

import html
import io
import re
import zipfile
from functools import cache
from pathlib import Path

import docx
import fpdf
import pypdf
import pytest

import incognote
from incognote.core import registry
from incognote.core.pipeline import Pipeline
from incognote.io.documents import content_of
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.run.batch import OutputFolder, Sources, Task, run

PEOPLE = r"Maria|Delgado|Elena|Vance|Reyes|00482913|555.?0133|1961|Alder Row|Leadville|03/14|March"
LETTER = (
    "Patient: Maria Delgado\nMRN: 00482913\nDate of birth: 08/09/1961\n"
    "Ms. Delgado was seen on 03/14/2019 by Elena Vance, MD. Temp 38.5, no pain.\n"
    "Metoprolol 25 mg BID. Call (216) 555-0133.\n"
)


def letter() -> bytes:
    made = docx.Document()
    made.core_properties.author = "Elena Vance"
    made.sections[0].different_first_page_header_footer = True
    first = made.sections[0].first_page_header.paragraphs[0]
    first.text = "Ashmont General Hospital, 18 Alder Row, Leadville, OH 44107"
    made.sections[0].header.paragraphs[0].text = "Delgado, Maria   MRN: 00482913"
    table = made.add_table(2, 2)
    rows = (("Patient", "Maria Delgado"), ("Date of birth", "08/09/1961"))
    for row, cells in zip(table.rows, rows, strict=True):
        row.cells[0].text, row.cells[1].text = cells
    said = made.add_paragraph("Ms. ")
    said.add_run("Del").bold = True
    said.add_run("gado was seen on March 14, 2019 by Dr. Elena ")
    said.add_run("Vance").italic = True
    said.add_run(". Temp 38.5, no pain. Metoprolol 25 mg BID.")
    made.add_comment(said.runs, text="Ask Dr. Omar Reyes", author="Elena Vance", initials="EV")
    file = io.BytesIO()
    made.save(file)
    return file.getvalue()


def report() -> bytes:
    pdf = fpdf.FPDF()
    pdf.set_author("Elena Vance")
    pdf.add_page()
    pdf.set_font("Helvetica", size=11)
    pdf.multi_cell(0, 6, LETTER)
    return bytes(pdf.output())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("documents") / "in"
    (made / "ward").mkdir(parents=True)
    (made / "a.txt").write_text(LETTER)
    (made / "ward" / "b.docx").write_bytes(letter())
    (made / "ward" / "c.PDF").write_bytes(report())
    if "rtf" in registry.names("format"):
        (made / "d.rtf").write_text("{\\rtf1 " + LETTER.replace("\n", "\\par ") + "}")
    return made


def said(path: Path) -> str:
    """All that a file says, by readers that are not ours, and raw."""
    data = path.read_bytes()
    found = [data.decode("latin-1")]
    if path.suffix == ".docx":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            raw = [archive.read(name).decode("utf-8", "replace") for name in archive.namelist()]
        again = docx.Document(io.BytesIO(data))
        found = [*raw, *map(html.unescape, raw), *(re.sub("<[^>]*>", "", part) for part in raw)]
        found += [p.text for p in again.paragraphs]
    elif path.suffix == ".PDF":
        found += [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages]
    return "\n".join(found)


@pytest.mark.parametrize(
    ("policy", "replace"),
    [("all", ""), ("hipaa", "surrogate"), ("hipaa", "hash"), ("all", "mask"), ("gdpr", "")],
)
def test_a_folder_of_documents(folder: Path, tmp_path: Path, policy: str, replace: str) -> None:
    out = tmp_path / "out"
    chosen = get_policy(policy)
    task = Task(
        pipeline,
        chosen.with_action(replace) if replace else chosen,
        Context(key=b"k" * 32, lang="en"),
    )
    summary = run(Sources([folder]), task, OutputFolder(out))
    assert (summary.notes_failed, summary.notes_out) == (0, len(files(folder)))
    beside = {"spans.jsonl", "audit.json", "ledger.jsonl"}
    assert files(out) - beside == files(folder)
    kept = "Temp 38.5, no pain"
    for name in files(folder):
        new = said(out / name)
        if replace != "surrogate":
            assert not re.search(PEOPLE.replace("|1961", "") if policy == "hipaa" else PEOPLE, new)
        assert "Delgado" not in new
        assert kept in new.replace("\n", " ")
        assert "Metoprolol 25 mg" in new.replace("\n", " ")


@cache
def pipeline() -> Pipeline:
    """The shipped one, made once."""
    return incognote.load("en").pipeline


def files(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def test_what_lies_in_a_container_is_told_by_its_bytes() -> None:
    for data, name in ((letter(), "docx"), (report(), "pdf")):
        found = content_of(data)
        assert found is registry.get("format", name).content
    assert content_of(b"\x89PNG\r\n\x1a\n") is None


@pytest.mark.parametrize("name", ["a.xlsx", "b.pptx", "c.odt", "d.DOC", "e.docm", "f.tiff"])
def test_documents_of_other_kinds_are_refused_with_what_to_do(name: str, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / name).write_bytes(b"PK\x03\x04")
    found: list[str] = []
    for source in (tmp_path / "in", tmp_path / "in" / name):
        task = Task(pipeline, get_policy("all"))
        out = OutputFolder(tmp_path / f"out{len(found)}")
        run(Sources([source]), task, out, on_failure=lambda error: found.append(error.reason))
    assert len(found) == 2
    assert all("save it as" in reason or "CSV" in reason or "text" in reason for reason in found)
