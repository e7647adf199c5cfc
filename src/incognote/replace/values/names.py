"""People made up by chance, and the people of a note made anew: for synthesis, not for surrogates.

Reading and form of names are those of `replace.names`. What stands for a word is of a made-up
person, drawn from all that a pack knows, where a surrogate follows from a key and a few names that
nobody takes for words.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from incognote.core.case import case_like, fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.core.language import get_language
from incognote.core.name_parts import PARTICLES
from incognote.replace.name_lists import WORD, gender_of
from incognote.replace.names import NAMED, PEOPLE, Names
from incognote.replace.naming import naming

_SEPARATE = frozenset({"words", "eponyms", "nicknames"})
"""Rows of the table of names that are no origin."""


@dataclass(frozen=True, slots=True)
class Person:
    """One person's name in parts."""

    given: str
    middle: str
    last: str
    second_last: str
    nickname: str
    gender: str
    """`female` or `male`."""
    origin: str


MakePerson = Callable[[random.Random, str], Person]
"""From a source of chance and a gender ('' for either) to a new person."""


@cache
def origins(language: str) -> tuple[str, ...]:
    """Returns the names of all origins of a language's table."""
    keys = get_language(language).table("names")
    found = dict.fromkeys(key.split()[0] for key in keys)
    return tuple(origin for origin in found if origin not in _SEPARATE)


def make_person(
    rng: random.Random,
    *,
    language: str,
    origin: str = "",
    gender: str = "",
    words: float = 0.08,
    ranked: float = 0.15,
) -> Person:
    """Returns a new person.

    Args:
        rng: Source of chance.
        language: Which table of names.
        origin: A row of `origins`, or '' for any.
        gender: `female`, `male`, or '' for either.
        words: Probability that given name or surname is a word (Hope, Young) or an eponym.
        ranked: Probability that a part comes from the table of names without origin instead, where
            the language has one.
    """
    pack, own = get_language(language), naming(language)
    rows = pack.table("names")
    origin = origin or rng.choice(origins(language))
    gender = gender or rng.choice(("female", "male"))
    given = rng.choice(rows[f"{origin} {gender}"])
    middle = rng.choice(rows[f"{origin} {gender}"])
    last, second = (rng.choice(rows[f"{origin} last"]) for _ in range(2))
    if own.ranked and rng.random() < ranked:
        last = rng.choice(pack.table(own.ranked)["last"])
        if rng.random() < 0.5:
            given = rng.choice(pack.table(own.ranked)[gender])
    if rng.random() < words:
        if rng.random() < 0.6:
            last = rng.choice(rows["words last"] if rng.random() < 0.8 else rows["eponyms last"])
        else:
            given = rng.choice(rows[f"words {gender}"])
    if not own.two_surnames and rng.random() < 0.07 and " " not in last and "-" not in last:
        last = f"{last}-{second}"
    nicknames = rows.get(f"nicknames {gender}", ())
    nickname = rng.choice(nicknames) if nicknames else given
    return Person(given, middle, last, second, nickname, gender, origin)


