"""Particles of surnames: 'van' stays in 'Pieter van Dyke', but Ben Carter and Anna Le are names."""

from __future__ import annotations

from collections.abc import Sequence

from incognote.core.case import fold
from incognote.core.name_parts import PARTICLES
from incognote.replace.gender import kinds
from incognote.replace.values import names

_PARTICLES = PARTICLES.union(
    ["vander", "vanden", "vande", "st", "saint", "san", "santa", "o", "ni", "nic"]
)
"""Words that stay in front of a surname."""
_GIVEN = frozenset(["al", "ben", "della", "mac"])
"""Those that are given names in English wherever they stand first."""
_EITHER = _GIVEN.union(["bin", "da", "den", "di", "do", "le", "ni", "nic", "san", "santa", "van"])
"""Those that may be: not where a title tells that a surname follows."""
_NEAR = 24
"""Tokens before and after one that are looked at: no name is longer, though a mark may be."""
_EAST = frozenset(["chinese", "hmong_sea", "japanese", "korean", "vietnamese"])
"""Origins whose names have none of these particles, but names that are spelled alike."""


def is_particle(parts: Sequence[names.Part], i: int, lang: str, *, titled: bool = False) -> bool:
    """Returns whether a token of a name stands before a surname and stays.

    Args:
        parts: The tokens of the name with their roles.
        i: Which of them.
        lang: Language of the note.
        titled: Whether a title stands before the name.
    """
    text = parts[i].text
    word = fold(text)
    if word.rstrip(".") not in _PARTICLES:
        return False
    first = max(0, i - _NEAR)
    parts, i = parts[first : i + _NEAR], i - first
    said = [j for j, p in enumerate(parts) if p.role not in ("", "kept") or p.text == ","]
    at = said.index(i)
    before = parts[said[at - 1]].text if at else ""
    after = parts[said[at + 1]].text if at + 1 < len(said) else ","
    small = not any(char.isupper() for part in parts for char in part.text)
    if not before and after == "," and len(said) == 1:
        return False
    if after == "," and at == len(said) - 1 and "," not in (parts[j].text for j in said):
        return False  # the last word of a name is one: 'Anna Le', 'Josep la'
    if not (text[0].isupper() or small):
        return True
    if after == ",":
        return fold(before) in _PARTICLES
    if before == ",":
        return word not in _EITHER
    if (
        before
        or any(parts[j].text == "," for j in said)
        or not text.isascii()
        or fold(after) in _PARTICLES
        or word not in _EITHER
    ):
        return True
    eastern = any(row.split()[0] in _EAST for row in kinds().get(fold(after), ()))
    return not eastern and (lang != "en" or (titled and word not in _GIVEN))
