"""How a note writes its dates, and when it was written."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import replace

from incognote.core.document import Document
from incognote.core.labels import our_type
from incognote.replace.calendar import has_weekday
from incognote.replace.date_readings import date_of, day_in, has_day_and_month, is_whole, says
from incognote.replace.dates import Form, Habits, read, whole_year
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
_BIRTH = re.compile(
    r"\b(?:d\.?o\.?b\.?|birth ?(?:date|day)?|born|b\.|nac(?:id[oa]|imiento|\.)?|f\.? ?n\.?"
    r"|f\.? nac\.?|fecha de nac(?:imiento)?|cumplea[nñ]os)\W{0,3}"
    r"(?:(?:on|in|en|el|is|:)\W{0,2}){0,2}$",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"\b(?:date|seen|visit(?:ed)?|adm(?:it(?:ted)?|ission)?|arr(?:ived|ival)?|encounter|d\.?o\.?s|exam|"
    r"service|today|hoy|fecha|ingres[oaó]|consulta|visita|visto|vista|atenci[oó]n|asiste|acude)"
    r"\W{0,3}(?:(?:date|of service|on|in|en|el|de|la|time|is|:)\W{0,2}){0,3}$",
    re.IGNORECASE,
)
_TO_COME = re.compile(
    r"\b(?:exp(?:ir(?:es|y|ation))?|due|edd|edc|next|f/?u|follow[- ]?up|appt|return|rtc|until|"
    r"caduca|vence|v[aá]lid[oa]|pr[oó]xim[oa]|cita|fpp|revisi[oó]n|hasta)\W{0,3}"
    r"(?:(?:on|in|en|el|date|is|:)\W{0,2}){0,2}$",
    re.IGNORECASE,
)


def is_birth(text: str, start: int) -> bool:
    """Returns whether what stands before a date says that somebody was born on it."""
    return _BIRTH.search(text, max(0, start - _CUE), start) is not None


_PAIR = re.compile(r"\D*(\d{1,2})([/.-])(\d{1,2})(\2(?:\d{4}|\d{2}))?(?![/.-]?\d)")
_DAY_MONTH = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)? (?:of )?[A-Za-z]{3}")
"""Not 04-JUL-2024, which laboratories write everywhere."""
_MONTH_DAY = re.compile(r"[A-Za-z]{3}\.?[ -]\d{1,2}\b(?!\d)")
_BRITISH = re.compile(
    r"\bNHS\b|\bCHI:? (?:no|number|\d{10})\b|\bEircode\b|\bMedicare no\b|\bPPSN?\b"
)


def habits_of(doc: Document, context: Context) -> Habits:
    """Returns how a note writes its dates, from all its date marks and its postcodes."""
    spans = [span for span in doc.spans if our_type(span.label) == "DATE"]
    surfaces = [doc.text[span.start : span.end] for span in spans]
    zero = sum(bool(re.search(r"(?<!\d)0\d(?=[/.-])", text)) for text in surfaces)
    bare = sum(bool(re.search(r"(?<!\d)[1-9](?=[/.-])", text)) for text in surfaces)
    day_first = context.day_first
    if day_first is None:
        day_first = _day_first(doc, surfaces, context.lang)
    padded = zero > bare if zero or bare else context.lang == "es"
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
        if is_whole(form) and (date := date_of(form, habits)) and not is_birth(text, start)
    ]
    there = [(s, d) for s, d in dates if not _TO_COME.search(text, max(0, s - _CUE), s)] or dates
    for start, date in there:
        if _OWN.search(text, max(0, start - _CUE), start):
            return date
    last = max((date for _, date in there), default=None)
    return next((date for _, date in there if last and (last - date).days <= LONG), None)


def _year(text: str, forms: Sequence[tuple[int, Form]], habits: Habits) -> int:
    """The year of a note without a whole date: the last it says, else one that its days fit."""
    said = [
        whole_year(piece, _NOW)
        for start, form in forms
        for piece in form
        if piece.kind == "year" and not is_birth(text, start)
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
        weekday = has_weekday(text, lang)
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
    if votes or lang == "es":
        return votes >= 0
    for span in doc.spans:
        if span.label == "ZIP":
            country = country_of(doc.text[span.start : span.end])
            if country:
                return country not in ("US", "CA")
    if _BRITISH.search(doc.text):
        return True
    day_month = sum(bool(_DAY_MONTH.search(text)) for text in surfaces)
    return day_month > sum(bool(_MONTH_DAY.search(text)) for text in surfaces)
