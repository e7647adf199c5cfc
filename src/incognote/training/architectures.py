"""Networks: what a token is made of, what reads the tokens, what gives the tags.

Each architecture is a function from an `ArchitectureInput` to a `Tagger`, and one registry row.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from incognote.encoding import legal_transitions
from incognote.features import FEATURES, EncoderSettings
from incognote.training.config import ModelShape
from incognote.training.crf import Crf
from incognote.training.pieces import PieceEncoder


@dataclass(frozen=True, slots=True)
class ArchitectureInput:
    """What an architecture is built from."""

    shape: ModelShape
    settings: EncoderSettings
    labels: int
    words: int
    """Size of the vocabulary, padding and unknown included."""
    alphabet: int
    """Likewise of the alphabet."""
    vectors: Tensor | None = None
    """(words, word_size) to begin with, or None for random ones."""
    transformer: Any = None
    """A pre-trained encoder of Hugging Face, for architectures with word pieces."""


class BiRnn(nn.Module):
    """A bidirectional LSTM that padding cannot influence, also in ONNX.

    The backward half reads each sequence reversed within its own length.
    """

    def __init__(self, size: int, hidden: int) -> None:
        """`size` in, `hidden` out per direction."""
        super().__init__()
        self.forth = nn.LSTM(size, hidden, batch_first=True)
        self.back = nn.LSTM(size, hidden, batch_first=True)

    def forward(self, x: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """Returns (B, T, 2 * hidden) states and (B, 2 * hidden) last ones, of (B, T, size)."""
        steps = torch.arange(x.shape[1], device=x.device)[None]
        turned = torch.where(steps < lengths[:, None], lengths[:, None] - 1 - steps, steps)
        forth, _ = self.forth(x)
        back, _ = self.back(_pick(x, turned))
        last = (lengths - 1)[:, None]
        ends = torch.cat((_pick(forth, last), _pick(back, last)), dim=2)[:, 0]
        return torch.cat((forth, _pick(back, turned)), dim=2), ends


def _pick(x: Tensor, index: Tensor) -> Tensor:
    """(B, I, size) the places `index` (B, I) of x (B, T, size)."""
    return x.gather(1, index[..., None].expand(-1, -1, x.shape[2]))


class Dropout(nn.Module):
    """Dropout that hides the same columns at all tokens of a window (Gal and Ghahramani 2016).

    Recurrent layers learn better under it, and it is cheaper.
    """

    def __init__(self, share: float) -> None:
        """`share` of the columns is hidden while training."""
        super().__init__()
        self.share = share

    def forward(self, x: Tensor) -> Tensor:
        """Returns (B, T, size) as given, or with columns hidden and the others scaled up."""
        if not self.training or not self.share:
            return x
        kept = torch.rand(x.shape[0], 1, x.shape[2], device=x.device) >= self.share
        return x * (kept / (1 - self.share)).to(x.dtype)


class CharacterEncoder(nn.Module):
    """One vector per surface from its characters: a BiRNN (papers/001) or convolution and max."""

    def __init__(self, alphabet: int, shape: ModelShape) -> None:
        """See the class."""
        super().__init__()
        self.embedding = nn.Embedding(alphabet, shape.character_size, padding_idx=0)
        self.rnn: BiRnn | None = None
        if shape.character_encoder == "rnn":
            self.rnn = BiRnn(shape.character_size, shape.character_hidden)
            self.size = 2 * shape.character_hidden
        else:
            self.cnn = nn.Conv1d(shape.character_size, shape.character_hidden, 3, padding=1)
            self.size = shape.character_hidden

    def forward(self, characters: Tensor, lengths: Tensor) -> Tensor:
        """Returns (S, size) for S surfaces given as (S, C) characters and (S,) lengths."""
        x = self.embedding(characters)
        if self.rnn is not None:
            states: Tensor = self.rnn(x, lengths)[1]
            return states
        y = self.cnn(x.transpose(1, 2))
        there = torch.arange(x.shape[1], device=x.device) < lengths[:, None]
        y = y.masked_fill(~there[:, None], -1e4)
        pooled: Tensor = y.max(dim=2).values
        return pooled


class Tagger(nn.Module):
    """Token parts side by side, perhaps a BiLSTM over them, a linear layer, and a chain.

    Parts: word embedding, characters, categorical features, hints, and the first word piece of a
    transformer: whichever the settings of the encoder name.
    """

    def __init__(self, given: ArchitectureInput, *, crf: bool, rnn: bool) -> None:
        """`crf` trains the chain's scores, `rnn` puts a BiLSTM between parts and tags."""
        super().__init__()
        shape, settings = given.shape, given.settings
        self.word_dropout = 0.0
        """Share of words hidden while training; the loop sets it."""
        size = 0
        if settings.words:
            self.words = nn.Embedding(given.words, shape.word_size, padding_idx=0)
            if given.vectors is not None:
                with torch.no_grad():
                    self.words.weight.copy_(given.vectors)
            size += shape.word_size
        if settings.characters:
            self.characters = CharacterEncoder(given.alphabet, shape)
            size += self.characters.size
        if settings.features:
            # One table for all features: one gather instead of one per feature.
            counts = torch.tensor([FEATURES[name] for name in settings.features])
            self.register_buffer("offsets", counts.cumsum(0) - counts, persistent=False)
            self.features = nn.Embedding(int(counts.sum()), shape.feature_size)
            size += shape.feature_size * len(counts)
        if settings.hints:
            self.hints = nn.Linear(2 * len(settings.hints), shape.hint_size)
            size += shape.hint_size
        self.pieces: PieceEncoder | None = None
        if given.transformer is not None:
            self.pieces = PieceEncoder(given.transformer, shape, settings)
            size += self.pieces.size
        self.dropout = Dropout(shape.dropout)
        self.rnns = nn.ModuleList()
        for _ in range(shape.layers if rnn else 0):
            self.rnns.append(BiRnn(size, shape.hidden))
            size = 2 * shape.hidden
        self.projection: nn.Module | None = None
        if shape.projection:
            self.projection = nn.Sequential(nn.Linear(size, shape.projection), nn.GELU())
            size = shape.projection
        follow, first = legal_transitions(given.labels)
        self.tags = nn.Linear(size, 1 + 2 * given.labels)
        self.crf = Crf(torch.from_numpy(follow), torch.from_numpy(first), learned=crf)

    def forward(self, inputs: Mapping[str, Tensor]) -> Tensor:
        """Returns emissions (B, T, tags) for the arrays of `features.Encoder.arrays`."""
        lengths = inputs["lengths"]
        parts: list[Tensor] = []
        if hasattr(self, "words"):
            words = inputs["words"]
            if self.training and self.word_dropout:
                hidden = torch.rand(words.shape, device=words.device) < self.word_dropout
                words = words.masked_fill(hidden & (words > 0), 1)
            parts.append(self.words(words))
        if hasattr(self, "characters"):
            surfaces = self.characters(inputs["characters"], inputs["character_lengths"])
            parts.append(functional.embedding(inputs["surfaces"], surfaces))
        if hasattr(self, "features"):
            parts.append(self.features(inputs["features"] + self.offsets).flatten(2))
        if hasattr(self, "hints"):
            parts.append(self.hints(inputs["hints"]))
        if self.pieces is not None:
            parts.append(self.pieces(inputs))
        x = self.dropout(torch.cat(parts, dim=2))
        for rnn in self.rnns:
            x = self.dropout(rnn(x, lengths)[0])
        if self.projection is not None:
            x = self.dropout(self.projection(x))
        emissions: Tensor = self.tags(x)
        return emissions

    def loss(self, inputs: Mapping[str, Tensor], tags: Tensor) -> Tensor:
        """Returns the mean negative log-likelihood per token of gold `tags` (B, T)."""
        lengths = inputs["lengths"]
        emissions = self(inputs).float()
        # The chain adds up many small numbers: never in 16 bits.
        with torch.autocast(emissions.device.type, enabled=False):
            if self.crf.learned:
                return self.crf(emissions, tags, lengths).sum() / lengths.sum()
            there = torch.arange(tags.shape[1], device=tags.device) < lengths[:, None]
            return functional.cross_entropy(emissions[there], tags[there])


