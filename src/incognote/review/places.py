"""How words are looked for in notes: in capitals or not, with accents or not."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from functools import cache

_MARK = "\u0300-\u036f"
"""Accents that stand behind their letter, as a range of characters."""


def finder(words: str, *, whole: bool = False) -> re.Pattern[str]:
    """Returns what finds words in a text, also over the end of a line.

    Args:
        words: Blanks around them count for nothing. Of none nothing is found.
        whole: Whether they begin and end where words of the text do.
    """
    plain = re.sub(f"[{_MARK}]", "", unicodedata.normalize("NFD", words))
    parts = unicodedata.normalize("NFC", plain).split()  # what is no accent stays in its letter
    pattern = r"\s+".join("".join(map(_with_accents, part)) for part in parts) or "(?!)"
    if whole:
        pattern = rf"(?<![\w{_MARK}]){pattern}(?![\w{_MARK}])"
    return re.compile(pattern, re.IGNORECASE)


def _with_accents(letter: str) -> str:
    ways = _accented().get(letter, "")
    return f"[{letter}{ways}][{_MARK}]*" if ways else re.escape(letter)


@cache
def _accented() -> Mapping[str, str]:
    """Of a letter the characters that are it with accents; of an apostrophe its other forms."""
    found = defaultdict(str, {"'": "’ʼ", "’": "'ʼ", "ʼ": "'’"})
    for code in range(0xC0, 0x2000):
        apart = unicodedata.normalize("NFD", chr(code))
        if re.fullmatch(f"[{_MARK}]+", apart[1:]):
            found[apart[0]] += chr(code)
    return found
