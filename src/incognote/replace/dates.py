"""Dates: read the form of a surface piece by piece, and write another date in the same form.

`read` gives the pieces or None: a surface with a word or number that it cannot place is not a date
that it knows. Reading and writing the same date gives the same surface, to the letter.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from incognote.replace import calendar
from incognote.values.case import cased, fold
from incognote.values.shapes import ordinal_ending

_LONGEST = 32  # characters of a word or number of a date
_TOKEN = re.compile(
    r"(?:twenty|thirty)-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b"
    r"|\d+|[^\W\d_]+|.",
    re.DOTALL | re.IGNORECASE,
)
_ORDINALS = ("st", "nd", "rd", "th", "º", "°", "o")
_SEASON_DAY = {1: (1, 15), 2: (4, 15), 3: (7, 15), 4: (10, 15)}
_YEARS = range(1800, 2101)
_TO_COME = 8
"""Years to come that a month with a year of two digits may lie in."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a date's form."""

    kind: str
    """text, day, month, year, monthname, roman, weekday, season, dayword, ordinal, feast."""
    text: str
    number: int = 0
    """What it says: 1 to 31, 1 to 12, a year of two or four digits, 1 for Monday or winter."""
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
    """Year of what does not say its own, and the bound of two-digit years."""
    lang: str = "en"


Form = tuple[Piece, ...]


def read(surface: str, habits: Habits) -> Form | None:
    """Returns the pieces of a date or part of one, None for anything else."""
    feast = _feast(surface)
    if feast:
        return feast
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
    return _settled(pieces, habits)


def _feast(surface: str) -> Form | None:
    """A feast, alone or with its year."""
    found = re.fullmatch(r"(.*?)(?:(,? (?:de |of )?)((?:18|19|20)\d\d))?", surface, re.DOTALL)
    assert found is not None
    day = calendar.feast_of(found[1])
    if day is None:
        return None
    pieces = [Piece("feast", found[1], day[0] * 100 + day[1])]
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
        roles = _beside_name(pieces, at)
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
        after_of = i >= 2 and fold(pieces[i - 2].text) in ("of", "del", "de") and i > 3
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


def date_of(form: Form, habits: Habits, near: datetime.date | None = None) -> datetime.date:
    """Returns the date that a form says; the middle of what it leaves open.

    Args:
        form: One that `read` gave with the same habits.
        habits: As for `read`.
        near: Date of the note that a day without its month lies closest to.
    """
    if near and {piece.kind for piece in form} <= {"text", "ordinal", "day", "weekday"}:
        day = next((piece.number for piece in form if piece.kind == "day"), 0)
        weekday = next((piece.number for piece in form if piece.kind == "weekday"), 0)
        if day and (found := calendar.nearest(day, weekday, near)):
            return found
    day = month = 0
    year = 0
    for piece in form:
        if piece.kind in ("day", "dayword"):
            day = day or piece.number
        elif piece.kind in ("month", "monthname", "roman"):
            month = month or piece.number
        elif piece.kind == "season":
            month, day = _SEASON_DAY[piece.number]
        elif piece.kind == "feast":
            month, day = divmod(piece.number, 100)
        elif piece.kind == "year":
            year = year or whole_year(piece, habits.year)
    year = year or habits.year
    if not month and not day:
        return datetime.date(year, 7, 2)
    month = month or 7
    if (day or 15) == 29 and month == 2 and year % 4:
        year -= year % 4
    try:
        return datetime.date(year, month, day or 15)
    except ValueError:  # 29 February 1900, or the 31st of an unknown month
        return datetime.date(year, month, 28)


def whole_year(piece: Piece, now: int) -> int:
    """Returns a year of two or four digits as one of four: the latest that is not to come."""
    if len(piece.text) == 4:
        return piece.number
    year = now - now % 100 + piece.number
    return year if year <= now + 2 else year - 100


def write(
    form: Form, date: datetime.date, habits: Habits, *, days: int = 0, before: str = ""
) -> str:
    """Returns another date in the same form: zeros, names, case and gaps as there.

    Args:
        form: Gives the form.
        date: What to write.
        habits: As for `read`.
        days: How far `date` lies from the date of the form; moves what stands for itself: the
            second year of a pair, and the day of the week, which so is right where it was right.
        before: What the note has before the date; a part of a month must go with it.
    """
    padded = _padded(form, habits)
    month = next((piece.number for piece in form if piece.kind == "monthname"), 0)
    several = calendar.are_several(before, (piece.text for piece in form if piece.kind == "text"))
    years = 0
    out = []
    for piece in form:
        kind = piece.kind
        if kind == "day":
            out.append(_number(piece, date.day, padded))
        elif kind == "month":
            out.append(_number(piece, date.month, padded))
        elif kind == "year":
            year = date.year
            if years:
                base = datetime.date(whole_year(piece, habits.year), 7, 2)
                year = (base + datetime.timedelta(days)).year
            out.append(str(year) if len(piece.text) == 4 else f"{year % 100:02d}")
            years += 1
        elif kind == "roman":
            out.append(calendar.ROMAN[date.month - 1])
        elif kind == "ordinal":
            english = piece.text.lower() in ("st", "nd", "rd", "th")
            out.append(
                cased(piece.text, ordinal_ending(date.day))
                if english
                else piece.text * (date.day == 1)
            )
        elif kind == "feast":
            lang = "es" if habits.lang == "es" else "en"
            out.append(cased(piece.text, calendar.part_of_month(date, lang, before), first=False))
        elif kind == "text":
            out.append(piece.text)
        else:
            number = {
                "monthname": (piece.number - month + date.month - 1) % 12 + 1,  # Feb-Apr
                "dayword": date.day,
                "season": calendar.season_of(date),
                "weekday": (piece.number - 1 + days) % 7 + 1,
            }[kind]
            if number == piece.number:
                out.append(piece.text)
                continue
            row = 1 if fold(piece.text) == "may" and _tight(form) else piece.row
            if (kind, row, piece.lang) == ("weekday", 0, "es") and several:
                row = 2
            noun = "month" if kind == "monthname" else kind
            out.append(cased(piece.text, calendar.name(noun, number, row, piece.lang)))
    return "".join(out)


def _tight(form: Form) -> bool:
    """Whether the parts stand without blanks, so that names are short: 04MAY2019, 4-May-19."""
    return len(form) > 1 and not any(piece.text.isspace() for piece in form)


def _padded(form: Form, habits: Habits) -> bool:
    """Whether a number below ten gets a zero, as far as the form tells."""
    numbers = [piece.text for piece in form if piece.kind in ("day", "month")]
    if any(len(text) == 1 for text in numbers):
        return False
    if any(text[0] == "0" for text in numbers) or _glued(form):
        return True
    dated = [piece.kind for piece in form if piece.kind in ("day", "month", "year")]
    if dated[:2] == ["year", "month"]:
        return True  # ISO 8601 and what follows it
    named = any(piece.kind in ("monthname", "ordinal") for piece in form) or dated == ["day"]
    return habits.padded and not named


def _glued(form: Form) -> bool:
    numeric = [piece.kind in ("day", "month", "year") for piece in form]
    return any(numeric[i] and numeric[i + 1] for i in range(len(form) - 1))


def _number(piece: Piece, number: int, padded: bool) -> str:
    wide = len(piece.text) == 2 and (padded or piece.text[0] == "0")
    return f"{number:02d}" if wide else str(number)
