"""Refills every mark of a note with a new value of its kind, the same person staying one person."""

from __future__ import annotations

import random

from incognote.core.case import case_like, fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.core.language import get_language
from incognote.lab.synthesis.edits import Edit, apply
from incognote.lab.synthesis.recipe import Recipe
from incognote.replace.date_samples import varied
from incognote.replace.names import PEOPLE
from incognote.replace.naming import naming
from incognote.replace.note_dates import habits_of
from incognote.replace.replacement import Context
from incognote.replace.values.synthesis import Refilled, Synthesis, Taste

_EARLIEST, _LATEST = 1996, 2026
"""Years that the last date of a refilled note may lie in."""
_BACK = 22
"""By so many years at most it moves back."""


def refill(doc: Document, rng: random.Random, recipe: Recipe) -> Document:
    """Returns the note with every mark refilled, label and entity number kept.

    Args:
        doc: A note with gold marks in the labels of the recipe's language.
        rng: Source of chance.
        recipe: `reform` is the share of values that take another form than the old one had.
    """
    return _Refill(doc, rng, recipe.language, Taste(recipe.reform, recipe.words)).refilled()


class _Refill:
    """A note in refilling, and the shift of its dates."""

    def __init__(self, doc: Document, rng: random.Random, language: str, taste: Taste) -> None:
        self.doc, self.rng, self.language, self.taste = doc, rng, language, taste
        self.part: Synthesis = get_language(language).part("synthesis", "SYNTHESIS")
        self.note: Refilled = self.part.refilled(doc, rng, taste, language)
        self.same: dict[tuple[str, str], str] = {}
        # One shift for the note, so that the order of its dates stays.
        self.habits = habits_of(doc, Context(lang=language, day_first=self.note.day_first))
        latest = rng.randint(min(max(_EARLIEST, self.habits.year - _BACK), _LATEST), _LATEST)
        self.shift = (latest - self.habits.year) * 365 + rng.randint(-180, 150)

    def refilled(self) -> Document:
        """The note with each mark replaced.

        A mark inside another is left to the outer one.
        """
        edits: list[Edit] = []
        end = -1
        for span in sorted(self.doc.spans, key=lambda s: (s.start, -s.end)):
            if span.start >= end:
                surface = self.doc.text[span.start : span.end]
                edits.append(Edit(span.start, span.end, self._value(span, surface) or surface))
                end = span.end
        return apply(self.doc, edits)

    def _is_person(self, label: str) -> bool:
        return our_type(label) in PEOPLE and not naming(self.language).is_relative(label)

    def _value(self, span: Span, surface: str) -> str:
        if self._is_person(span.label):
            return self.note.people.name(span)
        if make := self.part.mentions.get(span.label):
            return make(self.note, span, surface)
        key = (span.label, fold(surface))
        if key not in self.same:
            if our_type(span.label) == "DATE":
                made = varied(surface, self.habits, self.shift, self.rng, self.taste.reform)
            else:
                made = self.part.values[span.label](self.note, surface)
            self.same[key] = made
        return case_like(surface, self.same[key])
