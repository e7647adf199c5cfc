"""Takes what readers found out of a release, and the same wherever else it stands.

Taking out only lowers what is left, so the bound on what is left, less what was found, still holds
for the mended release. What the search finds elsewhere is not taken off the bound: nobody read
whether it was an identifier.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from incognote.assure.release import blanked, view_of
from incognote.core.document import Document, Span
from incognote.replace.redact import Redacted, Replaced
from incognote.replace.replacement import tag_of
from incognote.replace.verify import Verifier

READER = "reader"
SEARCH = "reader's find elsewhere"
"""What is said to have found a mark."""


def surfaces(found: Iterable[tuple[str, Sequence[Span]]]) -> Document:
    """Returns one text of all that was found, a line each, with the marks on it.

    Args:
        found: Views, as text, each with the marks of the readers.
    """
    lines: list[str] = []
    spans: list[Span] = []
    size = 0
    seen: set[tuple[str, str]] = set()
    for text, marks in found:
        for mark in marks:
            surface = text[mark.start : mark.end]
            if (surface, mark.label) not in seen:
                seen.add((surface, mark.label))
                spans.append(Span(size, size + len(surface), mark.label))
                lines.append(f"{surface}\n")
                size += len(surface) + 1
    return Document("found", "".join(lines), tuple(spans))


def marks_for(
    released: Redacted, read: Sequence[Span], found: Document, search: Verifier
) -> list[Span]:
    """Returns what must leave a note, in offsets of its view: what readers marked comes first.

    Args:
        released: The note.
        read: What readers marked in it.
        found: What they marked in all notes, as `surfaces` gives it.
        search: Finds these again.
    """
    view = view_of(released)
    kept = [(view.to_new(span.start), view.to_new(span.end)) for span in released.kept]
    marks = [Span(s.start, s.end, s.label, 1.0, READER) for s in read]
    hits = search.search_for(found, blanked(view))
    for hit in sorted(hits, key=lambda hit: hit.start - hit.end):  # a name before its parts
        known = [(mark.start, mark.end) for mark in marks]
        if any(a <= hit.start and hit.end <= b for a, b in (*kept, *known)):
            continue
        marks.append(Span(hit.start, hit.end, hit.label, 1.0, SEARCH))
    return marks


def mend(released: Redacted, marks: Sequence[Span]) -> Redacted:
    """Returns a released note with tags in place of these marks.

    A mark that touches something replaced takes it with it; marks that touch each other become one.

    Args:
        released: The note.
        marks: In offsets of its view; of those that touch, the first gives the label.
    """
    view = view_of(released)
    places = [_Piece(p.new_start, p.new_end, place=i) for i, p in enumerate(view.replaced)]
    pieces = [*places, *(_Piece(m.start, m.end, mark=i) for i, m in enumerate(marks))]
    united: list[_Piece] = []
    for piece in sorted(pieces, key=lambda piece: (piece.start, piece.end)):
        if united and piece.start < united[-1].end:
            united[-1] = united[-1].with_(piece)
        else:
            united.append(piece)
    texts: list[str] = []
    replaced: list[Replaced] = []
    position = size = 0
    for piece in united:
        texts.append(view.text[position : piece.start])
        size += len(texts[-1])
        if piece.mark is None:
            old = released.replaced[piece.place]
            new = released.text[old.new_start : old.new_end]
            span, action, unread = old.span, old.action, old.unread
        else:
            mark = marks[piece.mark]
            start, end = view.to_old(piece.start), view.to_old(piece.end)
            span = Span(start, end, mark.label, mark.score, mark.source)
            new, action, unread = tag_of(span), "tag", False
        texts.append(new)
        replaced.append(Replaced(span, size, size + len(new), action, unread))
        size += len(new)
        position = piece.end
    texts.append(view.text[position:])
    kept = tuple(
        span
        for span in released.kept
        if not any(r.span.start < span.end and span.start < r.span.end for r in replaced)
    )
    return Redacted(released.id, "".join(texts), tuple(replaced), kept)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of a view that becomes something else than text."""

    start: int
    end: int
    place: int = -1
    """Number of the replacement that stands there; -1 for none."""
    mark: int | None = None
    """Number of the first mark that lies on it."""

    def with_(self, other: _Piece) -> _Piece:
        """Returns both as one."""
        found = [piece.mark for piece in (self, other) if piece.mark is not None]
        return _Piece(
            min(self.start, other.start), max(self.end, other.end), self.place, min(found)
        )
