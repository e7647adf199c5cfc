"""What questions turned around ask of English: phones, hospitals and towns in groups."""

from __future__ import annotations

import random
from functools import partial

from incognote.languages.en import PACK, addresses, institutions
from incognote.languages.en.people import PEOPLE
from incognote.replace.values.probes import Make, Probe

_SHAPES = (
    "{} Hospital", "{} Medical Center", "{} Clinic", "{} Community Hospital", "{} Health Center",
    "{} Family Medicine",
)  # fmt: skip
_LARGE = (
    "Atlanta", "Baltimore", "Boston", "Chicago", "Cleveland", "Dallas", "Denver", "Detroit",
    "Houston", "Los Angeles", "Miami", "Minneapolis", "New York", "Philadelphia", "Phoenix",
    "Pittsburgh", "San Diego", "San Francisco", "Seattle", "St. Louis",
)  # fmt: skip
_WORDS = (
    "Bath", "Battle", "Bend", "Bell", "Brush", "Burns", "Commerce", "Deal", "Enterprise", "Friend",
    "Globe", "Hope", "Horse Cave", "Independence", "Liberty", "Mobile", "Normal", "Orange", "Page",
    "Paradise", "Price", "Reading", "Rugby", "Sandwich", "Superior", "Surprise", "Ware", "Weed",
)  # fmt: skip
"""Towns that are everyday words."""


def _phone(pattern: str, country: str, rng: random.Random) -> str:
    return addresses.expand(pattern, rng, addresses.make_home(rng, country))


def _phones() -> dict[str, Make]:
    """Each American form by itself, those of other countries together."""
    rows = PACK.table("places")
    made: dict[str, Make] = {}
    for country in addresses.COUNTRIES:
        patterns = [p for p in rows[f"phone {country}"] if "555" not in p and _digits(p) >= 7]
        if country == addresses.COUNTRIES[0]:
            for pattern in patterns:
                made[pattern.replace("{A}", "###")] = partial(_phone, pattern, country)
        else:
            made[country] = partial(_one_of, patterns, country)
    return made


def _digits(pattern: str) -> int:
    return sum(char.isdigit() or char in "#^" for char in pattern.replace("{A}", "###"))


def _one_of(patterns: list[str], country: str, rng: random.Random) -> str:
    return _phone(rng.choice(patterns), country, rng)


def _called(proper: Make, rng: random.Random) -> str:
    return rng.choice(_SHAPES).format(proper(rng))


def _row(table: str, row: str, rng: random.Random) -> str:
    return rng.choice(PACK.table(table)[row])


def _invented(rng: random.Random) -> str:
    """A name that no list has: what surnames are made of where all are taken."""
    parts = (PEOPLE.initials, PEOPLE.made_up_middles, PEOPLE.made_up_ends)
    return "".join(rng.choice(part) for part in parts)


def _listed(rng: random.Random) -> str:
    states = [key for key in PACK.table("us_places") if key.startswith("US/")]
    return _row("us_places", rng.choice(states), rng)


PROBE = Probe(
    phones=_phones(),
    facilities={
        "existing": partial(_row, "us_places", "hospital"),
        "of a saint": partial(_called, partial(_row, "facilities", "saint")),
        "of a person": partial(_called, partial(_row, "census", "last")),
        "of a place": partial(_called, addresses.made_up_town),
        "in no list": partial(_called, _invented),
        "also a word": partial(_called, partial(_row, "names", "words last")),
        "pharmacy": lambda rng: (
            institutions.make_institution(rng, addresses.make_home(rng, "US"), "pharmacy").full
        ),
        "nursing home": lambda rng: (
            institutions.make_institution(rng, addresses.make_home(rng, "US"), "manor").full
        ),
    },
    towns={
        "large": lambda rng: rng.choice(_LARGE),
        "in the lists": _listed,
        "of the world": partial(_row, "cities", "world"),
        "made up of words": addresses.made_up_town,
        "in no list": _invented,
        "also a word": lambda rng: rng.choice(_WORDS),
    },
)
