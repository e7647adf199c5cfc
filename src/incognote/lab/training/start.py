"""Weights to go on from with other notes: 'A then B' of Hartman 2020."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from pickle import UnpicklingError
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor

from incognote.core import private
from incognote.core.errors import InputError
from incognote.model.features import EncoderSettings


@dataclass(frozen=True, slots=True)
class Start:
    """A trained network with what its numbers mean."""

    tokenizer: Tokenizer
    alphabet: str
    hints: tuple[str, ...]
    tags: tuple[str, ...]
    weights: dict[str, Tensor]
    settings: EncoderSettings | None = None
    """Which arrays the network takes; None: those of the run that goes on from it."""
    form: Mapping[str, Any] = field(default_factory=dict)
    """Of its transformer, as `reopen.make_transformer` takes it; empty: that of the run."""

    def write(self, path: Path) -> None:
        """Writes the file `weights.pt` of a run, whole or not at all."""
        state: dict[str, Any] = {
            "tokenizer": self.tokenizer.to_str(),
            "alphabet": self.alphabet,
            "hints": list(self.hints),
            "tags": list(self.tags),
            "weights": self.weights,
        }
        private.make_file(path.with_suffix(".part"))
        save_state(state, path)


def save_state(state: Mapping[str, Any], path: Path) -> None:
    """Writes what torch can read back, whole or not at all."""
    draft = path.with_suffix(".part")
    torch.save(dict(state), draft)
    os.replace(draft, path)


BROKEN = (OSError, RuntimeError, KeyError, TypeError, ValueError, EOFError, UnpicklingError)
"""What reading such a file, and putting what it holds in its place, raises where it is another."""


def read_start(path: Path) -> Start:
    """Returns what an earlier run left.

    Raises:
        InputError: If the file is not such.
    """
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
        return Start(
            Tokenizer.from_str(state["tokenizer"]),
            state["alphabet"],
            tuple(state["hints"]),
            tuple(state["tags"]),
            state["weights"],
        )
    except BROKEN:
        raise InputError(
            f"{path}: holds no weights to start from; a training leaves them as weights.pt beside "
            "its log."
        ) from None
