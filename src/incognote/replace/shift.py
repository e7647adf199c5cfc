"""Dates moved by the patient's number of days, so that all intervals stay.

The number is between 184 and 320 unless the policy says otherwise, forward or back, drawn from the
key: more than half a year and never near whole years, so that a bare year, month or season never
comes out as it was; and no number of whole weeks unless that is asked for, so that no weekday does.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from incognote.document import Document, Span
from incognote.labels import our_type
from incognote.replace.calendar import JOINS, has_weekday, letters_moved
from incognote.replace.dates import Form, Habits, date_of, read, whole_year, write
from incognote.replacement import Context, tag_of
from incognote.values.places import country_of

_NOW = 2026
"""Year of a note that names none: only 29 February and two-digit years depend on it."""


def shift(doc: Document, spans: Sequence[Span], context: Context) -> list[str]:
    """Returns each date moved, in its own form; the tag of what is no date that we know."""
    habits = habits_of(doc, context)
    days = days_of(doc, context)
    first = context.options.first_year
    single = [_each(doc.text, span) for span in spans]
    parts = [[_parted(doc.text, span, habits) for span in each] for each in single]
    dates = [[_whole_date(form, habits) for _, form, _ in each] for each in parts]
    near = _first_date([date for each in dates for date in each])
    out = []
    for span, each, its_parts, its_dates in zip(spans, single, parts, dates, strict=True):
        done, end = "", span.start
        for one, (surface, form, hour), date in zip(each, its_parts, its_dates, strict=True):
            before = doc.text[max(0, one.start - _WORD) : one.start]
            if near and date and abs((date - near).days) <= _LONG:
                near = max(near, date)
            moved = _moved(surface, form, habits, days, first, near, before)
            if not moved:
                done = tag_of(span)
                break
            done += doc.text[end : one.start] + moved + hour
            end = one.end
        out.append(done)
    return out


_WHOLE = r"(?:\d{4}([/.-])\d{1,2}\1\d{1,2}|\d{1,2}([/.-])\d{1,2}\2(?:\d{4}|\d\d))"
_DATE = re.compile(rf"(?<!\d){_WHOLE}(?!\d)")
_BETWEEN = JOINS | {"", "—", ",", ";", "&", "+", "e", "until"}
"""What may stand between two whole dates of one mark; nothing but blanks, too."""


def _each(text: str, span: Span) -> list[Span]:
    """The dates of a mark that holds several in numbers, one behind the other; else the mark."""
    found = [match.span() for match in _DATE.finditer(text, span.start, span.end)]
    between = [text[a:b] for (_, a), (b, _) in pairwise(found)]
    whole = found and (found[0][0], found[-1][1]) == (span.start, span.end)
    if not between or not whole or not _BETWEEN.issuperset(gap.strip().lower() for gap in between):
        return [span]
    return [replace(span, start=start, end=end) for start, end in found]


_CLOCK = r"(?:[01]?\d|2[0-4])(?:[:.]\d\d)?"
_AT = r",?(?: (?:at|@|a las?))"
_HALF_DAY = r" ?(?:[ap]\.? ?m\b\.?|hrs?\b\.?|hs\b\.?|horas\b|h\b)"
_HOUR = re.compile(
    rf"(?:{_AT}? {_CLOCK}{_HALF_DAY}|{_AT} {_CLOCK}| (?:[01]?\d|2[0-4]):[0-5]\d)$", re.IGNORECASE
)
"""An hour at the end of a date: 'jueves 4 pm', 'Thursday at 4'."""
_BEFORE_HALF_DAY = re.compile(rf"{_AT}? {_CLOCK}$", re.IGNORECASE)


def _parted(text: str, span: Span, habits: Habits) -> tuple[str, Form | None, str]:
    """A date, its form, and the hour that it ends in, which stays; '' for none."""
    surface = _digits(text[span.start : span.end])
    cut = re.match(_HALF_DAY, text[span.end : span.end + _WORD], re.IGNORECASE)
    hour = (_BEFORE_HALF_DAY if cut else _HOUR).search(surface)
    if hour and (form := read(surface[: hour.start()], habits)):
        return surface[: hour.start()], form, hour[0]
    return surface, read(surface, habits), ""


_WORD = 8
"""Characters before a date that are looked at."""


def _digits(surface: str) -> str:
    """The surface with the digits that scanning took for letters."""
    return _MIXED.sub(lambda found: found[0].translate(_DIGITS), surface)


def _whole_date(form: Form | None, habits: Habits) -> datetime.date | None:
    """The date of a form that says day and month, None for any other."""
    kinds = {piece.kind for piece in form or ()}
    if form is None or "day" not in kinds or not {"month", "monthname", "roman"} & kinds:
        return None
    return date_of(form, habits)


_LONG = 730
"""Days before the last date from which one is a birth or the like: days of the month that follow
do not mean its month."""


def _first_date(dates: Sequence[datetime.date | None]) -> datetime.date | None:
    """The first date of a note that is no birth or the like: within two years of the latest."""
    known = [date for date in dates if date]
    last = max(known, default=datetime.date.min)
    return next((date for date in known if (last - date).days <= _LONG), None)


def _moved(
    surface: str,
    form: Form | None,
    habits: Habits,
    days: int,
    first_year: int,
    near: datetime.date | None,
    before: str,
) -> str:
    start = _RANGE.search(before)
    if start and re.fullmatch(r"\d\d", surface):  # 2016-20
        year = int(start[1]) - int(start[1]) % 100 + int(surface)
        year += 100 * (year < int(start[1]))
        moved = datetime.date(year, 7, 2) + datetime.timedelta(days)
        return "" if year < first_year else f"{moved.year % 100:02d}"
    if form is None:
        return letters_moved(surface, days, habits.lang)
    if any(whole_year(piece, habits.year) < first_year for piece in form if piece.kind == "year"):
        return ""  # a year of birth beside it would tell an age that the policy hides
    date = date_of(form, habits, near)
    feast = form[0].kind == "feast"
    if not feast and write(form, date, habits) != surface:
        return ""  # a form that we cannot write to the letter we may have read wrongly
    try:
        return write(form, date + datetime.timedelta(days), habits, days=days, before=before)
    except (OverflowError, IndexError):
        return ""  # before the year 1, or a day that Spanish has no single word for


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


_PAIR = re.compile(r"\D*(\d{1,2})[/.-](\d{1,2})(?:[/.-](?:\d{4}|\d{2}))?(?!\d)")
_DAY_MONTH = re.compile(r"\b\d{1,2}(?:st|nd|rd|th)? (?:of )?[A-Za-z]{3}")
"""Not 04-JUL-2024, which laboratories write everywhere."""
_MONTH_DAY = re.compile(r"[A-Za-z]{3,}\.?[ -]\d{1,2}\b(?!\d)")
_BRITISH = re.compile(r"\bNHS\b|\bCHI (?:no|number)\b|\bEircode\b|\bMedicare no\b|\bPPSN?\b")


def habits_of(doc: Document, context: Context) -> Habits:
    """Returns how a note writes its dates, from all its date marks and its postcodes."""
    surfaces = [doc.text[s.start : s.end] for s in doc.spans if our_type(s.label) == "DATE"]
    years = [int(year) for text in surfaces for year in re.findall(r"(?<!\d)(?:19|20)\d\d", text)]
    years += [int(year) for year in re.findall(r"\b(?:19|20)\d\d\b", doc.meta.get("date", ""))]
    short = (re.search(r"[/.-](\d\d)$", text) for text in surfaces if len(text) > 5)
    years += [2000 + int(found[1]) for found in short if found and int(found[1]) <= _NOW % 100]
    now = max((year for year in years if year <= 2100), default=_NOW)
    zero = sum(bool(re.search(r"(?<!\d)0\d(?=[/.-])", text)) for text in surfaces)
    bare = sum(bool(re.search(r"(?<!\d)[1-9](?=[/.-])", text)) for text in surfaces)
    day_first = context.day_first
    if day_first is None:
        day_first = _day_first(doc, surfaces, context.lang)
    padded = zero > bare if zero or bare else context.lang == "es"
    return Habits(day_first, padded, now, context.lang)


def _right_weekday(surface: str, day_first: bool, lang: str) -> bool:
    """Whether a date with its day of the week is right when so read: Tuesday 2/6/98 is in June."""
    habits = Habits(day_first, False, _NOW, lang)
    form = read(surface, habits) or ()
    weekday = next((piece.number for piece in form if piece.kind == "weekday"), 0)
    if not weekday or not {"day", "month", "year"} <= {piece.kind for piece in form}:
        return False
    return date_of(form, habits).isoweekday() == weekday


def _day_first(doc: Document, surfaces: Sequence[str], lang: str) -> bool:
    """Whether 3/4 is 3 April: told by dates like 14/3, else by postcodes and written months."""
    votes = 0
    for text in surfaces:
        if has_weekday(text, lang):
            votes += _right_weekday(text, True, lang) - _right_weekday(text, False, lang)
        found = _PAIR.match(text)
        if found:
            first, second = int(found[1]), int(found[2])
            votes += (12 < first <= 31) - (12 < second <= 31)
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
