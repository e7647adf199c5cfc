"""The words of a note and of a value in a form in which they compare, and what is near a word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from incognote.core.case import fold

T = TypeVar("T")

_WORD = re.compile(r"(?:[^\W_]|[\u0300-\u036f])+(?:['’`´](?:[^\W\d_]|[\u0300-\u036f])+)*")
_OWNED = re.compile(r"['’`´]s$")
_APOSTROPHE = re.compile(r"['’`´]")

_LOOKS = (("rn", "m"), ("vv", "w"), ("cl", "d"))
_LOOKALIKES = str.maketrans("01i5869", "olls" + "bbg")
_DIGITS = str.maketrans("OoQIl|SBZ", "000111582")

NOTHING = re.compile("(?!)")
"""Matches nothing: where a language has no such words."""
SHORTEST_NEAR = 5
"""A shorter word with a letter amiss is another word."""
LONGEST_NEAR = 48
"""A longer one is no name: its forms with a letter left out would take its length squared."""


@dataclass(slots=True)
class Word:
    """A word or number of a note."""

    start: int
    end: int
    key: str
    """In small letters, without accents, apostrophes and possessive."""
    case: int
    """0 lower, 1 with a capital, 2 all capitals (of two or more letters)."""
    owned: bool
    """Whether it is a possessive."""


def listed(text: str) -> frozenset[str]:
    """Returns the words of a table in the code, blank between."""
    return frozenset(text.split())


def any_of(patterns: Iterable[str]) -> str:
    """Returns a pattern for any of some, empty ones left out; of none it matches nothing."""
    return f"(?:{'|'.join(filter(None, patterns)) or '(?!)'})"


def words_of(text: str) -> list[Word]:
    """Returns the words of a text in order."""
    found = []
    for match in _WORD.finditer(text):
        surface = match.group()
        start, end = match.span()
        case = 0 if not surface[0].isupper() else 2 if len(surface) > 1 and surface.isupper() else 1
        key = surface.lower() if surface.isascii() else fold(surface)
        owned = False
        if not key.isalnum():
            owned = _OWNED.search(key) is not None
            end -= 2 * owned
            key = _APOSTROPHE.sub("", key[:-2] if owned else key)
        found.append(Word(start, end, key, case, owned))
    return found


def look(key: str) -> str:
    """Returns the word with letters that a scanner takes for one another made the same."""
    for pair, single in _LOOKS:
        key = key.replace(pair, single)
    return key.translate(_LOOKALIKES)


def digits_read(code: str) -> str:
    """Returns a number with the letters that a scanner reads for digits made digits."""
    return code.translate(_DIGITS)


def with_one_left_out(word: str) -> list[str]:
    """Returns the word and all that it becomes when a letter is left out.

    Words one letter apart (changed, added, left out, swapped) have one of these in common. A word
    longer than any name is only itself.
    """
    if len(word) > LONGEST_NEAR:
        return [word]
    return [word, *dict.fromkeys(word[:i] + word[i + 1 :] for i in range(len(word)))]


def one_letter_amiss(known: Mapping[str, T], shortest: int) -> dict[str, tuple[str, T]]:
    """Returns from each form of a word with a letter left out, and itself, to it and its value.

    So one look in a dictionary stands for comparing all pairs.

    Args:
        known: From words to their values.
        shortest: Letters of the shortest word that counts.
    """
    return {
        form: (word, value)
        for word, value in sorted(known.items(), key=lambda item: item[0])
        if len(word) >= shortest
        for form in with_one_left_out(word)
    }


def one_apart(a: str, b: str) -> bool:
    """Returns whether one letter was changed, added, left out or swapped with its neighbour."""
    if abs(len(a) - len(b)) == 1:
        long, short = (a, b) if len(a) > len(b) else (b, a)
        return any(long[:i] + long[i + 1 :] == short for i in range(len(long)))
    if len(a) != len(b):
        return False
    differ = [i for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
    if len(differ) == 2:
        i, j = differ
        return j == i + 1 and a[i] == b[j] and a[j] == b[i]
    return len(differ) == 1
