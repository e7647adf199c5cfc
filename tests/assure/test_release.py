"""Releases: what their record says, how readers see them, and what a note has room for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from releases import write_output

from incognote.assure.release import (
    Records,
    blanked,
    hash_release,
    read_release,
    released_note,
    view_of,
)
from incognote.core.document import Document, hash_text
from incognote.core.errors import InputError, NoteError

NOTES = {
    "plain": "<[PATIENT]> has pain and was seen again.",
    "name": "<[PATIENT]> has pain and was seen again by Okonkwo.",
    "number": "<Larkin> has pain and was seen again, file 4471880.",
    "small": "<Larkin> and <Larkin Bo> have pain and were seen again by will.",
}
DOCS = [Document(id, text.replace("<", "").replace(">", "")) for id, text in NOTES.items()]


@pytest.fixture
def records(tmp_path: Path) -> Records:
    return Records(write_output(tmp_path / "out", NOTES) / "spans.jsonl")


def test_in_a_view_all_that_was_replaced_stands_as_tags(records: Records) -> None:
    views = {doc.id: view_of(released_note(doc, records)) for doc in DOCS}
    assert {id: view.text for id, view in views.items()} == {
        "plain": "[PATIENT] has pain and was seen again.",
        "name": "[PATIENT] has pain and was seen again by Okonkwo.",
        "number": "[PATIENT] has pain and was seen again, file 4471880.",
        "small": "[PATIENT] and [PATIENT] have pain and were seen again by will.",
    }
    for doc in DOCS:  # no made-up name stands in what readers see
        assert "Larkin" not in views[doc.id].text
        assert "PATIENT" not in blanked(views[doc.id])
        assert len(blanked(views[doc.id])) == len(views[doc.id].text)


def test_capitals_and_numbers_give_room_and_replacements_do_not(records: Records) -> None:
    found = {note.id: note for note in read_release(lambda: DOCS, records, lang="en")}
    assert {id: note.room for id, note in found.items()} == {
        "plain": 0,
        "name": 1,
        "number": 1,
        "small": 0,
    }
    assert found["small"].marks == {"PATIENT": 2}
    assert found["small"].actions == {"surrogate": 2}
    assert found["plain"].actions == {"tag": 1}


def test_a_note_that_was_changed_is_not_the_release(records: Records) -> None:
    doc = DOCS[0]
    with pytest.raises(NoteError, match="was changed since"):
        released_note(Document(doc.id, doc.text + " "), records)


def test_what_the_policy_kept_is_no_mark(tmp_path: Path) -> None:
    path = tmp_path / "spans.jsonl"
    span = {"start": 0, "end": 1, "label": "DATE", "score": 0.9, "source": "", "kept": True}
    path.write_text(json.dumps({"id": "a", "spans": [span], "sha256": "x"}) + "\n")
    (record,) = Records(path).values()
    assert record.replaced == ()
    assert [s.label for s in record.kept] == ["DATE"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("x", "is not a line"),
        ("[]", "is not a line"),
        ('{"id": "a"}', "is not a line"),
        ('{"id": "a", "spans": [{"label": "X", "score": 1}]}', "is not a line"),
        ('{"id": "a", "sha256": "", "spans": [{"label": "X", ~}]}', "label that does not"),
        ('{"id": "a", "sha256": "", "spans": [{"label": "DATE", ~}]}', "does not say what stands"),
        ('{"id": "a", "spans": []}', "does not say what stands"),
    ],
)
def test_a_record_of_another_form_is_refused_by_line(line: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "spans.jsonl"
    span = '"start": 0, "end": 3, "score": 0.9, "source": "neural"'
    path.write_text(line.replace("~", span) + "\n")
    with pytest.raises(InputError, match=rf"spans\.jsonl:1.*{says}"):
        Records(path)


def test_places_that_overlap_are_refused(tmp_path: Path) -> None:
    path = write_output(tmp_path / "out", {"a": "<Larkin> <Bo>"}) / "spans.jsonl"
    row = json.loads(path.read_text())
    row["spans"][1]["new_start"] = 3
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(InputError, match="overlap"):
        Records(path)


def test_a_record_that_reaches_beyond_its_note_is_refused(tmp_path: Path) -> None:
    path = write_output(tmp_path / "out", {"a": "<Larkin> <Bo>"}) / "spans.jsonl"
    row = json.loads(path.read_text())
    row["spans"][1]["new_end"] = 99
    path.write_text(json.dumps(row) + "\n")
    with pytest.raises(NoteError, match="shorter"):
        released_note(Document("a", "Larkin Bo"), Records(path))


def test_notes_and_record_must_be_the_same(records: Records) -> None:
    with pytest.raises(NoteError, match="no line in"):
        read_release(lambda: [*DOCS, Document("more", "x")], records, lang="en")
    with pytest.raises(InputError, match="first is 'small'"):
        read_release(lambda: DOCS[:-1], records, lang="en")


def test_the_hash_changes_with_a_letter_and_not_with_the_order(
    records: Records, tmp_path: Path
) -> None:
    notes = read_release(lambda: DOCS, records, lang="en")
    assert hash_release(notes) == hash_release(notes[::-1])
    changed = NOTES | {"plain": NOTES["plain"] + " "}
    others = Records(write_output(tmp_path / "other", changed) / "spans.jsonl")
    docs = [Document("plain", DOCS[0].text + " "), *DOCS[1:]]
    assert others["plain"].sha256 == hash_text(docs[0].text)
    assert hash_release(read_release(lambda: docs, others, lang="en")) != hash_release(notes)
