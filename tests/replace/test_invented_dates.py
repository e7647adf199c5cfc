"""Dates of a language that nobody speaks (tests/data/invented): no engine knows it."""

from __future__ import annotations

import datetime

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.core.calendar import Names, row
from incognote.core.language import get_language
from incognote.replace.date_writing import write
from incognote.replace.dates import Habits, date_of, read, readings
from incognote.replace.feasts import day_of
from incognote.replace.replacement import Context
from incognote.replace.shift import days_of

pytestmark = pytest.mark.usefixtures("invented")
MONTHS = row("Alba Brum Cirso Dovel Elun Farga Gost Hivar Iska Jolm Kerit Lu-men")
NOTE = datetime.date(2019, 3, 25)
HABITS = Habits(day_first=False, padded=False, year=2019, lang="xx", note=NOTE)


@pytest.mark.parametrize(
    ("surface", "days", "new"),
    [
        ("3/14/2019", 30, "4/13/2019"),
        ("Cirso 14 2019", 30, "Dovel 13 2019"),
        ("Onday, Cirso 4 du 2019", 1, "Duoday, Cirso 5 du 2019"),
        ("LU-MEN 31", 1, "ALBA 1"),
        ("Albaro 3", 31, "Brum 3"),
        ("Cir. 4", 31, "Dov. 4"),
        ("Cirso 1ka", 1, "Cirso 2ke"),
        ("Cirso ein", 2, "Cirso dri"),
        ("frost 2018", 200, "blaze 2018"),
        ("duna Quaday Elun 2019", 7, "truna Quaday Elun 2019"),
        ("2a Quaday Elun 2019", 7, "3a Quaday Elun 2019"),
        ("lo sunfest", 1, "Farga 22ke"),
        ("still days", 10, "last Dovel"),
    ],
)
def test_dates_move_in_their_form(surface: str, days: int, new: str) -> None:
    form = read(surface, HABITS)
    assert form is not None
    old = readings(form, HABITS)[0]
    assert write(form, old + datetime.timedelta(days), HABITS, days=days) == new


@pytest.mark.parametrize("surface", ["Tuesday", "4 March", "4 de marzo", "Christmas", "the 4th"])
def test_words_of_other_languages_are_no_dates(surface: str) -> None:
    assert read(surface, HABITS) is None


def test_every_name_is_read_back() -> None:
    weekdays = get_language("xx").part("calendar", "WEEKDAYS")
    for number in range(365):
        date = datetime.date(2019, 1, 1) + datetime.timedelta(number)
        name = f"{weekdays[date.weekday()]}, {MONTHS[date.month - 1]} {date.day} 2019"
        form = read(name, HABITS)
        assert form is not None
        assert date_of(form, HABITS) == date
        assert write(form, date, HABITS) == name


def test_a_note_is_redacted_whole() -> None:
    text, spans = "", []
    for piece, label in (
        ("hodie an ", ""), ("Cirso 25 2019", "DATE"), (", seit ", ""),
        ("Cirso 3 bis 15", "DATE"), (", ", ""), ("O-T", "DATE"), (", ", ""), ("quadra", "AGE"),
    ):  # fmt: skip
        if label:
            spans.append(Span(len(text), len(text) + len(piece), label))
        text += piece
    doc, context = Document("a", text, tuple(spans)), Context(b"k", lang="xx")
    done = redact(doc, get_policy("all").with_action("surrogate"), context)
    days = datetime.timedelta(days_of(doc, context))
    there = NOTE + days
    first, last = (datetime.date(2019, 3, day) + days for day in (3, 15))
    name = MONTHS[first.month - 1]
    other = name if first.month == last.month else MONTHS[last.month - 1]
    between = f"{name} {first.day} bis " + (f"{other} " if other != name else "") + f"{last.day}"
    letters = "-".join("ODTQUSP"[(day + days.days) % 7] for day in (0, 2))
    assert done.text == (
        f"hodie an {MONTHS[there.month - 1]} {there.day} {there.year}, seit {between}, {letters}, "
        "40-49"
    )


def test_a_row_of_names_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="6 names where 7 are wanted"):
        Names(months=(MONTHS,), weekdays=(MONTHS[:6],), seasons=row("a b c d"))


def test_what_is_no_rule_of_a_feast_is_refused() -> None:
    with pytest.raises(ValueError, match="no rule of a feast: 'moon'"):
        day_of("moon", 2019)
