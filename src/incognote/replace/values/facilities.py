"""Hospitals, practices, pharmacies, organisations and units, and their short forms."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import cache

from incognote.core.case import case_like, fold
from incognote.core.language import get_language
from incognote.replace.values.places import Home, expand, made_up_town, reword, town
from incognote.replace.values.shapes import fill, same_shape

_PHARMACY = re.compile(r"pharmac|drug|chemist|apothec|walgreen|cvs|rite aid", re.IGNORECASE)
_HOME = re.compile(
    r"manor|nursing|assisted|rehab|care home|lodge|village|hospice|retire|living", re.IGNORECASE
)
_PRACTICE = re.compile(
    r"clinic|family|practice|primary|surgery|pediatr|cardiol|associates|dental|therapy|"
    r"medical group|dialysis|imaging|walk-in|derm|onc|neuro|ortho|eye|urolog",
    re.IGNORECASE,
)
_SCHOOL = re.compile(
    r"school|elementary|\bhigh\b|college|university|academy|middle|\bk-8\b|tech\b", re.IGNORECASE
)
_CHURCH = re.compile(
    r"church|baptist|lutheran|methodist|parish|temple|mosque|masjid|synagogue|chapel|fellowship",
    re.IGNORECASE,
)
_AGENCY = re.compile(
    r"police|sheriff|fire|ems|ambulance|dept|department|court|county|health|jail|medic\b|board|"
    r"authority|council|legal|shelter|hospice|nurses|flight|rescue|agency|engine",
    re.IGNORECASE,
)


@cache
def generic_words() -> frozenset[str]:
    """Returns the folded words that say what a house is, not which."""
    return frozenset(fold(w) for w in get_language("en").table("facilities")["generic"][0].split())


@dataclass(frozen=True, slots=True)
class Facility:
    """A house under its names."""

    full: str
    proper: str
    """What sets it apart: 'Cedar Bend' of 'Cedar Bend Family Medicine'."""
    acronym: str


def make_facility(rng: random.Random, home: Home, like: str = "") -> Facility:
    """Returns a new house of the kind that the name `like` tells (hospital by default)."""
    rows = get_language("en").table("facilities")
    kind = "hospital"
    if _PHARMACY.search(like):
        kind = "pharmacy"
    elif _HOME.search(like):
        kind = "home"
    elif _PRACTICE.search(like):
        kind = "practice"
    if kind == "hospital" and home.country == "US" and rng.random() < 0.25:
        full = rng.choice(get_language("en").table("us_places")["hospital"])
        return Facility(full, _proper(full), _acronym(full))
    return _facility(rng.choice(rows[f"{kind} shapes"]), rng, home)


def _facility(shape: str, rng: random.Random, home: Home) -> Facility:
    rows = get_language("en").table("facilities")
    proper = ""
    for field, row in (("{S}", "saint"), ("{R}", "religious")):
        if field in shape:
            proper = rng.choice(rows[row])
            shape = shape.replace(field, proper)
    if "{P}" in shape:
        proper = proper_words(rng, home)
        shape = shape.replace("{P}", proper)
    full = expand(shape, rng, home)
    return Facility(full, proper or _proper(full), _acronym(full))


def proper_words(rng: random.Random, home: Home) -> str:
    """Returns the distinguishing words of a house: a landscape word, a town, a surname."""
    chance = rng.random()
    if chance < 0.35:
        return rng.choice(get_language("en").table("facilities")["proper"])
    if chance < 0.6:
        return town(rng, home)
    if chance < 0.75:
        return rng.choice(get_language("en").table("census")["last"])
    return made_up_town(rng)


def _proper(full: str) -> str:
    kept: list[str] = []
    for word in full.split():
        if fold(word.strip(",.")) in generic_words() and kept:
            break
        kept.append(word)
    return " ".join(kept) or full


def _acronym(full: str) -> str:
    words = [w for w in re.split(r"[\s\-/]+", full) if w and w[0].isalpha()]
    letters = [w[0].upper() for w in words if w.lower() not in {"of", "the", "and", "at", "in"}]
    return "".join(letters)[:6]


def is_acronym(surface: str) -> bool:
    """Whether a name is a run of two to six capitals (or small letters without a vowel)."""
    if not 2 <= len(surface) <= 6 or not surface.isalpha():
        return False
    vowels = sum(char in "aeiouAEIOU" for char in surface)
    return (surface.isupper() and fold(surface) not in generic_words()) or vowels == 0


def facility_like(surface: str, facility: Facility, rng: random.Random, *, longest: bool) -> str:
    """Returns the facility's name in the form of `surface`: full, short, or acronym.

    Args:
        surface: How the old house is called here.
        facility: The new house.
        rng: Source of chance for digits.
        longest: Whether no mention of the old house says more than `surface`.
    """
    words = re.findall(r"[^\W\d_]+(?:['’.][^\W\d_]+)*", surface)
    generic = [w for w in words if fold(w) in generic_words()]
    if is_acronym(surface) and not longest:
        short = facility.acronym if len(facility.acronym) > 1 else facility.proper
        return case_like(surface, short)
    if is_acronym(surface):
        return same_shape(surface, rng)
    if longest and len(words) > 1:
        return case_like(surface, facility.full)
    if not generic or not facility.proper:
        return case_like(surface, facility.proper or facility.full)
    return reword(surface, generic_words(), lambda run: facility.proper, rng)


def organization_like(surface: str, rng: random.Random, home: Home, *, renew: float) -> str:
    """Returns another organisation of the same kind, reworded or new."""
    rows = get_language("en").table("facilities")
    words = re.findall(r"[^\W\d_]+", surface)
    proper = [w for w in words if fold(w) not in generic_words()]
    if rng.random() >= renew and proper and len(words) > 1:
        return reword(surface, generic_words(), lambda run: proper_words(rng, home), rng)
    kind = "employer"
    for name, pattern in (("school", _SCHOOL), ("church", _CHURCH), ("agency", _AGENCY)):
        if pattern.search(surface):
            kind = name
            break
    if kind == "employer" and (len(words) == 1 or rng.random() < 0.2):
        if is_acronym(surface) and rng.random() < 0.4:
            return same_shape(surface, rng)
        return case_like(surface, rng.choice(rows["organization known"]))
    return case_like(surface, _facility(rng.choice(rows[f"organization {kind}"]), rng, home).full)


_UNIT = frozenset(
    [
        "rm",
        "room",
        "bed",
        "ward",
        "unit",
        "floor",
        "fl",
        "suite",
        "ste",
        "bldg",
        "building",
        "tower",
        "wing",
        "pod",
        "bay",
        "hall",
        "ed",
        "er",
        "or",
        "icu",
        "micu",
        "sicu",
        "ccu",
        "cvicu",
        "nicu",
        "picu",
        "hdu",
        "pacu",
        "ldr",
        "ldrp",
        "l",
        "d",
        "tele",
        "clinic",
        "level",
        "station",
        "module",
        "team",
        "resus",
        "trauma",
        "theatre",
        "block",
        "cubicle",
        "side",
        "rehab",
        "endo",
        "echo",
        "procedure",
        "chair",
        "main",
        "plaza",
        "pavilion",
        "lab",
        "gym",
        "nursery",
        "cath",
        "ir",
        "proc",
        "conf",
        "space",
        "slot",
        "level",
        "day",
        "step",
        "down",
        "bh",
        "bmt",
        "cv",
        "amb",
        "van",
        "th",
        "st",
        "nd",
        "rd",
        "nursing",
        "seminar",
        "consult",
        "dialysis",
        "nsg",
        "nstn",
        "hybrid",
        "center",
        "centre",
        "med",
        "surg",
        "ortho",
        "onc",
        "peds",
        "exam",
        "obs",
        "observation",
        "infusion",
        "triage",
        "recovery",
        "isolation",
        "acute",
        "stroke",
        "burn",
        "psych",
    ]
)
_SIDES = ("North", "South", "East", "West")


def unit_like(surface: str, rng: random.Random, *, renew: float, home: Home) -> str:
    """Returns another ward, room or bed: the same form with other numbers, or a new form."""
    if any(char.isalpha() for char in surface) and rng.random() < renew:
        shape = rng.choice(get_language("en").table("facilities")["unit shapes"])
        return case_like(surface, expand(shape, rng, home))
    text = re.sub(
        r"\b(?:north|south|east|west)\b",
        lambda m: case_like(m[0], rng.choice(_SIDES)),
        surface,
        flags=re.IGNORECASE,
    )
    generic = _UNIT | {side.lower() for side in _SIDES} | {"northeast", "northwest", "n", "s"}
    return reword(text, generic, lambda run: _unit_word(run, rng), rng)


def _unit_word(run: str, rng: random.Random) -> str:
    if len(run) <= 3:
        return same_shape(run, rng)
    chance = rng.random()
    if chance < 0.4:
        return rng.choice(get_language("en").table("names")["anglo last"])
    if chance < 0.7:
        return rng.choice(get_language("en").table("facilities")["proper"])
    return rng.choice(get_language("en").table("places")["town first"])


def make_unit(rng: random.Random, home: Home) -> str:
    """Returns a ward, room or bed."""
    return expand(rng.choice(get_language("en").table("facilities")["unit shapes"]), rng, home)


def slug(name: str) -> str:
    """Returns a name as it stands in web and mail addresses: small letters without gaps."""
    words = [w for w in re.findall(r"[a-z0-9]+", fold(name)) if w not in {"the", "of", "and", "st"}]
    return "".join(words)[:22] or "clinic"


def phone(rng: random.Random, home: Home) -> str:
    """Returns a phone number in a form of the country."""
    return expand(
        rng.choice(get_language("en").table("places")[f"phone {home.country}"]), rng, home
    )


def number(kind: str, rng: random.Random, home: Home) -> str:
    """Returns a record number of that label in one of its shapes."""
    rows = get_language("en").table("numbers")
    shapes = rows.get(kind) or rows.get(f"{kind} {home.country}") or rows[f"{kind} US"]
    return fill(rng.choice(shapes), rng)
