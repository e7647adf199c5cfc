"""Phone numbers: an area code stays one area code, and what nobody can have stays so."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

from incognote.core.case import fold
from incognote.replace.identity import extension, identity
from incognote.replace.keyed import Keyed
from incognote.replace.values.shapes import same_shape, spoken_digits

_SHORTEST = 7
"""Digits of the shortest number that is no extension or end of one."""


def phone(surface: str, keyed: Keyed, whole: Mapping[str, str], salt: str, lang: str) -> str:
    """Returns another phone number of the same shape.

    The country stays. An area code becomes the same other one wherever it stands, an extension
    the same other one beside a number and alone. What is reserved for fiction (555-01xx,
    020 7946 0xxx) stays reserved. The last digits of a number of the note follow that number.

    Args:
        surface: A number as it stands.
        keyed: The note's choices.
        whole: From the digits of the longer numbers of the note to those they become.
        salt: Of a mention that is replaced anew.
        lang: Language of the note, for a number in words.
    """
    main, extension = divided(surface, lang)
    digits = re.sub(r"\D", "", main)
    if not digits:
        rng = keyed.rng("phone", fold(surface) + salt)
        return spoken_digits(surface, rng, identity(lang).number_words)
    new = other_digits(digits, keyed, salt)
    if len(digits) < _SHORTEST and not salt:
        ends = (v[-len(digits) :] for k, v in whole.items() if k.endswith(digits) and k != digits)
        new = next(ends, new)
    fresh = iter(new + (other_digits(extension, keyed, salt) if extension else ""))
    shown = "".join(next(fresh) if char.isdecimal() else char for char in surface)
    return re.sub(r"[A-Z]{4,}", lambda m: same_shape(m[0], keyed.rng("vanity", m[0])), shown)


def divided(surface: str, lang: str) -> tuple[str, str]:
    """Returns a number without its extension, and the digits of that, '' where it has none."""
    found = extension(lang).search(surface)
    return (surface[: found.start()], found[1]) if found else (surface, "")


def other_numbers(surfaces: list[str], keyed: Keyed, lang: str) -> dict[str, str]:
    """Returns from the digits of each number that is no extension alone to those it becomes."""
    digits = {re.sub(r"\D", "", divided(surface, lang)[0]) for surface in surfaces}
    return {n: other_digits(n, keyed) for n in sorted(digits) if len(n) >= _SHORTEST}


def other_digits(digits: str, keyed: Keyed, salt: str = "") -> str:
    """Returns the digits of another phone number, as long as this one."""
    head = _COUNTRY.match(digits)[0]  # type: ignore[index]
    body = digits[len(head) :]
    trunk = "0" if body[0] == "0" and len(body) > _SHORTEST else ""
    core = body[len(trunk) :]
    kept = _beginning(core, head, trunk, keyed, salt)
    reserved = _RESERVED.search(core)
    end = reserved[0] if reserved else ""
    american = head in ("", "1") and not trunk and len(core) == 10
    if row := _single(core, head, trunk):
        others = [number for number in row if number != core]
        return head + trunk + keyed.pick("phone", core + salt, others)
    rng = keyed.rng("phone", core + salt)
    while True:
        new = kept + "".join(rng.choice("0123456789") for _ in core[len(kept) :])
        if end:
            new = new[: -len(end) - 2] + end + new[-2:]
        elif american:
            new = new[:3] + rng.choice("23456789") + new[4:]
        # what stays of an exchange may not bring the number's end with it
        if new[-4:] != core[-4:]:
            return head + trunk + new


_COUNTRY = re.compile(
    r"(?:00)?(?:1(?=[2-9]\d{9}$)|44(?=0?[1-9]\d{9}$)|34(?=[6-9]\d{8}$)|(?:61|27)(?=[1-9]\d{8}$)|"
    r"(?:52|54|57|58|91)(?=\d{10}$)|(?:51|56)(?=9\d{8}$)|353(?=[1-9]\d{6,8}$)|"
    r"(?:971|593|591|595|598)(?=\d{8,9}$))|"
)
"""The code of a country before a number of a length that it has; it stays."""
_RESERVED = re.compile(r"55501(?=\d\d$)")
"""What no subscriber has in North America; other countries' notes borrow it."""
_BRITISH = (
    ("1134960", "1144960", "1154960", "1164960", "1174960", "1184960", "1214960", "1314960"),
    ("1414960", "1514960", "1614960", "1914980"),
    ("2079460", "2896496", "2920180"),
    ("1632960",),
    ("7700900",),
    ("8081570",),
    ("9098790",),
    ("3069990",),
)
"""Ranges that Ofcom keeps for drama, those in a row with area codes of one length."""
_AUSTRALIAN = re.compile(r"[2378](?:5550|7010)(?=\d{4}$)")
"""Those that ACMA keeps: https://www.acma.gov.au/phone-numbers-use-tv-shows-films-and-creative-works."""
_AUSTRALIAN_NUMBERS = (
    tuple(
        f"4915{end}"
        for end in (
            "70006", "70110", "70156", "70157", "70158", "70159", "70313", "70737", "71266",
            "71491", "71804", "72549", "72665", "72983", "73087", "73770", "74118", "74632",
            "75254", "75789", "76398", "76801", "77426", "77644", "78148", "78888", "78957",
            "79212", "79455", "79760",
        )
    ),
    ("1800160401", *(f"18009757{end:02}" for end in range(7, 12))),
    tuple(f"13009757{end:02}" for end in range(7, 12)),
)  # fmt: skip
"""Single numbers that it keeps, mobile, free and at a local rate: those beside them have owners."""
_FREE = frozenset(("800", "833", "844", "855", "866", "877", "888", "900", "555"))
"""American area codes that are of no area; they stay."""
_BIG = ("113", "114", "115", "116", "117", "118", "121", "131", "141", "151", "161", "191")
"""British area codes of big towns."""


