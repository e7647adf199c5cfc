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


def other_age(surface: str, step: int) -> str:
    """Returns the age moved by `step` in the same form ('' where it cannot be read).

    Below 90 it stays below, from 90 on above; never 1 for more than that, never the same. A
    decade ('80s') moves by ten years.
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
        # never 1 for more: 'años' and 'years' may stand behind the mark
        low, high = (90, 104) if age >= 90 else (min(age, 2), 89)
        new = age + step
        if not low <= new <= high:
            new = age - step
        if not low <= new <= high or new == age:
            new = age + 1
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
