"""A model folder becomes a network again that says the same."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
import torch

from families import FAMILIES, write_checkpoint
from incognote.core.document import Document
from incognote.core.errors import ModelError
from incognote.detect.neural import NeuralDetector
from incognote.lab.training import train
from incognote.lab.training.config import ExportConfig, ModelShape
from incognote.lab.training.reopen import marginals, reopen
from incognote.model.model_folder import file_hash, open_encoder
from tiny_models import tiny

ROOM = Path(__file__).parents[3] / "src/incognote/languages"
TEXT = "Dr. Ada Lind saw Tom Holt on 2/2/2019.\nName: Ian Moss\nBP 120/80, seen 1/1/2017 with pain."


def apart(folder: Path) -> float:
    """The most by which a probability differs between the folder and its reopened network."""
    opened = reopen(folder)
    docs = [Document("a", TEXT), Document("b", TEXT[40:])]
    encoder = open_encoder(folder, opened.config)
    mine = marginals(opened.model, encoder, docs, len(opened.config.tags))
    theirs = NeuralDetector(folder).marginals(docs)
    return max(float(np.abs(m.tags - t.tags).max()) for m, t in zip(mine, theirs, strict=True))


@pytest.mark.parametrize("architecture", ["bilstm-crf", "bilstm", "attention-crf"])
@pytest.mark.parametrize("int8", [False, True])
def test_a_network_is_read_back(architecture, int8, tiny_corpus, tmp_path):
    config = replace(
        tiny(architecture=architecture, hints=("rules",), epochs=6), export=ExportConfig(int8)
    )
    if architecture == "attention-crf":
        shape = replace(config.model, word_size=10, attention_layers=1, attention_heads=2)
        shape = replace(shape, characters=8, character_encoder="cnn", character_hidden=6)
        shape = replace(shape, features=("casing", "space"), feature_size=4, hint_size=0)
        config = replace(config, hints=(), model=replace(shape, attention_inner=8))
    train(config, tmp_path / "m", data={"notes": tiny_corpus})
    weights = torch.load(tmp_path / "m.run/weights.pt", weights_only=True)["weights"]
    again = reopen(tmp_path / "m").start.weights
    assert set(again) == set(weights)
    for name, value in weights.items():
        # What the chain forbids is not stored.
        kept = torch.ones_like(value, dtype=torch.bool) if "crf" not in name else again[name] != 0
        far = (again[name] - value)[kept].abs()
        limit = 0.02 * float(value.abs().max()) + 1e-6 if int8 else 1e-6
        assert not far.numel() or float(far.max()) <= limit, name
    assert apart(tmp_path / "m") < (0.1 if int8 else 1e-4)


@pytest.mark.parametrize("family", FAMILIES)
def test_an_encoder_is_read_back_without_its_checkpoint(family, tiny_corpus, tmp_path):
    checkpoint = write_checkpoint(family, tmp_path / "encoder")
    shape = ModelShape(
        "transformer-crf",
        word_size=0,
        character_size=0,
        checkpoint="encoder",
        features_first=True,
        projection=8,
        pieces=40,
        window=16,
        overlap=4,
    )
    config = replace(tiny(epochs=3, encoder_learning_rate=0.01), model=shape)
    train(config, tmp_path / "m", data={"notes": tiny_corpus, "encoder": checkpoint})
    shutil.rmtree(checkpoint)
    assert apart(tmp_path / "m") < 1e-4
    assert str(tmp_path) not in (tmp_path / "m/config.json").read_text()


@pytest.mark.parametrize("name", ["en/model/0", "en/model/1", "es/model/0", "es/model/1"])
def test_the_models_that_ship_can_be_trained_on(name):
    # Inputs of products are in 8 bits in the folder, and whole in the network.
    assert apart(ROOM / name) < 0.5


def test_training_goes_on_from_a_folder(tiny_model, tiny_corpus, tmp_path):
    data = {"notes": tiny_corpus, "before": tiny_model}
    first = []
    train(
        replace(tiny(epochs=1, learning_rate=1e-6), start="before"),
        tmp_path / "on",
        data=data,
        report=first.append,
    )
    log = (tiny_model.with_name("tiny.run") / "log.jsonl").read_text()
    assert first[0].f1 == max(json.loads(line)["f1"] for line in log.splitlines())


def test_weights_that_do_not_say_what_the_folder_says_are_refused(tiny_model, tmp_path):
    folder = tmp_path / "m"
    shutil.copytree(tiny_model, folder)
    graph = onnx.load(str(folder / "model.onnx"))
    # A product that nothing names after its module is taken for another.
    nodes = {node.name: node for node in graph.graph.node}
    nodes["/model/tags/MatMul"].name = "/model/other/MatMul"
    save(graph, folder)
    with pytest.raises(ModelError, match=r"tags\.weight is missing"):
        reopen(folder)
    nodes["/model/tags/MatMul"].name = "/model/tags/MatMul"
    last = next(node for node in graph.graph.node if node.output[0] == "emissions")
    last.output[0] = "turned"
    graph.graph.node.append(onnx.helper.make_node("Neg", ["turned"], ["emissions"]))
    save(graph, folder)
    with pytest.raises(ModelError, match="does not say what the folder says"):
        reopen(folder)


def test_a_folder_that_does_not_say_how_it_was_made_is_refused(tiny_model, tmp_path):
    folder = tmp_path / "m"
    shutil.copytree(tiny_model, folder)
    values = json.loads((folder / "config.json").read_text())
    del values["training"]["settings"]
    (folder / "config.json").write_text(json.dumps(values))
    with pytest.raises(ModelError, match="does not say in a form"):
        reopen(folder)


def save(graph: onnx.ModelProto, folder: Path) -> None:
    onnx.save(graph, str(folder / "model.onnx"))
    values = json.loads((folder / "config.json").read_text())
    values["sha256"]["model.onnx"] = file_hash(folder / "model.onnx")
    (folder / "config.json").write_text(json.dumps(values))
