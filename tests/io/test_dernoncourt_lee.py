from __future__ import annotations

from pathlib import Path

import pytest

from incognote.core.errors import NoteError
from incognote.io import dernoncourt_lee

DATA = Path(__file__).parents[1] / "data" / "dernoncourt-lee"


def test_the_corpus_as_it_is_published() -> None:
    test, train, valid = dernoncourt_lee.read(DATA)
    assert [doc.meta["part"] for doc in (test, train, valid)] == ["test", "train", "dev"]
    assert [(s.label, s.source, valid.text[s.start : s.end]) for s in valid.spans] == [
        ("DOCTOR", "Doctor", "Imre Sokolov"),
        ("PHONE", "Phone", "440-555-0133"),
        ("LOCATION_OTHER", "Location-Other", "Quarry Park"),
        ("STREET", "Street", "18 Alder Row"),
    ]


def test_another_type_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Zyx")
    (tmp_path / "a.ann").write_text("T1\tDoctr 0 3\tZyx\n")
    with pytest.raises(NoteError, match=r"^a: span \[0, 3\) has an unknown label.*DOCTOR"):
        list(dernoncourt_lee.read(tmp_path))
