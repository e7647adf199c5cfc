from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.io import prodigy

TEXT = "😀 by Ada Zyx"
TOKENS = [
    {"text": word, "start": start, "end": start + len(word), "id": i, "ws": i < 3}
    for i, (word, start) in enumerate([("😀", 0), ("by", 2), ("Ada", 5), ("Zyx", 9)])
]
SPAN = {"start": 5, "end": 12, "token_start": 2, "token_end": 3, "label": "DOCTOR"}


def line(**more: Any) -> dict[str, Any]:
    return {"text": TEXT, "spans": [SPAN], "meta": {"id": 7}, "answer": "accept", **more}


def read(path: Path, *lines: dict[str, Any], **how: Any) -> list[Document]:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return list(prodigy.read(path, **how))


def test_a_line_as_db_out_writes_it(tmp_path: Path) -> None:
    more = {"_input_hash": 1, "_task_hash": -2, "_view_id": "ner_manual", "_timestamp": 3}
    (doc,) = read(tmp_path / "out.jsonl", line(tokens=TOKENS, **more))
    assert (doc.id, doc.text) == ("7", TEXT)
    assert doc.spans == (Span(5, 12, "DOCTOR"),)


@pytest.mark.parametrize("more", [{}, {"spans": []}, {"answer": "accept"}])
def test_a_line_without_marks_or_answer(tmp_path: Path, more: dict[str, Any]) -> None:
    (doc,) = read(tmp_path / "in.jsonl", {"text": TEXT, **more})
    assert (doc.id, doc.spans) == ("in-1", ())


@pytest.mark.parametrize("answer", ["reject", "ignore"])
def test_what_was_not_accepted_is_refused_by_name(tmp_path: Path, answer: str) -> None:
    errors: list[NoteError] = []
    good = line(id="good")
    assert read(tmp_path / "a.jsonl", line(answer=answer), good, on_error=errors.append)
    assert [str(e) for e in errors] == [
        f"7: a.jsonl:1: its answer is '{answer}', so nobody vouches for its marks; accept it or "
        "leave it out"
    ]


def test_what_is_written(tmp_path: Path) -> None:
    spans = (Span(5, 12, "DOCTOR", 0.5, "rules"), Span(9, 12, "CITY"))
    doc = Document("w/1", TEXT, spans, {"a": "b"})
    prodigy.write([doc], tmp_path / "out")
    written = json.loads((tmp_path / "out").read_text("utf-8"))
    assert set(written) == {"id", "text", "spans", "meta"}
    assert written["spans"][0]["text"] == "Ada Zyx"
    assert list(prodigy.read(tmp_path / "out")) == [doc]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (line(spans=[{**SPAN, "text": "Ada Zya"}]), r"spans\[0\]: \[5, 12\) is not the text that"),
        (line(spans=[{**SPAN, "text": 3}]), "'text' must be a JSON string"),
        (line(spans=[{**SPAN, "end": 99}]), r"span \[5, 99\) DOCTOR reaches beyond"),
        (line(spans=[{**SPAN, "start": "5"}]), "'start' must be a JSON integer"),
        (line(spans=[{**SPAN, "label": "Zyx"}]), "unknown label"),
        (line(spans=[{**SPAN, "score": 3}]), "a score within 0 and 1"),
        (line(spans=[{**SPAN, "score": "Zyx"}]), "'score' must be a JSON number"),
        (line(spans=["Zyx"]), r"spans\[0\]: must be an object"),
        (line(tokens=[{**TOKENS[2], "start": 6}]), r"tokens\[0\]: \[6, 8\) is not the text of the"),
        (line(tokens=[{}]), r"tokens\[0\]: 'start' is missing"),
        (line(answer="Zyx"), "its answer is none of accept, reject and ignore"),
        (line(answer=["Zyx"]), "its answer is none of accept, reject and ignore"),
        (line(text=3), "'text' must be a JSON string"),
    ],
)
def test_broken_lines(tmp_path: Path, given: dict[str, Any], reason: str) -> None:
    errors: list[NoteError] = []
    docs = read(tmp_path / "a.jsonl", given, line(id="good"), on_error=errors.append)
    assert [doc.id for doc in docs] == ["good"]
    with pytest.raises(NoteError, match=reason):
        raise errors[0]
    assert "Zy" not in str(errors[0])


@pytest.mark.parametrize("key", ["label", "labels", "entities"])
def test_a_line_of_doccanos_is_not_read_as_one_without_marks(tmp_path: Path, key: str) -> None:
    with pytest.raises(NoteError, match=f"has its marks in '{key}', as doccano does"):
        read(tmp_path / "in.jsonl", {"text": TEXT, key: [[0, 1, "DOCTOR"]]})
    (doc,) = read(tmp_path / "in.jsonl", {"text": TEXT, key: "a choice"})
    assert doc.spans == ()
