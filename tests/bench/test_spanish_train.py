"""bench/meddocan.py: one command trains what ships, and no leaky figure passes for a test."""

import importlib
import shutil
import sys
from pathlib import Path

import pytest

from incognote.core.document import Document
from incognote.detect.neural.ensemble import read_ensemble
from incognote.lab.training import TrainConfig
from incognote.run.deidentifier import shipped_model

ROOT = Path(__file__).parents[2]
SHIPS = ("--config", "es-all", "--seeds", "3")
SCORED = ["score", "--gold", str(ROOT / "tests/data/meddocan"), "--dry"]


@pytest.fixture
def bench(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    yield importlib.import_module("meddocan")
    del sys.modules["meddocan"], sys.modules["record"]


@pytest.fixture
def trained(bench, monkeypatch) -> dict[str, TrainConfig]:
    """What was asked for, by the name of the model; the shipped member stands in for each."""
    asked: dict[str, TrainConfig] = {}

    def train(config, out, *, data, report):
        asked[out.name] = config
        shutil.copytree(shipped_model("es") / "0", out)

    monkeypatch.setattr(bench, "train_model", train)
    return asked


def command(bench, monkeypatch, folder, *words):
    for name in ("model.vec", "model.jsonl", "model.pt"):  # are there already, and so not made
        (folder / name).touch()
    out = folder / "model"
    line = ["train", "--meddocan", str(folder), "-o", str(out), *words]
    monkeypatch.setattr(sys, "argv", ["meddocan.py", *line])
    bench.main()
    return out


def parts(config):
    return [row.data for row in config.train]


def test_one_command_trains_all_members_and_joins_them(bench, trained, monkeypatch, tmp_path):
    out = command(bench, monkeypatch, tmp_path, *SHIPS, "--seed", "5")
    assert read_ensemble(out) == read_ensemble(shipped_model("es"))
    assert [config.seed for config in trained.values()] == [5, 5, 6, 6, 7, 7]
    for number in range(3):
        first, last = trained[f"model-{number}-before"], trained[f"model-{number}"]
        assert "meddocan-dev" in parts(first)
        assert parts(first) == parts(last)
        assert (first.start, last.start) == ("reading", "before")
        assert {row.repeat for row in last.train} == {1}
        assert last.loop.learning_rate < first.loop.learning_rate


def test_a_member_that_is_there_is_not_trained_again(bench, trained, monkeypatch, tmp_path):
    shutil.copytree(shipped_model("es") / "0", tmp_path / "model-0")
    out = command(bench, monkeypatch, tmp_path, *SHIPS)
    assert list(trained) == ["model-1-before", "model-1", "model-2-before", "model-2"]
    assert read_ensemble(out).members == 3


def test_one_configuration_of_some_corpora(bench, trained, monkeypatch, tmp_path):
    command(bench, monkeypatch, tmp_path, "--only", "meddocan-train", "pieces")
    assert parts(trained["model"]) == ["meddocan-train", "pieces"]


def test_what_is_trained_goes_on_from_what_read_the_notes(bench, trained, monkeypatch, tmp_path):
    read = []
    monkeypatch.setattr(bench, "read_ahead", lambda config, out, **_: read.append((config, out)))
    (tmp_path / "model.pt").touch()
    command(bench, monkeypatch, tmp_path, *SHIPS)
    assert not read
    shutil.rmtree(tmp_path / "model")
    monkeypatch.setattr(Path, "touch", lambda path: None)
    (tmp_path / "model.pt").unlink()
    command(bench, monkeypatch, tmp_path, *SHIPS, "--only", "pieces")
    ((config, out),) = read
    assert out == tmp_path / "model.pt"
    assert parts(config) == ["pieces"]
    assert [row.data for row in config.reading.notes] == ["background"]


def test_a_model_alone_is_scored_without_the_evidence_that_it_reads(bench):
    (doc,) = (Document("a", "Nombre: Lucía. Acude por tos."),)
    for model in (shipped_model("es"), shipped_model("es") / "0"):
        (alone,) = bench.annotate([doc], model, True)
        assert {span.source for span in alone.spans} == {"neural"}


@pytest.mark.parametrize(("model", "told"), [("", True), ("0", True), ("copy", False)])
def test_a_score_of_what_ships_says_what_it_learned_from(
    bench, monkeypatch, capsys, tmp_path, model, told
):
    if model == "copy":
        shutil.copytree(shipped_model("es") / "0", tmp_path / "copy")
    folder = tmp_path if model == "copy" else shipped_model("es")
    words = ["--model", str(folder / model)] if model else []
    monkeypatch.setattr(sys, "argv", ["meddocan.py", *SCORED, *words])
    bench.main()
    printed = capsys.readouterr().out
    assert "NER F1" in printed
    assert ("no test" in printed) is told
