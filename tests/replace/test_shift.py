"""All dates of a note move by the same number of days, however they are written, or become tags.

The oracle knows each date that the note means and writes the moved one itself, from tables of its
own; it never asks the code how a date is read.
"""

from __future__ import annotations

import datetime
import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote import Document, Span, get_policy, redact
from incognote.replace.replacement import Context
from incognote.replace.shift import days_of

DAY = datetime.timedelta(1)
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
    "diciembre",
}
WEEKDAYS = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
}
NTH = {
    "en": ("first", "second", "third", "fourth", "fifth"),
    "es": ("primer", "segundo", "tercer", "cuarto", "quinto"),
}
_DAY_ALONE = re.compile(r"^(?:[^\W\d]+ )?\d+(?:st|nd|rd|th)?$")
_ZERO = re.compile(r"(?<![\d])0(?=\d(?!\d))")
ENDINGS = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}


def month(d: datetime.date, lang: str) -> str:
    return MONTHS[lang].split()[d.month - 1]


def weekday(d: datetime.date, lang: str) -> str:
    return WEEKDAYS[lang].split()[d.weekday()]


def ending(number: int) -> str:
    return ENDINGS.get(number, "th")


def numbers(d: datetime.date, lang: str, sep: str = "/") -> str:
    return f"{d.day}{sep}{d.month}" if lang == "es" else f"{d.month}{sep}{d.day}"


def named(d: datetime.date, lang: str) -> str:
    return f"{d.day} de {month(d, lang)}" if lang == "es" else f"{month(d, lang)} {d.day}"


def nth(d: datetime.date, lang: str) -> str:
    of = "de" if lang == "es" else "of"
    return f"{NTH[lang][(d.day - 1) // 7]} {weekday(d, lang)} {of} {month(d, lang)}"


WITHOUT_YEAR = {
    "numbers": numbers,
    "named": named,
    "weekday and numbers": lambda d, lang: f"{weekday(d, lang)} {numbers(d, lang)}",
    "weekday and name": lambda d, lang: f"{weekday(d, lang)}, {named(d, lang)}",
    "weekday and day": lambda d, lang: f"{weekday(d, lang)} {d.day}",
    "nth weekday": nth,
}
WITH_YEAR = {
    "numbers": lambda d, lang: f"{numbers(d, lang)}/{d.year}",
    "short": lambda d, lang: f"{numbers(d, lang)}/{d.year % 100:02d}",
    "iso": lambda d, lang: d.isoformat(),
    "named": lambda d, lang: (
        f"{named(d, lang)} de {d.year}" if lang == "es" else f"{named(d, lang)}, {d.year}"
    ),
    "nth weekday": lambda d, lang: f"{nth(d, lang)} {'de ' if lang == 'es' else ''}{d.year}",
    "weekday": lambda d, lang: f"{weekday(d, lang)} {numbers(d, lang)}/{d.year}",
}


def easter(year: int) -> datetime.date:
    from dateutil.easter import easter as known

    return known(year)


def thanksgiving(year: int) -> datetime.date:
    first = datetime.date(year, 11, 1)
    return next(d for d in (first + DAY * i for i in range(7)) if d.weekday() == 3) + 21 * DAY


FEASTS = {
    "en": {
        "Christmas": lambda y: datetime.date(y, 12, 25),
        "Thanksgiving": thanksgiving,
        "Good Friday": lambda y: easter(y) - 2 * DAY,
        "Easter Monday": lambda y: easter(y) + DAY,
        "Halloween": lambda y: datetime.date(y, 10, 31),
        "Memorial Day": lambda y: max(
            d for d in (datetime.date(y, 5, i) for i in range(1, 32)) if d.weekday() == 0
        ),
    },
    "es": {
        "Navidad": lambda y: datetime.date(y, 12, 25),
        "Viernes Santo": lambda y: easter(y) - 2 * DAY,
        "Reyes": lambda y: datetime.date(y, 1, 6),
        "la Inmaculada": lambda y: datetime.date(y, 12, 8),
        "miércoles de ceniza": lambda y: easter(y) - 46 * DAY,
    },
}


def range_of(a: datetime.date, b: datetime.date, lang: str, kind: str) -> str:
    """Two days, with one month where they share it and each its own where not."""
    same = (a.year, a.month) == (b.year, b.month)
    if kind == "named" and lang == "en":
        return f"{named(a, lang)}-{b.day if same else named(b, lang)}"
    if kind == "named":
        return f"del {a.day if same else named(a, lang)} al {named(b, lang)}"
    if kind == "elided":
        if lang == "en":
            return f"{numbers(a, lang)}-{b.day if same else numbers(b, lang)}"
        return f"{a.day if same else numbers(a, lang)}-{numbers(b, lang)}"
    return f"{numbers(a, lang)} - {numbers(b, lang)}/{b.year}"


