"""Counts of a corpus: notes, tokens and marks by category and label, as Johnson 2020's table 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from incognote.core.document import Document
from incognote.core.labels import CATEGORIES, get_label


@dataclass(frozen=True, slots=True)
class Row:
    """Marks of one label and source."""

    category: str
    label: str
    source: str
    """`Span.source`: of a published corpus its own type."""
    marks: int
    tokens: int
    """Of the marks, cut at whitespace: 'Ada Ruiz' are two."""


@dataclass(frozen=True, slots=True)
class Stats:
    """What a corpus holds."""

    notes: int
    tokens: int
    """Of all texts, cut at whitespace."""
    parts: tuple[tuple[str, int], ...]
    """Notes by part, where the notes say it, sorted by name."""
    rows: tuple[Row, ...]
    """By category in the order of `labels.CATEGORIES`, then label and source."""

    @property
    def marks(self) -> int:
        """Marks of all kinds."""
        return sum(row.marks for row in self.rows)

    @property
    def marked_tokens(self) -> int:
        """Tokens of all marks."""
        return sum(row.tokens for row in self.rows)


def count(docs: Iterable[Document]) -> Stats:
    """Returns the counts of documents, which are taken one at a time.

    Examples:
        >>> from incognote.io.inline import parse
        >>> count([parse("a", "seen by [[DOCTOR|Ada Ruiz]]")]).rows
        (Row(category='NAME', label='DOCTOR', source='', marks=1, tokens=2),)
    """
    notes = size = 0
    parts: Counter[str] = Counter()
    marks: Counter[tuple[str, str]] = Counter()
    tokens: Counter[tuple[str, str]] = Counter()
    for doc in docs:
        notes += 1
        size += len(doc.text.split())
        if part := doc.meta.get("part"):
            parts[part] += 1
        for span in doc.spans:
            key = span.label, span.source
            marks[key] += 1
            tokens[key] += len(doc.text[span.start : span.end].split())
    rows = [
        Row(get_label(label).category, label, source, marks[label, source], tokens[label, source])
        for label, source in marks
    ]
    rows.sort(key=lambda row: (CATEGORIES.index(row.category), row.label, row.source))
    return Stats(notes, size, tuple(sorted(parts.items())), tuple(rows))
