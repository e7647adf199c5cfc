"""Rare words lead from a held note to the released one of its patient; common ones do not."""

from __future__ import annotations

import pytest

from incognote import Document, get_policy, redact
from incognote.assure.attack.links import Linked, links
from incognote.replace.replacement import Context

POLICY = get_policy("all").with_action("surrogate")
CONTEXT = Context(b"k", options=POLICY.options)
ILLS = ("porphyria", "achalasia", "sarcoidosis", "vitiligo", "cystinuria", "hemochromatosis")


def linked(texts: list[tuple[str, str]]) -> dict[str, Linked]:
    """From signs to what they link, of notes of (patient, text)."""
    docs = [Document(f"n{i}", t, (), {"patient": p}) for i, (p, t) in enumerate(texts)]
    return {row.signs: row for row in links([(d, redact(d, POLICY)) for d in docs], CONTEXT)}


def test_a_rare_word_links() -> None:
    notes = [(f"p{i}", f"Seen for {ill}, well today") for i, ill in enumerate(ILLS)]
    notes += [(f"p{i}", f"Comes back with {ill}, worse") for i, ill in enumerate(ILLS)]
    row = linked(notes)["words"]
    assert (row.held, row.released) == (12, 11)
    assert row.first == 12
    assert row.first_by_chance == pytest.approx(12 / 11)
    assert (row.among_ten, row.patients) == (12, 6)


def test_what_all_notes_hold_links_no_better_than_a_draw() -> None:
    notes = [(f"p{i % 6}", "Seen, well today") for i in range(12)]
    row = linked(notes)["words"]
    assert row.first == pytest.approx(row.first_by_chance)
    assert row.among_ten == pytest.approx(12 * 10 / 11)  # one right note in eleven, ten looked at
    assert row.among_ten == pytest.approx(row.among_ten_by_chance)


def test_of_notes_that_rank_alike_any_may_be_among_the_first_ten() -> None:
    odd = [("p0", "porphyria")] * 2
    same = [(f"q{i}", "porphyria") for i in range(19)]
    row = linked([*odd, *same, *((f"r{i}", "gout") for i in range(9))])["words"]
    assert (row.held, row.patients) == (2, 1)
    assert row.among_ten == pytest.approx(2 * 10 / 20)
    assert row.first == pytest.approx(2 / 20)


def test_numbers_and_layout_link_where_they_are_a_patients_own() -> None:
    notes = [(f"p{i}", f"LABS:\nferritin {900 + i}\nwell") for i in range(6)]
    notes += [(f"p{i}", f"seen; ferritin {900 + i} again") for i in range(6)]
    assert linked(notes)["numbers"].first == 12
    styles = [(f"p{i}", f"HEADING {w}: x\n") for i, w in enumerate("abcdef")]
    assert linked(styles * 2)["layout"].first == 12


def test_a_release_of_one_note_a_patient_is_not_linked() -> None:
    rows = linked([("p1", "Seen"), ("p2", "Seen"), ("", "Seen")])
    assert all((row.held, row.first) == (0, 0.0) for row in rows.values())
