"""The doubtful marks of all notes in one list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from projects import made, span

from incognote import cli
from incognote.core.document import Document
from incognote.core.errors import ConfigError
from incognote.io.format import writer
from incognote.review import gallery
from incognote.review.gallery import groups
from incognote.review.marks import Wish
from incognote.review.project import Project, StaleError

ONE, TWO, THREE = "Dr. Ada  Ruiz, ADA RUIZ.\n", "May came; Ada Ruiz too.\n", "Ada Ruiz in May.\n"


def docs() -> list[Document]:
    first = (span(ONE, "Ada  Ruiz", "DOCTOR", 0.4), span(ONE, "ADA RUIZ", "DOCTOR", 0.8))
    second = (span(TWO, "May", "PATIENT", 0.6), span(TWO, "Ada Ruiz", "DOCTOR", 0.9))
    third = (span(THREE, "Ada Ruiz", "DOCTOR", 0.7), span(THREE, "May", "DATE", 0.99))
    return [
        Document("a/1", ONE, first, {"patient": "7"}),
        Document("a/2", TWO, second, {"patient": "7"}),
        Document("b/1", THREE, third, {"patient": "8"}),
    ]


@pytest.fixture
def project(tmp_path: Path) -> Project:
    with Project(made(tmp_path, docs=docs())) as opened:
        yield opened


def shown(project: Project, *, by_patient: bool = False) -> list[tuple[str, str, str, int]]:
    found, many = groups(project, by_patient=by_patient)
    assert many == len(found)
    return [(g.surface, g.label, g.patient, len(g.marks)) for g in found]


def test_alike_marks_stand_together_the_most_doubtful_first(project: Project) -> None:
    assert shown(project) == [
        ("Ada Ruiz", "DOCTOR", "", 4),
        ("May", "PATIENT", "", 1),
        ("May", "DATE", "", 1),
    ]
    assert shown(project, by_patient=True) == [
        ("Ada Ruiz", "DOCTOR", "7", 3),
        ("May", "PATIENT", "7", 1),
        ("Ada Ruiz", "DOCTOR", "8", 1),
        ("May", "DATE", "8", 1),
    ]
    (first, *_), _ = groups(project, by_patient=False)
    assert first.score == 0.4
    assert ("Dr. ", "Ada  Ruiz", ", ADA RUIZ.\n") in first.examples
    assert "Ada" not in repr(first)


def test_what_is_decided_at_once_is_undone_at_once(project: Project) -> None:
    (ada, may, day), _ = groups(project, by_patient=False)
    changed = project.decide_all(ada.marks, "keep", "", reader="R", request="1")
    assert len(changed) == 3
    assert (
        project.decide_all(ada.marks, "keep", "", reader="R", request="1") == changed
    )  # sent again
    project.decide_all(may.marks, "drop", "", reader="R", request="2")
    project.decide_all(day.marks, "change", "PATIENT", reader="R", request="3")
    assert shown(project) == []
    assert project.state(day.marks[0][0]).find(day.marks[0][1]).label == "PATIENT"
    for request in ("4", "5", "6"):
        project.undo(reader="R", request=request, after=project.history.last)
    assert len(shown(project)) == 3


def test_what_was_decided_about_since_is_not_decided_again(project: Project) -> None:
    (ada, *_), _ = groups(project, by_patient=False)
    note, id = ada.marks[-1]
    project.decide(note, [Wish("drop", id)], reader="R", request="1", after=0)
    with pytest.raises(StaleError):
        project.decide_all(ada.marks, "keep", "", reader="R", request="2")
    assert len(project.history.all) == 1
    for kind, label in (("undo", ""), ("done", ""), ("change", "NONE")):
        with pytest.raises(ConfigError):
            project.decide_all(ada.marks[:1], kind, label, reader="R", request=kind)


def test_many_groups_and_marks_are_bounded(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "MOST_GROUPS", 2)
    monkeypatch.setattr(gallery, "MOST_AT_ONCE", 3)
    found, many = groups(project, by_patient=False)
    assert (len(found), many, len(found[0].marks)) == (2, 3, 3)
    assert found[0].more == 1


def test_the_most_doubtful_mark_counts_though_others_fill_the_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gallery, "MOST_AT_ONCE", 1)
    notes = [
        Document(id, "May.", (span("May.", "May", "DATE", score),))
        for id, score in (("a", 0.9), ("b", 0.2))
    ]
    with Project(made(tmp_path, "pick", notes)) as project:
        notes = list(project.notes)
        ((group,), _) = groups(project, by_patient=False)
    assert [note.id for note in notes] == ["a", "b"]  # the doubtful one comes last
    assert (group.score, len(group.marks), group.more) == (0.2, 1, 1)


def test_a_note_of_nobody_is_not_of_the_patient_whose_name_is_its_id(tmp_path: Path) -> None:
    marks = (span("May.", "May", "DATE"),)
    notes = [Document("7", "May.", marks), Document("x", "May.", marks, {"patient": "7"})]
    with Project(made(tmp_path, docs=notes)) as project:
        assert shown(project, by_patient=True) == [("May", "DATE", "", 1), ("May", "DATE", "7", 1)]


def test_a_release_is_checked_and_made_anew_from_its_spans(tmp_path: Path) -> None:
    source, out, spans = tmp_path / "notes", tmp_path / "out", tmp_path / "out/spans.jsonl"
    notes = [Document(doc.id.replace("/", "-"), doc.text) for doc in docs()]
    writer("txt")(notes, source)
    found = tmp_path / "found.jsonl"
    writer("jsonl")(
        [Document(n.id, n.text, d.spans) for n, d in zip(notes, docs(), strict=True)], found
    )
    run = ["deid", str(source), "-o", str(out), "--spans", str(found)]
    assert cli.run(run) == 0
    path, answers = tmp_path / "project.db", tmp_path / "answers.jsonl"
    new = ["review", "new", str(path), str(source), "--for", "release"]
    assert cli.run(new) == 2  # what the run found is what is checked
    assert cli.run([*new, "--spans", str(spans)]) == 0
    with Project(path) as project:
        (ada, may, _), _ = groups(project, by_patient=False)
        project.decide_all(may.marks, "drop", "", reader="R", request="1")
    assert cli.run(["review", "export", str(path), "-o", str(answers)]) == 0
    lines = [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines()]
    assert sorted(line["id"] for line in lines) == sorted(note.id for note in notes)
    again = tmp_path / "again"
    assert cli.run(["deid", str(source), "-o", str(again), "--spans", str(answers)]) == 0
    assert (out / "a-2.txt").read_text() == "[PATIENT] came; [DOCTOR] too.\n"
    assert (again / "a-2.txt").read_text() == "May came; [DOCTOR] too.\n"
    assert len(ada.marks) == 4


TEXTS = {"a": "Ada Ruiz rang, no pain.\n", "b": "No pain.\n", "c": "Dr. Ada Ruiz, 3/4/2019.\n"}


def released(folder: Path, form: str, *, without: str = "") -> tuple[Path, Path, Path]:
    """A source, and a run's output and record."""
    marks = {"a": [("Ada Ruiz", "DOCTOR")], "c": [("Ada Ruiz", "DOCTOR"), ("3/4/2019", "DATE")]}
    rows = [
        Document(id, text, tuple(span(text, *each) for each in marks.get(id, ())))
        for id, text in TEXTS.items()
    ]
    source, out = folder / "notes", folder / "out"
    if form == "jsonl":
        source, out = source.with_suffix(".jsonl"), out.with_suffix(".jsonl")
    writer(form)([doc.with_spans(()) for doc in rows], source)
    writer("jsonl")([doc for doc in rows if doc.id != without], folder / "found.jsonl")
    run = ["deid", str(source), "-o", str(out), "--spans", str(folder / "found.jsonl")]
    assert cli.run(run) == (cli.FAILED_NOTES if without else 0)
    return source, out, out / "spans.jsonl" if form == "txt" else folder / "out.jsonl.spans.jsonl"


