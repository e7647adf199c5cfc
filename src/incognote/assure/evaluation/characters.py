"""Scores by character and by note: what a privacy officer asks.

How much of what identifies people was covered, how much of the clinical text went with it, how
many identifiers and how many notes are covered whole. Only letters and digits count: whether a
comma is covered says nothing. Labels do not matter, only that something covers the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np
import numpy.typing as npt

from incognote.assure.evaluation.counts import SHARE, Measure, Row
from incognote.assure.evaluation.matching import Pair
from incognote.core.document import Span

MASKED = Measure("masked", SHARE)
"""PHI characters that any predicted span covers; n is PHI characters."""
REMOVED = Measure("removed", SHARE)
"""Other characters that a predicted span covers; n is the characters that are not PHI."""
COVERED = Measure("identifiers_covered", SHARE)
"""Gold spans with every character covered; n is gold spans. Also by label."""
NOTES = Measure("notes_masked", SHARE)
"""Notes in which every gold span is covered; n is the notes that hold PHI."""

Mask = npt.NDArray[np.bool_]


def score(pair: Pair) -> Row:
    """Returns the counts of one note."""
    alnum = alphanumeric(pair.text)
    gold = cover(pair.gold.spans, len(pair.text)) & alnum
    found = cover(pair.predicted.spans, len(pair.text)) & alnum
    phi = int(gold.sum())
    masked = int((gold & found).sum())
    covered: dict[str, int] = {}
    total: dict[str, int] = {}
    for label, is_covered in covered_spans(pair.gold.spans, alnum & ~found):
        covered[label] = covered.get(label, 0) + is_covered
        total[label] = total.get(label, 0) + 1
    n, n_covered = sum(total.values()), sum(covered.values())
    row: dict[Measure, tuple[float, ...]] = {
        MASKED: (masked, phi),
        REMOVED: (int(found.sum()) - masked, int(alnum.sum()) - phi),
        COVERED: (n_covered, n),
        NOTES: (n > 0 and n_covered == n, n > 0),
    }
    for label in sorted(total):
        row[Measure(COVERED.name, SHARE, label)] = (covered[label], total[label])
    return row


def covered_spans(spans: Iterable[Span], bare: Mask) -> list[tuple[str, bool]]:
    """Returns for each gold span its label and whether none of its characters is bare.

    Args:
        spans: Gold spans; one that stands twice counts once.
        bare: Of each code point whether it is a letter or digit that nothing covers.
    """
    before = np.concatenate(([0], np.cumsum(bare)))
    return [
        (label, bool(before[start] == before[end]))
        for start, end, label in sorted({(s.start, s.end, s.label) for s in spans})
    ]


def cover(spans: Iterable[Span], size: int) -> Mask:
    """Returns of each code point of a text of that size whether a span covers it."""
    mask = np.zeros(size, dtype=np.bool_)
    for span in spans:
        mask[span.start : span.end] = True
    return mask


def alphanumeric(text: str) -> Mask:
    """Returns of each code point whether it is a letter or digit (`str.isalnum`)."""
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    in_first_plane = not codes.size or int(codes.max()) < 0x10000
    return _alphanumeric_codes(0x10000 if in_first_plane else 0x110000)[codes]


@cache
def _alphanumeric_codes(size: int) -> Mask:
    return np.fromiter((chr(code).isalnum() for code in range(size)), np.bool_, size)
