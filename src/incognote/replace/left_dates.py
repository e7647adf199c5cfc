"""Dates that stay in a note whose other dates were moved: one of them gives the shift away.

Only what looks like a date and lies where the note's dates lie counts: a score, a dose or a blood
pressure is written like a day and a month, so a bare pair of numbers counts only behind a word that
dates have, or in a row with a date that moved.
"""

from __future__ import annotations

import datetime
import re
from bisect import bisect_left
from collections.abc import Iterator

from incognote.core.case import fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.replace import calendar
from incognote.replace.date_readings import has_day_and_month, readings
from incognote.replace.dates import Habits, read
from incognote.replace.note_dates import LONG, habits_of, is_birth
from incognote.replace.redact import Redacted
from incognote.replace.replacement import Context

_NEAR = 31
"""Days from a date of the note within which one without its year is one of them."""
_EN = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_ES = (
    r"(?i:enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre"
    r"|diciembre)"
)
_YEAR = r"(?:,? (?:del? )?(?:19|20)\d\d)?"
_SHAPE = re.compile(
    r"(?<![\w/.,–-])(?:"
    r"(?P<whole>\d{1,2}([/.-])\d{1,2}\2(?:\d{4}|\d\d)|(?:19|20)\d\d([/-])[01]?\d\3[0-3]?\d)"
    r"|(?P<pair>[0-3]?\d/[0-3]?\d)"
    rf"|(?P<named>[0-3]?\d(?:st|nd|rd|th)?[ -](?:of )?{_EN}\b\.?{_YEAR}|[0-3]?\d de {_ES}{_YEAR}))"
    rf"(?![\d/%]|[.,-]\d)"
    rf"|\b(?P<month>{_EN}\.? [0-3]?\d(?:st|nd|rd|th)?{_YEAR})(?![\d/%]|[.,-]\d| ?m[gl]\b)"
)
_CUE = re.compile(
    r"(?:\b(?:on|since|until|dated?|seen|drawn|collected|as of|el|desde|hasta|del|d[ií]a"
    r"|fecha|vist[oa]|consulta|analítica) ?:? ?\(?)$",
    re.IGNORECASE,
)
_SCORE = re.compile(
    r" ?(?:pain|strength|power|sever|in (?:pain|sever|intens)|through|bilat|systolic|murmur|sem\b"
    r"|(?:de )?(?:puntos|dolor|fuerza)|escala|eva\b|intens|mm|points)",
    re.IGNORECASE,
)
_OUT_OF = frozenset((2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 28, 30))
"""What scores and shares are often out of."""
_ROW = re.compile(r"[ ]?[,;&–-] ?| (?:and|to|y|al?|&) |, (?:and|y) ")
"""What stands between dates in a row."""
_BEFORE = 24
_BEGINNING = re.compile(r"(?<![^\W\d_])([^\W\d_]{3,10})\.?(?= ?[-–—/] ?$)")
"""A word before a dash and a mark: the month that a range begins with, 'Mar.–' of 'may. 2018'."""


def left_dates(doc: Document, redacted: Redacted) -> list[Span]:
    """Returns the dates of a note that stay in its output, in offsets of the output.

    Where no date was moved, only the months that ranges begin with: nothing else there tells more
    than itself.

    Args:
        doc: The note, with all its marks.
        redacted: What became of it.
    """
    gone = [change for change in redacted.replaced if our_type(change.span.label) == "DATE"]
    if not gone:
        return []
    label = gone[0].span.label
    habits = habits_of(doc, Context(lang="en" if label == "DATE" else "es"))
    taken = sorted(
        [(c.span.start, c.span.end) for c in redacted.replaced]
        + [(span.start, span.end) for span in redacted.kept]
    )
    left = set(_beginnings(doc.text, [change.span for change in gone], taken, habits))
    moved = [c.span for c in gone if c.action in ("shift", "surrogate") and not c.unread]
    if moved and (near := _dates(doc, moved, habits)):
        left.update(
            (start, end)
            for start, end, kind in _shapes(doc.text, taken)
            if _is_near(doc.text[start:end], near, habits)
            if kind != "pair" or _is_date(doc.text, start, end, moved)
        )
    return [Span(redacted.to_new(a), redacted.to_new(b), label) for a, b in sorted(left)]


def _beginnings(
    text: str, gone: list[Span], taken: list[tuple[int, int]], habits: Habits
) -> Iterator[tuple[int, int]]:
    """The months that stay before a dash and a month that left."""
    months = calendar.words(habits.lang)
    for span in gone:
        form = read(text[span.start : span.end], habits) or ()
        if not form or form[0].kind != "monthname":
            continue
        at = max(0, span.start - _BEFORE)
        found = _BEGINNING.search(text, at, span.start)
        if found and months.get(fold(found[1]), ("",))[0] == "month":
            i = bisect_left(taken, (found.end(), 0))
            if not i or taken[i - 1][1] <= found.start():
                yield found.span()


def _dates(doc: Document, moved: list[Span], habits: Habits) -> list[datetime.date]:
    """The days of a note that moved, but for births and what lies years before them."""
    found = []
    for span in moved:
        form = read(doc.text[span.start : span.end], habits)
        if form and has_day_and_month(form) and not is_birth(doc.text, span.start):
            found += readings(form, habits)
    last = habits.note or max(found, default=None)
    return sorted(date for date in found if last and abs((last - date).days) <= LONG)


def _shapes(text: str, taken: list[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    """Start, end and kind of what looks like a date outside of the stretches that are taken."""
    for found in _SHAPE.finditer(text):
        start, end = found.span()
        i = bisect_left(taken, (end, 0))
        if not i or taken[i - 1][1] <= start:
            yield start, end, found.lastgroup or ""


def _is_near(surface: str, dates: list[datetime.date], habits: Habits) -> bool:
    """Whether a surface is a day within those dates, or next to one."""
    form = read(surface, habits)
    days = readings(form, habits) if form else []
    margin = datetime.timedelta(_NEAR)
    return any(dates[0] - margin <= day <= dates[-1] + margin for day in days[:1])


def _is_date(text: str, start: int, end: int, moved: list[Span]) -> bool:
    """Whether two numbers with a stroke between them are a day and a month, and no score."""
    if _SCORE.match(text, end):
        return False
    first, second = map(int, text[start:end].split("/"))
    if first != second and second not in _OUT_OF:
        return True
    if _CUE.search(text, max(0, start - _BEFORE), start):
        return True
    i = bisect_left(moved, start, key=lambda span: span.start)
    before, after = moved[max(0, i - 1) : i], moved[i : i + 1]
    return any(_ROW.fullmatch(text, span.end, start) for span in before if span.end < start) or any(
        _ROW.fullmatch(text, end, span.start) for span in after if end < span.start
    )
