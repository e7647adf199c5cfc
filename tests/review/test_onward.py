"""What was decided goes to the command that comes next, without a file in between."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from pages import run
from projects import made, notes

from incognote.core.document import Document
from incognote.core.errors import ConfigError
from incognote.io.format import get_format, writer
from incognote.review.marks import Wish
from incognote.review.onward import WAYS, command_line, command_of, examples
from incognote.review.project import Project
from incognote.review.purposes import PURPOSES


def read_all(path: Path, many: int = 99) -> None:
    with Project(path) as project:
        for note in project.notes[:many]:
            after, request = project.state(note.number).last, f"all {note.number}"
            project.decide(note.number, [Wish("done")], reader="R", request=request, after=after)


@pytest.mark.parametrize("name", PURPOSES)
def test_the_examples_of_a_purpose_are_commands_that_it_allows(name: str) -> None:
    purpose = PURPOSES[name]
    shown = examples(purpose, Path("a b.db"), "es")
    assert len(shown) == len(purpose.next)
    assert shown or purpose.settles  # whose answers are of another purpose
    for way, line in zip(purpose.next, shown, strict=True):
        words = line.partition("'a b.db' ")[2].split()
        assert command_of(purpose, words)[0] == way
        assert "{" not in line


def test_a_model_may_be_adapted_without_the_word_run() -> None:
    purpose = PURPOSES["check"]
    assert command_of(purpose, ["adapt", "en", "-o", "m"]) == ("adapt run", ["en", "-o", "m"])
    assert command_of(purpose, ["adapt", "rules", "-o", "m"]) == ("adapt rules", ["-o", "m"])


@pytest.mark.parametrize(
    ("purpose", "words"),
    [
        ("check", ["deid", "notes"]),
        ("release", ["calibrate"]),
        ("certify", ["certify", "plan"]),
        ("certify", ["certify"]),
        ("check", ["calibrate", "--gold", "other.jsonl"]),
        ("check", ["calibrate", "--gold=other.jsonl"]),
        ("release", ["deid", "notes", "--spans", "other.jsonl"]),
    ],
)
def test_what_answers_are_not_for_is_refused(purpose: str, words: list[str]) -> None:
    with pytest.raises(ConfigError, match=r"not for|Leave out"):
        command_of(PURPOSES[purpose], words)


def test_a_language_that_is_said_goes_before_the_projects() -> None:
    line = command_line("calibrate", ["--lang", "es"], Path("a.jsonl"), "en")
    assert [word for word in line if word in ("en", "es")] == ["en", "es"]
    assert {*WAYS} >= {way for purpose in PURPOSES.values() for way in purpose.next}


def test_checked_notes_are_gold_for_evaluate_and_nothing_is_left_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = made(tmp_path)
    assert run("review", "finish", path, "evaluate", path) == 2  # none is read
    read_all(path, 2)
    assert run("review", "finish", path) == 0
    said = capsys.readouterr()
    assert "2 of 3 notes read" in said.out
    assert f"review finish {path} calibrate" in said.out
    predicted = tmp_path / "found.jsonl"
    writer("jsonl")(notes()[:2], predicted)
    out = tmp_path / "scores.json"
    told = (predicted, "--predicted-format", "jsonl", "--resamples", "0", "-o", out)
    before = {*os.listdir(tmp_path)}
    assert run("review", "finish", path, "evaluate", *told) == 0
    assert "1 note not read yet: left out" in capsys.readouterr().err
    figures = json.loads(out.read_text())
    assert figures["corpus"] == "project.jsonl"
    assert {*os.listdir(tmp_path)} == before | {"scores.json"}


def test_a_release_is_mended_in_one_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = [Document(doc.id.replace("/", "-"), doc.text, doc.spans) for doc in notes()]
    writer("txt")([doc.with_spans(()) for doc in docs], tmp_path / "notes")
    path = made(tmp_path, "release", docs)
    with Project(path) as project:
        number = next(note.number for note in project.notes if note.id == "a-1")
        ada = project.state(number).marks[0]
        project.decide(number, [Wish("drop", ada.id)], reader="R", request="x", after=0)
    modes = []
    real = os.mkdir

    def mkdir(path: str, mode: int = 0o777, **more: int) -> None:
        real(path, mode, **more)
        if ".incognote-answers" in str(path):
            modes.append(stat.S_IMODE(os.stat(path).st_mode))

    monkeypatch.setattr(os, "mkdir", mkdir)
    out = tmp_path / "mended"
    assert run("review", "finish", path, "deid", tmp_path / "notes", "-o", out) == 0
    assert (out / "a-1.txt").read_text(encoding="utf-8").startswith("Seen by Dr. Ada Ruiz 😀 on [")
    assert (out / "a-2.txt").read_text() == "[PATIENT] is Ada Ruiz's patient.\n"
    assert "as decided" in capsys.readouterr().err
    assert modes == [0o700]


def test_answers_and_audit_are_written_both_or_none(tmp_path: Path) -> None:
    path = made(tmp_path)
    read_all(path)
    out, audit = tmp_path / "out.jsonl", tmp_path / "audit.jsonl"
    audit.write_text("something else")
    assert run("review", "export", path, "-o", out, "--audit", audit) == 2
    assert not out.exists()
    assert audit.read_text() == "something else"
    audit.unlink()
    out.write_text("something else")
    assert run("review", "export", path, "-o", out, "--audit", audit) == 2
    assert not audit.exists()
    out.unlink()
    assert run("review", "export", path, "-o", out, "--audit", out) == 2
    assert run("review", "export", path, "-o", out, "--audit", audit) == 0
    assert len(list(get_format("jsonl").read(out))) == 3
    assert len(audit.read_text().splitlines()) == 3


def test_what_a_killed_command_left_is_swept_and_what_is_in_use_stays(tmp_path: Path) -> None:
    path = made(tmp_path)
    code = (
        "import sys, time, pathlib; from incognote.review.project import Project; "
        "from incognote.review.lent import lent; path = pathlib.Path(sys.argv[1]); "
        "project = Project(path); place = lent(path); folder = place.__enter__(); "
        "(folder / 'x.jsonl').write_text('notes'); project.__exit__(None, None, None); "
        "print(folder, flush=True); time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE)
    assert other.stdout is not None
    folder = Path(other.stdout.readline().decode().strip())
    anothers = tmp_path / ".incognote-answers-another.db-abcdefgh"
    anothers.mkdir()
    assert run("review", "finish", path) == 0
    assert (folder / "x.jsonl").exists()  # its owner lives
    other.send_signal(signal.SIGKILL)
    other.wait()
    other.stdout.close()
    assert folder.exists()
    assert run("review", "finish", path) == 0
    assert not folder.exists()
    assert anothers.exists()
