from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.io import doccano

TEXT = "😀 by Ada Zyx"
MARK = Span(5, 8, "DOCTOR")


def read(path: Path, *lines: dict[str, Any], **how: Any) -> list[Document]:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return list(doccano.read(path, **how))


@pytest.mark.parametrize(
    "marks",
    [
        {"label": [[5, 8, "DOCTOR"]], "Comments": ["sure"]},
        {"labels": [[5, 8, "DOCTOR"]]},
        {
            "entities": [{"id": 1, "label": "DOCTOR", "start_offset": 5, "end_offset": 8}],
            "relations": [{"id": 1, "from_id": 1, "to_id": 1, "type": "is"}],
            "Comments": [],
        },
    ],
)
def test_each_form_that_doccano_exports(tmp_path: Path, marks: dict[str, Any]) -> None:
    (doc,) = read(tmp_path / "all.jsonl", {"id": 12, "text": TEXT, **marks, "meta": {"a": "b"}})
    assert (doc.id, doc.text, doc.spans, dict(doc.meta)) == ("12", TEXT, (MARK,), {"a": "b"})


def test_a_line_without_an_id_is_called_by_its_number(tmp_path: Path) -> None:
    docs = read(tmp_path / "all.jsonl", *[{"text": "", "label": []}] * 2)
    assert [doc.id for doc in docs] == ["all-1", "all-2"]


def test_what_is_written(tmp_path: Path) -> None:
    doccano.write([Document("w/1", TEXT, (MARK,), {"a": "b"})], tmp_path / "out")
    assert json.loads((tmp_path / "out").read_text("utf-8")) == {
        "id": "w/1",
        "text": TEXT,
        "label": [[5, 8, "DOCTOR"]],
        "meta": {"a": "b"},
    }


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"label": [[5, 99, "DOCTOR"]]}, r"span \[5, 99\) DOCTOR reaches beyond"),
        ({"label": [[8, 5, "DOCTOR"]]}, r"label\[0\]: needs 0 <= start < end"),
        ({"label": [[5, 8]]}, r"label\[0\]: must be \[start, end, label\]"),
        ({"label": ["Zyx"]}, r"label\[0\]: must be \[start, end, label\]"),
        ({"label": [[5, 8, 3]]}, "'label' must be a JSON string"),
        ({"label": [[5, 8, "DOCTER"]]}, "nearest is DOCTOR"),
        ({"label": "Zyx"}, "'label' must be a JSON array"),
        ({"entities": [{"label": "DOCTOR", "start_offset": 5}]}, "'end_offset' is missing"),
        ({"label": [], "entities": []}, "needs its marks in one of label, labels, entities"),
        ({}, "needs its marks in one of label, labels, entities"),
        ({"label": [], "text": None}, "'text' must be a JSON string"),
        ({"label": [], "id": None, "text": "\ud800"}, "half of a surrogate pair"),
    ],
)
def test_broken_lines(tmp_path: Path, given: dict[str, Any], reason: str) -> None:
    errors: list[NoteError] = []
    good = {"id": 8, "text": TEXT, "label": []}
    bad = {"id": 7, "text": TEXT, **given}
    docs = read(tmp_path / "a.jsonl", bad, good, on_error=errors.append)
    assert [doc.id for doc in docs] == ["8"]
    with pytest.raises(NoteError, match=reason):
        raise errors[0]
    assert "Zyx" not in str(errors[0])
