"""What a token's surface alone says: its word, its characters, its shape. Computed once each."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from incognote.model.encoding import Tokens

SURFACE_FEATURES = ("casing", "shape", "number")
"""The columns of `Surfaces.features`."""

_TABLES = (
    *("words", "features", "flags", "characters", "character_counts"),
    *("piece_counts", "piece_starts"),
)
"""What `Surfaces` holds of each row."""

COLON, UPPER, LOWER = 1, 2, 3
"""Flags of a surface that features of the place read; 4 is any other word, 0 anything else."""

AGAIN = "\x1e"
"""Before a punctuation mark that stands behind its like; it counts as blank, so no token holds it.
Lines drawn of dashes are a tenth of the tokens of a clinical note and say nothing that their first
dash does not, so the others have no word pieces."""

PAD, UNKNOWN = 0, 1
"""Numbers of padding and of what the vocabulary or the alphabet does not have."""


_MARK = "\x1f"
"""Between a token and the rest of its word. It counts as blank, so no token holds it."""
_REACH = 32
"""So many characters of its word, before and behind, say what the pieces of a token are."""
_WORD = re.compile(r"\S+")


def in_words(text: str, tokens: Tokens) -> Iterator[str]:
    """Yields each token between what stands before and behind it in its word.

    A blank leads what stands before where all of that is given: a vocabulary of byte pairs or of a
    unigram model has other pieces for the beginning of a word.
    """
    words = np.fromiter((i for m in _WORD.finditer(text) for i in m.span()), np.int64)
    own = np.searchsorted(words[1::2], tokens.starts, "right")
    places = zip(tokens.starts.tolist(), tokens.ends.tolist(), own.tolist(), strict=True)
    for start, end, word in places:
        first, last = int(words[2 * word]), int(words[2 * word + 1])
        before = (
            " " + text[first:start] if start - first <= _REACH else text[start - _REACH : start]
        )
        yield f"{before}{_MARK}{text[start:end]}{_MARK}{text[end : min(last, end + _REACH)]}"


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
        cased: bool = False,
        in_words: bool = False,
    ) -> None:
        """`pieces` is a `tokenizers.Tokenizer` or None; at most so many characters and pieces.

        With `cased` words are looked up as they stand; `in_words` says what the keys are.
        """
        super().__init__()
        self._vocabulary = vocabulary
        self._alphabet = alphabet
        self._pieces = pieces
        self._characters = characters
        self._most_pieces = min(16, most_pieces)
        self._number_pieces = number_pieces
        self._cased = cased
        self._in_words = in_words
        size = 1 << 12
        self.words = np.zeros(size, dtype=np.int32)
        self.features = np.zeros((size, len(SURFACE_FEATURES)), dtype=np.uint8)
        self.flags = np.zeros(size, dtype=np.uint8)
        self.characters = np.zeros((size, characters), dtype=np.uint16)
        self.character_counts = np.zeros(size, dtype=np.uint8)
        self.piece_counts = np.zeros(size, dtype=np.int32)
        self.piece_starts = np.zeros(size, dtype=np.int32)
        """Where the pieces of each surface begin in `pieces`."""
        self.pieces = np.zeros(size, dtype=np.int64)
        self._taken = 0

    def emptied(self) -> Surfaces:
        """Returns a new table for the same model."""
        return Surfaces(
            self._vocabulary,
            self._alphabet,
            self._pieces,
            characters=self._characters,
            most_pieces=self._most_pieces,
            number_pieces=self._number_pieces,
            cased=self._cased,
            in_words=self._in_words,
        )

    def __missing__(self, key: str) -> int:
        before, surface, behind = key.split(_MARK) if self._in_words else ("", key, "")
        surface = surface.removeprefix(AGAIN)
        row = len(self) + 1
        if row >= len(self.words):
            self._grow()
        if self._vocabulary:
            word = surface if self._cased else normalize(surface)
            self.words[row] = _known(self._vocabulary, word)
        self.features[row] = _casing(surface), _shape(surface), _number(surface)
        if surface == ":":
            self.flags[row] = COLON
        elif surface[0].isalpha() and len(surface) > 1:
            self.flags[row] = UPPER if surface.isupper() else LOWER if surface.islower() else 4
        if self._characters:
            clipped = _clip(surface, self._characters)
            self.character_counts[row] = len(clipped)
            self.characters[row, : len(clipped)] = [_known(self._alphabet, c) for c in clipped]
        if self._pieces is not None and not key.startswith(AGAIN):
            ids = self._pieces_of(before, _clip(surface, 100), behind)
            if self._number_pieces and len(ids) > 1 and surface[0].isdigit():
                ids = [self._pieces.token_to_id(f"[unused{min(len(surface), 20)}]")]
            ids = _clip(ids, self._most_pieces)
            self.piece_counts[row] = len(ids)
            self.piece_starts[row] = self._taken
            self._taken += len(ids)
            while self._taken > len(self.pieces):
                self.pieces = np.concatenate((self.pieces, np.zeros_like(self.pieces)))
            self.pieces[self._taken - len(ids) : self._taken] = ids
        self[key] = row
        return row

    def _pieces_of(self, before: str, surface: str, behind: str) -> list[int]:
        """The pieces of a token; with `in_words` those of its word that begin in it, maybe none."""
        if not self._in_words:
            ids: list[int] = self._pieces.encode(surface, add_special_tokens=False).ids
            # A token without pieces (a control character) still needs a place to be tagged at.
            return ids or list(self._pieces.encode("?", add_special_tokens=False).ids)
        whole = self._pieces.encode(before + surface + behind, add_special_tokens=False)
        first, last = len(before), len(before) + len(surface)
        lead = int(before[:1] == " ")  # a piece that holds the blank begins behind it
        starts = [max(lead, start) for start, _ in whole.offsets]
        return [i for i, start in zip(whole.ids, starts, strict=True) if first <= start < last]

    def _grow(self) -> None:
        for name in _TABLES:
            table = getattr(self, name)
            setattr(self, name, np.concatenate((table, np.zeros_like(table))))


def normalize(surface: str) -> str:
    """Returns the form under which the vocabulary holds a word: lower case, digits as 0.

    Examples:
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
