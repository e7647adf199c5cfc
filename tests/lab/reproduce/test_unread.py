"""Notes of an experiment that cannot be read: left out, counted and named, and nothing stops."""

import json
from pathlib import Path

import pytest

from incognote.core.errors import ConfigError, NoteError
from incognote.io.format import writer
from incognote.io.inline import parse
from incognote.lab.reproduce import report as reports
from incognote.lab.reproduce.corpora import CORPORA, read_parts, read_unlabelled
from incognote.lab.reproduce.experiment import Experiment, Row, System, Table
from incognote.lab.reproduce.run import reproduce
from tiny_models import write_corpus

TINY = {"model.word_size": 8, "model.hidden": 6, "model.attention_inner": 8}
SPANISH = "Paciente: [[NOMBRE_SUJETO_ASISTENCIA|Ana Ruiz]] de [[TERRITORIO|Soria]]. Estable."
SECRET = "Zyxanova"


def english(folder: Path) -> Path:
    return write_corpus(folder, times=2)


def spanish(folder: Path) -> Path:
    for part in ("train", "dev"):
        docs = [parse(f"{part}{i}", SPANISH) for i in range(12)]
        writer("brat")(docs, folder / part)
    (folder / "background").mkdir()
    (folder / "background/b0.txt").write_text("Sin hallazgos.")
    return folder


def no_utf8(path: Path) -> None:
    path.write_bytes(b"Seen by " + SECRET.encode() + b"\xe9")


def broken_mark(path: Path) -> None:
    if path.with_suffix(".ann").exists():
        path.with_suffix(".ann").write_text(f"T1\tTERRITORIO 0 9000\t{SECRET}\n")
    else:
        path.write_text(f"Seen by [[NOSUCH|{SECRET}]].")


BREAKS = [no_utf8, broken_mark]
MAKERS = {"notes-en": (english, ""), "meddocan": (spanish, "{part}/")}


@pytest.mark.parametrize("damage", BREAKS)
@pytest.mark.parametrize("corpus", sorted(MAKERS))
def test_a_note_that_cannot_be_read_is_left_out_and_named(corpus, damage, tmp_path):
    make, below = MAKERS[corpus]
    path = make(tmp_path)
    whole = read_parts(corpus, {corpus: path})
    for part in ("train", "dev"):
        damage(path / f"{below.format(part=part)}{part}1.txt")
    errors: list[NoteError] = []
    parts = read_parts(corpus, {corpus: path}, on_error=errors.append)
    assert {e.id for e in errors} == {"train1", "dev1"}
    some, every = [*parts.train, *parts.held], [*whole.train, *whole.held]
    assert {d.id for d in some} == {d.id for d in every} - {"train1"}
    assert {d.id for d in parts.test} == {d.id for d in whole.test} - {"dev1"}
    with pytest.raises(NoteError, match=r"train1|dev1"):
        read_parts(corpus, {corpus: path})


def test_notes_without_marks_may_be_unreadable_too(tmp_path):
    path = spanish(tmp_path)
    no_utf8(path / "background/b1.txt")
    parts = read_parts("meddocan", {"meddocan": path})
    errors: list[NoteError] = []
    docs = read_unlabelled(CORPORA["meddocan"], path, parts, on_error=errors.append)
    assert [d.id for d in docs] == ["b0"]
    assert [e.id for e in errors] == ["b1"]


def test_a_part_of_which_nothing_can_be_read_says_so(tmp_path):
    path = english(tmp_path)
    notes = list(path.glob("dev*.txt"))
    for note in notes:
        no_utf8(note)
    with pytest.raises(ConfigError, match=f"the part 'dev' .*{len(notes)} notes cannot be read"):
        read_parts("notes-en", {"notes-en": path}, on_error=lambda error: None)


@pytest.mark.parametrize("corpus", sorted(MAKERS))
def test_an_experiment_goes_on_and_its_report_names_what_was_left_out(corpus, tmp_path):
    make, below = MAKERS[corpus]
    (tmp_path / "notes").mkdir()
    path = make(tmp_path / "notes")
    for part, damage in zip(("train", "dev"), BREAKS, strict=True):
        damage(path / f"{below.format(part=part)}{part}1.txt")
    row = Row("BiLSTM", "BiLSTM")
    table = Table(1, "", ("F1",), ("entities/strict/f1",), (row,))
    experiment = Experiment("", "", corpus, (System("BiLSTM", "ahmed2020-bilstm"),), (table,))
    said: list[str] = []
    done = reproduce(
        "one",
        tmp_path / "out",
        experiment=experiment,
        data={corpus: path},
        quick=True,
        settings=TINY,
        say=said.append,
    )
    assert not done.tables[0][1][0].note
    assert dict(done.unread) == {corpus: ("dev1", "train1")}
    page = reports.to_markdown(done)
    assert f"Left out of {corpus}, not readable: 2 notes: `dev1`, `train1`." in page
    assert reports.to_dict(done)["unread"] == {corpus: ["dev1", "train1"]}
    assert sum(line.startswith("not read: ") for line in said) == 2  # once each
    assert SECRET not in page + json.dumps(reports.to_dict(done)) + "".join(said)
