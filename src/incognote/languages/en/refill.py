"""New values for the marks of an English note: entity by entity, the same person one person."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping

from incognote.core.case import case_like, fold
from incognote.core.document import Span
from incognote.languages.en import (
    PACK,
    addresses,
    contacts,
    institutions,
    number_words,
    occupations,
)
from incognote.languages.en.number_words import NUMBER_WORDS
from incognote.replace.postcodes import country_of
from incognote.replace.values import names, synthesis
from incognote.replace.values.logins import address_like, user_name
from incognote.replace.values.shapes import same_shape, spoken_digits

_NUMBERS = frozenset(
    {"MRN", "HEALTHPLAN", "ACCOUNT", "LICENSE", "VEHICLE", "DEVICE", "BIOID", "IDNUM", "SSN"}
)


class Refilled(synthesis.Refilled):
    """Also the note's home and its institutions."""

    at_home = 0.75

    def _settled(self) -> str:
        self.surfaces = [self.doc.text[s.start : s.end] for s in self.doc.spans]
        self.home = addresses.make_home(self.rng, self._country())
        self.day_first = self.home.country not in {"US", "CA"}
        self.institutions: dict[str, institutions.Institution] = {}
        self.longest: dict[str, str] = {}
        for span, surface in zip(self.doc.spans, self.surfaces, strict=True):
            if span.label == "HOSPITAL":
                key = self._key(span, surface)[1]
                if len(surface) > len(self.longest.get(key, "")):
                    self.longest[key] = surface
        return self.rng.choice(names.origins(self.lang))

    def _reform(self) -> float:
        return self.taste.reform

    def _clinician(self, rng: random.Random, gender: str) -> names.Person:
        return self._made(rng, gender, "")

    def _country(self) -> str:
        """The country that the note's postcodes tell, else mostly the United States."""
        for span, surface in zip(self.doc.spans, self.surfaces, strict=True):
            if span.label == "ZIP" and (found := country_of(surface)):
                return found
        weights = (60, 12, 4, 8, 6, 4, 3, 3)
        return self.rng.choices(addresses.COUNTRIES, weights)[0]

    def _key(self, span: Span, surface: str) -> tuple[str, str]:
        return span.label, span.entity or f"={fold(surface)}"

    # Institutions ---------------------------------------------------------------------------

    def _institution(self, span: Span, surface: str) -> str:
        key = self._key(span, surface)[1]
        top = self.longest[key]
        if key not in self.institutions:
            self.institutions[key] = institutions.make_institution(self.rng, self.home, top)
        return institutions.institution_like(
            surface, self.institutions[key], self.rng, longest=len(surface) >= len(top)
        )

    def _slug(self) -> str:
        made = list(self.institutions.values())
        one = made[0] if made else institutions.make_institution(self.rng, self.home)
        return institutions.slug(one.full if self.rng.random() < 0.5 else one.proper)

    # The rest ---------------------------------------------------------------------------------

    def _phone(self, surface: str) -> str:
        count = sum(char.isdigit() for char in surface)
        if count == 0:
            return spoken_digits(surface, self.rng, NUMBER_WORDS)
        if count >= 7 and self.rng.random() < self.taste.reform:
            for _ in range(9):
                value = institutions.phone(self.rng, self.home)
                if sum(char.isdigit() for char in value) >= 7:
                    return value
        lead = re.match(r"(?:\+\d{1,3}|1|0)(?=[ .(-])[ .-]?(?:8[0-9]{2}(?=\D))?", surface)
        front = lead[0] if lead else ""
        value = front + same_shape(surface[len(front) :], self.rng, letters=0.0)
        if self.home.area and re.match(r"\(?\d{3}\D{0,2}\d{3}\D?\d{4}", value):
            area = self.home.area if self.rng.random() < 0.5 else self._area()
            value = re.sub(r"\d{3}", area, value, count=1)
        return value

    def _area(self) -> str:
        return self.rng.choice(PACK.table("places")[f"area {self.home.country}"])

    def _email(self, surface: str) -> str:
        return contacts.email(self.people.anyone(), self.rng, self._slug())

    def _user(self, surface: str) -> str:
        if self.rng.random() < 0.25 and any(char.isdigit() for char in surface):
            return same_shape(surface, self.rng)
        return user_name(self.people.anyone(), self.rng)

    def _town(self, surface: str) -> str:
        return case_like(surface, addresses.town(self.rng, self.home))

    def _nation(self, surface: str) -> str:
        return case_like(surface, self.rng.choice(PACK.table("places")["country"]))

    def number(self, label: str, surface: str) -> str:
        """See `synthesis.Refilled.number`; one said digit by digit stays so."""
        if any(char.isdigit() for char in surface):
            return super().number(label, surface)
        spoken = spoken_digits(surface, self.rng, NUMBER_WORDS)
        return spoken if spoken != surface else same_shape(surface, self.rng)

    def _new_number(self, label: str) -> str:
        return institutions.number(label, self.rng, self.home)

    def _renew(self) -> float:
        return min(1.0, self.taste.reform * 1.6)


MENTIONS: Mapping[str, Callable[[Refilled, Span, str], str]] = {
    "HOSPITAL": Refilled._institution,
}
VALUES: Mapping[str, Callable[[Refilled, str], str]] = {
    **{label: synthesis.number_of(label) for label in _NUMBERS},
    "PHONE": Refilled._phone,
    "FAX": Refilled._phone,
    "EMAIL": Refilled._email,
    "USERNAME": Refilled._user,
    "CITY": Refilled._town,
    "COUNTRY": Refilled._nation,
    "AGE": lambda note, s: number_words.age_like(s, note.rng),
    "PROFESSION": lambda note, s: occupations.occupation_like(s, note.rng),
    "URL": lambda note, s: contacts.web_address(note.rng, note._slug()),
    "IPADDRESS": lambda note, s: address_like(s, note.rng),
    "STATE": lambda note, s: addresses.state_like(s, note.rng, note.home),
    "ZIP": lambda note, s: addresses.postcode_like(s, note.rng, note.home, renew=note._renew()),
    "STREET": lambda note, s: addresses.street_like(s, note.rng, note.home, renew=note._renew()),
    "UNIT": lambda note, s: institutions.unit_like(
        s, note.rng, renew=note._renew() * 0.7, home=note.home
    ),
    "ORGANIZATION": lambda note, s: institutions.organization_like(
        s, note.rng, note.home, renew=note._renew()
    ),
    "LOCATION_OTHER": lambda note, s: addresses.landmark_like(
        s, note.rng, note.home, renew=note._renew()
    ),
}
