"""Whitespace-token scores, derived by hand."""

from __future__ import annotations

import pytest

from incognote.assure.evaluation.matching import Pair
from incognote.assure.evaluation.tokens import categories, confusion, score, split
from incognote.core.document import Document, Span


def pair(text, gold, found):
    return Pair(
        Document("a", text, tuple(Span(*s) for s in gold)),
        Document("a", text, tuple(Span(*s) for s in found)),
    )


def row(*args):
    return {str(m): tuple(map(int, v)) for m, v in score(pair(*args)).items()}


#       0         1         2         3
#       0123456789012345678901234567890123
TEXT = "Ann Wu, 54, of Leeds\nsaw Dr. Bo-Li"
# Tokens: Ann | Wu, | 54, | of | Leeds | saw | Dr. | Bo-Li
GOLD = [(0, 6, "PATIENT"), (8, 10, "AGE"), (15, 20, "CITY"), (29, 34, "DOCTOR")]


def test_counts_by_hand():
    # Gold: NAME NAME AGE - LOCATION - - NAME. Found: NAME - DATE - LOCATION - NAME NAME.
    found = [(0, 3, "DOCTOR"), (8, 10, "DATE"), (15, 20, "STATE"), (25, 34, "DOCTOR")]
    assert row(TEXT, GOLD, found) == {
        # NAME: tp Ann, Bo-Li; fp Dr.; fn Wu. AGE: fn 54. DATE: fp 54. LOCATION: tp Leeds.
        "multiclass": (3, 2, 2),
        "binary": (4, 1, 1),
        "multiclass/label=AGE": (0, 0, 1),
        "multiclass/label=DATE": (0, 1, 0),
        "multiclass/label=LOCATION": (1, 0, 0),
        "multiclass/label=NAME": (2, 1, 1),
    }


def test_a_token_is_of_the_span_that_covers_most_of_it():
    # 3/14-Leeds: DATE covers 4 characters, CITY 5.
    doc = Document("a", "3/14-Leeds x", (Span(0, 4, "DATE"), Span(5, 10, "CITY")))
    assert categories(doc, split(doc.text)) == ["LOCATION", ""]
    # Of equals the first.
    doc = Document("a", "ab", (Span(0, 1, "DATE"), Span(1, 2, "CITY")))
    assert categories(doc, split(doc.text)) == ["DATE"]


def test_spans_over_newlines_and_blanks_mark_the_tokens_on_both_sides_only():
    doc = Document("a", "St. \n Ives  now", (Span(0, 12, "CITY"),))
    assert categories(doc, split(doc.text)) == ["LOCATION", "LOCATION", ""]
    doc = Document("a", "a  b", (Span(1, 3, "CITY"),))
    assert categories(doc, split(doc.text)) == ["", ""]


def test_empty_text_has_no_tokens():
    assert len(split(" \n")) == 0
    assert row("", [], []) == {"multiclass": (0, 0, 0), "binary": (0, 0, 0)}


def test_confusion_counts_every_token_once():
    table = confusion([pair(TEXT, GOLD, [(0, 3, "DOCTOR"), (8, 10, "DATE")])])
    assert table["NAME"] == {"": 2, "AGE": 0, "DATE": 0, "LOCATION": 0, "NAME": 1}
    assert table["AGE"]["DATE"] == 1
    assert sum(sum(row.values()) for row in table.values()) == 8


@pytest.mark.parametrize("label", ["SEXO_SUJETO_ASISTENCIA", "OTROS_SUJETO_ASISTENCIA"])
def test_meddocans_traits_are_phi_of_an_eighth_category(label):
    assert row("Sexo: H", [(6, 7, label)], [])["multiclass/label=OTHER"] == (0, 0, 1)
