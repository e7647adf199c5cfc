"""What a token's surface alone says: its word, its characters, its shape. Computed once each."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

SURFACE_FEATURES = ("casing", "shape", "number")
"""The rows of `Surfaces.features`."""

COLON, UPPER, LOWER = 1, 2, 3
"""Flags of a surface that features of the place read; 4 is any other word, 0 anything else."""

PAD, UNKNOWN = 0, 1
"""Numbers of padding and of what the vocabulary or the alphabet does not have."""


class Surfaces(dict[str, int]):
    """From a surface to its row in tables that grow; row 0 is padding."""

    def __init__(
        self,
        vocabulary: Mapping[str, int],
        alphabet: Mapping[str, int],
        pieces: Any,
        *,
        characters: int,
        most_pieces: int,
        number_pieces: bool = False,
    ) -> None:
        """`pieces` is a `tokenizers.Tokenizer` or None; at most so many characters and pieces."""
        super().__init__()
        self._vocabulary = vocabulary
        self._alphabet = alphabet
        self._pieces = pieces
        self._characters = characters
        self._most_pieces = min(16, most_pieces)
        self._number_pieces = number_pieces
        size = 1 << 12
        self.words = np.zeros(size, dtype=np.int32)
        self.features = np.zeros((len(SURFACE_FEATURES), size), dtype=np.uint8)
        self.flags = np.zeros(size, dtype=np.uint8)
        self.characters = np.zeros((size, characters), dtype=np.uint16)
        self.character_counts = np.zeros(size, dtype=np.uint8)
        self.piece_counts = np.zeros(size, dtype=np.int32)
        self.piece_ids: list[Sequence[int]] = [()]

    def emptied(self) -> Surfaces:
        """Returns a new table for the same model."""
        return Surfaces(
            self._vocabulary,
            self._alphabet,
            self._pieces,
            characters=self._characters,
            most_pieces=self._most_pieces,
            number_pieces=self._number_pieces,
        )

    def __missing__(self, surface: str) -> int:
        row = len(self) + 1
        if row >= len(self.words):
            self._grow()
        if self._vocabulary:
            self.words[row] = _known(self._vocabulary, normalize(surface))
        self.features[:, row] = _casing(surface), _shape(surface), _number(surface)
        if surface == ":":
            self.flags[row] = COLON
        elif surface[0].isalpha() and len(surface) > 1:
            self.flags[row] = UPPER if surface.isupper() else LOWER if surface.islower() else 4
        if self._characters:
            clipped = _clip(surface, self._characters)
            self.character_counts[row] = len(clipped)
            self.characters[row, : len(clipped)] = [_known(self._alphabet, c) for c in clipped]
        if self._pieces is not None:
            ids = self._pieces.encode(_clip(surface, 100), add_special_tokens=False).ids
            # A token without pieces (a control character) still needs a place to be tagged at.
            ids = ids or self._pieces.encode("?", add_special_tokens=False).ids
            if self._number_pieces and len(ids) > 1 and surface[0].isdigit():
                ids = [self._pieces.token_to_id(f"[unused{min(len(surface), 20)}]")]
            ids = _clip(ids, self._most_pieces)
            self.piece_counts[row] = len(ids)
            self.piece_ids.append(tuple(ids))
        self[surface] = row
        return row

    def _grow(self) -> None:
        for name in ("words", "flags", "characters", "character_counts", "piece_counts"):
            table = getattr(self, name)
            setattr(self, name, np.concatenate((table, np.zeros_like(table))))
        self.features = np.concatenate((self.features, np.zeros_like(self.features)), axis=1)


def normalize(surface: str) -> str:
    """Returns the form under which the vocabulary holds a word: lower case, digits as 0.

    Example:
        >>> normalize("12Ab"), normalize("MUÑOZ")
        ('00ab', 'muñoz')
    """
    if not surface.isascii():
        surface = unicodedata.normalize("NFKC", surface)
    return "".join("0" if c.isdigit() else c for c in surface.lower())


def plain(text: str) -> str:
    """Returns the text without accents: what stands in for a word or character not known."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(c for c in parts if not unicodedata.combining(c))


def _clip(sequence: Any, most: int) -> Any:
    """The sequence, or where it is longer its first three quarters and its end."""
    if len(sequence) <= most:
        return sequence
    tail = most // 4
    return sequence[: most - tail] + sequence[len(sequence) - tail :]


def _known(numbers: Mapping[str, int], key: str) -> int:
    """The number of a word or character, or of its form without accents, or UNKNOWN."""
    number = numbers.get(key)
    if number is None:
        number = UNKNOWN if key.isascii() else numbers.get(plain(key), UNKNOWN)
    return number


def _casing(surface: str) -> int:
    if surface[0].isdigit():
        return 1
    if not surface[0].isalpha():
        return 2
    if len(surface) == 1:
        return 3 if surface.isupper() else 4
    if surface.islower():
        return 5
    if surface.isupper():
        return 6
    return 7 if surface[0].isupper() and surface[1:].islower() else 8


def _shape(surface: str) -> int:
    """Length of numbers and words, kind of other characters."""
    if surface[0].isdigit():
        return min(len(surface), 9)
    if surface[0].isalpha():
        return 9 + min(len(surface), 4) if len(surface) < 5 else 14 if len(surface) < 10 else 15
    if surface in ".,;:":
        return 16
    if surface in "/-–@_#":
        return 17
    return 18 if surface in "()[]{}\"'" else 19


def _number(surface: str) -> int:
    """Which number of a date, a time or an age the digits may be."""
    if not surface[0].isdigit() or len(surface) > 4 or not surface.isdecimal():
        return 1 if not surface[0].isdigit() else 11
    value = int(surface)
    if len(surface) == 4:
        return 2 if 1900 <= value < 2040 else 10
    if surface[0] == "0":
        return 3
    bounds = (12, 23, 31, 59, 99, 120)
    return 4 + sum(value > bound for bound in bounds)
