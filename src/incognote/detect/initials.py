"""The initials that stand for a whole name: CPD, where a C. Plunkett-Daly was found."""

from __future__ import annotations

import re

from incognote.core.name_parts import SUFFIXES
from incognote.core.words import any_of

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
# V is an initial more often.
_SUFFIX = re.compile(rf",? ?\b{any_of(sorted(SUFFIXES - {'v'}))}\.?$", re.IGNORECASE)
_FEWEST, _MOST = 3, 4
"""Two letters stand for a finding or a unit more often than for the one who has them."""


def initials_of(name: str) -> str:
    """Returns the initials of a name in capitals, given name first; '' where they tell too little.

    Args:
        name: As it stands, 'Last, First' too; particles in small letters have no initial.
    """
    last, _, first = _SUFFIX.sub("", name).partition(",")
    words = [word for word in _WORD.findall(f"{first} {last}") if word[0].isupper()]
    told = sum(len(word) > 1 for word in words)
    if not _FEWEST <= len(words) <= _MOST or told < 2:
        return ""
    return "".join(word[0] for word in words)
