"""Refills every mark of a note with a new value of its kind, the same person staying one person.

English notes (our labels); Spanish ones are refilled by `languages/es/refill.py` on the same plan.
"""

from __future__ import annotations

import datetime
import random
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence

from incognote.core.case import case_like, fold
from incognote.core.document import Document, Span
from incognote.core.language import get_language
from incognote.lab.synthesis.edits import Edit, apply
from incognote.lab.synthesis.recipe import Recipe
from incognote.replace.values import dates, facilities, names, places, small
from incognote.replace.values.shapes import same_shape

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


MakePerson = Callable[[random.Random, str], names.Person]
"""From a source of chance and a gender ('' for either) to a new person."""


def refill(doc: Document, rng: random.Random, recipe: Recipe) -> Document:
    """Returns the note with every mark refilled, label and entity number kept.

    Args:
        doc: A note with gold marks in our English labels.
        rng: Source of chance.
        recipe: `reform` is the share of values that take another form than the old one had.
    """
    return apply(doc, _Refill(doc, rng, recipe).edits())


def refill_names(doc: Document, rng: random.Random, make_person: MakePerson) -> Document:
    """Returns the note with every person made anew, each name in the form that it had.

    Args:
        doc: A note with gold marks in our English labels.
        rng: Source of chance.
        make_person: Called once for each entity.
    """
    made = _Refill(doc, rng, Recipe(reform=0.0), make_person)
    return apply(doc, made.edits(frozenset({"PATIENT", "DOCTOR"})))


