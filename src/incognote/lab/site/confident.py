"""The parts of a note that a system is sure of, to learn from without anybody's marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from incognote.core.document import Document, Span
from incognote.lab.synthesis.edits import lines_of
from incognote.model.decoding import NoteProbabilities
from incognote.model.tagging import OUTSIDE

SURE = 0.9
"""The probability from which a system counts as sure."""


def sure_lines(doc: Document, found: NoteProbabilities, *, sure: float = SURE) -> Document | None:
    """Returns the lines of a note in which nothing is in doubt, with their marks.

    A line is in doubt if a mark in it scores less than `sure`, or a token outside marks is PHI with
    a probability above 1 - `sure`. A mark stays or goes whole.

    Args:
        doc: The note with the marks of a system.
        found: What its model thinks of the tokens.
        sure: See above.

    Returns:
        None if no line is left, or none with a mark: the note then teaches nothing.
    """
    borders = lines_of(doc.text) or [(0, 0)]
    doubtful = np.zeros(len(borders), dtype=bool)
    marked = np.zeros(len(doc.text) + 1, dtype=bool)
    for span in doc.spans:
        marked[span.start : span.end] = True
        if span.score < sure:
            doubtful[_at(borders, span)] = True
    starts = np.asarray(found.tokens.starts)
    unsure = (1.0 - found.probabilities[:, OUTSIDE] > 1.0 - sure) & ~marked[starts]
    ends = np.array([end for _, end in borders])
    doubtful[np.searchsorted(ends, starts[unsure], side="right")] = True
    # What a mark binds together stays or goes together; spans are in order, so twice is enough.
    for spans in (doc.spans, doc.spans[::-1]):
        for span in spans:
            rows = _at(borders, span)
            doubtful[rows] = doubtful[rows].any()
    if doubtful.all():
        return None
    sizes = np.array([end - start for start, end in borders])
    gone = np.cumsum(np.where(doubtful, sizes, 0))
    kept = []
    for span in doc.spans:
        row = _at(borders, span)[0]
        if not doubtful[row]:
            moved = int(gone[row])
            kept.append(replace(span, start=span.start - moved, end=span.end - moved))
    text = "".join(
        doc.text[start:end] for (start, end), bad in zip(borders, doubtful, strict=True) if not bad
    )
    return Document(doc.id, text, tuple(kept)) if kept else None


def _at(borders: Sequence[tuple[int, int]], span: Span) -> list[int]:
    return [i for i, (start, end) in enumerate(borders) if start < span.end and span.start < end]
