"""How far two readers of the same notes agree, by type; neither of them is the gold standard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from incognote.assure.evaluation.characters import alphanumeric, cover
from incognote.assure.evaluation.counts import Counts
from incognote.assure.evaluation.matching import Pair
from incognote.core.document import Span

ALL = "all"
"""The row of all types: a mark of another type is a difference, a character marked by both none."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of one type, or of all."""

    label: str
    marks: Counts
    """Marks of both (`tp`), of the second alone (`fp`) and of the first alone (`fn`), exact."""
    both: int
    """Letters and digits that both marked;"""
    first: int
    """that the first alone did,"""
    second: int
    """that the second alone did, and"""
    neither: int
    """that none of them did."""

    @property
    def kappa(self) -> float:
        """Cohen's kappa over letters and digits, marked or not; 1 where neither marked any."""
        whole = self.both + self.first + self.second + self.neither
        yes = (self.both + self.first) * (self.both + self.second)
        no = (self.neither + self.first) * (self.neither + self.second)
        by_chance, seen = yes + no, (self.both + self.neither) * whole
        # Where chance alone agrees on all, both did the same.
        return (seen - by_chance) / (whole**2 - by_chance) if whole**2 > by_chance else 1.0

    @property
    def characters(self) -> float:
        """Share of the letters and digits that anyone marked that both marked; 1 where none is."""
        anyone = self.both + self.first + self.second
        return self.both / anyone if anyone else 1.0

    @property
    def f1(self) -> float:
        """F1 of the marks, the same whoever of the two is called gold; 1 where there is none."""
        counts = self.marks
        return counts.f1 if counts.tp or counts.fp or counts.fn else 1.0


@dataclass(frozen=True, slots=True, order=True)
class Difference:
    """A mark that one of two readers made so, and the other did not; no text."""

    note: str
    start: int
    end: int
    label: str
    whose: int
    """0: the first reader's, 1: the second's."""
    kind: str
    """`alone`: the other marked nothing there; `type` or `place`: another type on the same place,
    another place, of whatever type."""


def agreement(pairs: Sequence[Pair]) -> list[Agreement]:
    """Returns a row for all types, then one for each type that anybody gave, by name.

    Args:
        pairs: Each note as the first reader marked it (`gold`) and as the second did.
    """
    labels = sorted({s.label for p in pairs for d in (p.gold, p.predicted) for s in d.spans})
    return [_row(pairs, ALL, labels), *(_row(pairs, label, (label,)) for label in labels)]


def _row(pairs: Iterable[Pair], name: str, labels: Sequence[str]) -> Agreement:
    marks, cells = [0, 0, 0], [0, 0, 0, 0]
    for pair in pairs:
        one, two = (
            [s for s in doc.spans if s.label in labels] for doc in (pair.gold, pair.predicted)
        )
        counts = Counts.of_sets(map(_what, one), map(_what, two))
        marks = [a + b for a, b in zip(marks, (counts.tp, counts.fp, counts.fn), strict=True)]
        alnum = alphanumeric(pair.text)
        a, b = (cover(spans, len(pair.text)) for spans in (one, two))
        masks = (a & b, a & ~b, b & ~a, ~a & ~b)
        cells = [n + int((m & alnum).sum()) for n, m in zip(cells, masks, strict=True)]
    return Agreement(name, Counts(*marks), *cells)


def _what(span: Span) -> tuple[int, int, str]:
    return span.start, span.end, span.label


def differences(pairs: Iterable[Pair]) -> list[Difference]:
    """Returns what two readers disagree on, by note and place."""
    found = []
    for pair in pairs:
        sides = (pair.gold.spans, pair.predicted.spans)
        for whose, (own, other) in enumerate((sides, sides[::-1])):
            theirs = {*map(_what, other)}
            for span in own:
                if _what(span) in theirs:
                    continue
                there = [s for s in other if s.start < span.end and span.start < s.end]
                same = any((s.start, s.end) == (span.start, span.end) for s in there)
                kind = "type" if same else "place" if there else "alone"
                found.append(Difference(pair.id, span.start, span.end, span.label, whose, kind))
    return sorted(found)
