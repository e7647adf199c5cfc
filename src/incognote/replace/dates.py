"""Dates: read one piece by piece, tell which days it may mean.

`read` gives the pieces of a surface, or None: one with a word or number that it cannot place is no
date that it knows. `readings` gives the days that a form may mean. What says its year, month and
day means one. What lacks its year lies next to the note's own date, on the day of the week that it
says; a day without its month next to the note's date, or to the date said last. Where that leaves
several, all are returned: a mark is moved only where all of them come out as the same text. The
words are those of the language's `Calendar`; `date_writing.py` writes another day in a form.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import pairwise

from incognote.core.calendar import (
    Names,
    date_words,
    either,
    is_ending,
    nth_in,
    token,
    words_in,
)
from incognote.core.case import fold
from incognote.replace import feasts

_LONGEST = 32  # characters of a word or number of a date
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_SIGNS = frozenset("-–/")
"""Signs between two days of one month."""
_YEARS = range(1800, 2101)
_TO_COME = 8
"""Years to come that a month with a year of two digits may lie in."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a date's form."""

    kind: str
    """text, day, month, year, monthname, roman, weekday, season, dayword, ordinal, feast, part (of
    a month or year), nth (Tuesday of a month)."""
    text: str = field(repr=False)
    number: int = 0
    """What it says: 1 to 31, 1 to 12, a year of two or four digits, 1 for Monday, winter or early;
    1 to 5 or -1 for the last of a day of the week."""
    row: int = 0
    """Of `names`: whole, short, plural."""
    names: Names | None = field(default=None, repr=False)
    """Where a word stands."""
    rule: str = ""
    """Of a feast: how it falls on a day."""


@dataclass(frozen=True, slots=True)
class Habits:
    """How a note writes its dates, and when it is."""

    day_first: bool
    padded: bool
    """Whether days and months below ten get a zero where a surface does not tell."""
    year: int
    """Year of the note, and the bound of two-digit years."""
    lang: str
    note: datetime.date | None = None
    """The note's own date, near which what lacks its year lies; None where it says none."""


Form = tuple[Piece, ...]


@lru_cache(maxsize=1 << 10)  # a note's dates are asked for many times over
def read(surface: str, habits: Habits) -> Form | None:
    """Returns the pieces of a date or part of one, None for anything else."""
    found = _feast(surface, habits.lang)
    if found:
        return found
    counted = _nth_weekday(surface, habits)
    if counted is not None:
        return counted or None
    table, links = date_words(habits.lang), words_in(habits.lang, "links")
    pieces: list[Piece] = []
    for part in token(habits.lang).findall(surface):
        word = fold(part)
        if len(part) > _LONGEST:
            return None
        if part.isdecimal():
            pieces.append(Piece("number", part, int(part)))
        elif pieces and pieces[-1].kind == "number" and is_ending(part, habits.lang):
            pieces.append(Piece("ordinal", part))
        elif word in table:
            kind, number, row, names = table[word]
            kind = "monthname" if kind == "month" else kind
            pieces.append(Piece(kind, part, number, row, names))
        elif part in ROMAN and len(pieces) > 1 and pieces[-1].text in "-./ ":
            pieces.append(Piece("roman", part, ROMAN.index(part) + 1))
        elif part[0].isalpha() and word not in links and word not in ("t", "z"):  # of ISO 8601
            return None
        else:
            pieces.append(Piece("text", part))
    if pieces and pieces[0].kind == "monthname" and _NAMED_NUMBERS.fullmatch(surface):
        pieces[0] = _as_weekday(pieces[0])
    settled = _settled(pieces, habits)
    return settled if settled and _tells_its_weeks(settled, habits.lang) else None


_NAMED_NUMBERS = re.compile(r"[^\W\d_]+\.?,? \d\d?(?:/\d\d?(?:/\d+)?|([.-])\d\d?\1\d+)")
"""A name before a date in numbers: that of a day of the week, if it is a month's as well (mar)."""


