"""New values for the marks of a Spanish note, in MEDDOCAN's labels."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from functools import cache

from incognote.core.case import case_like, fold
from incognote.languages.es import PACK, made_up
from incognote.languages.es.calendar import CALENDAR
from incognote.replace.name_lists import gender_of
from incognote.replace.values import synthesis
from incognote.replace.values.logins import address_like, user_name
from incognote.replace.values.shapes import other_age, same_shape

_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’·](?=[^\W\d_])|[ªº])*")


@cache
def _words(row: str) -> frozenset[str]:
    """Folded words that stay: in the names of institutions (institution), of families (plain)."""
    return frozenset(fold(word) for word in PACK.table("parts")[f"words {row}"])


class Refilled(synthesis.Refilled):
    """Also the note's country."""

    def _settled(self) -> str:
        self.country = self._country()
        return made_up.origin(self.rng, self.country)

    def _country(self) -> str:
        setting = self.doc.meta.get("setting", "") + self.doc.text[-400:]
        for name, code in _NAMED.items():
            if name in setting:
                return code
        return self.rng.choices(made_up.COUNTRIES, made_up.WEIGHTS)[0]

    # People -----------------------------------------------------------------------------------

    def _family(self, surface: str) -> str:
        """Kinship words and ages change within their kind, names as all names."""
        rows = PACK.table("parts")
        kinds = {
            fold(word): kind
            for kind in ("plural", "male", "female")
            for word in rows[f"familia {kind}"]
        }

        def swap(match: re.Match[str]) -> str:
            word = match[0]
            if fold(word) in kinds:
                after = surface[match.end() : match.end() + 8]
                if self.rng.random() < 0.3 or re.match(r" (?:ma|pa)tern", after):
                    return word
                if kinds[fold(word)] == "plural":
                    plain = rows["words plurals"]
                    female = [w for w in plain if w.endswith("as")]
                    male = [w for w in plain if w.endswith("os")]
                    if fold(word) not in plain:
                        return word
                    return case_like(word, self.rng.choice(female if word[-2:] == "as" else male))
                return case_like(word, made_up.kin(self.rng, kinds[fold(word)]))
            if word[0].isupper() and fold(word) not in _words("plain") and len(word) > 2:
                return case_like(word, self.people.word(word, "given"))
            return word

        text = _WORD.sub(swap, surface)
        return re.sub(r"\d+", lambda m: str(other_age(int(m[0]), self.rng)), text)

    def _age(self, surface: str) -> str:
        months = bool(re.search(r"mes|d[ií]a|semana|hora|\bm\b", surface.lower()))

        def swap(match: re.Match[str]) -> str:
            return str(other_age(int(match[0]), self.rng, months=months))

        text = re.sub(r"\d{1,3}", swap, surface)
        spoken = CALENDAR.day_words
        if text == surface:
            tens = "treinta|cuarenta|cincuenta|sesenta|setenta|ochenta"
            text = re.sub(tens, lambda m: self.rng.choice(tens.split("|")), text)
            text = re.sub(
                rf"\b(?:{'|'.join(spoken[:29])})\b", lambda m: self.rng.choice(spoken[1:9]), text
            )
        return text

    # Places and institutions ------------------------------------------------------------------

    def _territory(self, surface: str) -> str:
        if any(char.isdigit() for char in surface):
            return (
                made_up.postcode(self.rng, self.country)
                if surface.isdigit()
                else same_shape(surface, self.rng)
            )
        provinces = {fold(p) for p in PACK.table("parts")["provincia ES"]}
        if fold(surface) in provinces and self.rng.random() < 0.6:
            return made_up.region(self.rng, self.country)
        if self.rng.random() < 0.1:
            return made_up.region(self.rng, self.country)
        return made_up.town(self.rng, self.country)

    def _street(self, surface: str) -> str:
        if self.rng.random() < 0.5 + self.taste.reform / 2 and re.search(r"\d|s/n", surface):
            return made_up.street(self.rng, self.country)
        via = surface.split()[0]
        name = made_up.expand("{K}", self.rng, self.country)
        number = re.search(r"[\s,]+(?:n[º°o.]+\s*)?\d.*\Z", surface)
        end = same_shape(number[0], self.rng, letters=0.2) if number else ""
        if " " not in surface.strip():
            return name
        return f"{via} {name}{end}"

    def _institution(self, kind: str, surface: str) -> str:
        words = _WORD.findall(surface)
        proper = [w for w in words if fold(w) not in _words("institution")]
        if len(words) == 1 and surface.isupper() and len(surface) < 7:
            return made_up.acronym(made_up.institution(kind, self.rng, self.country)) or surface
        if proper and len(proper) < len(words) and self.rng.random() < 0.35:
            name = made_up.expand(
                "{T}" if self.rng.random() < 0.5 else "{C}", self.rng, self.country
            )
            start, end = surface.find(proper[0]), surface.rfind(proper[-1]) + len(proper[-1])
            return surface[:start] + case_like(proper[0], name) + surface[end:]
        return made_up.institution(kind, self.rng, self.country)

    # The rest ---------------------------------------------------------------------------------

    def _trait(self, surface: str) -> str:
        rows = PACK.table("parts")
        for key in ("civil", "civil male"):
            if fold(surface) in {fold(v) for v in rows[key]}:
                return self.rng.choice(rows[key])
        if surface.count(" ") > 3:
            return small_digits(surface, self.rng)
        if " " in surface:
            return surface
        return self.rng.choice(rows["rasgo"])

    def number(self, label: str, surface: str) -> str:
        """See `synthesis.Refilled.number`; what has no digit may be words for a person."""
        if any(char.isdigit() for char in surface):
            return super().number(label, surface)
        subject = label == "ID_SUJETO_ASISTENCIA"
        return self._trait(surface) if subject else same_shape(surface, self.rng)

    def _new_number(self, label: str) -> str:
        return made_up.number(label, self.rng, self.country)

    def _phone(self, surface: str) -> str:
        count = sum(char.isdigit() for char in surface)
        if count >= 7 and self.rng.random() < self.taste.reform:
            value = made_up.number("NUMERO_TELEFONO", self.rng, self.country)
            return value if sum(char.isdigit() for char in value) >= 7 else surface
        if surface in {"112", "061", "024", "016", "911", "107", "123"}:
            return surface
        lead = re.match(r"\+?\D*\d{1,2}", surface)  # what country and kind of line it is
        front = lead[0] if lead and count > 6 else ""
        return front + same_shape(surface[len(front) :], self.rng, letters=0.0)

    def _email(self, surface: str) -> str:
        local, _, host = surface.partition("@")
        known = [new for new in self.people.made.values() if len(new) > 3]
        if known and self.rng.random() < 0.6:
            stem = re.sub(r"[^a-z]", "", fold(self.rng.choice(known)))
            front = self.rng.choice(("", self.rng.choice("abcdefgijlmnprst"), ""))
            local = f"{front}{stem}{self.rng.choice(('', '', str(self.rng.randint(1, 99))))}"
        else:
            local = user_name(self._kin(self.rng, ""), self.rng).lower()
        if self.rng.random() < 0.6:
            host = self.rng.choice(PACK.table("parts")["mail"])
        return f"{local}@{host}" if host else same_shape(surface, self.rng)

    def _web(self, surface: str) -> str:
        if re.search(r"\d+\.\d+|:[0-9a-f]{2}:", surface):
            return address_like(surface, self.rng)
        if surface.startswith("http"):
            return made_up.number("DIREC_PROT_INTERNET https", self.rng, self.country)
        slug = re.sub(r"[^a-z]", "", fold(made_up.town(self.rng, "ES")))
        return f"www.{slug[:14]}-salud.example"

    def _occupation(self, surface: str) -> str:
        words = surface.split()
        female = fold(words[0]).endswith("a")
        value = made_up.occupation(self.rng, "female" if female else "male")
        return value[0].upper() + value[1:] if surface[0].isupper() else value

    def _other(self, surface: str) -> str:
        if any(char.isdigit() for char in surface):
            return same_shape(surface, self.rng, letters=0.5)
        words = surface.split()
        if surface.islower() and len(words) == 1 and gender_of(fold(surface), "es") is not None:
            return self.people.word(surface, "given")
        if len(words) <= 2 and surface[0].isupper():
            return self.people.called(surface, "last", "")
        if surface[0].isupper():
            return made_up.expand(
                self.rng.choice(PACK.table("parts")["empresa"]), self.rng, self.country
            )
        return surface

    def _sex(self, surface: str) -> str:
        return surface

    def _nation(self, surface: str) -> str:
        return surface if self.rng.random() < 0.3 else self.rng.choice(PACK.table("parts")["pais"])


