"""New values for the marks of an English note: entity by entity, the same person one person."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from incognote.core.case import case_like, fold
from incognote.core.document import Document, Span
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
from incognote.replace.values import names
from incognote.replace.values.logins import address_like, user_name
from incognote.replace.values.shapes import same_shape, spoken_digits
from incognote.replace.values.synthesis import Taste

_FEMALE = re.compile(
    r"\b(?:mrs|ms|miss|wife|mother|mom|daughters?|sisters?|aunt|niece|grandmother|girlfriend|mum)"
    r"\.?[ ,:(]*$",
    re.IGNORECASE,
)
_MALE = re.compile(
    r"\b(?:mr|husband|father|dad|sons?|brothers?|uncle|nephew|grandfather|boyfriend|sir)"
    r"\.?[ ,:(]*$",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"\b(?:mr|mrs|ms|miss|mx|dr|drs|prof|sgt|dep|rev|rabbi|officer|nurse)\.? $", re.IGNORECASE
)
_INITIALS = re.compile(r"[A-Z]{2,3}|[a-z]{2,3}|(?:[A-Za-z]\.){1,4}|[A-Za-z]")
_NUMBERS = frozenset(
    {"MRN", "HEALTHPLAN", "ACCOUNT", "LICENSE", "VEHICLE", "DEVICE", "BIOID", "IDNUM", "SSN"}
)


class Refilled:
    """What is settled for one note: its home, its people and institutions."""

    def __init__(self, doc: Document, rng: random.Random, taste: Taste) -> None:
        """See the class."""
        self.doc, self.rng, self.taste = doc, rng, taste
        self.surfaces = [doc.text[s.start : s.end] for s in doc.spans]
        self.home = addresses.make_home(rng, self._country())
        self.day_first = self.home.country not in {"US", "CA"}
        self.people: dict[tuple[str, str], names.Person] = {}
        self.roles: dict[tuple[str, str], dict[str, str]] = {}
        self.lasts: dict[str, str] = {}
        self.institutions: dict[str, institutions.Facility] = {}
        self.longest: dict[str, str] = {}
        self._settle_people()
        for span, surface in zip(doc.spans, self.surfaces, strict=True):
            if span.label == "HOSPITAL":
                key = self._key(span, surface)[1]
                if len(surface) > len(self.longest.get(key, "")):
                    self.longest[key] = surface

    def _country(self) -> str:
        """The country that the note's postcodes tell, else mostly the United States."""
        for span, surface in zip(self.doc.spans, self.surfaces, strict=True):
            if span.label == "ZIP" and (found := country_of(surface)):
                return found
        weights = (60, 12, 4, 8, 6, 4, 3, 3)
        return self.rng.choices(addresses.COUNTRIES, weights)[0]

    def _key(self, span: Span, surface: str) -> tuple[str, str]:
        return span.label, span.entity or f"={fold(surface)}"

    # People -----------------------------------------------------------------------------------

    def _settle_people(self) -> None:
        """Makes a new person for each entity, with the surnames that a family shares."""
        mentions: dict[tuple[str, str], list[tuple[Span, str]]] = defaultdict(list)
        for span, surface in zip(self.doc.spans, self.surfaces, strict=True):
            if span.label in {"PATIENT", "DOCTOR"}:
                mentions[self._key(span, surface)].append((span, surface))
        origin = self.rng.choice(names.origins())
        for key, found in mentions.items():
            roles: dict[str, str] = {}
            for _, surface in sorted(found, key=lambda m: -len(m[1])):
                parts = names.parts_of(surface, roles, alone="last")
                if sum(part.role not in {"", "kept"} for part in parts) > 1:
                    for part in parts:
                        if part.role in {"given", "middle", "last", "nickname"}:
                            roles.setdefault(fold(part.text).rstrip("."), part.role)
            gender = self._gender(found, roles)
            if self.taste.make_person:
                person = self.taste.make_person(self.rng, gender)
            else:
                family = origin if key[0] == "PATIENT" and self.rng.random() < 0.75 else ""
                person = names.make_person(
                    self.rng, origin=family, gender=gender, words=self.taste.words
                )
            last = next((w for w, role in roles.items() if role == "last"), "")
            if last and key[0] == "PATIENT":
                new = self.lasts.setdefault(last, person.last)
                person = names.Person(
                    person.given, person.middle, new, person.second_last, person.nickname,
                    person.gender, person.origin,
                )  # fmt: skip
            self.people[key], self.roles[key] = person, roles

    def _gender(self, found: Sequence[tuple[Span, str]], roles: Mapping[str, str]) -> str:
        for span, _ in found:
            before = self.doc.text[max(0, span.start - 18) : span.start]
            if _FEMALE.search(before):
                return "female"
            if _MALE.search(before):
                return "male"
        genders = names.gender_of()
        for word, role in roles.items():
            if role == "given" and genders.get(word):
                return genders[word]
        return next((genders[fold(s)] for _, s in found if genders.get(fold(s))), "")

    def _name(self, span: Span, surface: str) -> str:
        key = self._key(span, surface)
        person, roles = self.people[key], self.roles[key]
        if _INITIALS.fullmatch(surface) and self._are_initials(surface, roles, span.label):
            return names.initials_like(surface, person)
        before = self.doc.text[max(0, span.start - 8) : span.start]
        alone = "last"
        if not _TITLE.search(before):
            listed = fold(surface) in names.gender_of()
            alone = "given" if listed or span.label == "PATIENT" else "last"
        full = len(re.findall(r"[^\W\d_]{2,}", surface)) > 1
        if full and self.rng.random() < self.taste.reform:
            return case_like(surface, names.full_form(person, self.rng))
        return names.name_like(surface, person, roles, alone=alone)

    def _are_initials(self, surface: str, roles: Mapping[str, str], label: str) -> bool:
        """Whether two or three letters stand for names, and are not a short name (Lee, Wu)."""
        letters = [fold(char) for char in surface if char.isalpha()]
        firsts = {word[0] for word in roles}
        if len(letters) == 1 or fold(surface) in roles:
            return len(letters) == 1
        if firsts and letters[-1] in firsts and letters[0] in firsts:
            return True
        if fold(surface) in names.gender_of():
            return False
        return label == "DOCTOR" or fold(surface) not in names.surnames()

    def _anyone(self) -> names.Person:
        people = list(self.people.values())
        return self.rng.choice(people) if people else names.make_person(self.rng)

    # Institutions ---------------------------------------------------------------------------

    def _institution(self, span: Span, surface: str) -> str:
        key = self._key(span, surface)[1]
        top = self.longest[key]
        if key not in self.institutions:
            self.institutions[key] = institutions.make_facility(self.rng, self.home, top)
        return institutions.facility_like(
            surface, self.institutions[key], self.rng, longest=len(surface) >= len(top)
        )

    def _slug(self) -> str:
        made = list(self.institutions.values())
        one = made[0] if made else institutions.make_facility(self.rng, self.home)
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
        return contacts.email(self._anyone(), self.rng, self._slug())

    def _user(self, surface: str) -> str:
        if self.rng.random() < 0.25 and any(char.isdigit() for char in surface):
            return same_shape(surface, self.rng)
        return user_name(self._anyone(), self.rng)

    def _town(self, surface: str) -> str:
        return case_like(surface, addresses.town(self.rng, self.home))

    def _nation(self, surface: str) -> str:
        return case_like(surface, self.rng.choice(PACK.table("places")["country"]))

    def _renew(self) -> float:
        return min(1.0, self.taste.reform * 1.6)


def _number(label: str, note: Refilled, surface: str) -> str:
    if not any(char.isdigit() for char in surface):
        spoken = spoken_digits(surface, note.rng, NUMBER_WORDS)
        return spoken if spoken != surface else same_shape(surface, note.rng)
    if len(surface) > 4 and note.rng.random() < note.taste.reform * 1.5:
        return institutions.number(label, note.rng, note.home)
    return same_shape(surface, note.rng, letters=0.5)


MENTIONS = {
    "PATIENT": Refilled._name,
    "DOCTOR": Refilled._name,
    "HOSPITAL": Refilled._institution,
}
VALUES: Mapping[str, Callable[[Refilled, str], str]] = {
    **{label: partial(_number, label) for label in _NUMBERS},
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
