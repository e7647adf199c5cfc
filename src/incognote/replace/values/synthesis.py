"""What synthesis asks of a language: values for the slots of its grammar and for a note's marks.

A pack's part `SYNTHESIS` is a `Synthesis`; the grammar itself is its file `grammar.txt`, and its
table `calendar` has dates to draw from. `Slots` and `Refilled` hold what is alike in all languages;
a pack that draws more than they do has classes of its own that go on from them.
"""

from __future__ import annotations

import datetime
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from incognote.core.calendar import calendar
from incognote.core.document import Document, Span
from incognote.core.language import get_language
from incognote.replace.date_samples import sample_of, write_as
from incognote.replace.values.names import MadeUpPeople, Person, make_person
from incognote.replace.values.shapes import same_shape

_SEASON = "season"


class Taste(NamedTuple):
    """How far new values may go from the old ones."""

    reform: float
    """Share of values that take another form than the old one had."""
    words: float
    """Share of new people whose name holds an everyday word."""


class Slots:
    """What the slots of one piece are filled with; the same person stays the same.

    Args:
        rng: Source of chance; who and where the piece is about is drawn at once.
        lang: Language of the piece.
    """

    def __init__(self, rng: random.Random, lang: str) -> None:
        self.rng, self.lang = rng, lang
        self.part: Synthesis = get_language(lang).part("synthesis", "SYNTHESIS")
        self.today = datetime.date(
            rng.randint(self.part.since, 2026), rng.randint(1, 12), rng.randint(1, 28)
        )
        self.day_first = calendar(lang).day_first is not False
        self.people: dict[str, Person] = {}
        self.forms: dict[str, str] = {}
        """By grain, the form of date that this writer mostly uses."""

    def word(self, kind: str) -> str | None:
        """Returns the word that agrees with the patient, None where `kind` is no such word."""
        return self.part.words.get(self.person("P1").gender, {}).get(kind)

    def make(self, stem: str, entity: str, form: str) -> str:
        """Returns the surface of a slot.

        Args:
            stem: P for a patient or relative, D for a clinician, or a label or its short form.
            entity: Number of the person or institution ('' for other labels).
            form: What stands after the point in the slot.
        """
        if stem in {"P", "D"}:
            return self._name(self.person(stem + entity), form)
        return self.part.slot_values[stem](self, form)

    def person(self, key: str) -> Person:
        """Returns a person of the piece: `P1` is the patient."""
        if key not in self.people:
            self.people[key] = self._new_person(key)
        return self.people[key]

    def _new_person(self, key: str) -> Person:
        """Returns somebody made up, whom the key will stand for."""
        return make_person(self.rng, language=self.lang)

    def _name(self, person: Person, form: str) -> str:
        """Returns a name in a form: `l` last, `f` first, else both."""
        names = {"l": person.last, "f": person.given}
        return names.get(form) or f"{person.given} {person.last}"

    def _recent(self) -> datetime.date:
        """Returns a day shortly before the piece was written."""
        return self.today - datetime.timedelta(days=self.rng.randint(0, 500))

    def date(self, form: str) -> str:
        """Returns a date: `f` of a feast, `set` days of the week, `c` without signs, `iso`.

        All other forms are keys of `Synthesis.grains` and `far`.
        """
        rows, date = get_language(self.lang).table("calendar"), self._recent()
        if form in self.part.far:
            date = self.today - datetime.timedelta(days=self.rng.randint(*self.part.far[form]))
        if row := {"f": "feast", "set": "dayset"}.get(form):
            return self.rng.choice(rows[row])
        if own := self._own_date(form, date):
            return own
        if form in {"c", "iso"}:
            return date.strftime("%Y%m%d") if form == "c" else date.isoformat()
        grain = self._one_of(self.part.grains.get(form, ("dmy",)))
        if grain == _SEASON:
            return f"{self.rng.choice(rows[_SEASON])}{self._one_of(self.part.of_year)}{date.year}"
        return self._written(date, grain)

    def _own_date(self, form: str, date: datetime.date) -> str:
        """Returns a date in a form that only this language has, or has in its own way, else ''."""
        return ""

    def _written(self, date: datetime.date, grain: str) -> str:
        """Returns the date in the form that this writer mostly uses for that grain."""
        if grain not in self.forms or self.rng.random() < 0.15:
            self.forms[grain] = sample_of(grain, self.rng, self.lang, day_first=self.day_first)
        return write_as(self.forms[grain], date, self.lang, day_first=self.day_first)

    def _one_of(self, values: tuple[str, ...]) -> str:
        return self.rng.choice(values) if len(values) > 1 else values[0]


