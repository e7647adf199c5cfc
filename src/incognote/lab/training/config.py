"""What a training run is made from: a TOML file, field by field."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from incognote.core.config import from_mapping, read_toml
from incognote.core.errors import ConfigError
from incognote.model.encoding import MEETINGS, TOKENIZERS, UNITS
from incognote.model.features import FEATURES, USUAL
from incognote.model.tagging import TAGGINGS


@dataclass(frozen=True, slots=True)
class CorpusConfig:
    """One corpus to train on or to choose by: an entry of `[[train]]` or `[[dev]]`."""

    data: str
    """The key under which the path is given, `--data KEY=PATH`."""
    format: str
    """A registry row of kind `format`."""
    part: str = ""
    """Only the notes that the corpus's split.tsv gives this part."""
    path: str = ""
    """Where the corpus lies unless `--data` says otherwise; relative to the configuration."""
    repeat: int = 1
    """How often an epoch sees it."""


@dataclass(frozen=True, slots=True)
class ModelShape:
    """The `[model]` table: which parts the network has and how wide they are; 0 leaves one out."""

    architecture: str
    """A registry row of kind `architecture`."""
    word_size: int = 100
    vectors: str = ""
    """A file of word vectors in word2vec's text format, under the key of `--data`."""
    min_count: int = 2
    """How often a word must occur to be known by itself."""
    character_encoder: str = "rnn"
    """`rnn` (Hartman 2020) or `cnn`."""
    character_size: int = 25
    character_hidden: int = 25
    """Width of the character encoder, per direction for `rnn`."""
    characters: int = 20
    features: tuple[str, ...] = USUAL
    feature_size: int = 8
    hint_size: int = 32
    hidden: int = 128
    """Width of the token encoder per direction."""
    layers: int = 1
    dropout: float = 0.5
    transformer_dropout: float = 0.1
    """Inside the transformer; 0 makes an epoch on a CPU take two thirds of the time."""
    checkpoint: str = ""
    """For architectures with a transformer: its folder, a key of `--data`, or the hub
    name of one that was downloaded before."""
    transformer_layers: int = 0
    """Only the first so many layers of the transformer; 0 for all."""
    train_embeddings: bool = True
    """Whether the embeddings of word pieces are trained, too."""
    features_first: bool = False
    """Whether features and hints are also added to the embeddings of word pieces."""
    number_pieces: bool = False
    """Whether digits that are not one piece of the vocabulary become one that says how many."""
    short_lines: bool = False
    """Whether of a punctuation mark repeated, as in drawn lines, only the first has a piece."""
    projection: int = 0
    """Width of a hidden layer between the parts and the tags; 0 for none."""
    pieces: int = 256
    window: int = 256
    overlap: int = 48
    tokens: str = "plain"
    """How text is cut into tokens: a key of `encoding.TOKENIZERS`."""
    unit: str = "window"
    """What is read at once: one of `encoding.UNITS`."""
    meet: str = "middle"
    """Which window decides where two meet: one of `encoding.MEETINGS`."""
    tags: str = "bio"
    """Which places in a mark have tags of their own: a key of `tagging.TAGGINGS`."""
    cased: bool = False
    """Whether words are known as they stand, not in small letters with digits as 0."""
    pieces_of: str = ""
    """`token` or `word` (see `EncoderSettings`); '' is what the vocabulary needs."""
    attention_layers: int = 2
    """Layers of a transformer that is trained from nothing (Ahmed 2021)."""
    attention_heads: int = 4
    attention_inner: int = 512
    """Width of the hidden layer within each of them."""
    character_vectors: str = ""
    """A file of trained character encoders, under the key of `--data` (`incognote vectors`)."""
    train_characters: bool = True
    """Whether those are trained on, or stay as they are."""


LAST = "last"
"""The `loop.score` that keeps the last epoch."""


@dataclass(frozen=True, slots=True)
class LoopConfig:
    """The `[loop]` table: how it is trained."""

    epochs: int = 20
    patience: int = 5
    """Stop after so many epochs without a better dev score."""
    batch_tokens: int = 2048
    window: int = 128
    """Tokens in a window while training; shorter ones make better use of a batch."""
    overlap: int = 16
    batch_windows: int = 0
    """The most windows or sentences in a batch; 0 for as many as `batch_tokens` lets in."""
    accumulate: int = 1
    """Batches whose gradients are summed before each step."""
    optimizer: str = "adam"
    """`adam` (AdamW) or `adagrad` (Hartman 2020)."""
    learning_rate: float = 1e-3
    encoder_learning_rate: float = 2e-5
    """Of a pre-trained transformer's own weights."""
    weight_decay: float = 0.0
    warmup: float = 0.0
    """Share of the steps over which the rate rises."""
    final_rate: float = 0.1
    """What is left of the rate at the end of the last epoch, falling linearly."""
    clip: float = 5.0
    """Largest norm of a gradient."""
    average: float = 0.0
    """Above 0 a running mean of the weights with this decay is what is scored and kept."""
    word_dropout: float = 0.1
    """Share of words hidden from the word embedding, so that characters and context count."""
    upper: float = 0.05
    """Share of notes seen in capitals only, others each epoch."""
    lower: float = 0.05
    """Share of notes seen in small letters only, others each epoch."""
    hint_dropout: float = 0.1
    """Share of notes seen without hints."""
    vary: float = 0.0
    """Share of notes seen as a variant, made anew each epoch by the variation of `[variation]`."""
    miss_cost: float = 0.0
    """Added to the score of 'not PHI' at tokens that are PHI while training, so that a miss costs
    more than a false alarm though few tokens are PHI (softmax-margin, Gimpel and Smith 2010)."""
    score: str = ""
    """The figure of `evaluation` on dev that chooses the epoch, as `meddocan/ner/f1`; '' is the F1
    of spans with exact offsets and label; `last` keeps the last epoch, whatever dev says."""
    bf16: bool = False
    """Whether matrix products are computed in bfloat16 while training."""


