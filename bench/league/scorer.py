"""One scorer for all systems: first without labels, then by identifier, then by name.

What is counted is that of the scorer `characters` (docs/evaluation.md), and intervals are its
bootstraps over notes. Beside it: what HIPAA's Safe Harbor names alone, and whether a mark is named
as it should be. What a corpus marks that is no identifier of ours (a patient's sex in MEDDOCAN)
counts neither as PHI nor as clinical text that may not go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from incognote.assure.evaluation import Bootstrap
from incognote.assure.evaluation.characters import Mask, alphanumeric, cover, covered_spans
from incognote.assure.evaluation.counts import SHARE, Figure, Measure, Row, count
from incognote.assure.evaluation.intervals import with_intervals
from incognote.assure.evaluation.matching import Pair
from incognote.core.document import Document, Span
from incognote.core.labels import LABELS
from incognote.replace.policy import get_policy
from league.systems import System
from league.talk import Found, Told

BOOTSTRAP = Bootstrap(seed=20)
NEUTRAL = "NEUTRAL"
"""Label of what is neither PHI nor clinical text."""

MASKED = Measure("masked", SHARE)
"""PHI characters that anything covers; n is PHI characters. Also by category."""
REMOVED = Measure("removed", SHARE)
"""Characters of clinical text that are covered; n is all of them."""
COVERED = Measure("covered", SHARE)
"""Identifiers of which no character stays; n is identifiers. Also by our types."""
NOTES = Measure("notes", SHARE)
"""Notes in which none stays; n is notes that hold PHI."""
HIPAA = Measure("hipaa", SHARE)
"""As masked, of what the policy hipaa removes alone."""
NAMED = Measure("named", SHARE)
"""Masked PHI characters whose mark is of the right category; n is masked PHI characters."""


@dataclass(frozen=True)
class Scored:
    """The figures of a system on a corpus."""

    figures: Mapping[str, Figure]
    unmapped: tuple[str, ...]
    """Labels that its row does not map."""


def score(system: System, docs: Sequence[Document], told: Told) -> Scored:
    """Returns the figures; a note that failed counts as one in which nothing was found."""
    unmapped: set[str] = set()
    categories = {label: _categories(system, label, unmapped) for label in labels_of(told)}

    def row(pair: Pair) -> Row:
        return count_note(pair.gold, told.found.get(pair.id, ()), categories)

    table = count([Pair(doc, doc) for doc in docs], row)
    figures = {
        name.removesuffix("/share").replace("/label=", "/"): figure
        for name, figure in with_intervals(table, BOOTSTRAP).items()
    }
    return Scored(figures, tuple(sorted(unmapped)))


def labels_of(told: Told) -> set[str]:
    """Returns every label that a system gave."""
    return {label for spans in told.found.values() for _, _, label in spans}


def count_note(
    gold: Document, found: Found, categories: Mapping[str, frozenset[str]]
) -> dict[Measure, tuple[float, ...]]:
    """Returns the counts of one note.

    Args:
        gold: The note with its marks, labels of any scheme or `NEUTRAL`.
        found: What the system found.
        categories: What each of its labels means.
    """
    size = len(gold.text)
    alnum = alphanumeric(gold.text)
    phi = [span for span in gold.spans if span.label != NEUTRAL and span.type]
    gold_mask = cover(phi, size) & alnum
    neutral = cover((s for s in gold.spans if s not in phi), size) & alnum & ~gold_mask
    marks = [Span(start, end, label) for start, end, label in found]
    covered = cover(marks, size) & alnum
    hidden = gold_mask & covered
    row: dict[Measure, tuple[float, ...]] = {
        MASKED: (int(hidden.sum()), int(gold_mask.sum())),
        REMOVED: (
            int((covered & ~gold_mask & ~neutral).sum()),
            int((alnum & ~gold_mask & ~neutral).sum()),
        ),
    }
    by_type: dict[str, list[int]] = {}
    for type_, whole in covered_spans(
        [Span(s.start, s.end, s.type) for s in phi], alnum & ~covered
    ):
        counts = by_type.setdefault(type_, [0, 0])
        counts[0] += whole
        counts[1] += 1
    whole, total = (sum(counts[i] for counts in by_type.values()) for i in (0, 1))
    row[COVERED] = (whole, total)
    row[NOTES] = (total > 0 and whole == total, total > 0)
    kept = get_policy("hipaa").apply(gold.with_spans(phi)).spans
    safe = cover(kept, size) & alnum
    row[HIPAA] = (int((safe & covered).sum()), int(safe.sum()))
    row[NAMED] = (0, int(hidden.sum()))
    right = np.zeros(size, dtype=np.bool_)
    for category, mask in _by_category(phi, size).items():
        mask &= alnum
        measure = Measure(MASKED.name, SHARE, category)
        row[measure] = (int((mask & covered).sum()), int(mask.sum()))
        named = [m for m in marks if category in categories.get(m.label, ())]
        right |= mask & cover(named, size)
    row[NAMED] = (int((right & hidden).sum()), int(hidden.sum()))
    for type_ in sorted(by_type):
        row[Measure(COVERED.name, SHARE, type_)] = (by_type[type_][0], by_type[type_][1])
    return row


def _by_category(spans: Sequence[Span], size: int) -> dict[str, Mask]:
    found: dict[str, list[Span]] = {}
    for span in spans:
        found.setdefault(LABELS[span.type].category, []).append(span)
    return {category: cover(group, size) for category, group in sorted(found.items())}


def _categories(system: System, label: str, unmapped: set[str]) -> frozenset[str]:
    """What a label of a system means; what its row does not say is put among `unmapped`."""
    if system.labels is None:
        if label in LABELS:
            return frozenset({LABELS[label].category})
        unmapped.add(label)
        return frozenset()
    if label in system.labels:
        return frozenset(system.labels[label])
    unmapped.add(label)
    return frozenset(system.labels.get("*", ()))


def to_json(figures: Mapping[str, Figure]) -> dict[str, list[Any]]:
    """Returns figures as [value, n, low, high], to five digits."""

    def cut(value: float | None) -> float | None:
        return None if value is None else round(value, 5)

    return {
        name: [cut(f.value), f.n] + ([cut(f.low), cut(f.high)] if f.low is not None else [])
        for name, f in figures.items()
    }
