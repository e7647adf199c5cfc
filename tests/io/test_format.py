"""Records, and what becomes of the fields beside their texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from incognote.cli.field_options import FieldOptions
from incognote.core.errors import ConfigError, NoteError
from incognote.io.documents import content_of
from incognote.io.format import Fields, New, Record, get_format

JSONL = get_format("jsonl")
ALL = Fields(other="keep")
LINES = [
    '{"id":"a" , "dose": 1.50e1,\t"text" : "Ada \\u00e1 \\/ \\ud83d\\ude00", '
    '"x":{"text":"Ada"} }\r\n',
    '  { "meta": {"patient": "p1" , "kind":"ward"}, "text": "Ada ñ\u2028", "id": "b", '
    '"spans": [ ] }\n',
    '{"id": "c", "text": "none", "n": 123456789012345678901234567890, "e": {}, "l": [1, {"a": 2}]}',
]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "notes.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + "".join(LINES).encode())
    return path


def kept(*names: str, drop: tuple[str, ...] = ()) -> Fields:
    return Fields(dict.fromkeys(names, "keep") | dict.fromkeys(drop, "drop"))


def written(path: Path, fields: Fields = ALL, old: str = "", new: str = "") -> bytes:
    records = list(JSONL.source(path))
    assert [record.place for record in records] == sorted(record.place or 0 for record in records)
    return b"".join(
        JSONL.rewrite(
            record, New([doc.text.replace(old, new) for doc in record.texts], fields=fields)
        )
        for record in records
    )


def test_what_is_not_replaced_is_byte_for_byte_as_it_was(source: Path) -> None:
    assert written(source) == source.read_bytes()


def test_only_the_text_is_another(source: Path) -> None:
    lines = written(source, old="Ada", new="[X]").decode("utf-8-sig").split("\n")
    assert lines[0] == LINES[0].rstrip("\n").replace(
        '"Ada \\u00e1 \\/ \\ud83d\\ude00"', '"[X] \\u00e1 / \\ud83d\\ude00"'
    )
    # A line separator of Unicode is escaped, for readers that take it for a line end.
    assert lines[1] == LINES[1].rstrip("\n").replace('"Ada ñ\u2028"', '"[X] ñ\\u2028"')
    assert lines[2] == LINES[2]


def test_fields_are_left_out_and_the_rest_stays(source: Path) -> None:
    fields = kept("meta", "x", "e", drop=("meta.patient", "dose", "n", "l"))
    lines = written(source, fields).decode("utf-8-sig").split("\n")
    assert lines[0] == LINES[0].rstrip("\n").replace(' "dose": 1.50e1,', "")
    assert lines[1] == LINES[1].rstrip("\n").replace('"patient": "p1" ,', "")
    assert lines[2] == '{"id": "c", "text": "none", "e": {}}'


def test_a_field_that_nobody_decided_about_is_refused(source: Path) -> None:
    first, second, _ = JSONL.source(source)
    assert kept("x").undecided(first.fields) == ["dose"]
    assert kept("meta.kind").undecided(second.fields) == ["meta.patient"]
    with pytest.raises(NoteError, match="a: nobody decided about dose: --keep or --drop it"):
        JSONL.rewrite(first, New([first.texts[0].text], fields=kept("x")))


def test_a_field_with_a_dot_in_its_name_is_no_part_of_another(tmp_path: Path) -> None:
    path = tmp_path / "dotted.jsonl"
    path.write_text('{"id": "a", "text": "x", "ward": "A3", "ward.name": "Ada", "w": 1}')
    (record,) = JSONL.source(path)
    assert kept("ward", "w").undecided(record.fields) == ["ward.name"]
    new = json.loads(written(path, kept("ward", "w", drop=("ward.name",))))
    assert new == {"id": "a", "text": "x", "ward": "A3", "w": 1}
    with pytest.raises(ConfigError, match="'w' can only be kept or dropped whole"):
        kept("ward", drop=("w.name",)).undecided(record.fields)


def test_a_field_that_is_called_like_a_part_of_meta_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "dotted.jsonl"
    path.write_text('{"id": "a", "text": "x", "meta.name": "Ada", "meta": {"kind": "ward"}}')
    with pytest.raises(NoteError, match=r"a: dotted.jsonl:1: a field's name begins with 'meta.'"):
        list(JSONL.source(path))


def test_marks_of_the_old_text_go(tmp_path: Path) -> None:
    path = tmp_path / "marked.jsonl"
    span = {"start": 0, "end": 3, "label": "PATIENT"}
    path.write_text(json.dumps({"id": "a", "text": "Ada", "spans": [span]}))
    assert json.loads(written(path, Fields())) == {"id": "a", "text": "Ada", "spans": []}


def test_decisions_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(ConfigError, match="'dose' is given as keep and as drop"):
        FieldOptions(keep=["dose"], drop=["dose"]).fields()
    with pytest.raises(ConfigError, match="way with a field 'PATENT'"):
        Fields({"name": "PATENT"})
    with pytest.raises(ConfigError, match="way with other fields 'copy'"):
        Fields(other="copy")


def test_a_corpus_comes_out_as_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Seen by [[DOCTOR|Ada]].\r\n", newline="")
    (record,) = get_format("inline").source(tmp_path)
    assert (record.file, record.place, record.fields) == ("a.txt", None, ())
    assert get_format("inline").rewrite(record, New(["Seen.\r\n"])) == b"Seen.\r\n"


@pytest.mark.parametrize(
    "data", [b"", b"Seen by Ada.\r\n", "\ufeffSe\u00f1ora: <b>no</b> pain".encode()]
)
def test_bytes_of_plain_text_are_a_content(data: bytes) -> None:
    content = content_of(data)
    assert content is not None
    texts = content.texts(data, "a")
    assert texts == (data.decode(),)
    assert content.write(data, [f"{texts[0]} X"], "a") == data + b" X"


@pytest.mark.parametrize(
    "data", [b"Se\xf1ora", b"a\0b", b'{"a": "Nu\\u00f1ez"}', "Ada".encode("utf-16")]
)
def test_bytes_of_no_plain_text_are_none(data: bytes) -> None:
    assert content_of(data) is None


def test_a_record_never_shows_what_it_holds(source: Path) -> None:
    record: Record = next(JSONL.source(source))
    assert "Ada" not in repr(record)
