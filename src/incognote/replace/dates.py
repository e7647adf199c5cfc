"""Dates: read the form of a surface piece by piece.

`read` gives the pieces or None: a surface with a word or number that it cannot place is not a date
that it knows. `date_readings` says which dates a form may mean, `date_writing` writes another date
in it.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from incognote.core.case import fold
from incognote.replace import calendar, feasts

_LONGEST = 32  # characters of a word or number of a date
_TOKEN = re.compile(
    r"(?:twenty|thirty)-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b"
    r"|\d+|[^\W\d_]+|.",
    re.DOTALL | re.IGNORECASE,
)
_ORDINALS = ("st", "nd", "rd", "th", "º", "°", "o")
_YEARS = range(1800, 2101)
_TO_COME = 8
"""Years to come that a month with a year of two digits may lie in."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a date's form."""

    kind: str
    """text, day, month, year, monthname, roman, weekday, season, dayword, ordinal, feast, part (of
    a month or year), nth (Tuesday of a month)."""
    text: str
    number: int = 0
    """What it says: 1 to 31, 1 to 12, a year of two or four digits, 1 for Monday, winter or early;
    1 to 5 or -1 for the last of a day of the week."""
    row: int = 0
    """Of the calendar's table: whole name, short name, plural."""
    lang: str = "en"


@dataclass(frozen=True, slots=True)
class Habits:
    """How a note writes its dates, and when it is."""

    day_first: bool
    padded: bool
    """Whether days and months below ten get a zero where a surface does not tell."""
    year: int
    """Year of the note, and the bound of two-digit years."""
    lang: str = "en"
    note: datetime.date | None = None
    """The note's own date, near which what lacks its year lies; None where it says none."""


Form = tuple[Piece, ...]


def read(surface: str, habits: Habits) -> Form | None:
    """Returns the pieces of a date or part of one, None for anything else."""
    found = _feast(surface)
    if found:
        return found
    counted = _nth_weekday(surface, habits)
    if counted is not None:
        return counted or None
    table = calendar.words(habits.lang)
    pieces: list[Piece] = []
    for token in _TOKEN.findall(surface):
        word = fold(token)
        if len(token) > _LONGEST:
            return None
        if token.isdecimal():
            pieces.append(Piece("number", token, int(token)))
        elif pieces and pieces[-1].kind == "number" and word in _ORDINALS:
            pieces.append(Piece("ordinal", token))
        elif word in table:
            kind, number, row, lang = table[word]
            kind = "monthname" if kind == "month" else kind
            pieces.append(Piece(kind, token, number, row, lang))
        elif token in calendar.ROMAN and len(pieces) > 1 and pieces[-1].text in "-./ ":
            pieces.append(Piece("roman", token, calendar.ROMAN.index(token) + 1))
        elif token[0].isalpha() and word not in calendar.LINKS:
            return None
        else:
            pieces.append(Piece("text", token))
    settled = _settled(pieces, habits)
    return settled if settled and _tells_its_weeks(settled) else None


def _tells_its_weeks(form: Form) -> bool:
    """Whether a week is that of a date: 'week of March 5', but not 'last week of March'."""
    words = {fold(piece.text) for piece in form if piece.kind == "text"}
    return not words & calendar.WEEKS or any(
        fold(piece.text) in calendar.WEEKS and not _counted(form, i)
        for i, piece in enumerate(form)
        if any(later.kind == "day" for later in form[i:])
    )


def _counted(form: Form, i: int) -> bool:
    return any(piece.kind in ("day", "dayword", "ordinal") for piece in form[:i])


_NTH_WEEKDAY = re.compile(r"((?:the |el |la )?)([\w.º]+)( +)([^\W\d_]+)", re.IGNORECASE)


