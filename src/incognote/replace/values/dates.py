"""Dates: read the form of a surface, write another date in it, or in any form in use.

A form is a list of fields with the text between them. `form_of` finds it, `write` fills it. What is
not a calendar date in digits or month names (weekdays, feasts, seasons) is swapped within its kind.
"""

from __future__ import annotations

import datetime
import random
import re
from dataclasses import dataclass
from functools import cache

from incognote.core.case import case_like, fold
from incognote.core.language import get_language
from incognote.replace.values.shapes import ordinal_ending

ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
_TOKEN = re.compile(r"\d+|[^\W\d_]+|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Field:
    """A piece of a date form: literal text, or a part of the date and how it is written."""

    kind: str
    """text, day, month, year, monthname, roman, weekday, ordinal, dayword."""
    text: str
    """The surface: its length says how many digits, its case how names are written."""


@cache
def _names(language: str) -> dict[str, tuple[str, int, int]]:
    """From a folded word to its kind, its number and the row it comes from."""
    found: dict[str, tuple[str, int, int]] = {}
    rows = get_language(language).table("calendar")
    for key, values in rows.items():
        kind, _, row = key.partition(" ")
        if kind in {"monthname", "weekday", "dayword"}:
            for number, value in enumerate(values):
                found.setdefault(fold(value), (kind, number + 1, int(row)))
    return found


def form_of(surface: str, *, day_first: bool, language: str = "en") -> list[Field] | None:
    """Returns the form of a date, None where it is not one that can be shifted.

    Args:
        surface: A date as it stands in a note.
        day_first: Whether 3/4 is 3 April.
        language: `en` or `es`.
    """
    names = _names(language)
    fields: list[Field] = []
    for token in _TOKEN.findall(surface):
        word = fold(token)
        if token.isdigit():
            fields.append(Field("number", token))
        elif fields and fields[-1].kind == "number" and word in {"st", "nd", "rd", "th"}:
            fields.append(Field("ordinal", token))
        elif word in names and (names[word][0] != "dayword" or fields):
            fields.append(Field(names[word][0], token))
        elif token in ROMAN and fields and language == "es":
            fields.append(Field("roman", token))
        else:
            fields.append(Field("text", token))
    return _numbers_settled(fields, day_first)


def _numbers_settled(fields: list[Field], day_first: bool) -> list[Field] | None:
    """The fields with each number made a day, month or year; None where that cannot be."""
    kinds = [field.kind for field in fields]
    at = [i for i, kind in enumerate(kinds) if kind == "number"]
    digits = [fields[i].text for i in at]
    sizes = [len(d) for d in digits]
    named = any(kind in {"monthname", "roman"} for kind in kinds)
    roles: list[str] | None = None
    if kinds.count("weekday") > 1:
        return None
    if not at:
        return fields if any(k in {"monthname", "weekday"} for k in kinds) else None
    if named:
        roles = _named_roles(digits, fields, at)
    elif len(at) == 1:
        after = fields[at[0] + 1].kind if at[0] + 1 < len(fields) else ""
        if sizes[0] == 8:
            return _compact(fields, at[0])
        if sizes[0] == 4:
            roles = ["year"]
        elif after == "ordinal" or "weekday" in kinds or sizes[0] < 3:
            roles = ["year"] if _apostrophe(fields, at[0]) else ["day"]
    elif len(at) == 2:
        if sizes[1] == 4:
            roles = ["month", "year"]
        elif sizes[0] == 4:
            roles = ["year", "month"]
        elif max(sizes) <= 2:
            day = day_first or int(digits[0]) > 12
            if int(digits[1]) > 12:
                day = False
            roles = ["day", "month"] if day else ["month", "day"]
            if min(int(digits[0]), int(digits[1])) == 0 or max(map(int, digits)) > 31:
                roles = ["month", "year"] if 1 <= int(digits[0]) <= 12 else None
    elif len(at) == 3 and max(sizes) <= 4:
        if sizes[0] == 4:
            roles = ["year", "month", "day"]
        else:
            day = (day_first or int(digits[0]) > 12) and int(digits[1]) <= 12
            roles = ["day", "month", "year"] if day else ["month", "day", "year"]
            if int(digits[1 if day else 0]) > 12:
                roles = None
    if roles is None:
        return None
    for i, role in zip(at, roles, strict=True):
        fields[i] = Field(role, fields[i].text)
    return fields


def _apostrophe(fields: list[Field], index: int) -> bool:
    return index > 0 and fields[index - 1].text in {"'", "’", "‘"}


def _named_roles(digits: list[str], fields: list[Field], at: list[int]) -> list[str] | None:
    """Roles of the numbers beside a month's name."""
    roles: list[str] = []
    for position, (number, i) in enumerate(zip(digits, at, strict=True)):
        if len(number) == 4 or _apostrophe(fields, i) or int(number) > 31:
            roles.append("year")
        elif "day" not in roles and len(number) <= 2 and not (len(at) == 1 and _late(fields, i)):
            roles.append("day")
        elif position:
            roles.append("year")
        else:
            return None
    return roles if len(roles) == len(set(roles)) else None


def _late(fields: list[Field], index: int) -> bool:
    """Whether a lone two-digit number with a leading zero follows 'of' or 'del' (a year)."""
    return index >= 2 and fold(fields[index - 2].text) in {"of", "del"}


def _compact(fields: list[Field], index: int) -> list[Field] | None:
    text = fields[index].text
    if text[:2] in {"19", "20"} and 1 <= int(text[4:6]) <= 12 and 1 <= int(text[6:]) <= 31:
        pieces = [Field("year", text[:4]), Field("month", text[4:6]), Field("day", text[6:])]
        return [*fields[:index], *pieces, *fields[index + 1 :]]
    return None


def write(form: list[Field], date: datetime.date, *, language: str = "en") -> str:
    """Returns the date in that form: digits padded, names cased and cut as there."""
    rows = get_language(language).table("calendar")
    names = _names(language)
    out: list[str] = []
    day_padded = month_padded = False
    for field in form:
        if field.kind == "day":
            day_padded = len(field.text) == 2 and field.text[0] == "0"
        if field.kind == "month":
            month_padded = len(field.text) == 2 and field.text[0] == "0"
    two = sum(f.kind in {"day", "month"} and len(f.text) == 2 for f in form)
    padded = day_padded or month_padded
    wide = padded or (two == 2 and any(f.kind == "year" and len(f.text) == 4 for f in form))
    for field in form:
        if field.kind == "text":
            out.append(field.text)
        elif field.kind == "year":
            out.append(str(date.year) if len(field.text) == 4 else f"{date.year % 100:02d}")
        elif field.kind in {"day", "month"}:
            number = date.day if field.kind == "day" else date.month
            pad = len(field.text) == 2 and (wide or field.text[0] == "0")
            out.append(f"{number:02d}" if pad else str(number))
        elif field.kind == "roman":
            out.append(ROMAN[date.month - 1])
        elif field.kind == "ordinal":
            out.append(case_like(field.text, ordinal_ending(date.day)))
        else:
            kind, _, row = names[fold(field.text)]
            number = {"monthname": date.month, "weekday": date.weekday() + 1}.get(kind, date.day)
            out.append(case_like(field.text, rows[f"{kind} {row}"][number - 1]))
    return "".join(out)


def swapped(surface: str, rng: random.Random, *, language: str = "en") -> str:
    """Returns another of the same kind for feasts and seasons; digits change, the rest stays.

    Two-digit groups stay within what days and months can be.
    """
    rows = get_language(language).table("calendar")
    low = fold(surface)
    for kind in ("feast", "season", "dayset"):
        if low in {fold(value) for value in rows[kind]}:
            return case_like(surface, rng.choice(rows[kind]))
    groups = [
        rows["feast"],
        rows["season"],
        *(v for k, v in rows.items() if k.split()[0] in {"monthname", "weekday", "spoken"}),
    ]
    text = surface
    for group in groups:
        pattern = "|".join(sorted((re.escape(v) for v in group), key=len, reverse=True))

        def pick(match: re.Match[str], group: tuple[str, ...] = group) -> str:
            return case_like(match[0], rng.choice(group))

        text = re.sub(rf"\b(?:{pattern})\b", pick, text, flags=re.IGNORECASE)
    return re.sub(r"\d+", lambda m: _number(m[0], rng), text)


def _number(digits: str, rng: random.Random) -> str:
    if len(digits) == 4 and digits[:2] in {"19", "20"}:
        return str(rng.randint(1935, 2026))
    if len(digits) <= 2:
        return str(rng.randint(1, 12)).zfill(len(digits) if digits[0] == "0" else 1)
    return "".join(rng.choice("0123456789") for _ in digits)


def random_form(
    grain: frozenset[str], rng: random.Random, *, day_first: bool, language: str
) -> str:
    """Returns a sample surface in a random form of that grain, as a pattern for `form_of`.

    Args:
        grain: Which of day, month, year, weekday the date has.
        rng: Source of chance.
        day_first: Which order of numbers the place uses.
        language: `en` or `es`.

    Returns:
        A date written in the form ('' where the table has none of that grain).
    """
    rows = get_language(language).table("calendar")
    key = "forms " + "".join(k[0] for k in ("day", "month", "year", "weekday") if k in grain)
    order = "dayfirst" if day_first else "monthfirst"
    forms = rows.get(key, ()) + rows.get(f"{key} {order}", ())
    return rng.choice(forms) if forms else ""


def month_of(text: str, language: str = "en") -> int:
    """Returns the number of a month's name, 1 to 12."""
    return _names(language)[fold(text)][1]
