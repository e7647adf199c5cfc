"""Two readers are settled: what they differ in is decided, and the answers are of both."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from pages import run, spans
from projects import number

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, InputError, NoteError
from incognote.review.answers import answers, as_left, audit
from incognote.review.making import make_project
from incognote.review.marks import Wish
from incognote.review.project import Project, StaleError
from incognote.review.settling import side_by_side
from incognote.review.source import stamp

TEXT = "Dr. Ada Ruiz saw Tom Moss on 3/4/2019.\n"
Marks = Sequence[tuple[str, str]]
BOTH: Marks = [("3/4/2019", "DATE")]
ONE: Marks = [*BOTH, ("Ada", "DOCTOR"), ("Ruiz", "DOCTOR"), ("Tom Moss", "PATIENT")]
TWO: Marks = [*BOTH, ("Ada Ruiz", "DOCTOR")]


def reading(
    path: Path, reader: str, marks: dict[str, Marks], purpose: str = "label", text: str = TEXT
) -> Path:
    docs = [Document(id, text, (), {"patient": "7"}) for id in marks]
    make_project(path, docs, purpose=purpose, lang="en", source=stamp([]))
    with Project(path) as project:
        for note in project.notes:
            wishes = [
                Wish("add", "", text.index(words), text.index(words) + len(words), label)
                for words, label in marks[note.id]
            ]
            request = f"{path.name} {note.number}"
            done = [*wishes, Wish("done")]
            project.decide(note.number, done, reader=reader, request=request, after=0)
    return path


def two(folder: Path, purpose: str = "label") -> tuple[Path, Path]:
    first = {"a": BOTH, "b": ONE, "c": BOTH}
    second = {"a": BOTH, "b": TWO, "c": [*BOTH, ("Tom Moss", "PATIENT")]}
    return (
        reading(folder / "first.db", "A. Nurse", first, purpose),
        reading(folder / "second.db", "B. Clerk", second, purpose),
    )


def settling(folder: Path, purpose: str = "label") -> Path:
    path = folder / "settled.db"
    assert run("review", "new", path, *two(folder, purpose), "--for", "settle") == 0
    return path


def decide(project: Project, id: str, *wishes: Wish) -> None:
    at = number(project, id)
    last = project.state(at).last
    project.decide(at, wishes, reader="C. Chief", request=f"{id} {last} {wishes}", after=last)


def take(project: Project, id: str, side: int) -> None:
    marks = [mark for mark in project.state(number(project, id)).marks if mark.side]
    decide(project, id, *(Wish("keep" if m.side == side else "drop", m.id) for m in marks))


def test_only_what_they_differ_in_is_open_and_the_rest_is_read(tmp_path: Path) -> None:
    with Project(settling(tmp_path)) as project:
        assert [note.id for note in project.notes] == ["b", "c", "a"]
        marks = project.state(1).marks
        assert [(m.label, m.state, m.side) for m in marks] == [
            ("DOCTOR", "open", 1),
            ("DOCTOR", "open", 2),
            ("DOCTOR", "open", 1),
            ("PATIENT", "open", 1),
            ("DATE", "kept", 0),
        ]
        assert {m.source for m in marks} == {"A. Nurse", "B. Clerk", "A. Nurse; B. Clerk"}
        assert project.done == 1
        assert project.unread_after(0) == 1
        with pytest.raises(ConfigError, match="differ in comes first"):
            decide(project, "b", Wish("done"))
        with pytest.raises(InputError, match="2 notes of 3 are not read"):
            answers(project)


def test_the_answers_are_what_was_decided_and_say_who_read(tmp_path: Path) -> None:
    path = settling(tmp_path)
    with Project(path) as project:
        with pytest.raises(ConfigError, match="would overlap"):
            decide(project, "b", Wish("keep", "f1"))  # the other's stands there still
        take(project, "b", 2)
        decide(project, "b", Wish("done"))
        decide(project, "c", Wish("drop", project.state(number(project, "c")).marks[0].id))
        start = TEXT.index("Tom")
        decide(project, "c", Wish("add", "", start, start + 3, "PATIENT"), Wish("done"))
    with Project(path) as project:
        docs = {doc.id: doc for doc in answers(project)}
        lines = [json.loads(line) for line in audit(project)]
    assert {id: [(TEXT[s.start : s.end], s.label) for s in d.spans] for id, d in docs.items()} == {
        "a": [("3/4/2019", "DATE")],
        "b": [("Ada Ruiz", "DOCTOR"), ("3/4/2019", "DATE")],
        "c": [("Tom", "PATIENT"), ("3/4/2019", "DATE")],
    }
    assert docs["a"].meta == {"reader": "A. Nurse; B. Clerk", "patient": "7"}
    assert docs["b"].meta["reader"] == "A. Nurse; B. Clerk; C. Chief"
    assert {line["reader"] for line in lines} == {"C. Chief"}
    kept = [(x["kind"], x["found_by"]) for x in lines if x["kind"] in ("keep", "drop")]
    assert ("keep", "B. Clerk") in kept
    assert ("drop", "A. Nurse") in kept
    assert "Tom" not in json.dumps(lines)
    out = tmp_path / "settled.jsonl"
    assert run("review", "export", path, "-o", out) == 0
    assert spans(out)["c"] == [("Tom", "PATIENT"), ("3/4/2019", "DATE")]


def test_a_certificates_readers_are_settled_as_left(tmp_path: Path) -> None:
    path = settling(tmp_path, "certify")
    with Project(path) as project:
        assert project.answers_for.next == ("certify run", "certify apply")
        for id in ("b", "c"):
            take(project, id, 1)
            decide(project, id, Wish("done"))
        rows = {row["id"]: row for row in map(json.loads, map(as_left, answers(project)))}
    assert len(rows["b"]["left"]) == 4
    assert rows["a"]["reader"] == "A. Nurse; B. Clerk"


def test_undo_opens_what_they_differ_in_again(tmp_path: Path) -> None:
    with Project(settling(tmp_path)) as project:
        before = project.state(1).marks
        take(project, "b", 1)
        assert project.state(1).open == 0
        project.undo(reader="C. Chief", request="undo", after=project.history.last)
        assert project.state(1).marks == before


def test_a_choice_that_is_taken_back_opens_a_note_that_another_called_read(tmp_path: Path) -> None:
    with Project(settling(tmp_path)) as project:
        for id in ("b", "c"):
            take(project, id, 1)
            at = number(project, id)
            after = project.state(at).last
            project.decide(at, [Wish("done")], reader="D. Other", request=f"r{id}", after=after)
        assert project.finished
        project.undo(reader="C. Chief", request="undo", after=project.history.last)
        assert project.state(number(project, "c")).open
        assert not project.state(number(project, "c")).done
        assert not project.finished


@pytest.mark.parametrize("side", [1, 2])
def test_a_name_of_which_readers_say_another_type_is_settled_everywhere(
    tmp_path: Path, side: int
) -> None:
    both = {id: [*BOTH, ("Tom Moss", "PATIENT")] for id in "abc"}
    other: dict[str, Marks] = {id: [*BOTH, ("Tom Moss", "DOCTOR")] for id in "ab"}
    other["c"] = [*BOTH, ("Tom Moss on", "DOCTOR")]  # not the same words
    first = reading(tmp_path / "first.db", "A. Nurse", both)
    second = reading(tmp_path / "second.db", "B. Clerk", other)
    path = tmp_path / "settled.db"
    assert run("review", "new", path, first, second, "--for", "settle") == 0
    with Project(path) as project:
        at = number(project, "a")
        mark = next(mark for mark in project.state(at).marks if mark.side == side)
        told = {"reader": "C. Chief", "request": "x", "after": 0}
        changed = project.everywhere(at, mark.id, keep=True, **told)
        assert {project.notes[n - 1].id for n in changed} == {"a", "b", "c"}
        assert project.open == 0
        stand = {note.id: project.document(note.number).spans for note in project.notes}
        label = ("PATIENT", "DOCTOR")[side - 1]
        for id in "abc":
            assert [(TEXT[s.start : s.end], s.label) for s in stand[id]] == [
                ("Tom Moss", label),
                ("3/4/2019", "DATE"),
            ]
        project.undo(reader="C. Chief", request="y", after=project.history.last)
        assert project.open == 6


def test_what_cannot_be_settled_is_refused_in_words(tmp_path: Path) -> None:
    first, second = two(tmp_path)
    same = reading(tmp_path / "same.db", "A. Nurse", {"a": BOTH, "b": TWO, "c": BOTH})
    fewer = reading(tmp_path / "fewer.db", "B. Clerk", {"a": BOTH})
    other = reading(tmp_path / "other.db", "B. Clerk", {"a": BOTH}, text=TEXT.upper().lower())
    one = reading(tmp_path / "one.db", "A. Nurse", {"a": BOTH})
    left = reading(tmp_path / "left.db", "B. Clerk", {"a": BOTH, "b": BOTH, "c": BOTH}, "certify")
    unread = tmp_path / "unread.db"
    docs = [Document(id, TEXT) for id in "abc"]
    make_project(unread, docs, purpose="label", lang="en", source=stamp([]))
    refused: list[tuple[Path, Path, type[Exception], str]] = [
        (first, same, ConfigError, "read it in both"),
        (first, fewer, InputError, "not of the same notes"),
        (one, other, NoteError, "not the same"),
        (first, left, ConfigError, "same purpose"),
        (first, unread, InputError, "3 notes are not read yet"),
    ]
    for a, b, error, words in refused:
        with Project(a) as x, Project(b) as y, pytest.raises(error, match=words):
            side_by_side(x, y)
    new = ("review", "new", tmp_path / "n.db", "--for", "settle")
    assert run(*new, first) == run(*new, first, first) == run(*new, first, second, "--marks") == 2


def test_a_changed_reading_is_no_longer_settled(tmp_path: Path) -> None:
    path = settling(tmp_path)
    with Project(tmp_path / "first.db") as project:
        at = project.state(1).last
        project.decide(1, [Wish("reopen")], reader="A. Nurse", request="x", after=at)
    with Project(path) as project, pytest.raises(InputError, match="changed since"):
        project.check_source()
    with Project(path) as project, pytest.raises(StaleError):
        decide(project, "b", Wish("keep", "f99"))


def test_the_notes_that_were_picked_come_in_their_order(tmp_path: Path) -> None:
    for id in "abc":
        (tmp_path / "notes").mkdir(exist_ok=True)
        (tmp_path / f"notes/{id}.txt").write_text(f"Ada Ruiz rang {id}.\n")
    spans_file = tmp_path / "spans.jsonl"
    rows = [{"id": id, "spans": [{"start": 0, "end": 8, "label": "DOCTOR"}]} for id in "ca"]
    spans_file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    picked = tmp_path / "next.jsonl"
    new = ("review", "new", tmp_path / "p.db", tmp_path / "notes", "--for", "pick")
    assert run(*new) == 2
    for wrong in ('{"id": "x"}\n', "no json\n", '{"id": "a"}\n{"id": "a"}\n', "[]\n"):
        picked.write_text(wrong)
        assert run(*new, "--picked", picked, "--spans", spans_file) == 2
    picked.write_text('{"id": "c", "doubt": 2.5}\n{"id": "a", "doubt": 1.0}\n')
    assert run(*new, "--picked", picked, "--spans", spans_file) == 0
    with Project(tmp_path / "p.db") as project:
        assert [note.id for note in project.notes] == ["c", "a"]
        assert project.state(1).marks == project.state(1).standing != ()
        assert project.answers_for.next[0] == "adapt run"


def test_spans_of_one_reader_may_not_overlap(tmp_path: Path) -> None:
    doc = Document("a", TEXT, (Span(0, 5, "DATE", source="A"), Span(3, 9, "DATE", source="A")))
    meta = {"reader_1": "A", "reader_2": "B"}
    doc = Document("a", TEXT, doc.spans, meta)
    with pytest.raises(NoteError, match="overlap"):
        make_project(
            tmp_path / "x.db", [doc], purpose="settle", lang="en", source=stamp([]), settles="label"
        )
