from dataclasses import replace
from random import Random

import pytest
import torch
from torch.nn import functional

from incognote.core.errors import ConfigError, InputError, OutputError
from incognote.lab.training import train
from incognote.lab.training.characters import _numbered, _variant, read_characters, train_characters
from incognote.lab.training.config import ModelShape
from incognote.lab.training.layers import CharacterEncoder
from tiny_models import tiny

WORDS = ["Ruiz", "Moss", "Holt", "Lind", "patient", "pain", "seen", "2019", "64365595", "fever"]
ALPHABET = "".join(sorted(set("".join(WORDS))))
SHAPE = ModelShape("", character_size=6, character_hidden=6)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    out = tmp_path_factory.mktemp("vectors") / "characters.safetensors"
    losses = []
    train_characters(
        WORDS, ALPHABET, out, size=6, hidden=6, epochs=200, report=lambda n, x: losses.append(x)
    )
    assert losses[-1] < 0.7 * losses[0]
    return out


def test_a_word_is_nearer_to_its_variant_than_to_others(trained):
    alphabet, weights = read_characters(trained, SHAPE)
    encoder = CharacterEncoder(len(alphabet) + 2, SHAPE)
    encoder.load_state_dict(weights)
    numbers = {c: i + 2 for i, c in enumerate(alphabet)}
    words = ["patient", "patinet", "64365595", "6436559"]
    with torch.inference_mode():
        v = functional.normalize(encoder(*_numbered(words, numbers, 20)), dim=1)
    assert v[0] @ v[1] > v[0] @ v[2]
    assert v[2] @ v[3] > v[2] @ v[0]


def test_variants_are_never_empty():
    random = Random(1)
    assert all(_variant(word, "ab", random) for word in ["a", "bc"] * 50)


@pytest.mark.parametrize("learned", [True, False])
def test_a_training_takes_them_fixed_or_fine_tuned(trained, learned, tiny_corpus, tmp_path):
    config = tiny(epochs=1)
    shape = replace(config.model, character_vectors="characters", train_characters=learned)
    data = {"notes": tiny_corpus, "characters": trained}
    done = train(replace(config, model=shape), tmp_path / "m", data=data)
    assert done.alphabet == ALPHABET
    with pytest.raises(ConfigError, match="character vectors have no path"):
        train(replace(config, model=shape), tmp_path / "n", data={"notes": tiny_corpus})


def test_what_does_not_fit_is_refused(trained, tmp_path):
    with pytest.raises(ConfigError, match="does not fit"):
        read_characters(trained, ModelShape("", character_size=5))
    (tmp_path / "x").write_text("no tensors")
    with pytest.raises(InputError, match="is no character encoder"):
        read_characters(tmp_path / "x", SHAPE)
    with pytest.raises(OutputError, match="already"):
        train_characters(WORDS, ALPHABET, trained)