@dataclass(frozen=True, slots=True)
class DistillConfig:
    """The `[distill]` table: models that a new, smaller one learns from."""

    teachers: tuple[str, ...] = ()
    """Keys of `--data` that name model folders; their opinions are averaged."""
    weight: float = 0.5
    """Share of the loss of a marked note that follows the teachers and not the marks."""
    unlabelled: tuple[CorpusConfig, ...] = ()
    """Notes of which only the teachers' opinion is learned."""


@dataclass(frozen=True, slots=True)
class ReadingConfig:
    """The `[reading]` table: what `incognote pretrain` lets a BiLSTM read before it is trained."""

    notes: tuple[CorpusConfig, ...] = ()
    """Notes without marks, read beside those of `[[train]]`."""
    epochs: int = 4
    learning_rate: float = 2e-3
    words: int = 6000
    """How many of the commonest words are told apart when the next is guessed."""


@dataclass(frozen=True, slots=True)
class ExportConfig:
    """The `[export]` table."""

    int8: bool = False
    """Whether weights are stored in 8 bits, and a transformer's also multiplied so."""
    packed: bool = False
    """Whether the folder's large files are packed: a third smaller, a moment slower to open."""


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """A whole run."""

    language: str
    scheme: str
    train: tuple[CorpusConfig, ...]
    dev: tuple[CorpusConfig, ...]
    model: ModelShape
    loop: LoopConfig = field(default_factory=LoopConfig)
    distill: DistillConfig = field(default_factory=DistillConfig)
    reading: ReadingConfig = field(default_factory=ReadingConfig)
    export: ExportConfig = field(default_factory=ExportConfig)
    variation: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the variation: a recipe of `incognote.lab.synthesis`."""
    hints: tuple[str, ...] = ()
    """Detectors whose findings the model reads: rows that come before `neural` in a pipeline."""
    start: str = ""
    """A model folder or the `weights.pt` of a run, under the key of `--data`: training goes on from
    there, with its words, characters and hints (Hartman 2020, 'A then B')."""
    seed: int = 1
    threads: int = 1
    device: str = "cpu"
    """`cpu` or `cuda`."""


def read_train_config(path: Path) -> TrainConfig:
    """Returns the run that a TOML file describes.

    Raises:
        ConfigError: On an unknown, missing or mistyped setting, or a choice that does not exist.
    """
    return make_train_config(read_toml(path), str(path))


def make_train_config(values: Mapping[str, Any], path: str) -> TrainConfig:
    """Returns the run that tables describe; `path` is how messages name them.

    Raises:
        ConfigError: As `read_train_config`.
    """
    config = from_mapping(TrainConfig, values, path)
    choices = (
        ("loop.optimizer", config.loop.optimizer, ("adam", "adagrad")),
        ("model.character_encoder", config.model.character_encoder, ("rnn", "cnn")),
        ("model.tokens", config.model.tokens, tuple(TOKENIZERS)),
        ("model.unit", config.model.unit, UNITS),
        ("model.tags", config.model.tags, tuple(TAGGINGS)),
        ("model.meet", config.model.meet, MEETINGS),
        ("model.pieces_of", config.model.pieces_of, ("", "token", "word")),
        ("device", config.device, ("cpu", "cuda")),
    )
    for name, value, known in choices:
        if value not in known:
            raise ConfigError(f"{path}: {name} must be one of {', '.join(known)}, not '{value}'.")
    for feature in config.model.features:
        if feature not in FEATURES:
            raise ConfigError(f"{path}: there is no feature '{feature}'.")
    _check_number(config.threads, "threads", f"{path}: threads")
    for table in ("model", "loop", "distill", "reading"):
        settings = getattr(config, table)
        for f in fields(settings):
            _check_number(getattr(settings, f.name), f.name, f"{path}: {table}.{f.name}")
    return config


def _check_number(value: object, name: str, where: str) -> None:
    """Refuses what no size, count, rate or share can be; the message names the field."""
    if not isinstance(value, int | float):
        return
    least = 1 if name in _AT_LEAST_ONE else 0
    if not least <= value < math.inf:  # TOML knows nan and inf
        raise ConfigError(f"{where} must be {least} or more, not {value}.")
    if name in _SHARES and value > 1:
        raise ConfigError(f"{where} must be at most 1, not {value}.")


_AT_LEAST_ONE = {
    *("epochs", "patience", "batch_tokens", "window", "accumulate", "pieces", "threads", "words"),
}
_SHARES = {
    *("dropout", "transformer_dropout", "word_dropout", "hint_dropout", "upper", "lower", "vary"),
    *("warmup", "final_rate", "average", "weight"),
}
