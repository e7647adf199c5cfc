"""Dates moved by the patient's number of days, so that all intervals stay.

The number is between 184 and 320 unless the policy says otherwise, forward or back, drawn from the
key: more than half a year and never near whole years, so that a bare year, month or season never
comes out as it was; and no number of whole weeks unless that is asked for, so that no weekday does.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from incognote.core.calendar import either, weekdays_moved
from incognote.core.document import Document, Span
from incognote.replace.ages import tells_old_age
from incognote.replace.date_ranges import days_of as days_meant
from incognote.replace.date_ranges import join, parts_of, write_all
from incognote.replace.dates import Form, Habits, is_day_alone, is_whole, whole_year
from incognote.replace.note_dates import LONG, habits_of, is_birth
from incognote.replace.policy_options import Options
from incognote.replace.replacement import Context, tag_of


@dataclass(frozen=True, slots=True)
class _Mark:
    """A date mark taken apart."""

    span: Span
    surface: str
    """As read: with digits where scanning put letters, without the hour that it ends in."""
    gaps: tuple[str, ...]
    forms: tuple[Form, ...]
    hour: str


def shift(doc: Document, spans: Sequence[Span], context: Context) -> list[str]:
    """Returns each date moved, in its own form.

    The tag of what is no date that we know, of what may be several dates that would come out
    differently, and of what would tell an age from `old_age` on.
    """
    habits, days = habits_of(doc, context), days_of(doc, context)
    marks = [_taken_apart(doc.text, span, habits) for span in spans]
    hidden = _Hidden(doc, habits, context)
    said: datetime.date | None = None
    made = []
    for i, mark in enumerate(marks):
        before = doc.text[max(0, mark.span.start - _BEFORE) : mark.span.start]
        start = _RANGE.search(before)
        if start and re.fullmatch(r"\d\d", mark.surface):  # 2016-20
            new = _end_of_years(int(start[1]), int(mark.surface), days, hidden)
        elif not mark.forms:
            new = weekdays_moved(mark.surface, days, habits.lang)
        else:
            forms, at = _with_neighbours(doc.text, marks, i, habits.lang)
            new, last = _moved(mark, forms, at, habits, days, said, before)
            if any(hidden.hides(mark, form) for form in mark.forms):
                new = ""
            if last and not is_birth(doc.text, mark.span.start, habits.lang):
                near = habits.note is None or abs((last - habits.note).days) <= LONG
                said = last if near else said
        if mark.span.detector == "verify":
            new = ""  # found by its form alone: it may be a score, which must not change
        same = new == mark.surface and not context.whole_weeks
        made.append(tag_of(mark.span) if not new or same else new + mark.hour)
    return made


@cache
def _plain_habits(lang: str) -> Habits:
    return habits_of(Document("", ""), Context(lang=lang))


def is_day(text: str, lang: str) -> bool:
    """Returns whether a text is one date with its year, and nothing but an hour behind it."""
    if not text or len(text) > _LONGEST:
        return False
    mark = _taken_apart(text, Span(0, len(text), "DATE"), _plain_habits(lang))
    return len(mark.forms) == 1 and is_whole(mark.forms[0])


_LONGEST = 60
"""Characters of a date with day of the week, month by name and hour."""


def _taken_apart(text: str, span: Span, habits: Habits) -> _Mark:
    surface = digits_of(text[span.start : span.end])
    unit, hour_before_unit, hour_at_end = _hours(habits.lang)
    cut = unit.match(text[span.end : span.end + _BEFORE])
    found = (hour_before_unit if cut else hour_at_end).search(surface)
    for hour in (found[0], "") if found else ("",):
        plain = surface.removesuffix(hour)
        if parts := parts_of(plain, habits):
            gaps, _, forms = zip(*parts, strict=True)
            return _Mark(span, plain, gaps, forms, hour)
    return _Mark(span, surface, (), (), "")


def _with_neighbours(
    text: str, marks: Sequence[_Mark], i: int, lang: str
) -> tuple[tuple[Form, ...], int]:
    """The forms of a mark with that of the mark it is joined to, and where its own begin.

    Only a day that leaves out its month has neighbours: the 15 of 'March 3' to '15'.
    """
    mark = marks[i]
    if len(mark.forms) == 1 and is_day_alone(mark.forms[0]):
        for j, first, second in ((i - 1, i - 1, i), (i + 1, i, i + 1)):
            if 0 <= j < len(marks) and marks[j].forms:
                between = text[marks[first].span.end : marks[second].span.start]
                if join(lang).fullmatch(between) and not all(map(is_day_alone, marks[j].forms)):
                    return (
                        ((marks[j].forms[-1], *mark.forms), 1)
                        if j < i
                        else ((*mark.forms, marks[j].forms[0]), 0)
                    )
    return mark.forms, 0


def _moved(
    mark: _Mark,
    forms: tuple[Form, ...],
    at: int,
    habits: Habits,
    days: int,
    said: datetime.date | None,
    before: str,
) -> tuple[str, datetime.date | None]:
    """A mark moved, '' where that cannot be told; and the last day that it says, if it is sure."""
    size = len(mark.forms)
    results, last = set(), None
    for dates in days_meant(forms, habits, said):
        own = slice(at, at + size)
        try:
            old = write_all(forms, dates, habits, days=0, before=before)[own]
            new = write_all(forms, dates, habits, days=days, before=before)[own]
        except (OverflowError, IndexError):
            return "", None  # before the year 1, or a day that has no single word
        feast = any(piece.kind == "feast" for form in mark.forms for piece in form)
        if not feast and _joined(mark.gaps, old) != mark.surface:
            return "", None  # a form that we cannot write to the letter we may have read wrongly
        results.add(_joined(mark.gaps, new))
        if len(results) == 1 and (is_whole(mark.forms[-1]) or last is None):
            last = dates[own][-1]
    return (results.pop(), last) if len(results) == 1 else ("", None)


def _joined(gaps: Sequence[str], texts: Sequence[str]) -> str:
    return "".join(gap + text for gap, text in zip(gaps, texts, strict=True))


def _end_of_years(first: int, short: int, days: int, hidden: _Hidden) -> str:
    """The last two digits of a range of years, moved."""
    year = first - first % 100 + short
    year += 100 * (year < first)
    moved = datetime.date(year, 7, 2) + datetime.timedelta(days)
    return "" if hidden.hides_year(year) else f"{moved.year % 100:02d}"


def first_year(habits: Habits, options: Options) -> int:
    """Returns the first year that tells no age from `old_age` on when a note was written."""
    old = habits.note.year - options.old_age + 1 if habits.note else 0
    return max(options.first_year, old)


class _Hidden:
    """Which years would tell an age that is hidden elsewhere."""

    def __init__(self, doc: Document, habits: Habits, context: Context) -> None:
        self._text, self._habits = doc.text, habits
        self._first = first_year(habits, context.options)
        old_age = context.options.old_age
        # Where the note has no date of its own, an old age makes every birth one of old.
        self._births = habits.note is None and tells_old_age(doc, old_age, habits.lang)

    def hides_year(self, year: int) -> bool:
        return year < self._first

    def hides(self, mark: _Mark, form: Form) -> bool:
        years = [whole_year(p, self._habits.year) for p in form if p.kind == "year"]
        if years and self._births and is_birth(self._text, mark.span.start, self._habits.lang):
            return True
        return any(map(self.hides_year, years))


@cache
def _hours(lang: str) -> tuple[re.Pattern[str], ...]:
    """What stands behind an hour; the hour before it; one at the end of a date: 'Thursday at 4'."""
    at, unit = rf",?(?: (?:{either(lang, 'at')}|@))", rf" ?{either(lang, 'hour_units')}"
    seconds = r"(?::[0-5]\d(?:[.,]\d{1,9})?)?"
    clock = rf"(?:[01]?\d|2[0-4])(?:[:.]\d\d{seconds})?"
    plain = rf"[ :](?:[01]?\d|2[0-4]):[0-5]\d{seconds}"
    ending = rf"(?:{at}? {clock}{unit}|{at} {clock}|{plain})$"
    return tuple(re.compile(each, re.IGNORECASE) for each in (unit, rf"{at}? {clock}$", ending))


_BEFORE = 8
"""Characters before a date, and behind it, that are looked at."""


def digits_of(surface: str) -> str:
    """Returns a date with the digits that scanning took for letters."""
    return _MIXED.sub(lambda found: found[0].translate(_DIGITS), surface)


_RANGE = re.compile(r"(?<!\d)((?:19|20)\d\d) ?[-–/] ?$")
"""A year that the last two digits of another follow."""
_MIXED = re.compile(
    r"(?<![A-Za-z])(?=[\dOolI]*\d)[\dOolI]+(?![A-Za-z])|(?<=/)[OolI]+\d?(?![A-Za-z])"
)
_DIGITS = str.maketrans("OolI", "0011")
"""Letters that scanning puts for digits."""


def days_of(doc: Document, context: Context) -> int:
    """Returns how many days the dates of a note move: the same for all notes of a patient."""
    patient = "" if context.scope == "note" else context.patient(doc)
    group = ("patient", patient) if patient else ("group", context.group(doc))
    number = int.from_bytes(context.secret("dates", *group)[:8], "big")
    shifts = context.options.shifts
    choices = [days for days in shifts if (days % 7 == 0) == context.whole_weeks]
    days = choices[number // 2 % len(choices)]
    return days if number % 2 else -days