def _as_weekday(piece: Piece) -> Piece:
    for row, values in enumerate(piece.names.weekdays if piece.names else ()):
        for number, value in enumerate(values, start=1):
            if fold(value) == fold(piece.text):
                return Piece("weekday", piece.text, number, row, piece.names)
    return piece


def _tells_its_weeks(form: Form, lang: str) -> bool:
    """Whether a week is that of a date: 'week of March 5', but not 'last week of March'."""
    weeks = words_in(lang, "weeks")
    at = [i for i, piece in enumerate(form) if piece.kind == "text" and fold(piece.text) in weeks]
    return not at or any(
        not _counted(form, i) and any(later.kind == "day" for later in form[i:]) for i in at
    )


def _counted(form: Form, i: int) -> bool:
    return any(piece.kind in ("day", "dayword", "ordinal") for piece in form[:i])


@cache
def _nth_pattern(lang: str) -> re.Pattern[str]:
    articles = either(lang, "articles")
    return re.compile(rf"((?:{articles} )?)([\w.º]+)( +)([^\W\d_]+)", re.IGNORECASE)


def _nth_weekday(surface: str, habits: Habits) -> Form | None:
    """A day of the week counted in its month: 2nd Tuesday of March; () without the month.

    None where a surface does not begin so.
    """
    found = _nth_pattern(habits.lang).match(surface)
    nth = found and nth_in(found[2], habits.lang)
    day = found and date_words(habits.lang).get(fold(found[4]))
    if not found or not nth or not day or day[0] != "weekday":
        return None
    number, names = nth
    rest = read(surface[found.end() :], habits) or ()
    kinds = [piece.kind for piece in rest if piece.kind != "text"]
    if kinds not in (["monthname"], ["monthname", "year"]):
        return None if number < 0 and not kinds else ()  # 'last Tuesday' is a day of the week
    return (
        Piece("text", found[1]),
        Piece("nth", found[2], number, names=names),
        Piece("text", found[3]),
        Piece("weekday", found[4], *day[1:]),
        *rest,
    )


@cache
def _feast_pattern(lang: str) -> re.Pattern[str]:
    of = either(lang, "before_year")
    whole = rf"(,? (?:{of} )?['’]?)((?:18|19|20)\d\d|(?<=['’])\d\d)"
    return re.compile(rf"(.*?)(?:{whole}|(,? {of} )(\d\d))?", re.DOTALL | re.IGNORECASE)


def _feast(surface: str, lang: str) -> Form | None:
    """A feast, alone or with its year."""
    found = _feast_pattern(lang).fullmatch(surface)
    assert found is not None
    rule = feasts.rule_of(found[1], lang)
    if not rule:
        return None
    pieces = [Piece("feast", found[1], rule=rule)]
    if year := found[3] or found[5]:
        pieces += [Piece("text", found[2] or found[4]), Piece("year", year, int(year))]
    return tuple(pieces)


def _settled(pieces: list[Piece], habits: Habits) -> Form | None:
    """The pieces with each number made a day, month or year; None where that cannot be."""
    at = [i for i, piece in enumerate(pieces) if piece.kind == "number"]
    kinds = {piece.kind for piece in pieces}
    if not at:
        said = kinds - {"text", "ordinal"}
        return tuple(pieces) if said else None
    if {"monthname", "roman", "season"} & kinds:
        several = sum(piece.kind == "monthname" for piece in pieces) > 1
        roles = None if several else _beside_name(pieces, at, habits.lang)
    elif len(at) == 1:
        roles = _alone(pieces, at[0])
        if roles is None:
            return _run_together(pieces, at[0], habits)
    else:
        one = _is_one(pieces, at, habits.lang)
        roles = _numeric([pieces[i] for i in at], habits) if one else None
    if roles is None:
        return None
    for i, role in zip(at, roles, strict=True):
        piece = pieces[i]
        if role == "year" and len(piece.text) not in (2, 4):
            return None
        if role in ("day", "month") and len(piece.text) > 2:
            return None
        if role == "year" and len(piece.text) == 4 and piece.number not in _YEARS:
            return None
        pieces[i] = Piece(role, piece.text, piece.number)
    return tuple(pieces) if _possible(pieces) else None


