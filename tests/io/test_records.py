from __future__ import annotations

from pathlib import Path

import pytest

from incognote.core.errors import InputError, NoteError
from incognote.io.records import read_records


def records(tmp_path: Path, content: bytes) -> list[tuple[str, str]]:
    (tmp_path / "id.text").write_bytes(content)
    return list(read_records(tmp_path / "id.text", on_error=None))


def test_records_are_kept_as_they_are(tmp_path: Path) -> None:
    content = (
        b"\nSTART_OF_RECORD=1||||2||||\r\n Zyx\r\n\n|| x\n||||END_OF_RECORD\n\n"
        b"START_OF_RECORD=3||||4||||07/12/2005\nno last line||||END_OF_RECORD"
        b"\nSTART_OF_RECORD=5||||6||||\n||||END_OF_RECORD\n"
    )
    assert records(tmp_path, content) == [
        ("1/2", " Zyx\r\n\n|| x\n"),
        ("3/4", "no last line"),
        ("5/6", ""),
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "holds no record"),
        (b"Zyx\n", r"id.text:1: START_OF_RECORD=patient\|\|\|\|note\|\|\|\| is missing"),
        (b"START_OF_RECORD=1||||2||||\nZyx\n", r"record 1/2 has no \|\|\|\|END_OF_RECORD"),
        (b"START_OF_RECORD=1||||2||||\nZyx\nSTART_OF_RECORD=1||||3||||\n", "id.text:3: .*END_OF"),
        (b"START_OF_RECORD=Zyx||||2||||\nZyx\n", "id.text:1: START_OF_RECORD"),
    ],
)
def test_what_is_not_a_file_of_records(content: bytes, reason: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        records(tmp_path, content)
    assert "Zyx" not in str(caught.value)


def test_a_record_that_is_not_utf8_fails_alone(tmp_path: Path) -> None:
    (tmp_path / "id.text").write_bytes(
        b"START_OF_RECORD=1||||1||||\nZyx \xe9\n||||END_OF_RECORD\n"
        b"START_OF_RECORD=1||||2||||\nb\n||||END_OF_RECORD\n"
    )
    errors: list[NoteError] = []
    assert list(read_records(tmp_path / "id.text", on_error=errors.append)) == [("1/2", "b\n")]
    assert [e.id for e in errors] == ["1/1"]
