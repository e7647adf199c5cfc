"""Refills every mark of a note with a new value of its kind, the same person staying one person."""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Collection, Sequence

from incognote.core.case import case_like, fold
from incognote.core.document import Document, Span
from incognote.core.language import get_language
from incognote.lab.synthesis.edits import Edit, apply
from incognote.lab.synthesis.recipe import Recipe
from incognote.replace.values import dates
from incognote.replace.values.names import MakePerson
from incognote.replace.values.synthesis import Synthesis, Taste


def refill(doc: Document, rng: random.Random, recipe: Recipe) -> Document:
    """Returns the note with every mark refilled, label and entity number kept.

    Args:
        doc: A note with gold marks in the labels of the recipe's language.
        rng: Source of chance.
        recipe: `reform` is the share of values that take another form than the old one had.
    """
    return _Refill(doc, rng, recipe.language, Taste(recipe.reform, recipe.words)).refilled()


def refill_names(
    doc: Document, rng: random.Random, make_person: MakePerson, language: str
) -> Document:
    """Returns the note with every person made anew, each name in the form that it had.

    Args:
        doc: A note with gold marks in the labels of the language.
        rng: Source of chance.
        make_person: Called once for each person.
        language: Of the note.
    """
    note = _Refill(doc, rng, language, Taste(0.0, 0.0, make_person))
    return note.refilled(only=note.part.people)


class _Refill:
    """A note in refilling, and the shift of its dates."""

    def __init__(self, doc: Document, rng: random.Random, language: str, taste: Taste) -> None:
        self.doc, self.rng, self.language, self.taste = doc, rng, language, taste
        self.part: Synthesis = get_language(language).part("synthesis", "SYNTHESIS")
        self.note = self.part.refilled(doc, rng, taste)
        self.same: dict[tuple[str, str], str] = {}
        self._settle_dates()

    def refilled(self, only: Collection[str] = ()) -> Document:
        """The note with each mark of the labels `only`, or of all, replaced.

        A mark inside another is left to the outer one.
        """
        edits: list[Edit] = []
        end = -1
        for span in sorted(self.doc.spans, key=lambda s: (s.start, -s.end)):
            if span.start >= end and (not only or span.label in only):
                surface = self.doc.text[span.start : span.end]
                edits.append(Edit(span.start, span.end, self._value(span, surface) or surface))
                end = span.end
        return apply(self.doc, edits)

    def _value(self, span: Span, surface: str) -> str:
        if make := self.part.mentions.get(span.label):
            return make(self.note, span, surface)
        key = (span.label, fold(surface))
        if key not in self.same:
            dated = span.label == self.part.date
            make_value = self.part.values[span.label] if not dated else None
            self.same[key] = make_value(self.note, surface) if make_value else self._date(surface)
        return case_like(surface, self.same[key])

    def _settle_dates(self) -> None:
        """Chooses one shift for the note, so that the order of its dates stays."""
        spans = (span for span in self.doc.spans if span.label == self.part.date)
        surfaces = [self.doc.text[span.start : span.end] for span in spans]
        years = [int(y) for text in surfaces for y in re.findall(r"\b(?:19|20)\d\d\b", text)]
        short = [re.findall(r"[/.-](\d\d)\Z", t) for t in surfaces if len(t) > 5]
        years += [2000 + int(y) for found in short for y in found if int(y) <= 26]
        self.year = max(years, default=self.rng.randint(2008, 2025))
        latest = self.rng.randint(min(max(1996, self.year - 22), 2026), 2026)
        self.shift = (latest - self.year) * 365 + self.rng.randint(-180, 150)

    def _date(self, surface: str) -> str:
        digits = re.sub(r"(?<=[\d/ ])[Oo](?=[\d/])|(?<=[/ ])O", "0", surface)
        digits = re.sub(r"(?<=[\d/])[lI](?=[\d/])", "1", digits)
        day_first, language = self.note.day_first, self.language
        form = dates.form_of(digits, day_first=day_first, language=language)
        if form is None:
            return dates.swapped(digits, self.rng, language=language)
        kinds = {field.kind for field in form}
        date = read_date(form, self.year, language) + datetime.timedelta(days=self.shift)
        if "weekday" in kinds and "day" not in kinds:
            date += datetime.timedelta(days=self.rng.randint(0, 6))
        if self.rng.random() < self.taste.reform:
            grain = frozenset({"month" if k in {"monthname", "roman"} else k for k in kinds})
            plain = grain & {"day", "month", "year", "weekday"}
            sample = dates.random_form(plain, self.rng, day_first=day_first, language=language)
            found = sample and dates.form_of(sample, day_first=day_first, language=language)
            form = found or form
        return dates.write(form, date, language=language)


def read_date(form: Sequence[dates.Field], year: int, language: str) -> datetime.date:
    """Returns the date that a form holds: the middle of what it leaves open.

    Args:
        form: From `dates.form_of`.
        year: The year where the form has none.
        language: Of the month's name.
    """
    day, month = 15, 6
    for field in form:
        if field.kind == "day":
            day = int(field.text)
        elif field.kind == "month":
            month = int(field.text)
        elif field.kind == "roman":
            month = dates.ROMAN.index(field.text) + 1
        elif field.kind == "monthname":
            month = dates.month_of(field.text, language)
        elif field.kind == "year":
            number = int(field.text)
            century = 2000 if number <= 26 else 1900
            year = number if len(field.text) == 4 else century + number
    try:
        return datetime.date(year, month, day)
    except ValueError:  # a date that no calendar has: 31 June, 0 May
        return datetime.date(min(max(year, 1900), 2100), min(max(month, 1), 12), 15)
