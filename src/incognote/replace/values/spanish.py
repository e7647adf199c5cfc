"""Places, houses, trades and numbers of Spain and Latin America."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache

from incognote.core.language import get_language
from incognote.replace.values.shapes import fill

COUNTRIES = ("ES", "MX", "AR", "CO", "CL", "PE", "EC", "VE", "UY", "BO", "CU", "GT", "CR", "DO")
WEIGHTS = (60, 8, 6, 6, 5, 5, 2, 2, 2, 1, 1, 1, 1, 1)
_SPANISH = ("castilla", "castilla", "castilla", "catalunya", "euskadi", "galicia", "migrantes")
_AMERICAN = {
    "MX": "mexico", "GT": "guatemala", "CO": "andes", "PE": "andes", "EC": "andes", "BO": "andes",
    "AR": "conosur", "CL": "conosur", "UY": "conosur",
}  # fmt: skip


def origin(rng: random.Random, country: str) -> str:
    """Returns a row of the name table that people of a country may bear."""
    if rng.random() < 0.12:
        return rng.choice(("migrantes", "castilla", "andes", "caribe", "conosur", "mexico"))
    if country == "ES":
        return rng.choice(_SPANISH)
    return rng.choice((_AMERICAN.get(country, "caribe"), "castilla"))


def row(kind: str, country: str) -> tuple[str, ...]:
    """Returns a country's row of `parts.txt`, else the one of all countries."""
    rows = get_language("es").table("parts")
    for key in (kind, f"{kind} {country}", f"{kind} otro", f"{kind} latam"):
        if key in rows:
            return rows[key]
    raise KeyError(kind)


@cache
def _towns(country: str) -> tuple[str, ...]:
    rows = get_language("es").table("cities")
    return tuple(v for key, values in rows.items() if key.startswith(f"{country}/") for v in values)


@cache
def _municipalities() -> tuple[str, ...]:
    return tuple(
        v for values in get_language("es").table("municipalities").values() for v in values
    )


@cache
def _regions(country: str) -> tuple[str, ...]:
    keys = [key for key in get_language("es").table("cities") if key.startswith(f"{country}/")]
    return tuple(key.split("/", 1)[1] for key in keys)


def town(rng: random.Random, country: str) -> str:
    """Returns a town of the country; in Spain mostly any of its municipalities."""
    chance = rng.random()
    if country == "ES":
        return rng.choice(_municipalities() if chance < 0.65 else _towns("ES"))
    if chance < 0.1:
        return rng.choice(get_language("es").table("parts")["barrio"])
    return rng.choice(_towns(country))


def region(rng: random.Random, country: str) -> str:
    """Returns a province, department or state."""
    return rng.choice(
        get_language("es").table("parts")["provincia ES"] if country == "ES" else _regions(country)
    )


def postcode(rng: random.Random, country: str) -> str:
    """Returns a postcode; in Spain one of an existing province."""
    if country == "ES":
        return f"{rng.randint(1, 52):02d}{rng.randint(1, 999):03d}"
    return fill(rng.choice(("^####", "#####", "^###", "^######")), rng)


def expand(shape: str, rng: random.Random, country: str) -> str:
    """Returns a shape with its fields filled.

    {V} kind of street, {K} its name, {T} name of a house, {C} town, {B} quarter, {S} saint,
    {L} surname, {F} given name; then the symbols of `shapes.fill`.
    """
    rows = get_language("es").table("parts")
    people = get_language("es").table("names")
    makers: dict[str, Callable[[], str]] = {
        "V": lambda: rng.choice(rows["via" if country == "ES" else "via latam"]),
        "K": lambda: _street_name(rng, country),
        "T": lambda: rng.choice(rows["virgen"]),
        "C": lambda: town(rng, country),
        "B": lambda: rng.choice((rng.choice(rows["barrio"]), town(rng, country))),
        "S": lambda: rng.choice(rows["santo"]),
        "L": lambda: rng.choice(people["castilla last"]),
        "F": lambda: rng.choice(people["castilla male"]),
    }
    pieces = re.split(r"\{([A-Z])\}", shape)
    return "".join(
        makers[piece]() if index % 2 else fill(piece, rng) for index, piece in enumerate(pieces)
    )


def _street_name(rng: random.Random, country: str) -> str:
    chance = rng.random()
    people = get_language("es").table("names")
    if chance < 0.6:
        return rng.choice(get_language("es").table("parts")["calle"])
    if chance < 0.8:
        first = rng.choice(people["castilla male"] + people["castilla female"])
        return f"{first} {rng.choice(people['castilla last'])}"
    return f"de {town(rng, country)}" if chance < 0.9 else rng.choice(people["castilla last"])


def street(rng: random.Random, country: str) -> str:
    """Returns a street address line."""
    kind = "ES" if country == "ES" else "latam"
    return expand(
        rng.choice(get_language("es").table("parts")[f"calle shapes {kind}"]), rng, country
    )


def house(kind: str, rng: random.Random, country: str) -> str:
    """Returns the name of a `hospital`, `centro` (of health) or `institucion`."""
    if kind == "institucion" and rng.random() < 0.15:
        return expand(rng.choice(get_language("es").table("parts")["empresa"]), rng, country)
    return expand(rng.choice(get_language("es").table("parts")[f"{kind} shapes"]), rng, country)


def acronym(name: str) -> str:
    """Returns the capitals of a house's name: HUVR of Hospital Universitario Virgen del Rocío."""
    words = [w for w in re.findall(r"\w+", name) if w[0].isupper()]
    return "".join(w[0] for w in words)[:6]


def trade(rng: random.Random, gender: str) -> str:
    """Returns an occupation in that gender."""
    return rng.choice(get_language("es").table("parts")[f"profesion {gender}"])


def kin(rng: random.Random, kind: str) -> str:
    """Returns a word for a relative: `female`, `male` or `plural`."""
    return rng.choice(get_language("es").table("parts")[f"familia {kind}"])


def number(label: str, rng: random.Random, country: str) -> str:
    """Returns a number of one of MEDDOCAN's labels in a shape of the country."""
    return fill(rng.choice(row(label, country)), rng).strip()
