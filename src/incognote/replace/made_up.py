"""The names that a surrogate may be: those of the table, and made-up ones where all are taken."""

from __future__ import annotations

import re
from functools import cache

from incognote.core.case import fold
from incognote.replace.values import table

LETTERS = {"en": "ABCDEFGHJKLMNPRSTVW", "es": "ABCDEFGHJLMNPRSTV"}
"""Initials that all pools of a language have names for."""
_WORD = re.compile(r"[^\W\d_]+(?:['’`´][^\W\d_]+)*")


@cache
def made_up(initial: str, lang: str) -> tuple[str, ...]:
    """Returns surnames with an initial that there may be, on no list."""
    rows = table("kept")
    return tuple(
        f"{initial}{a}{b}" for a in rows[f"name middle {lang}"] for b in rows[f"name end {lang}"]
    )


@cache
def producible() -> frozenset[str]:
    """Returns every name that a surrogate may be, folded."""
    rows = table("surrogates").values()
    made = (n for lang, letters in LETTERS.items() for c in letters for n in made_up(c, lang))
    return frozenset(fold(word) for names in rows for word in names) | frozenset(map(fold, made))


def producible_in(text: str) -> frozenset[str]:
    """Returns the names that a surrogate may be and that stand in a text, in any case, folded."""
    return producible().intersection(map(fold, set(_WORD.findall(text))))
