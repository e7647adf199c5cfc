"""What the packs' tables know of names: gender, origin, and what a surrogate is drawn from.

Where the tables are silent of a name, most listed names that end alike tell its gender, and its
letters its origin: 'Oyelaran' is none of the Smiths. By letters alone, so that a name is of one
origin in every note, whatever stands beside it.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from incognote.core.case import fold
from incognote.core.language import get_language
from incognote.detect.lexicon.lists import read_list
from incognote.replace.naming import naming

ANY = "any"
"""The origin of names that tell none."""
WORD = re.compile(r"[^\W\d_]+(?:['’`´][^\W\d_]+)*")
"""A word of a name."""
_RARE = 3000
"""Rank from which a surname that is also a given name is taken for the latter."""
_UNTOLD = frozenset((ANY, "words", "eponyms"))
"""Rows of names of every origin; those of the last two are words or stand in names of diseases."""


class Row(NamedTuple):
    """A row of a table of names."""

    pack: str
    """Code of the pack that has it."""
    origin: str
    """`ANY` for a row without one."""
    kind: str
    """female, male or last."""


@cache
def packs(lang: str) -> tuple[str, ...]:
    """Returns the codes of the packs whose names are known in a language's notes, sorted."""
    return tuple(sorted(get_language(lang).codes))


def rows_of(word: str, lang: str) -> frozenset[Row]:
    """Returns the rows that a folded word stands in, none for one that no table has."""
    return _rows(packs(lang)).get(word, frozenset())


def is_surname(word: str, lang: str) -> bool:
    """Returns whether a folded word is a surname of the tables."""
    return any(row.kind == "last" for row in rows_of(word, lang))


@cache
def _rows(codes: tuple[str, ...]) -> Mapping[str, frozenset[Row]]:
    """From a folded word to the rows of the packs' tables that it stands in."""
    found: dict[str, set[Row]] = {}
    for code in codes:
        for name in filter(None, ("names", naming(code).ranked)):
            for key, values in get_language(code).table(name).items():
                origin, _, kind = key.rpartition(" ")
                if kind in ("female", "male", "last") and " " not in origin:
                    for value in values:
                        for word in re.split(r"[ -]", value):
                            found.setdefault(fold(word), set()).add(Row(code, origin or ANY, kind))
    return {word: frozenset(rows) for word, rows in found.items()}


@cache
def _ranks(codes: tuple[str, ...]) -> Mapping[tuple[str, str], int]:
    """How frequent a name of the ranked tables is: 0 is the most frequent of its kind."""
    return {
        (kind, fold(name)): rank
        for code in codes
        if naming(code).ranked
        for kind, values in get_language(code).table(naming(code).ranked).items()
        for rank, name in reversed(list(enumerate(values)))
    }


@cache
def _given() -> frozenset[str]:
    """Given names of all the world, from the lexicon's list."""
    return frozenset(map(fold, read_list("given")))


@lru_cache(8192)
def gender_of(word: str, lang: str) -> str | None:
    """'female', 'male', '' for both or not known, None for what is no given name.

    The tables by origin outweigh the ranked ones; of a word that these have as both, what it is
    more often counts; given names that only the lexicon's long list has are of either gender.

    Args:
        word: Folded.
        lang: Language of the note.
    """
    rows = {row for row in rows_of(word, lang) if row.origin != ANY}
    trusted = {row.kind for row in rows} - {"last"}
    if trusted:
        return trusted.pop() if len(trusted) == 1 else ""
    if rows:
        return None
    ranks = _ranks(packs(lang))
    found = {kind for kind in ("female", "male") if (kind, word) in ranks}
    if found:
        best = min(ranks[kind, word] for kind in found)
        if 3 * best > ranks.get(("last", word), 10**6):
            return None
        return found.pop() if len(found) == 1 else ""
    rare = ranks.get(("last", word), _RARE) >= _RARE
    return "" if rare and word in _given() else None


_FEWEST, _SHARE = 5, 0.9


@cache
def _endings(lang: str) -> Mapping[str, Counter[str]]:
    """How many listed names of women and of men end in each one to four letters."""
    found: dict[str, Counter[str]] = {}
    for word, rows in _rows(packs(lang)).items():
        own = {row.kind for row in rows if row.pack == lang} - {"last"}
        if len(own) == 1 and len(word) > 2:
            for size in range(1, 5):
                found.setdefault(word[-size:], Counter())[next(iter(own))] += 1
    return found


def by_ending(word: str, lang: str) -> str:
    """Returns the gender of nearly all listed names that end as a word does, '' where they differ.

    Nine of ten names that it is given an answer for are of that gender (leave one out).
    """
    endings = _endings(lang)
    for size in range(min(4, len(word) - 1), 0, -1):
        counts = endings.get(word[-size:])
        if counts and counts.total() >= _FEWEST:
            kind, most = counts.most_common(1)[0]
            if most >= _SHARE * counts.total():
                return kind
    return ""


# Origin -------------------------------------------------------------------------------------------

_SURE = 0.9
"""Below this probability nothing is told: of ten origins told nine are of the right region."""
_COMMON = 30.0
"""So much likelier than one origin is it that a name tells of none."""
_SOFT = 0.5
"""What logarithms are multiplied by, as the pieces of a name overlap and so count twice."""
_SMOOTH = 0.1
_LONGEST = 48
"""Letters of a name; a longer word is none."""


def origins_of(word: str, kind: str, lang: str) -> list[tuple[str, str]]:
    """Returns the packs and origins whose rows of a kind have a folded word, sorted.

    Those of the language's own table where there are any; else what its pack says that a name of
    another pack counts for.
    """
    rows = {row for row in rows_of(word, lang) if (row.kind == "last") == (kind == "last")}
    own = {(lang, row.origin) for row in rows if row.pack == lang and row.origin not in _UNTOLD}
    if not own:
        others = naming(lang).counts_for
        own = {(lang, others[row.pack]) for row in rows if row.pack in others}
    return sorted(own)