def small_digits(surface: str, rng: random.Random) -> str:
    """Returns a number said digit by digit with other digits ('cinco cero uno')."""
    digits = ("cero", *CALENDAR.day_words[:9])
    words = "|".join(digits)
    return re.sub(rf"\b(?:{words})\b", lambda m: rng.choice(digits), surface)


_NAMED = {
    "México": "MX", "Argentina": "AR", "Colombia": "CO", "Chile": "CL", "Perú": "PE",
    "Ecuador": "EC", "Venezuela": "VE", "Uruguay": "UY", "Bolivia": "BO", "Cuba": "CU",
    "Guatemala": "GT", "Costa Rica": "CR", "Dominicana": "DO", "España": "ES",
}  # fmt: skip


_NUMBERS = (
    "ID_SUJETO_ASISTENCIA", "ID_CONTACTO_ASISTENCIAL", "ID_ASEGURAMIENTO",
    "NUMERO_BENEF_PLAN_SALUD", "ID_TITULACION_PERSONAL_SANITARIO", "ID_EMPLEO_PERSONAL_SANITARIO",
    "IDENTIF_VEHICULOS_NRSERIE_PLACAS", "IDENTIF_DISPOSITIVOS_NRSERIE", "IDENTIF_BIOMETRICOS",
    "OTRO_NUMERO_IDENTIF",
)  # fmt: skip
VALUES: Mapping[str, Callable[[Refilled, str], str]] = {
    **{label: synthesis.number_of(label) for label in _NUMBERS},
    "FAMILIARES_SUJETO_ASISTENCIA": Refilled._family,
    "PROFESION": Refilled._occupation,
    "HOSPITAL": lambda note, s: note._institution("hospital", s),
    "CENTRO_SALUD": lambda note, s: note._institution("centro", s),
    "INSTITUCION": lambda note, s: note._institution("institucion", s),
    "CALLE": Refilled._street,
    "TERRITORIO": Refilled._territory,
    "PAIS": Refilled._nation,
    "EDAD_SUJETO_ASISTENCIA": Refilled._age,
    "NUMERO_TELEFONO": Refilled._phone,
    "NUMERO_FAX": Refilled._phone,
    "CORREO_ELECTRONICO": Refilled._email,
    "URL_WEB": Refilled._web,
    "DIREC_PROT_INTERNET": Refilled._web,
    "SEXO_SUJETO_ASISTENCIA": Refilled._sex,
    "OTROS_SUJETO_ASISTENCIA": Refilled._other,
}
