"""Ages: read one in digits or words, give the band that it lies in."""

from __future__ import annotations

import re

from incognote.core.case import fold
from incognote.core.document import Document
from incognote.core.labels import our_type
from incognote.replace.policy import has_age_words_only

_ONES = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
]  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_UNO = [
    "cero", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez",
    "once", "doce", "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho",
    "diecinueve", "veinte", "veintiuno", "veintidós", "veintitrés", "veinticuatro", "veinticinco",
    "veintiséis", "veintisiete", "veintiocho", "veintinueve",
]  # fmt: skip
_DIEZ = ["treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa"]


def _word(number: int) -> str:
    if number < 20:
        return _ONES[number]
    ten, one = divmod(number, 10)
    return _TENS[ten - 2] + (f"-{_ONES[one]}" if one else "")


def _palabra(number: int) -> str:
    if number < 30:
        return _UNO[number]
    ten, one = divmod(number, 10)
    return _DIEZ[ten - 3] + (f" y {_UNO[one]}" if one else "")


_NUMBERS = {
    **{fold(_palabra(n)): n for n in range(1, 100)},
    "una": 1,
    "uno": 1,
    **{_word(n).replace("-", " "): n for n in range(1, 100)},
}


def age_in(surface: str) -> tuple[int, int, int] | None:
    """Returns where in a surface the age stands and what it is, None where that is not plain."""
    numbers = re.findall(r"\d+", surface)
    if len(numbers) == 1 and len(numbers[0]) <= 3:
        start = surface.index(numbers[0])
        return start, start + len(numbers[0]), int(numbers[0])
    if numbers:
        return None
    words = list(re.finditer(r"[^\W\d_]+", surface))
    for size in (3, 2, 1):
        for first in range(len(words) - size + 1):
            run = words[first : first + size]
            text = fold(surface[run[0].start() : run[-1].end()]).replace("-", " ")
            if text in _NUMBERS:
                return run[0].start(), run[-1].end(), _NUMBERS[text]
    return None


BESIDE = 16
"""Characters beside an age that may tell its unit."""
_UNITS = {
    "hour": ("hours?|hrs?|horas?|hs", (0, 24, 48, 72)),
    "day": ("days?|d/?o|d|d[ií]as?|dv|ddv", (0, 7, 28, 90, 180, 366)),
    "week": ("weeks?|wks?|w/?o|semanas?|sem", (0, 1, 4, 8, 13, 26, 53, 105)),
    "month": ("months?|mont?hs?|mos?|m/?o|mes(?:es)?", (0, 1, 3, 6, 12, 24, 36, 72, 120)),
}
"""Units below a year, and the ages in them that bands begin with."""
_UNIT = {
    name: re.compile(rf"[ -]{{0,2}}(?:{words})\b", re.IGNORECASE)
    for name, (words, _) in _UNITS.items()
}
_DAY_OF_LIFE = re.compile(
    r"\b(?:DOL|days? of life|d[ií]as?(?: de vida)?)[ :#]{0,2}\Z", re.IGNORECASE
)
_LETTER = re.compile(r"[ -]?(?:[mwh]\b(?!/)|[MWH][ -]old)")
"""Months, weeks and hours, or a man, a woman, un hombre: '12 m'. In capitals the latter: '61M'."""
_FEW = 36
"""Of more months or weeks than that a letter is not short for."""
_UNBORN = re.compile(
    r"\W*(?:(?:de|of|weeks?|wks?|semanas?|sem)\W+)*(?:gest|GA\b|EG\b|\+ ?\d|\d/7)", re.IGNORECASE
)
"""What stands behind weeks that count from before birth, which no band of ages fits."""
_OF_YEARS = (0, 1, 3, 6, 10, 15, 18)
"""Years that the bands of children begin with; later ones are decades, 18 and 19 one of theirs."""


def band_of(surface: str, old_age: int, before: str = "", after: str = "") -> str:
    """Returns the band that an age lies in, in its unit: '60-69', '3-5 months'; '' if unreadable.

    A band is true beside a birth date and a visit, whether both stand in the note or not, and none
    reaches over the borders of newborn (28 days), infant (a year), child and adult. From `old_age`
    on it is that number and a plus; a decade ('80s') is a band already and is written as one.

    Args:
        surface: The age as it stands.
        old_age: In years, from where on no age is told.
        before: What stands before the mark, where the unit may be told,
        after: and what behind it.
    """
    found = age_in(surface)
    if found is None:
        return ""
    start, end, age = found
    before, after = before + surface[:start], surface[end:] + after
    starts = next((_UNITS[name][1] for name in _UNITS if _UNIT[name].match(after)), None)
    if starts is None and _DAY_OF_LIFE.search(before):
        starts = _UNITS["day"][1]
    if (starts and _UNBORN.match(after)) or (age <= _FEW and _LETTER.match(after)):
        return ""
    plus = surface[end : end + 1] == "+"
    decade = re.match(r"['’]?s\b", surface[end:])
    if starts is None and (age >= old_age or (plus and age >= old_age - 1)):
        new = f"{old_age}+"
    elif plus or (starts and age >= starts[-1]) or (decade and (starts or age % 10 or age < 20)):
        return ""
    elif starts or age < _OF_YEARS[-1]:
        starts = starts or _OF_YEARS
        low = max(start for start in starts if start <= age)
        high = min(start for start in starts if start > age) - 1
        new = f"{low}-{high}" if low < high else str(low)
    else:
        low = max(age // 10 * 10, _OF_YEARS[-1])
        new = f"{low}-{min(age // 10 * 10 + 9, old_age - 1)}"
    end += plus + (len(decade[0]) if decade else 0)
    return surface[:start] + new + surface[end:]


def age_band(surface: str, old_age: int, before: str = "", after: str = "") -> str:
    """Returns the same of a surface that is an age and nothing else; '' for '7 Mar', '94 Garza'."""
    found = age_in(surface)
    if found is None or not has_age_words_only(f"{surface[: found[0]]} {surface[found[1] :]}"):
        return ""
    return band_of(surface, old_age, before, after)


def tells_old_age(doc: Document, old_age: int) -> bool:
    """Returns whether a mark of a note is an age from `old_age` on."""
    surfaces = (doc.text[s.start : s.end] for s in doc.spans if our_type(s.label) == "AGE")
    ages = (age_in(surface) for surface in surfaces)
    return any(age is not None and age[2] >= old_age for age in ages)
