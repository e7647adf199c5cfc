"""`incognote adapt`: a group whose first word may be a model; fitting, and its curves."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from dataclasses import fields, replace
from pathlib import Path

import pytest

from incognote import cli
from incognote.core.site import read_site
from incognote.io.format import writer
from incognote.lab.training.adapt import AdaptConfig
from incognote.model.model_folder import read_model
from ward import site_notes

PAGE = (Path(__file__).parents[2] / "docs/adapt.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ incognote (adapt (?:model|curves) .+)$", PAGE, re.MULTILINE)


def run(*args: str | Path) -> int:
    return cli.run([str(arg) for arg in args])


@pytest.fixture(autouse=True)
def one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that many tests side by side do not wait for each other's cores."""
    monkeypatch.setattr("incognote.cli.options.cores", lambda: 1)


@pytest.fixture(scope="module")
def notes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write = writer("jsonl")
    write(site_notes(9), folder / "labelled.jsonl")
    write(site_notes(4, first=40), folder / "test.jsonl")
    writer("txt")(site_notes(12, first=60), folder / "bare")
    writer("inline")(site_notes(10, first=20), folder / "inline")
    writer("inline")(site_notes(5, first=80), folder / "old")
    for name, first in (("ours", 0), ("theirs", 40)):
        docs = [replace(d, meta={"patient": d.id[-1]}) for d in site_notes(9, first)]
        write(docs, folder / f"{name}.jsonl")
    (folder / "quick.toml").write_text(
        "epochs = 3\nrate = 1.0\nleast = 20\nvary = 0.0\nscratch_epochs = 2\n"
    )
    (folder / "site.toml").write_text('never = ["ward b"]\n')
    return folder


def test_what_is_no_command_is_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("adapt", "-h") == 0
    assert "curves" in capsys.readouterr().out
    assert run("adapt", "nowhere", "-o", "x") == 2
    assert "Give --labelled PATH or --unlabelled PATH" in capsys.readouterr().err
    assert run("adapt", "-o", "x", "nowhere", "--labelled", "y") == 2
    assert "nowhere: is no model folder, and no language that one ships for (en, es)" in (
        capsys.readouterr().err
    )


def test_a_model_is_fitted_and_compared(
    notes: Path, tiny_model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, record = tmp_path / "m", tmp_path / "r.json"
    args = ["adapt", tiny_model, "--labelled", notes / "labelled.jsonl", "-o", out]
    args += ["--test", notes / "test.jsonl", "--replay", notes / "inline"]
    args += ["--config", notes / "quick.toml", "--record", record]
    args += ["--old-test", notes / "old", "--site", notes / "site.toml"]
    assert run(*args) == 0
    said = capsys.readouterr().out
    assert "Notes of the site: 7 to learn from (14 identifiers), 0 that" in said
    assert "On 4 notes of the site that it has not seen" in said
    assert "On 5 notes of the old kind" in said
    written = json.loads(record.read_text())
    assert written["site"] == read_site(notes / "site.toml").digest()
    figures = written["figures"]["of the site that it has not seen"]
    row = figures["recall of PHI words"]
    assert row["change"] == pytest.approx(row["after"] - row["before"])
    assert read_model(out).training["site_identifiers"] == 14
    assert not (tmp_path / "m.run/weights.pt").exists()
    assert not any("Moss" in p.read_text() for p in (tmp_path / "m.run").iterdir())
    assert run(*args) == 2
    assert "will not be overwritten" in capsys.readouterr().err


def test_the_page_fits_a_model_and_draws_its_curves(
    notes: Path,
    tiny_model: Path,
    tiny_corpus: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert len(COMMANDS) == 3
    shutil.copytree(tiny_model, tmp_path / "model")
    shutil.copytree(tiny_corpus, tmp_path / "a")
    shutil.copytree(notes / "inline", tmp_path / "b")
    shutil.copytree(notes / "bare", tmp_path / "unlabelled")
    for name in ("labelled.jsonl", "quick.toml"):
        shutil.copyfile(notes / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS:
        assert run(*shlex.split(command)) == 0, command
    assert json.loads((tmp_path / "change.json").read_text())["figures"]
    assert len((tmp_path / "curves/points.jsonl").read_text().splitlines()) == 7
    settings = {f"`{f.name}`" for f in fields(AdaptConfig)} - {"`seed`", "`threads`", "`device`"}
    assert not [name for name in settings if name not in PAGE]


def test_notes_that_are_learned_from_are_not_scored(
    notes: Path, tiny_model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = notes / "labelled.jsonl"
    args = ("adapt", "run", tiny_model, "--labelled", both, "--test", both, "-o", tmp_path / "m")
    assert run(*args) == 2
    assert "9 notes are both in --labelled and in --test" in capsys.readouterr().err
    args = ["adapt", tiny_model, "--labelled", notes / "ours.jsonl", "-o", tmp_path / "m"]
    assert run(*args, "--test", notes / "theirs.jsonl", "--unit", "patient") == 2
    assert "of 9 of what --unit names, notes are both" in capsys.readouterr().err
    old = ("--replay", notes / "inline", "--old-test", notes / "inline")
    assert run(*args, "--test", notes / "test.jsonl", *old) == 2
    assert "10 notes of --old-test are learned from, too" in capsys.readouterr().err
    assert not (tmp_path / "m").exists()


def test_unmarked_notes_alone_are_learned_from_and_nothing_is_claimed(
    notes: Path, tiny_model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    args = ["adapt", tiny_model, "--unlabelled", notes / "bare", "--mix", notes / "inline"]
    assert run(*args, "-o", tmp_path / "m", "--config", notes / "quick.toml") == 0
    assert "whether it is better there is not known" in capsys.readouterr().out
    assert read_model(tmp_path / "m").training["site_identifiers"] == 0


def test_curves_are_run_and_written(
    notes: Path,
    tiny_model: Path,
    tiny_corpus: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    args = ["adapt", "curves", "--a", tiny_corpus, "--b", notes / "inline", "--model", tiny_model]
    args += ["--sizes", "4,6", "--ways", "then", "--seeds", "1", "--no-full", "--alone"]
    args += ["--config", notes / "quick.toml", "-o", tmp_path / "c", "--reach", "0.9"]
    assert run(*args) == 0
    said = capsys.readouterr()
    assert "| A then B | 6 |" in said.out
    assert "then, 4 identifiers, seed 1: recall" in said.err
    assert {p.name for p in (tmp_path / "c").iterdir()} >= {
        "curves.json",
        "curves.md",
        "curves.svg",
        "points.jsonl",
    }
    assert run(*args, "--embed", "x") == 2
    assert "must be NAME=PATH, or b" in capsys.readouterr().err
    same = ("adapt", "curves", "--a", notes / "inline", "--b", notes / "inline")
    assert run(*same, "--sizes", "4", "-o", tmp_path / "d") == 2
    assert "A holds no note that is not in B" in capsys.readouterr().err
    assert run(*same, "--sizes", "4;5", "-o", tmp_path / "d") == 2
    assert "must be numbers with commas" in capsys.readouterr().err
