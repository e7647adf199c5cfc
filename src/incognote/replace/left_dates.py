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
from functools import cache

from incognote.core.calendar import date_words, either, has_name
from incognote.core.case import fold
from incognote.core.document import Document, Span
from incognote.core.labels import our_type
from incognote.replace.dates import Habits, has_day_and_month, read, readings
from incognote.replace.note_dates import LONG, habits_of, is_birth
from incognote.replace.redact import Redacted
from incognote.replace.replacement import Context

_NEAR = 31
"""Days from a date of the note within which one without its year is one of them."""
_OUT_OF = frozenset((2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 18, 20, 28, 30))
"""What scores and shares are often out of."""
_BEFORE = 24
_BEGINNING = re.compile(r"(?<![^\W\d_])([^\W\d_]{3,10})\.?(?= ?[-–—/] ?$)")
"""A word before a dash and a mark: the month that a range begins with, 'Mar.–' of 'may. 2018'."""
_WORD_BEFORE = re.compile(r"(?<![^\W_])([^\W\d_]{3,12})\.?[ ,(]{1,3}$")
_WORD_AFTER = re.compile(r"[ ,(]{1,3}([^\W\d_]{3,12})\b")


@cache
def _patterns(lang: str) -> tuple[re.Pattern[str], ...]:
    """What looks like a date, stands before one, behind a score, and between dates in a row."""
    joins = either(lang, "joins")
    return (
        re.compile(
            r"\b(?=[^\W_])(?:"  # all begin so: to ask this first takes a third of the time
            r"(?<![\w/.,–-])(?:"
            r"(?P<whole>\d{1,2}([/.-])\d{1,2}\2(?:\d{4}|\d\d)|(?:19|20)\d\d([/-])[01]?\d\3[0-3]?\d)"
            r"|(?P<pair>[0-3]?\d/[0-3]?\d))(?![\d/%]|[.,-]\d)"
            rf"|(?P<named>{either(lang, 'written')})|(?P<feast>{either(lang, 'feasts_written')}))"
        ),
        re.compile(rf"(?:\b{either(lang, 'before_date')} ?:? ?\(?)$", re.IGNORECASE),
        re.compile(rf" ?(?:{either(lang, 'after_score')}|mm)", re.IGNORECASE),
        re.compile(rf" ?[,;&–-] ?| (?:{joins}|&) |, {joins} "),
    )


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
    begun = [
        (change.span, month)
        for change in gone
        if (
            month := _BEGINNING.search(
                doc.text, max(0, change.span.start - _BEFORE), change.span.start
            )
        )
    ]
    moved = [c.span for c in gone if c.action in ("shift", "surrogate") and not c.unread]
    if not (begun or moved):
        return []
    label = gone[0].span.label
    habits = habits_of(doc, Context(lang=redacted.lang))
    taken = sorted(
        [(c.span.start, c.span.end) for c in redacted.replaced]
        + [(span.start, span.end) for span in redacted.kept]
    )
    left = set(_beginnings(doc.text, begun, taken, habits))
    if moved and (near := _dates(doc, moved, habits)):
        left.update(
            (start, end)
            for start, end, kind in _shapes(doc.text, taken, habits.lang)
            if kind == "feast" or _is_near(doc.text[start:end], near, habits)
            if kind != "pair" or _is_date(doc.text, start, end, moved, habits.lang)
        )
        left.update(_weekdays(doc.text, moved, taken, habits))
    return [Span(redacted.to_new(a), redacted.to_new(b), label) for a, b in sorted(left)]


def _beginnings(
    text: str,
    begun: list[tuple[Span, re.Match[str]]],
    taken: list[tuple[int, int]],
    habits: Habits,
) -> Iterator[tuple[int, int]]:
    """The months that stay before a dash and a month that left, of words before marks."""
    for span, found in begun:
        form = read(text[span.start : span.end], habits) or ()
        if not form or form[0].kind != "monthname":
            continue
        if has_name(found[1], "month", habits.lang):
            i = bisect_left(taken, (found.end(), 0))
            if not i or taken[i - 1][1] <= found.start():
                yield found.span()


def _weekdays(
    text: str, moved: list[Span], taken: list[tuple[int, int]], habits: Habits
) -> Iterator[tuple[int, int]]:
    """Days of the week right beside a date that moved: they would tell the shift but for its weeks.

    A short name counts only where the date does fall on that day: 'sat' is a saturation, too.
    """
    words = date_words(habits.lang)
    for span in moved:
        form = read(text[span.start : span.end], habits) or ()
        days = readings(form, habits) if has_day_and_month(form) else []
        before = _WORD_BEFORE.search(text, max(0, span.start - _BEFORE), span.start)
        after = _WORD_AFTER.match(text, span.end)
        for found in (before, after) if days else ():
            if not found:
                continue
            kind, number, row, *_ = words.get(fold(found[1]), ("", 0, 0))
            if kind != "weekday" or (row % 2 and number != days[0].isoweekday()):
                continue
            i = bisect_left(taken, (found.end(1), 0))
            if not i or taken[i - 1][1] <= found.start(1):
                yield found.span(1)


def _dates(doc: Document, moved: list[Span], habits: Habits) -> list[datetime.date]:
    """The days of a note that moved, but for births and what lies years before them."""
    found = []
    for span in moved:
        form = read(doc.text[span.start : span.end], habits)
        if form and has_day_and_month(form) and not is_birth(doc.text, span.start, habits.lang):
            found += readings(form, habits)
    last = habits.note or max(found, default=None)
    return sorted(date for date in found if last and abs((last - date).days) <= LONG)


def _shapes(text: str, taken: list[tuple[int, int]], lang: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and kind of what looks like a date outside of the stretches that are taken."""
    for found in _patterns(lang)[0].finditer(text):
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


def _is_date(text: str, start: int, end: int, moved: list[Span], lang: str) -> bool:
    """Whether two numbers with a stroke between them are a day and a month, and no score."""
    _, cue, score, row = _patterns(lang)
    if score.match(text, end):
        return False
    first, second = map(int, text[start:end].split("/"))
    if first != second and second not in _OUT_OF:
        return True
    if cue.search(text, max(0, start - _BEFORE), start):
        return True
    i = bisect_left(moved, start, key=lambda span: span.start)
    before, after = moved[max(0, i - 1) : i], moved[i : i + 1]
    return any(row.fullmatch(text, span.end, start) for span in before if span.end < start) or any(
        row.fullmatch(text, end, span.start) for span in after if end < span.start
    )
