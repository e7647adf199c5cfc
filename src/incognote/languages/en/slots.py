"""The values of one English piece: its people and institutions, and the habits of its writer."""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable

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
from incognote.replace.date_samples import sample_of, write_as
from incognote.replace.values import names
from incognote.replace.values.logins import user_name
from incognote.replace.values.shapes import fill, other_age

_WORDS = {
    "female": {
        "he": "she", "He": "She", "his": "her", "His": "Her", "him": "her", "sex": "F",
    },
    "male": {
        "he": "he", "He": "He", "his": "his", "His": "His", "him": "him", "sex": "M",
    },
}  # fmt: skip

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


class Slots:
    """What the slots of a piece are filled with; the same person stays the same."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.today = datetime.date(rng.randint(1998, 2026), rng.randint(1, 12), rng.randint(1, 28))
        weights = (60, 12, 4, 8, 6, 4, 3, 3)
        self.home = addresses.make_home(rng, rng.choices(addresses.COUNTRIES, weights)[0])
        self.day_first = self.home.country not in {"US", "CA"}
        self.people: dict[str, names.Person] = {}
        self.institutions: dict[str, institutions.Institution] = {}
        self.name_form = rng.choice(("plain", "plain", "any", "comma"))
        self.forms: dict[str, str] = {}
        self.upper = rng.random() < 0.12

    def word(self, kind: str) -> str | None:
        """Returns the word that agrees with the patient, None where `kind` is no such word."""
        gender = self._person("P1").gender
        if kind == "kin":
            return self.rng.choice(_KIN[self._person("P2").gender])
        if kind == "man":
            return self.rng.choice(_ADULT[gender])
        if kind == "Mr":
            choices = ("Mr.", "Mr.", "Mr") if gender == "male" else ("Mrs.", "Ms.", "Ms", "Miss")
            return self.rng.choice(choices)
        return _WORDS[gender].get(kind)

    def make(self, stem: str, entity: str, form: str) -> str:
        """Returns the surface of a slot.

        Args:
            stem: P, D, H, or a label or its short form.
            entity: Number of the person or institution ('' for other labels).
            form: What stands after the point in the slot.
        """
        if stem in {"P", "D"}:
            return self._name(self._person(stem + entity), form)
        if stem == "H":
            return self._institution(entity, form)
        if stem == "DATE":
            return self._date(form)
        maker = _MAKERS.get(stem)
        if maker:
            return maker(self, form)
        if form == "s":
            return " ".join(self.rng.choice(PACK.table("numbers")["word digits"]) for _ in range(7))
        return institutions.number(stem, self.rng, self.home).strip()

    def _person(self, key: str) -> names.Person:
        if key not in self.people:
            person = names.make_person(self.rng, language="en")
            if key == "P2" and self.rng.random() < 0.5:
                last = self._person("P1").last
                person = names.Person(
                    person.given, person.middle, last, person.second_last, person.nickname,
                    person.gender, person.origin,
                )  # fmt: skip
            self.people[key] = person
        return self.people[key]

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

    def _date(self, form: str) -> str:
        days = self.rng.randint(0, 1200 if self.rng.random() < 0.3 else 40)
        date = self.today - datetime.timedelta(days=days)
        grain = "dmy"
        if form == "d":
            date = self.today - datetime.timedelta(days=self.rng.randint(300, 34000))
        elif form == "iso":
            return (date - datetime.timedelta(days=self.rng.randint(0, 30000))).isoformat()
        elif form == "c":
            return date.strftime("%Y%m%d")
        elif form == "l":
            grain = self.rng.choice(("dmyw", "dmy"))
        elif form == "p":
            grain = self.rng.choice(("dm", "dm", "dm", "dmw", "w"))
        elif form == "w":
            grain = "w"
        elif form == "m":
            grain = self.rng.choice(("my", "my", "m", "y", "season"))
        elif form == "mo":
            grain = "m"
        elif form == "y":
            date = self.today - datetime.timedelta(days=self.rng.randint(300, 22000))
            grain = "y"
        elif form == "f":
            return self.rng.choice(PACK.table("calendar")["feast"])
        elif form == "set":
            return self.rng.choice(PACK.table("calendar")["dayset"])
        elif form == "s":
            return self._spoken()
        if grain == "season":
            season = self.rng.choice(PACK.table("calendar")["season"])
            return f"{season}{self.rng.choice((' ', ' of '))}{date.year}"
        return self._written(date, grain)

    def _written(self, date: datetime.date, grain: str) -> str:
        """The date in the form that this writer mostly uses for that grain."""
        if grain not in self.forms or self.rng.random() < 0.15:
            self.forms[grain] = sample_of(grain, self.rng, "en", day_first=self.day_first)
        sample = self.forms[grain]
        value = write_as(sample, date, "en", day_first=self.day_first)
        return value.removesuffix("s") if grain == "w" and sample.endswith("days") else value

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
        for _ in range(20):
            value = institutions.phone(self.rng, self.home)
            if sum(char.isdigit() for char in value) >= 7:
                break
        return value

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
        return user_name(self._person("D1"), self.rng)

    def _email(self, form: str) -> str:
        person = self._person(self.rng.choice(("P1", "P2", "D1")))
        return contacts.email(person, self.rng, self._slug())


_MAKERS: dict[str, Callable[[Slots, str], str]] = {
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
