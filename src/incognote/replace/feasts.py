"""Feasts: on which day of a year each falls, by a rule.

A pack's calendar says which feasts its notes name. Only those whose day follows from the year by a
rule have one: a feast by the moon of another calendar, or one that falls on different days in
different countries, is not known and becomes a tag. The rules, for 25 December and others:

| rule | day |
|---|---|
| `12-25` | of a month |
| `easter-2` | so many days from Western Easter |
| `11.4.4` | fourth Thursday (Monday is 1) of November; `5.-1.1` is the last Monday of May |
| `11.4.4+1` | so many days from it |
| `5-24<1` | the last Monday on or before 24 May |
| `~easter-3` | the middle of a feast of several days |
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping
from functools import cache

from incognote.core.calendar import calendars
from incognote.core.case import fold

_RULE = re.compile(r"(~?)(?:(easter)|(\d+)-(\d+)(?:<(\d))?|(\d+)\.(-?\d)\.(\d))([+-]\d+)?")


def listed(text: str) -> Mapping[str, tuple[str, ...]]:
    """Returns rules and names of feasts from lines `rule: name; name`; a blank goes on."""
    lines = text.strip().replace("\n ", " ").splitlines()
    rows = (line.split(": ", 1) for line in lines)
    return {rule: tuple(names.split("; ")) for rule, names in rows}


@cache
def _rules(lang: str) -> dict[str, str]:
    return {
        name: rule
        for each in reversed(calendars(lang))
        for rule, names in each.feasts.items()
        for name in names
    }


@cache
def _before(lang: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(each.before_feast) for each in calendars(lang))


def rule_of(surface: str, lang: str) -> str:
    """Returns the rule of a feast, '' for what is none that we know."""
    name = " ".join(fold(surface).replace("’", "'").split())
    rules = _rules(lang)
    if rule := rules.get(name):
        return rule
    for before in _before(lang):
        head = before.match(name)
        if head and (rule := rules.get(name[head.end() :])):
            return rule
    return ""


def is_time(rule: str) -> bool:
    """Returns whether a rule is that of a time of several days."""
    return rule.startswith("~")


def day_of(rule: str, year: int) -> datetime.date:
    """Returns the day of a feast in a year; the middle of a time of several days.

    Raises:
        ValueError: If a calendar has what is no rule.
    """
    found = _RULE.fullmatch(rule)
    if found is None:
        raise ValueError(f"no rule of a feast: {rule!r}")
    _, easter, month, day, up_to, of, number, weekday, more = found.groups()
    if easter:
        date = _easter(year)
    elif month:
        date = datetime.date(year, int(month), int(day))
        if up_to:
            date -= datetime.timedelta((date.isoweekday() - int(up_to)) % 7)
    else:
        date = nth_weekday(year, int(of), int(number), int(weekday)) or datetime.date.max
    return date + datetime.timedelta(int(more or 0))


def nth_weekday(year: int, month: int, number: int, weekday: int) -> datetime.date | None:
    """Returns the first to fifth of a day of the week (Monday 1) in a month, None if there is none.

    Number -1 is the last.
    """
    if number < 0:
        after = datetime.date(year + month // 12, month % 12 + 1, 1)
        last = after - datetime.timedelta(1)
        return last - datetime.timedelta((last.isoweekday() - weekday) % 7)
    first = datetime.date(year, month, 1)
    date = first + datetime.timedelta((weekday - first.isoweekday()) % 7 + 7 * (number - 1))
    return date if date.month == month else None


def _easter(year: int) -> datetime.date:
    """Western Easter: the anonymous Gregorian algorithm (Nature, 20 April 1876)."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return datetime.date(year, month, day + 1)
