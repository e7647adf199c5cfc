"""Houses, organisations, streets, towns, states: the proper words change, the form stays.

A house is known by its first proper word, so that 'Republic Valley Memorial Hosp' and 'Republic
Valley' stay one house, also in the next note.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial

from incognote.core.case import case_like, fold
from incognote.core.document import Document
from incognote.core.labels import our_type
from incognote.core.language import get_language
from incognote.languages.es import houses as houses_es
from incognote.replace import pools
from incognote.replace.firms import Firms, ordinals_mended
from incognote.replace.keyed import Keyed
from incognote.replace.payers import Payers
from incognote.replace.rooms import department, rooms_in, ward, with_rooms
from incognote.replace.trades import trade_like
from incognote.replace.values import facilities, places
from incognote.replace.values.shapes import same_shape

_STATES = ("US", "CA", "AU")
_SHORT = 4
"""Letters of a word in capitals that may be an acronym among small letters."""


_SAINT = re.compile(r"(\b(?:sts?|saint)\b\.? [^\W\d_]+(?:['’](?=s))?)", re.IGNORECASE)

_ALONE = re.compile(
    r"(?:.*(?:^|\s)(?:the|of|and|&|for|at)\s+(?=[^\W_]))?[\W_]*([^\W_]+(?:['’.-][^\W_]+)*)",
    re.IGNORECASE | re.DOTALL,
)
"""What changes in a name of common words: the first, or the one after 'of' and the like."""

_WORDY = re.compile(r"[A-ZÁÉÍÓÚÑ][a-záéíóúñ]{3,}(?: (?:[^\W\d_]+|\d{1,4}))+")
"""A name of words and perhaps a small number."""


class Places:
    """The places of one note.

    Args:
        doc: The note with all its marks.
        keyed: Its choices.
        lang: Language of the note.
        avoid: Folded names that are never given.
    """

    def __init__(
        self, doc: Document, keyed: Keyed, lang: str, avoid: frozenset[str] = frozenset()
    ) -> None:
        """See the class."""
        self.keyed, self.lang = keyed, lang
        marks = [(our_type(s.label), doc.text[s.start : s.end]) for s in doc.spans]
        self.houses = [text for kind, text in marks if kind == "HOSPITAL"]
        self._full = {_initials(text): text for text in reversed(self.houses)}
        self.originals = {(kind, fold(text)) for kind, text in marks}
        self.rooms = frozenset(n for kind, text in marks if kind == "UNIT" for n in rooms_in(text))
        self.country = "ES" if lang == "es" else pools.country_in(marks)
        self._generic = pools.kept_in_houses() if lang == "es" else pools.generic()
        home = "US" if self.country == "ES" else self.country
        self.home = places.make_home(keyed.rng("home", home), home)
        words = (word for _, text in marks for word in re.findall(r"[^\W\d_]{3,}", fold(text)))
        housed = frozenset(re.findall(r"[^\W\d_]+", fold(" ".join(self.houses))))
        payers = Payers(marks, lang)
        self.firms = Firms(keyed, avoid.union(words), housed, self._city, payers)

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
        famous = fold(surface) in pools.known_houses(self.lang)
        if famous or not (self.lang == "en" and facilities.is_acronym(surface)):
            payer = self.firms.payers.other(surface, salt, self.firms.pick)
            if famous or payer:
                return payer or self._organization(surface, salt)
        if facilities.is_acronym(surface):
            full = self._full.get(surface.upper(), "")
            if full:
                made = _initials(self._house(full, salt))
                if len(made) == len(surface):
                    return case_like(surface, made)
            known = self.firms.known(surface, salt) if self.lang == "en" else ""
            return known or self._letters(surface, salt)
        return self._reworded(surface, salt)

    def _letters(self, surface: str, salt: str) -> str:
        """An acronym with other letters; those of 'hospital' and 'medical center' stay."""
        if self.lang != "es":
            return self.firms.letters(surface, salt)
        kept = re.search(r"(?<=.)(?:MC|GH|CH|H)$", surface)
        cut = kept.start() if kept and kept.start() else len(surface)
        first = re.match(r"H[UGC]?(?=..)|CS(?=.)", surface)
        head = first.end() if first else 0
        letters = "ABCDEFGHJKLMNPRSTW"
        return "".join(
            self.keyed.pick("acronym", f"{i}{surface}{salt}", [c for c in letters if c != char])
            if char.isupper() and head <= i < cut
            else char
            for i, char in enumerate(surface)
        )

    def _reworded(
        self,
        surface: str,
        salt: str,
        generic: frozenset[str] | None = None,
        kind: str = "house",
    ) -> str:
        """The name with its proper words replaced; one without any gets another everyday word."""
        generic = pools.with_church(surface, generic or self._generic)
        if self.lang == "es" and houses_es.ARTICLED.search(surface):
            made: list[str] = []
            changed, before = False, ""
            for i, piece in enumerate(houses_es.ARTICLED.split(surface)):
                lady = houses_es.LADY.search(before)
                kept = () if lady else generic
                new = houses_es.articled(piece, self.keyed, salt, kept) if i % 2 else ""
                if not new and not i % 2 and _has_name(piece, generic):
                    new = self._reworded(piece, salt, generic, kind)
                made.append(new or piece)
                before = (before + made[-1])[-houses_es.LONGEST_LADY :]
                changed = changed or bool(new)
            if changed:
                return "".join(made)
        pieces = department("es" if self.lang == "es" else "en").split(surface)
        if len(pieces) > 1:
            named = [not i % 2 and _has_name(piece, generic) for i, piece in enumerate(pieces)]
            if any(named) or not any(map(str.strip, pieces[::2])):
                return "".join(
                    self._reworded(piece, salt, generic, kind) if proper else piece
                    for piece, proper in zip(pieces, named, strict=True)
                )
        saints = houses_es.SAINT if self.lang == "es" else _SAINT
        if saints.search(surface):
            return "".join(
                self._saint(piece, salt)
                if i % 2
                else self._reworded(piece, salt, generic, kind)
                if _has_name(piece, generic)
                else piece
                for i, piece in enumerate(saints.split(surface))
            )
        loud = surface.isupper() and max(map(len, surface.split())) > _SHORT
        proper = partial(self._proper, salt=salt, kind=kind, loud=loud)
        numbers = re.findall(r"\d+", surface)
        new = surface
        for turn in ("", "2", "3", "4", "5") if numbers else ("",):
            rng = self.keyed.rng("digits", fold(surface) + salt + turn)
            new = places.reword(surface, generic, proper, rng)
            made = re.findall(r"\d+", new)
            if all(old != number for old, number in zip(numbers, made, strict=False)):
                break
        if fold(new) != fold(surface):
            return new if self.lang == "es" else ordinals_mended(new)
        words = ("General", "Memorial", "Regional", "Community", "County", "University")
        for word in words if kind == "house" else ():
            if re.search(rf"\b{word}\b", surface, re.IGNORECASE):
                others = [w for w in words if w.lower() not in surface.lower()]
                other = self.firms.pick("word", fold(word), salt, others)
                pattern = re.compile(rf"\b{word}\b", re.IGNORECASE)
                return pattern.sub(partial(_as_cased, other), surface)
        if self.lang == "es":
            new = houses_es.nameless(surface, self.keyed, salt)
            fewer = generic - pools.kept("kind es")  # 'Médica Sur'
            return new or (self._reworded(surface, salt, fewer) if fewer != generic else "")
        alone = _ALONE.match(surface)
        if not alone:
            return ""
        word = self.firms.run(alone[1], salt, kind)
        return surface[: alone.start(1)] + word + surface[alone.end(1) :]

    def _proper(self, run: str, salt: str, kind: str = "house", *, loud: bool = False) -> str:
        """What stands for a run of proper words: one of their kind for each, in Spanish one."""
        if self.lang != "es":
            return self.firms.run(run, salt, kind, loud=loud)
        words = re.findall(r"[^\W\d_]{2,}", run)
        if not words or (len(run) <= 4 and run.isupper()):
            return self._letters(run, salt)
        if len(words) > 1 and len(words[0]) <= 4 and words[0].isupper() and not run.isupper():
            head, tail = run[: len(words[0])], run[len(words[0]) :].lstrip()
            return f"{self._letters(head, salt)} {self._proper(tail, salt)}"
        return self.keyed.pick("proper", fold(words[0]) + salt, pools.spanish_words())

    def _saint(self, surface: str, salt: str) -> str:
        """Another saint, with the word before it as it is written."""
        if self.lang == "es":
            return houses_es.saint(surface, self.keyed, salt)
        title, gap, name = re.match(r"(\w+\.?)( )(.*)", surface, re.DOTALL).groups()  # type: ignore[union-attr]
        plain = name.rstrip("'’")
        saints = [
            s.split(" ", 1)[-1]
            for s in get_language("en").table("facilities")["saint"]
            if " and " not in s
        ]
        others = [s for s in saints if fold(s) != fold(plain)]
        new = self.firms.pick("saint", fold(plain), salt, others)
        return f"{title}{gap}{case_like(plain, new)}{name[len(plain) :]}"

    def _organization(self, surface: str, salt: str) -> str:
        if new := self.firms.payers.other(surface, salt, self.firms.pick):
            return new
        if self.lang != "es":
            new = self.firms.known(surface, salt) or self.firms.nameless(surface, salt)
            if new or facilities.is_acronym(surface):
                return new or self._letters(surface, salt)
            kept = self._generic | pools.kept("house en")
            first = surface.split(" ")[0]
            if self.firms.known(first, salt):
                kept -= {fold(first)}  # Ford Motor Company, but Valley Ford
            return self._reworded(surface, salt, kept, "firm")
        if new := houses_es.known(surface, self.keyed, salt):
            return new
        if facilities.is_acronym(surface):
            return self._letters(surface, salt)
        return self._reworded(surface, salt)

    def _unit(self, surface: str, salt: str) -> str:
        rng = self.keyed.rng("unit", fold(surface) + salt)
        new = "".join(
            piece if i % 2 else facilities.unit_like(piece, rng, renew=0.0, home=self.home)
            for i, piece in enumerate(ward().split(surface))
        )
        new = with_rooms(surface, new, self.keyed, salt, self.rooms)
        return new if new != surface else ""

    # Towns and streets ------------------------------------------------------------------------

    def _city(self, surface: str, salt: str) -> str:
        if self.lang == "es":
            return self._territory(surface, salt)
        key = fold(surface).replace(".", "")
        # Perth is that of the note's country, where there is one
        here = key in pools.folded_towns(self.country)
        country = self.country if here else pools.country_of_town().get(key, self.country)
        pool = pools.towns_of_words(country, len(surface.split(" ")))
        return case_like(surface, self.firms.pick("city", key, salt, pool))

    def _territory(self, surface: str, salt: str) -> str:
        """A Spanish town, province or postcode."""
        key = fold(surface)
        if re.fullmatch(r"[\d. -]+", surface):
            rng = self.keyed.rng("zip", key + salt)
            digits = f"{rng.randint(1, 52):02d}{rng.randint(0, 999):03d}"
            fresh = iter(digits + "0" * len(surface))
            return re.sub(r"\d", lambda m: next(fresh), surface)
        if head := houses_es.settlement(surface):
            rest = surface[len(head) :]
            return head + self._territory(rest, salt)
        if any(char.isdecimal() for char in surface) and " " not in surface:
            return same_shape(surface, self.keyed.rng("zip", key + salt))  # A4400XAL
        if short := houses_es.state_short(surface, self.keyed, salt):
            return short
        provinces = get_language("es").table("parts")["provincia ES"]
        if key in {fold(name) for name in provinces}:
            return case_like(surface, self.keyed.pick("province", key + salt, provinces))
        country = pools.country_of_town("es").get(key, "")
        if country:
            pool = pools.towns(country, "es")
        elif key in pools.folded_villages():
            pool = pools.villages()
        else:  # what no list of places holds becomes what none does
            pool = pools.made_up_villages()
        return case_like(surface, self.keyed.pick("city", key + salt, pool))

    def _state(self, surface: str, salt: str) -> str:
        if self.lang == "es":
            return self._territory(surface, salt)
        code = "".join(filter(str.isalpha, surface))
        for country in sorted(_STATES, key=lambda c: c != self.country):
            states = [
                s.rsplit(" ", 1) for s in get_language("en").table("places")[f"states {country}"]
            ]
            for i, (name, short) in enumerate(states):
                if fold(surface) == fold(name) or code.upper() == short:
                    others = [s for j, s in enumerate(states) if j != i]
                    new = self.keyed.pick("state", name + salt, others)
                    if fold(surface) == fold(name):
                        return case_like(surface, new[0])
                    fresh = new[1].lower() if code.islower() else new[1]
                    fresh = fresh.title() if code.istitle() else fresh
                    if len(fresh) != len(code):
                        return fresh
                    return _spelled_as(surface, fresh)
        rng = self.keyed.rng("state", fold(surface) + salt)
        return places.state_like(surface, rng, self.home)

    def _nation(self, surface: str, salt: str) -> str:
        pool = (
            get_language("es").table("parts")["pais"]
            if self.lang == "es"
            else get_language("en").table("places")["country"]
        )
        gone = ("Yugoslavia", "Czechoslovakia", "USSR", "Soviet Union", "Burma")
        plain = [n for n in pool if len(n) > 3 and n[0].isupper() and n not in gone]
        return case_like(surface, self.keyed.pick("country", fold(surface) + salt, plain))

    def _zip(self, surface: str, salt: str) -> str:
        rng = self.keyed.rng("zip", fold(surface).replace(" ", "") + salt)
        return places.postcode_like(surface, rng, self.home, renew=0.0)

    def _street(self, surface: str, salt: str) -> str:
        key = fold(re.sub(r"[\W_]+", " ", surface)).strip()
        rng = self.keyed.rng("street", key[:12] + salt)
        if self.lang == "es":
            return houses_es.street(surface, self.keyed, salt, rng)
        saints = {
            fold(s.split(" ", 1)[-1]) for s in get_language("en").table("facilities")["saint"]
        }
        saint = _SAINT.search(surface)
        if saint and fold(saint[0].split(" ", 1)[1]).rstrip("'’") in saints:
            before, name, after = _SAINT.split(surface, maxsplit=1)
            ends = (places.street_like(end, rng, self.home, renew=0.0) for end in (before, after))
            return self._saint(name, salt).join(ends)
        return places.street_like(surface, rng, self.home, renew=0.0)

    def _landmark(self, surface: str, salt: str) -> str:
        if _SAINT.search(surface):
            return self._reworded(
                surface, salt, self._generic | pools.kept("house en") | pools.kept("land en")
            )
        rng = self.keyed.rng("landmark", fold(surface) + salt)
        if self.lang != "es":
            generic = places.LANDMARK | pools.kept("land en")
            new = places.reword(surface, generic, lambda run: self._proper(run, salt, "land"), rng)
            if fold(new) != fold(surface):
                return ordinals_mended(new)
        return places.landmark_like(surface, rng, self.home, renew=0.0)

    def _job(self, surface: str, salt: str) -> str:
        rng = self.keyed.rng("job", fold(surface) + salt)
        if self.lang != "es":
            return trade_like(surface, rng, self.originals)
        job = rng.choice(pools.spanish_jobs(fold(surface)))
        return case_like(surface, job[0].upper() + job[1:] if surface[0].isupper() else job)

    def trait(self, surface: str, salt: str) -> str:
        """Another place of work or school; '' for anything else.

        A name with a number ('Logisagra 2000') is a house; a number is none.
        """
        if not re.match(r"[A-ZÁÉÍÓÚÑ][^\W\d_]", surface):
            return ""
        if any(char.isdecimal() for char in surface) and not _WORDY.fullmatch(surface):
            return ""
        return self._organization(surface, salt)


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
}
KINDS = frozenset(_MAKERS)
"""Types that `Places.replace` makes."""


def _initials(name: str) -> str:
    words = re.findall(r"[^\W\d_]+", name)
    return "".join(w[0] for w in words if w.lower() not in ("of", "the", "and", "at")).upper()


def _as_cased(value: str, found: re.Match[str]) -> str:
    return case_like(found[0], value)


def _spelled_as(surface: str, letters: str) -> str:
    """The surface with its letters changed one for one: 'N.Y.' with 'OH' is 'O.H.'."""
    fresh = iter(letters)
    return "".join(next(fresh) if char.isalpha() else char for char in surface)


def _has_name(text: str, generic: Collection[str]) -> bool:
    return any(_is_proper(word, generic) for word in re.findall(r"[^\W\d_]{2,}", text))


def _is_proper(word: str, generic: Collection[str]) -> bool:
    return fold(word) not in generic and fold(word).removesuffix("s") not in generic
