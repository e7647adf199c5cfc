"""The values of one Spanish piece: its people and the habits of its writer."""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Callable

from incognote.core.case import fold
from incognote.languages.es import PACK
from incognote.replace.values import dates, names, small, spanish

_WORDS = {
    "female": {"o": "a", "El": "La", "el": "la", "Sr": "Sra.", "don": "doña", "un": "una"},
    "male": {"o": "o", "El": "El", "el": "el", "Sr": "Sr.", "don": "don", "un": "un"},
}


class ValuesEs:
    """What the slots of a piece are filled with; the same person stays the same."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.today = datetime.date(rng.randint(2005, 2026), rng.randint(1, 12), rng.randint(1, 28))
        self.country = rng.choices(spanish.COUNTRIES, spanish.WEIGHTS)[0]
        self.people: dict[str, names.Person] = {}
        self.house = ""
        self.forms: dict[str, str] = {}
        self.upper = rng.random() < 0.15
        self.comma = rng.random() < 0.2
        self.age_form = rng.choice(
            ("{} años", "{} años", "{} años", "{} a", "{}a", "{}", "{} AÑOS")
        )

    def word(self, kind: str) -> str | None:
        """Returns the word that agrees with the patient, None where `kind` is no such word."""
        return _WORDS[self._person("P1").gender].get(kind)

    def make(self, stem: str, entity: str, form: str) -> str:
        """Returns the surface of a slot.

        Args:
            stem: P, D, or the short form of one of MEDDOCAN's labels.
            entity: Number of the person ('' for other labels).
            form: What stands after the point in the slot.
        """
        if stem in {"P", "D"}:
            return self._name(self._person(stem + entity), form)
        return _MAKERS[stem](self, form)

    def _person(self, key: str) -> names.Person:
        if key not in self.people:
            self.people[key] = names.make_person(
                self.rng, language="es", origin=spanish.origin(self.rng, self.country)
            )
        return self.people[key]

    def _name(self, person: names.Person, form: str) -> str:
        first = person.given
        last = person.last.split("-")[0]
        both = f"{last} {person.second_last}"
        if form == "f":
            value = first
        elif form == "l":
            value = last
        elif form == "fl":
            value = f"{first} {both}"
        elif form == "ll":
            value = both
        elif form == "i":
            points = self.rng.choice(("", "."))
            value = points.join(n[:1].upper() for n in (first, last, person.second_last)) + points
        elif form == "c" or (self.comma and not form):
            value = f"{both}, {first}"
        elif form == "s":
            value = self.rng.choice((f"{first[:1]}. {last}", last, f"{first} {last}"))
        else:
            both = both if self.rng.random() < 0.8 else last
            value = f"{first} {both}"
        return value.upper() if self.upper and form != "i" else value

    def _date(self, form: str) -> str:
        date = self.today - datetime.timedelta(days=self.rng.randint(0, 500))
        grain = "dmy"
        if form == "n":
            date = self.today - datetime.timedelta(days=self.rng.randint(100, 34000))
        elif form == "p":
            grain = self.rng.choice(("dm", "dm", "dmw", "w", "dw"))
        elif form == "w":
            grain = "w"
        elif form == "m":
            grain = self.rng.choice(("my", "my", "m", "y", "season"))
        elif form == "y":
            date = self.today - datetime.timedelta(days=self.rng.randint(300, 20000))
            grain = "y"
        elif form == "f":
            return self.rng.choice(PACK.table("calendar")["feast"])
        elif form == "c":
            return date.strftime("%Y%m%d")
        elif form == "iso":
            return date.isoformat()
        elif form == "set":
            return self.rng.choice(PACK.table("calendar")["dayset"])
        if grain == "season":
            return f"{self.rng.choice(PACK.table('calendar')['season'])} de {date.year}"
        if grain not in self.forms or self.rng.random() < 0.15:
            spelled = {"d": "day", "m": "month", "y": "year", "w": "weekday"}
            kinds = frozenset(spelled[letter] for letter in grain)
            self.forms[grain] = dates.random_form(kinds, self.rng, day_first=True, language="es")
        found = dates.form_of(self.forms[grain], day_first=True, language="es")
        if found is None:
            raise ValueError(f"es/calendar.txt: no form in a row of grain {grain}")
        return dates.write(found, date, language="es")

    def _age(self, form: str) -> str:
        if form == "m":
            unit, most = self.rng.choice((("meses", 23), ("días", 28), ("semanas", 11)))
            return f"{self.rng.randint(2, most)} {unit}"
        years = self.rng.choices((4, 10, 17, 30, 52, 76, 94), (5, 4, 4, 15, 25, 30, 4))[0]
        return self.age_form.format(small.other_age(years, self.rng))

    def _sex(self, form: str) -> str:
        female = self._person("P1").gender == "female"
        if form == "w":
            return self.rng.choice(("mujer", "mujer", "señora") if female else ("varón", "hombre"))
        return self.rng.choice(
            ("Mujer", "M", "F", "Femenino", "MUJER")
            if female
            else ("Hombre", "H", "V", "Varón", "M")
        )

    def _family(self, form: str) -> str:
        kind = self.rng.choice(("female", "male"))
        if form == "n":
            people = PACK.table("names")[f"castilla {kind}"]
            return f"{spanish.kin(self.rng, kind)} {self.rng.choice(people)}"
        if form == "pl":
            return spanish.kin(self.rng, "plural")
        return spanish.kin(self.rng, kind)

    def _number(self, label: str) -> str:
        return spanish.number(label, self.rng, self.country)

    def _phone(self, form: str) -> str:
        for _ in range(20):
            value = self._number("NUMERO_TELEFONO")
            if sum(char.isdigit() for char in value) >= 7:
                break
        return value

    def _email(self, form: str) -> str:
        person = self._person(self.rng.choice(("P1", "D1")))
        host = self.rng.choice(PACK.table("parts")["mail"])
        return f"{small.user_name(person, self.rng).lower()}@{host}"

    def _web(self, form: str) -> str:
        stem = re.sub(r"[^a-z]", "", fold(spanish.town(self.rng, self.country)))
        return (
            f"www.{self.rng.choice(('hospital', 'clinica', 'salud', ''))}{stem[:14]}.{self._end()}"
        )

    def _end(self) -> str:
        return self.rng.choice(("es", "com", "org", "example", "net", "cat", "gob.mx", "cl"))

    def _house(self, form: str) -> str:
        if not self.house or form == "n" or self.rng.random() < 0.3:
            value = spanish.house("hospital", self.rng, self.country)
            if form == "n":
                return value
            self.house = value
        return self.house.upper() if self.upper else self.house

    def _trait(self, form: str) -> str:
        rows = PACK.table("parts")
        key = "civil" if self._person("P1").gender == "female" else "civil male"
        if form == "c":
            return self.rng.choice(rows[key])
        return self._number("ID_SUJETO_ASISTENCIA")

    def _place(self, form: str) -> str:
        if form == "r":
            return spanish.region(self.rng, self.country)
        if form == "z":
            return spanish.postcode(self.rng, self.country)
        return spanish.town(self.rng, self.country)


_MAKERS: dict[str, Callable[[ValuesEs, str], str]] = {
    "FECHA": ValuesEs._date,
    "EDAD": ValuesEs._age,
    "SEXO": ValuesEs._sex,
    "F": ValuesEs._family,
    "TEL": ValuesEs._phone,
    "FAX": ValuesEs._phone,
    "MAIL": ValuesEs._email,
    "URL": ValuesEs._web,
    "HOSP": ValuesEs._house,
    "ID": ValuesEs._trait,
    "TERR": ValuesEs._place,
    "CS": lambda values, form: spanish.house("centro", values.rng, values.country),
    "INST": lambda values, form: spanish.house("institucion", values.rng, values.country),
    "CALLE": lambda values, form: spanish.street(values.rng, values.country),
    "PAIS": lambda values, form: values.rng.choice(PACK.table("parts")["pais"]),
    "PROF": lambda values, form: spanish.trade(values.rng, values._person("P1").gender),
    "OTROS": lambda values, form: spanish.expand(
        values.rng.choice(PACK.table("parts")["empresa"]), values.rng, values.country
    ),
    "COL": lambda values, form: values._number("ID_TITULACION_PERSONAL_SANITARIO"),
    "CONT": lambda values, form: values._number("ID_CONTACTO_ASISTENCIAL"),
    "NASS": lambda values, form: values._number("ID_ASEGURAMIENTO"),
    "BENEF": lambda values, form: values._number("NUMERO_BENEF_PLAN_SALUD"),
    "IP": lambda values, form: values._number("DIREC_PROT_INTERNET"),
    "EMP": lambda values, form: values._number("ID_EMPLEO_PERSONAL_SANITARIO"),
    "PLACA": lambda values, form: values._number("IDENTIF_VEHICULOS_NRSERIE_PLACAS"),
    "DISP": lambda values, form: values._number("IDENTIF_DISPOSITIVOS_NRSERIE"),
    "BIO": lambda values, form: values._number("IDENTIF_BIOMETRICOS"),
    "OTRO": lambda values, form: values._number("OTRO_NUMERO_IDENTIF"),
}
