"""`incognote review`: projects from what other commands write, and answers for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from incognote import cli
from incognote.core.document import Document, Span
from incognote.io.format import get_format, writer
from incognote.review import making
from incognote.review.marks import Wish
from incognote.review.project import Project

NOTE = "Dr. Ada Ruiz rang [[twice]].\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    doc = Document("n", NOTE, (Span(4, 12, "DOCTOR", 0.7, "model"),))
    writer("txt")([doc], tmp_path / "notes")
    writer("inline")([doc], tmp_path / "marked")
    row = {"id": "n", "spans": [{"start": 4, "end": 7, "label": "PATIENT", "score": 0.4}]}
    (tmp_path / "spans.jsonl").write_text(json.dumps(row) + "\n")
    return tmp_path


def run(*args: str | Path) -> int:
    return cli.run([str(arg) for arg in args])


def marks(path: Path) -> list[tuple[str, str]]:
    with Project(path) as project:
        text = project.text(1)
        assert text == NOTE
        return [(text[m.start : m.end], m.label) for m in project.state(1).marks]


@pytest.mark.parametrize(
    ("args", "found"),
    [
        (("notes",), [("Ada Ruiz", "DOCTOR")]),
        (("notes", "--spans", "spans.jsonl"), [("Ada", "PATIENT")]),
        (("marked", "--format", "inline", "--marks"), [("Ada Ruiz", "DOCTOR")]),
        (("notes", "--for", "label"), []),
        (("marked", "--for", "certify"), []),
    ],
)
def test_marks_come_from_where_it_was_said(
    folder: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], found: list[object]
) -> None:
    monkeypatch.chdir(folder)
    assert run("review", "new", "p.db", *args) == 0
    assert marks(folder / "p.db") == found


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("notes", "--for", "nothing"), "no purpose 'nothing'"),
        (("notes", "--marks", "--spans", "spans.jsonl"), "--marks or --spans"),
        (("marked", "--spans", "notes/n.txt"), "notes/n.txt"),
    ],
)
def test_what_does_not_go_together_makes_no_project(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    args: tuple[str, ...],
    why: str,
) -> None:
    monkeypatch.chdir(folder)
    assert run("review", "new", "p.db", *args) == 2
    assert why in capsys.readouterr().err
    assert not (folder / "p.db").exists()


def test_a_project_lies_apart_from_its_notes(folder: Path) -> None:
    assert run("review", "new", folder / "notes/p.db", folder / "notes") == 2
    assert not (folder / "notes/p.db").exists()


@pytest.mark.parametrize("reader", ["", " ", "A; B", "x" * 101, "A\nB"])
def test_a_reader_has_a_name(folder: Path, reader: str) -> None:
    assert run("review", "new", folder / "p.db", folder / "notes", "--for", "label") == 0
    assert run("review", folder / "p.db", "--reader", reader) == 2


def test_a_source_that_changed_is_not_shown(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("review", "new", folder / "p.db", folder / "notes", "--for", "label") == 0
    (folder / "notes/new.txt").write_text("another")
    assert run("review", folder / "p.db", "--reader", "R") == 2
    assert "changed since" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["changed", "new", "spans"])
def test_a_source_that_changes_while_it_is_read_is_not_shown(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    """Between reading and writing detectors run, which takes hours for many notes."""
    real = making.make_project

    def make(*args: object, **more: object) -> None:
        if what == "spans":
            (folder / "spans.jsonl").write_text('{"id": "n", "spans": []}\n')
        else:
            (folder / f"notes/{'n' if what == 'changed' else 'm'}.txt").write_text("another")
        real(*args, **more)

    monkeypatch.setattr(making, "make_project", make)
    new = ("review", "new", folder / "p.db", folder / "notes", "--spans", folder / "spans.jsonl")
    assert run(*new) == 0
    assert run("review", folder / "p.db", "--reader", "R") == 2
    assert "changed since" in capsys.readouterr().err


def test_answers_go_to_any_format_and_are_of_what_was_read(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = folder / "p.db"
    assert run("review", "new", project, folder / "marked", "--format", "inline", "--marks") == 0
    assert run("review", "export", project) == 2
    assert run("review", "export", project, "-o", folder / "early") == 2
    assert "No note is read yet" in capsys.readouterr().err
    with Project(project) as opened:
        (mark,) = opened.state(1).marks
        wishes = [Wish("change", mark.id, 8, 12, "PATIENT"), Wish("done")]
        opened.decide(1, wishes, reader="R", request="1", after=0)
    for form in (
        *("brat", "inline", "jsonl", "label-studio", "label-studio-predictions"),
        *("doccano", "prodigy", "uima-xmi"),
    ):
        assert run("review", "export", project, "-o", folder / form, "--to", form) == 0
        (doc,) = get_format(form).read(folder / form)
        assert [(s.start, s.end, s.label) for s in doc.spans] == [(8, 12, "PATIENT")]
    audit = folder / "audit.jsonl"
    assert run("review", "export", project, "--audit", audit) == 0
    assert "Ruiz" not in audit.read_text()
    assert [json.loads(line)["kind"] for line in audit.read_text().splitlines()] == [
        "change",
        "done",
    ]


def test_answers_of_a_sample_are_what_certify_takes(folder: Path) -> None:
    project = folder / "p.db"
    assert run("review", "new", project, folder / "marked", "--for", "certify") == 0
    assert run("review", "export", project, "-o", folder / "left", "--to", "brat") == 2
    assert run("review", "export", project, "-o", folder / "left") == 2  # nothing is read
    with Project(project) as opened:
        opened.decide(1, [Wish("done")], reader="R", request="1", after=0)
    assert run("review", "export", project, "-o", folder / "left") == 0
    assert json.loads((folder / "left").read_text()) == {"id": "n", "left": [], "reader": "R"}


def read(path: Path, reader: str, *wishes: Wish) -> None:
    with Project(path) as project:
        project.decide(1, [*wishes, Wish("done")], reader=reader, request="1", after=0)


def test_two_readers_agree_as_far_as_they_do(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, told = folder / "first.db", folder / "second.db", folder / "told.jsonl"
    for path in (first, second):
        assert run("review", "new", path, folder / "notes", "--for", "label") == 0
    assert run("review", "agree", first, second) == 2
    assert "no note that both have read" in capsys.readouterr().err
    read(first, "Ada", Wish("add", "", 4, 12, "DOCTOR"))
    read(second, "Tom", Wish("add", "", 8, 12, "DOCTOR"))
    capsys.readouterr()
    assert run("review", "agree", first, second, "--json", "--differences", told) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["notes"] == 1
    assert figures["types"]["DOCTOR"]["characters"] == pytest.approx(4 / 7)
    assert (figures["types"]["all"]["f1"], figures["types"]["all"]["first"]) == (0.0, 1)
    lines = [json.loads(line) for line in told.read_text().splitlines()]
    assert [(r["reader"], r["start"], r["end"], r["differs"]) for r in lines] == [
        ("Ada", 4, 12, "place"),
        ("Tom", 8, 12, "place"),
    ]
    assert "Ruiz" not in told.read_text()
    assert run("review", "agree", first, second) == 0
    assert "1 note that both have read." in capsys.readouterr().out


def test_nobody_is_held_against_themselves(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = folder / "one.db"
    assert run("review", "new", project, folder / "notes", "--for", "label") == 0
    assert run("review", "agree", project, folder / "notes" / ".." / "one.db") == 2
    assert "same project" in capsys.readouterr().err
