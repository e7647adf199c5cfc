"""Scores by token: text cut at whitespace, each token of one category or none (Johnson 2020).

Multi-class: a token is right when its category is; a PHI token of the wrong category is both a
miss and a false alarm. Binary: PHI against not PHI, whatever the category.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from incognote.assure.evaluation.counts import PRF, Counts, Measure, Row
from incognote.assure.evaluation.matching import Pair
from incognote.core.document import Document
from incognote.core.labels import get_label
from incognote.model.encoding import Tokens

MULTICLASS = Measure("multiclass", PRF)
BINARY = Measure("binary", PRF)

NONE = ""
"""The category of a token that is no PHI."""

_TOKEN = re.compile(r"\S+")


def score(pair: Pair) -> Row:
    """Returns the counts of one note, by category too (as `label=NAME`).

    MEDDOCAN's sex and other traits have no category among the paper's seven; they are OTHER here,
    which is PHI, an eighth category.
    """
    tokens = split(pair.text)
    gold, found = categories(pair.gold, tokens), categories(pair.predicted, tokens)
    both = list(zip(gold, found, strict=True))
    by_category = {
        category: Counts(
            sum(g == f == category for g, f in both),
            sum(f == category != g for g, f in both),
            sum(g == category != f for g, f in both),
        )
        for category in sorted({*gold, *found} - {NONE})
    }
    row: dict[Measure, tuple[float, ...]] = {
        MULTICLASS: sum(by_category.values(), Counts()).row,
        BINARY: Counts(
            sum(g != NONE != f for g, f in both),
            sum(g == NONE != f for g, f in both),
            sum(f == NONE != g for g, f in both),
        ).row,
    }
    for category, counts in by_category.items():
        row[Measure(MULTICLASS.name, PRF, category)] = counts.row
    return row


def split(text: str) -> Tokens:
    """Returns where the tokens of a text lie."""
    offsets = [match.span() for match in _TOKEN.finditer(text)]
    array = np.asarray(offsets, dtype=np.int32).reshape(-1, 2)
    return Tokens(array[:, 0], array[:, 1])


def categories(doc: Document, tokens: Tokens) -> list[str]:
    """Returns the category of each token: that of the span which shares most characters with it.

    Of equals the first counts; a token that shares none is `NONE`.

    Raises:
        ConfigError: If a span has a label that does not exist.
    """
    found = [NONE] * len(tokens)
    shared = [0] * len(tokens)
    for span in doc.spans:
        category = get_label(span.label).category
        for i in range(*tokens.covered(span.start, span.end)):
            common = min(span.end, int(tokens.ends[i])) - max(span.start, int(tokens.starts[i]))
            if common > shared[i]:
                found[i], shared[i] = category, common
    return found


def confusion(pairs: Iterable[Pair]) -> dict[str, dict[str, int]]:
    """Returns how many tokens of each gold category were given which category ('' is not PHI)."""
    table: dict[str, dict[str, int]] = {}
    for pair in pairs:
        tokens = split(pair.text)
        for gold, found in zip(
            categories(pair.gold, tokens), categories(pair.predicted, tokens), strict=True
        ):
            row = table.setdefault(gold, {})
            row[found] = row.get(found, 0) + 1
    names: Sequence[str] = sorted({*table, *(name for row in table.values() for name in row)})
    return {gold: {found: table.get(gold, {}).get(found, 0) for found in names} for gold in names}