def bilstm(given: ArchitectureInput) -> Tagger:
    """Words, characters and features, BiLSTM, each tag by itself (papers/002)."""
    return Tagger(given, crf=False, rnn=True)


def bilstm_crf(given: ArchitectureInput) -> Tagger:
    """Words, characters and features, BiLSTM, CRF (papers/001)."""
    return Tagger(given, crf=True, rnn=True)


def transformer(given: ArchitectureInput) -> Tagger:
    """A pre-trained transformer, each tag by itself (papers/000)."""
    return Tagger(given, crf=False, rnn=False)


def transformer_crf(given: ArchitectureInput) -> Tagger:
    """A pre-trained transformer with a CRF (papers/004)."""
    return Tagger(given, crf=True, rnn=False)


def transformer_bilstm_crf(given: ArchitectureInput) -> Tagger:
    """A pre-trained transformer, BiLSTM, CRF."""
    return Tagger(given, crf=True, rnn=True)


def encoder_settings(shape: ModelShape, hints: tuple[str, ...]) -> EncoderSettings:
    """Returns which arrays a network of that shape takes."""
    settings = EncoderSettings(
        words=shape.word_size > 0,
        characters=shape.characters if shape.character_size else 0,
        features=shape.features,
        hints=hints,
        window=shape.window,
        overlap=shape.overlap,
    )
    if not shape.checkpoint:
        return settings
    return replace(settings, pieces=shape.pieces, number_pieces=shape.number_pieces, words=False)


def tensors(arrays: Mapping[str, Any], device: str = "cpu") -> dict[str, Tensor]:
    """Returns arrays as tensors on a device."""
    return {name: torch.from_numpy(array).to(device) for name, array in arrays.items()}
