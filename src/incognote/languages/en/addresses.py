"""Places: towns, states, postcodes, streets, landmarks of eight English-speaking countries.

A `Home` is the part of the world that a note plays in, so that its towns and codes belong together.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from incognote.core.case import case_like, fold
from incognote.core.words import listed
from incognote.languages.en import PACK
from incognote.languages.en.number_words import ordinal_ending
from incognote.replace.values.rewording import reword
from incognote.replace.values.shapes import fill, same_shape

COUNTRIES = ("US", "GB", "IE", "CA", "AU", "NZ", "IN", "ZA")
_LIKE = {"IE": "GB", "ZA": "GB", "NZ": "GB", "AU": "GB", "IN": "GB", "CA": "US"}


@dataclass(frozen=True, slots=True)
class Home:
    """Where a note plays: a country and one of its regions."""

    country: str
    region: str
    area: str
    """Telephone area code ('' where the patterns hold their own)."""


@cache
def _regions(country: str) -> tuple[str, ...]:
    keys = [key for key in PACK.table("cities") if key.startswith(f"{country}/")]
    return tuple(key.split("/", 1)[1] for key in keys)


@cache
def _towns(country: str, region: str) -> tuple[str, ...]:
    key = f"{country}/{region}"
    return PACK.table("cities").get(key, ()) + PACK.table("us_places").get(key, ())


def make_home(rng: random.Random, country: str) -> Home:
    """Returns a region of that country."""
    area = rng.choice(PACK.table("places").get(f"area {country}", ("",)))
    return Home(country, rng.choice(_regions(country)), area)


def row(kind: str, country: str) -> tuple[str, ...]:
    """Returns a country's row of `places.txt`, or that of the country whose habits it shares."""
    rows = PACK.table("places")
    return rows.get(f"{kind} {country}") or rows[f"{kind} {_LIKE.get(country, 'US')}"]


def town(rng: random.Random, home: Home) -> str:
    """Returns a town: of the region, of the country, of the world, or made up."""
    chance = rng.random()
    if chance < 0.5:
        return rng.choice(_towns(home.country, home.region))
    if chance < 0.65:
        return rng.choice(_towns(home.country, rng.choice(_regions(home.country))))
    if chance < 0.75:
        return rng.choice(PACK.table("cities")["world"])
    return made_up_town(rng)


def made_up_town(rng: random.Random) -> str:
    """Returns a place name built from parts: 'Cedar Bend', 'Foxburg', 'Port Halsey'."""
    rows = PACK.table("places")
    chance = rng.random()
    if chance < 0.55:
        return f"{rng.choice(rows['town first'])} {rng.choice(rows['town second'])}"
    if chance < 0.85:
        stem = rng.choice(rows["town first"] + PACK.table("names")["anglo last"])
        return stem + rng.choice(rows["town close"])
    last = rng.choice(PACK.table("names")["anglo last"])
    return f"{rng.choice(('Port', 'Fort', 'Mount', 'New', 'Lake', 'St.', 'Point', 'El'))} {last}"


def state_like(surface: str, rng: random.Random, home: Home) -> str:
    """Returns a state, province or county in the form of `surface`: code, name, 'X County'."""
    rows = PACK.table("places")
    states = rows.get(f"states {home.country}", ())
    low = surface.lower()
    if re.search(r"\s(?:county|parish|co\.?)$", low):
        value = f"{rng.choice(PACK.table('us_places')['county'])} {surface.split()[-1]}"
    elif low.startswith(("co ", "co.", "county")):
        value = rng.choice(rows["counties IE"]).replace("Co.", surface.split()[0])
    elif len(surface) <= 3 and surface.isalpha():
        codes = [s.rsplit(" ", 1)[1] for s in states or rows["states US"]]
        own = [s for s in states if s.startswith(home.region)]
        value = own[0].rsplit(" ", 1)[1] if own and rng.random() < 0.6 else rng.choice(codes)
    elif rng.random() < 0.05:
        value = rng.choice(rows["regions other"] + rows["regions informal"])
    elif states:
        value = home.region if rng.random() < 0.5 else rng.choice(states).rsplit(" ", 1)[0]
    else:
        value = rng.choice(rows.get(f"counties {home.country}", _regions(home.country)))
    return value.lower() if surface.islower() and len(surface) > 2 else case_like(surface, value)


