"""Dates: write another date in the form of one."""

from __future__ import annotations

import datetime
from collections.abc import Set

from incognote.core.case import cased, fold
from incognote.replace import calendar, feasts
from incognote.replace.dates import Form, Habits, Piece, whole_year
from incognote.replace.values.shapes import ordinal_ending


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
            new = _in_place_of_feast(piece.text, date, habits, before)
            out.append(cased(piece.text, new, first=False))
        elif kind == "nth":
            out.append(cased(piece.text, calendar.nth(piece.text, date, piece.row, piece.lang)))
        elif kind == "text":
            out.append(piece.text)
        else:
            number = {
                "monthname": (piece.number - month + date.month - 1) % 12 + 1,  # Feb-Apr
                "dayword": date.day,
                "season": calendar.season_of(date),
                "part": _part(kinds, date, piece.number),
                "weekday": (piece.number - 1 + days) % 7 + 1,
            }[kind]
            if number == piece.number:
                out.append(piece.text)
                continue
            row = 1 if fold(piece.text) == "may" and tight else piece.row
            if (kind, row, piece.lang) == ("weekday", 0, "es") and several:
                row = 2
            noun = "month" if kind == "monthname" else kind
            out.append(cased(piece.text, calendar.name(noun, number, row, piece.lang)))
    return "".join(out)


def _in_place_of_feast(surface: str, date: datetime.date, habits: Habits, before: str) -> str:
    """The day itself; a part of the month for a feast of several days, or where grammar asks."""
    lang = "es" if habits.lang == "es" else "en"
    month = calendar.name("month", date.month, 0, lang)
    if feasts.is_time(feasts.rule_of(surface)) or calendar.wants_part(before, lang):
        return calendar.part_of_month(date, lang, before)
    if lang == "es":
        return f"{date.day} de {month}"
    if before.lower().endswith("the "):
        return f"{date.day}{ordinal_ending(date.day)} of {month}"
    return f"{date.day} {month}" if habits.day_first else f"{month} {date.day}"


def _part(kinds: Set[str], date: datetime.date, number: int) -> int:
    """Which part of its month, or of its year, a date lies in; of a season what stood there."""
    if kinds & {"day", "dayword", "season", "weekday"}:
        return number
    return calendar.third_of(date) if "monthname" in kinds else (date.month - 1) // 4 + 1


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
