"""Houses, organisations, streets, towns, states: the proper words change, the form stays.

A house is known by its first proper word, so that 'Republic Valley Memorial Hosp' and 'Republic
Valley' stay one house, also in the next note.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import cache, partial

from incognote.document import Document
from incognote.labels import our_type
from incognote.replace.keyed import Keyed
from incognote.values import facilities, places, small
from incognote.values.case import case_like, fold
from incognote.values.tables import table

_STATES = ("US", "CA", "AU")


_ORDINALS = ("st", "nd", "rd", "th")
_SAINT = re.compile(r"(\b(?:sts?|saint)\b\.? [^\W\d_]+(?:['’](?=s))?)", re.IGNORECASE)


class Places:
    """The places of one note.

    Args:
        doc: The note with all its marks.
        keyed: Its choices.
        lang: Language of the note.
    """

    def __init__(self, doc: Document, keyed: Keyed, lang: str) -> None:
        """See the class."""
        self.keyed, self.lang = keyed, lang
        marks = [(our_type(s.label), doc.text[s.start : s.end]) for s in doc.spans]
        self.houses = [text for kind, text in marks if kind == "HOSPITAL"]
        self.originals = {(kind, fold(text)) for kind, text in marks}
        zips = (places.country_of(text) for kind, text in marks if kind == "ZIP")
        self.country = "ES" if lang == "es" else next(filter(None, zips), "US")
        self._generic = _kept("house es") if lang == "es" else _generic()
        home = "US" if self.country == "ES" else self.country
        self.home = places.make_home(keyed.rng("home", home), home)

    def replace(self, kind: str, surface: str, salt: str) -> str:
        """Returns another place of that kind in the form of the surface, '' where there is none."""
        if not any(char.isalnum() for char in surface):
            return ""
        maker = _MAKERS[kind]
        for turn in ("", "2", "3", "4", "5", "6"):
            new = maker(self, surface, salt + turn)
            if new and (kind, fold(new)) not in self.originals:
                return new
        return ""

    # Houses -----------------------------------------------------------------------------------

    def _house(self, surface: str, salt: str) -> str:
        if facilities.is_acronym(surface):
            full = next((text for text in self.houses if _initials(text) == surface.upper()), "")
            if full:
                made = _initials(self._house(full, salt))
                if len(made) == len(surface):
                    return case_like(surface, made)
            return self._letters(surface, salt)
        return self._reworded(surface, salt)

    def _letters(self, surface: str, salt: str) -> str:
        """An acronym with other letters; those of 'hospital' and 'medical center' stay."""
        kept = re.search(r"(?<=.)(?:MC|GH|CH|H)$", surface)
        cut = kept.start() if kept and kept.start() else len(surface)
        letters = "ABCDEFGHJKLMNPRSTW"
        return "".join(
            self.keyed.pick("acronym", f"{i}{surface}{salt}", [c for c in letters if c != char])
            if char.isupper() and i < cut
            else char
            for i, char in enumerate(surface)
        )

    def _reworded(self, surface: str, salt: str, generic: Collection[str] | None = None) -> str:
        """The name with its proper words replaced; one without any gets another everyday word."""
        generic = self._generic if generic is None else generic
        if self.lang != "es" and _SAINT.search(surface):
            pieces = _SAINT.split(surface)
            return "".join(
                self._saint(piece, salt)
                if i % 2
                else self._reworded(piece, salt, generic)
                if any(_is_proper(word, generic) for word in re.findall(r"[^\W\d_]{2,}", piece))
                else piece
                for i, piece in enumerate(pieces)
            )
        rng = self.keyed.rng("digits", fold(surface) + salt)
        new = places.reword(surface, generic, lambda run: self._proper(run, salt), rng)
        if fold(new) != fold(surface):
            return new
        words = ("General", "Memorial", "Regional", "Community", "County", "University")
        for word in words:
            if re.search(rf"\b{word}\b", surface, re.IGNORECASE):
                other = self.keyed.pick("word", fold(word) + salt, [w for w in words if w != word])
                pattern = re.compile(rf"\b{word}\b", re.IGNORECASE)
                return pattern.sub(partial(_as_cased, other), surface)
        word = self._proper(fold(surface), salt)
        return f"{case_like(surface, word)} {surface}"

    def _proper(self, run: str, salt: str) -> str:
        """What stands for a run of proper words: drawn from its first, as long as the run."""
        words = re.findall(r"[^\W\d_]{2,}", run)
        key = fold(words[0]) if words else fold(run)
        if not words or (len(run) <= 4 and run.isupper()):
            return self._letters(run, salt)
        if self.lang == "es":
            return self.keyed.pick("proper", key + salt, _spanish_words())
        long = len(words) > 1
        pool = _proper_words(long, key[:1])
        return self.keyed.pick("proper", key + salt + ("+" if long else ""), pool)

    def _saint(self, surface: str, salt: str) -> str:
        """Another saint, with the word before it as it is written."""
        title, gap, name = re.match(r"(\w+\.?)( )(.*)", surface, re.DOTALL).groups()  # type: ignore[union-attr]
        plain = name.rstrip("'’")
        saints = [s.split(" ", 1)[-1] for s in table("en/facilities")["saint"] if " and " not in s]
        others = [s for s in saints if fold(s) != fold(plain)]
        new = self.keyed.pick("saint", fold(plain) + salt, others)
        return f"{title}{gap}{case_like(plain, new)}{name[len(plain) :]}"

    def _organization(self, surface: str, salt: str) -> str:
        if facilities.is_acronym(surface):
            return self._letters(surface, salt)
        generic = self._generic if self.lang == "es" else self._generic | _kept("house en")
        return self._reworded(surface, salt, generic)

    def _unit(self, surface: str, salt: str) -> str:
        rng = self.keyed.rng("unit", fold(surface) + salt)
        new = facilities.unit_like(surface, rng, renew=0.0, home=self.home)
        return new if new != surface else ""

    # Towns and streets ------------------------------------------------------------------------

    def _city(self, surface: str, salt: str) -> str:
        if self.lang == "es":
            return self._territory(surface, salt)
        key = fold(surface).replace(".", "")
        country = _country_of_town().get(key, self.country)
        return case_like(surface, self.keyed.pick("city", key + salt, _towns(country)))

    def _territory(self, surface: str, salt: str) -> str:
        """A Spanish town, province or postcode."""
        key = fold(surface)
        if re.fullmatch(r"[\d. -]+", surface):
            rng = self.keyed.rng("zip", key + salt)
            digits = f"{rng.randint(1, 52):02d}{rng.randint(0, 999):03d}"
            fresh = iter(digits + "0" * 9)
            return re.sub(r"\d", lambda m: next(fresh), surface)
        provinces = table("es/parts")["provincia ES"]
        if key in {fold(name) for name in provinces}:
            return case_like(surface, self.keyed.pick("province", key + salt, provinces))
        country = _country_of_town("es").get(key, "ES")
        return case_like(surface, self.keyed.pick("city", key + salt, _towns(country, "es")))

    def _state(self, surface: str, salt: str) -> str:
        if self.lang == "es":
            return self._territory(surface, salt)
        code = re.sub(r"[^A-Za-z]", "", surface)
        for country in _STATES:
            states = [s.rsplit(" ", 1) for s in table("en/places")[f"states {country}"]]
            for i, (name, short) in enumerate(states):
                if fold(surface) == fold(name) or code.upper() == short:
                    others = [s for j, s in enumerate(states) if j != i]
                    new = self.keyed.pick("state", name + salt, others)
                    if fold(surface) == fold(name):
                        return case_like(surface, new[0])
                    fresh = new[1] if code.isupper() else new[1].title()
                    if len(fresh) != len(code):
                        return fresh
                    return _spelled_as(surface, fresh)
        rng = self.keyed.rng("state", fold(surface) + salt)
        return places.state_like(surface, rng, self.home)

    def _nation(self, surface: str, salt: str) -> str:
        pool = table("es/parts")["pais"] if self.lang == "es" else table("en/places")["country"]
        plain = [name for name in pool if len(name) > 3 and name[0].isupper()]
        return case_like(surface, self.keyed.pick("country", fold(surface) + salt, plain))

    def _zip(self, surface: str, salt: str) -> str:
        rng = self.keyed.rng("zip", fold(surface).replace(" ", "") + salt)
        return places.postcode_like(surface, rng, self.home, renew=0.0)

    def _street(self, surface: str, salt: str) -> str:
        key = fold(re.sub(r"[\W_]+", " ", surface)).strip()
        rng = self.keyed.rng("street", key[:12] + salt)
        if self.lang == "es":
            names = [name for name in table("es/parts")["calle"] if name[0].isupper()]
            return places.reword(surface, _kept("house es"), lambda run: rng.choice(names), rng)
        return places.street_like(surface, rng, self.home, renew=0.0)

    def _landmark(self, surface: str, salt: str) -> str:
        if _SAINT.search(surface):
            return self._reworded(
                surface, salt, self._generic | _kept("house en") | _kept("land en")
            )
        rng = self.keyed.rng("landmark", fold(surface) + salt)
        return places.landmark_like(surface, rng, self.home, renew=0.0)

    def _job(self, surface: str, salt: str) -> str:
        rng = self.keyed.rng("job", fold(surface) + salt)
        if self.lang != "es":
            return small.occupation_like(surface, rng)
        rows = table("es/parts")
        female = fold(surface.split()[0]).endswith("a")
        job = rng.choice(rows["profesion female" if female else "profesion male"])
        return case_like(surface, job[0].upper() + job[1:] if surface[0].isupper() else job)

    def _relative(self, surface: str, salt: str) -> str:
        """Another relative of the same gender and number, the words around it as they are."""
        rows = table("es/parts")
        for row in ("familia female", "familia male", "familia plural"):
            new = self._word_of(rows[row], surface, salt)
            if new:
                return new
        return ""

    def trait(self, surface: str, salt: str) -> str:
        """Another civil status, or another place of work or school; '' for anything else."""
        if self.lang == "es":
            rows = table("es/parts")
            for row in ("civil", "civil male"):
                new = self._word_of(rows[row], surface, salt)
                if new:
                    return new
        if any(char.isdecimal() for char in surface) or not re.search(r"\b[A-Z]", surface):
            return ""
        return self._organization(surface, salt)

    def _word_of(self, row: Collection[str], surface: str, salt: str) -> str:
        """The surface with its one word of a row changed for another of that row."""
        names = [name for name in row if " " not in name]
        known = {fold(name) for name in names}
        found = [m for m in re.finditer(r"[^\W\d_]+", surface) if fold(m[0]) in known]
        if len(found) != 1 or re.search(r"\b[A-ZÁÉÍÓÚÑ][a-z]", surface[1:]):
            return ""
        old = found[0][0]
        partners = table("kept")["partner"]
        close = fold(old) in partners
        others = [
            name for name in names if fold(name) != fold(old) and (fold(name) in partners) == close
        ]
        if not others:
            return ""
        new = self.keyed.pick("relative", fold(old) + salt, others)
        cased = new[0].upper() + new[1:] if old[0].isupper() else new
        return surface[: found[0].start()] + case_like(old, cased) + surface[found[0].end() :]


_MAKERS: dict[str, Callable[[Places, str, str], str]] = {
    "HOSPITAL": Places._house,
    "ORGANIZATION": Places._organization,
    "UNIT": Places._unit,
    "CITY": Places._city,
    "STATE": Places._state,
    "COUNTRY": Places._nation,
    "ZIP": Places._zip,
    "STREET": Places._street,
    "LOCATION_OTHER": Places._landmark,
    "PROFESSION": Places._job,
    "FAMILIARES_SUJETO_ASISTENCIA": Places._relative,
}
KINDS = frozenset(_MAKERS)
"""Types, and one label of its own, that `Places.replace` makes."""


def _initials(name: str) -> str:
    words = re.findall(r"[^\W\d_]+", name)
    return "".join(w[0] for w in words if w.lower() not in ("of", "the", "and", "at")).upper()


def _as_cased(value: str, found: re.Match[str]) -> str:
    return case_like(found[0], value)


def _spelled_as(surface: str, letters: str) -> str:
    """The surface with its letters changed one for one: 'N.Y.' with 'OH' is 'O.H.'."""
    fresh = iter(letters)
    return "".join(next(fresh) if char.isalpha() else char for char in surface)


@cache
def _kept(key: str) -> frozenset[str]:
    """Words that say the kind of a house or place, not which."""
    return frozenset(table("kept")[key])


@cache
def _generic() -> frozenset[str]:
    return facilities.generic_words() | {"the", "of", "rural", "va", "drug", *_ORDINALS}


def _is_proper(word: str, generic: Collection[str]) -> bool:
    return fold(word) not in generic and fold(word).removesuffix("s") not in generic


@cache
def _country_of_town(lang: str = "en") -> dict[str, str]:
    """From a folded town to the country of its first mention in the table."""
    found: dict[str, str] = {}
    for name in (f"{lang}/cities", "en/us_places") if lang == "en" else (f"{lang}/cities",):
        for key, values in table(name).items():
            if "/" in key:
                for town in values:
                    found.setdefault(fold(town), key.split("/")[0])
    return found


@cache
def _towns(country: str, lang: str = "en") -> tuple[str, ...]:
    tables = ("en/cities", "en/us_places") if lang == "en" else ("es/cities",)
    found = [
        town
        for name in tables
        for key, values in table(name).items()
        if key.startswith(f"{country}/")
        for town in values
    ]
    return tuple(dict.fromkeys(found)) or _towns("US" if lang == "en" else "ES", lang)


@cache
def _proper_words(long: bool, letter: str) -> tuple[str, ...]:
    """Landscape words and made-up towns, of two words or of one, with another first letter."""
    rows = table("en/places")
    names = [*table("en/facilities")["proper"], *rows["town first"]]
    pairs = [f"{a} {b}" for a in rows["town first"][:60] for b in rows["town second"][:12]]
    pool = [name for name in [*names, *pairs] if (" " in name) == long and name[0].isupper()]
    return tuple(name for name in dict.fromkeys(pool) if fold(name)[0] != letter)


@cache
def _spanish_words() -> tuple[str, ...]:
    rows = table("es/parts")
    pool = [*rows["barrio"], *table("surrogates")["es last"][::3]]
    return tuple(name for name in pool if name[0].isupper())
