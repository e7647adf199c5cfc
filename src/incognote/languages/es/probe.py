"""What questions turned around ask of Spanish: phones, hospitals and towns in groups."""

from __future__ import annotations

import random
from functools import partial

from incognote.languages.es import PACK, made_up
from incognote.languages.es.people import PEOPLE
from incognote.replace.values.probes import Make, Probe
from incognote.replace.values.shapes import fill

_SHAPES = ("Hospital {}", "Hospital Universitario {}", "Clínica {}", "Centro de Salud {}")
_WORDS = (
    "Cabra", "Corral", "Cuevas", "Espejo", "Gata", "Mora", "Nieva", "Olmos", "Parra", "Pilas",
    "Rosas", "Rueda", "Salas", "Toro", "Viso",
)  # fmt: skip
"""Towns that are everyday words."""


def _digits(pattern: str) -> int:
    return sum(char.isdigit() or char in "#^" for char in pattern)


def _phones() -> dict[str, Make]:
    """Each Spanish form by itself, those of other countries together."""
    made: dict[str, Make] = {}
    for key, patterns in PACK.table("parts").items():
        label, _, country = key.partition(" ")
        if label != "NUMERO_TELEFONO":
            continue
        whole = [pattern for pattern in patterns if _digits(pattern) >= 7]
        if country == "ES":
            made |= {pattern: partial(fill, pattern) for pattern in whole}
        else:
            made[country] = partial(_one_of, whole)
    return made


def _one_of(patterns: list[str], rng: random.Random) -> str:
    return fill(rng.choice(patterns), rng)


def _called(proper: Make, rng: random.Random) -> str:
    return rng.choice(_SHAPES).format(proper(rng))


def _row(table: str, row: str, rng: random.Random) -> str:
    return rng.choice(PACK.table(table)[row])


def _invented(rng: random.Random) -> str:
    """A name that no list has: what surnames are made of where all are taken."""
    parts = (PEOPLE.initials, PEOPLE.made_up_middles, PEOPLE.made_up_ends)
    return "".join(rng.choice(part) for part in parts)


def _town(rng: random.Random) -> str:
    return made_up.town(rng, "ES")


PROBE = Probe(
    phones=_phones(),
    facilities={
        "well known": partial(_called, partial(_row, "parts", "virgen")),
        "of a saint": partial(_called, partial(_row, "parts", "santo")),
        "of a town": partial(_called, lambda rng: f"de {_town(rng)}"),
        "of a quarter": partial(_called, partial(_row, "parts", "barrio")),
        "in no list": partial(_called, _invented),
        "also a word": partial(_called, partial(_row, "names", "words last")),
    },
    towns={
        "province": partial(_row, "parts", "provincia ES"),
        "in the lists": _town,
        "of America": lambda rng: made_up.town(rng, rng.choice(made_up.COUNTRIES[1:])),
        "in no list": _invented,
        "also a word": lambda rng: rng.choice(_WORDS),
    },
)
