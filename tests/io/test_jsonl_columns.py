"""JSON lines of any fields are tables: each field has a role, all else stays byte for byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from incognote.core.errors import InputError
from incognote.io.format import Fields, get_format
from tables import deid, failures, leaks

LINES = (
    '{"note_id":7,  "pid": "p1", "name": "Maria Delgado", "note": "Mrs. Delgado, 00482913.",'
    ' "tags": ["a", 1.0], "n": null}\n'
    '{ "pid":"p1","note_id": 8, "note": "Delgado is better.", "extra": "Leadville"}\r\n'
    '{"note_id": 9, "pid": null, "note": "", "tags": {}}\n'
)
ROLES = {
    **{"note_id": "code", "pid": "patient", "name": "PATIENT", "note": "text"},
    **{"tags": "keep", "n": "keep", "extra": "drop"},
}


@pytest.mark.parametrize("replace", ["", "surrogate"])
def test_lines_come_back_as_they_were_but_for_what_leaves(tmp_path: Path, replace: str) -> None:
    (tmp_path / "n.jsonl").write_bytes(LINES.encode())
    summary = deid(tmp_path / "n.jsonl", tmp_path / "out", ROLES, replace=replace)
    assert (summary.notes_out, summary.notes_failed) == (2, 0)
    assert leaks(tmp_path / "out") == []
    lines = (tmp_path / "out/n.jsonl").read_bytes().decode().split("\n")
    one, two, three = map(json.loads, lines[:3])
    assert lines[0].endswith('"tags": ["a", 1.0], "n": null}')
    assert lines[1].endswith('"}\r')
    assert one["pid"] == two["pid"] != "p1"
    assert type(one["note_id"]) is int
    assert "extra" not in two
    assert three == {"note_id": three["note_id"], "pid": None, "note": "", "tags": {}}


def test_what_is_no_text_and_a_column_that_nobody_named_fail_by_number(tmp_path: Path) -> None:
    (tmp_path / "n.jsonl").write_text(
        '{"t": "No pain."}\n{"t": 5}\n{"t": "No.", "new": "Delgado"}\n{"t"\n'
    )
    deid(tmp_path / "n.jsonl", tmp_path / "out", {"t": "text"})
    told = failures(tmp_path / "out")
    assert list(told) == ["n.jsonl:2", "n.jsonl:3", "n.jsonl:4"]
    assert "nobody decided about new" in told["n.jsonl:3"]
    assert (tmp_path / "out/n.jsonl").read_text() == '{"t": "No pain."}\n'


def test_lines_without_id_and_text_ask_which_is_the_note(tmp_path: Path) -> None:
    (tmp_path / "n.jsonl").write_text('{"t": "No pain.", "u": 1}\n')
    jsonl = get_format("jsonl")
    with pytest.raises(InputError, match="say with --text which of their fields are notes: t, u"):
        list(jsonl.source(tmp_path / "n.jsonl"))
    (record,) = jsonl.source(tmp_path / "n.jsonl", fields=Fields({"t": "text"}, "drop"))
    assert record.id == "n.jsonl:1"


@pytest.mark.parametrize("name", ["MRN 00482913", "seen 3/14/2019", "216 555-0143"])
@pytest.mark.parametrize("ours", [True, False])
def test_a_line_whose_field_is_named_by_a_date_or_number_fails_without_it(
    tmp_path: Path, name: str, ours: bool
) -> None:
    note = {"id": "b", "text": "No pain."} if ours else {"note": "No pain."}
    lines = [note | {"k": "x"}, note | ({"id": "c"} if ours else {}) | {name: "x"}]
    source = tmp_path / "n.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines))
    summary = deid(source, tmp_path / "out", {} if ours else {"note": "text"}, other="keep")
    assert (summary.notes_out, summary.notes_failed) == (1, 1)
    assert leaks(tmp_path / "out", name) == []
