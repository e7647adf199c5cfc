from __future__ import annotations

import pytest

from incognote.core.errors import NoteError
from incognote.io.json_edit import parse


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ('{"id": "p3",', "column 13"),
        ('{"id": "p3",\n', "column 13"),
        ('\ufeff{"id": p3}\r\n', "column 8"),
        ('{"id":\n p3}\n', "line 2, column 2"),
    ],
)
def test_a_broken_text_is_told_by_its_place_and_not_quoted(source: str, place: str) -> None:
    with pytest.raises(NoteError) as raised:
        parse(source, "Patient.ndjson:5")
    assert str(raised.value) == f"Patient.ndjson:5: is no valid JSON at {place}"
