"""Cuts notes into windows of lines, drops lines, and puts pieces into notes."""

from __future__ import annotations

import random
from dataclasses import replace

from incognote.core.document import Document
from incognote.lab.synthesis.edits import Edit, apply, cut, joined, lines_of


def _divided(doc: Document, at: int) -> bool:
    return any(span.start < at < span.end for span in doc.spans)


def window(doc: Document, rng: random.Random) -> Document:
    """Returns some lines of the note that stand together: a tenth to three quarters of them."""
    lines = lines_of(doc.text)
    if len(lines) < 4:
        return doc
    size = max(2, int(len(lines) * rng.uniform(0.1, 0.75)))
    first = rng.randrange(len(lines) - size + 1)
    start, end = lines[first][0], lines[first + size - 1][1]
    if _divided(doc, start) or _divided(doc, end) or not doc.text[start:end].strip():
        return doc
    return cut(doc, start, end)


def drop_lines(doc: Document, rng: random.Random) -> Document:
    """Returns the note without a few of its lines."""
    share = rng.uniform(0.03, 0.2)
    gone = [line for line in lines_of(doc.text) if rng.random() < share]
    kept = [(a, b) for a, b in gone if not _divided(doc, a) and not _divided(doc, b)]
    out = apply(doc, [Edit(a, b, "") for a, b in kept])
    return out if out.text.strip() else doc


def insert(doc: Document, piece: Document, rng: random.Random) -> Document:
    """Returns the note with a piece put in before, after, or between two of its lines."""
    places = [start for start, _ in lines_of(doc.text) if not _divided(doc, start)] or [0]
    at = rng.choice((0, len(doc.text), rng.choice(places)))
    parts = [cut(doc, 0, at), piece, cut(doc, at, len(doc.text))]
    filled = [part for part in parts if part.text]
    mixed = joined(doc.id, filled, rng.choice(("\n", "\n\n")))
    return replace(mixed, meta=doc.meta)
