"""Marks of relatives: who they are to the patient stays, who they are by name does not.

`hermana` tells nobody who, and any other word in its place falsifies a family's history. So the
words of the pack's two closed lists stay (`Relatives.kin` and `said`); every other word of such a
mark is a name, or makes it a tag.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from incognote.core.case import fold
from incognote.core.name_parts import PARTICLES
from incognote.replace.name_lists import gender_of, is_surname
from incognote.replace.naming import Relatives, naming

_WORD = re.compile(r"[^\W\d_]+")
_SHORTEST = 3
"""Letters of the shortest name that is known in small letters."""


@dataclass(frozen=True, slots=True)
class Relative:
    """What the mark of a relative holds."""

    names: tuple[tuple[int, int], ...]
    """Where the names lie."""
    is_read: bool
    """Whether all else is a word of the closed lists, or a number."""


def read(surface: str, lang: str) -> Relative:
    """Returns what a mark of a relative holds: names by their capitals, by the lists or beside one.

    An unlisted word in small letters is a name where it stands beside one (`lucia tarqui`); alone
    it may be a name or an illness, and the mark is not read.

    Args:
        surface: The mark.
        lang: A language whose label scheme marks relatives.
    """
    own = _relatives(lang)
    runs: list[list[re.Match[str]]] = []
    words = list(_WORD.finditer(surface))
    mixed = len({word[0][0].isupper() for word in words}) > 1
    related = False
    for word in words:
        key = fold(word[0])
        beside = runs and own.joined.fullmatch(surface, runs[-1][-1].end(), word.start())
        if key in own.kin or key in own.said:
            # 'María Mayor', 'lucia nieto', 'su hija nena'
            capital = mixed and word.start() > 0 and word[0][0].isupper()
            named = (capital or beside) and key not in PARTICLES and _is_known(key, lang)
            if not named and not (related and key in own.kin and gender_of(key, lang)):
                related = related or key in own.kin
                continue
        if beside:
            runs[-1].append(word)
        else:
            runs.append([word])
    names = tuple((run[0].start(), run[-1].end()) for run in runs if _is_name(run, surface, lang))
    return Relative(names, len(names) == len(runs))


def is_kin_alone(surface: str, lang: str) -> bool:
    """Returns whether a mark says no more than who somebody is to the patient, and how many."""
    words = {fold(word) for word in _WORD.findall(surface)}
    found = read(surface, lang)
    named = bool(found.names) or is_aged(surface, lang)
    return found.is_read and not named and not _relatives(lang).kin.isdisjoint(words)


def is_aged(surface: str, lang: str) -> bool:
    """Returns whether a mark tells an age, and not only how many they are ('3 hijos')."""
    own = _relatives(lang)
    words = map(fold, _WORD.findall(surface))
    number = any(map(str.isdecimal, surface)) and not own.count.match(surface)
    return number or not own.ages.isdisjoint(words)


def _relatives(lang: str) -> Relatives:
    own = naming(lang).relatives
    assert own is not None
    return own


def _is_name(run: Sequence[re.Match[str]], surface: str, lang: str) -> bool:
    told = any(w[0][0].isupper() or _is_known(fold(w[0]), lang) for w in run)
    return told and not _relatives(lang).ill.search(surface[: run[0].start()])


def _is_known(key: str, lang: str) -> bool:
    return len(key) >= _SHORTEST and (gender_of(key, lang) is not None or is_surname(key, lang))
