"""tools/train_spanish.py: one command trains what ships."""

import importlib
import shutil
import sys
from pathlib import Path

import pytest

from incognote.detect.neural.ensemble import read_ensemble
from incognote.lab.training import TrainConfig
from incognote.run.deidentifier import shipped_model

TOOLS = Path(__file__).parents[2] / "tools"
SHIPS = ("--config", "es-all", "--seeds", "3")


@pytest.fixture
def tool(monkeypatch):
    monkeypatch.syspath_prepend(str(TOOLS))
    return importlib.import_module("train_spanish")


@pytest.fixture
def trained(tool, monkeypatch) -> dict[str, TrainConfig]:
    """What was asked for, by the name of the model; the shipped member stands in for each."""
    asked: dict[str, TrainConfig] = {}

    def train(config, out, *, data, report):
        asked[out.name] = config
        shutil.copytree(shipped_model("es") / "0", out)

    monkeypatch.setattr(tool, "train_model", train)
    return asked


def command(tool, monkeypatch, folder, *words):
    for name in ("model.vec", "model.jsonl", "model.pt"):  # are there already, and so not made
        (folder / name).touch()
    out = folder / "model"
    line = ["--meddocan", str(folder), "-o", str(out), *words]
    monkeypatch.setattr(sys, "argv", ["train_spanish.py", *line])
    tool.main()
    return out


def parts(config):
    return [row.data for row in config.train]


def test_one_command_trains_all_members_and_joins_them(tool, trained, monkeypatch, tmp_path):
    out = command(tool, monkeypatch, tmp_path, *SHIPS, "--seed", "5")
    assert read_ensemble(out) == read_ensemble(shipped_model("es"))
    assert [config.seed for config in trained.values()] == [5, 5, 6, 6, 7, 7]
    for number in range(3):
        first, last = trained[f"model-{number}-before"], trained[f"model-{number}"]
        assert "meddocan-dev" in parts(first)
        assert parts(first) == parts(last)
        assert (first.start, last.start) == ("reading", "before")
        assert {row.repeat for row in last.train} == {1}
        assert last.loop.learning_rate < first.loop.learning_rate


def test_a_member_that_is_there_is_not_trained_again(tool, trained, monkeypatch, tmp_path):
    shutil.copytree(shipped_model("es") / "0", tmp_path / "model-0")
    out = command(tool, monkeypatch, tmp_path, *SHIPS)
    assert list(trained) == ["model-1-before", "model-1", "model-2-before", "model-2"]
    assert read_ensemble(out).members == 3


def test_one_configuration_of_some_corpora(tool, trained, monkeypatch, tmp_path):
    command(tool, monkeypatch, tmp_path, "--only", "meddocan-train", "pieces")
    assert parts(trained["model"]) == ["meddocan-train", "pieces"]


def test_what_is_trained_goes_on_from_what_read_the_notes(tool, trained, monkeypatch, tmp_path):
    read = []
    monkeypatch.setattr(tool, "read_ahead", lambda config, out, **_: read.append((config, out)))
    (tmp_path / "model.pt").touch()
    command(tool, monkeypatch, tmp_path, *SHIPS)
    assert not read
    shutil.rmtree(tmp_path / "model")
    monkeypatch.setattr(Path, "touch", lambda path: None)
    (tmp_path / "model.pt").unlink()
    command(tool, monkeypatch, tmp_path, *SHIPS, "--only", "pieces")
    ((config, out),) = read
    assert out == tmp_path / "model.pt"
    assert parts(config) == ["pieces"]
    assert [row.data for row in config.reading.notes] == ["background"]