@pytest.mark.parametrize(
    ("form", "old", "new", "first"),
    [
        ("txt", "", "", ""),
        ("txt", "no pain", "bad pain", "a"),  # what comes behind stands elsewhere
        ("txt", "Dr. Ada Ruiz, 3", "Dr. Ada Ruiz; 3", "c"),  # between two marks
        ("txt", "Ada Ruiz rang", "Adam Ruiz rang", "a"),  # a mark that grew
        ("txt", "No pain.", "No pains.", "b"),  # nothing was found there
        ("jsonl", "", "", ""),
        ("jsonl", "Dr.", "Mr.", "c"),
    ],
)
def test_notes_that_changed_since_the_run_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str, old: str, new: str, first: str
) -> None:
    source, _, spans = released(tmp_path, form)
    for file in source.rglob("*.txt") if form == "txt" else [source]:
        file.write_text(file.read_text().replace(old, new) if old else file.read_text())
    told = ["review", "new", str(tmp_path / "p.db"), str(source), "--spans", str(spans)]
    capsys.readouterr()
    assert cli.run([*told, "--for", "release"]) == (2 if first else 0)
    said = capsys.readouterr().err
    assert ("1 note changed since" in said) == bool(first)
    assert f"the first is '{first}'" in said or not first
    assert "pain" not in said
    assert (tmp_path / "p.db").exists() != bool(first)


def test_a_release_is_checked_beside_what_the_run_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, out, spans = released(tmp_path, "txt")
    new = ["review", "new", str(tmp_path / "p.db"), str(source), "--for", "release", "--spans"]
    for other in ("elsewhere.jsonl", "gone/spans.jsonl", "lost.spans.jsonl"):
        (tmp_path / other).parent.mkdir(exist_ok=True)
        (tmp_path / other).write_bytes(spans.read_bytes())
        assert cli.run([*new, str(tmp_path / other)]) == 2
    said = capsys.readouterr().err
    assert said.count("does not lie beside what the run wrote") == 2
    assert "3 notes of spans.jsonl are not there, the first is 'a'" in said
    rows = [json.loads(line) for line in spans.read_text().splitlines()]
    detected = [{"id": row["id"], "spans": []} for row in rows]
    spans.write_text("".join(f"{json.dumps(row)}\n" for row in detected))
    assert cli.run([*new, str(spans)]) == 2  # as detect writes them
    assert "does not say what stands in the released note" in capsys.readouterr().err
    spans.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    (out / "a.txt").write_text("[DOCTOR] rang, no pain at all.\n")
    assert cli.run([*new, str(spans)]) == 2
    assert "was changed since it was released" in capsys.readouterr().err
    assert not (tmp_path / "p.db").exists()


def test_a_note_that_the_run_failed_on_does_not_leave_and_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, _, spans = released(tmp_path, "txt", without="c")
    new = ["review", "new", str(tmp_path / "p.db"), str(source), "--spans", str(spans)]
    capsys.readouterr()
    assert cli.run([*new, "--for", "release"]) == cli.FAILED_NOTES
    said = capsys.readouterr()
    assert "1 note of SRC left out: spans.jsonl has no record of it" in said.err
    assert "2 notes, 1 mark" in said.out
    with Project(tmp_path / "p.db") as project:
        assert [note.id for note in project.notes] == ["a", "b"]
