"""A model is fitted to a site's notes in each way."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from families import write_checkpoint
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, InputError
from incognote.detect.neural import NeuralDetector
from incognote.lab.training import train
from incognote.lab.training.adapt import AdaptConfig, SiteNotes, count, fit, take
from incognote.lab.training.config import ExportConfig, ModelShape
from incognote.model.model_folder import read_model
from tiny_models import tiny
from ward import site_notes

QUICK = AdaptConfig(epochs=12, patience=12, rate=1.0, least=40, vary=0.0, scratch_epochs=12)


def found(folder, docs) -> int:
    """Identifiers of a site that a model finds with label and offsets."""
    spans = NeuralDetector(folder).detect([doc.with_spans(()) for doc in docs])
    return sum(
        len({(s.start, s.end, s.label) for s in doc.spans} & {(s.start, s.end, s.label) for s in f})
        for doc, f in zip(docs, spans, strict=True)
    )


@pytest.mark.parametrize("way", ["then", "mix", "only"])
def test_each_way_learns_what_is_the_sites(way, tiny_model, tiny_docs, tmp_path):
    unseen = site_notes(8, first=50)
    notes = SiteNotes(site_notes(10), site_notes(3, first=20), tiny_docs)
    before = found(tiny_model, unseen)
    done = fit(tiny_model, notes, tmp_path / "m", way=way, config=QUICK)
    assert found(tmp_path / "m", unseen) >= before + 6
    assert done.training["site_identifiers"] == 20
    assert done.training["adapted_from"] == read_model(tiny_model).sha256["model.onnx"]
    card = (tmp_path / "m/card.md").read_text()
    assert "incognote adapt" in card
    assert "keep it where the notes may be kept" in card


def test_going_on_keeps_words_and_arrays_and_may_go_on_again(tiny_model, tiny_docs, tmp_path):
    notes = SiteNotes(site_notes(4), site_notes(2, first=20), tiny_docs)
    config = AdaptConfig(epochs=1, least=8)
    first = fit(tiny_model, notes, tmp_path / "a", config=config)
    assert first.encoder == read_model(tiny_model).encoder
    assert first.sha256 == {} or first.alphabet == read_model(tiny_model).alphabet
    assert (tmp_path / "a/tokenizer.json").read_bytes() == (
        tiny_model / "tokenizer.json"
    ).read_bytes()
    second = fit(tmp_path / "a", notes, tmp_path / "b", config=config)
    assert second.training["adapted_from"] == read_model(tmp_path / "a").sha256["model.onnx"]
    settings = json.loads(second.training["settings"])
    assert settings["loop"]["learning_rate"] == pytest.approx(0.5 * 0.5 * 0.02)


def test_replay_keeps_what_was_known(tiny_model, tiny_docs, tmp_path):
    known = found(tiny_model, tiny_docs)
    notes = SiteNotes(site_notes(10), site_notes(3, first=20), tiny_docs * 3)
    fit(tiny_model, notes, tmp_path / "m", config=QUICK)
    assert found(tmp_path / "m", tiny_docs) >= known - 2


def test_unmarked_notes_give_words_their_vectors(tiny_model, tiny_docs, tmp_path):
    unmarked = [doc.with_spans(()) for doc in site_notes(30, first=100)]
    notes = SiteNotes(site_notes(6), site_notes(2, first=20), tiny_docs, unmarked)
    config = AdaptConfig(scratch_epochs=1, word_count=5)
    done = fit(tiny_model, notes, tmp_path / "m", way="mix", config=config)
    assert json.loads(done.training["settings"])["model"]["vectors"] == "site vectors"
    assert '"ward"' in (tmp_path / "m/tokenizer.json").read_text()
    assert (tmp_path / "m.run/vectors.txt").exists()
    assert json.loads(done.training["settings"])["model"]["character_vectors"] == "site characters"
    assert (tmp_path / "m.run/characters.safetensors").exists()


def test_an_encoder_goes_on_without_its_checkpoint_and_reads_notes_with_it(
    tiny_corpus, tiny_docs, tmp_path
):
    checkpoint = write_checkpoint("bert", tmp_path / "encoder")
    shape = ModelShape(
        "transformer-crf",
        word_size=0,
        character_size=0,
        checkpoint="encoder",
        features_first=True,
        pieces=40,
        window=16,
        overlap=4,
    )
    made = replace(
        tiny(epochs=2, encoder_learning_rate=0.01), model=shape, export=ExportConfig(int8=True)
    )
    train(made, tmp_path / "m", data={"notes": tiny_corpus, "encoder": checkpoint})
    notes = SiteNotes(site_notes(6), site_notes(2, first=20), tiny_docs)
    done = fit(tmp_path / "m", notes, tmp_path / "then", config=replace(QUICK, epochs=4))
    assert done.encoder == read_model(tmp_path / "m").encoder
    assert found(tmp_path / "then", site_notes(4, first=50)) >= 3
    bare = [doc.with_spans(()) for doc in site_notes(4, first=80)]
    config = AdaptConfig(scratch_epochs=1, pretrain_epochs=1, checkpoint=str(checkpoint))
    mixed = replace(notes, unmarked=bare)
    done = fit(tmp_path / "m", mixed, tmp_path / "mix", way="mix", config=config)
    assert json.loads(done.training["settings"])["model"]["checkpoint"] == "site encoder"
    assert (tmp_path / "mix.run/encoder/pretraining.json").exists()


@pytest.mark.parametrize(
    "changed", [{"epochs": 0}, {"rate": 0.0}, {"vary": 1.5}, {"replay": -1.0}, {"least": 0}]
)
def test_settings_out_of_range_are_refused(changed):
    with pytest.raises(ConfigError, match=next(iter(changed))):
        AdaptConfig(**changed)


def test_what_cannot_be_learned_from_is_refused(tiny_model, tmp_path):
    good = site_notes(3)
    bare = [doc.with_spans(()) for doc in good]
    strange = [Document("x", "abc", (Span(0, 3, "FECHAS"),))]
    with pytest.raises(InputError, match="to learn from hold no identifier"):
        fit(tiny_model, SiteNotes(bare, good), tmp_path / "m")
    with pytest.raises(InputError, match="choose the epoch by hold no identifier"):
        fit(tiny_model, SiteNotes(good, bare), tmp_path / "m")
    with pytest.raises(InputError, match="the labels FECHAS"):
        fit(tiny_model, SiteNotes(strange, good), tmp_path / "m")
    with pytest.raises(ConfigError, match="way to adapt"):
        fit(tiny_model, SiteNotes(good, good), tmp_path / "m", way="them")


def test_notes_are_taken_until_they_hold_enough():
    docs = site_notes(5)
    assert len(take(docs, 3)) == 2
    assert take(docs, 0) == []
    assert count(take(docs, 99)) == 10