class MadeUpPeople(Names):
    """The names of one note and what stands for them, drawn by chance.

    Args:
        doc: The note with all its marks. Marks with one entity number are one person; without one,
            those of one text.
        lang: Its language.
        rng: Source of chance.
        make: Called once for each clinician, and for a name that is nobody's mark.
        kin: Called once for each patient or relative by name.
        reform: Share of full names that take another form than the old one had.
    """

    def __init__(
        self,
        doc: Document,
        lang: str,
        rng: random.Random,
        make: MakePerson,
        *,
        kin: MakePerson,
        reform: float = 0.0,
    ) -> None:
        super().__init__(doc, lang)
        self.rng, self._make, self._reform = rng, make, reform
        self.made: dict[str, str] = {}
        """From a folded word of the note to what stands for it."""
        self.people: dict[tuple[str, str], Person] = {}
        mentions: dict[tuple[str, str], list[Span]] = defaultdict(list)
        for span in doc.spans:
            if our_type(span.label) in PEOPLE and not self.naming.is_relative(span.label):
                mentions[self._key(span)].append(span)
        for key, spans in mentions.items():
            own = kin if our_type(key[0]) == "PATIENT" else make
            self.people[key] = self._settled(sorted(spans, key=lambda s: s.start - s.end), own)
        self._nobody: Person | None = None
        self._letters: dict[tuple[Person, str], str] = {}
        self._person = self.anyone() if self.people else None

    def _key(self, span: Span) -> tuple[str, str]:
        return span.label, span.entity or f"={fold(self.doc.text[span.start : span.end])}"

    def _settled(self, spans: Sequence[Span], make: MakePerson) -> Person:
        """A new person for these mentions, the longest first, and what stands for their words.

        What already stands for a word stands for it here too: relatives share their surname.
        """
        words = dict.fromkeys(said for span in spans for said in self._said(span))
        told = (self.told.gender.get(word, "") for word, _, _ in words)
        listed = (gender_of(word, self.lang) or "" for word, role, _ in words if role != "last")
        person = make(self.rng, next(filter(None, (*told, *listed)), ""))
        free = {"given": ["given", "middle"], "last": ["last", "second_last"]}
        free["nickname"] = ["nickname"]
        for word, role, whole in words:
            parts = free["given" if role == "middle" else role]
            if parts and word in self.made:
                person = replace(person, **{parts.pop(0): self.made[word]})
            elif parts:
                new = getattr(person, parts.pop(0))
                self.made[word] = new if whole else _part(new)
        return person

    def _said(self, span: Span) -> Iterator[tuple[str, str, bool]]:
        """The folded words of a mark that stand for somebody, with their roles.

        And whether a word is a whole name: not behind a particle, nor joined to another.
        """
        if self.is_initials(span):
            return
        surface = self.doc.text[span.start : span.end]
        behind = False
        for part in self._parts(surface, self.roles, self.alone(span)):
            if fold(part.text) in PARTICLES:
                behind = True
            elif part.role in NAMED:
                for word in WORD.findall(part.text):
                    yield self.spelling(fold(word)), part.role, not behind and "-" not in part.text
                behind = False

    def name(self, span: Span, salt: str = "") -> str:
        """See `Names.name`."""
        self._person = person = self.people.get(self._key(span)) or self.anyone()
        surface = self.doc.text[span.start : span.end]
        full = len(re.findall(r"[^\W\d_]{2,}", surface)) > 1
        if full and self.rng.random() < self._reform:
            return case_like(surface, full_form(person, self.rng))
        return super().name(span, salt)

    def word(self, word: str, role: str, salt: str = "") -> str:
        """See `Names.word`."""
        key = self.spelling(fold(word))
        if key not in self.made:
            gender = self.told.gender.get(key) or gender_of(key, self.lang) or ""
            self.made[key] = getattr(self._make(self.rng, gender), role)
        return self.made[key]

    def letter(self, letter: str, salt: str = "") -> str:
        """See `Names.letter`: of the person whose name is being written."""
        person = self._person or self.anyone()
        old = fold(letter)[:1]
        if (person, old) not in self._letters:
            own = (person.given, person.middle, person.last)
            fit = [new for word, new in self.made.items() if word[0] == old]
            fit = [new for new in fit if new in own] or fit or [self.rng.choice(own)]
            self._letters[person, old] = fold(fit[0])[:1].upper()
        found = self._letters[person, old]
        return found if letter.isupper() else found.lower()

    def anyone(self) -> Person:
        """Returns one of the note's people; somebody made up where it names nobody."""
        if self.people:
            return self.rng.choice(list(self.people.values()))
        self._nobody = self._nobody or self._make(self.rng, "")
        return self._nobody


def _part(name: str) -> str:
    """A name without particles before it and without what it is joined to."""
    words = name.split()
    first = next((i for i, word in enumerate(words) if fold(word) not in PARTICLES), 0)
    return " ".join(words[first:]).partition("-")[0]


def initials_like(surface: str, person: Person) -> str:
    """Returns the person's initials in the length, case and points of `surface` ('JLS', 'a.b.')."""
    letters = sum(char.isalpha() for char in surface)
    names = [person.given, person.middle, person.second_last][: max(1, letters - 1)]
    names = [*names[: letters - 1], person.last] if letters > 1 else [person.given]
    fresh = iter(fold(name)[:1] or "a" for name in names)
    out = []
    for char in surface:
        if char.isalpha():
            new = next(fresh, "x")
            out.append(new.upper() if char.isupper() else new)
        else:
            out.append(char)
    return "".join(out)


def full_form(person: Person, rng: random.Random) -> str:
    """Returns the full name in one of the forms that headers and signatures use."""
    first, middle, last = person.given, person.middle, person.last
    initial = middle[:1]
    forms = (
        f"{first} {last}",
        f"{first} {last}",
        f"{first} {initial}. {last}",
        f"{first} {initial} {last}",
        f"{first} {middle} {last}",
        f"{last}, {first}",
        f"{last}, {first} {initial}.",
        f"{last}, {first} {initial}",
        f"{last},{first}",
        f"{last}, {first} {middle}",
        f"{first[:1]}. {last}",
        f"{first[:1]} {last}",
        f'{first} "{person.nickname}" {last}',
        f"{first} {last} {rng.choice(('Jr', 'Jr.', 'Sr.', 'II', 'III'))}",
    )
    weights = (18, 18, 8, 4, 6, 14, 6, 5, 3, 3, 5, 3, 1, 1.5)
    return rng.choices(forms, weights)[0]
