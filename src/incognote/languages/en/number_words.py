"""Ages and other numbers in English words, in the form of another."""

from __future__ import annotations

import random
import re
from functools import cache

from incognote.core.case import case_like
from incognote.languages.en import PACK
from incognote.replace.values.shapes import NumberWords, other_age

_ROWS = PACK.table("numbers")
NUMBER_WORDS = NumberWords(
    digits=_ROWS["word digits"],
    others=frozenset((*_ROWS["word ones"][10:], *_ROWS["word tens"], "hundred", "thousand")),
)


def number_word(number: int) -> str:
    """Returns an English number below 200 in words: 52 is 'fifty-two'."""
    ones, tens = _ROWS["word ones"], _ROWS["word tens"]
    if number >= 100:
        return "one hundred" + (f" {number_word(number - 100)}" if number > 100 else "")
    if number < 20:
        return ones[number]
    ten, one = divmod(number, 10)
    return tens[ten - 2] + (f"-{ones[one]}" if one else "")


def ordinal_ending(number: int) -> str:
    """Returns the ending of a number that counts: st, nd, rd or th."""
    teen = 10 < number % 100 < 20
    return "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


@cache
def _word_numbers() -> dict[str, int]:
    return {number_word(n): n for n in range(100)}


_DECADES = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties")


def age_like(surface: str, rng: random.Random) -> str:
    """Returns another age in the form of `surface`: digits, words, decades, with its unit."""
    low = surface.lower()
    if (age := _word_numbers().get(low.replace(" ", "-"))) is not None:
        word = number_word(other_age(age, rng))
        return case_like(surface, word.replace("-", " ") if " " in low else word)
    if re.fullmatch(r"\d0'?s", low):
        return f"{rng.randint(2, 9)}0{surface[2:]}"
    if low in _DECADES:
        return case_like(surface, rng.choice(_DECADES))
    months = bool(re.search(r"[a-z]", low))

    def swap(match: re.Match[str]) -> str:
        return str(other_age(int(match[0]), rng, months=months))

    return re.sub(r"(?<![\d/])\d{1,3}(?![\d/])", swap, _words_swapped(surface, rng))


def _words_swapped(surface: str, rng: random.Random) -> str:
    ones, tens = _ROWS["word ones"], _ROWS["word tens"]

    def swap(match: re.Match[str]) -> str:
        word = match[0].lower()
        pool = tens if word in tens else ones[1:]
        return case_like(match[0], rng.choice(pool))

    words = "|".join([*tens, *reversed(ones)])
    return re.sub(rf"\b(?:{words})\b", swap, surface, flags=re.IGNORECASE)
