"""Dates: which days a form may mean.

What says its year, month and day means one. What lacks its year lies next to the note's own date,
on the day of the week that it says; a day without its month next to the note's date, or to the date
said last. Where that leaves several, all are returned: a mark is moved only where all of them come
out as the same text.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from incognote.replace import feasts
from incognote.replace.dates import Form, Habits, whole_year

_SEASON_DAY = {1: (1, 15), 2: (4, 15), 3: (7, 15), 4: (10, 15)}
_PART_DAY = {1: 5, 2: 15, 3: 25}
_PART_MONTH = {1: 2, 2: 7, 3: 11}
_FAR = 400
"""Days from the note's date within which a date that lacks its year lies."""
_MONTH = 60
"""The same for a day without its month."""
_YEAR_DOUBT, _MONTH_DOUBT = 10, 3
"""Days by which a day without its year, or its month, must lie nearer than in another."""
MONTHS = frozenset(("month", "monthname", "roman"))
"""Kinds of pieces that say a month."""
_DAYS = frozenset(("day", "dayword", "nth"))


def says(form: Form, kind: str) -> int:
    """Returns the number of the first piece of a kind, 0 where there is none."""
    return next((piece.number for piece in form if piece.kind == kind), 0)


def is_whole(form: Form) -> bool:
    """Returns whether a form says year, month and day."""
    kinds = {piece.kind for piece in form}
    day = bool(kinds & MONTHS and kinds & _DAYS) or _is_feast(form)
    return "year" in kinds and day


def has_day_and_month(form: Form) -> bool:
    """Returns whether a form says a day of the year, with its year or without."""
    kinds = {piece.kind for piece in form}
    return bool(kinds & MONTHS and kinds & _DAYS) or _is_feast(form)


def is_day_alone(form: Form) -> bool:
    """Returns whether a form says a day of a month that it does not say."""
    kinds = {piece.kind for piece in form}
    return bool(kinds & {"day", "dayword"}) and not kinds & (MONTHS | {"year", "season"})


def _is_feast(form: Form) -> bool:
    return any(p.kind == "feast" and not feasts.is_time(feasts.rule_of(p.text)) for p in form)


def day_in(form: Form, year: int) -> datetime.date | None:
    """Returns the day that a form means in a year, None where that year has no such day."""
    for piece in form:
        if piece.kind == "feast":
            return feasts.day_of(feasts.rule_of(piece.text), year)
    month = next((piece.number for piece in form if piece.kind in MONTHS), 0)
    if number := says(form, "nth"):
        return feasts.nth_weekday(year, month, number, says(form, "weekday"))
    try:
        return datetime.date(year, month, says(form, "day") or says(form, "dayword"))
    except ValueError:
        return None


def date_of(form: Form, habits: Habits) -> datetime.date | None:
    """Returns the day of a form that says year, month and day; None for others, or no such day."""
    if not is_whole(form):
        return None
    year = next(whole_year(p, habits.year) for p in form if p.kind == "year")
    return day_in(form, year)


def readings(form: Form, habits: Habits, said: datetime.date | None = None) -> list[datetime.date]:
    """Returns the days that a form may mean, the likeliest first; [] where there is none.

    A form that says no day (a month, a season, a year) means the middle of it.

    Args:
        form: As `read` gives it, with the same habits.
        habits: With the note's date.
        said: The date that the note said last.
    """
    if is_whole(form):
        date = date_of(form, habits)
        return [date] if date else []
    if has_day_and_month(form) or any(piece.kind == "feast" for piece in form):
        return _without_year(form, habits)
    if is_day_alone(form):
        return _without_month(form, habits, said)
    return [_middle(form, habits)]


def nearest(form: Form, near: datetime.date) -> tuple[list[datetime.date], list[datetime.date]]:
    """Returns the days around a date that a form without its year may mean, nearest first.

    First those that fall on the day of the week that it says, then all.
    """
    years = (near.year, near.year - 1, near.year + 1, near.year - 2, near.year + 2)
    every = [date for year in years if (date := day_in(form, year))]
    every = sorted(
        (date for date in every if abs((date - near).days) <= _FAR),
        key=lambda date: abs((date - near).days),
    )
    weekday = 0 if says(form, "nth") else says(form, "weekday")
    return [date for date in every if weekday in (0, date.isoweekday())], every


def _without_year(form: Form, habits: Habits) -> list[datetime.date]:
    years = [whole_year(piece, habits.year) for piece in form if piece.kind == "year"]
    if years:  # of a feast of several days
        return [date for year in years if (date := day_in(form, year))]
    near = habits.note or datetime.date(habits.year, 7, 2)
    agreeing, every = nearest(form, near)
    if not agreeing:
        return every  # none has that day of the week, so any year may be meant
    least = abs((agreeing[0] - near).days)
    return [date for date in agreeing if abs((date - near).days) <= least + _YEAR_DOUBT]


def _without_month(form: Form, habits: Habits, said: datetime.date | None) -> list[datetime.date]:
    found: list[datetime.date] = []
    for near in dict.fromkeys(date for date in (habits.note, said) if date):
        days = list(_around(form, near))
        least = min((abs((date - near).days) for date in days), default=0)
        close = [date for date in days if abs((date - near).days) <= least + _MONTH_DOUBT]
        found += sorted(close, key=lambda date: abs((date - near).days))
    return list(dict.fromkeys(found))


def _around(form: Form, near: datetime.date) -> Iterable[datetime.date]:
    """The days of that number, and of that day of the week, in the months around a date."""
    day, weekday = says(form, "day") or says(form, "dayword"), says(form, "weekday")
    for days in range(-_MONTH, _MONTH + 1):
        date = near + datetime.timedelta(days)
        if date.day == day and weekday in (0, date.isoweekday()):
            yield date


def _middle(form: Form, habits: Habits) -> datetime.date:
    """The middle of a month, season or year, or of the part of it that is said."""
    years = [whole_year(piece, habits.year) for piece in form if piece.kind == "year"]
    year = years[0] if years else habits.year
    part = says(form, "part")
    month = next((piece.number for piece in form if piece.kind in MONTHS), 0)
    if month:
        return datetime.date(year, month, _PART_DAY.get(part, 15))
    if season := says(form, "season"):
        return datetime.date(year, *_SEASON_DAY[season])
    return datetime.date(year, _PART_MONTH.get(part, 7), 2)
