r"""`decode`: the text that a person means, where a file holds it encoded, and the way back.

Notes come out of databases, messages and e-mails with their escapes: a literal `\n` glued to a
name, `&#39;`, a soft hyphen, a word that a line end divides. Detectors, replacements and the search
of the output read the decoded text; marks go back to whole stretches of the note as it was read, so
that nothing of an encoded identifier stays. Plain text is its own decoded text. What counts as
encoded is a row of `escapes.FORMS`.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from incognote.core.document import Document, Span
from incognote.core.escapes import FORMS, Form, may_hold_escapes

_ROUNDS = 4
"""An escape may be escaped again, as `&amp;nbsp;`; what is deeper stays as it is."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text without escapes, and where each character of it stands in the original.

    Examples:
        >>> note = decode("seen by Mu&ntilde;oz")
        >>> note.text, note.to_original(8, 13)
        ('seen by Muñoz', (8, 20))
    """

    text: str = field(repr=False)
    """What detectors read."""
    first: array[int] | None = field(default=None, repr=False)
    """For each character of `text` where the stretch that it stands for begins in the original;
    None where nothing was encoded."""
    past: array[int] | None = field(default=None, repr=False)
    """For each character of `text` one past the end of that stretch."""

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """Returns the stretch of the original that [start, end) of `text` stands for."""
        if self.first is None or self.past is None:
            return start, end
        return self.first[start], self.past[end - 1]

    def from_original(self, start: int, end: int) -> tuple[int, int]:
        """Returns the stretch of `text` that stands for [start, end) of the original.

        Where only characters that nobody sees stand there, its end is not behind its start.
        """
        if self.first is None or self.past is None:
            return start, end
        return bisect_right(self.past, start), bisect_left(self.first, end)

    def originals(self, spans: Iterable[Span]) -> Iterator[Span]:
        """Yields spans of `text` as spans of the original, in their order."""
        for span in spans:
            start, end = self.to_original(span.start, span.end)
            yield span if self.first is None else replace(span, start=start, end=end)

    def disjoint_originals(self, spans: Iterable[Span]) -> Iterator[Span]:
        """Yields disjoint spans of `text`, sorted, as disjoint spans of the original.

        Of two that meet within one escape the first takes all of it.
        """
        reached = 0
        for span in self.originals(spans):
            if span.end > reached:
                yield span if span.start >= reached else replace(span, start=reached)
                reached = span.end

    def document(self, doc: Document) -> Document:
        """Returns the note with `text` for its text; marks of nothing that is seen are left out."""
        if self.first is None:
            return doc
        places = [(span, *self.from_original(span.start, span.end)) for span in doc.spans]
        spans = (replace(span, start=a, end=b) for span, a, b in places if a < b)
        return replace(doc, text=self.text, spans=tuple(spans))


def readable(doc: Document) -> tuple[Decoded, Document]:
    """Returns a note whose marks are disjoint decoded, with the same marks in the same order.

    Where these cannot be told apart there (two within one escape), the note stays as it is.
    """
    decoded = decode(doc.text)
    read = decoded.document(doc)
    if len(read.spans) == len(doc.spans) and all(
        left.end <= right.start for left, right in pairwise(read.spans)
    ):
        return decoded, read
    return Decoded(doc.text), doc


def decode(text: str) -> Decoded:
    """Returns the text with its escapes resolved; takes time linear in its length."""
    decoded = Decoded(text)
    if not may_hold_escapes(text):
        return decoded
    for _ in range(_ROUNDS):
        before = decoded
        for form in FORMS:
            if form.may_be_in(decoded.text):
                decoded = without(form, decoded)
        if decoded is before:
            break
    return decoded


def without(form: Form, decoded: Decoded) -> Decoded:
    """The text with one form resolved; the same object where it holds none."""
    text = decoded.text
    edits = [
        (match.start(), match.end(), plain)
        for match in form.pattern.finditer(text)
        if (plain := form.meaning(match)) is not None and plain != match.group()
    ]
    return replaced(edits, decoded)


def replaced(edits: Sequence[tuple[int, int, str]], decoded: Decoded) -> Decoded:
    """Returns a text with stretches of it, disjoint and in order, read as something else."""
    if not edits:
        return decoded
    text = decoded.text
    old_first = range(len(text)) if decoded.first is None else decoded.first
    old_past = range(1, len(text) + 1) if decoded.past is None else decoded.past
    pieces: list[str] = []
    first, past = array("q"), array("q")
    reached = 0
    for start, end, plain in edits:
        pieces += (text[reached:start], plain)
        first.extend(old_first[reached:start])
        past.extend(old_past[reached:start])
        first.extend([old_first[start]] * len(plain))
        past.extend([old_past[end - 1]] * len(plain))
        reached = end
    pieces.append(text[reached:])
    first.extend(old_first[reached:])
    past.extend(old_past[reached:])
    return Decoded("".join(pieces), first, past)
