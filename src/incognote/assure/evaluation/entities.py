"""Scores by entity: a marked identifier is right or wrong as a whole (Ahmed 2021).

Four readings of right, from hard to easy, each one-to-one between gold and prediction:
strict (start, end and label), relaxed (as strict, but the end may differ by two characters),
boundary (start and end, whatever the label), type (label, and at least one shared character).
Each also as macro, the mean over notes; strict also by label, and by category as Ahmed 2021, table
4, prints it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable

from incognote.assure.evaluation.counts import MACRO, PRF, Counts, Measure, Row, macro_row
from incognote.assure.evaluation.matching import Pair
from incognote.core.labels import get_label

STRICT = Measure("strict", PRF)
RELAXED = Measure("relaxed", PRF)
BOUNDARY = Measure("boundary", PRF)
TYPE = Measure("type", PRF)
CATEGORY = "strict_category"
"""Strict, by category: the sum of its labels."""

Item = tuple[Hashable, int, int]
"""Key (a label), start, end."""


def score(pair: Pair) -> Row:
    """Returns the counts of one note; a span that stands twice counts once.

    Raises:
        ConfigError: If a span has a label that does not exist.
    """
    gold = {(s.label, s.start, s.end) for s in pair.gold.spans}
    found = {(s.label, s.start, s.end) for s in pair.predicted.spans}
    row: dict[Measure, tuple[float, ...]] = {}
    for measure, counts in (
        (STRICT, Counts.of_sets(gold, found)),
        (RELAXED, count_relaxed(gold, found)),
        (BOUNDARY, Counts.of_sets((i[1:] for i in gold), (i[1:] for i in found))),
        (TYPE, count_overlapping(gold, found)),
    ):
        row[measure] = counts.row
        row[Measure(f"{measure.name}_macro", MACRO)] = macro_row(counts, empty_as_zero=False)
    by_category: dict[str, Counts] = {}
    for label in sorted({label for label, _, _ in gold | found}):
        counts = Counts.of_sets(
            (i for i in gold if i[0] == label), (i for i in found if i[0] == label)
        )
        row[Measure(STRICT.name, PRF, label)] = counts.row
        category = get_label(label).category
        by_category[category] = by_category.get(category, Counts()) + counts
    for category, counts in by_category.items():
        row[Measure(CATEGORY, PRF, category)] = counts.row
    return row


def count_relaxed(gold: Iterable[Item], found: Iterable[Item], *, slack: int = 2) -> Counts:
    """Returns counts where items of one key and start match if their ends lie within `slack`."""

    def compare(wanted: _Offsets, had: _Offsets) -> int:
        difference = wanted[1] - had[1]
        return difference if abs(difference) > slack else 0

    return _matched(_grouped(gold, by_start=True), _grouped(found, by_start=True), compare)


def count_overlapping(gold: Iterable[Item], found: Iterable[Item]) -> Counts:
    """Returns counts where items of one key match if they share a character."""

    def compare(wanted: _Offsets, had: _Offsets) -> int:
        if wanted[0] < had[1] and had[0] < wanted[1]:
            return 0
        return -1 if wanted[1] <= had[0] else 1

    return _matched(_grouped(gold), _grouped(found), compare)


_Offsets = tuple[int, int]
_Groups = dict[Hashable, list[_Offsets]]


def _grouped(items: Iterable[Item], *, by_start: bool = False) -> _Groups:
    groups: _Groups = defaultdict(list)
    for key, start, end in items:
        groups[(key, start) if by_start else key].append((start, end))
    return {key: sorted(set(offsets)) for key, offsets in groups.items()}


def _matched(
    expected: _Groups, given: _Groups, compare: Callable[[_Offsets, _Offsets], int]
) -> Counts:
    """Counts items that match, each once; walking both lists in order finds the most matches.

    Args:
        expected: Of the gold, in order.
        given: What was found, in order.
        compare: Of an item of each: 0 if they match, else less than 0 if the gold one comes first.
    """
    tp = 0
    for key, wanted in expected.items():
        had = given.get(key, [])
        i = j = 0
        while i < len(wanted) and j < len(had):
            order = compare(wanted[i], had[j])
            tp, i, j = tp + (order == 0), i + (order <= 0), j + (order >= 0)
    n_expected = sum(len(offsets) for offsets in expected.values())
    n_given = sum(len(offsets) for offsets in given.values())
    return Counts(tp, n_given - tp, n_expected - tp)