def _beginning(core: str, head: str, trunk: str, keyed: Keyed, salt: str) -> str:
    """The first digits of the new number: its area code, a reserved range, or the kind of line."""
    if head.endswith("44") or (trunk and len(core) == 10):
        row = next((row for row in _BRITISH if core.startswith(row) and len(core) == 10), ())
        if row:
            others = [start for start in row if not core.startswith(start)] or row
            return keyed.pick("area", core[:7] + salt, others)
    if (found := _AUSTRALIAN.match(core)) and (trunk or head == "61"):
        return found[0]
    size = _area_size(core, head, trunk)
    if not size:
        free = len(core) == 10 and not trunk and head in ("", "1") and core[:3] in _FREE
        return core[:3] if free else core[:1] if len(core) > _SHORTEST else ""
    rng = keyed.rng("area", core[:size] + salt)
    never = _FREE | {core[:size]}
    draws = (_area(core[:size], rng) for _ in range(200))
    return next(new for new in draws if new not in never and not new.endswith("11"))


def _single(core: str, head: str, trunk: str) -> tuple[str, ...]:
    """The single numbers that are kept for fiction, of the kind that one of them is; else none."""
    told = trunk or head == "61" or core[0] == "1"
    return next((row for row in _AUSTRALIAN_NUMBERS if told and core in row), ())


def _area_size(core: str, head: str, trunk: str) -> int:
    """How many digits say the area, 0 where none do or the country is not told."""
    if len(core) == 10 and head in ("", "1") and not trunk and core[0] in "23456789":
        return 0 if core[:3] in _FREE else 3
    if len(core) == 10 and (head.endswith("44") or trunk) and core[0] in "12":
        return 2 if core[0] == "2" else 3 if core[:3] in _BIG else 4
    geographic = len(core) == 9 and not trunk and head in ("", "34", "0034") and core[0] in "89"
    return 3 if geographic and core[1] != "0" else 0


def _area(old: str, rng: random.Random) -> str:
    """An area code of the same country and length."""
    if len(old) == 3 and old[0] == "1":
        return rng.choice(_BIG)
    if old[0] in "12" and len(old) in (2, 4):
        return rng.choice(("20", "23", "24", "28", "29")) if old[0] == "2" else _four(rng)
    new = f"{old[0] if old[0] in '89' and len(old) == 3 else rng.randint(2, 9)}"
    return new + f"{rng.randint(1, 8)}{rng.randint(0, 9)}"


def _four(rng: random.Random) -> str:
    return f"1{rng.randint(2, 9)}{rng.randint(0, 9)}{rng.choice('023456789')}"
