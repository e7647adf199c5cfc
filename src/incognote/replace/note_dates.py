"""How a note writes its dates, and when it was written."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from incognote.core.calendar import calendar, either, has_name
from incognote.core.document import Document
from incognote.core.labels import our_type
from incognote.replace.dates import (
    Form,
    Habits,
    date_of,
    day_in,
    has_day_and_month,
    is_whole,
    read,
    says,
    whole_year,
)
from incognote.replace.postcodes import country_of
from incognote.replace.replacement import Context

LONG = 730
"""Days before the last date of a note from which one is a birth or the like, and not the note's."""
_NOW = 2026
"""Year of a note that names none: only 29 February and two-digit years depend on it."""
_YEARS = range(_NOW, _NOW - 28, -1)
"""Years that a note without one may be of: each way that days of the week fall on dates."""

_CUE = 24
"""Characters before a date that may say whose date it is."""


def _said_before(member: str) -> Callable[[str], re.Pattern[str]]:
    """From a language to the pattern of words of its calendar before a date."""

    @cache
    def pattern(lang: str) -> re.Pattern[str]:
        words, between = either(lang, member), either(lang, "between")
        end = rf"\W{{0,3}}(?:(?:{between}|:)\W{{0,2}}){{0,3}}$"
        return re.compile(rf"\b{words}{end}", re.IGNORECASE)

    return pattern


_birth, _own, _to_come = map(_said_before, ("birth", "own", "to_come"))


def is_birth(text: str, start: int, lang: str) -> bool:
    """Returns whether what stands before a date says that somebody was born on it."""
    return _birth(lang).search(text, max(0, start - _CUE), start) is not None


_PAIR = re.compile(r"\D*(\d{1,2})([/.-])(\d{1,2})(\2(?:\d{4}|\d{2}))?(?![/.-]?\d)")


def habits_of(doc: Document, context: Context) -> Habits:
    """Returns how a note writes its dates, from all its date marks and its postcodes."""
    spans = [span for span in doc.spans if our_type(span.label) == "DATE"]
    surfaces = [doc.text[span.start : span.end] for span in spans]
    zero = sum(bool(re.search(r"(?<!\d)0\d(?=[/.-])", text)) for text in surfaces)
    bare = sum(bool(re.search(r"(?<!\d)[1-9](?=[/.-])", text)) for text in surfaces)
    day_first = context.day_first
    if day_first is None:
        day_first = _day_first(doc, surfaces, context.lang)
    padded = zero > bare if zero or bare else calendar(context.lang).padded
    habits = Habits(day_first, padded, _NOW, context.lang)
    own = read(doc.meta.get("date", ""), habits)
    note = date_of(own, habits) if own else None
    forms = [read(text, habits) for text in surfaces]
    read_ = [(span.start, form) for span, form in zip(spans, forms, strict=True) if form]
    note = note or _note_date(doc.text, read_, habits)
    if note is None:
        return replace(habits, year=_year(doc.text, read_, habits))
    return replace(habits, year=note.year, note=note)


def _note_date(
    text: str, forms: Sequence[tuple[int, Form]], habits: Habits
) -> datetime.date | None:
    """A note's own date: the first that is said to be, else the first of its last two years.

    Only days with their year count, and none that is a birth; what is to come only where nothing
    else stands.
    """
    dates = [
        (start, date)
        for start, form in forms
        if is_whole(form) and (date := date_of(form, habits))
        if not is_birth(text, start, habits.lang)
    ]
    there = [
        (s, d) for s, d in dates if not _to_come(habits.lang).search(text, max(0, s - _CUE), s)
    ] or dates
    for start, date in there:
        if _own(habits.lang).search(text, max(0, start - _CUE), start):
            return date
    last = max((date for _, date in there), default=None)
    return next((date for _, date in there if last and (last - date).days <= LONG), None)


def _year(text: str, forms: Sequence[tuple[int, Form]], habits: Habits) -> int:
    """The year of a note without a whole date: the last it says, else one that its days fit."""
    said = [
        whole_year(piece, _NOW)
        for start, form in forms
        for piece in form
        if piece.kind == "year" and not is_birth(text, start, habits.lang)
    ]
    if said:
        return max(said)
    days = [form for _, form in forms if has_day_and_month(form)]

    def fitting(year: int) -> int:
        dates = [(day_in(form, year), says(form, "weekday")) for form in days]
        return sum(date is not None and day in (0, date.isoweekday()) for date, day in dates)

    return max(_YEARS, key=fitting)


def _right_weekday(surface: str, day_first: bool, lang: str) -> bool:
    """Whether a date with its day of the week is right when so read: Tuesday 2/6/98 is in June."""
    habits = Habits(day_first, False, _NOW, lang)
    form = read(surface, habits) or ()
    weekday = next((piece.number for piece in form if piece.kind == "weekday"), 0)
    if not weekday or not {"day", "month", "year"} <= {piece.kind for piece in form}:
        return False
    date = date_of(form, habits)
    return date is not None and date.isoweekday() == weekday


def _day_first(doc: Document, surfaces: Sequence[str], lang: str) -> bool:
    """Whether 3/4 is 3 April: told by dates like 14/3, else by postcodes and written months."""
    dates = pairs = 0
    for text in surfaces:
        weekday = has_name(text, "weekday", lang)
        if weekday:
            dates += _right_weekday(text, True, lang) - _right_weekday(text, False, lang)
        found = _PAIR.match(text)
        if found:
            first, second = int(found[1]), int(found[3])
            vote = (12 < first <= 31) - (12 < second <= 31)
            # A bare pair may be a month with its year, or a score that was taken for a date.
            if weekday or found[4]:
                dates += vote
            else:
                pairs += vote
    votes = dates or pairs
    own = calendar(lang)
    if votes:
        return votes > 0
    if own.day_first is not None:
        return own.day_first
    for span in doc.spans:
        if span.label == "ZIP":
            country = country_of(doc.text[span.start : span.end])
            if country:
                return country not in own.month_first_countries
    if own.day_first_signs and re.search(own.day_first_signs, doc.text):
        return True
    return sum(_order_in_words(text, lang) for text in surfaces) > 0


def _order_in_words(surface: str, lang: str) -> int:
    """1 for 4 March, -1 for March 4, 0 for neither; 04-JUL-2024 is written everywhere."""
    pieces = read(surface, Habits(True, False, _NOW, lang)) or ()
    kinds = [piece.kind for piece in pieces]
    if "day" not in kinds or "monthname" not in kinds:
        return 0
    day, month = kinds.index("day"), kinds.index("monthname")
    if day > month:
        return -1
    return int(any(piece.text == " " for piece in pieces[day:month]))
