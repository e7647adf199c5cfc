"""Wards, rooms and beds: what says the kind stays, an equal room becomes an equal room."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from incognote.core.words import listed
from incognote.replace.keyed import Keyed
from incognote.replace.values import table
from incognote.replace.values.shapes import same_shape

_ROOM = re.compile(r"(?<!\d)(\d+)(?:([ -]?[A-Za-z]|-\d)(?![^\W_]))?")
"""A number with, perhaps, the letter or number of a bed in it."""
_TURNS = 20


def rooms_in(surface: str) -> tuple[str, ...]:
    """Returns the numbers of rooms in a mark."""
    return tuple(found[1] for found in _ROOM.finditer(surface))


def with_rooms(surface: str, new: str, keyed: Keyed, salt: str, taken: Collection[str]) -> str:
    """Returns a surrogate of a ward, room or bed with the numbers that stand for its rooms.

    The same number is the same everywhere in the scope; what follows it (12A, 12-2) stays, since
    it tells nothing without the room.

    Args:
        surface: The mark as it stands.
        new: Its surrogate, with numbers in the same places.
        keyed: The note's choices.
        salt: Of a mention that is replaced anew.
        taken: Numbers of the note's rooms; none is given while another is left.
    """
    old = list(_ROOM.finditer(surface))
    fresh = list(_ROOM.finditer(new))
    if [len(found[0]) for found in old] != [len(found[0]) for found in fresh]:
        return new
    out, at = [], 0
    for before, after in zip(old, fresh, strict=True):
        out += [new[at : after.start()], _room(before[1], keyed, salt, taken), before[2] or ""]
        at = after.end()
    return "".join([*out, new[at:]])


def _room(number: str, keyed: Keyed, salt: str, taken: Collection[str]) -> str:
    rng = keyed.rng("room", number + salt)
    drawn = [same_shape(number, rng) for _ in range(_TURNS)]
    other = [made for made in drawn if made != number]
    return next((made for made in other if made not in taken), other[0] if other else drawn[0])


_WARDS = listed("""
    pacu endoscopy clinical informatics pharm pharmacy suite theatre imaging radiology planta cama
    box sala habitación hab
""")
"""Words of wards in both languages."""


@cache
def ward() -> re.Pattern[str]:
    """Returns the pattern of what says the kind of a ward, beside what `facilities` knows."""
    words = sorted((*table("kept")["unit en"], *_WARDS), key=len, reverse=True)
    return re.compile(rf"(\b(?:[A-Z]{{0,3}}ICU|{'|'.join(words)})\b\.?)", re.IGNORECASE)


@cache
def department(lang: str) -> re.Pattern[str]:
    """Returns the pattern of a department's common name, perhaps with what says that it is one."""
    words = sorted(table("kept")[f"department {lang}"], key=len, reverse=True)
    if lang == "es":
        kinds = "unidad|servicio|sección|consulta|área|departamento"
        return re.compile(rf"((?:\b(?:{kinds}) de )?\b(?:{'|'.join(words)})\b)", re.IGNORECASE)
    kinds = "clinic|unit|center|centre|department|dept|service|services|program"
    return re.compile(rf"(\b(?:{'|'.join(words)})(?: (?:{kinds}))?\b)", re.IGNORECASE)
