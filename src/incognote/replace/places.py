"""Institutions, organisations, streets, towns, states: the proper words change, the form stays.

An institution is known by its first proper word, so that 'Republic Valley Memorial Hosp' and
'Republic Valley' stay one, also in the next note. What is general stands here; how a language
names and writes its places is the part `PLACES` of its pack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import NamedTuple, Protocol

from incognote.core.case import case_like, fold
from incognote.core.document import Document
from incognote.core.labels import our_type
from incognote.core.language import Language, reader
from incognote.core.words import NOTHING
from incognote.replace.institutions import NameWords, WordByWord
from incognote.replace.insurers import Insurers
from incognote.replace.keyed import Draw, Keyed
from incognote.replace.rooms import rooms_in, with_rooms
from incognote.replace.values.rewording import reword
from incognote.replace.values.shapes import same_shape

_SHORT = 4
"""Letters of a word in capitals that may be an acronym among small letters."""
_ACRONYM = range(2, 7)
"""Letters of an acronym."""
_WORDY = re.compile(r"[^\W\d_a-z][^\W\d_A-Z]{3,}(?: (?:[^\W\d_]+|\d{1,4}))+")
"""A name of words and perhaps a small number."""

Maker = Callable[["Places", str, str], str]
"""From the places of a note, a surface and a salt to another of its kind, '' for none."""


class InstitutionNames(Protocol):
    """What a language puts in place of the parts of an institution's name, in one note.

    `salt` sets a mention apart that is replaced anew. All return '' where they have nothing.
    """

    def proper(self, run: str, salt: str, kind: str, *, loud: bool = False) -> str:
        """Returns what stands for a run of proper words.

        Args:
            run: The words.
            salt: See above.
            kind: `hospital`, `organization` or `landmark`.
            loud: Whether the whole name is in capitals, so that a short word need be no acronym.
        """

    def letters(self, surface: str, salt: str) -> str:
        """Returns an acronym with other letters; what says its kind stays."""

    def known(self, surface: str, salt: str) -> str:
        """Returns another name that everybody knows, of its kind."""

    def nameless(self, surface: str, salt: str) -> str:
        """Returns another institution without a name ('the mill')."""

    def saint(self, surface: str, salt: str) -> str:
        """Returns another saint for what `PlaceConventions.saint` matches."""

    def commonplace(self, surface: str, salt: str, kind: str) -> str:
        """Returns another name for one without any proper word ('General Hospital')."""

    def finished(self, name: str) -> str:
        """Returns a name as it is written after its words and numbers have changed."""


class Phrase(NamedTuple):
    """Words of a name that change as one: 'de la Vid'."""

    pattern: re.Pattern[str]
    """The phrase, as one group."""
    other: Callable[[Places, str, str, str, Collection[str]], str]
    """From places, phrase, salt, the text before it and generic words to another phrase or ''."""


class Towns(NamedTuple):
    """The towns of a language's countries."""

    of: Mapping[str, tuple[str, ...]]
    """By country."""
    country: Mapping[str, str]
    """From a folded town to the country that is meant where the note tells no other."""


def towns_in(pack: Language, *tables: str) -> Towns:
    """Returns the towns of some of a pack's tables, in rows `country/region`.

    A town of several countries is that of the first one.
    """
    rows = [
        (key.partition("/")[0], towns)
        for table in tables
        for key, towns in pack.table(table).items()
        if "/" in key
    ]
    of: dict[str, dict[str, None]] = {}
    for country, towns in rows:
        of.setdefault(country, {}).update(dict.fromkeys(towns))
    return Towns(
        {country: tuple(towns) for country, towns in of.items()},
        {fold(town): country for country, towns in reversed(rows) for town in towns},
    )


def _town(note: Places, surface: str, salt: str) -> str:
    """Another town of the same country; of the first one for a town that no table has."""
    key, towns = fold(surface), note.conventions.towns
    pool = towns.of[towns.country.get(key, next(iter(towns.of)))]
    return case_like(surface, note.draw.pick("city", key, salt, pool))


def _shaped(note: Places, surface: str, salt: str) -> str:
    """Other letters and digits in the same places."""
    return same_shape(surface, note.keyed.rng("shape", fold(surface) + salt))


def _reworded(note: Places, surface: str, salt: str) -> str:
    """Another name, the words that say its kind as they are."""
    return note.reworded(surface, salt, note.conventions.generic, "landmark")


def _numbered(note: Places, surface: str, salt: str) -> str:
    """Another room or bed; a ward's name stays, and has no surrogate without a number."""
    rng = note.keyed.rng("unit", fold(surface) + salt)
    new = re.sub(r"\d+", lambda found: same_shape(found[0], rng), surface)
    new = with_rooms(surface, new, note.keyed, salt, note.rooms)
    return new if new != surface else ""