class _Refill:
    """What is settled for one note: its home, its people and houses, the shift of its dates."""

    def __init__(
        self,
        doc: Document,
        rng: random.Random,
        recipe: Recipe,
        make_person: MakePerson | None = None,
    ) -> None:
        self.doc = doc
        self.rng = rng
        self.recipe = recipe
        self.make_person = make_person
        self.surfaces = [doc.text[s.start : s.end] for s in doc.spans]
        self.home = places.make_home(rng, self._country())
        self.day_first = self.home.country not in {"US", "CA"}
        self.people: dict[tuple[str, str], names.Person] = {}
        self.roles: dict[tuple[str, str], dict[str, str]] = {}
        self.lasts: dict[str, str] = {}
        self.houses: dict[str, facilities.Facility] = {}
        self.longest: dict[str, str] = {}
        self.same: dict[tuple[str, str], str] = {}
        self._settle_people()
        self._settle_dates()
        for span, surface in zip(doc.spans, self.surfaces, strict=True):
            if span.label == "HOSPITAL":
                key = self._key(span, surface)[1]
                if len(surface) > len(self.longest.get(key, "")):
                    self.longest[key] = surface

    def edits(self, only: Collection[str] = ()) -> list[Edit]:
        """The replacement of each mark, of the labels `only` or of all.

        A mark inside another is left to the outer one.
        """
        found: list[Edit] = []
        end = -1
        pairs = zip(self.doc.spans, self.surfaces, strict=True)
        for span, surface in sorted(pairs, key=lambda p: (p[0].start, -p[0].end)):
            if span.start >= end and (not only or span.label in only):
                found.append(Edit(span.start, span.end, self._value(span, surface) or surface))
                end = span.end
        return found

    def _country(self) -> str:
        """The country that the note's postcodes tell, else mostly the United States."""
        for span, surface in zip(self.doc.spans, self.surfaces, strict=True):
            if span.label == "ZIP" and (found := places.country_of(surface)):
                return found
        weights = (60, 12, 4, 8, 6, 4, 3, 3)
        return self.rng.choices(places.COUNTRIES, weights)[0]

    def _key(self, span: Span, surface: str) -> tuple[str, str]:
        return span.label, span.entity or f"={fold(surface)}"

    def _value(self, span: Span, surface: str) -> str:
        if span.label in {"PATIENT", "DOCTOR"}:
            return self._name(span, surface)
        if span.label == "HOSPITAL":
            return self._house(span, surface)
        key = (span.label, fold(surface))
        if key not in self.same:
            self.same[key] = self._fresh(span.label, surface)
        return self.same[key] if self.same[key].islower() else case_like(surface, self.same[key])

    def _fresh(self, label: str, surface: str) -> str:
        if label in _NUMBERS:
            return self._number(label, surface)
        return _MAKERS[label](self, surface)

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
            if self.make_person:
                person = self.make_person(self.rng, gender)
            else:
                family = origin if key[0] == "PATIENT" and self.rng.random() < 0.75 else ""
                person = names.make_person(
                    self.rng, origin=family, gender=gender, words=self.recipe.words
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
        if full and self.rng.random() < self.recipe.reform:
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

    # Houses -----------------------------------------------------------------------------------

    def _house(self, span: Span, surface: str) -> str:
        key = self._key(span, surface)[1]
        top = self.longest[key]
        if key not in self.houses:
            self.houses[key] = facilities.make_facility(self.rng, self.home, top)
        return facilities.facility_like(
            surface, self.houses[key], self.rng, longest=len(surface) >= len(top)
        )

    def _house_slug(self) -> str:
        houses = list(self.houses.values())
        house = houses[0] if houses else facilities.make_facility(self.rng, self.home)
        return facilities.slug(house.full if self.rng.random() < 0.5 else house.proper)

    # Dates ------------------------------------------------------------------------------------

    def _settle_dates(self) -> None:
        """Chooses one shift for the note, so that the order of its dates stays."""
        surfaces = [
            text
            for span, text in zip(self.doc.spans, self.surfaces, strict=True)
            if span.label == "DATE"
        ]
        years = [int(y) for text in surfaces for y in re.findall(r"\b(?:19|20)\d\d\b", text)]
        short = [re.findall(r"[/.-](\d\d)\Z", t) for t in surfaces if len(t) > 5]
        years += [2000 + int(y) for found in short for y in found if int(y) <= 26]
        self.year = max(years, default=self.rng.randint(2008, 2025))
        latest = self.rng.randint(min(max(1996, self.year - 22), 2026), 2026)
        self.shift = (latest - self.year) * 365 + self.rng.randint(-180, 150)

    def _date(self, surface: str) -> str:
        digits = re.sub(r"(?<=[\d/ ])[Oo](?=[\d/])|(?<=[/ ])O", "0", surface)
        digits = re.sub(r"(?<=[\d/])[lI](?=[\d/])", "1", digits)
        form = dates.form_of(digits, day_first=self.day_first)
        if form is None:
            return dates.swapped(digits, self.rng)
        kinds = {field.kind for field in form}
        date = read_date(form, self.year) + datetime.timedelta(days=self.shift)
        if "weekday" in kinds and "day" not in kinds:
            date += datetime.timedelta(days=self.rng.randint(0, 6))
        if self.rng.random() < self.recipe.reform:
            grain = frozenset({"month" if k in {"monthname", "roman"} else k for k in kinds})
            plain = grain & {"day", "month", "year", "weekday"}
            sample = dates.random_form(plain, self.rng, day_first=self.day_first, language="en")
            other = dates.form_of(sample, day_first=self.day_first) if sample else None
            form = other or form
        return dates.write(form, date)

    # The rest ---------------------------------------------------------------------------------

    def _number(self, label: str, surface: str) -> str:
        if not any(char.isdigit() for char in surface):
            spoken = small.spoken_digits(surface, self.rng)
            return spoken if spoken != surface else same_shape(surface, self.rng)
        if len(surface) > 4 and self.rng.random() < self.recipe.reform * 1.5:
            return facilities.number(label, self.rng, self.home)
        return same_shape(surface, self.rng, letters=0.5)

    def _phone(self, surface: str) -> str:
        count = sum(char.isdigit() for char in surface)
        if count == 0:
            return small.spoken_digits(surface, self.rng)
        if count >= 7 and self.rng.random() < self.recipe.reform:
            for _ in range(9):
                value = facilities.phone(self.rng, self.home)
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
        return self.rng.choice(get_language("en").table("places")[f"area {self.home.country}"])

    def _email(self, surface: str) -> str:
        return small.email(self._anyone(), self.rng, self._house_slug())

    def _user(self, surface: str) -> str:
        if self.rng.random() < 0.25 and any(char.isdigit() for char in surface):
            return same_shape(surface, self.rng)
        return small.user_name(self._anyone(), self.rng)

    def _town(self, surface: str) -> str:
        return case_like(surface, places.town(self.rng, self.home))

    def _nation(self, surface: str) -> str:
        return case_like(surface, self.rng.choice(get_language("en").table("places")["country"]))

    def _renew(self) -> float:
        return min(1.0, self.recipe.reform * 1.6)


_MAKERS: Mapping[str, Callable[[_Refill, str], str]] = {
    "DATE": _Refill._date,
    "PHONE": _Refill._phone,
    "FAX": _Refill._phone,
    "EMAIL": _Refill._email,
    "USERNAME": _Refill._user,
    "CITY": _Refill._town,
    "COUNTRY": _Refill._nation,
    "AGE": lambda note, s: small.age_like(s, note.rng),
    "PROFESSION": lambda note, s: small.occupation_like(s, note.rng),
    "URL": lambda note, s: small.web_address(note.rng, note._house_slug()),
    "IPADDRESS": lambda note, s: small.address_like(s, note.rng),
    "STATE": lambda note, s: places.state_like(s, note.rng, note.home),
    "ZIP": lambda note, s: places.postcode_like(s, note.rng, note.home, renew=note._renew()),
    "STREET": lambda note, s: places.street_like(s, note.rng, note.home, renew=note._renew()),
    "UNIT": lambda note, s: facilities.unit_like(
        s, note.rng, renew=note._renew() * 0.7, home=note.home
    ),
    "ORGANIZATION": lambda note, s: facilities.organization_like(
        s, note.rng, note.home, renew=note._renew()
    ),
    "LOCATION_OTHER": lambda note, s: places.landmark_like(
        s, note.rng, note.home, renew=note._renew()
    ),
}


def read_date(form: Sequence[dates.Field], year: int, language: str = "en") -> datetime.date:
    """Returns the date that a form holds: the middle of what it leaves open.

    Args:
        form: From `dates.form_of`.
        year: The year where the form has none.
        language: Of the month's name.
    """
    day, month = 15, 6
    for field in form:
        if field.kind == "day":
            day = int(field.text)
        elif field.kind == "month":
            month = int(field.text)
        elif field.kind == "roman":
            month = dates.ROMAN.index(field.text) + 1
        elif field.kind == "monthname":
            month = dates.month_of(field.text, language)
        elif field.kind == "year":
            number = int(field.text)
            century = 2000 if number <= 26 else 1900
            year = number if len(field.text) == 4 else century + number
    try:
        return datetime.date(year, month, day)
    except ValueError:  # a date that no calendar has: 31 June, 0 May
        return datetime.date(min(max(year, 1900), 2100), min(max(month, 1), 12), 15)
