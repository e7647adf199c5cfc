"""Dates, phones and record numbers by how they are written; institutions and towns by renown."""

from __future__ import annotations

import datetime
import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial

from incognote.core.calendar import calendar
from incognote.core.case import case_like, fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.core.language import get_language, reader
from incognote.lab.probe.questions import Group, Question
from incognote.replace.date_ranges import days_of
from incognote.replace.date_samples import grain_of, write_as
from incognote.replace.dates import Habits, read
from incognote.replace.note_dates import habits_of
from incognote.replace.replacement import Context
from incognote.replace.values.probes import Make, Probe
from incognote.replace.values.shapes import fill

_probe: Callable[[str], Probe] = reader("probe", "PROBE")

_GRAINS = {
    "dates": ("dmy", "Dates of a day, in all the forms that they are written in."),
    "days": ("dm", "Days without a year."),
    "months": ("my", "Months with a year."),
}
_NUMBERS = {
    "4 digits": "^###",
    "5 digits": "^####",
    "6 digits": "^#####",
    "7 digits": "^######",
    "8 digits": "^#######",
    "9 digits": "^########",
    "10 digits": "^#########",
    "12 digits": "^###########",
    "leading zeros": "000#####",
    "pairs with hyphens": "##-##-##",
    "threes with hyphens": "###-###",
    "threes with blanks": "### ### ###",
    "a slash": "#####/##",
    "points": "##.###.###",
    "a letter first": "@######",
    "two letters first": "@@#####",
    "letters and a hyphen": "@@-#####",
    "a letter last": "#######@",
    "letters and digits mixed": "@#@##@#@",
}
"""Record numbers by form; see `replace.values.shapes` for the symbols."""
_NUMBER_TYPES = frozenset({"MRN", "HEALTHPLAN", "ACCOUNT", "LICENSE", "DEVICE", "IDNUM"})
_FEWEST = 4
"""Digits of what is a record number."""
_PHONE_DIGITS = 7
_WORD = re.compile(r"[^\W\d_]{2,}")


def questions(lang: str) -> Iterator[Question]:
    """Yields the questions about dates, phones, record numbers, institutions and towns."""
    for name, (grain, what) in _GRAINS.items():
        groups = [
            Group(form, partial(_dated, lang, grain, form)) for form in _date_forms(grain, lang)
        ]
        yield Question(name, what, partial(_dates, lang=lang, grain=grain), groups)
    own = _probe(lang)
    yield Question(
        "phones",
        "Telephone and fax numbers by their form.",
        partial(_of_types, types={"PHONE", "FAX"}, digits=_PHONE_DIGITS),
        _groups(own.phones.items()),
    )
    shapes = [(name, partial(fill, shape)) for name, shape in _NUMBERS.items()]
    yield Question(
        "numbers",
        "Record, account, insurance, licence and other numbers by their form.",
        partial(_of_types, types=_NUMBER_TYPES, digits=_FEWEST),
        _groups(shapes),
    )
    yield Question(
        "facilities",
        "Hospitals and the like by how well they are known.",
        partial(_of_types, types={"HOSPITAL"}, words=2),
        _groups(own.facilities.items()),
    )
    yield Question(
        "towns",
        "Towns by how well they are known.",
        partial(_of_types, types={"CITY"}, words=1),
        _groups(own.towns.items()),
    )


def _groups(makes: Iterable[tuple[str, Make]]) -> list[Group]:
    return [Group(name, partial(_made, make)) for name, make in makes]


def _of_types(doc: Document, types: Collection[str], digits: int = 0, words: int = 0) -> list[Span]:
    """Marks of these types: with so many digits, or with so many words and no digit."""
    found = []
    for span in doc.spans:
        if our_type(span.label) in types:
            surface = doc.text[span.start : span.end]
            count = sum(char.isdigit() for char in surface)
            if (
                (count >= digits)
                if digits
                else (not count and len(_WORD.findall(surface)) >= words)
            ):
                found.append(span)
    return found


def _made(make: Make, doc: Document, places: Sequence[Span], rng: random.Random) -> list[str]:
    """A new value for each thing that is named: the same one stays the same."""
    same: dict[tuple[str, str], str] = {}
    values = []
    for span in places:
        surface = doc.text[span.start : span.end]
        key = span.label, span.entity or f"={fold(surface)}"
        if key not in same:
            same[key] = make(rng)
        values.append(case_like(surface, same[key]) if surface.isupper() else same[key])
    return values


# Dates ---------------------------------------------------------------------------------------


def _day_first(lang: str) -> bool:
    return bool(calendar(lang).day_first)


def _date_forms(grain: str, lang: str) -> list[str]:
    """The samples of the pack's table, with the order of day and month that the language has.

    Without those that are another one with an article in front: it stands outside of a mark.
    """
    rows = get_language(lang).table("calendar")
    order = "dayfirst" if _day_first(lang) else "monthfirst"
    samples = rows.get(f"forms {grain}", ()) + rows.get(f"forms {grain} {order}", ())
    return [
        sample
        for sample in dict.fromkeys(samples)
        if not any(sample.endswith(f" {other}") for other in samples)
    ]


def _dates(doc: Document, lang: str, grain: str) -> list[Span]:
    """Marks of dates that are read, and say so much of a day."""
    habits = habits_of(doc, Context(lang=lang))
    return [
        span
        for span in doc.spans
        if our_type(span.label) == "DATE"
        and _meant(doc.text[span.start : span.end], grain, habits) is not None
    ]


def _meant(surface: str, grain: str, habits: Habits) -> datetime.date | None:
    """The day of a date that says this much; the first of a month."""
    form = read(surface, habits)
    if not form or grain_of(form) != grain or any(piece.kind == "feast" for piece in form):
        return None
    meant = next(days_of([form], habits, None), None)
    return meant[0] if meant else None


def _dated(
    lang: str, grain: str, sample: str, doc: Document, places: Sequence[Span], rng: random.Random
) -> list[str]:
    """The same days in the form of a sample."""
    habits = habits_of(doc, Context(lang=lang))
    values = []
    for span in places:
        day = _meant(doc.text[span.start : span.end], grain, habits)
        if day is None:
            raise ValueError(f"{doc.id}: no date at [{span.start}, {span.end})")
        values.append(write_as(sample, day, lang, day_first=_day_first(lang)))
    return values
