"""How far two readers agree, against figures that were worked out by hand."""

from __future__ import annotations

import pytest

from incognote.assure.evaluation.agreement import agreement, differences
from incognote.assure.evaluation.matching import Pair
from incognote.core.document import Document, Span

TEXT = "Ada Ruiz, May 3."  # 3 + 4 + 3 + 1 = 11 letters and digits


def pair(first: list[tuple[int, int, str]], second: list[tuple[int, int, str]]) -> Pair:
    one, two = (Document("n", TEXT, tuple(Span(*s) for s in each)) for each in (first, second))
    return Pair(one, two)


ADA, NAME, DAY = (0, 3, "PATIENT"), (0, 8, "PATIENT"), (10, 15, "DATE")
MAY = (10, 13, "PATIENT")


def test_figures_are_those_of_the_definition() -> None:
    # First marks Ada Ruiz and May 3; second Ada alone, and May as a person.
    rows = {row.label: row for row in agreement([pair([NAME, DAY], [ADA, MAY])])}
    assert list(rows) == ["all", "DATE", "PATIENT"]
    whole = rows["all"]
    assert (whole.both, whole.first, whole.second, whole.neither) == (6, 5, 0, 0)
    assert whole.kappa == 0.0  # the first marked all there is: nothing beyond chance
    assert whole.characters == pytest.approx(6 / 11)
    assert (whole.marks.tp, whole.marks.fn, whole.marks.fp) == (0, 2, 2)
    person = rows["PATIENT"]
    assert (person.both, person.first, person.second, person.neither) == (3, 4, 3, 1)
    # Seen 4/11; by chance (7 * 6 + 4 * 5) / 121 = 62/121.
    assert person.kappa == pytest.approx((4 / 11 - 62 / 121) / (1 - 62 / 121))
    assert rows["DATE"].f1 == 0.0


def test_it_does_not_matter_who_is_first() -> None:
    there = agreement([pair([NAME, DAY], [ADA, MAY])])
    back = agreement([pair([ADA, MAY], [NAME, DAY])])
    for one, two in zip(there, back, strict=True):
        assert (one.kappa, one.f1, one.characters) == (two.kappa, two.f1, two.characters)


@pytest.mark.parametrize("marks", [[], [NAME], [NAME, DAY]])
def test_who_marks_alike_agrees_wholly(marks: list[tuple[int, int, str]]) -> None:
    for row in agreement([pair(marks, marks)]):
        assert (row.kappa, row.f1, row.characters) == (1.0, 1.0, 1.0)
    assert differences([pair(marks, marks)]) == []


def test_differences_say_what_differs() -> None:
    found = differences([pair([NAME, DAY], [ADA, (10, 15, "PATIENT")]), pair([ADA], [])])
    assert [(d.start, d.end, d.label, d.whose, d.kind) for d in found] == [
        (0, 3, "PATIENT", 0, "alone"),
        (0, 3, "PATIENT", 1, "place"),
        (0, 8, "PATIENT", 0, "place"),
        (10, 15, "DATE", 0, "type"),
        (10, 15, "PATIENT", 1, "type"),
    ]
