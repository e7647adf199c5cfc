from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notes import documents

from incognote.core.document import Document, Span
from incognote.lab.synthesis.damage import DAMAGE

PIECES = st.text(alphabet="abcXYZ 0158lIOrnm.,-'\n\té’", min_size=1, max_size=12)


@pytest.mark.parametrize("name", DAMAGE)
@given(pieces=st.lists(st.tuples(PIECES, st.booleans()), max_size=12), seed=st.integers(0, 99))
def test_marks_stay_inside_trimmed_and_apart(
    name: str, pieces: list[tuple[str, bool]], seed: int
) -> None:
    text, spans = "", []
    for piece, marked in pieces:
        if marked and piece.strip():
            lead = len(piece) - len(piece.lstrip())
            spans.append(Span(len(text) + lead, len(text) + lead + len(piece.strip()), "PATIENT"))
        text += piece
    new = DAMAGE[name](Document("a", text, tuple(spans)), random.Random(seed), 0.3)
    end = 0
    for span in new.spans:
        surface = new.text[span.start : span.end]
        assert surface == surface.strip()
        assert span.start >= end
        end = span.end


@pytest.mark.parametrize("name", DAMAGE)
def test_the_letters_of_marks_stay_in_marks(name: str) -> None:
    """Capitals stand for marked text: whatever damage does to blanks, no mark loses a letter."""
    for doc in documents():
        new = DAMAGE[name](doc, random.Random(3), 0.2)
        if name != "clipped_lines":
            assert len(new.spans) >= len(doc.spans)
        old = sum(len(s) for s in doc.spans)
        assert 0.8 * old < sum(len(s) for s in new.spans) < 1.4 * old


@pytest.mark.parametrize("name", DAMAGE)
def test_each_kind_does_something_and_follows_from_the_seed(name: str) -> None:
    doc = documents()[0]
    if name == "without_accents":
        doc = Document("a", "Rosa Peña", (Span(0, 9, "PATIENT"),))
    if name == "collapsed_spaces":
        doc = Document("a", "Rosa  Pena", (Span(0, 10, "PATIENT"),))
    new = DAMAGE[name](doc, random.Random(1), 0.5)
    assert new.text != doc.text
    assert new == DAMAGE[name](doc, random.Random(1), 0.5)


def test_case_keeps_every_offset_even_where_letters_grow() -> None:
    doc = Document("a", "ß Weiß x", (Span(2, 6, "PATIENT"),))
    new = DAMAGE["upper"](doc, random.Random(0), 1.0)
    assert (new.text, new.text[new.spans[0].start : new.spans[0].end]) == ("SS WEISS X", "WEISS")


def test_a_name_over_two_lines_is_one_mark_again_where_the_lines_are_joined() -> None:
    spans = (Span(0, 5, "DOCTOR", entity="1"), Span(6, 16, "DOCTOR", entity="1"))
    doc = Document("a", "Pilar\nEtchegaray\nsaw", spans)
    new = DAMAGE["collapsed"](doc, random.Random(0), 1.0)
    assert [new.text[s.start : s.end] for s in new.spans] == ["Pilar Etchegaray"]
