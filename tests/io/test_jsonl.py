from __future__ import annotations

import json
from pathlib import Path

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import InputError, NoteError
from incognote.io import jsonl
from incognote.io.format import Fields
from incognote.io.recognise import read_documents

DOC = Document(
    "ward/7",
    "Seen by Ada Zyx.\u2028",
    (Span(8, 15, "DOCTOR", 0.1 + 0.2, "rules", "1"),),
    {"patient": "q01"},
)


def test_everything_comes_back(tmp_path: Path) -> None:
    jsonl.write([DOC], tmp_path / "x.jsonl")
    (back,) = jsonl.read(tmp_path / "x.jsonl")
    assert back == DOC
    assert back.meta == DOC.meta
    assert len((tmp_path / "x.jsonl").read_text(encoding="utf-8").splitlines()) == 1


def test_optional_fields_have_defaults(tmp_path: Path) -> None:
    record = {"id": "a", "text": "Ada", "spans": [{"start": 0, "end": 3, "label": "PATIENT"}]}
    (tmp_path / "x").write_text(json.dumps(record))
    (doc,) = jsonl.read(tmp_path / "x")
    assert doc.spans == (Span(0, 3, "PATIENT"),)
    assert doc.meta == {}


def test_a_byte_order_mark_belongs_to_the_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b'\xef\xbb\xbf{"id": "a", "text": "Ada", "spans": []}\n')
    assert [d.text for d in jsonl.read(tmp_path / "x")] == ["Ada"]


SPAN = {"start": 0, "end": 3, "label": "PATIENT"}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ('{"id": "a", "text": "Zyx"', "x:2: is not valid JSON at column"),
        ("", "x:2: is not valid JSON at column 1"),
        ("[1]", "x:2: must be an object"),
        ('{"id": "a", "text": "Zyx", "text": "Zyx", "spans": []}', "x:2: holds a key twice"),
        ("[" * 100_000, "x:2: is nested too deep"),
        ('{"id": "a", "text": "Zyx", "spans": [' + "9" * 5000 + "]}", "x:2: holds a whole number"),
        ({"text": "Zyx", "spans": []}, "x:2: 'id' is missing"),
        ({"id": "", "text": "Zyx", "spans": []}, "x:2: the id is empty"),
        ({"id": 7, "text": "Zyx", "spans": []}, "x:2: 'id' must be a JSON string"),
        ({"id": "a", "spans": []}, "a: x:2: 'text' is missing"),
        ({"id": "a", "text": None, "spans": []}, "a: x:2: 'text' must be a JSON string"),
        ({"id": "a", "text": "Zyx"}, "a: x:2: 'spans' is missing"),
        ({"id": "a", "text": "Zyx", "spans": {}}, "a: x:2: 'spans' must be a JSON array"),
        ({"id": "a", "text": "Zyx", "spans": [], "Zyx": 1}, "a: x:2: holds a field other than"),
        ({"id": "a", "text": "Zyx", "spans": [], "meta": {"k": 1}}, "a: x:2: 'meta' must be"),
        ({"id": "a", "text": "x\ud800", "spans": []}, "a: character 1 is half of a surrogate"),
        ({"id": "a", "text": "Zyx", "spans": [7]}, r"a: x:2, spans\[0\] must be an object"),
        ({"id": "a", "text": "Zyx", "spans": [{**SPAN, "text": "Zyx"}]}, "holds a field other"),
        ({"id": "a", "text": "Zyx", "spans": [{"start": 0, "end": 3}]}, "'label' is missing"),
        ({"id": "a", "text": "Zyx", "spans": [{**SPAN, "end": 3.0}]}, "'end' must be a JSON int"),
        ({"id": "a", "text": "Zyx", "spans": [{**SPAN, "start": True}]}, "'start' must be"),
        ({"id": "a", "text": "Zyx", "spans": [{**SPAN, "score": 2}]}, "score must be within"),
        ({"id": "a", "text": "Zyx", "spans": [{**SPAN, "score": float("nan")}]}, "score must be"),
        ({"id": "a", "text": "Zyx", "spans": [{**SPAN, "end": 4}]}, r"\[0, 4\) .* beyond the text"),
        ({"id": "a", "text": "Zyx", "spans": [{**SPAN, "end": 0}]}, "span offsets must be"),
        ({"id": "ok", "text": "Zyx", "spans": []}, "ok: this id stands in the file twice"),
    ],
)
def test_broken_records(record: object, message: str, tmp_path: Path) -> None:
    line = record if isinstance(record, str) else json.dumps(record)
    good = '{"id": "%s", "text": "Ada", "spans": []}\n'
    (tmp_path / "x").write_text(good % "ok" + line + "\n" + good % "last")
    errors: list[NoteError] = []
    assert [d.id for d in jsonl.read(tmp_path / "x", on_error=errors.append)] == ["ok", "last"]
    (error,) = errors
    with pytest.raises(NoteError, match=message):
        raise error
    assert "Zyx" not in str(error)