class Note:
    """A note with marks; for each what must stand there, once moved."""

    def __init__(self, lang: str, written: datetime.date) -> None:
        self.lang, self.written = lang, written
        self.text, self.marks = "", []
        self.add("Date: " if lang == "en" else "Fecha: ", self.of(WITH_YEAR["numbers"], written))

    def of(self, form, *dates):
        return lambda days: form(*(d + days * DAY for d in dates), self.lang)

    def add(self, before: str, expected) -> None:
        surface = expected(0)
        self.text += before
        self.marks.append((len(self.text), surface, expected))
        self.text += surface + ". "

    def check(self, key: bytes, tags: Counter[str]) -> None:
        label = "DATE" if self.lang == "en" else "FECHAS"
        spans = tuple(Span(at, at + len(text), label) for at, text, _ in self.marks)
        doc, context = Document("n", self.text, spans), Context(key, lang=self.lang)
        done = redact(doc, get_policy("all").with_action("surrogate"), context)
        days = days_of(doc, context)
        for (_, surface, expected), change in zip(self.marks, done.replaced, strict=True):
            new = done.text[change.new_start : change.new_end]
            tags["all"] += 1
            if new == f"[{label}]":
                tags["tags"] += 1
                tags["of months left out"] += _DAY_ALONE.search(surface) is not None
            else:
                # A zero before a day is the note's habit, and no part of the date.
                new, right = (_ZERO.sub("", text) for text in (new, expected(days)))
                assert new == right, (surface, days, self.text)


def draw_note(rng: random.Random, lang: str) -> Note:
    written = datetime.date(2007, 1, 1) + rng.randrange(6000) * DAY
    note = Note(lang, written)
    born = written - rng.randrange(400, 30000) * DAY
    note.add("DOB " if lang == "en" else "F. nac.: ", note.of(WITH_YEAR["numbers"], born))
    for _ in range(rng.randrange(3, 9)):
        d = written + rng.randrange(-150, 150) * DAY
        kind = rng.choice(("no year", "no year", "year", "feast", "range", "weekday", "day"))
        before = rng.choice(("seen ", "on ", "since ", "(") if lang == "en" else ("el ", "visto "))
        if kind == "no year":
            name, form = rng.choice(list(WITHOUT_YEAR.items()))
            near = d if name != "weekday and day" else written + rng.randrange(-13, 14) * DAY
            note.add(before, note.of(form, near))
        elif kind == "year":
            long_ago = written - rng.randrange(3000) * DAY
            note.add(before, note.of(rng.choice(list(WITH_YEAR.values())), long_ago))
        elif kind == "feast":
            name, rule = rng.choice(list(FEASTS[lang].items()))
            year = written.year + rng.randrange(-1, 2)
            with_year = rng.random() < 0.5
            near = min(
                (rule(y) for y in range(written.year - 1, written.year + 2)),
                key=lambda day: abs((day - written).days),
            )
            day = rule(year) if with_year else near
            of = " de " if lang == "es" else " "

            def expected(days: int, day=day, name=name, of=of, with_year=with_year) -> str:
                new = day + days * DAY
                year = f"{of}{new.year}" if with_year else ""
                return (named(new, lang) if days else name) + year

            note.add("visto " if lang == "es" else "seen ", expected)
        elif kind == "range":
            form = rng.choice(("named", "elided", "both"))
            b = d + rng.randrange(1, 20) * DAY
            if form != "both" and b.month != d.month:
                continue  # the note itself would have to write both months
            note.add("", lambda days, a=d, b=b, form=form: range_of(
                a + days * DAY, b + days * DAY, lang, form
            ))  # fmt: skip
        elif kind == "weekday":
            note.add(before, note.of(weekday, d))
        elif lang == "en":
            near = written + rng.randrange(-10, 11) * DAY
            note.add("the ", note.of(lambda d, _: f"{d.day}{ending(d.day)}", near))
        else:
            near = written + rng.randrange(-10, 11) * DAY
            note.add("el día ", note.of(lambda d, _: str(d.day), near))
    return note


@settings(deadline=None, max_examples=300)
@given(st.integers(0, 10**9), st.sampled_from(["en", "es"]), st.binary(min_size=4, max_size=4))
def test_every_date_moves_by_the_same_number_of_days_or_is_a_tag(
    seed: int, lang: str, key: bytes
) -> None:
    draw_note(random.Random(seed), lang).check(key, Counter())


