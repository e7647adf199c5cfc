"""The values of one English piece: its people and institutions, and the habits of its writer."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable
from dataclasses import replace

from incognote.core.case import fold
from incognote.languages.en import (
    PACK,
    addresses,
    contacts,
    institutions,
    number_words,
    occupations,
)
from incognote.languages.en.calendar import CALENDAR
from incognote.replace.values import names, synthesis
from incognote.replace.values.logins import user_name
from incognote.replace.values.shapes import fill, other_age, whole_number

_KIN = {
    "female": (
        "wife", "wife", "daughter", "daughter", "mother", "sister", "niece", "aunt", "mom",
        "granddaughter", "partner", "neighbor", "friend", "roommate", "daughter-in-law", "fiancée",
        "ex-wife", "stepdaughter", "cousin", "grandmother",
    ),
    "male": (
        "husband", "husband", "son", "son", "father", "brother", "nephew", "uncle", "dad",
        "grandson", "partner", "neighbor", "friend", "roommate", "son-in-law", "fiancé",
        "ex-husband", "stepson", "cousin", "grandfather",
    ),
}  # fmt: skip
_ADULT = {
    "female": ("woman", "woman", "female", "lady"),
    "male": ("man", "man", "male", "gentleman"),
}


class Slots(synthesis.Slots):
    """Also what the writer's home is, and its institutions."""

    def __init__(self, rng: random.Random, lang: str) -> None:
        super().__init__(rng, lang)
        weights = (60, 12, 4, 8, 6, 4, 3, 3)
        self.home = addresses.make_home(rng, rng.choices(addresses.COUNTRIES, weights)[0])
        self.day_first = self.home.country not in {"US", "CA"}
        self.institutions: dict[str, institutions.Institution] = {}
        self.name_form = rng.choice(("plain", "plain", "any", "comma"))
        self.upper = rng.random() < 0.12

    def word(self, kind: str) -> str | None:
        """See `synthesis.Slots.word`."""
        gender = self.person("P1").gender
        if kind == "kin":
            return self.rng.choice(_KIN[self.person("P2").gender])
        if kind == "man":
            return self.rng.choice(_ADULT[gender])
        if kind == "Mr":
            choices = ("Mr.", "Mr.", "Mr") if gender == "male" else ("Mrs.", "Ms.", "Ms", "Miss")
            return self.rng.choice(choices)
        return super().word(kind)

    def make(self, stem: str, entity: str, form: str) -> str:
        """See `synthesis.Slots.make`; H is an institution."""
        if stem == "H":
            return self._institution(entity, form)
        if stem in {"P", "D"} or stem in self.part.slot_values:
            return super().make(stem, entity, form)
        if form == "s":
            return " ".join(self.rng.choice(PACK.table("numbers")["word digits"]) for _ in range(7))
        return institutions.number(stem, self.rng, self.home).strip()

    def _new_person(self, key: str) -> names.Person:
        person = super()._new_person(key)
        if key == "P2" and self.rng.random() < 0.5:
            return replace(person, last=self.person("P1").last)
        return person

    def _name(self, person: names.Person, form: str) -> str:
        last, first = person.last, person.given
        if form == "l":
            value = last
        elif form == "f":
            value = first
        elif form == "fl":
            value = f"{first} {last}"
        elif form == "lf":
            value = f"{last} {first}"
        elif form == "n":
            value = person.nickname
        elif form == "i":
            value = names.initials_like(self.rng.choice(("AB", "ABC", "ab", "abc", "A.B.")), person)
        elif form == "j":
            value = names.initials_like(self.rng.choice(("ab", "abc")), person)
        elif form == "hat":
            return f"{last}^{first}^{person.middle[:1]}".upper()
        elif form == "spell":
            return "-".join(filter(str.isalpha, fold(last).upper()))
        elif form == "c" or (self.name_form == "comma" and not form):
            middle = self.rng.choice(("", "", f" {person.middle[:1]}", f" {person.middle[:1]}."))
            value = f"{last},{self.rng.choice((' ', ' ', ' ', ''))}{first}{middle}"
        elif self.name_form == "any":
            value = names.full_form(person, self.rng)
        else:
            middle = self.rng.choice(("", "", "", f" {person.middle[:1]}."))
            value = f"{first}{middle} {last}"
        return value.upper() if self.upper and form not in {"i", "j"} else value

    def _institution(self, entity: str, form: str) -> str:
        if entity not in self.institutions:
            like = {"pharmacy": "pharmacy", "home": "manor", "practice": "clinic"}.get(form, "")
            if not like and entity != "1":
                like = self.rng.choice(("", "clinic", "clinic", "manor"))
            self.institutions[entity] = institutions.make_institution(self.rng, self.home, like)
        one = self.institutions[entity]
        if form == "s":
            short = one.acronym if len(one.acronym) in {3, 4, 5} else one.proper
            value = self.rng.choice((short, one.proper)) or one.full
            return value
        return one.full.upper() if self.upper else one.full

    def _recent(self) -> datetime.date:
        days = self.rng.randint(0, 1200 if self.rng.random() < 0.3 else 40)
        return self.today - datetime.timedelta(days=days)

    def _own_date(self, form: str, date: datetime.date) -> str:
        if form == "iso":
            return (date - datetime.timedelta(days=self.rng.randint(0, 30000))).isoformat()
        return self._spoken() if form == "s" else ""

    def _written(self, date: datetime.date, grain: str) -> str:
        value = super()._written(date, grain)
        days = grain == "w" and self.forms[grain].endswith("days")
        return value.removesuffix("s") if days else value

    def _spoken(self) -> str:
        rows = PACK.table("calendar")
        month = self.rng.choice(CALENDAR.names[0].months[0]).lower()
        day = self.rng.choice(CALENDAR.day_words)
        tens, ones = self.rng.choice(rows["spoken 2"][2:]), self.rng.choice(rows["spoken 0"])
        number = number_words.number_word(self.rng.randint(1, 12))
        return self.rng.choice(
            (
                f"{month} {day} nineteen {tens} {ones}",
                f"{number} {self.rng.choice(rows['spoken 1'])} {tens} {ones}",
                f"{day} of {month} nineteen {tens}-{ones}",
                f"{month} {day} {tens} {ones}",
            )
        )

    def _age(self, form: str) -> str:
        years = self.rng.choices((3, 10, 17, 30, 52, 76, 94), (4, 4, 4, 15, 25, 30, 4))[0]
        age = other_age(years, self.rng)
        return number_words.number_word(min(age, 99)) if form == "w" else str(age)

    def _phone(self, form: str) -> str:
        if form == "n":
            return fill("####", self.rng)
        if form == "x":
            return fill(self.rng.choice(("x####", "#####", "####", "x###")), self.rng)
        if form == "s":
            words = PACK.table("numbers")["word digits"]
            return " ".join(self.rng.choice(words) for _ in range(self.rng.choice((7, 10))))
        return whole_number(lambda: institutions.phone(self.rng, self.home))

    def _org(self, form: str) -> str:
        like = {"school": "School", "church": "Church", "agency": "Police", "known": "Aetna"}
        return institutions.organization_like(
            like.get(form, "Hill Construction"), self.rng, self.home, renew=1.0
        )

    def _job(self, form: str) -> str:
        return (
            occupations.task(self.rng)
            if form == "v"
            else self.rng.choice(PACK.table("jobs")["noun"])
        )

    def _state(self, form: str) -> str:
        rows = PACK.table("places")
        states = rows.get(f"states {self.home.country}")
        if not states:
            return self.rng.choice(rows.get(f"counties {self.home.country}", (self.home.region,)))
        name, code = self.rng.choice(states).rsplit(" ", 1)
        return code if form == "a" else name

    def _street(self, form: str) -> str:
        if form == "n":
            suffix = self.rng.choice(addresses.row("street suffix", self.home.country))
            return f"{addresses.street_name(self.rng)} {suffix}".rstrip(".")
        return addresses.make_street(self.rng, self.home)

    def _room(self, form: str) -> str:
        return fill(self.rng.choice(("^##", "^#", "^##@", "^##-^", "^@^#", "^###")), self.rng)

    def _slug(self) -> str:
        self._institution("1", "")
        return institutions.slug(self.institutions["1"].proper)

    def _user(self, form: str) -> str:
        return user_name(self.person("D1"), self.rng)

    def _email(self, form: str) -> str:
        person = self.person(self.rng.choice(("P1", "P2", "D1")))
        return contacts.email(person, self.rng, self._slug())


SLOT_VALUES: dict[str, Callable[[Slots, str], str]] = {
    "DATE": Slots.date,
    "AGE": Slots._age,
    "PHONE": Slots._phone,
    "FAX": lambda values, form: values._phone(""),
    "ORG": Slots._org,
    "JOB": Slots._job,
    "STATE": Slots._state,
    "STREET": Slots._street,
    "ROOM": Slots._room,
    "USER": Slots._user,
    "EMAIL": Slots._email,
    "CITY": lambda values, form: addresses.town(values.rng, values.home),
    "COUNTRY": lambda values, form: values.rng.choice(PACK.table("places")["country"]),
    "ZIP": lambda values, form: fill(
        values.rng.choice(addresses.row("zip", values.home.country)), values.rng
    ),
    "UNIT": lambda values, form: institutions.make_unit(values.rng, values.home),
    "LOC": lambda values, form: addresses.expand(
        values.rng.choice(PACK.table("places")["landmark shapes"]), values.rng, values.home
    ),
    "URL": lambda values, form: contacts.web_address(values.rng, values._slug()),
}
