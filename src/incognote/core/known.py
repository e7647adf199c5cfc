"""`Known`: what a hospital knows of a patient, which is searched in that patient's notes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, fields

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
        """Words of all names, numbers and days of birth, in small letters: the latter also bare."""
        names = (*self.names, *self.relatives, *self.providers)
        numbers = (*self.record_numbers, *self.phones, *self.birth_date)
        bare = (re.sub(r"\D", "", number) for number in numbers)
        found = {word for name in names for word in _WORDS.findall(name.casefold())}
        return frozenset(found | {n.casefold() for n in (*numbers, *bare)} - {""})


def named(text: str, part: str) -> str:
    """Returns a part of a name as `Known` has it; a whole one ('') as it is."""
    return name_of(*(text if part == each else "" for each in NAME_PARTS)) if part else text


def name_of(family: str, given: str) -> str:
    """Returns a name of two parts, one of which may be '', as `Known` has it."""
    return f"{family.replace(',', ' ').strip()}, {given.strip()}".rstrip()


_WORDS = re.compile(r"[^\W\d_]{3,}")


def words_in(text: str) -> set[str]:
    """Returns what of a text, and the whole of it, may be one of `Known.words`."""
    plain = text.casefold()
    return {plain, re.sub(r"\D", "", plain), *_WORDS.findall(plain), *re.findall(r"\w+", plain)}