def _nth_weekday(surface: str, habits: Habits) -> Form | None:
    """A day of the week counted in its month: 2nd Tuesday of March; () without the month.

    None where a surface does not begin so.
    """
    found = _NTH_WEEKDAY.match(surface)
    nth = found and calendar.nth_in(found[2])
    day = found and calendar.words(habits.lang).get(fold(found[4]))
    if not found or not nth or not day or day[0] != "weekday":
        return None
    number, row, lang = nth
    rest = read(surface[found.end() :], habits) or ()
    kinds = [piece.kind for piece in rest if piece.kind != "text"]
    if kinds not in (["monthname"], ["monthname", "year"]):
        return None if number < 0 and not kinds else ()  # 'last Tuesday' is a day of the week
    return (
        Piece("text", found[1]),
        Piece("nth", found[2], number, row, lang),
        Piece("text", found[3]),
        Piece("weekday", found[4], *day[1:]),
        *rest,
    )


def _feast(surface: str) -> Form | None:
    """A feast, alone or with its year."""
    year = r"(,? (?:de |del |of )?['’]?)((?:18|19|20)\d\d|(?<=['’])\d\d|(?<=del )\d\d)"
    found = re.fullmatch(rf"(.*?)(?:{year})?", surface, re.DOTALL | re.IGNORECASE)
    assert found is not None
    if not feasts.rule_of(found[1]):
        return None
    pieces = [Piece("feast", found[1])]
    if found[3]:
        pieces += [Piece("text", found[2]), Piece("year", found[3], int(found[3]))]
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
        roles = None if several else _beside_name(pieces, at)
    elif len(at) == 1:
        roles = _alone(pieces, at[0], kinds, habits)
        if roles is None:
            return _run_together(pieces, at[0], habits)
    else:
        roles = _numeric([pieces[i] for i in at], habits) if _is_one(pieces, at) else None
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


def _is_one(pieces: Sequence[Piece], at: Sequence[int]) -> bool:
    """Whether numbers are those of one date, and what stays behind it as it stands is an hour."""
    gaps = {"".join(p.text for p in pieces[a + 1 : b]).strip() for a, b in pairwise(at[:3])}
    if len(at) > 2 and len(gaps) > 1 and all(len(pieces[i].text) < 4 for i in at[:3]):
        return False  # 3/12 to 15; but 3/12, 2019
    behind = "".join(p.text for p in pieces[at[:3][-1] + 1 :])
    return len(at) < 4 or calendar.HOUR.fullmatch(behind) is not None


def _beside_name(pieces: Sequence[Piece], at: Sequence[int]) -> list[str] | None:
    """Roles of the numbers beside the name of a month or season."""
    seasonal = any(piece.kind == "season" for piece in pieces)
    roles: list[str] = []
    for i in at:
        digits, number = pieces[i].text, pieces[i].number
        before = pieces[i - 1] if i else Piece("text", "")
        marked = before.text in ("'", "’", "‘")
        named_before = i >= 2 and pieces[i - 2].kind in ("monthname", "roman")
        short = named_before and before.text == "-" and len(digits) == 2
        month_before = any(piece.kind in ("monthname", "roman") for piece in pieces[:i])
        after_of = month_before and fold(pieces[i - 2].text) in ("of", "del", "de") and i > 3
        if len(digits) == 4 or marked or number > 31 or seasonal:
            roles.append("year")
        elif "day" not in roles and len(digits) <= 2:
            lone = len(at) == 1 and (short or (after_of and len(digits) == 2))
            roles.append("year" if lone else "day")
        elif "day" in roles and len(digits) == 2 and not _is_second_day(pieces, i):
            roles.append("year")
        else:
            return None
    return roles if len(set(roles)) == len(roles) else None


def _is_second_day(pieces: Sequence[Piece], i: int) -> bool:
    """Whether two digits behind a day are another day: March 3-15, 11 de marzo al 15 de abril."""
    months = [k for k, piece in enumerate(pieces) if piece.kind in ("monthname", "roman")]
    day = max(k for k in range(i) if pieces[k].kind == "number")
    joined = calendar.JOINS & {fold(piece.text) for piece in pieces[day + 1 : i]}
    return len(months) > 1 or bool(joined and not any(day < k < i for k in months))


def _alone(pieces: Sequence[Piece], i: int, kinds: set[str], habits: Habits) -> list[str] | None:
    """Role of the only number of a date without a month's name."""
    piece = pieces[i]
    after = pieces[i + 1].text if i + 1 < len(pieces) else ""
    if after.lower() == "s":
        return None
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
