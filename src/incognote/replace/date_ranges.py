"""Marks that hold several dates: March 3-15, 3-8/10/23, 12, 13 y 14 de noviembre de 2013.

A date that leaves out its month or year has that of the one beside it. Each moves by itself; where
dates that shared a month no longer do, the month is written with each.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain

from incognote.core.calendar import either
from incognote.replace.date_writing import write
from incognote.replace.dates import (
    MONTHS,
    Form,
    Habits,
    Piece,
    day_in,
    has_day_and_month,
    is_day_alone,
    is_whole,
    nearest,
    read,
    readings,
    whole_year,
)

_MOST = 12
"""Dates of one mark; of more each would be looked up beside all others."""
_NUMERIC = re.compile(
    r"[^\W\d]*\.?,? ?\d{1,2}([/.-])\d{1,2}(?:\1(?:\d{4}|\d\d))?|\d{4}([/.-])\d\d?\2\d\d?"
)
"""A date in numbers that are divided by one sign."""


@cache
def _joins(lang: str) -> tuple[re.Pattern[str], ...]:
    """What may stand between two dates of a mark: each way to divide it is tried, in this order."""
    word = either(lang, "joins")
    return tuple(
        re.compile(f"({join})", re.IGNORECASE)
        for join in (
            rf" {word} | ?[&;+] ?",
            rf"(?:,? {word} |, ?| ?[&;+] ?)",
            r" ?[–—] ?| - ",
            r" ?[-–—] ?",
            r" ?/ ?",
            rf"(?: {word} |[-–—/,;&+ ]+)",
        )
    )


@cache
def join(lang: str) -> re.Pattern[str]:
    """Returns what stands between a date and a mark that leaves out what that says."""
    return re.compile(rf" ?[-–—/] ?| {either(lang, 'joins')} | & ", re.IGNORECASE)


def parts_of(surface: str, habits: Habits) -> list[tuple[str, str, Form]]:
    """Returns each date of a mark, the text before it and its form; [] where it cannot be read.

    A mark of one date is a list of one.
    """
    form = read(surface, habits)
    if form is not None:
        return [("", surface, form)]
    joins = _joins(habits.lang)
    for way in joins:
        pieces = way.split(surface)
        texts, gaps = pieces[::2], ["", *pieces[1::2]]
        if len(texts) > _MOST:
            return []
        forms = [read(text, habits) for text in texts]
        if len(texts) > 1 and all(
            form is not None and _is_part(text, form)
            for text, form in zip(texts, forms, strict=True)
        ):
            found = list(zip(gaps, texts, [form for form in forms if form], strict=True))
            if way is not joins[-1] or all(is_whole(form) for _, _, form in found):
                return found
    return []


def _is_part(text: str, form: Form) -> bool:
    """Whether a form is one date among several, and no hour, number or lone year."""
    kinds = {piece.kind for piece in form}
    if not kinds & {"day", "dayword", "monthname", "feast", "weekday"}:
        return False
    if "month" in kinds:
        return _NUMERIC.fullmatch(text) is not None
    return True


def days_of(
    forms: Sequence[Form], habits: Habits, said: datetime.date | None
) -> Iterator[list[datetime.date]]:
    """Yields, for each way to understand dates that stand together, their days."""
    filled = [_filled(forms, i) for i in range(len(forms))]
    if any(form is None for form in filled):
        return
    whole = [form for form in filled if form]
    surest = (is_whole, _has_year, has_day_and_month)
    first = next((i for sure in surest for i, form in enumerate(whole) if sure(form)), 0)
    for date in readings(whole[first], habits, said):
        found = [
            _beside(form, date, habits) if i != first else date for i, form in enumerate(whole)
        ]
        if all(found):
            yield [day for day in found if day]


def _has_year(form: Form) -> bool:
    return any(piece.kind == "year" for piece in form)


def _filled(forms: Sequence[Form], i: int) -> Form | None:
    """A form with the month of a neighbour where it says none; None where no neighbour fits."""
    if len(forms) == 1 or not is_day_alone(forms[i]):
        return forms[i]
    donor = _donor(forms, i)
    if donor is None:
        days_only = all(is_day_alone(form) for form in forms)
        return forms[i] if days_only else None
    return (*forms[i], *[piece for piece in donor if piece.kind in MONTHS])


def _donor(forms: Sequence[Form], i: int) -> Form | None:
    """The nearest neighbour that says a month, on the side where a month is left out."""
    for j in chain(range(i - 1, -1, -1), range(i + 1, len(forms))):
        kinds = [piece.kind for piece in forms[j]]
        at = next((k for k, kind in enumerate(kinds) if kind in MONTHS), None)
        days = [k for k, kind in enumerate(kinds) if kind in ("day", "dayword")]
        if at is not None and days and (j < i) == (at < days[0]):
            return forms[j]
    return None


def _beside(form: Form, date: datetime.date, habits: Habits) -> datetime.date | None:
    """The day of a form that lies next to another date."""
    years = [whole_year(piece, habits.year) for piece in form if piece.kind == "year"]
    if has_day_and_month(form):
        if years:
            return day_in(form, years[0])
        _, every = nearest(form, date)
        return every[0] if every else None
    if is_day_alone(form):
        day = next(piece.number for piece in form if piece.kind in ("day", "dayword"))
        after = (date + datetime.timedelta(days) for days in range(32))
        return next((near for near in after if near.day == day), None)
    found = readings(form, replace(habits, year=years[0] if years else date.year))
    if years:
        return found[0]
    middles = [_in_year(found[0], date.year + step) for step in (-1, 0, 1)]
    return min(middles, key=lambda middle: abs((middle - date).days))


def _in_year(date: datetime.date, year: int) -> datetime.date:
    return date.replace(year=year, day=min(date.day, 28))


def write_all(
    forms: Sequence[Form],
    dates: Sequence[datetime.date],
    habits: Habits,
    *,
    days: int,
    before: str,
) -> list[str]:
    """Returns each date of a mark moved by `days`, in its own form.

    Where a date had the month of a neighbour and has it no longer, it gets one of its own.
    """
    moved = [date + datetime.timedelta(days) for date in dates]
    out = []
    for i, form in enumerate(forms):
        donor = _donor(forms, i) if len(forms) > 1 and is_day_alone(form) else None
        if donor is not None:
            at = next(j for j, other in enumerate(forms) if other is donor)
            if (moved[at].year, moved[at].month) != (moved[i].year, moved[i].month):
                form = _with_month(form, donor)
        out.append(write(form, moved[i], habits, days=days, before="" if i else before))
    return out


def _with_month(form: Form, donor: Form) -> Form:
    """A form with the month of another beside its day, written as there."""
    kinds = [piece.kind for piece in donor]
    month = next(k for k, kind in enumerate(kinds) if kind in MONTHS)
    day = next(k for k, kind in enumerate(kinds) if kind in ("day", "dayword"))
    at = next(k for k, piece in enumerate(form) if piece.kind in ("day", "dayword"))
    between: tuple[Piece, ...] = donor[min(month, day) + 1 : max(month, day)]
    between = tuple(piece for piece in between if piece.kind == "text")
    if month < day:
        return (*form[:at], donor[month], *between, *form[at:])
    end = at + 1 + (len(form) > at + 1 and form[at + 1].kind == "ordinal")
    return (*form[:end], *between, donor[month], *form[end:])
