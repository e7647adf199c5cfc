from __future__ import annotations

from pathlib import Path

import pytest

from incognote.core.document import Span
from incognote.core.errors import NoteError
from incognote.io import i2b2_2006

DATA = Path(__file__).parents[1] / "data" / "i2b2-2006"
TRAIN = DATA / "deid_surrogate_train_all_version2.xml"


def test_the_corpus_as_it_is_published() -> None:
    docs = list(i2b2_2006.read(DATA))
    assert [(doc.id.rpartition("/")[2], doc.meta["part"]) for doc in docs] == [
        ("1", "test"),
        ("1", "train"),
        ("2", "train"),
    ]
    assert docs[0].text == "\n11/30/1980\nBeaumarsh saw her on the 28th of November .\n"
    assert docs[0].spans == (
        Span(1, 6, "DATE", source="DATE"),
        Span(12, 21, "DOCTOR", source="DOCTOR"),
        Span(33, 53, "DATE", source="DATE"),
    )
    assert "K < 3.5 & stable" in docs[1].text


def test_one_file_has_the_ids_of_its_records() -> None:
    docs = list(i2b2_2006.read(TRAIN))
    assert [doc.id for doc in docs] == ["1", "2"]
    assert [(s.label, s.source, docs[1].text[s.start : s.end]) for s in docs[1].spans] == [
        ("AGE", "AGE", "97"),
        ("PHONE", "PHONE", "440 555 0133"),
    ]


def read(tmp_path: Path, content: str) -> tuple[list[str], list[str]]:
    (tmp_path / "a.xml").write_bytes(content.encode("latin-1"))
    errors: list[NoteError] = []
    docs = list(i2b2_2006.read(tmp_path / "a.xml", on_error=errors.append))
    assert not [e for e in errors if "Zyx" in str(e)]
    return [doc.id for doc in docs], [str(e) for e in errors]


GOOD = '<RECORD ID="9">\n<TEXT>Hi</TEXT></RECORD>'


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ('<RECORD ID="1"><TEXT>Zyx \xe9</TEXT></RECORD>', "a:2: is not UTF-8 at byte 25"),
        ('<RECORD ID="1">\n<TEXT>Zyx <PHI TYPE="AEG">Zyx</PHI></TEXT></RECORD>',
         r"1: line 3: [4, 7) has an unknown type; the nearest is AGE"),
        ('<RECORD ID="1"><TEXT>\n<b>Zyx</b></TEXT></RECORD>', "1: line 3: <TEXT> must hold"),
        ('<RECORD ID="1"><TEXT><PHI TYPE="AGE"><PHI TYPE="AGE">4</PHI></PHI></TEXT></RECORD>',
         "1: line 2: <TEXT> must hold"),
        ('<RECORD ID="1"><TEXT>ab<PHI TYPE="AGE"/></TEXT></RECORD>', "1: line 2: the mark at 2 is"),
        ("<RECORD><TEXT>Zyx</TEXT></RECORD>", "a:2: must be <RECORD ID=...> with one <TEXT>"),
        ('<RECORD ID="1">Zyx</RECORD>', "a:2: line 2: <RECORD> holds text of its own"),
        ('<RECORD ID="1"><TEXT>&zyx;</TEXT></RECORD>', "a:2: line 2: is not well-formed"),
        (GOOD, "9: this id stands in the file twice"),
    ],
)  # fmt: skip
def test_a_broken_record_fails_alone(record: str, reason: str, tmp_path: Path) -> None:
    ids, (error,) = read(tmp_path, f"<ROOT>\n{record}\n{GOOD}\n</ROOT>")
    assert ids == ["9"]
    assert error.startswith(reason)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (f"<ROOT>\n{GOOD}\n<RECORD ID='3'><TEXT>Zyx", "a: line 4: is not well-formed"),
        (f"<ROOT>\n{GOOD}\nZyx</ROOT>", "a: line 1: <ROOT> holds text of its own"),
        (f"<ROOT>\n{GOOD}\n<NOTE>Zyx</NOTE></ROOT>", "a: line 4: must be <ROOT> with <RECORD"),
        (f"<DOCS>\n{GOOD}\n</DOCS>", "a: line 1: must be <ROOT> with <RECORD"),
        (f"<!DOCTYPE ROOT [<!ENTITY z 'Zyx'>]><ROOT>{GOOD}</ROOT>", "a: line 1: holds a document"),
    ],
)
def test_what_is_around_the_records(content: str, reason: str, tmp_path: Path) -> None:
    ids, (error,) = read(tmp_path, content)
    assert ids == ["9"]
    assert error.startswith(reason)


def test_a_file_without_records(tmp_path: Path) -> None:
    assert read(tmp_path, "<ROOT></ROOT>") == ([], ["a: holds no <RECORD>"])