@cache
def _street_words() -> frozenset[str]:
    rows = PACK.table("places")
    words = rows["street suffix US"] + rows["street suffix GB"] + rows["direction"]
    extra = (
        "apt apartment suite ste unit bldg building floor fl lot box po p o rr flat block blk "
        "rear r.r p.o h.c r.d n.e n.w s.e s.w no the of and at off county state route hwy "
        "highway rural plot house old new "
        "north south east west cr sr rd th st nd"
    )
    return frozenset(fold(w.rstrip(".")) for w in words) | frozenset(extra.split())


def street_name(rng: random.Random) -> str:
    """Returns the name of a street without its suffix."""
    chance = rng.random()
    if chance < 0.55:
        return rng.choice(PACK.table("places")["street name"])
    if chance < 0.75:
        return rng.choice(PACK.table("census")["last"])
    if chance < 0.9:
        return made_up_town(rng)
    return rng.choice(PACK.table("us_places")["street"]).rsplit(" ", 1)[0]


def make_street(rng: random.Random, home: Home) -> str:
    """Returns a street address line of the country."""
    if home.country == "US" and rng.random() < 0.15:
        return f"{rng.randint(2, 9900)} {rng.choice(PACK.table('us_places')['street'])}"
    return expand(rng.choice(row("street shapes", home.country)), rng, home)


def expand(shape: str, rng: random.Random, home: Home) -> str:
    """Returns a shape with its fields filled.

    {N} street, {S} suffix, {D} direction, {O} ordinal, {H} house name, {T} made-up place,
    {L} surname, {C} town, {A} area code; then the symbols of `shapes.fill`.
    """
    makers: dict[str, Callable[[], str]] = {
        "N": lambda: street_name(rng),
        "S": lambda: rng.choice(row("street suffix", home.country)),
        "D": lambda: rng.choice(PACK.table("places")["direction"]),
        "O": lambda: f"{(number := rng.randint(1, 140))}{ordinal_ending(number)}",
        "H": lambda: rng.choice(PACK.table("places")["house name"]),
        "T": lambda: made_up_town(rng),
        "L": lambda: rng.choice(PACK.table("names")["anglo last"]),
        "C": lambda: town(rng, home),
        "A": lambda: home.area or fill("^##", rng),
    }
    pieces = re.split(r"\{([A-Z])\}", shape)
    return "".join(
        makers[piece]() if index % 2 else fill(piece, rng) for index, piece in enumerate(pieces)
    )


def street_like(surface: str, rng: random.Random, home: Home, *, renew: float) -> str:
    """Returns another street address: in a new shape with probability `renew`, else in its own.

    A street without a number stays one without.
    """
    if rng.random() < renew:
        if any(char.isdigit() for char in surface):
            return case_like(surface, make_street(rng, home))
        suffix = rng.choice(row("street suffix", home.country))
        name = street_name(rng)
        return case_like(surface, name if " " not in surface else f"{name} {suffix}")
    return reword(surface, _street_words(), lambda run: street_name(rng), rng)


def postcode_like(surface: str, rng: random.Random, home: Home, *, renew: float) -> str:
    """Returns a postcode of the same shape, or of any of the country's with probability `renew`."""
    if rng.random() < renew:
        return case_like(surface, fill(rng.choice(row("zip", home.country)), rng))
    return same_shape(surface, rng)


LANDMARK = listed("""
    park state national lake river creek mount mountain mt trail beach bridge mall stadium field
    arena golf course marina pier square plaza campground fairgrounds reservoir hall library
    casino community center centre tower wharf cemetery trailer apartments hotel inn airport
    international interstate route rte rt highway hwy us i sr cr county road rd a m exit mile
    marker turnpike ridge canyon falls ferry farm woods the of at and on near st st. street ave
    building house theatre theater museum zoo garden gardens market fair island bay harbor
    harbour loop north south east west northbound southbound dam forest pass gap point valley
    station trading post flea raceway speedway resort lodge ranch mine canal court courthouse
""")
"""Folded words that say what a place is, not which."""


def landmark_like(surface: str, rng: random.Random, home: Home, *, renew: float) -> str:
    """Returns another landmark or highway, in the form of `surface` or a new one."""
    proper = not all(fold(w) in LANDMARK or not w.isalpha() for w in re.findall(r"\w+", surface))
    if rng.random() < renew or (not proper and not any(c.isdigit() for c in surface)):
        return case_like(
            surface,
            expand(rng.choice(PACK.table("places")["landmark shapes"]), rng, home),
        )
    return reword(surface, LANDMARK, lambda run: made_up_town(rng), rng)
