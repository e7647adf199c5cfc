"""What the surrogate of a word of a name is drawn from: by gender, origin and initial."""

from __future__ import annotations

from functools import cache

from incognote.core.case import fold
from incognote.replace.gender import gender_of
from incognote.replace.made_up import producible
from incognote.replace.values import table

_FEW = 3
"""A pool with fewer names is widened to neighbouring origins."""

_REGIONS = (
    ("chinese", "korean", "japanese", "vietnamese", "hmong_sea"),
    ("hindu", "muslim_sa", "sikh"),
    ("arabic", "persian", "muslim_sa"),
    ("west_african", "east_african", "southern_african", "caribbean"),
    ("slavic", "germanic", "greek", "hebrew"),
    ("anglo", "irish", "celtic", "african_american"),
    ("hispanic", "romance", "filipino"),
    ("pacific", "native"),
)


@cache
def names_of(kind: str, origin: str, initial: str) -> tuple[tuple[str, str], ...]:
    """Returns the names of a kind and initial, of an origin or, where these are few, near it.

    Each with its folded form.
    """
    found = dict.fromkeys(_fitting(kind, origin, initial))
    return tuple((name, fold(name)) for name in found)


def _fitting(kind: str, origin: str, initial: str) -> list[str]:
    rows = table("surrogates")

    def of(key: str) -> list[str]:
        return [name for name in rows.get(key, ()) if fold(name)[:1].upper() == initial]

    if kind == "neutral":
        both = of("neutral given")
        return [name for name in both if not gender_of(fold(name))] or both
    found = of(f"{origin} {kind}")
    if len(found) < _FEW:
        if origin.startswith("es"):
            found += of(f"es {kind}")
        for region in _REGIONS:
            if origin in region and len(found) < _FEW:
                found += [
                    name for near in region if near != origin for name in of(f"{near} {kind}")
                ]
    if len(found) < _FEW:
        found += of(f"census {kind if kind in ('female', 'male') else 'last'}")
    return found


@cache
def names_of_mary(word: str, initial: str) -> tuple[tuple[str, str], ...]:
    """Returns the names with the same article as one of Our Lady: 'del Carmen', 'de la Luz'."""
    rows = [table("kept")[f"mary {article}"] for article in ("del", "la", "los", "las")]
    row = next((row for row in rows if word in map(fold, row)), ())
    pairs = [(name, fold(name)) for name in row if fold(name) != word]
    pairs = [pair for pair in pairs if pair[1] in producible()]
    return tuple(pair for pair in pairs if pair[1][0].upper() == initial) or tuple(pairs)
