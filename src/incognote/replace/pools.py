"""What surrogates of places, houses and occupations are drawn from, and which words stay."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from incognote.core.case import fold
from incognote.core.language import get_language
from incognote.replace.values import facilities, table
from incognote.replace.values.places import COUNTRIES, country_of

_ORDINALS = ("st", "nd", "rd", "th")
_FEW = 20


@cache
def known_houses(lang: str) -> dict[str, str]:
    """From the folded name of an organisation that everybody knows to its name."""
    spanish = lang == "es"
    rows = table("kept") if spanish else get_language("en").table("facilities")
    start = "known es" if spanish else "organization known"
    return {
        fold(name): name for row, names in rows.items() if row.startswith(start) for name in names
    }


@cache
def kept(key: str) -> frozenset[str]:
    """Returns the words that say the kind of a house or place, not which."""
    return frozenset(table("kept")[key])


@cache
def kept_spanish() -> frozenset[str]:
    """Returns the folded Spanish words that say the kind of a house, street or place."""
    return kept("house es") | frozenset(get_language("es").table("parts")["words house"])


@cache
def kept_in_houses() -> frozenset[str]:
    """Returns the same without those of an address: 'Puerta de Hierro' is a name."""
    return (kept_spanish() | kept("kind es")) - kept("address es")


@cache
def generic() -> frozenset[str]:
    """Returns the folded English words that say what a house is, not which."""
    return facilities.generic_words() | kept("hospital en") | kept("kind en") | frozenset(_ORDINALS)


def with_church(surface: str, generic: frozenset[str]) -> frozenset[str]:
    """Returns the words that stay in a name, those of its denomination ('C of E') among them."""
    found = re.search(r"\b(C) of ([EIS])\b", surface)
    return generic.union(map(fold, found.groups())) if found else generic


@cache
def country_of_town(lang: str = "en") -> dict[str, str]:
    """Returns from a folded town to the country of its first mention in the table."""
    found: dict[str, str] = {}
    for name in ("cities", "us_places") if lang == "en" else ("cities",):
        for key, values in get_language(lang).table(name).items():
            if "/" in key:
                for town in values:
                    found.setdefault(fold(town), key.split("/")[0])
    return found


def country_in(marks: Sequence[tuple[str, str]]) -> str:
    """Returns the English-speaking country that the places of a note lie in.

    Told by its first postcode, else by most of its states and towns; the United States where
    these say no other.

    Args:
        marks: Type and surface of each mark of the note.
    """
    zips = (country_of(text) for kind, text in marks if kind == "ZIP")
    if told := next(filter(None, zips), ""):
        return told
    votes: Counter[str] = Counter()
    for kind, text in marks:
        if kind == "CITY":
            votes.update(c for c in COUNTRIES if fold(text) in folded_towns(c))
        elif kind == "STATE":
            votes.update(c for c in COUNTRIES if fold(text) in _folded_states(c))
    return max(COUNTRIES, key=lambda country: votes[country])


@cache
def _folded_states(country: str) -> frozenset[str]:
    """The states of an English-speaking country and their codes, folded."""
    rows = get_language("en").table("places").get(f"states {country}", ())
    return frozenset(fold(part) for state in rows for part in state.rsplit(" ", 1))


@cache
def towns(country: str, lang: str = "en") -> tuple[str, ...]:
    """Returns the towns of a country, those of the language's first one where it has none."""
    tables = ("cities", "us_places") if lang == "en" else ("cities",)
    found = [
        town
        for name in tables
        for key, values in get_language(lang).table(name).items()
        if key.startswith(f"{country}/")
        for town in values
    ]
    return tuple(dict.fromkeys(found)) or towns("US" if lang == "en" else "ES", lang)


@cache
def towns_of_words(country: str, words: int) -> tuple[str, ...]:
    """Returns the towns of an English-speaking country with so many words, all where few have."""
    every = towns(country)
    found = tuple(t for t in every if len(t.split(" ")) == words and fold(t) not in generic())
    return found if len(found) > _FEW else every


@cache
def landscape() -> tuple[str, ...]:
    """Returns the words of one word that English houses are called by: 'Lakeview'."""
    names = get_language("en").table("facilities")["proper"]
    return tuple(name for name in names if name.isalpha() and fold(name) not in generic())


@cache
def folded_towns(country: str) -> frozenset[str]:
    """Returns the towns of an English-speaking country, folded."""
    return frozenset(fold(name) for name in towns(country))


@cache
def villages() -> tuple[str, ...]:
    """Returns all municipalities of Spain without an article after a comma."""
    names = (
        name for values in get_language("es").table("municipalities").values() for name in values
    )
    return tuple(dict.fromkeys(name for name in names if "," not in name and "/" not in name))


@cache
def folded_villages() -> frozenset[str]:
    """Returns the same, folded."""
    return frozenset(fold(name) for name in villages())


@cache
def made_up_villages() -> tuple[str, ...]:
    """Returns Spanish places that there may be, on no list."""
    rows = table("kept")
    return tuple(f"{a} {b}" for a in rows["place first"] for b in rows["place second"])


def spanish_jobs(folded: str) -> tuple[str, ...]:
    """Returns occupations of the same gender: common ones for a common one, else rare ones."""
    rows, kept = get_language("es").table("parts"), table("kept")
    first = folded.split()[0]
    health = {name.split()[0]: name for name in map(fold, kept["trades health"])}
    if first in health:
        own = [job for job in kept["trades health"] if fold(job) != folded]
        return tuple(job for job in own if (job[-1] == "a") == (folded[-1] == "a"))
    if first in kept["trades female"]:
        kind = "female"
    elif first in kept["trades male"]:
        kind = "male"
    elif first.endswith("ista") or first in kept["trades both"] or first[-1] not in "aorn":
        kind = "both"
    else:
        kind = "female" if first.endswith("a") else "male"
    common = kept["trades both"] if kind == "both" else rows[f"profesion {kind}"]
    rare = kept[f"trades rare {kind}"]
    pool = common if folded in map(fold, common) else rare
    retired = folded.startswith("jubilad")
    return tuple(
        job for job in pool if fold(job) != folded and job.startswith("jubilad") == retired
    ) or tuple(job for job in pool if fold(job) != folded)


@cache
def spanish_words() -> tuple[str, ...]:
    """Returns proper words of Spanish houses: quarters and surnames."""
    rows = get_language("es").table("parts")
    pool = [*rows["barrio"], *table("surrogates")["es last"][::3]]
    return tuple(name for name in pool if name[0].isupper())
