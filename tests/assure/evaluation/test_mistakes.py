"""Error analysis: each kind once, and the file that says it holds PHI."""

from __future__ import annotations

from incognote.assure.evaluation.matching import Pair
from incognote.assure.evaluation.mistakes import (
    HOLDS_PHI,
    KINDS,
    count_adjacent,
    count_mistakes,
    find_mistakes,
    render,
)
from incognote.core.document import Document, Span

#       0         1         2         3         4         5         6
#       012345678901234567890123456789012345678901234567890123456789012345
TEXT = "Ann Wu saw Bo Li Po on 3/14/2019 in Leeds; ring Dr. Zoe\nGil. ok 54"
GOLD = (
    (0, 3, "PATIENT"),  # found exactly
    (4, 6, "PATIENT"),  # not found, beside Ann
    (11, 19, "DOCTOR"),  # found in two pieces with the blank between: split
    (23, 32, "DATE"),  # found without the year: boundary, 4 characters bare
    (36, 41, "CITY"),  # found as STATE: label
    (52, 59, "DOCTOR"),  # not found, alone
)
FOUND = (
    (0, 3, "PATIENT"),
    (11, 13, "DOCTOR"),
    (14, 19, "DOCTOR"),
    (23, 27, "DATE"),
    (36, 41, "STATE"),
    (64, 66, "AGE"),  # false alarm
)


def pair():
    return Pair(
        Document("ward/7", TEXT, tuple(Span(*s) for s in GOLD)),
        Document("ward/7", TEXT, tuple(Span(*s) for s in FOUND)),
    )


def test_each_kind_once():
    mistakes = find_mistakes([pair()])
    assert [(m.kind, m.surface, m.bare) for m in mistakes] == [
        ("missed beside a hit", "Wu", 2),
        ("split", "Bo Li Po", 0),
        ("boundary", "3/14/2019", 4),
        ("label", "Leeds", 0),
        ("missed alone", "Zoe Gil", 6),
        ("false alarm", "54", 0),
    ]
    assert {m.kind for m in mistakes} == set(KINDS)
    assert "Wu" not in repr(mistakes)


def test_share_of_missed_tokens_beside_a_hit():
    # Missed tokens: Wu (beside Ann), Zoe and Gil. (beside each other only).
    adjacency = count_adjacent([pair()])
    assert (adjacency.missed, adjacency.beside_a_hit) == (3, 1)
    assert count_adjacent([]).share is None


def test_counts_hold_no_text():
    assert count_mistakes([pair()]) == {
        "kinds": dict.fromkeys(KINDS, 1),
        "missed_tokens": 3,
        "missed_tokens_beside_a_hit": 1,
    }


def test_the_file_says_first_that_it_holds_phi():
    lines = list(render([pair(), Pair(Document("b", ""), Document("b", ""))]))
    assert lines[0] == HOLDS_PHI
    text = "\n".join(lines)
    assert "1 of 3 missed tokens (33.3%)" in text
    assert "- 1 x AGE: 54" in text
    assert "- ward/7 [36, 41) CITY, found as STATE [36, 41): " in text
    assert "ring Dr. >>Zoe Gil<<. ok 54" in text


def test_long_and_nested_marks_are_found_among_many():
    # A long mark that begins far before, over many short ones, is seen from each of them.
    many = tuple(Span(10 * i, 10 * i + 4, "CITY") for i in range(50))
    gold = Document("a", "x" * 500, (Span(0, 500, "HOSPITAL"), *many))
    found = gold.with_spans([Span(3, 480, "HOSPITAL"), Span(490, 496, "CITY")])
    mistakes = find_mistakes([Pair(gold, found)])
    overlaps = {(m.span.start, m.span.label): [s.label for s in m.found] for m in mistakes}
    assert overlaps[(0, "HOSPITAL")] == ["HOSPITAL", "CITY"]
    assert all(overlaps[(10 * i, "CITY")] == ["HOSPITAL"] for i in range(48))
    assert overlaps[(480, "CITY")] == []  # touches, shares nothing
    assert overlaps[(490, "CITY")] == ["CITY"]
    assert not [m for m in mistakes if m.kind == "false alarm"]