def test_lines_that_are_not_ours_say_which_options_take_them(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('{"id": 1, "text": "Ada"}\n{"id": "2", "text": null}\n')
    errors: list[NoteError] = []
    assert not list(jsonl.read(path, on_error=errors.append))
    assert all("--text text --id id takes the lines" in str(error) for error in errors)
    assert len(errors) == 2
    fields = Fields({"text": "text", "id": "id"})
    found = list(read_documents(path, "jsonl", fields=fields))
    assert [(doc.id, doc.text) for doc in found] == [("1", "Ada")]


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(
        InputError,
        match="is a folder, but jsonl is read from one file; give that file, or the format",
    ):
        jsonl.read(tmp_path)


def write_detections(docs: list[Document], path: Path) -> None:
    """What a run writes of its notes: their ids and spans."""
    jsonl.write(docs, path)
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps({k: r[k] for k in ("id", "spans")}) + "\n" for r in rows))


def test_detections_lie_over_the_notes(tmp_path: Path) -> None:
    docs = [DOC, Document("b", "Seen.")]
    write_detections(docs, tmp_path / "spans.jsonl")
    notes = [Document(doc.id, doc.text) for doc in reversed(docs)]
    back = list(jsonl.read_detections(tmp_path / "spans.jsonl", notes))
    assert [(d.id, d.spans) for d in back] == [("b", ()), ("ward/7", DOC.spans)]


def test_detections_of_other_notes(tmp_path: Path) -> None:
    write_detections([DOC, Document("b", "")], tmp_path / "s")
    with pytest.raises(NoteError, match=r"^c: has no record in s"):
        list(jsonl.read_detections(tmp_path / "s", [Document("c", "")]))
    with pytest.raises(InputError, match=r"none of the notes: 1, the first of them to 'ward/7'"):
        list(jsonl.read_detections(tmp_path / "s", [Document("b", "")]))
    found = jsonl.read_detections(tmp_path / "s", [Document("b", "")], aside=["ward/7", "z"])
    assert [d.id for d in found] == ["b"]
    errors: list[NoteError] = []
    notes = [Document("ward/7", "short"), Document("b", ""), Document("b", "")]
    back = list(jsonl.read_detections(tmp_path / "s", notes, on_error=errors.append))
    assert [d.id for d in back] == ["b"]
    assert [e.id for e in errors] == ["ward/7", "b"]
    assert "reaches beyond the text of 5 characters" in errors[0].reason


def test_broken_detections(tmp_path: Path) -> None:
    for field, said in (("text", "holds the text"), ("meta", "holds a field other than id, spans")):
        record = {"id": "a", field: "Zyx", "spans": []}
        (tmp_path / "s").write_text(json.dumps(record) + "\n")
        with pytest.raises(InputError, match=f"^a: s:1: {said}"):
            list(jsonl.read_detections(tmp_path / "s", []))


def test_detections_of_a_policy_and_of_a_verification_are_read(tmp_path: Path) -> None:
    path = tmp_path / "spans.jsonl"
    path.write_text(
        '{"id": "a", "spans": [{"start": 0, "end": 2, "label": "AGE", "score": 0.5, "source": "x", '
        '"kept": true}, {"start": 3, "end": 4, "label": "DATE", "score": 0.5, "source": "x", '
        '"new_start": 3, "new_end": 9, "action": "tag"}], "added_by_verification": 1, '
        '"sha256": "0"}\n'
    )
    (doc,) = jsonl.read_detections(path, [Document("a", "67 y")])
    assert doc.spans == (Span(0, 2, "AGE", 0.5, "x"), Span(3, 4, "DATE", 0.5, "x"))