@cache
def _hour(lang: str) -> re.Pattern[str]:
    """The hour behind a date; a bare number, or two with a point between, may be another date."""
    at, clock = either(lang, "at"), r"(?:[01]?\d|2[0-4])"
    return re.compile(
        rf"(?:(?:[ T,(]{{1,3}}(?:{at} )?|-){clock}[:h][0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?"
        rf"|,? {at} {clock}(?:\.[0-5]\d)?)(?: ?[Zz]| ?[+-]\d\d:?\d\d)?\)?"
    )


def _is_one(pieces: Sequence[Piece], at: Sequence[int], lang: str) -> bool:
    """Whether numbers are those of one date, and what stays behind it as it stands is an hour."""
    gaps = {"".join(p.text for p in pieces[a + 1 : b]).strip(" '’‘") for a, b in pairwise(at[:3])}
    if len(at) > 2 and len(gaps) > 1 and all(len(pieces[i].text) < 4 for i in at[:3]):
        return False  # 3/12 to 15; but 3/12, 2019
    behind = "".join(p.text for p in pieces[at[:3][-1] + 1 :])
    return len(at) < 4 or _hour(lang).fullmatch(behind) is not None


def _beside_name(pieces: Sequence[Piece], at: Sequence[int], lang: str) -> list[str] | None:
    """Roles of the numbers beside the name of a month or season."""
    of_year = words_in(lang, "before_year")
    seasonal = any(piece.kind == "season" for piece in pieces)
    roles: list[str] = []
    for i in at:
        digits, number = pieces[i].text, pieces[i].number
        before = pieces[i - 1] if i else Piece("text", "")
        marked = before.text in ("'", "’", "‘")
        named_before = i >= 2 and pieces[i - 2].kind in ("monthname", "roman")
        short = named_before and before.text == "-" and len(digits) == 2
        month_before = any(piece.kind in ("monthname", "roman") for piece in pieces[:i])
        after_of = month_before and fold(pieces[i - 2].text) in of_year and i > 3
        if len(digits) == 4 or marked or number > 31 or seasonal:
            roles.append("year")
        elif "day" not in roles and len(digits) <= 2:
            lone = len(at) == 1 and (short or (after_of and len(digits) == 2))
            roles.append("year" if lone else "day")
        elif "day" in roles and len(digits) == 2 and not _is_second_day(pieces, i, lang):
            roles.append("year")
        else:
            return None
    return roles if len(set(roles)) == len(roles) else None


def _is_second_day(pieces: Sequence[Piece], i: int, lang: str) -> bool:
    """Whether two digits behind a day are another day: March 3-15, 11 de marzo al 15 de abril."""
    months = [k for k, piece in enumerate(pieces) if piece.kind in ("monthname", "roman")]
    day = max(k for k in range(i) if pieces[k].kind == "number")
    between = {fold(piece.text) for piece in pieces[day + 1 : i]}
    joined = between & (_SIGNS | words_in(lang, "joins"))
    return len(months) > 1 or bool(joined and not any(day < k < i for k in months))


def _alone(pieces: Sequence[Piece], i: int) -> list[str] | None:
    """Role of the only number of a date without a month's name."""
    piece = pieces[i]
    if i and pieces[i - 1].text in ("'", "’", "‘") and len(piece.text) == 2:
        return ["year"]
    if len(piece.text) == 4 or (len(piece.text) == 2 and piece.number > 31):
        return ["year"]
    if len(piece.text) <= 2 and 1 <= piece.number <= 31:
        return ["day"]
    return None


