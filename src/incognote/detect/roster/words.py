"""Words of addresses and dates that a roster's values are searched with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from incognote.core.calendar import date_words
from incognote.core.case import fold
from incognote.core.language import get_language
from incognote.detect.context import Words, united


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterWords:
    """What addresses and dates are written with. Tuples hold pieces of patterns."""

    same: Mapping[str, str] = field(default_factory=dict)
    """From a spelling of a word of addresses to the one that it is compared as: st to street."""
    units: tuple[str, ...] = ()
    """What begins the number of a flat or floor, behind the street."""
    date_links: Words = frozenset()
    """What may stand between day, month and year: of."""
    ordinals: tuple[str, ...] = ()
    """Endings of a day in figures: th."""
    births: tuple[str, ...] = ()
    """What says that the year behind it is one of birth, `born`,"""
    birth_links: tuple[str, ...] = ()
    """with one of these between, `in`."""
    calling_codes: tuple[str, ...] = ()
    """Of the countries that the notes come from: 34, before a number of a telephone."""
    extensions: tuple[str, ...] = ()
    """What stands before an extension, behind a number of a telephone: x, ext."""
    abbreviations: Words = frozenset()
    """Two letters or three, written with full stops, that are no initials of a name: md."""


load_words: Callable[[str], RosterWords] = united("context", "ROSTER")
"""The words of addresses and dates in notes of a language."""


@cache
def months(lang: str) -> Mapping[str, str]:
    """Returns, from a folded name of a month, `m1` to `m12`."""
    words = date_words(lang).items()
    return {word: f"m{number}" for word, (kind, number, _, _) in words if kind == "month"}


@cache
def names_also_words(lang: str) -> Words:
    """Returns names that are words too, folded: Violet, Olive, Paz."""
    return frozenset(
        fold(word)
        for code in get_language(lang).codes
        for row, values in get_language(code).table("names").items()
        if row.startswith("words ")
        for value in values
        for word in value.split()
    )


@cache
def nicknames(lang: str) -> Mapping[str, frozenset[str]]:
    """Returns, from a folded name, the others that stand for the same person."""
    others: dict[str, set[str]] = {}
    for code in get_language(lang).codes:
        for first, more in get_language(code).table("nicknames").items():
            names = {fold(name) for name in (first, *more)}
            for name in names:
                others.setdefault(name, set()).update(names)
    return {name: frozenset(found - {name}) for name, found in others.items()}
