from __future__ import annotations

import re
from pathlib import Path

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.io import brat

MEDDOCAN = Path(__file__).parents[1] / "data" / "meddocan"


def test_meddocan_is_read_whole(tmp_path: Path) -> None:
    docs = list(brat.read(MEDDOCAN))
    assert len(docs) == 6
    for doc in docs:
        lines = (MEDDOCAN / f"{doc.id}.ann").read_text(encoding="utf-8").splitlines()
        recorded = {tuple(re.split(r"[\t ]", line, maxsplit=4)[1:]) for line in lines}
        found = {(s.label, str(s.start), str(s.end), doc.text[s.start : s.end]) for s in doc.spans}
        assert found == recorded
    brat.write(docs, tmp_path / "out")
    assert list(brat.read(tmp_path / "out")) == docs


def test_one_pair(tmp_path: Path) -> None:
    id = "S1130-01082007000300006-7"
    (by_text,) = brat.read(MEDDOCAN / f"{id}.txt")
    (by_marks,) = brat.read(MEDDOCAN / f"{id}.ann")
    assert by_text == by_marks
    assert by_text.id == id


def test_only_text_bound_lines_become_spans() -> None:
    ann = (
        "T1\tDOCTOR 0 3\tAda\nR1\tRel Arg1:T1 Arg2:T1\nE1\tX:T1\nA1\tNeg T1\nM1\tNeg T1\n"
        "N1\tReference T1 X:1\tx\n*\tEquiv T1 T2\n#1\tAnnotatorNotes T1\tsure\n\n"
    )
    assert brat.parse("a", "Ada Ruiz", ann).spans == (Span(0, 3, "DOCTOR"),)


def test_a_discontinuous_annotation_becomes_one_span_per_fragment() -> None:
    doc = brat.parse("a", "Ada and Bo Ruiz", "T1\tPATIENT 0 3;11 15\tAda Ruiz\n")
    assert doc.spans == (Span(0, 3, "PATIENT"), Span(11, 15, "PATIENT"))


def test_a_span_over_a_line_break() -> None:
    text = "Ada\r\nRuiz"
    assert brat.parse("a", text, "T1\tPATIENT 0 9\tAda  Ruiz\n").spans == (Span(0, 9, "PATIENT"),)


def test_crlf_in_the_ann_file() -> None:
    assert len(brat.parse("a", "Ada", "T1\tPATIENT 0 3\tAda\r\n").spans) == 1


@pytest.mark.parametrize(
    ("ann", "reason"),
    [
        ("T1\tPATIENT 0 4\tAda\n", r"line 1: \[0, 4\) is not the surface"),
        ("T1\tPATIENT 0 99\tAda Zyx\n", r"span \[0, 99\) PATIENT reaches beyond"),
        ("#1\tx y\tz\nT1\tPATIENT 3 3\t\n", r"line 2: span offsets must be"),
        ("T1\tPATIENT 4 1\tZyx\n", r"line 1: span offsets must be"),
        ("T1 PATIENT 0 3 Zyx\n", "line 1 is not"),
        ("T1\tPATIENT -1 3\tZyx\n", "line 1 is not"),
        ("Zyx\n", "line 1 is not"),
        ("T1\tPACIENT 0 3\tAda\n", r"span \[0, 3\) has an unknown label; the nearest is PATIENT"),
    ],
)
def test_broken_annotations(ann: str, reason: str) -> None:
    with pytest.raises(NoteError, match=f"^a: .*{reason}") as caught:
        brat.parse("a", "Ada Zyx", ann)
    assert "Zyx" not in str(caught.value)


def test_a_file_without_its_partner(tmp_path: Path) -> None:
    for name in ("a.txt", "b.ann", "c.txt", "c.ann"):
        (tmp_path / name).write_text("")
    errors: list[NoteError] = []
    assert [d.id for d in brat.read(tmp_path, on_error=errors.append)] == ["c"]
    assert [str(e) for e in errors] == [
        "a: a.txt has no .ann file beside it; add it or remove this one",
        "b: b.ann has no .txt file beside it; add it or remove this one",
    ]


def test_overlaps_are_kept(tmp_path: Path) -> None:
    doc = Document("a", "Ada Ruiz", (Span(0, 8, "PATIENT"), Span(4, 8, "CITY")))
    brat.write([doc], tmp_path / "out")
    assert (
        tmp_path / "out" / "a.ann"
    ).read_text() == "T1\tPATIENT 0 8\tAda Ruiz\nT2\tCITY 4 8\tRuiz\n"
    assert list(brat.read(tmp_path / "out")) == [doc]