def _word_by_word(note: Places) -> InstitutionNames:
    own = note.conventions
    town = partial(own.town, note)
    return WordByWord(
        own.words, own.towns.country, note.draw, note.hospital_words, town, note.insurers
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceConventions:
    """How a language names and writes places and institutions; words are folded."""

    towns: Towns
    country: Callable[[Sequence[tuple[str, str]]], str] = lambda marks: ""
    """From type and surface of each mark to the country that a note's places lie in; '' where the
    makers below do not ask."""
    nations: tuple[str, ...]
    """Names of countries that may be given."""
    known: frozenset[str] = frozenset()
    """Organisations that everybody knows."""
    generic: frozenset[str] = frozenset()
    """Words that stay in the name of an institution: they say what it is, not which."""
    in_organizations: frozenset[str] = frozenset()
    """Beside those, in the name of an organisation."""
    beside_others: frozenset[str] = frozenset()
    """Of the generic words, those that stay only beside others: alone they are a name."""
    no_acronyms: frozenset[str] = frozenset()
    """Short words that are no acronym in capitals."""
    unlettered: frozenset[str] = frozenset()
    """Words that an acronym has no letter for."""
    kept: re.Pattern[str] | None = None
    """Phrases of single letters that stay in a name ('C of E'), which its groups hold."""
    departments: re.Pattern[str] = NOTHING
    """A department by its common name, as one group."""
    saint: re.Pattern[str] = NOTHING
    """A saint, as one group."""
    phrase: Phrase | None = None
    """Phrases that change as one, before the words beside them; None where there are none."""
    words: NameWords = field(default_factory=NameWords)
    """What names of institutions are made of, word by word,"""
    names: Callable[[Places], InstitutionNames] = _word_by_word
    """unless the language changes them in its own way."""
    town: Maker = _town
    state: Maker = _town
    postcode: Maker = _shaped
    street: Maker = _reworded
    landmark: Maker = _reworded
    unit: Maker = _numbered
    """A ward, room or bed."""
    occupation: Maker = lambda note, surface, salt: ""


place_conventions: Callable[[str], PlaceConventions] = reader("places", "PLACES")
"""How a language names places."""


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
        self.keyed, self.lang = keyed, lang
        self.conventions = place_conventions(lang)
        self.marks = [(our_type(s.label), doc.text[s.start : s.end]) for s in doc.spans]
        institutions = [text for kind, text in self.marks if kind == "HOSPITAL"]
        self._full = {self._initials(text): text for text in reversed(institutions)}
        self.originals = {(kind, fold(text)) for kind, text in self.marks}
        units = (text for kind, text in self.marks if kind == "UNIT")
        self.rooms = frozenset(number for text in units for number in rooms_in(text))
        words = (word for _, text in self.marks for word in re.findall(r"[^\W\d_]{3,}", fold(text)))
        self.draw = Draw(keyed, avoid.union(words))
        self.hospital_words = frozenset(re.findall(r"[^\W\d_]+", fold(" ".join(institutions))))
        self.insurers = Insurers(self.marks, lang, self.conventions.towns.country)
        self.names = self.conventions.names(self)

    @cached_property
    def country(self) -> str:
        """The country that the places of the note lie in."""
        return self.conventions.country(self.marks)

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

    def trait(self, surface: str, salt: str) -> str:
        """Another place of work or school; '' for anything else.

        A name with a number ('Logisagra 2000') is an institution; a number is none.
        """
        if not (surface[:1].isupper() and surface[1:2].isalpha()):
            return ""
        if any(char.isdecimal() for char in surface) and not _WORDY.fullmatch(surface):
            return ""
        return self._organization(surface, salt)

    def _institution(self, surface: str, salt: str) -> str:
        famous = fold(surface) in self.conventions.known
        acronym = self.is_acronym(surface)
        if famous or not acronym:
            insurer = self.insurers.other(surface, salt, self.draw.pick)
            if famous or insurer:
                return insurer or self._organization(surface, salt)
        if acronym:
            full = self._full.get(surface.upper(), "")
            if full:
                made = self._initials(self._institution(full, salt))
                if len(made) == len(surface):
                    return case_like(surface, made)
            return self.names.known(surface, salt) or self.names.letters(surface, salt)
        return self.reworded(surface, salt, self.conventions.generic)

    def _organization(self, surface: str, salt: str) -> str:
        if new := self.insurers.other(surface, salt, self.draw.pick):
            return new
        new = self.names.known(surface, salt) or self.names.nameless(surface, salt)
        if new or self.is_acronym(surface):
            return new or self.names.letters(surface, salt)
        generic = self.conventions.generic | self.conventions.in_organizations
        first = surface.split(" ")[0]
        if self.names.known(first, salt):
            generic -= {fold(first)}  # Ford Motor Company, but Valley Ford
        return self.reworded(surface, salt, generic, "organization")

    def reworded(
        self, surface: str, salt: str, generic: frozenset[str], kind: str = "hospital"
    ) -> str:
        """Returns a name with its proper words replaced; without any, with other everyday words.

        Args:
            surface: The name as it stands.
            salt: Of a mention that is replaced anew.
            generic: Folded words that stay.
            kind: `hospital`, `organization` or `landmark`.
        """
        conventions = self.conventions
        if conventions.kept and (found := conventions.kept.search(surface)):
            generic = generic.union(map(fold, found.groups()))
        again = partial(self.reworded, salt=salt, generic=generic, kind=kind)
        phrase = conventions.phrase
        if phrase and phrase.pattern.search(surface):
            made, changed = "", False
            for i, piece in enumerate(phrase.pattern.split(surface)):
                new = phrase.other(self, piece, salt, made, generic) if i % 2 else ""
                if not new and not i % 2 and _has_name(piece, generic):
                    new = again(piece)
                made += new or piece
                changed = changed or bool(new)
            if changed:
                return made
        pieces = conventions.departments.split(surface)
        if len(pieces) > 1:
            named = [not i % 2 and _has_name(piece, generic) for i, piece in enumerate(pieces)]
            if any(named) or not any(map(str.strip, pieces[::2])):
                return "".join(
                    again(piece) if proper else piece
                    for piece, proper in zip(pieces, named, strict=True)
                )
        if conventions.saint.search(surface):
            return "".join(
                self.names.saint(piece, salt)
                if i % 2
                else again(piece)
                if _has_name(piece, generic)
                else piece
                for i, piece in enumerate(conventions.saint.split(surface))
            )
        loud = surface.isupper() and max(map(len, surface.split())) > _SHORT
        proper = partial(self.names.proper, salt=salt, kind=kind, loud=loud)
        numbers = re.findall(r"\d+", surface)
        new = surface
        for turn in ("", "2", "3", "4", "5") if numbers else ("",):
            rng = self.keyed.rng("digits", fold(surface) + salt + turn)
            new = reword(surface, generic, proper, rng)
            fresh = re.findall(r"\d+", new)
            if all(old != number for old, number in zip(numbers, fresh, strict=False)):
                break
        if fold(new) != fold(surface):
            return self.names.finished(new)
        if new := self.names.commonplace(surface, salt, kind):
            return new
        fewer = generic - conventions.beside_others  # 'Médica Sur'
        return self.reworded(surface, salt, fewer, kind) if fewer != generic else ""

    def _nation(self, surface: str, salt: str) -> str:
        pool = self.conventions.nations
        return case_like(surface, self.keyed.pick("country", fold(surface) + salt, pool))

    def is_acronym(self, surface: str) -> bool:
        """Whether a name is a run of two to six capitals, or of small letters without a vowel."""
        if len(surface) not in _ACRONYM or not surface.isalpha():
            return False
        word = surface.isupper() and fold(surface) not in self.conventions.no_acronyms
        return word or not any(char in "aeiouAEIOU" for char in surface)

    def _initials(self, name: str) -> str:
        words = re.findall(r"[^\W\d_]+", name)
        unlettered = self.conventions.unlettered
        return "".join(w[0] for w in words if fold(w) not in unlettered).upper()


_MAKERS: dict[str, Maker] = {
    "HOSPITAL": Places._institution,
    "ORGANIZATION": Places._organization,
    "COUNTRY": Places._nation,
    "UNIT": lambda note, surface, salt: note.conventions.unit(note, surface, salt),
    "CITY": lambda note, surface, salt: note.conventions.town(note, surface, salt),
    "STATE": lambda note, surface, salt: note.conventions.state(note, surface, salt),
    "ZIP": lambda note, surface, salt: note.conventions.postcode(note, surface, salt),
    "STREET": lambda note, surface, salt: note.conventions.street(note, surface, salt),
    "LOCATION_OTHER": lambda note, surface, salt: note.conventions.landmark(note, surface, salt),
    "PROFESSION": lambda note, surface, salt: note.conventions.occupation(note, surface, salt),
}
KINDS = frozenset(_MAKERS)
"""Types that `Places.replace` makes."""


def _has_name(text: str, generic: Collection[str]) -> bool:
    return any(_is_proper(word, generic) for word in re.findall(r"[^\W\d_]{2,}", text))


def _is_proper(word: str, generic: Collection[str]) -> bool:
    return fold(word) not in generic and fold(word).removesuffix("s") not in generic
