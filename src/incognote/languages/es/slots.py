"""The values of one Spanish piece: its people and the habits of its writer."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from incognote.core.case import fold
from incognote.languages.es import PACK, made_up
from incognote.replace.values import names, synthesis
from incognote.replace.values.logins import user_name
from incognote.replace.values.shapes import other_age, whole_number


class Slots(synthesis.Slots):
    """Also the writer's country, and how ages are written."""

    def __init__(self, rng: random.Random, lang: str) -> None:
        super().__init__(rng, lang)
        self.country = rng.choices(made_up.COUNTRIES, made_up.WEIGHTS)[0]
        self.institution = ""
        self.upper = rng.random() < 0.15
        self.comma = rng.random() < 0.2
        self.age_form = rng.choice(
            ("{} años", "{} años", "{} años", "{} a", "{}a", "{}", "{} AÑOS")
        )

    def _new_person(self, key: str) -> names.Person:
        origin = made_up.origin(self.rng, self.country)
        return names.make_person(self.rng, language=self.lang, origin=origin)

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

    def _age(self, form: str) -> str:
        if form == "m":
            unit, most = self.rng.choice((("meses", 23), ("días", 28), ("semanas", 11)))
            return f"{self.rng.randint(2, most)} {unit}"
        years = self.rng.choices((4, 10, 17, 30, 52, 76, 94), (5, 4, 4, 15, 25, 30, 4))[0]
        return self.age_form.format(other_age(years, self.rng))

    def _sex(self, form: str) -> str:
        female = self.person("P1").gender == "female"
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
            return f"{made_up.kin(self.rng, kind)} {self.rng.choice(people)}"
        if form == "pl":
            return made_up.kin(self.rng, "plural")
        return made_up.kin(self.rng, kind)

    def _number(self, label: str) -> str:
        return made_up.number(label, self.rng, self.country)

    def _phone(self, form: str) -> str:
        return whole_number(lambda: self._number("NUMERO_TELEFONO"))

    def _email(self, form: str) -> str:
        person = self.person(self.rng.choice(("P1", "D1")))
        host = self.rng.choice(PACK.table("parts")["mail"])
        return f"{user_name(person, self.rng).lower()}@{host}"

    def _web(self, form: str) -> str:
        stem = re.sub(r"[^a-z]", "", fold(made_up.town(self.rng, self.country)))
        return (
            f"www.{self.rng.choice(('hospital', 'clinica', 'salud', ''))}{stem[:14]}.{self._end()}"
        )

    def _end(self) -> str:
        return self.rng.choice(("es", "com", "org", "example", "net", "cat", "gob.mx", "cl"))

    def _institution(self, form: str) -> str:
        if not self.institution or form == "n" or self.rng.random() < 0.3:
            value = made_up.institution("hospital", self.rng, self.country)
            if form == "n":
                return value
            self.institution = value
        return self.institution.upper() if self.upper else self.institution

    def _trait(self, form: str) -> str:
        rows = PACK.table("parts")
        key = "civil" if self.person("P1").gender == "female" else "civil male"
        if form == "c":
            return self.rng.choice(rows[key])
        return self._number("ID_SUJETO_ASISTENCIA")

    def _place(self, form: str) -> str:
        if form == "r":
            return made_up.region(self.rng, self.country)
        if form == "z":
            return made_up.postcode(self.rng, self.country)
        return made_up.town(self.rng, self.country)


SLOT_VALUES: dict[str, Callable[[Slots, str], str]] = {
    "FECHA": Slots.date,
    "EDAD": Slots._age,
    "SEXO": Slots._sex,
    "F": Slots._family,
    "TEL": Slots._phone,
    "FAX": Slots._phone,
    "MAIL": Slots._email,
    "URL": Slots._web,
    "HOSP": Slots._institution,
    "ID": Slots._trait,
    "TERR": Slots._place,
    "CS": lambda values, form: made_up.institution("centro", values.rng, values.country),
    "INST": lambda values, form: made_up.institution("institucion", values.rng, values.country),
    "CALLE": lambda values, form: made_up.street(values.rng, values.country),
    "PAIS": lambda values, form: values.rng.choice(PACK.table("parts")["pais"]),
    "PROF": lambda values, form: made_up.occupation(values.rng, values.person("P1").gender),
    "OTROS": lambda values, form: made_up.expand(
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
