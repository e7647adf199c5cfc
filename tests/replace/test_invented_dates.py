"""Dates of a language that nobody speaks: its pack stands in this file, and no engine knows it."""

from __future__ import annotations

import datetime
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.core import registry
from incognote.core.calendar import Calendar, Names, calendar, row
from incognote.core.errors import ConfigError
from incognote.core.language import Language
from incognote.languages.en.people import PEOPLE  # noqa: F401 -- a part of the pack
from incognote.replace.ages import Ages
from incognote.replace.date_writing import write
from incognote.replace.dates import Habits, date_of, read, readings
from incognote.replace.doubt import Doubt
from incognote.replace.feasts import day_of
from incognote.replace.replacement import Context
from incognote.replace.shift import days_of

MONTHS = row("Alba Brum Cirso Dovel Elun Farga Gost Hivar Iska Jolm Kerit Lu-men")
WEEKDAYS = row("Onday Duoday Triday Quaday Quinday Sexday Septday")
CALENDAR = Calendar(
    names=(
        Names(
            months=(MONTHS, tuple(month[:3] for month in MONTHS)),
            weekdays=(WEEKDAYS, tuple(day[:3] for day in WEEKDAYS)),
            seasons=row("frost bloom blaze gale"),
            parts=(),
            others={"albaro": ("month", 1, 0)},
            nth=tuple((word,) for word in row("una duna truna quna cuna")),
            nth_endings=(("a",) * 5,),
            last=("ulta",),
        ),
    ),
    day_words=row("ein zwa dri"),
    day_endings=(("ka", *["ke"] * 30),),
    weekday_letters=tuple((letter,) for letter in "ODTQUSP"),
    day_first=False,
    month_first_countries=(),
    day_first_signs="",
    padded=False,
    links=row("du ka"),
    joins=("bis",),
    weeks=("sedm",),
    articles=(),
    every=(),
    before_year=("du",),
    at="um",
    hour_units="ur",
    birth="natal",
    own="hodie",
    to_come="mox",
    between="an",
    before_date="an|seit",
    before_maybe="von",
    after_score="dol",
    written=(),
    feasts={"6-21": ("sunfest",), "~easter-3": ("still days",)},
    before_feast="(?:lo )?",
    as_day=("{day} {month}", "{month} {day}{ending}"),
    as_part=("first {month}", "mid {month}", "last {month}"),
    behind={"lo": ("{day} du {month}",)},
)
AGES = Ages(
    numbers={"ein": 1, "quadra": 40},
    units={"hour": "hor", "day": "dag", "week": "sedm", "month": "lun"},
    day_of_life="",
    letters="",
    of="du",
    unborn="",
    decade="",
)
DOUBT = Doubt(counted="", graded="", wards="", half_day="", scales=(), standards=())
NOTE = datetime.date(2019, 3, 25)
HABITS = Habits(day_first=False, padded=False, year=2019, lang="zz", note=NOTE)


@pytest.fixture(autouse=True)
def pack(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    parts = {"PACK": "", "CALENDAR": ".calendar", "AGES": ".ages", "DOUBT": ".doubt"}
    parts["PEOPLE"] = ".people"  # as in English: these notes name nobody
    made = Language("zz", "Invented", "invented", "incognote", (), "latin")
    for name, module in parts.items():
        holder = ModuleType(f"invented{module}")
        setattr(holder, name, made if name == "PACK" else globals()[name])
        monkeypatch.setitem(sys.modules, f"invented{module}", holder)
    rows = {**registry.ROWS["language"], "zz": "invented:PACK"}
    monkeypatch.setattr(registry, "ROWS", {**registry.ROWS, "language": rows})
    registry._rows.cache_clear()
    yield
    registry._rows.cache_clear()


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
    for number in range(365):
        date = datetime.date(2019, 1, 1) + datetime.timedelta(number)
        name = f"{WEEKDAYS[date.weekday()]}, {MONTHS[date.month - 1]} {date.day} 2019"
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
    doc, context = Document("a", text, tuple(spans)), Context(b"k", lang="zz")
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


def test_a_pack_without_a_calendar_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(sys.modules["invented.calendar"], "CALENDAR")
    calendar.cache_clear()
    with pytest.raises(ConfigError, match=r"'zz' has no calendar\.CALENDAR"):
        calendar("zz")


def test_a_row_of_names_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="6 names where 7 are wanted"):
        Names(
            (MONTHS,), (WEEKDAYS[:6],), row("a b c d"), (), {}, (), (), ()
        )  # fmt: skip


def test_what_is_no_rule_of_a_feast_is_refused() -> None:
    with pytest.raises(ValueError, match="no rule of a feast: 'moon'"):
        day_of("moon", 2019)
