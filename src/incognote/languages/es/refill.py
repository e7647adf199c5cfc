"""Refills the marks of a Spanish note, in MEDDOCAN's labels.

Names are swapped word by word, each word to one new word within the note, so that 'Rivera Bueno',
'E. Rivera' and 'nrivera@' stay one person although MEDDOCAN does not number its people.
"""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Callable, Mapping
from functools import cache

from incognote.core.case import case_like, fold
from incognote.core.document import Document, Span
from incognote.lab.synthesis.edits import Edit, apply
from incognote.lab.synthesis.recipe import Recipe
from incognote.lab.synthesis.refill import read_date
from incognote.languages.es import PACK
from incognote.replace.values import dates, names, small, spanish
from incognote.replace.values.shapes import same_shape

_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’·](?=[^\W\d_])|[ªº])*")


@cache
def _words(row: str) -> frozenset[str]:
    """Folded words that stay: in names (kept), houses (house), of families (plain)."""
    return frozenset(fold(word) for word in PACK.table("parts")[f"words {row}"])


def refill_es(doc: Document, rng: random.Random, recipe: Recipe) -> Document:
    """Returns the note with every mark refilled, label and entity number kept.

    Args:
        doc: A note with gold marks in MEDDOCAN's labels.
        rng: Source of chance.
        recipe: `reform` is the share of values that take another form than the old one had.
    """
    note = _Refill(doc, rng, recipe)
    edits: list[Edit] = []
    end = -1
    for span in sorted(doc.spans, key=lambda s: (s.start, -s.end)):
        if span.start >= end:
            surface = doc.text[span.start : span.end]
            edits.append(Edit(span.start, span.end, note.value(span, surface) or surface))
            end = span.end
    return apply(doc, edits)


