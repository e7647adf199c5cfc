"""Changes a note and moves its marks along.

An `Edit` replaces a stretch of the old text. A mark keeps covering whatever stands in place of what
it covered; text put in exactly at its edge stays outside. So no ingredient counts offsets itself.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from incognote.core.document import Document, Span


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replaces `[start, end)` of the old text; an empty stretch inserts."""

    start: int
    end: int
    text: str


def apply(doc: Document, edits: Iterable[Edit]) -> Document:
    """Returns the note with all edits made and its spans moved.

    A span whose text is deleted whole disappears; one that a new line break cuts becomes two, as a
    mark never crosses a line; blanks at its ends fall out of it.

    Args:
        doc: The note; `edits` count code points of its text.
        edits: In any order, not overlapping.

    Raises:
        ValueError: If two edits overlap.
    """
    ordered = sorted(edits)
    if not ordered:
        return doc
    pieces: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    new_starts: list[int] = []
    new_ends: list[int] = []
    at = size = 0
    for edit in ordered:
        if edit.start < at:
            raise ValueError(f"edits overlap at [{edit.start}, {edit.end}) of note {doc.id}")
        pieces += (doc.text[at : edit.start], edit.text)
        size += edit.start - at
        starts.append(edit.start)
        ends.append(edit.end)
        new_starts.append(size)
        size += len(edit.text)
        new_ends.append(size)
        at = edit.end
    pieces.append(doc.text[at:])
    text = "".join(pieces)

    def start_of(old: int) -> int:
        # The last edit that begins before `old`, or at it without taking from the mark.
        i = bisect_right(ends, old) - 1
        if i + 1 < len(starts) and starts[i + 1] < old:
            return new_starts[i + 1]
        return new_ends[i] + old - ends[i] if i >= 0 else old

    def end_of(old: int) -> int:
        i = bisect_left(starts, old) - 1
        if i < 0:
            return old
        return new_ends[i] + max(0, old - ends[i])

    spans: list[Span] = []
    old_end = new_end = 0
    for span in doc.spans:
        start, end = start_of(span.start), end_of(span.end)
        if span.start >= old_end:  # marks that were apart stay so where one edit touches both
            start = max(start, new_end)
        old_end, new_end = max(old_end, span.end), max(new_end, end)
        cut = "\n" not in doc.text[span.start : span.end]
        spans.extend(_fitted(span, start, end, text, cut))
    return replace(doc, text=text, spans=tuple(spans))


def _fitted(span: Span, start: int, end: int, text: str, cut: bool) -> list[Span]:
    """The span at its new place without outer blanks, cut at line breaks if `cut`."""
    found: list[Span] = []
    lines = text[start:end].split("\n") if cut else [text[start:end]]
    for line in lines:
        body = line.strip()
        if body:
            first = start + len(line) - len(line.lstrip())
            found.append(replace(span, start=first, end=first + len(body)))
        start += len(line) + 1
    return found


def lines_of(text: str) -> list[tuple[int, int]]:
    """Returns start and end of each line with its break."""
    borders = [0, *accumulate(map(len, text.splitlines(keepends=True)))]
    return list(pairwise(borders))


def cut(doc: Document, start: int, end: int) -> Document:
    """Returns the part `[start, end)` of a note; marks that it divides are left out.

    Choose the ends so that no mark is divided: what is left of a name would be unmarked.
    """
    spans = tuple(
        replace(s, start=s.start - start, end=s.end - start)
        for s in doc.spans
        if s.start >= start and s.end <= end
    )
    return replace(doc, text=doc.text[start:end], spans=spans)


def joined(id: str, parts: Iterable[Document], gap: str = "\n") -> Document:
    """Returns the notes one after the other as one.

    Parts that bear the new note's id keep their entity numbers; those of another id get numbers of
    their own, as '1.1' for the first other note's '1'.
    """
    texts: list[str] = []
    spans: list[Span] = []
    at = 0
    meta: dict[str, str] = {}
    seen = [id]
    for position, part in enumerate(parts):
        if part.id not in seen:
            seen.append(part.id)
        number = seen.index(part.id)
        if position:
            texts.append(gap)
            at += len(gap)
        texts.append(part.text)
        for span in part.spans:
            entity = f"{span.entity}.{number}" if number and span.entity else span.entity
            spans.append(replace(span, start=span.start + at, end=span.end + at, entity=entity))
        at += len(part.text)
        meta = {**part.meta, **meta}
    return Document(id, "".join(texts), tuple(spans), meta)
