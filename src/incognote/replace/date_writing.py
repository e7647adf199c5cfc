"""Dates: write another date in the form of one."""

from __future__ import annotations

import datetime
import re
from collections.abc import Set

from incognote.core.calendar import Names, calendar, calendars, ending_like, name, nth_like
from incognote.core.case import cased, fold
from incognote.replace import feasts
from incognote.replace.dates import ROMAN, Form, Habits, Piece, whole_year


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
    padded, tight = _padded(form, habits), _tight(form)
    kinds = {piece.kind for piece in form}
    month = next((piece.number for piece in form if piece.kind == "monthname"), 0)
    several = _are_several(form, before, habits.lang)
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
            out.append(ROMAN[date.month - 1])
        elif kind == "ordinal":
            out.append(cased(piece.text, ending_like(piece.text, date.day, habits.lang)))
        elif kind == "feast":
            time = feasts.is_time(piece.rule)
            new = in_place_of_feast(date, habits, before, several_days=time)
            out.append(cased(piece.text, new, first=False))
        elif kind == "nth" and piece.names:
            later = date + datetime.timedelta(7)
            number, is_last = (date.day - 1) // 7 + 1, later.month != date.month
            new = nth_like(piece.text, number, piece.names, is_last=is_last)
            out.append(cased(piece.text, new))
        elif kind == "text":
            out.append(piece.text)
        else:
            number = {
                "monthname": (piece.number - month + date.month - 1) % 12 + 1,  # Feb-Apr
                "dayword": date.day,
                "season": season_of(date),
                "part": _part(kinds, date, piece.number),
                "weekday": (piece.number - 1 + days) % 7 + 1,
            }[kind]
            if number == piece.number or not piece.names:
                out.append(piece.text)
                continue
            if kind == "dayword":
                out.append(cased(piece.text, calendar(habits.lang).day_words[number - 1]))
                continue
            row = 1 if kind == "monthname" and tight and _is_short(piece) else piece.row
            row = 2 if (kind, row) == ("weekday", 0) and piece.names is several else row
            noun = "month" if kind == "monthname" else kind
            out.append(cased(piece.text, name(noun, number, row, piece.names)))
    return "".join(out)


def _is_short(piece: Piece) -> bool:
    """Whether the name of a month is a short one, as May is both."""
    rows = piece.names.months if piece.names else ()
    return any(fold(row[piece.number - 1]) == fold(piece.text) for row in rows[1:])


_WORD_BEFORE = re.compile(r"([^\W\d_]+) $")


def _are_several(form: Form, before: str, lang: str) -> Names | None:
    """The names of the days that are those of every week: 'los jueves'."""
    found = _WORD_BEFORE.search(before)
    said = {fold(piece.text) for piece in form if piece.kind == "text"}
    said |= {fold(found[1])} if found else set()
    return next((each.names[0] for each in calendars(lang) if said & set(each.every)), None)


_HALF = 16
"""Day from which it is the second half of a month."""


def in_place_of_feast(
    date: datetime.date, habits: Habits, before: str, *, several_days: bool
) -> str:
    """Returns a day as it stands where a feast stood: 'March 14'.

    Args:
        date: The day.
        habits: Of the note.
        before: What the note has before the feast: behind some words grammar asks for something
            else, 'primera quincena de marzo' behind 'la'.
        several_days: Whether it was one of several days, so that a part of a month stands there.
    """
    own = calendar(habits.lang)
    found = _WORD_BEFORE.search(before)
    as_day = own.as_day[0 if habits.day_first else 1]
    forms = own.behind.get(fold(found[1]) if found else "")
    forms = forms or (own.as_part if several_days else (as_day,))
    form = forms[(0, int(date.day >= _HALF), _third_of(date) - 1)[len(forms) - 1]]
    ending = own.day_endings[0][date.day - 1]
    month = name("month", date.month, 0, own.names[0])
    return form.format(day=date.day, ending=ending, month=month)


def season_of(date: datetime.date) -> int:
    """Returns the number of the season (northern): 1 winter ... 4 autumn."""
    return date.month % 12 // 3 + 1


def _third_of(date: datetime.date) -> int:
    """The part of its month that a date lies in: 1 early, 2 in the middle, 3 late."""
    return 1 if date.day <= 10 else 2 if date.day <= 20 else 3


def _part(kinds: Set[str], date: datetime.date, number: int) -> int:
    """Which part of its month, or of its year, a date lies in; of a season what stood there."""
    if kinds & {"day", "dayword", "season", "weekday"}:
        return number
    return _third_of(date) if "monthname" in kinds else (date.month - 1) // 4 + 1


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
