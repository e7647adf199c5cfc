"""Ages: read one in digits or words, give one near it."""

from __future__ import annotations

import re

from incognote.values.case import case_like, fold

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
    **{fold(_palabra(n)).replace("-", " "): (n, "es") for n in range(1, 100)},
    "una": (1, "es"),
    "uno": (1, "es"),
    **{_word(n).replace("-", " "): (n, "en") for n in range(1, 100)},
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
                return run[0].start(), run[-1].end(), _NUMBERS[text][0]
    return None


_UNITS = {
    "hour": ("hours?|hrs?|h|horas?|hs", (1, 24, 672)),
    "day": ("days?|d/?o|d|d[ií]as?|dv", (1, 28, 365)),
    "week": ("weeks?|wks?|w/?o|semanas?|sem", (1, 4, 52)),
    "month": ("months?|mont?hs?|mos?|m/?o|m|mes(?:es)?", (1, 12, 216)),
}
"""Units below a year, and the numbers of each that newborn, infant, child or adult begin with."""
_UNIT = {
    name: re.compile(rf"[ -]{{0,2}}(?:{words})\b", re.IGNORECASE)
    for name, (words, _) in _UNITS.items()
}
_DAY_OF_LIFE = re.compile(
    r"\b(?:DOL|days? of life|d[ií]as?(?: de vida)?)[ :#]{0,2}\Z", re.IGNORECASE
)
_OF_YEARS = (0, 1, 18, 90)
"""Infant, child, adult, and the age that Safe Harbor hides."""
_OLDEST = 104


def _limits(age: int, before: str, after: str) -> tuple[int, int]:
    """The lowest and highest age of the same clinical class, in the unit that stands beside it."""
    bounds = next((_UNITS[name][1] for name in _UNITS if _UNIT[name].match(after)), None)
    if bounds is None and _DAY_OF_LIFE.search(before):
        bounds = _UNITS["day"][1]
    starts = bounds or _OF_YEARS
    low = max((start for start in starts if start <= age), default=0)
    high = next((start - 1 for start in starts if start > age), age + 3 if bounds else _OLDEST)
    # never 1 for more: 'años' and 'years' may stand behind the mark
    return max(low, min(age, 2)), high


def other_age(surface: str, step: int, before: str = "", after: str = "") -> str:
    """Returns the age moved by `step` in the same form ('' where it cannot be read).

    It stays in its unit and its clinical class: a newborn below 28 days, an infant below a year, a
    minor below 18, an adult below 90. Never 1 for more than that, never the same. A decade ('80s')
    moves by ten years.

    Args:
        surface: The age as it stands.
        step: How far it moves, in its unit.
        before: What stands before the mark, where the unit may be told,
        after: and what behind it.
    """
    found = age_in(surface)
    if found is None:
        return ""
    start, end, age = found
    old = surface[start:end]
    if re.match(r"'?s\b", surface[end:]):
        new = age + (10 if step > 0 else -10)
        new = new if 20 <= new <= 80 else age + (-10 if step > 0 else 10)
    else:
        low, high = _limits(age, before + surface[:start], surface[end:] + after)
        around = (age + step, age - step, age + 1, age - 1)
        new = next((near for near in around if low <= near <= high), age + 1)
    if old.isdecimal():
        return surface[:start] + str(new).zfill(len(old) if old[0] == "0" else 1) + surface[end:]
    lang = _NUMBERS[fold(old).replace("-", " ")][1]
    word = _word(min(new, 99)) if lang == "en" else _palabra(min(new, 99))
    if " " in old and lang == "en":
        word = word.replace("-", " ")
    cased = case_like(old, word)
    if old[0].isupper() and not cased[0].isupper():
        cased = cased[0].upper() + cased[1:]
    return surface[:start] + cased + surface[end:]
