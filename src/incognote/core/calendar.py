"""`Calendar`: what differs between languages in how dates are written, and how it is looked up.

A pack holds its `Calendar` in `calendar.py`, as `CALENDAR`. Notes of a language may hold words of
others too: those of the packs that count beside its own (`Language.also`) are read as well.
Patterns are those of `re`; they are matched without regard to case unless a member says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain

from incognote.core.case import fold
from incognote.core.language import parts, reader
from incognote.core.words import any_of


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Names:
    """Names of months, days and seasons in one language or in one spoken beside it."""

    months: tuple[tuple[str, ...], ...]
    """Rows of twelve: whole names, then short ones. Another date stands in the row of the old."""
    weekdays: tuple[tuple[str, ...], ...]
    """Rows of seven from Monday: whole names, short ones, plurals, then other short ones."""
    seasons: tuple[str, ...]
    """Winter, spring, summer, autumn."""
    parts: tuple[str, ...] = ()
    """Words for the beginning, the middle and the end of a month or year; () for none."""
    others: Mapping[str, tuple[str, int, int]] = field(default_factory=dict)
    """Further spellings, in small letters without accents: kind (month, weekday, season), number
    from 1, and the row in which another date is written."""
    nth: tuple[tuple[str, ...], ...] = ()
    """First to fifth of a day of the week in its month, each with its spellings; () for none."""
    nth_endings: tuple[tuple[str, ...], ...] = ()
    """What stands behind a digit from 1 to 5 that says the same: rows of five."""
    last: tuple[str, ...] = ()
    """Words for the last of a day of the week in its month."""

    def __post_init__(self) -> None:
        """Raises ValueError if a row does not fit: each name says a number by its place."""
        _check(12, *self.months)
        _check(7, *self.weekdays)
        _check(4, self.seasons)


def _check(size: int, *rows: tuple[str, ...]) -> None:
    for each in rows:
        if len(each) != size:
            raise ValueError(f"{len(each)} names where {size} are wanted: {', '.join(each)}")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Calendar:
    """How the notes of a language write dates."""

    names: tuple[Names, ...]
    """The language's own, then those of languages without a pack that its notes may use."""
    day_words: tuple[str, ...] = ()
    """Days of the month in words from the first on, as far as there is one word for each."""
    day_endings: tuple[tuple[str, ...], ...] = ()
    """What stands behind the number of a day: rows of 31, '' where a day has none."""
    weekday_letters: tuple[tuple[str, ...], ...] = ()
    """Days of the week from Monday as letters; the first of each day is the one that is written."""
    day_first: bool | None
    """Whether 3/4 is 3 April where a note does not tell; None where countries differ, so that
    postcodes and the next two members tell."""
    month_first_countries: tuple[str, ...] = ()
    """Countries (ISO 3166) that write the month first."""
    day_first_signs: str = ""
    """Pattern, with regard to case: what only stands in notes that write the day first."""
    padded: bool = False
    """Whether days and months below ten get a zero where a note does not tell."""
    links: tuple[str, ...] = ()
    """Words without accents that may stand between the parts of a date."""
    joins: tuple[str, ...] = ()
    """Words that join two dates: to, and, until."""
    weeks: tuple[str, ...] = ()
    """Words for a week, which only a whole date beside them can place."""
    articles: tuple[str, ...] = ()
    """Words before a counted day of the week: the 2nd Tuesday of March."""
    every: tuple[str, ...] = ()
    """Words before a day of the week that make it that of every week; its plural follows."""
    before_year: tuple[str, ...] = ()
    """Words between a month or feast and its year."""
    at: str = ""
    """Pattern: the word before an hour."""
    hour_units: str = ""
    """Pattern: what stands behind an hour."""
    birth: str = ""
    """Pattern: words before the day on which somebody was born."""
    own: str = ""
    """Pattern: words before the date of the note itself."""
    to_come: str = ""
    """Pattern: words before a date that lies ahead."""
    between: str = ""
    """Pattern: what may stand between the words of the three patterns above and their date."""
    before_date: str = ""
    """Pattern: words behind which two numbers are a day and a month."""
    before_maybe: str = ""
    """Pattern: words behind which two numbers may be that, or a score."""
    after_score: str = ""
    """Pattern: what follows two numbers that are a score."""
    written: tuple[str, ...] = ()
    """Patterns with their borders, with regard to case: days with the name of their month, as they
    stand where no mark says that they are dates."""
    feasts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """From the rule by which a feast falls on a day (`feasts.py`) to its names, without accents."""
    feasts_written: str = ""
    """Pattern with its borders, with regard to case: names of feasts that are nothing else, as they
    stand where no mark says that they are dates."""
    before_feast: str = ""
    """Pattern: what may stand before the name of a feast and is no part of it."""
    as_day: tuple[str, str]
    """What stands in place of a feast of one day, by `day_first` and otherwise; of {day}, {ending}
    (of the number) and {month}, as the following two are."""
    as_part: tuple[str, ...] = ()
    """The same of a feast of several days: early, in the middle, late in a month."""
    behind: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The same of both behind some words: one form, or one for each half of the month."""

    def __post_init__(self) -> None:
        """Raises ValueError if a row does not fit."""
        _check(31, *self.day_endings, self.day_words + ("",) * (31 - len(self.day_words)))


def row(names: str) -> tuple[str, ...]:
    """Returns a row of names that are divided by blanks."""
    return tuple(names.split())


calendar: Callable[[str], Calendar] = reader("calendar", "CALENDAR")
"""The calendar of a language's pack."""


