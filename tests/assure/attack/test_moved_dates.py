"""Each kind of evidence tells what it can, and a planted leak is found until it is mended."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.assure.attack.moved_dates import (
    ALL_TOGETHER,
    BLIND,
    KINDS,
    KNOWN,
    ORDER,
    from_order,
    what_dates_tell,
)
from incognote.assure.attack.shifts import Learned, every_shift
from incognote.replace.redact import Redacted
from incognote.replace.replacement import Context
from incognote.replace.verify import Verifier

MOVES = get_policy("all").with_action("surrogate")
CONTEXT = Context(b"k", options=MOVES.options)
SHIFTS = len(every_shift(CONTEXT))
NOTES = 30


def written(
    text: str, days: Sequence[datetime.date] = (), lang: str = "en", label: str = "DATE"
) -> list[Document]:
    """Notes of as many patients; between braces what strftime makes of their day, as a mark."""
    start = datetime.date(2018, 1, 3)
    made = []
    for i, day in enumerate(days or [start + datetime.timedelta(11 * i) for i in range(NOTES)]):
        spans, plain = [], ""
        for j, piece in enumerate(text.replace("}", "{").split("{")):
            shown = day.strftime(piece)
            if j % 2:
                spans.append(Span(len(plain), len(plain) + len(shown), label))
            plain += shown
        made.append(Document(f"n{i:03}", plain, tuple(spans), {"patient": f"p{i}"}))
    return made


def learned(docs: Sequence[Document], context: Context = CONTEXT) -> dict[str, Learned]:
    pairs = [(doc, redact(doc, MOVES, context)) for doc in docs]
    return {row.evidence: row for row in what_dates_tell(pairs, context)}


def test_a_plain_note_tells_nothing_but_its_weekday() -> None:
    rows = learned(written("Seen {%m/%d/%Y}. Well."))
    assert [*rows] == [BLIND, *KINDS, ALL_TOGETHER, ORDER, *KNOWN]
    for kind in {*KINDS} - {"days on which notes are written"}:
        assert (rows[kind].exposed, rows[kind].left) == (0, SHIFTS)
    assert rows[BLIND].exactly == pytest.approx(NOTES / SHIFTS)
    assert rows[ALL_TOGETHER].left > 0.75 * SHIFTS


@pytest.mark.parametrize(
    ("words", "kind", "most"),
    [
        ("Fell while shoveling snow.", "words of seasons", 0.9),
        ("Frostbite of two toes.", "words of seasons", 0.9),
        ("Ill since Christmas.", "feasts left", 0.9),
        ("Started Paxlovid.", "drugs and epidemics", 0.95),
    ],
)
def test_what_words_tell(words: str, kind: str, most: float) -> None:
    winters = [datetime.date(2022, 1, 3) + datetime.timedelta(i) for i in range(NOTES)]
    rows = learned(written(f"Seen {{%m/%d/%Y}}. {words}", winters))
    assert rows[kind].exposed == NOTES
    assert rows[kind].left < most * SHIFTS
    assert rows[ALL_TOGETHER].left <= rows[kind].left * 1.01


def test_visits_on_working_days_tell_the_weekday_that_dates_moved_by() -> None:
    monday = datetime.date(2018, 1, 1)
    texts = [
        "; ".join(
            f"{{{(monday + datetime.timedelta(7 * (3 * i + v) + v % 5)).isoformat()}}}"
            for v in range(15)
        )
        for i in range(NOTES)
    ]
    docs = []
    for i, text in enumerate(texts):
        (doc,) = written(f"Visits: {text}", [monday])
        docs.append(Document(f"n{i}", doc.text, doc.spans, {"patient": f"p{i}"}))
    row = learned(docs)["days on which notes are written"]
    assert row.exposed == NOTES
    assert row.left < SHIFTS / 2


def test_whole_weeks_leave_weekdays_nothing_to_tell() -> None:
    days = [datetime.date(2018, 1, 1) + datetime.timedelta(7 * i) for i in range(NOTES)]
    context = Context(b"k", whole_weeks=True, options=MOVES.options)
    row = learned(written("Seen {%m/%d/%Y}.", days), context)["days on which notes are written"]
    assert row.left == pytest.approx(row.shifts)


def test_an_hour_that_a_day_lacks_rules_that_day_out() -> None:
    rows = learned(written("Seen {%m/%d/%Y} 02:30. Well."))
    assert rows["change of clocks"].exposed == NOTES
    assert SHIFTS - 2 < rows["change of clocks"].left <= SHIFTS + 1e-6


def test_an_age_fits_the_birth_date_however_far_both_moved() -> None:
    docs = written("DOB: {03/14/1950}. Seen {%m/%d/%Y}. 30-99 years old")
    aged = [doc.with_spans((*doc.spans, _age(doc))) for doc in docs]
    row = learned(aged)["age beside birth date"]
    assert row.exposed == NOTES
    assert row.left == pytest.approx(SHIFTS)


def _age(doc: Document) -> Span:
    start = doc.text.index("30-99") + 3
    return Span(start, start + 2, "AGE")


def test_true_dates_give_the_shift_away() -> None:
    rows = learned(written("DOB: {03/14/1950}. Seen {%m/%d/%Y}; CT {%d %B %Y}; labs {12/30/2017}"))
    one, two, birth = (rows[name] for name in KNOWN)
    assert one.left < 3
    assert (two.exactly, birth.exactly) == (NOTES, NOTES)
    assert two.left == birth.left == pytest.approx(1)


def test_notes_in_the_order_of_time_give_the_shift_away_to_a_few_days() -> None:
    days = [datetime.date(2018, 1, 1) + datetime.timedelta(2 * i) for i in range(300)]
    docs = [
        Document(d.id, d.text, d.spans, {"patient": f"p{i % 100}"})
        for i, d in enumerate(written("Seen {%m/%d/%Y}.", days))
    ]
    row = learned(docs)[ORDER]
    assert row.exposed == 100
    assert row.within_a_week > 80
    assert row.left < 20


def test_notes_in_another_order_tell_nothing_by_it() -> None:
    days = [datetime.date(2018, 1, 1) + datetime.timedelta((37 * i) % 300) for i in range(300)]
    assert learned(written("Seen {%m/%d/%Y}.", days))[ORDER].exposed == 0
    assert learned(written("Seen {%m/%d/%Y}.", days[:5]))[ORDER].exposed == 0


def test_the_order_is_read_from_the_output_alone() -> None:
    shifts = every_shift(CONTEXT)
    days = [datetime.date(2018, 1, 1) + datetime.timedelta(2 * i) for i in range(100)]
    weights = from_order(days, [f"p{i}" for i in range(100)], shifts)
    assert set(weights) == {f"p{i}" for i in range(100)}
    assert all(sum(w.values()) == pytest.approx(1) for w in weights.values())


def after(text: str, mode: str, lang: str = "en") -> list[tuple[Document, Redacted]]:
    label = "DATE" if lang == "en" else "FECHAS"
    verifier = Verifier(lang, mode=mode)
    context = Context(b"k", lang=lang, options=MOVES.options)
    docs = written(text, lang=lang, label=label)
    return [(doc, verifier.redact(doc, MOVES, context).redacted) for doc in docs]


@pytest.mark.parametrize(
    ("text", "lang", "kind"),
    [
        ("Seen %A, {%m/%d/%Y}. Well.", "en", "days of the week left"),
        ("Seen {%m/%d/%Y} (%a). Well.", "en", "days of the week left"),
        ("Seen {%m/%d/%Y}. Ill since Christmas.", "en", "feasts left"),
        ("Seen {%m/%d/%Y}. Fell at the Memorial Day parade.", "en", "feasts left"),
        ("Visto el {%d/%m/%Y}. Mal desde Nochebuena.", "es", "feasts left"),
    ],
)
def test_a_planted_leak_is_found_and_once_mended_is_not(text: str, lang: str, kind: str) -> None:
    context = Context(b"k", lang=lang, options=MOVES.options)
    for mode, found in (("off", NOTES), ("redact", 0)):
        pairs = after(text, mode, lang)
        rows = {row.evidence: row for row in what_dates_tell(pairs, context)}
        assert rows[kind].exposed == found
        if found and kind == "days of the week left":
            assert rows[kind].left == pytest.approx(SHIFTS / 6, rel=0.1)
        if not found:
            assert all("[" in done.text for _, done in pairs)