@lru_cache(2048)
def origin_by_letters(word: str, surname: bool, lang: str) -> str:
    """Returns the origin that the letters of a folded word tell, '' where they tell none."""
    if len(word) > _LONGEST or not naming(lang).ranked:
        return ""
    scores, pieces = _scores(surname, lang), list(_pieces(word))
    sums = {
        origin: sum(known.get(piece, rest) for piece in pieces)
        + (math.log(_COMMON) if origin == ANY else 0.0)
        for origin, (known, rest) in scores.items()
    }
    best = max(sums, key=lambda origin: sums[origin])
    total = sum(math.exp(_SOFT * (value - sums[best])) for value in sums.values())
    return best if best != ANY and 1 / total >= _SURE else ""


def _pieces(word: str) -> Iterator[str]:
    framed = f"^{word}$"
    return (framed[i : i + n] for n in (2, 3, 4) for i in range(len(framed) - n + 1))


@cache
def _scores(surname: bool, lang: str) -> Mapping[str, tuple[Mapping[str, float], float]]:
    """By origin the logarithm of how often each piece of two to four letters is in its names.

    And that of a piece that none of them has.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for word, rows in _rows(packs(lang)).items():
        own = {r.origin for r in rows if (r.kind == "last") == surname and r.pack == lang}
        origins = own - _UNTOLD or own & {ANY}
        if len(origins) == 1 and len(word) > 2:
            counts[origins.pop()].update(_pieces(word))
    size = _SMOOTH * len(set().union(*counts.values()))
    found = {}
    for origin, pieces in counts.items():
        total = pieces.total() + size
        logs = {piece: math.log((n + _SMOOTH) / total) for piece, n in pieces.items()}
        found[origin] = (logs, math.log(_SMOOTH / total))
    return found


# Surrogates ---------------------------------------------------------------------------------------

_FEW = 3
"""A pool with fewer names is widened to neighbouring origins."""

Pool = tuple[tuple[str, str], ...]
"""Names, each with its folded form."""


@cache
def all_origins(lang: str) -> tuple[tuple[str, str], ...]:
    """Returns every pack and origin that surrogates in a language's notes may be of."""
    keys = {
        (code, key.partition(" ")[0])
        for code in packs(lang)
        for key in get_language(code).table("surrogates")
    }
    return tuple(sorted(pair for pair in keys if pair[1] not in ("neutral", "nickname")))


@cache
def pool_of(kind: str, pack: str, origin: str, initial: str) -> Pool:
    """Returns the names of a kind and initial, of an origin or, where these are few, near it."""

    def of(key: str) -> list[str]:
        return [*_by_initial(pack, key).get(initial, ())]

    if kind == "neutral":
        both = of("neutral given")
        found = [name for name in both if not gender_of(fold(name), pack)] or both
    else:
        found = of(f"{origin} {kind}")
        for region in naming(pack).regions:
            if origin in region and len(found) < _FEW:
                found += [n for near in region if near != origin for n in of(f"{near} {kind}")]
        if len(found) < _FEW:
            found += of(f"{ANY} {kind}")
    return tuple((name, fold(name)) for name in dict.fromkeys(found))


@cache
def _by_initial(pack: str, key: str) -> Mapping[str, list[str]]:
    """The names of a row of a pack's surrogates by their initial."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in get_language(pack).table("surrogates").get(key, ()):
        found[fold(name)[:1].upper()].append(name)
    return found


@lru_cache(2048)
def pool_of_devotion(word: str, lang: str, initial: str) -> Pool:
    """Returns the names with the same article as a devotion: 'del Carmen', 'de la Luz'."""
    rows = [row for code in packs(lang) for row in naming(code).devotions]
    row = next((row for row in rows if word in map(fold, row)), ())
    pairs = [(name, fold(name)) for name in row if fold(name) != word]
    pairs = [pair for pair in pairs if pair[1] in producible(lang)]
    return tuple(pair for pair in pairs if pair[1][0].upper() == initial) or tuple(pairs)


@cache
def every_name(kind: str, lang: str) -> frozenset[str]:
    """Returns the names of a kind (female, male, last) that surrogates may be, folded."""
    return frozenset(map(fold, _every(kind, lang)))


@cache
def others_of(kind: str, lang: str, initial: str) -> tuple[str, ...]:
    """Returns all names of a kind and initial that a surrogate may be, of any origin, sorted."""
    return tuple(sorted({name for name in _every(kind, lang) if name[0] == initial}))


def _every(kind: str, lang: str) -> Iterator[str]:
    for code in packs(lang):
        for key, values in get_language(code).table("surrogates").items():
            if kind in ("", *key.split()):
                yield from values


def invented(initial: str, lang: str) -> tuple[str, ...]:
    """Returns surnames with an initial that there may be, on no list."""
    own = naming(lang)
    return tuple(f"{initial}{a}{b}" for a in own.made_up_middles for b in own.made_up_ends)


@cache
def producible(lang: str) -> frozenset[str]:
    """Returns every name that a surrogate may be in a language's notes, folded."""
    listed = {fold(name) for name in _every("", lang)}
    made = (
        fold(name)
        for code in packs(lang)
        for initial in naming(code).initials
        for name in invented(initial, code)
    )
    return frozenset(listed.union(made))


def producible_in(text: str, lang: str) -> frozenset[str]:
    """Returns the names that a surrogate may be and that stand in a text, in any case, folded."""
    return producible(lang).intersection(map(fold, set(WORD.findall(text))))