@pytest.mark.parametrize("lang", ["en", "es"])
def test_few_of_them_are_tags(lang: str) -> None:
    tags: Counter[str] = Counter()
    for seed in range(150):
        draw_note(random.Random(seed), lang).check(bytes([seed]), tags)
    assert tags["all"] > 600
    # The 20th, some months after another date was said, may be that of either month.
    assert tags["tags"] - tags["of months left out"] < 0.01 * tags["all"], tags
    assert tags["of months left out"] < 0.08 * tags["all"], tags


def marked(text: str, lang: str = "en", key: int = 1, **meta: str) -> tuple[str, int]:
    """The text with what stands between braces moved, and by how many days."""
    spans, plain = [], ""
    for i, piece in enumerate(text.replace("}", "{").split("{")):
        if i % 2:
            spans.append(Span(len(plain), len(plain) + len(piece), "DATE"))
        plain += piece
    doc, context = Document("a", plain, tuple(spans), meta), Context(bytes([key]), lang=lang)
    done = redact(doc, get_policy("all").with_action("surrogate"), context)
    return done.text, days_of(doc, context)


@pytest.mark.parametrize("key", range(12))
def test_the_year_is_that_nearest_to_the_notes_date_and_no_number_of_a_pager(key: int) -> None:
    text = "Seen {2/13/2017}, measured {2/13}, {Fri 2/24}, pager 2024, exp {3/1/2031}"
    new, days = marked(text, key=key)
    dates = [datetime.date(2017, 2, day) + days * DAY for day in (13, 13, 24)]
    first, second, third = (numbers(d, "en") for d in dates)
    assert new.startswith(
        f"Seen {first}/{dates[0].year}, measured {second}, {dates[2]:%a} {third}, pager 2024,"
    )


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Seen {5/6/2018}, due {2/29}", False),  # no leap year near
        ("Seen {5/6/2019}, due {2/29}", True),
        ("the {20th}", False),  # no date near which it could lie
        ("{2nd Tuesday}", False),
        ("Seen {5/6/2019}, {third week of March}", False),
        ("Seen {5/6/2019}, {last week of March}", False),
        ("Seen {5/6/2019}, {week of May 5}", True),
        ("Seen {5/6/2019}, {Labor Day weekend}", False),
        ("Seen {5/6/2019}, {Diwali}", False),
        ("Seen {6/8/2016}, {12/8}", True),  # half a year away, but the same either way
    ],
)
def test_what_cannot_be_placed_becomes_a_tag(text: str, kept: bool) -> None:
    shown = {"[DATE]" not in marked(text, key=key)[0] for key in range(8)}
    assert shown == {kept} or (kept and text.endswith("{12/8}"))


def test_the_notes_own_date_may_stand_beside_it() -> None:
    for key in range(8):
        new, days = marked("seen {2/13}", key=key, date="2016-02-14")
        assert new == f"seen {numbers(datetime.date(2016, 2, 13) + days * DAY, 'en')}"


@pytest.mark.parametrize("key", range(12))
@pytest.mark.parametrize(
    ("text", "lang", "first", "last"),
    [
        ("Seen {3/1/2019}, {March 3} to {15}", "en", (2019, 3, 3), (2019, 3, 15)),
        ("{3/1/2019}: del {3} al {15 de marzo}", "es", (2019, 3, 3), (2019, 3, 15)),
        ("{1/1/2019}: {December 28 - January 2}", "en", (2018, 12, 28), (2019, 1, 2)),
    ],
)
def test_days_that_stand_together_stay_as_far_apart(
    text: str, lang: str, first: tuple[int, int, int], last: tuple[int, int, int], key: int
) -> None:
    new, days = marked(text, lang, key)
    a, b = (datetime.date(*date) + days * DAY for date in (first, last))
    assert "[DATE]" not in new
    found = re.findall(r"\d+", new.split(maxsplit=1)[1].split("2019")[-1])[-2:]
    assert [int(day) for day in found] == [a.day, b.day]
    for d in (a, b):
        assert month(d, lang) in new


@pytest.mark.parametrize("key", range(12))
def test_a_part_of_a_month_and_an_hour_go_with_their_date(key: int) -> None:
    new, days = marked("{5/6/2019}, {early March 2019}, {March 3, 2019 at 4 pm}", key=key)
    early = datetime.date(2019, 3, 5) + days * DAY
    part = ("early", "mid", "late")[min((early.day - 1) // 10, 2)]
    assert f"{part} {month(early, 'en')} {early.year}" in new
    assert f"{named(early - 2 * DAY, 'en')}, {(early - 2 * DAY).year} at 4 pm" in new