class _Refill:
    """What is settled for one note: its country, its people's words, the shift of its dates."""

    def __init__(self, doc: Document, rng: random.Random, recipe: Recipe) -> None:
        self.doc = doc
        self.rng = rng
        self.recipe = recipe
        self.country = self._country()
        self.origin = spanish.origin(rng, self.country)
        self.words: dict[tuple[bool, str], str] = {}
        self.same: dict[tuple[str, str], str] = {}
        surfaces = [doc.text[s.start : s.end] for s in doc.spans if s.label == "FECHAS"]
        years = [int(y) for s in surfaces for y in re.findall(r"\b(?:19|20)\d\d\b", s)]
        self.year = max(years, default=2018)
        latest = rng.randint(min(max(1998, self.year - 20), 2026), 2026)
        self.shift = (latest - self.year) * 365 + rng.randint(-180, 150)

    def _country(self) -> str:
        setting = self.doc.meta.get("setting", "") + self.doc.text[-400:]
        for name, code in _NAMED.items():
            if name in setting:
                return code
        return self.rng.choices(spanish.COUNTRIES, spanish.WEIGHTS)[0]

    def value(self, span: Span, surface: str) -> str:
        """Returns what stands in place of a mark."""
        if span.label.startswith("NOMBRE_"):
            return self._name(span, surface)
        key = (span.label, fold(surface))
        if key not in self.same:
            if span.label not in _MAKERS:
                self.same[key] = self._number(span.label, surface)
            else:
                self.same[key] = _MAKERS[span.label](self, surface)
        return case_like(surface, self.same[key])

    # People -----------------------------------------------------------------------------------

    def _name(self, span: Span, surface: str) -> str:
        listed = names.gender_of("es")
        before = self.doc.text[max(0, span.start - 12) : span.start].lower()
        words = [w for w in _WORD.findall(surface) if fold(w) not in _words("kept") and len(w) > 1]
        doctor = span.label == "NOMBRE_PERSONAL_SANITARIO"
        surnames = "apellido" in before or (
            len(words) == 1 and bool(re.search(r"dra?\.? $", before))
        )
        if not words or (
            len(surface) <= 4 and surface.isalpha() and fold(surface) not in listed and doctor
        ):
            return same_shape(surface, self.rng)
        comma = surface.find(",")
        position = 0

        def swap(match: re.Match[str]) -> str:
            nonlocal position
            word = match[0]
            if fold(word) in _words("kept") and len(word) > 1:
                return word
            if len(word) == 1:
                return (
                    case_like("Aa", self.rng.choice("ABCDEFGIJLMNPRSTV"))
                    if word.isupper()
                    else word
                )
            position += 1
            if comma >= 0:
                given = match.start() > comma
            else:
                given = not surnames and fold(word) in listed and position <= max(1, len(words) - 1)
                given = given or (position == 1 and not surnames and len(words) != 1)
                given = given or (
                    len(words) == 1 and not surnames and (fold(word) in listed or not doctor)
                )
            return case_like(word, self._word(word, given))

        return _WORD.sub(swap, surface)

    def _word(self, word: str, given: bool) -> str:
        """The new word for a word of a name, the same throughout the note."""
        key = (given, fold(word))
        if key not in self.words:
            if (not given, fold(word)) in self.words and fold(word) not in names.gender_of("es"):
                return self.words[not given, fold(word)]
            gender = names.gender_of("es").get(fold(word)) or self.rng.choice(("female", "male"))
            person = names.make_person(
                self.rng,
                language="es",
                origin=self.origin if self.rng.random() < 0.7 else "",
                gender=gender,
                words=self.recipe.words,
            )
            self.words[key] = person.given if given else person.last.split("-")[0]
        return self.words[key]

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
                return case_like(word, spanish.kin(self.rng, kinds[fold(word)]))
            if word[0].isupper() and fold(word) not in _words("plain") and len(word) > 2:
                return case_like(word, self._word(word, True))
            return word

        text = _WORD.sub(swap, surface)
        return re.sub(r"\d+", lambda m: str(small.other_age(int(m[0]), self.rng)), text)

    def _age(self, surface: str) -> str:
        months = bool(re.search(r"mes|d[ií]a|semana|hora|\bm\b", surface.lower()))

        def swap(match: re.Match[str]) -> str:
            return str(small.other_age(int(match[0]), self.rng, months=months))

        text = re.sub(r"\d{1,3}", swap, surface)
        spoken = PACK.table("calendar")["dayword 0"]
        if text == surface:
            tens = "treinta|cuarenta|cincuenta|sesenta|setenta|ochenta"
            text = re.sub(tens, lambda m: self.rng.choice(tens.split("|")), text)
            text = re.sub(
                rf"\b(?:{'|'.join(spoken[:29])})\b", lambda m: self.rng.choice(spoken[1:9]), text
            )
        return text

    # Dates ------------------------------------------------------------------------------------

    def _date(self, surface: str) -> str:
        form = dates.form_of(surface, day_first=True, language="es")
        if form is None:
            return dates.swapped(surface, self.rng, language="es")
        kinds = {field.kind for field in form}
        date = read_date(form, self.year, "es") + datetime.timedelta(days=self.shift)
        if "weekday" in kinds and "day" not in kinds:
            date += datetime.timedelta(days=self.rng.randint(0, 6))
        if self.rng.random() < self.recipe.reform:
            grain = {"month" if k in {"monthname", "roman"} else k for k in kinds}
            plain = frozenset(grain & {"day", "month", "year", "weekday"})
            sample = dates.random_form(plain, self.rng, day_first=True, language="es")
            other = dates.form_of(sample, day_first=True, language="es") if sample else None
            form = other or form
        return dates.write(form, date, language="es")

    # Places and houses ------------------------------------------------------------------------

    def _territory(self, surface: str) -> str:
        if any(char.isdigit() for char in surface):
            return (
                spanish.postcode(self.rng, self.country)
                if surface.isdigit()
                else same_shape(surface, self.rng)
            )
        provinces = {fold(p) for p in PACK.table("parts")["provincia ES"]}
        if fold(surface) in provinces and self.rng.random() < 0.6:
            return spanish.region(self.rng, self.country)
        if self.rng.random() < 0.1:
            return spanish.region(self.rng, self.country)
        return spanish.town(self.rng, self.country)

    def _street(self, surface: str) -> str:
        if self.rng.random() < 0.5 + self.recipe.reform / 2 and re.search(r"\d|s/n", surface):
            return spanish.street(self.rng, self.country)
        via = surface.split()[0]
        name = spanish.expand("{K}", self.rng, self.country)
        number = re.search(r"[\s,]+(?:n[º°o.]+\s*)?\d.*\Z", surface)
        end = same_shape(number[0], self.rng, letters=0.2) if number else ""
        if " " not in surface.strip():
            return name
        return f"{via} {name}{end}"

    def _house(self, kind: str, surface: str) -> str:
        words = _WORD.findall(surface)
        proper = [w for w in words if fold(w) not in _words("house")]
        if len(words) == 1 and surface.isupper() and len(surface) < 7:
            return spanish.acronym(spanish.house(kind, self.rng, self.country)) or surface
        if proper and len(proper) < len(words) and self.rng.random() < 0.35:
            name = spanish.expand(
                "{T}" if self.rng.random() < 0.5 else "{C}", self.rng, self.country
            )
            start, end = surface.find(proper[0]), surface.rfind(proper[-1]) + len(proper[-1])
            return surface[:start] + case_like(proper[0], name) + surface[end:]
        return spanish.house(kind, self.rng, self.country)

    # The rest ---------------------------------------------------------------------------------

    def _number(self, label: str, surface: str) -> str:
        if not any(char.isdigit() for char in surface):
            subject = label == "ID_SUJETO_ASISTENCIA"
            return self._trait(surface) if subject else same_shape(surface, self.rng)
        if len(surface) > 4 and self.rng.random() < self.recipe.reform * 1.5:
            return spanish.number(label, self.rng, self.country)
        return same_shape(surface, self.rng, letters=0.5)

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

    def _phone(self, surface: str) -> str:
        count = sum(char.isdigit() for char in surface)
        if count >= 7 and self.rng.random() < self.recipe.reform:
            value = spanish.number("NUMERO_TELEFONO", self.rng, self.country)
            return value if sum(char.isdigit() for char in value) >= 7 else surface
        if surface in {"112", "061", "024", "016", "911", "107", "123"}:
            return surface
        lead = re.match(r"\+?\D*\d{1,2}", surface)  # what country and kind of line it is
        front = lead[0] if lead and count > 6 else ""
        return front + same_shape(surface[len(front) :], self.rng, letters=0.0)

    def _email(self, surface: str) -> str:
        local, _, host = surface.partition("@")
        known = [new for _, new in self.words.items() if len(new) > 3]
        if known and self.rng.random() < 0.6:
            stem = re.sub(r"[^a-z]", "", fold(self.rng.choice(known)))
            front = self.rng.choice(("", self.rng.choice("abcdefgijlmnprst"), ""))
            local = f"{front}{stem}{self.rng.choice(('', '', str(self.rng.randint(1, 99))))}"
        else:
            person = names.make_person(self.rng, language="es")
            local = small.user_name(person, self.rng).lower()
        if self.rng.random() < 0.6:
            host = self.rng.choice(PACK.table("parts")["mail"])
        return f"{local}@{host}" if host else same_shape(surface, self.rng)

    def _web(self, surface: str) -> str:
        if re.search(r"\d+\.\d+|:[0-9a-f]{2}:", surface):
            return small.address_like(surface, self.rng)
        if surface.startswith("http"):
            return spanish.number("DIREC_PROT_INTERNET https", self.rng, self.country)
        slug = re.sub(r"[^a-z]", "", fold(spanish.town(self.rng, "ES")))
        return f"www.{slug[:14]}-salud.example"

    def _trade(self, surface: str) -> str:
        words = surface.split()
        female = fold(words[0]).endswith("a")
        value = spanish.trade(self.rng, "female" if female else "male")
        return value[0].upper() + value[1:] if surface[0].isupper() else value

    def _other(self, surface: str) -> str:
        if any(char.isdigit() for char in surface):
            return same_shape(surface, self.rng, letters=0.5)
        words = surface.split()
        if surface.islower() and len(words) == 1 and fold(surface) in names.gender_of("es"):
            return self._word(surface, True)
        if len(words) <= 2 and surface[0].isupper():
            return _WORD.sub(
                lambda m: self._word(m[0], fold(m[0]) in names.gender_of("es")), surface
            )
        if surface[0].isupper():
            return spanish.expand(
                self.rng.choice(PACK.table("parts")["empresa"]), self.rng, self.country
            )
        return surface

    def _sex(self, surface: str) -> str:
        return surface

    def _nation(self, surface: str) -> str:
        return surface if self.rng.random() < 0.3 else self.rng.choice(PACK.table("parts")["pais"])


