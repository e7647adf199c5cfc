"""Character encoders trained on unlabelled words: char2vec (Ahmed 2021).

Words whose characters are alike shall have vectors that are: each word of a batch is told from all
others by a variant of itself with a letter changed, left out, doubled or swapped, or in another
case. What is trained is the character BiRNN of `layers.CharacterEncoder`, 50 wide.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from incognote.core.errors import ConfigError, InputError, MissingExtraError
from incognote.lab.training.config import ModelShape
from incognote.lab.training.layers import CharacterEncoder
from incognote.model.model_folder import check_new, new_draft
from incognote.model.surfaces import PAD, UNKNOWN

_BATCH = 256
_TEMPERATURE = 0.1


def train_characters(
    words: Sequence[str],
    alphabet: str,
    out: Path,
    *,
    size: int = 25,
    hidden: int = 25,
    epochs: int = 5,
    seed: int = 1,
    longest: int = 20,
    report: Callable[[int, float], None] | None = None,
) -> None:
    """Writes a trained character encoder as a safetensors file.

    Args:
        words: Different words, as they stand in the notes.
        alphabet: The characters that it knows; character i gets number i + 2.
        out: The new file.
        size: Of a character's vector.
        hidden: Of the BiRNN per direction.
        epochs: How often each word is seen.
        seed: Of all chance.
        longest: Characters of a word that are read.
        report: Called after each epoch with its number and mean loss.

    Raises:
        MissingExtraError: If safetensors is not installed.
        InputError: If there are fewer than two words.
        OutputError: If `out` is there already or cannot be written.
    """
    try:
        from safetensors.torch import save_file
    except ImportError:
        raise MissingExtraError("Training character vectors", "train") from None
    check_new(out)
    if len(words) < 2:
        raise InputError("there are fewer than two words to tell apart; give more notes.")
    torch.manual_seed(seed)
    random = Random(seed)
    encoder = CharacterEncoder(
        len(alphabet) + 2, ModelShape("", character_size=size, character_hidden=hidden)
    )
    optimizer = torch.optim.Adam(encoder.parameters(), lr=2e-3)
    numbers = {c: i + 2 for i, c in enumerate(alphabet)}
    order = list(words)
    for epoch in range(1, epochs + 1):
        random.shuffle(order)
        losses = []
        for i in range(0, len(order) - 1, _BATCH):
            batch = order[i : i + _BATCH]
            both = [*batch, *(_variant(word, alphabet, random) for word in batch)]
            vectors = functional.normalize(encoder(*_numbered(both, numbers, longest)), dim=1)
            ours, theirs = vectors[: len(batch)], vectors[len(batch) :]
            loss = functional.cross_entropy(
                ours @ theirs.T / _TEMPERATURE, torch.arange(len(batch))
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        if report is not None:
            report(epoch, sum(losses) / len(losses))
    with new_draft(out) as draft:
        save_file(encoder.state_dict(), draft, metadata={"alphabet": alphabet})


def read_characters(path: Path, shape: ModelShape) -> tuple[str, dict[str, Tensor]]:
    """Returns alphabet and weights of a trained character encoder.

    Raises:
        InputError: If the file is not one.
        ConfigError: If its sizes are not those of the shape.
    """
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, "pt") as file:
            alphabet = (file.metadata() or {})["alphabet"]
            weights = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except (OSError, SafetensorError, KeyError):
        raise InputError(
            f"{path}: is no character encoder; 'incognote vectors --characters' makes one."
        ) from None
    expected = CharacterEncoder(len(alphabet) + 2, shape).state_dict()
    if {k: v.shape for k, v in weights.items()} != {k: v.shape for k, v in expected.items()}:
        raise ConfigError(
            f"{path}: does not fit model.character_encoder, character_size and character_hidden."
        )
    return alphabet, weights


def _numbered(words: Sequence[str], numbers: dict[str, int], longest: int) -> tuple[Tensor, Tensor]:
    """(words, characters) and (words,) lengths."""
    lengths = np.array([min(len(word), longest) for word in words], dtype=np.int64)
    table = np.full((len(words), int(lengths.max())), PAD, dtype=np.int64)
    for row, word in enumerate(words):
        own = [numbers.get(c, UNKNOWN) for c in word[:longest]]
        table[row, : len(own)] = own
    return torch.from_numpy(table), torch.from_numpy(lengths)


def _variant(word: str, alphabet: str, random: Random) -> str:
    """The word as someone else might type it; never empty."""
    i = random.randrange(len(word))
    change = random.randrange(5)
    if change == 0 and len(word) > 1:
        return word[:i] + word[i + 1 :]
    if change == 1:
        return word[:i] + word[i] + word[i:]
    if change == 2 and i + 1 < len(word):
        return word[:i] + word[i + 1] + word[i] + word[i + 2 :]
    if change == 3:
        return word.lower() if word.isupper() else word.upper()
    return word[:i] + random.choice(alphabet) + word[i + 1 :]