@cache
def calendars(lang: str) -> tuple[Calendar, ...]:
    """Returns the calendar of a language, then those of the packs that count beside it."""
    return parts(lang, "calendar", "CALENDAR")


def either(lang: str, member: str) -> str:
    """Returns a pattern for what a member, patterns or words, says in a language's calendars."""
    values = (getattr(each, member) for each in calendars(lang))
    return any_of("|".join(each) if isinstance(each, tuple) else each for each in values)


@cache
def words_in(lang: str, member: str) -> frozenset[str]:
    """Returns the words of a member in all of a language's calendars."""
    return frozenset(word for each in calendars(lang) for word in getattr(each, member))


def _all_names(lang: str) -> Iterator[Names]:
    own, *borrowed = calendars(lang)
    return iter((*own.names, *(each.names[0] for each in borrowed)))


@cache
def date_words(lang: str) -> dict[str, tuple[str, int, int, Names]]:
    """Returns the folded words of dates with kind, number from 1, row and where they are named.

    Kinds are month, season, weekday, part and dayword.
    """
    found: dict[str, tuple[str, int, int, Names]] = {}
    for names in _all_names(lang):
        for kind, rows in (
            ("month", names.months),
            ("season", (names.seasons,)),
            ("weekday", names.weekdays),
            ("part", (names.parts,)),
        ):
            for row, values in enumerate(rows):
                for number, value in enumerate(values, start=1):
                    found.setdefault(fold(value), (kind, number, row, names))
        for other, (kind, number, row) in names.others.items():
            found.setdefault(other, (kind, number, row, names))
    own = calendar(lang)
    for number, value in enumerate(own.day_words, start=1):
        found.setdefault(fold(value), ("dayword", number, 0, own.names[0]))
    return found


@cache
def token(lang: str) -> re.Pattern[str]:
    """Returns the pattern of a number, word or sign of a date; 'twenty-first' is one word."""
    compound = sorted((w for w in date_words(lang) if not w.isalpha()), key=len, reverse=True)
    whole = any_of(map(re.escape, compound))
    return re.compile(rf"{whole}(?![^\W_])|\d+|[^\W\d_]+|.", re.DOTALL | re.IGNORECASE)