def small_digits(surface: str, rng: random.Random) -> str:
    """Returns a number said digit by digit with other digits ('cinco cero uno')."""
    digits = ("cero", *PACK.table("calendar")["dayword 0"][:9])
    words = "|".join(digits)
    return re.sub(rf"\b(?:{words})\b", lambda m: rng.choice(digits), surface)


_NAMED = {
    "México": "MX", "Argentina": "AR", "Colombia": "CO", "Chile": "CL", "Perú": "PE",
    "Ecuador": "EC", "Venezuela": "VE", "Uruguay": "UY", "Bolivia": "BO", "Cuba": "CU",
    "Guatemala": "GT", "Costa Rica": "CR", "Dominicana": "DO", "España": "ES",
}  # fmt: skip
_MAKERS: Mapping[str, Callable[[_Refill, str], str]] = {
    "FAMILIARES_SUJETO_ASISTENCIA": _Refill._family,
    "PROFESION": _Refill._trade,
    "HOSPITAL": lambda note, s: note._house("hospital", s),
    "CENTRO_SALUD": lambda note, s: note._house("centro", s),
    "INSTITUCION": lambda note, s: note._house("institucion", s),
    "CALLE": _Refill._street,
    "TERRITORIO": _Refill._territory,
    "PAIS": _Refill._nation,
    "EDAD_SUJETO_ASISTENCIA": _Refill._age,
    "FECHAS": _Refill._date,
    "NUMERO_TELEFONO": _Refill._phone,
    "NUMERO_FAX": _Refill._phone,
    "CORREO_ELECTRONICO": _Refill._email,
    "URL_WEB": _Refill._web,
    "DIREC_PROT_INTERNET": _Refill._web,
    "SEXO_SUJETO_ASISTENCIA": _Refill._sex,
    "OTROS_SUJETO_ASISTENCIA": _Refill._other,
}
