"""What the letters of a name that no list has tell of its origin: 'Oyelaran' is none of the Smiths.

By letters alone, so that a name is of one origin in every note, whatever stands beside it.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from incognote.replace.gender import kinds

_UNTOLD = "census"
"""The class of names that tell of no origin."""
_SURE = 0.9
"""Below this probability nothing is told: of ten origins told nine are of the right region."""
_COMMON = 30.0
"""So much likelier than one origin is it that a name tells of none."""
_SOFT = 0.5
"""What logarithms are multiplied by, as the pieces of a name overlap and so count twice."""
_SMOOTH = 0.1
_LONGEST = 48
"""Letters of a name; a longer word is none."""


@lru_cache(2048)
def origin_of(word: str, kind: str) -> str:
    """Returns the origin that the letters of a folded word tell, '' where they tell none.

    Args:
        word: A word of a name in an English note.
        kind: 'last' for a surname, anything else for a given name.
    """
    if len(word) > _LONGEST:
        return ""
    scores, pieces = _scores(kind == "last"), list(_pieces(word))
    sums = {
        origin: sum(known.get(piece, rest) for piece in pieces)
        + (math.log(_COMMON) if origin == _UNTOLD else 0.0)
        for origin, (known, rest) in scores.items()
    }
    best = max(sums, key=lambda origin: sums[origin])
    total = sum(math.exp(_SOFT * (value - sums[best])) for value in sums.values())
    return best if best != _UNTOLD and 1 / total >= _SURE else ""


def _pieces(word: str) -> Iterator[str]:
    framed = f"^{word}$"
    return (framed[i : i + n] for n in (2, 3, 4) for i in range(len(framed) - n + 1))


@cache
def _scores(surname: bool) -> Mapping[str, tuple[Mapping[str, float], float]]:
    """By origin the logarithm of how often each piece of two to four letters is in its names.

    And that of a piece that none of them has.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for word, rows in kinds().items():
        own = {
            origin
            for origin, kind in (row.split() for row in rows)
            if (kind == "last") == surname and not origin.startswith("es_")
        }
        origins = own - {_UNTOLD, "words", "eponyms"} or own & {_UNTOLD}
        if len(origins) == 1 and len(word) > 2:
            counts[origins.pop()].update(_pieces(word))
    size = _SMOOTH * len(set().union(*counts.values()))
    found = {}
    for origin, pieces in counts.items():
        total = pieces.total() + size
        logs = {piece: math.log((n + _SMOOTH) / total) for piece, n in pieces.items()}
        found[origin] = (logs, math.log(_SMOOTH / total))
    return found
