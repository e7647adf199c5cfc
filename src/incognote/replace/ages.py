"""Ages: read one in digits or words, give the band that it lies in.

A pack says in `ages.py`, as `AGES`, how its notes write them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from incognote.core.case import fold
from incognote.core.document import Document
from incognote.core.labels import our_type
from incognote.core.language import parts
from incognote.core.words import any_of
from incognote.replace.policy import has_age_words_only


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Ages:
    """How the notes of a language write ages; patterns are matched without regard to case."""

    numbers: Mapping[str, int] = field(default_factory=dict)
    """Numbers from 1 to 99 in words, in small letters without accents and hyphens."""
    units: Mapping[str, str]
    """Patterns of the units below a year: hour, day, week, month."""
    day_of_life: str = ""
    """Pattern: what stands before a number of days since birth."""
    letters: str = ""
    """Pattern, with regard to case: a letter behind a number that is short for a unit as well as
    for something else ('12 m': months or a man)."""
    of: str = ""
    """Pattern: the word between weeks and what follows."""
    unborn: str = ""
    """Pattern: what stands behind weeks that count from before birth."""
    decade: str = ""
    """Pattern: what behind a number makes it a decade (80s)."""


def _ages(lang: str) -> tuple[Ages, ...]:
    return parts(lang, "ages", "AGES")


@cache
def _numbers(lang: str) -> Mapping[str, int]:
    return {word: n for each in reversed(_ages(lang)) for word, n in each.numbers.items()}


def age_in(surface: str, lang: str) -> tuple[int, int, int] | None:
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
            words_of_run = surface[run[0].start() : run[-1].end()]
            number = _numbers(lang).get(fold(words_of_run).replace("-", " "))
            if number:
                return run[0].start(), run[-1].end(), number
    return None


BESIDE = 16
"""Characters beside an age that may tell its unit."""
_STARTS = {
    "hour": (0, 24, 48, 72),
    "day": (0, 7, 28, 90, 180, 366),
    "week": (0, 1, 4, 8, 13, 26, 53, 105),
    "month": (0, 1, 3, 6, 12, 24, 36, 72, 120),
}
"""Ages that bands begin with, in units below a year."""
_FEW = 36
"""Of more months or weeks than that a letter is not short for."""
_OF_YEARS = (0, 1, 3, 6, 10, 15, 18)
"""Years that the bands of children begin with; later ones are decades, 18 and 19 one of theirs."""


@dataclass(frozen=True, slots=True)
class _Patterns:
    """Those of a language's ages."""

    units: Mapping[str, re.Pattern[str]]
    day_of_life: re.Pattern[str]
    letters: re.Pattern[str]
    unborn: re.Pattern[str]
    """What stands behind weeks that count from before birth, which no band of ages fits."""
    decade: re.Pattern[str]


@cache
def _patterns(lang: str) -> _Patterns:
    ages = _ages(lang)
    units = {unit: any_of(each.units[unit] for each in ages) for unit in _STARTS}
    of, unborn = any_of(each.of for each in ages), any_of(each.unborn for each in ages)
    return _Patterns(
        {unit: _compiled(rf"[ -]{{0,2}}{words}\b") for unit, words in units.items()},
        _compiled(rf"\b{any_of(each.day_of_life for each in ages)}[ :#]{{0,2}}\Z"),
        re.compile(rf"[ -]?{any_of(each.letters for each in ages)}"),
        _compiled(rf"\W*(?:(?:{of}|{units['week']})\W+)*(?:{unborn}|\+ ?\d|\d/7)"),
        re.compile(any_of(each.decade for each in ages)),
    )


def unit_in(surface: str, after: str, lang: str) -> str:
    """Returns the unit behind the last number of an age: hour, day, week, month; '' for years.

    Args:
        surface: The age as it stands.
        after: What follows it.
        lang: Language of the note.
    """
    last = max((found.end() for found in re.finditer(r"\d+", surface)), default=len(surface))
    rest = surface[last:] + after
    return next((unit for unit, words in _patterns(lang).units.items() if words.match(rest)), "")


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def band_of(surface: str, old_age: int, lang: str, before: str = "", after: str = "") -> str:
    """Returns the band that an age lies in, in its unit: '60-69', '3-5 months'; '' if unreadable.

    A band is true beside a birth date and a visit, whether both stand in the note or not, and none
    reaches over the borders of newborn (28 days), infant (a year), child and adult. From `old_age`
    on it is that number and a plus; a decade ('80s') is a band already and is written as one.

    Args:
        surface: The age as it stands.
        old_age: In years, from where on no age is told.
        lang: Language of the note.
        before: What stands before the mark, where the unit may be told,
        after: and what behind it.
    """
    found, patterns = age_in(surface, lang), _patterns(lang)
    if found is None:
        return ""
    start, end, age = found
    before, after = before + surface[:start], surface[end:] + after
    unit = next((unit for unit, words in patterns.units.items() if words.match(after)), "")
    if not unit and patterns.day_of_life.search(before):
        unit = "day"
    starts = _STARTS.get(unit)
    if (unit and patterns.unborn.match(after)) or (age <= _FEW and patterns.letters.match(after)):
        return ""
    plus = surface[end : end + 1] == "+"
    decade = patterns.decade.match(surface[end:])
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


def age_band(surface: str, old_age: int, lang: str, before: str = "", after: str = "") -> str:
    """Returns the same of a surface that is an age and nothing else; '' for '7 Mar', '94 Garza'."""
    found = age_in(surface, lang)
    if found is None or not has_age_words_only(f"{surface[: found[0]]} {surface[found[1] :]}"):
        return ""
    return band_of(surface, old_age, lang, before, after)


def tells_old_age(doc: Document, old_age: int, lang: str) -> bool:
    """Returns whether a mark of a note is an age from `old_age` on."""
    surfaces = (doc.text[s.start : s.end] for s in doc.spans if our_type(s.label) == "AGE")
    ages = (age_in(surface, lang) for surface in surfaces)
    return any(age is not None and age[2] >= old_age for age in ages)
