"""Scores by character and note, derived by hand."""

from __future__ import annotations

import random

import numpy as np

from incognote.assure.evaluation import characters, evaluate
from incognote.assure.evaluation.matching import Pair
from incognote.core.document import Document, Span
from timing import in_line


def row(text, gold, found):
    pair = Pair(
        Document("a", text, tuple(Span(*s) for s in gold)),
        Document("a", text, tuple(Span(*s) for s in found)),
    )
    return {str(m): tuple(map(int, v)) for m, v in characters.score(pair).items()}


#        0         1         2
#        01234567890123456789012345
TEXT = "Ana-Luz Gil, 70 a. Ok: Lübeck"


def test_counts_by_hand():
    # PHI: Ana-Luz Gil (9 letters), 70 a (3), Lübeck (6) = 18; the rest holds Ok = 2.
    # Found: [0,7) Ana-Luz covers 6; [13,15) covers 70 = 2; [19,29) covers Ok (2) and Lübeck (6).
    # Masked 6 + 2 + 6 = 14 of 18; removed 2 of 2; only Lübeck is covered whole.
    gold = [(0, 11, "PATIENT"), (13, 17, "AGE"), (23, 29, "CITY")]
    found = [(0, 7, "DOCTOR"), (13, 15, "AGE"), (19, 29, "STREET")]
    assert row(TEXT, gold, found) == {
        "masked": (14, 18),
        "removed": (2, 2),
        "identifiers_covered": (1, 3),
        "notes_masked": (0, 1),
        "identifiers_covered/label=AGE": (0, 1),
        "identifiers_covered/label=CITY": (1, 1),
        "identifiers_covered/label=PATIENT": (0, 1),
    }


def test_blanks_and_punctuation_need_not_be_covered():
    # Two touching marks, neither covers the hyphen or the blank: every letter is covered.
    counts = row(TEXT, [(0, 11, "PATIENT")], [(0, 3, "X"), (4, 7, "Y"), (8, 11, "X")])
    assert counts["masked"] == (9, 9)
    assert counts["identifiers_covered"] == (1, 1)
    assert counts["notes_masked"] == (1, 1)
    assert counts["removed"] == (0, 11)


def test_overlapping_and_repeated_gold_counts_characters_and_items_once():
    # Ana-Luz Gil twice and Gil inside it: 9 characters, 2 different items; Gil alone is covered.
    gold = [(0, 11, "PATIENT"), (0, 11, "PATIENT"), (8, 11, "PATIENT")]
    counts = row(TEXT, gold, [(8, 11, "CITY")])
    assert counts["masked"] == (3, 9)
    assert counts["identifiers_covered"] == (1, 2)


def test_notes_without_phi_are_no_notes_to_mask():
    empty = row("", [], [])
    assert empty["masked"] == (0, 0)
    assert empty["notes_masked"] == (0, 0)
    assert row(TEXT, [], [(0, 3, "CITY")])["removed"] == (3, 20)
    docs = [Document("a", "", ()), Document("b", TEXT, (Span(0, 3, "PATIENT"),))]
    result = evaluate(docs, docs, ["characters"])
    assert result.figures["characters/notes_masked/share"].n == 1
    assert result["characters/notes_masked/share"] == 1


def test_a_mark_without_letters_or_digits_hides_nothing_and_leaks_nothing():
    counts = row("?? ok", [(0, 2, "PATIENT")], [])
    assert counts["identifiers_covered"] == (1, 1)
    assert counts["masked"] == (0, 0)


def test_alphanumeric_is_that_of_python_for_every_plane():
    text = "aé9 _-\n²Ⅷ日𝟗😀\u0301"
    assert characters.alphanumeric(text).tolist() == [c.isalnum() for c in text]
    assert characters.alphanumeric("a\U00010000").tolist() == [True, True]
    assert characters.alphanumeric("").dtype == np.bool_


def test_the_work_grows_in_line_with_the_notes():
    rng = random.Random(5)
    text = "".join(rng.choice("abcde 12,.\n") for _ in range(2200))
    spans = tuple(Span(i, i + 9, "DATE") for i in range(0, 2100, 60))
    docs = [Document(str(i), text, spans) for i in range(640)]
    assert in_line(lambda n: lambda: evaluate(docs[:n], docs[:n], ["characters"]), 40)