def _numeric(numbers: Sequence[Piece], habits: Habits) -> list[str] | None:
    """Roles of two or more numbers without a name among them."""
    sizes = [len(piece.text) for piece in numbers]
    values = [piece.number for piece in numbers]
    if len(numbers) == 2:
        if sizes == [4, 4] or (sizes == [4, 2] and values[1] > 12):
            return ["year", "year"]
        if sizes[0] == 4:
            return ["year", "month"]
        if sizes[1] == 4 or values[1] > 31:
            return ["month", "year"]
        return _day_and_month(values, habits, alone=sizes[1] == 2)
    if sizes[0] == 4 or values[0] > 31:
        return ["year", "month", "day", *["text"] * (len(numbers) - 3)]
    order = _day_and_month(values[:2], habits)
    return None if order is None else [*order, "year", *["text"] * (len(numbers) - 3)]


def _day_and_month(
    values: Sequence[int], habits: Habits, *, alone: bool = False
) -> list[str] | None:
    first, second = values
    if alone and habits.day_first and first <= 12 < second <= habits.year % 100 + _TO_COME:
        return ["month", "year"]  # a lot that expires 11/24
    if not (1 <= first <= 31 and 1 <= second <= 31) or min(first, second) > 12:
        return None
    day_first = first > 12 or (habits.day_first and second <= 12)
    return ["day", "month"] if day_first else ["month", "day"]


_COMPACT = (
    ("year", re.compile(r"((?:19|20)\d\d)(0[1-9]|1[0-2])([0-3]\d)((?:[0-2]\d[0-5]\d(?:\d\d)?)?)")),
    ("month", re.compile(r"(0[1-9]|1[0-2])([0-3]\d)((?:19|20)?\d\d)()")),
    ("day", re.compile(r"([0-3]\d)(0[1-9]|1[0-2])((?:19|20)?\d\d)()")),
)
_ORDERS = {
    "year": ("year", "month", "day", "text"),
    "month": ("month", "day", "year", "text"),
    "day": ("day", "month", "year", "text"),
}


def _run_together(pieces: list[Piece], i: int, habits: Habits) -> Form | None:
    """A date without gaps: 20190304, 03042019, an HL7 time 201903041022."""
    order = ("year", "day", "month") if habits.day_first else ("year", "month", "day")
    for first in order:
        for name, pattern in _COMPACT:
            found = pattern.fullmatch(pieces[i].text) if name == first else None
            if found:
                roles = zip(_ORDERS[name], found.groups(), strict=True)
                inner = [Piece(role, text, int(text)) for role, text in roles if text]
                whole = [*pieces[:i], *inner, *pieces[i + 1 :]]
                if _possible(whole):
                    return tuple(whole)
    return None


def _possible(pieces: Iterable[Piece]) -> bool:
    """Whether there is such a day in some year."""
    day, month, year = 0, 0, 2000
    for piece in pieces:
        if piece.kind in ("day", "dayword"):
            day = piece.number
            if not 1 <= day <= 31:
                return False
        elif piece.kind in ("month", "monthname", "roman"):
            month = piece.number
            if not 1 <= month <= 12:
                return False
        elif piece.kind == "year" and len(piece.text) == 4:
            year = piece.number
    if not (day and month):
        return True
    try:
        datetime.date(year, month, day)
    except ValueError:
        return False
    return True


def whole_year(piece: Piece, now: int) -> int:
    """Returns a year of two or four digits as one of four: the latest that is not to come."""
    if len(piece.text) == 4:
        return piece.number
    year = now - now % 100 + piece.number
    return year if year <= now + 2 else year - 100


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
    return any(piece.kind == "feast" and not feasts.is_time(piece.rule) for piece in form)


def day_in(form: Form, year: int) -> datetime.date | None:
    """Returns the day that a form means in a year, None where that year has no such day."""
    for piece in form:
        if piece.kind == "feast":
            return feasts.day_of(piece.rule, year)
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
