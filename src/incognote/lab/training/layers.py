"""Layers that networks are made of: each can be exported with free batch and length."""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from incognote.core.errors import ConfigError
from incognote.lab.training.config import ModelShape
from incognote.lab.training.crf import there


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
        back, _ = self.back(pick(x, turned))
        last = (lengths - 1)[:, None]
        ends = torch.cat((pick(forth, last), pick(back, last)), dim=2)[:, 0]
        return torch.cat((forth, pick(back, turned)), dim=2), ends


def pick(x: Tensor, index: Tensor) -> Tensor:
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
    """One vector per surface from its characters: a BiRNN (Hartman 2020) or convolution and max."""

    def __init__(self, alphabet: int, shape: ModelShape) -> None:
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
        y = y.masked_fill(~there(x, lengths)[:, None], -1e4)
        pooled: Tensor = y.max(dim=2).values
        return pooled


class SelfAttention(nn.Module):
    """The encoder half of a transformer, with sines as positions (Ahmed 2021).

    Spelled out rather than `nn.TransformerEncoder`, whose fast path cannot be exported.
    """

    def __init__(self, size: int, shape: ModelShape) -> None:
        """`size` in and out; a multiple of the heads.

        Raises:
            ConfigError: If it is none.
        """
        super().__init__()
        if size % shape.attention_heads:
            raise ConfigError(
                f"the parts of a token are {size} wide, which {shape.attention_heads} attention "
                "heads do not divide; change model.word_size or model.attention_heads."
            )
        self.size = size
        self.layers = nn.ModuleList(
            _AttentionLayer(size, shape) for _ in range(shape.attention_layers)
        )

    def forward(self, x: Tensor, lengths: Tensor) -> Tensor:
        """Returns (B, T, size) of (B, T, size)."""
        steps = torch.arange(x.shape[1], device=x.device)
        x = x * self.size**0.5 + _sines(steps, self.size).to(x.dtype)
        there = (steps < lengths[:, None])[:, None, None]
        for layer in self.layers:
            x = layer(x, there)
        return x


def _sines(steps: Tensor, size: int) -> Tensor:
    """(T, size) the positions of Vaswani et al. 2017."""
    pairs = torch.arange(0, size, 2, device=steps.device).float()
    angles = steps[:, None].float() * torch.exp(pairs * (-math.log(10_000.0) / size))
    return torch.stack((angles.sin(), angles.cos()), dim=2).flatten(1)[:, :size]


class _AttentionLayer(nn.Module):
    """Attention and a feed-forward network, each added to its input and normalised."""

    def __init__(self, size: int, shape: ModelShape) -> None:
        super().__init__()
        self.heads = shape.attention_heads
        self.given = nn.Linear(size, 3 * size)
        self.joined = nn.Linear(size, size)
        self.inner = nn.Sequential(
            nn.Linear(size, shape.attention_inner),
            nn.ReLU(),
            nn.Linear(shape.attention_inner, size),
        )
        self.norms = nn.ModuleList((nn.LayerNorm(size), nn.LayerNorm(size)))
        self.dropout = nn.Dropout(shape.dropout)

    def forward(self, x: Tensor, there: Tensor) -> Tensor:
        """`there` (B, 1, 1, T) says which tokens are no padding."""
        size = x.shape[2]
        queries, keys, values = (
            part.unflatten(2, (self.heads, -1)).transpose(1, 2)
            for part in self.given(x).split(size, 2)
        )
        seen = functional.scaled_dot_product_attention(queries, keys, values, attn_mask=there)
        x = self.norms[0](x + self.dropout(self.joined(seen.transpose(1, 2).flatten(2))))
        y: Tensor = self.norms[1](x + self.dropout(self.inner(x)))
        return y
