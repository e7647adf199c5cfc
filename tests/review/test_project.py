"""A project keeps what was decided, whatever happens, and never shows what is no longer there."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from projects import TEXT, made, notes, number

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, InputError, NoteError, OutputError
from incognote.review.making import make_project
from incognote.review.marks import Wish
from incognote.review.project import Project, StaleError
from incognote.review.purposes import PURPOSES
from incognote.review.source import stamp

requests = (f"request-{n}" for n in range(10_000))


def decide(project: Project, id: str, *wishes: Wish, reader: str = "R") -> list[int]:
    at = number(project, id)
    last = project.state(at).last
    return project.decide(at, wishes, reader=reader, request=next(requests), after=last)


def undo(project: Project, reader: str = "R") -> list[int]:
    last = project.history.last
    changed, stay = project.undo(reader=reader, request=next(requests), after=last)
    assert stay == 0
    return changed


def redo(project: Project, reader: str = "R") -> list[int]:
    return project.redo(reader=reader, request=next(requests), after=project.history.last)


def marked(project: Project, id: str) -> list[tuple[str, str, str]]:
    at = number(project, id)
    text = project.text(at)
    return [(text[m.start : m.end], m.label, m.state) for m in project.state(at).marks]


def test_a_project_is_for_its_owner_and_overwrites_nothing(tmp_path: Path) -> None:
    path = made(tmp_path)
    assert path.stat().st_mode & 0o077 == 0
    assert {p.name for p in tmp_path.iterdir()} == {"project.db", "source.txt"}
    with pytest.raises(OutputError, match="exists already"):
        made(tmp_path)


def test_decisions_are_there_after_it_was_closed(tmp_path: Path) -> None:
    path = made(tmp_path)
    with Project(path) as project:
        first, second = (m.id for m in project.state(number(project, "a/1")).marks)
        decide(project, "a/1", Wish("keep", first))
        decide(project, "a/1", Wish("drop", second))
        start = TEXT.index("José")
        decide(project, "a/1", Wish("add", "", start, start + 4, "PATIENT"))
        decide(project, "a/1", Wish("comment", comment="is this one?"), Wish("done"))
        before = project.state(number(project, "a/1"))
    with Project(path) as project:
        assert project.state(number(project, "a/1")) == before
        assert before.done == "R"
        assert before.comments == (("R", "is this one?"),)
        assert marked(project, "a/1") == [
            ("Ada Ruiz", "DOCTOR", "kept"),
            ("3/4/2019", "DATE", "dropped"),
            ("José", "PATIENT", "kept"),
        ]
        assert project.done == 1


def test_undo_has_no_end_and_takes_back_what_was_done_at_once(tmp_path: Path) -> None:
    with Project(made(tmp_path)) as project:
        at = number(project, "a/1")
        begin = {note.id: marked(project, note.id) for note in project.notes}
        mark = project.state(at).marks[0]
        decide(project, "a/1", Wish("change", mark.id, mark.start, mark.end + 2, "DOCTOR"))
        decide(project, "a/1", Wish("change", mark.id, mark.start, mark.end, "PATIENT"))
        last = project.state(at).last
        changed = project.everywhere(
            at, mark.id, keep=True, reader="R", request=next(requests), after=last
        )
        assert sorted(project.notes[n - 1].id for n in changed) == ["a/1", "a/2"]
        assert marked(project, "b/1") == []  # another patient
        assert ("Ada Ruiz", "PATIENT", "kept") in marked(project, "a/2")
        decide(project, "a/2", Wish("done"), reader="another")
        for _ in range(3):
            assert undo(project)
        assert {note.id: marked(project, note.id) for note in project.notes} == begin
        assert undo(project) == []
        assert project.done == 1  # what another did stands


def test_a_name_is_dropped_everywhere_in_its_patient(tmp_path: Path) -> None:
    with Project(made(tmp_path)) as project:
        at = number(project, "a/1")
        mark = project.state(at).marks[0]

        def alike(keep: bool) -> list[int]:
            last = project.state(at).last
            return project.everywhere(
                at, mark.id, keep=keep, reader="R", request=next(requests), after=last
            )

        alike(True)
        assert [m[0] for m in marked(project, "a/1")].count("Ada Ruiz") == 2
        assert alike(True) == []  # they stand
        alike(False)
        assert {m[2] for m in marked(project, "a/1") if m[0] == "Ada Ruiz"} == {"dropped"}


def test_a_name_is_marked_everywhere_with_and_without_its_accents(tmp_path: Path) -> None:
    forms = ["José Peña", "JOSE PENA", "Jose\u0301 Pen\u0303a"]
    docs = [Document(f"n{i}", f"Sr. {x}.\n", (), {"patient": "7"}) for i, x in enumerate(forms)]
    for each in forms:
        (folder := tmp_path / str(len(each.encode()))).mkdir()
        with Project(made(folder, docs=docs)) as project:
            id = f"n{forms.index(each)}"
            decide(project, id, Wish("add", "", 4, 4 + len(each), "PATIENT"))
            mark = project.state(number(project, id)).marks[0]
            at, told = number(project, id), {"reader": "R", "request": next(requests)}
            after = project.state(at).last
            project.everywhere(at, mark.id, keep=True, after=after, **told)
            found = [marked(project, doc.id) for doc in docs]
            assert found == [[(form, "PATIENT", "kept")] for form in forms]


def test_the_same_act_is_written_once_and_an_old_page_is_told(tmp_path: Path) -> None:
    with Project(made(tmp_path)) as project:
        at = number(project, "a/1")
        mark = project.state(at).marks[0].id
        for _ in range(2):
            project.decide(at, [Wish("drop", mark)], reader="R", request="once", after=0)
        assert len(project.history.all) == 1
        with pytest.raises(StaleError):
            project.decide(at, [Wish("keep", mark)], reader="R", request="other tab", after=0)


@pytest.mark.parametrize(
    "wish",
    [
        Wish("add", "", 8, 30, "DATE"),  # over two others
        Wish("add", "", 3, 3, "DATE"),
        Wish("add", "", -1, 3, "DATE"),
        Wish("add", "", 0, 10_000, "DATE"),
        Wish("add", "", 4, 5, "DATE"),  # a blank
        Wish("add", "", 0, 4, "NO_SUCH_TYPE"),
        Wish("keep", "f999"),
        Wish("undo"),
        Wish("burn"),
        Wish("comment", comment=""),
        Wish("comment", comment="x" * 2_001),
    ],
    ids=lambda wish: f"{wish.kind} {wish.start} {wish.end} {wish.label} {len(wish.comment)}",
)
def test_what_cannot_be_is_refused_whole(tmp_path: Path, wish: Wish) -> None:
    with Project(made(tmp_path)) as project:
        before = project.state(number(project, "a/1"))
        with pytest.raises((ConfigError, StaleError)):
            decide(project, "a/1", Wish("done"), wish)
        assert project.state(number(project, "a/1")) == before
        assert project.history.all == []


def test_undo_goes_past_what_would_lay_two_marks_over_each_other(tmp_path: Path) -> None:
    with Project(made(tmp_path)) as project:
        at = number(project, "a/1")
        mark, date = project.state(at).marks
        decide(project, "a/1", Wish("drop", date.id))
        decide(project, "a/1", Wish("change", mark.id, mark.start, mark.start + 3, "DOCTOR"))
        other = Wish("add", "", mark.start + 4, mark.end, "PATIENT")
        decide(project, "a/1", other, reader="another")

        def take_back(request: str) -> tuple[list[int], int]:
            return project.undo(reader="R", request=request, after=project.history.last)

        assert take_back("u1") == ([at], 1)  # the drop; the change stays
        assert marked(project, "a/1") == [
            ("Ada", "DOCTOR", "kept"),
            ("Ruiz", "PATIENT", "kept"),
            ("3/4/2019", "DATE", "open"),
        ]
        with pytest.raises(ConfigError, match="other marks stand in its place"):
            take_back("u2")
        assert redo(project) == [at]
        assert marked(project, "a/1")[2][2] == "dropped"
        undo(project, "another")  # now nothing is in the way
        assert take_back("u3") == ([at], 0)
        assert marked(project, "a/1")[0] == ("Ada Ruiz", "DOCTOR", "open")


def test_an_act_whose_answer_was_lost_is_told_again_and_done_once(tmp_path: Path) -> None:
    with Project(made(tmp_path)) as project:
        at, other = number(project, "a/1"), number(project, "a/2")
        mark = project.state(at).marks[0].id

        def twice(act: Callable[[], object], told: object) -> None:
            before = len(project.history.all)
            assert act() == told
            many = len(project.history.all)
            assert many > before
            assert act() == told
            assert len(project.history.all) == many

        told = {"reader": "R", "after": 0}
        both = sorted([at, other])
        twice(lambda: project.everywhere(at, mark, keep=True, request="e", **told), both)
        told["after"] = project.history.last
        twice(lambda: project.undo(request="u", **told), (both, 0))
        told["after"] = project.history.last
        twice(lambda: project.redo(request="r", **told), both)


def test_a_tab_takes_back_only_what_it_saw(tmp_path: Path) -> None:
    with Project(made(tmp_path)) as project:
        decide(project, "a/1", Wish("comment", comment="one"))
        seen = project.history.last
        decide(project, "a/2", Wish("done"))  # in another tab
        for act in (project.undo, project.redo):
            with pytest.raises(StaleError, match="elsewhere"):
                act(reader="R", request=next(requests), after=seen)
        assert project.done == 1
        assert undo(project) == [number(project, "a/2")]


@pytest.mark.parametrize("seed", range(4))
def test_what_grows_by_the_act_is_what_is_read_anew(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    path = made(tmp_path)

    def all_of(project: Project) -> object:
        states = {note.id: project.state(note.number) for note in project.notes}
        return states, project.done, project.open, project.finished

    with Project(path) as project:
        ids = [note.id for note in project.notes]
        kinds = set()
        for _ in range(60):
            reader = draw.choice("RS")
            kind = draw.choice(["keep", "drop", "done", "reopen", "undo", "undo", "redo"])
            marks = project.state(1).marks
            if kind in ("undo", "redo"):
                (undo if kind == "undo" else redo)(project, reader)
            elif kind in ("keep", "drop"):
                decide(project, ids[0], Wish(kind, draw.choice(marks).id), reader=reader)
            else:
                decide(project, draw.choice(ids), Wish(kind), reader=reader)
            kinds.add(kind)
        grown, history = all_of(project), project.history
        assert len(kinds) == 6
    with Project(path) as project:
        assert all_of(project) == grown
        assert project.history.all == history.all


def test_the_file_itself_changes_and_removes_no_decision(tmp_path: Path) -> None:
    path = made(tmp_path)
    with Project(path) as project:
        decide(project, "a/1", Wish("done"))
    base = sqlite3.connect(path)
    for act in ("UPDATE decision SET reader = 'x'", "DELETE FROM decision"):
        with pytest.raises(sqlite3.IntegrityError, match="stands"):
            base.execute(act)
    base.close()


def test_nobody_else_opens_it_until_its_process_ends(tmp_path: Path) -> None:
    path = made(tmp_path)
    code = (
        "import sys, time, pathlib; from incognote.review.project import Project; "
        "from incognote.review.marks import Wish; p = Project(pathlib.Path(sys.argv[1])); "
        "p.decide(1, [Wish('done')], reader='R', request='x', after=0); print('open', flush=True); "
        "p._base.execute('BEGIN'); "
        "p._base.execute(\"INSERT INTO decision SELECT 2, 2, 'y', at, reader, note, 'reopen', mark,"
        ' start, end, label, comment, undoes FROM decision"); time.sleep(60)'
    )
    other = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE)
    assert other.stdout is not None
    assert other.stdout.readline() == b"open\n"
    with pytest.raises(InputError, match="open in another process"):
        Project(path)
    other.send_signal(signal.SIGKILL)  # in the middle of writing
    other.wait()
    other.stdout.close()
    with Project(path) as project:
        assert project.state(1).done == "R"
        assert len(project.history.all) == 1


@pytest.mark.parametrize("what", ["changed", "same size", "gone"])
def test_a_source_that_changed_is_refused_and_answers_stay(tmp_path: Path, what: str) -> None:
    path = made(tmp_path)
    source = tmp_path / "source.txt"
    if what == "gone":
        source.unlink()
    else:
        source.write_text("as it is " if what == "same size" else "otherwise")
        os.utime(source, (1, 1))
    with Project(path) as project, pytest.raises(InputError, match="changed since"):
        project.check_source()


def test_a_source_that_was_only_touched_is_the_same(tmp_path: Path) -> None:
    path = made(tmp_path)
    os.utime(tmp_path / "source.txt", (1, 1))
    with Project(path) as project:
        project.check_source()


def test_another_version_or_file_is_refused(tmp_path: Path) -> None:
    path = made(tmp_path)
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.close()
    with pytest.raises(InputError, match="version 99"):
        Project(path)
    for content in (b"no database at all, but long enough to be looked into" * 9, b""):
        (tmp_path / "other").write_bytes(content)
        with pytest.raises(InputError, match="is not a project"):
            Project(tmp_path / "other")
    with pytest.raises(InputError, match="not there"):
        Project(tmp_path / "none")


@pytest.mark.parametrize(
    ("docs", "error"),
    [
        ([], InputError),
        ([Document("a", "x"), Document("a", "y")], NoteError),
        ([Document("a", "half \ud83d")], NoteError),
        ([Document("a", "Ada Ruiz", (Span(0, 5, "PATIENT"), Span(4, 8, "PATIENT")))], NoteError),
        ([Document("a", "Ada Ruiz", (Span(0, 3, "TERRITORIO"),))], NoteError),
    ],
)
def test_notes_that_cannot_be_shown_as_they_are_make_no_project(
    tmp_path: Path, docs: list[Document], error: type[Exception]
) -> None:
    with pytest.raises(error):
        make_project(tmp_path / "p.db", docs, purpose="check", lang="en", source=stamp([]))
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_told_and_nothing_half_decided_stays(tmp_path: Path) -> None:
    with Project(made(tmp_path)) as project:
        (pages,) = project._base.execute("PRAGMA page_count").fetchone()
        project._base.execute(f"PRAGMA max_page_count = {pages}")  # as a disk without room
        long = [Wish("comment", comment="x" * 2_000)] * 100
        with pytest.raises(OutputError, match="could not be written"):
            decide(project, "a/1", *long)
        assert project.history.all == []
        project._base.execute("PRAGMA max_page_count = 1000000")
        decide(project, "a/1", Wish("done"))
        assert len(project.history.all) == 1
        with pytest.raises(UnicodeEncodeError):  # whatever else goes wrong
            decide(project, "a/1", Wish("comment", comment="a\ud800"))
        decide(project, "a/1", Wish("reopen"))
        assert [each.wish.kind for each in project.history.all] == ["done", "reopen"]


@pytest.mark.parametrize("purpose", [name for name in PURPOSES if name != "settle"])
def test_each_purpose_shows_every_note_once(tmp_path: Path, purpose: str) -> None:
    with Project(made(tmp_path, purpose)) as project:
        assert sorted(note.id for note in project.notes) == sorted(doc.id for doc in notes())
        if purpose == "check":
            assert project.notes[0].id == "a/1"  # the most doubtful


def test_what_was_undone_is_done_again_until_something_else_is_decided(tmp_path: Path) -> None:
    with Project(made(tmp_path)) as project:
        at = number(project, "a/1")
        first, second = (mark.id for mark in project.state(at).marks)

        def states() -> list[str]:
            return [mark.state for mark in project.state(at).marks]

        decide(project, "a/1", Wish("keep", first))
        decide(project, "a/1", Wish("drop", second))
        undo(project)
        undo(project)
        assert states() == ["open", "open"]
        assert redo(project, "Another") == []
        assert redo(project) == [at]
        assert states() == ["kept", "open"]
        redo(project)
        assert states() == ["kept", "dropped"]
        assert redo(project) == []
        undo(project)
        assert states() == ["kept", "open"]
        decide(project, "a/1", Wish("comment", comment="so"))
        assert redo(project) == []
        assert project.others_of(at) == [number(project, "a/2")]
    with Project(tmp_path / "project.db") as project:
        assert [mark.state for mark in project.state(at).marks] == ["kept", "open"]
