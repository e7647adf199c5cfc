from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from incognote.core.document import Document
from incognote.core.errors import InputError, NoteError
from incognote.io import physionet_i2b2

DATA = Path(__file__).parents[1] / "data"
HEADER = "document_id,annotation_id,annotator,start,stop,entity,entity_type,comment\n"


def test_the_corpus_as_it_is_published() -> None:
    docs = list(physionet_i2b2.read(DATA / "physionet-i2b2"))
    assert docs == list(physionet_i2b2.read(DATA / "physionet-i2b2-ann"))
    assert [(s.label, docs[3].text[s.start : s.end]) for s in docs[3].spans] == [
        ("HOSPITAL", "Foxburg General"),
        ("DATE", "7/20"),
        ("IDNUM", "QX-17"),
        ("DOCTOR", "Beaumarsh"),
    ]
    assert [doc.meta["part"] for doc in docs] == ["train", "train", "train", "test"]


def read(folder: Path, rows: str) -> list[Document]:
    shutil.copy(DATA / "physionet/id.text", folder / "id.text")
    (folder / "1.ann").write_text(rows)
    return list(physionet_i2b2.read(folder))


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("1-2,x,y,0,5,Zyxww,DATE,\n", r"1.ann:2: \[0, 5\) is not the text recorded there"),
        ("1-2,x,y,0,5,Quiet,DAET,\n", "unknown type; the nearest is DATE"),
        ("1-2,x,y,0,500,,DATE,\n", r"\[0, 500\) is no stretch of this note of 30 characters"),
    ],
)
def test_marks_that_do_not_fit(row: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(NoteError, match=f"^1/2: .*{reason}") as caught:
        read(tmp_path, HEADER + row)
    assert "Zyx" not in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("a,b\n1,2\n", "1.ann:1: the header must have record_id,begin,length,type or"),
        ("", "1.ann:1: the header must have"),
        (HEADER + "Zyx,x,y,0,5,Zyx,DATE,\n", "1.ann:2: must have a patient and note"),
        (HEADER + "1-2,x,y,0,Zyx,Zyx,DATE,\n", "1.ann:2: must have a patient and note"),
        (HEADER + "1-2,x\n", "1.ann:2: must have a patient and note"),
        (HEADER + "1-2,x,y,0,5,Quiet,DATE,,Zyx\n", "1.ann:2: must have a patient and note"),
        (HEADER + '1-2,x,y,0,5,"Zyx\n', "1.ann:2: is not valid CSV"),
        (HEADER + "1-2," + "x" * 200_000, "1.ann:2: has a cell of more than 131,072"),
        (HEADER + "9-9,x,y,0,5,Zyx,DATE,\n", "has marks of 1 notes that id.text lacks.*'9/9'"),
    ],
)
def test_files_that_are_broken(rows: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        read(tmp_path, rows)
    assert "Zyx" not in str(caught.value)


def test_no_file_of_marks(tmp_path: Path) -> None:
    shutil.copy(DATA / "physionet/id.text", tmp_path / "id.text")
    with pytest.raises(InputError, match=r"holds no \.csv or \.ann file"):
        physionet_i2b2.read(tmp_path)
