"""Networks: what a token is made of, what reads the tokens, what gives the tags.

Each architecture is a function from an `ArchitectureInput` to a `Tagger`, and one registry row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from incognote.lab.training.config import ModelShape
from incognote.lab.training.crf import Crf, there
from incognote.lab.training.layers import BiRnn, CharacterEncoder, Dropout, SelfAttention
from incognote.lab.training.pieces import PieceEncoder
from incognote.model.crf import Chain
from incognote.model.encoding import FloatArray
from incognote.model.features import FEATURES, EncoderSettings
from incognote.model.tagging import Tags


@dataclass(frozen=True, slots=True)
class ArchitectureInput:
    """What an architecture is built from."""

    shape: ModelShape
    settings: EncoderSettings
    tags: Tags
    words: int
    """Size of the vocabulary, padding and unknown included."""
    alphabet: int
    """Likewise of the alphabet."""
    vectors: Tensor | None = None
    """(words, word_size) to begin with, or None for random ones."""
    transformer: Any = None
    """A pre-trained encoder of Hugging Face, for architectures with word pieces."""


class Tagger(nn.Module):
    """Token parts side by side, perhaps a BiLSTM over them, a linear layer, and a chain.

    Parts: word embedding, characters, categorical features, hints, and the first word piece of a
    transformer: whichever the settings of the encoder name.
    """

    def __init__(
        self, given: ArchitectureInput, *, crf: bool, rnn: bool, attention: bool = False
    ) -> None:
        """`crf` trains the chain's scores, `rnn` puts a BiLSTM between parts and tags.

        `attention` puts a transformer that is trained from nothing before either.
        """
        super().__init__()
        shape, settings = given.shape, given.settings
        self.word_dropout = 0.0
        """Share of words hidden while training; set by the training loop."""
        self.miss_cost = 0.0
        """What is added to the score of 'not PHI' where there is PHI; set by the training loop."""
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
        self.attention: SelfAttention | None = None
        if attention:
            self.attention = SelfAttention(size, shape)
        self.rnns = nn.ModuleList()
        for _ in range(shape.layers if rnn else 0):
            self.rnns.append(BiRnn(size, shape.hidden))
            size = 2 * shape.hidden
        self.projection: nn.Module | None = None
        if shape.projection:
            self.projection = nn.Sequential(nn.Linear(size, shape.projection), nn.GELU())
            size = shape.projection
        follow, first = given.tags.legal()
        self.tags = nn.Linear(size, len(given.tags))
        self.crf = Crf(torch.from_numpy(follow), torch.from_numpy(first), learned=crf)

    def forward(self, inputs: Mapping[str, Tensor]) -> Tensor:
        """Returns emissions (B, T, tags) for the arrays of `features.Encoder.arrays`."""
        emissions: Tensor = self.tags(self.states(inputs))
        return emissions

    def states(self, inputs: Mapping[str, Tensor]) -> Tensor:
        """Returns what the tags are told by, (B, T, width)."""
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
        if self.attention is not None:
            x = self.attention(x, lengths)
        for rnn in self.rnns:
            x = self.dropout(rnn(x, lengths)[0])
        if self.projection is not None:
            x = self.dropout(self.projection(x))
        return x

    def loss(
        self,
        inputs: Mapping[str, Tensor],
        tags: Tensor,
        likely: Tensor | None = None,
        trust: Tensor | None = None,
    ) -> Tensor:
        """Returns the mean negative log-likelihood per token of gold `tags` (B, T).

        Args:
            inputs: The arrays of `features.Encoder.arrays`.
            tags: Gold.
            likely: (B, T, tags) what a teacher thinks, or None.
            trust: (B,) the share of the loss that follows the teacher and not the tags.
        """
        lengths = inputs["lengths"]
        emissions = self(inputs).float()
        # The chain adds up many small numbers: never in 16 bits.
        with torch.autocast(emissions.device.type, enabled=False):
            loss = self._likelihood(emissions, tags, lengths)
            if likely is not None and trust is not None:
                if self.crf.learned:
                    taught = self.crf.expected(emissions, likely, lengths)
                else:
                    each = -(likely * emissions.log_softmax(dim=2)).sum(dim=2)
                    taught = (each * there(tags, lengths)).sum(dim=1)
                loss = (1 - trust) * loss + trust * taught
            mean: Tensor = loss.sum() / lengths.sum()
            return mean

    def _likelihood(self, emissions: Tensor, tags: Tensor, lengths: Tensor) -> Tensor:
        """(B,) negative log-likelihood of the tags, summed over each window."""
        if self.miss_cost:
            # Never the score of a gold tag, so only the other sequences become dearer.
            outside = functional.one_hot(torch.zeros_like(tags), emissions.shape[2])
            missed = outside * (tags > 0)[..., None]
            emissions = emissions + self.miss_cost * missed
        if self.crf.learned:
            chained: Tensor = self.crf(emissions, tags, lengths)
            return chained
        each = functional.cross_entropy(emissions.transpose(1, 2), tags, reduction="none")
        return (each * there(tags, lengths)).sum(dim=1)


def bilstm(given: ArchitectureInput) -> Tagger:
    """Words, characters and features, BiLSTM, each tag by itself (Ahmed 2021)."""
    return Tagger(given, crf=False, rnn=True)


def bilstm_crf(given: ArchitectureInput) -> Tagger:
    """Words, characters and features, BiLSTM, CRF (Hartman 2020)."""
    return Tagger(given, crf=True, rnn=True)


def attention(given: ArchitectureInput) -> Tagger:
    """A transformer trained from nothing, each tag by itself (Ahmed 2021)."""
    return Tagger(given, crf=False, rnn=False, attention=True)


def attention_crf(given: ArchitectureInput) -> Tagger:
    """A transformer trained from nothing, CRF (Ahmed 2021)."""
    return Tagger(given, crf=True, rnn=False, attention=True)


def attention_bilstm(given: ArchitectureInput) -> Tagger:
    """A transformer trained from nothing, BiLSTM over it, each tag by itself (Ahmed 2021)."""
    return Tagger(given, crf=False, rnn=True, attention=True)


def transformer(given: ArchitectureInput) -> Tagger:
    """A pre-trained transformer, each tag by itself (Johnson 2020)."""
    return Tagger(given, crf=False, rnn=False)


def transformer_crf(given: ArchitectureInput) -> Tagger:
    """A pre-trained transformer with a CRF (Mao 2019)."""
    return Tagger(given, crf=True, rnn=False)


def transformer_bilstm_crf(given: ArchitectureInput) -> Tagger:
    """A pre-trained transformer, BiLSTM, CRF."""
    return Tagger(given, crf=True, rnn=True)


def encoder_settings(
    shape: ModelShape, hints: tuple[str, ...], pieces_of: str = "token"
) -> EncoderSettings:
    """Returns which arrays a network of that shape takes; `pieces_of` is for '' in the shape."""
    settings = EncoderSettings(
        words=shape.word_size > 0,
        characters=shape.characters if shape.character_size else 0,
        features=shape.features,
        hints=hints,
        window=shape.window,
        overlap=shape.overlap,
        tokens=shape.tokens,
        unit=shape.unit,
        meet=shape.meet,
        cased=shape.cased,
    )
    if not shape.checkpoint:
        return settings
    return replace(
        settings,
        pieces=shape.pieces,
        number_pieces=shape.number_pieces,
        short_lines=shape.short_lines,
        pieces_of=shape.pieces_of or pieces_of,
        words=False,
    )


def runner(
    model: Tagger, device: str = "cpu"
) -> Callable[[Mapping[str, Any]], tuple[FloatArray, Chain]]:
    """Returns what runs a network that is ready to predict, as `decoding.find_spans` takes it."""

    def run(inputs: Mapping[str, Any]) -> tuple[FloatArray, Chain]:
        with torch.inference_mode():
            emissions = model(tensors(inputs, device)).float().cpu().numpy()
            return emissions, Chain(*(part.cpu().numpy() for part in model.crf.chain()))

    return run


def tensors(arrays: Mapping[str, Any], device: str = "cpu") -> dict[str, Tensor]:
    """Returns arrays as tensors on a device."""
    return {name: torch.from_numpy(array).to(device) for name, array in arrays.items()}
