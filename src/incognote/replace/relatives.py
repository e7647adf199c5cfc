"""Relatives in Spanish notes: who they are to the patient stays, who they are by name does not.

`hermana` tells nobody who, and any other word in its place falsifies a family's history. So the
words of two closed lists stay; every other word of such a mark is a name, or makes it a tag.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from incognote.core.case import fold
from incognote.core.name_parts import PARTICLES
from incognote.core.words import listed
from incognote.replace.gender import gender_of, kinds
from incognote.replace.values import table

LABEL = "FAMILIARES_SUJETO_ASISTENCIA"
"""MEDDOCAN's label of relatives."""

_WORD = re.compile(r"[^\W\d_]+")
_JOINED = re.compile(r"(?:ª|\.)?[ -](?:(?:de|del|la|los|las|y|da|do) )*", re.IGNORECASE)
"""What stands between the words of one name."""
_ILL = re.compile(r"\b(?:con|por|tras|sin) $", re.IGNORECASE)
"""What stands before an illness more often than before a name."""
_SHORTEST = 3
"""Letters of the shortest name that is known in small letters."""


@dataclass(frozen=True, slots=True)
class Relative:
    """What the mark of a relative holds."""

    names: tuple[tuple[int, int], ...]
    """Where the names lie."""
    is_read: bool
    """Whether all else is a word of the closed lists, or a number."""


def read(surface: str) -> Relative:
    """Returns what a mark of a relative holds: names by their capitals, by the lists or beside one.

    An unlisted word in small letters is a name where it stands beside one (`lucia tarqui`); alone
    it may be a name or an illness, and the mark is not read.
    """
    runs: list[list[re.Match[str]]] = []
    words = list(_WORD.finditer(surface))
    mixed = len({word[0][0].isupper() for word in words}) > 1
    related = False
    for word in words:
        key = fold(word[0])
        beside = runs and _JOINED.fullmatch(surface, runs[-1][-1].end(), word.start())
        if key in _kin() or key in _said():
            # 'María Mayor', 'lucia nieto', 'su hija nena'
            capital = mixed and word.start() > 0 and word[0][0].isupper()
            named = (capital or beside) and key not in PARTICLES and _is_known(key)
            if not named and not (related and key in _kin() and gender_of(key)):
                related = related or key in _kin()
                continue
        if beside:
            runs[-1].append(word)
        else:
            runs.append([word])
    names = tuple((run[0].start(), run[-1].end()) for run in runs if _is_name(run, surface))
    return Relative(names, len(names) == len(runs))


def is_kin_alone(surface: str) -> bool:
    """Returns whether a mark says no more than who somebody is to the patient, and how many."""
    words = {fold(word) for word in _WORD.findall(surface)}
    found = read(surface)
    return (
        found.is_read and not found.names and not is_aged(surface) and not _kin().isdisjoint(words)
    )


def is_aged(surface: str) -> bool:
    """Returns whether a mark tells an age, and not only how many they are ('3 hijos')."""
    words = map(fold, _WORD.findall(surface))
    number = any(map(str.isdecimal, surface)) and not _COUNT.match(surface)
    return number or not _AGES.isdisjoint(words)


_COUNT = re.compile(r"\d{1,2} [^\W\d_]+s\b[^\d]*$")
"""How many there are: '3 hijos'."""
_AGES = listed("ano anos anito anitos mes meses dia dias semana semanas hora horas")
"""Words beside an age, folded."""


def _is_name(run: list[re.Match[str]], surface: str) -> bool:
    told = any(w[0][0].isupper() or _is_known(fold(w[0])) for w in run)
    return told and not _ILL.search(surface[: run[0].start()])


def _is_known(key: str) -> bool:
    surname = any(row.endswith("last") for row in kinds().get(key, ()))
    return len(key) >= _SHORTEST and (gender_of(key) is not None or surname)


@cache
def _kin() -> frozenset[str]:
    return frozenset(map(fold, table("kept")["kin es"]))


@cache
def _said() -> frozenset[str]:
    return frozenset(map(fold, table("kept")["kin said es"]))
