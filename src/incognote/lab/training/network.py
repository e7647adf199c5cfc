"""From a configuration and its notes to a network that knows their words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import Tokenizer
from torch.nn import functional

from incognote.core import registry
from incognote.core.errors import ConfigError
from incognote.core.labels import SCHEMES
from incognote.lab.training.architectures import ArchitectureInput, Tagger, encoder_settings
from incognote.lab.training.characters import read_characters
from incognote.lab.training.config import TrainConfig
from incognote.lab.training.data import Example, count_characters, count_hints, count_words
from incognote.lab.training.pieces import (
    checkpoint_hash,
    find_checkpoint,
    load_transformer,
    pieces_of,
)
from incognote.lab.training.reopen import make_transformer, reopen
from incognote.lab.training.start import Start, read_start
from incognote.lab.training.vectors import read_vectors
from incognote.model.encoding import TOKENIZERS
from incognote.model.features import Encoder, EncoderSettings
from incognote.model.model_folder import content_hash, make_encoder, word_tokenizer
from incognote.model.tagging import TAGGINGS, Tags


@dataclass(frozen=True, slots=True)
class Network:
    """A network to be trained, with what its numbers mean."""

    model: Tagger
    tags: Tags
    tokenizer: Tokenizer
    alphabet: str
    settings: EncoderSettings
    files: Mapping[str, str]
    """SHA-256 of what was read, by key of `--data`."""
    transformer: Any = None
    """The pre-trained encoder in it, of Hugging Face."""

    def encoder(self, **changed: Any) -> Encoder:
        """Returns what makes its arrays, with other settings where they are given."""
        return make_encoder(replace(self.settings, **changed), self.tokenizer, self.alphabet)

    def start(self) -> Start:
        """Returns what another training may go on from."""
        weights = {k: v.detach().cpu().clone() for k, v in self.model.state_dict().items()}
        return Start(self.tokenizer, self.alphabet, self.settings.hints, self.tags.names, weights)


def make_network(
    config: TrainConfig,
    examples: Sequence[Example],
    *,
    data: Mapping[str, Path],
    base: Path,
    start: Start | None = None,
) -> Network:
    """Returns the network of a configuration, before any training of its own.

    Args:
        config: The run.
        examples: What it learns from: their words, characters and hints are known to it.
        data: Paths by key.
        base: What paths in the configuration are relative to.
        start: What it goes on from, in place of what the configuration names.

    Raises:
        ConfigError: If the configuration names something that does not exist or fit.
        InputError: If what it names cannot be read.
    """
    tags = tags_of(config)
    build = registry.get("architecture", config.model.architecture)
    docs = [example.doc for example in examples if example.marked]
    shape = config.model
    keys = (shape.vectors, shape.character_vectors, config.start)
    read = {key: content_hash(data[key]) for key in keys if key in data}
    known = {}
    if shape.vectors:
        known = read_vectors(_path(data, shape.vectors, "vectors have", "PATH"), shape.word_size)
    if config.start and start is None:
        left = _path(data, config.start, "start has", "MODEL")
        start = reopen(left).start if left.is_dir() else read_start(left)
    transformer = None
    if start is not None and start.form:
        transformer, tokenizer = make_transformer(start.form), start.tokenizer
    elif shape.checkpoint:
        checkpoint = find_checkpoint(shape.checkpoint, data, base)
        transformer, tokenizer = load_transformer(checkpoint)
        read[shape.checkpoint] = checkpoint_hash(checkpoint)
    else:
        words = count_words(docs, shape.min_count, TOKENIZERS[shape.tokens], cased=shape.cased)
        tokenizer = word_tokenizer([*words, *known])
    alphabet, characters = count_characters(docs), None
    if shape.character_vectors:
        path = _path(data, shape.character_vectors, "character vectors have", "PATH")
        alphabet, characters = read_characters(path, shape)
    hints = count_hints(examples)
    if start is not None:
        tokenizer, alphabet, known = start.tokenizer, start.alphabet, {}
        # What detectors say now and did not then is learned anew, behind what was known.
        hints = (*start.hints, *(key for key in hints if key not in start.hints))
    settings = encoder_settings(shape, hints, pieces_of(tokenizer))
    if start is not None and start.settings is not None:
        settings = replace(start.settings, alone=False)  # the export's choice
    torch.manual_seed(config.seed)
    model: Tagger = build(
        ArchitectureInput(
            shape,
            settings,
            tags=tags,
            words=tokenizer.get_vocab_size(),
            alphabet=len(alphabet) + 2,
            vectors=_table(tokenizer.get_vocab(), known, shape.word_size),
            transformer=transformer,
        )
    )
    if characters is not None:
        model.characters.load_state_dict(characters)
        model.characters.requires_grad_(shape.train_characters)
    if start is not None:
        load_start(model, start, tags)
    return Network(model, tags, tokenizer, alphabet, settings, read, transformer)


def tags_of(config: TrainConfig) -> Tags:
    """Returns what a model of that configuration says of a token.

    Raises:
        ConfigError: If there is no such scheme.
    """
    if config.scheme not in SCHEMES:
        raise ConfigError(f"there is no scheme '{config.scheme}'.")
    labels = tuple(label.name for label in SCHEMES[config.scheme])
    return Tags(labels, TAGGINGS[config.model.tags])


def load_start(model: Tagger, start: Start, tags: Tags) -> None:
    """Puts the weights of an earlier run into a new network.

    Raises:
        ConfigError: If they are of another shape.
    """
    try:
        if start.tags != tags.names:
            raise ValueError("other tags")
        # Of a transformer with more layers than this one is to have the last are left out.
        own = model.state_dict()
        known = {name: w for name, w in start.weights.items() if name in own}
        for name in known:
            if name.endswith("hints.weight"):
                new = own[name].shape[1] - known[name].shape[1]
                known[name] = functional.pad(known[name], (0, new))
        model.load_state_dict(known)
    except (RuntimeError, ValueError):
        raise ConfigError(
            "the weights to start from are of a network of another shape; [model] and scheme must "
            "be those of the run that left them."
        ) from None


def _path(data: Mapping[str, Path], key: str, what: str, given: str) -> Path:
    if key not in data:
        raise ConfigError(f"the {what} no path: give --data {key}={given}.")
    return data[key]


def _table(
    vocabulary: Mapping[str, int], known: Mapping[str, np.ndarray[Any, Any]], size: int
) -> torch.Tensor | None:
    """(words, size) known vectors, and random ones of the same spread for other words."""
    if not known:
        return None
    spread = float(np.std(np.stack(list(known.values()))))
    table = torch.randn(len(vocabulary), size) * spread
    for word, vector in known.items():
        table[vocabulary[word]] = torch.from_numpy(vector)
    table[0] = 0
    return table
