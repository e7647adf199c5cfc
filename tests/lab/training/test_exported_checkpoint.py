"""A model folder becomes a checkpoint that Hugging Face runs, and comes back from it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from families import FAMILIES, TEXTS, write_checkpoint
from incognote import cli
from incognote.core.document import Document
from incognote.core.errors import ConfigError, OutputError
from incognote.detect.neural import NeuralDetector
from incognote.detect.neural.ensemble import write_ensemble
from incognote.lab.training import train
from incognote.lab.training.config import ModelShape
from incognote.lab.training.exported_checkpoint import export_checkpoint
from incognote.lab.training.imported_checkpoint import import_checkpoint
from incognote.model.decoding import encoded
from tiny_models import tiny

SHAPE = ModelShape(
    "transformer",
    word_size=0,
    character_size=0,
    features=(),
    checkpoint="encoder",
    pieces=120,
    window=16,
    overlap=4,
    tokens="blanks",
)


def make(family, tiny_corpus, tmp_path, shape=SHAPE):
    base = tiny(epochs=4, learning_rate=0.02, encoder_learning_rate=0.01)
    data = {"notes": tiny_corpus, "encoder": write_checkpoint(family, tmp_path / "encoder")}
    train(replace(base, model=shape), tmp_path / "m", data=data)
    return tmp_path / "m"


@pytest.mark.parametrize("family", FAMILIES)
def test_the_pipeline_gives_the_labels_of_the_folder(family, tiny_corpus, tmp_path) -> None:
    folder = make(family, tiny_corpus, tmp_path)
    export_checkpoint(folder, tmp_path / "hf")
    from transformers import pipeline  # which takes seconds to import

    run = pipeline("token-classification", str(tmp_path / "hf"), ignore_labels=[])
    detector = NeuralDetector(folder)
    said = set()
    for text in TEXTS[:4]:
        docs = [Document("a", text)]
        notes = encoded(docs, detector.encoder)
        scores = detector.scores(docs, notes).emissions[0]
        chances = torch.from_numpy(scores).softmax(dim=1).numpy()
        theirs = {}
        for piece in run(text):
            start = piece["start"] + (text[piece["start"]] in " \n")
            theirs.setdefault(start, (piece["entity"], piece["score"]))
        for start, row in zip(notes[0].tokens.starts.tolist(), chances, strict=True):
            label, score = theirs[start]
            assert label == detector.config.tags[int(row.argmax())]
            assert score == pytest.approx(row.max(), abs=1e-4)
            said.add(label)
    assert len(said) > 1


def test_there_and_back_again(tiny_corpus, tmp_path) -> None:
    folder = make("roberta", tiny_corpus, tmp_path)
    assert cli.run(["export", str(folder), "-o", str(tmp_path / "hf")]) == 0
    import_checkpoint(tmp_path / "hf", tmp_path / "again", language="en", tokens="blanks")
    first, again = NeuralDetector(folder), NeuralDetector(tmp_path / "again")
    assert again.config.tags == first.config.tags
    docs = [Document(text, text) for text in TEXTS[:4]]
    one, other = (d.scores(docs, encoded(docs, d.encoder)).emissions for d in (first, again))
    assert max(np.abs(a - b).max() for a, b in zip(one, other, strict=True)) < 1e-4
    with pytest.raises(OutputError):
        export_checkpoint(folder, tmp_path / "hf")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"architecture": "transformer-crf"}, "'transformer-crf' with a CRF"),
        ({"features": ("casing",)}, "'transformer' with features"),
        ({"short_lines": True, "projection": 4}, "with shortened lines, a hidden layer"),
    ],
)
def test_what_has_no_place_there_is_named(change, said, tiny_corpus, tmp_path) -> None:
    folder = make("bert", tiny_corpus, tmp_path, replace(SHAPE, **change))
    with pytest.raises(ConfigError, match=said):
        export_checkpoint(folder, tmp_path / "hf")
    assert not (tmp_path / "hf").exists()


def test_other_models_are_refused(tiny_model, tmp_path) -> None:
    with pytest.raises(ConfigError, match=r"'bilstm-crf' with no encoder of word pieces, words"):
        export_checkpoint(tiny_model, tmp_path / "hf")
    write_ensemble([tiny_model, tiny_model], tmp_path / "both")
    with pytest.raises(ConfigError, match="ensemble"):
        export_checkpoint(tmp_path / "both", tmp_path / "hf")
