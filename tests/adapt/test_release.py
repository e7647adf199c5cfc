"""Releases: what their record says, and which of their notes look suspicious."""

from __future__ import annotations

from pathlib import Path

import pytest
from releases import write_output

from incognote.adapt.release import hash_release, read_record, read_release
from incognote.document import Document
from incognote.errors import InputError, NoteError

TEXTS = {
    "plain": "[PATIENT] has pain and was seen again on [DATE].",
    "name": "[PATIENT] has pain and was seen again by Okonkwo.",
    "number": "[PATIENT] has pain and was seen again, file 4471880.",
    "roster": "[PATIENT] has pain and was seen again with will.",
    "found": "[PATIENT] has pain, call (216) 555-0143.",
}
DOCS = [Document(id, text) for id, text in TEXTS.items()]


def test_odd_words_numbers_known_names_and_findings_are_suspicious(tmp_path: Path) -> None:
    record = read_record(write_output(tmp_path / "out", TEXTS) / "spans.jsonl")
    assert record["plain"].marks == {"PATIENT": 1}
    found = {
        note.id: note.suspicion
        for note in read_release(lambda: DOCS, record, lang="en", roster=["Will Moss"])
    }
    assert found["plain"] == 0
    assert min(v for k, v in found.items() if k != "plain") > 0
    assert found["roster"] == max(found.values())


def test_close_calls_are_suspicious(tmp_path: Path) -> None:
    sure = read_record(write_output(tmp_path / "a", TEXTS) / "spans.jsonl")
    close = read_record(write_output(tmp_path / "b", TEXTS, scores=0.55) / "spans.jsonl")
    assert sure["plain"].weak == 0
    assert close["plain"].weak == 1


def test_what_the_policy_kept_is_no_mark(tmp_path: Path) -> None:
    path = tmp_path / "spans.jsonl"
    path.write_text(
        '{"id": "a", "spans": [{"start": 0, "end": 1, "label": "DATE", "score": 0.9, "source": "",'
        ' "kept": true}]}\n'
    )
    assert read_record(path)["a"].marks == {}


@pytest.mark.parametrize(
    "line", ["x", "[]", '{"id": "a"}', '{"id": "a", "spans": [{"label": "X", "score": 1}]}']
)
def test_a_record_of_another_form_is_refused_by_line(line: str, tmp_path: Path) -> None:
    path = tmp_path / "spans.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(InputError, match=r"spans\.jsonl:1"):
        read_record(path)


def test_notes_and_record_must_be_the_same(tmp_path: Path) -> None:
    record = read_record(write_output(tmp_path / "out", TEXTS) / "spans.jsonl")
    with pytest.raises(NoteError, match="no line in"):
        read_release(lambda: [*DOCS, Document("more", "x")], record, lang="en")
    with pytest.raises(InputError, match="first is 'found'"):
        read_release(lambda: DOCS[:-1], record, lang="en")


def test_the_hash_changes_with_a_letter_and_not_with_the_order(tmp_path: Path) -> None:
    record = read_record(write_output(tmp_path / "out", TEXTS) / "spans.jsonl")
    notes = read_release(lambda: DOCS, record, lang="en")
    assert hash_release(notes) == hash_release(notes[::-1])
    changed = [Document("plain", TEXTS["plain"] + " "), *DOCS[1:]]
    assert hash_release(read_release(lambda: changed, record, lang="en")) != hash_release(notes)
