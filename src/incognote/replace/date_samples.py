"""Dates for notes that are made or varied: moved, in a form drawn at random, or of another feast.

A pack's table `calendar` holds what is drawn from: samples of forms by their grain, feasts, seasons
and sets of days.
"""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Iterator, Sequence
from functools import cache

from incognote.core.calendar import calendar
from incognote.core.case import case_like, fold
from incognote.core.language import get_language
from incognote.core.words import any_of
from incognote.replace.date_ranges import days_of, parts_of, write_all
from incognote.replace.date_writing import write
from incognote.replace.dates import Form, Habits, read, says
from incognote.replace.shift import digits_of

_GRAINS = {"day": "d", "month": "m", "monthname": "m", "roman": "m", "year": "y", "weekday": "w"}


def varied(surface: str, habits: Habits, days: int, rng: random.Random, reform: float) -> str:
    """Returns a date moved by some days; another of its kind for what is none, or a feast.

    A day of the week alone moves by up to six days more, so that it is any of them.

    Args:
        surface: As it stands in the note.
        habits: Of the note.
        days: By how many it moves.
        rng: Source of chance.
        reform: The probability that it gets another form than it had.
    """
    surface = digits_of(surface)
    parts = parts_of(surface, habits)
    forms = [form for _, _, form in parts]
    kinds = {piece.kind for form in forms for piece in form}
    meant = next(days_of(forms, habits, None), None) if forms else None
    if not meant or "feast" in kinds:
        return swapped(surface, rng, habits.lang)
    if "weekday" in kinds and "day" not in kinds:
        days += rng.randint(0, 6)
    if len(forms) == 1 and rng.random() < reform:
        sample = sample_of(grain_of(forms[0]), rng, habits.lang, day_first=habits.day_first)
        if sample:
            moved = meant[0] + datetime.timedelta(days)
            return write_as(sample, moved, habits.lang, day_first=habits.day_first)
    try:
        written = write_all(forms, meant, habits, days=days, before="")
    except IndexError:  # a day that has no single word
        return swapped(surface, rng, habits.lang)
    return "".join(gap + new for (gap, _, _), new in zip(parts, written, strict=True))


def grain_of(form: Form) -> str:
    """Returns which of day, month, year and weekday a form says: `dmyw` or a part of it."""
    said = {_GRAINS.get(piece.kind, "") for piece in form}
    return "".join(letter for letter in "dmyw" if letter in said)


def sample_of(grain: str, rng: random.Random, lang: str, *, day_first: bool) -> str:
    """Returns a date in a random form of that grain, '' where the table has none.

    Args:
        grain: Which of day, month, year and weekday the date says: `dmyw` or a part of it.
        rng: Source of chance.
        lang: Language of the note.
        day_first: Which order of numbers the place uses.
    """
    rows = get_language(lang).table("calendar")
    order = "dayfirst" if day_first else "monthfirst"
    forms = rows.get(f"forms {grain}", ()) + rows.get(f"forms {grain} {order}", ())
    return rng.choice(forms) if forms else ""


def write_as(sample: str, date: datetime.date, lang: str, *, day_first: bool) -> str:
    """Returns a date in the form of a sample, its day of the week right.

    Raises:
        ValueError: If the sample is no date.
    """
    habits = Habits(day_first, False, date.year, lang)
    form = read(sample, habits)
    if form is None:
        raise ValueError(f"no form of a date: {sample!r}")
    return write(form, date, habits, days=date.isoweekday() - says(form, "weekday"))


@cache
def _groups(lang: str) -> Sequence[tuple[re.Pattern[str], tuple[str, ...]]]:
    """What is swapped within: feasts, seasons, names of months and days, numbers as spoken."""
    rows, own = get_language(lang).table("calendar"), calendar(lang)

    def groups() -> Iterator[tuple[str, ...]]:
        yield from (rows["feast"], rows["season"])
        yield from (*own.names[0].months, *own.names[0].weekdays)
        yield tuple(letter for letters in own.weekday_letters for letter in letters)
        yield from (values for key, values in rows.items() if key.split()[0] == "spoken")

    def pattern(group: tuple[str, ...]) -> re.Pattern[str]:
        longest = sorted(map(re.escape, group), key=len, reverse=True)
        return re.compile(rf"\b{any_of(longest)}\b", re.IGNORECASE)

    return [(pattern(group), group) for group in groups()]


def swapped(surface: str, rng: random.Random, lang: str) -> str:
    """Returns another of the same kind for feasts and seasons; digits change, the rest stays.

    Two-digit groups stay within what days and months can be.
    """
    rows, low = get_language(lang).table("calendar"), fold(surface)
    for kind in ("feast", "season", "dayset"):
        if low in map(fold, rows[kind]):
            return case_like(surface, rng.choice(rows[kind]))
    text = surface
    for pattern, group in _groups(lang):

        def pick(found: re.Match[str], group: tuple[str, ...] = group) -> str:
            return case_like(found[0], rng.choice(group))

        text = pattern.sub(pick, text)
    return re.sub(r"\d+", lambda found: _number(found[0], rng), text)


def _number(digits: str, rng: random.Random) -> str:
    if len(digits) == 4 and digits[:2] in {"19", "20"}:
        return str(rng.randint(1935, 2026))
    if len(digits) <= 2:
        return str(rng.randint(1, 12)).zfill(len(digits) if digits[0] == "0" else 1)
    return "".join(rng.choice("0123456789") for _ in digits)
