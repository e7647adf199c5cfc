"""`Known`: what a hospital knows of a patient, which is searched in that patient's notes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields
from functools import lru_cache

from incognote.core.case import fold
from incognote.core.words import listed

NAME_PARTS = ("family", "given")


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of one patient: a row of a roster, or what a container says of its own.

    No value is in its repr.
    """

    names: tuple[str, ...] = field(default=(), repr=False)
    """'Maria Delgado Ruiz' or 'Delgado Ruiz, Maria'; former names, nicknames too. The comma
    tells the parts: 'Delgado,' is a surname and ', Maria' a given name (`name_of`)."""
    birth_date: tuple[str, ...] = field(default=(), repr=False)
    """ISO, 1961-08-19."""
    phones: tuple[str, ...] = field(default=(), repr=False)
    emails: tuple[str, ...] = field(default=(), repr=False)
    addresses: tuple[str, ...] = field(default=(), repr=False)
    """Parts after commas, the street first: '18 Alder Row, Leadville, OH 44107'; ', Leadville' has
    none."""
    record_numbers: tuple[str, ...] = field(default=(), repr=False)
    relatives: tuple[str, ...] = field(default=(), repr=False)
    """Names, as above; what stands in brackets is not read: 'Ana Ruiz (mother)'."""
    providers: tuple[str, ...] = field(default=(), repr=False)

    def united(self, other: Known) -> Known:
        """Returns a row with the values of both."""
        return Known(
            *(
                tuple(dict.fromkeys((*getattr(self, f.name), *getattr(other, f.name))))
                for f in fields(Known)
            )
        )

    @property
    def people(self) -> tuple[str, ...]:
        """All names, the patient's first."""
        return (*self.names, *self.relatives, *self.providers)

    @property
    def words(self) -> frozenset[str]:
        """What a code, unit or address may say of it: see `words_in`.

        Words of names, numbers, days of birth, e-mail addresses.
        """
        return _words_of(self)


def named(text: str, part: str) -> str:
    """Returns a part of a name as `Known` has it; a whole one ('') as it is."""
    return name_of(*(text if part == each else "" for each in NAME_PARTS)) if part else text


def name_of(family: str, given: str) -> str:
    """Returns a name of two parts, one of which may be '', as `Known` has it."""
    return f"{family.replace(',', ' ').strip()}, {given.strip()}".rstrip()


@lru_cache(maxsize=1 << 12)
def words_in(text: str) -> frozenset[str]:
    """Returns what of a text may be one of `Known.words`.

    Short parts of numbers are none: a code of LOINC or an OID is no record number by chance.
    """
    said = fold(text)
    codes = _CODE.findall(said)
    found = {code for code in (*codes, "".join(codes)) if not code.isdigit()}
    for run in _DIGITS.findall(said):
        digits = re.sub(r"\D", "", run)
        found.update(re.findall(r"\d{6,}", run))
        if digits == run or len(digits) >= _APART:
            found.add(digits)
    return frozenset({*_NAME.findall(said), *found, *map(_bare, found), *_EMAIL.findall(said)})


@lru_cache(maxsize=256)
def _words_of(known: Known) -> frozenset[str]:
    names = known.people
    found = {word for name in names for word in _NAME.findall(fold(name))} - _NOBODY
    days = [re.findall(r"\d+", day[:10]) for day in known.birth_date]
    dates = ["".join(day[i] for i in order) for day in days for order in _ORDERS if len(day) == 3]
    for number in (*known.record_numbers, *known.phones, *dates):
        digits = re.sub(r"\D", "", number)
        for code in ("".join(_CODE.findall(fold(number))), digits, digits[-_NATIONAL:]):
            bare = _bare(code)
            if bare and any(map(str.isdigit, code)):
                # Without its noughts 00000003 is too short: v3 would say it.
                found.update(form for form in (code, bare) if len(form) >= _SHORTEST)
    return frozenset({*found, *map(fold, known.emails)} - {""})


def _bare(number: str) -> str:
    return number.lstrip("0")


_NAME = re.compile(r"[^\W\d_]{3,}")
_CODE = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d(?:[-./ ()]{0,2}\d)*")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NOBODY = listed(
    "anonymous baby boy desconocida desconocido female girl infant male newborn paciente patient "
    "prueba test twin unknown"
)
"""Words that stand in place of a name; codes say them, too."""
_ORDERS = ((0, 1, 2), (1, 2, 0), (2, 1, 0))
"""Of year, month and day."""
_SHORTEST = 5
"""Digits of a number that a code would not hold by chance;"""
_APART = 8
"""where signs stand between them: a code of LOINC has seven."""
_NATIONAL = 10
"""Digits of a telephone number without that of its country."""