class Refilled:
    """What is settled for one note that is refilled: where it plays, and its people.

    Args:
        doc: The note with all its marks.
        rng: Source of chance.
        taste: How far new values may go from the old ones.
        lang: Language of the note.
    """

    at_home: ClassVar[float] = 0.7
    """Share of new people who are of the note's own origin."""

    def __init__(self, doc: Document, rng: random.Random, taste: Taste, lang: str) -> None:
        self.doc, self.rng, self.taste, self.lang = doc, rng, taste, lang
        self.day_first = calendar(lang).day_first is not False
        """Whether 4/3 is the fourth of March there."""
        self.origin = self._settled()
        self.people = MadeUpPeople(
            doc, lang, rng, self._clinician, kin=self._kin, reform=self._reform()
        )

    def _settled(self) -> str:
        """Settles where the note plays; returns the origin of its people, '' for any."""
        return ""

    def _reform(self) -> float:
        """Returns the share of full names that take another form than the old one had."""
        return 0.0

    def _kin(self, rng: random.Random, gender: str) -> Person:
        """Returns a new patient or relative: mostly of the note's own origin."""
        return self._made(rng, gender, self.origin if rng.random() < self.at_home else "")

    def _clinician(self, rng: random.Random, gender: str) -> Person:
        """Returns a new clinician."""
        return self._kin(rng, gender)

    def _made(self, rng: random.Random, gender: str, origin: str) -> Person:
        """Returns a new person of an origin."""
        words = self.taste.words
        return make_person(rng, language=self.lang, origin=origin, gender=gender, words=words)

    def number(self, label: str, surface: str) -> str:
        """Returns another number: now and then in a new form, where it is no short one."""
        if len(surface) > 4 and self.rng.random() < self.taste.reform * 1.5:
            return self._new_number(label)
        return same_shape(surface, self.rng, letters=0.5)

    def _new_number(self, label: str) -> str:
        """Returns a number of that label."""
        raise NotImplementedError


def number_of(label: str) -> Callable[[Refilled, str], str]:
    """Returns what makes another number of a label (`Synthesis.values`)."""
    return lambda note, surface: note.number(label, surface)


@dataclass(frozen=True, slots=True, kw_only=True)
class Synthesis:
    """What synthesis asks of a language."""

    labels: Mapping[str, str]
    """From a slot's short form to its label, where they differ; `P` and `D` are people."""
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By the patient's gender: slots that are words, and what each is."""
    since: int = 2000
    """The first year that a made-up piece may be of."""
    far: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By form of a date (what stands after the point in its slot), how many days it lies back at
    least and at most; others lie back a little."""
    grains: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By form of a date, which of day, month, year and weekday it says, one of these: `dmyw` or a
    part of it, or `season`; `dmy` where the form is none of these."""
    of_year: tuple[str, ...] = (" ",)
    """What may stand between a season and its year."""
    slots: type[Slots] = Slots
    slot_values: Mapping[str, Callable[[Any, str], str]] = field(default_factory=dict)
    """By slot, but for people: a value, from the `Slots` and what stands after the point."""
    refilled: type[Refilled] = Refilled
    mentions: Mapping[str, Callable[[Any, Span, str], str]] = field(default_factory=dict)
    """By label, but for people: a new value for each mark, from `Refilled`, mark and surface;"""
    values: Mapping[str, Callable[[Any, str], str]] = field(default_factory=dict)
    """by label, but for dates: a new value for a surface, one for equal ones; '' leaves it."""
