"""MEDDOCAN 2019's official scores: NER with leak (sub-track 1), strict and merged (sub-track 2).

After the definition of the task's script (Marimon et al., IberLEF 2019). Every note is a set of
items, so a span that stands twice counts once; counts are summed over notes (micro).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

from incognote.assure.evaluation.counts import PRF, SHARE, Counts, Measure, Row
from incognote.assure.evaluation.matching import Pair

NER = Measure("ner", PRF)
"""Items are (label, start, end)."""
LEAK = Measure("leak", SHARE)
"""What NER misses for each sentence, wrong labels and boundaries with it; n is sentences."""
STRICT = Measure("strict", PRF)
"""Items are (start, end), whatever the label."""
MERGED = Measure("merged", PRF)
"""As strict, but spans with only blanks and punctuation between them may also match as one."""

Offsets = tuple[int, int]


def score(pair: Pair) -> Row:
    """Returns the counts of one note; the leak only where the pair knows its sentences."""
    gold, found = pair.gold.spans, pair.predicted.spans
    ner = Counts.of_sets(
        ((s.label, s.start, s.end) for s in gold), ((s.label, s.start, s.end) for s in found)
    )
    gold_spans = {(s.start, s.end) for s in gold}
    found_spans = {(s.start, s.end) for s in found}
    row: dict[Measure, tuple[float, ...]] = {
        NER: ner.row,
        STRICT: Counts.of_sets(gold_spans, found_spans).row,
        MERGED: _count_merged(gold_spans, found_spans, pair.text).row,
    }
    if pair.sentences is not None:
        row[LEAK] = (ner.fn, pair.sentences)
    for label in sorted({s.label for s in (*gold, *found)}):
        counts = Counts.of_sets(
            ((s.start, s.end) for s in gold if s.label == label),
            ((s.start, s.end) for s in found if s.label == label),
        )
        row[Measure("ner", PRF, label)] = counts.row
    return row


def _count_merged(gold: set[Offsets], found: set[Offsets], text: str) -> Counts:
    right = (gold & found) | (_merge(gold, text) & _merge(found, text))

    # A span lies in one of those if what starts no later reaches as far.
    ordered = sorted(right)
    starts = [start for start, _ in ordered]
    reach = list(accumulate((end for _, end in ordered), max))

    def is_settled(span: Offsets) -> bool:
        before = bisect_right(starts, span[0])
        return before > 0 and reach[before - 1] >= span[1]

    return Counts(
        len(right),
        sum(not is_settled(span) for span in found - gold),
        sum(not is_settled(span) for span in gold - found),
    )


def _merge(spans: Iterable[Offsets], text: str) -> set[Offsets]:
    """The spans with neighbours joined where no letter or digit stands between them.

    The joined span ends where the later one does even if that is further left: so the official
    script has it, and only so are its figures reproduced.
    """
    merged: list[Offsets] = []
    for start, end in sorted(spans):
        if merged and not any(char.isalnum() for char in text[merged[-1][1] : start]):
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return set(merged)
