"""A reader learns of the shift what a missed date tells, and no more."""

from __future__ import annotations

import datetime
from dataclasses import replace

import pytest

from incognote import Document, Span, get_policy
from incognote.assure.attack.missed_dates import shift_risk
from incognote.replace.policy import Options
from incognote.replace.replacement import Context

SURROGATES = get_policy("all").with_action("surrogate")
SHIFTS = 2 * sum(days % 7 != 0 for days in range(184, 321))


def pairs(text: str, missed: str, notes: int = 40) -> list[tuple[Document, Document]]:
    """Notes of as many patients with dates between braces, and without the marks of `missed`."""
    made = []
    for i in range(notes):
        day = datetime.date(2018, 1, 3) + datetime.timedelta(9 * i)
        spans, plain = [], ""
        for j, piece in enumerate(text.replace("}", "{").split("{")):
            shown = day.strftime(piece).replace("/0", "/").removeprefix("0") if j % 2 else piece
            if j % 2:
                spans.append((Span(len(plain), len(plain) + len(shown), "DATE"), piece))
            plain += shown
        gold = Document(f"n{i}", plain, tuple(span for span, _ in spans), {"patient": f"p{i}"})
        left = (span for span, piece in spans if piece != missed)
        made.append((gold, gold.with_spans(left)))
    return made


def test_where_nothing_is_missed_nothing_is_learned() -> None:
    risk = shift_risk(pairs("Seen {%m/%d/%Y}", ""), SURROGATES, Context(b"k"))
    assert (risk.notes, risk.dates, risk.patients) == (40, 40, 40)
    assert (risk.exposed, risk.missed.total(), risk.guessed) == (0, 0, 0.0)
    assert risk.left == risk.shifts == SHIFTS


@pytest.mark.parametrize(
    ("missed", "kind"), [("%m/%d", "day and month"), ("%b %d, %Y", "day with year")]
)
def test_a_missed_day_of_the_visit_gives_the_shift_away(missed: str, kind: str) -> None:
    notes = pairs(f"Seen {{%m/%d/%Y}}, labs {{{missed}}}", missed)
    risk = shift_risk(notes, SURROGATES, Context(b"k"))
    assert risk.missed == {kind: 40}
    assert risk.exposed == 40
    assert risk.guessed > 38
    assert risk.left < 3


def test_a_missed_day_of_the_week_beside_its_date_leaves_a_sixth() -> None:
    notes = pairs("Seen {%A} {%m/%d/%Y}", "%A")
    risk = shift_risk(notes, SURROGATES, Context(b"k"))
    assert risk.missed == {"day of the week": 40}
    assert risk.left == pytest.approx(SHIFTS / 6, rel=0.1)
    assert risk.guessed < 5


def test_a_missed_month_tells_the_time_of_the_year() -> None:
    risk = shift_risk(pairs("Seen {%m/%d/%Y}, ill since {%B}", "%B"), SURROGATES, Context(b"k"))
    assert risk.missed == {"season or month": 40}
    assert 20 < risk.left < SHIFTS / 1.5


def test_a_wider_range_leaves_more() -> None:
    notes = pairs("Seen {%m/%d/%Y}, ill since {%B}", "%B")
    wide = replace(SURROGATES, options=Options(shift_most=3650))
    narrow = shift_risk(notes, SURROGATES, Context(b"k"))
    risk = shift_risk(notes, wide, Context(b"k", options=wide.options))
    assert risk.shifts > 10 * narrow.shifts
    assert risk.left > 5 * narrow.left


def test_notes_of_a_patient_are_read_together() -> None:
    notes = pairs("Seen {%A} {%m/%d/%Y}", "%A", notes=6)
    one = [
        tuple(replace(doc, meta={"patient": "p"}) for doc in pair)
        for pair in notes + pairs("Seen {%m/%d/%Y}, ill since {%B}", "%B", notes=6)
    ]
    risk = shift_risk(one, SURROGATES, Context(b"k"))
    assert (risk.patients, risk.exposed) == (1, 1)
    assert risk.left < SHIFTS / 8