def name(kind: str, number: int, row: int, names: Names) -> str:
    """Returns the word for a month, season, weekday or part; the last row for want of that one."""
    rows = {
        "month": names.months,
        "weekday": names.weekdays,
        "season": (names.seasons,),
        "part": (names.parts,),
    }[kind]
    return rows[min(row, len(rows) - 1)][number - 1]


def has_name(surface: str, kind: str, lang: str) -> bool:
    """Returns whether one of the words of a surface is a month, or a day of the week."""
    table = date_words(lang)
    tokens = re.findall(r"[^\W\d_]+", surface)
    return any(table.get(fold(each), ("",))[0] == kind for each in tokens)


def weekdays_moved(surface: str, days: int, lang: str) -> str:
    """Returns days of the week written as letters (MWF, M/W/F, L-X-V) moved; '' for anything else.

    A letter of several days is the first of them behind the one before: TTS has both of English.
    """
    letters = calendar(lang).weekday_letters
    known = sorted({each for row in letters for each in row}, key=len, reverse=True)
    joins = any_of(f" {join} " for join in calendar(lang).joins)
    run = rf"{any_of(map(re.escape, known))}|{joins}|[/, &-]"
    if not re.fullmatch(rf"(?:{run})+", surface):
        return ""
    out, last = [], -1
    for each in re.findall(run, surface):
        meant = [day for day, row in enumerate(letters) if each in row]
        if meant:
            last = next((day for day in meant if day > last), meant[0])
            out.append(letters[(last + days) % 7][0])
        else:
            out.append(each)
    return "".join(out) if last >= 0 else ""


_DIGIT_NTH = re.compile(r"([1-5])(\.?)(\D+)")


@cache
def _nth_words(lang: str) -> tuple[dict[str, tuple[int, Names]], dict[str, Names]]:
    """Ordinals in words, folded, with what they say; endings of those in digits."""
    said: dict[str, tuple[int, Names]] = {}
    endings: dict[str, Names] = {}
    for names in _all_names(lang):
        for number, spellings in [*enumerate(names.nth, start=1), (-1, names.last)]:
            for spelling in spellings:
                said.setdefault(fold(spelling), (number, names))
        for ending in chain.from_iterable(names.nth_endings):
            endings.setdefault(ending, names)
    return said, endings


def nth_in(word: str, lang: str) -> tuple[int, Names] | None:
    """Returns what an ordinal says (1 to 5, or -1 for the last) and where it is named, or None."""
    said, endings = _nth_words(lang)
    digit = _DIGIT_NTH.fullmatch(word.lower())
    if digit and digit[3] in endings:
        return int(digit[1]), endings[digit[3]]
    return said.get(fold(word))


def nth_like(surface: str, number: int, names: Names, *, is_last: bool) -> str:
    """Returns an ordinal from 1 to 5 in the form of another; 'last' stays where it `is_last`."""
    key, digit = fold(surface), _DIGIT_NTH.fullmatch(surface.lower())
    if is_last and key in map(fold, names.last):
        return surface
    if digit:
        row = next(row for row in names.nth_endings if digit[3] in row)
        return f"{number}{digit[2]}{row[number - 1]}"
    at = next((row.index(key) for row in names.nth if key in row), 0)
    spellings = names.nth[number - 1]
    return spellings[min(at, len(spellings) - 1)]


@cache
def _ending_rows(lang: str) -> tuple[tuple[str, ...], ...]:
    return tuple(row for each in calendars(lang) for row in each.day_endings)


def is_ending(word: str, lang: str) -> bool:
    """Returns whether a word is what stands behind the number of a day: 3rd, 1º."""
    return any(word.lower() in row for row in _ending_rows(lang))


def ending_like(word: str, day: int, lang: str) -> str:
    """Returns the ending of the number of a day in the form of that of another."""
    return next(row for row in _ending_rows(lang) if word.lower() in row)[day - 1]
