"""Numbers and codes: the same shape with other characters, or a fresh one from a pattern.

A pattern is literal text with `#` for a digit, `^` for a digit from 1 to 9, `@` for a capital,
`%` for a small letter, `*` for a capital or digit, and `{a|b}` for one of several patterns.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import NamedTuple

from incognote.core.case import case_like

_DIGITS = "0123456789"
_CAPITALS = "ABCDEFGHJKLMNPRSTUVWXYZ"
_CHOICE = re.compile(r"\{([^{}]*)\}")


def fill(pattern: str, rng: random.Random) -> str:
    """Returns a random string of that pattern.

    Examples:
        >>> fill("MRN-##", random.Random(1))
        'MRN-29'
    """
    while match := _CHOICE.search(pattern):
        pick = rng.choice(match[1].split("|"))
        pattern = pattern[: match.start()] + pick + pattern[match.end() :]
    return "".join(_symbol(char, rng) for char in pattern)


def _symbol(char: str, rng: random.Random) -> str:
    if char == "#":
        return rng.choice(_DIGITS)
    if char == "^":
        return rng.choice(_DIGITS[1:])
    if char == "@":
        return rng.choice(_CAPITALS)
    if char == "%":
        return rng.choice(_CAPITALS).lower()
    if char == "*":
        return rng.choice(_CAPITALS + _DIGITS)
    return char


def same_shape(surface: str, rng: random.Random, *, letters: float = 1.0) -> str:
    """Returns other characters of the same kinds in the same places.

    Zeros that lead a run of digits stay, so that '00482913' remains a padded number. Runs of
    letters are replaced with probability `letters`, as prefixes such as 'MRN' or 'ACC' mean
    something.

    Args:
        surface: The text to imitate.
        rng: Source of chance.
        letters: Probability that a run of letters is replaced.
    """
    out: list[str] = []
    for run in re.findall(r"0*[1-9]?\d*|[^\W\d_]+|.", surface, re.DOTALL):
        if not run:
            continue
        if run[0].isdigit():
            kept = len(run) - len(run.lstrip("0"))
            kept = 0 if kept == len(run) else kept
            fresh = "".join(rng.choice(_DIGITS) for _ in run[kept:])
            if fresh[:1] == "0" and run[kept] != "0":
                fresh = rng.choice(_DIGITS[1:]) + fresh[1:]
            out.append(run[:kept] + fresh)
        elif run[0].isalpha() and rng.random() < letters:
            out.append("".join(_letter(char, rng) for char in run))
        else:
            out.append(run)
    return "".join(out)


def _letter(char: str, rng: random.Random) -> str:
    fresh = rng.choice(_CAPITALS)
    return fresh if char.isupper() else fresh.lower()


def whole_number(make: Callable[[], str]) -> str:
    """Returns a telephone number of seven digits or more, where some twenty draws give one."""
    for _ in range(20):
        value = make()
        if sum(char.isdigit() for char in value) >= 7:
            break
    return value


def other_age(age: int, rng: random.Random, *, months: bool = False) -> int:
    """Returns another age of the same time of life, so that the note stays believable."""
    if months:
        return rng.randint(1, max(11, age))
    for low, high in ((0, 4), (5, 12), (13, 19), (20, 39), (40, 64), (65, 89), (90, 104)):
        if low <= age <= high:
            return rng.randint(max(low, 1), high)
    return rng.randint(20, 89)


class NumberWords(NamedTuple):
    """A language's words for numbers, in small letters."""

    digits: tuple[str, ...]
    """For 0 to 9, zero first; two words may be one digit ('zero', 'oh')."""
    others: frozenset[str]
    """For all other numbers: 'forty', 'hundred'."""


def spoken_digits(surface: str, rng: random.Random, words: NumberWords) -> str:
    """Returns a number said digit by digit with other digits ('four oh nine').

    What holds one digit alone, or a word for another number, which would stay, is left as it is.
    """
    said = [word.lower() for word in re.findall(r"[^\W\d_]+", surface)]
    if sum(word in words.digits for word in said) < 2 or not words.others.isdisjoint(said):
        return surface

    def swap(match: re.Match[str]) -> str:
        digit = match[0].lower() in words.digits
        return case_like(match[0], rng.choice(words.digits[1:])) if digit else match[0]

    return re.sub(r"[^\W\d_]+", swap, surface)
