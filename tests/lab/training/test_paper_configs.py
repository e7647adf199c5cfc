"""What the papers say of their networks and trainings, against the configurations that ship.

Each value is the paper's own, with the section it stands in; a slip in a configuration fails here.
"""

import json
import math

import pytest
import torch

from incognote.lab.training import find_config, read_train_config, train
from incognote.lab.training.config import LoopConfig, TrainConfig
from incognote.lab.training.layers import SelfAttention
from incognote.lab.training.loop import rate_factor
from tiny_models import tiny


def config(name: str) -> TrainConfig:
    return read_train_config(find_config(name))


def test_johnson_2020():
    made = config("johnson2020")
    model, loop = made.model, made.loop
    # 3.3, tokenization and data generation
    assert model.tokens == "blanks"
    assert (model.window, model.overlap, model.meet) == (100, 40, "highest")
    assert (loop.window, loop.overlap) == (100, 40)
    # 3.1 and 3.4: one linear layer on the last states, dropout .1, all weights fine-tuned
    assert model.architecture == "transformer"
    assert (model.projection, model.word_size, model.character_size) == (0, 0, 0)
    assert model.features == ()
    assert (model.dropout, model.transformer_dropout) == (0.1, 0.1)
    assert (model.transformer_layers, model.train_embeddings) == (0, True)
    # 3.4: Adam at 5e-5, the rate rising over 40 % of the iterations, 3 epochs
    assert (loop.optimizer, loop.weight_decay) == ("adam", 0.0)
    assert (loop.learning_rate, loop.encoder_learning_rate) == (5e-5, 5e-5)
    assert loop.warmup == 0.4
    assert (loop.epochs, loop.score, loop.average) == (3, "last", 0.0)


@pytest.mark.parametrize(("progress", "share"), [(0.0, 0.0), (0.1, 0.25), (0.2, 0.5), (0.4, 1.0)])
def test_the_rate_rises_over_the_share_of_steps_that_johnson_2020_gives(progress, share):
    assert rate_factor(progress, config("johnson2020").loop) == pytest.approx(share)
    assert rate_factor(progress, LoopConfig(warmup=0.0)) >= 0.6


def test_hartman_2020():
    made = config("hartman2020")
    model, loop = made.model, made.loop
    # Text de-identification system architecture, 2: small letters, digits as zero
    assert not model.cased
    # 3: vectors of 200; 4: a character BiRNN of 25; 5: casing, and blanks before the token
    assert (model.word_size, model.vectors) == (200, "vectors")
    assert (model.character_encoder, model.character_size, model.character_hidden) == (
        "rnn",
        25,
        25,
    )
    assert model.features == ("casing", "space")
    # 6: a BiRNN, its 200 states projected on tags, and a CRF
    assert (model.architecture, 2 * model.hidden) == ("bilstm-crf", 200)
    # Adagrad with batches of 20; dropout
    assert (loop.optimizer, loop.batch_windows) == ("adagrad", 20)
    assert model.dropout > 0


AHMED = {  # table 1: context encoder and tag decoder
    "ahmed2020-bilstm": "bilstm",
    "ahmed2020-bilstm-crf": "bilstm-crf",
    "ahmed2020-char2vec-bilstm-crf": "bilstm-crf",
    "ahmed2020-transformer": "attention",
    "ahmed2020-transformer-crf": "attention-crf",
    "ahmed2020-transformer-bilstm": "attention-bilstm",
}


@pytest.mark.parametrize("name", AHMED)
def test_ahmed_2021(name):
    made = config(name)
    model, loop = made.model, made.loop
    assert model.architecture == AHMED[name]
    # Pre-processing: their tokenizer, a sentence as an instance, BIO, words as they stand
    assert (model.tokens, model.unit, model.tags, model.cased) == (
        "ahmed2020",
        "sentence",
        "bio",
        True,
    )
    # Distributed representation: words at random, characters only in Char2Vec's 50, fixed
    assert (model.vectors, model.features, made.hints) == ("", (), ())
    characters = "char2vec" in name
    assert 2 * model.character_hidden * bool(model.character_size) == (50 if characters else 0)
    assert model.character_vectors == ("characters" if characters else "")
    assert not (characters and model.train_characters)
    # Discussion: two layers of multi-headed attention
    assert model.attention_layers == 2
    assert model.attention_heads > 1
    # Training: Adam at .001, batches of 32, 10 epochs
    assert (loop.optimizer, loop.learning_rate, loop.final_rate) == ("adam", 1e-3, 1.0)
    assert (loop.batch_windows, loop.epochs, loop.warmup) == (32, 10, 0.0)


def test_attention_knows_positions_as_vaswani_2017_does():
    """Ahmed 2021, context encoder: the positional encoding of Vaswani et al."""
    size, steps = 8, 5
    shape = config("ahmed2020-transformer").model
    attention = SelfAttention(size, shape).eval()
    attention.layers = torch.nn.ModuleList()  # what goes into the first layer comes out
    x = torch.zeros(1, steps, size)
    given = attention(x, torch.tensor([steps]))[0]
    for position in range(steps):
        for pair in range(size // 2):
            angle = position / 10_000 ** (2 * pair / size)
            assert given[position, 2 * pair].item() == pytest.approx(math.sin(angle), abs=1e-6)
            assert given[position, 2 * pair + 1].item() == pytest.approx(math.cos(angle), abs=1e-6)


def test_hadoken_2019():
    made = config("hadoken2019")
    # Methods: BERT and a CRF; results: rate 2e-5, 3 epochs, 256 pieces in batches of 16
    assert made.model.architecture == "transformer-crf"
    assert made.model.checkpoint == "bert-base-multilingual-cased"
    assert (made.loop.learning_rate, made.loop.encoder_learning_rate) == (2e-5, 2e-5)
    assert (made.loop.epochs, made.model.pieces, made.loop.batch_windows) == (3, 256, 16)


def test_the_last_epoch_is_kept_where_that_is_asked_for(tiny_corpus, tmp_path):
    """Johnson 2020, 3.4: three epochs; none is chosen."""
    made = tiny(epochs=4, patience=1, batch_tokens=20, score="last", learning_rate=0.5)
    done = train(made, tmp_path / "model", data={"notes": tiny_corpus})
    log = (tmp_path / "model.run/log.jsonl").read_text().splitlines()
    assert len(log) == 4  # no epoch ends it early, however bad
    assert done.training["chosen_by"] == "last"
    last = json.loads(log[-1])
    assert done.training["f1"] == round(last["f1"], 4)
    assert "The last of 4 epochs was kept" in (tmp_path / "model/card.md").read_text()
