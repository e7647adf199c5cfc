"""Made-up identifiers in notes to read: how many of them readers find says how well they read.

At most one to a note, in place of a tag: the system's closest call in that note, since what stands
there looks most like what is missed. A name is planted whole, as its last word, or as that in small
letters: what is missed is seldom a full name. Where the release has a surrogate it is that which
the readers see.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.core.labels import LABELS
from incognote.replace.policy import get_policy
from incognote.replace.redact import Redacted, Replaced, redact
from incognote.replace.replacement import Context, tag_of

_MADE_UP = ("surrogate", "shift")
"""Actions that put a value of the same form in place of an identifier."""


@dataclass(frozen=True, slots=True)
class Planted:
    """A made-up identifier in the text to read, in offsets of that text."""

    start: int
    end: int
    label: str
    text: str = field(repr=False)

    @property
    def tag(self) -> str:
        """What stands in its place in the view."""
        return tag_of(Span(0, 1, self.label))

    def into(self, id: str, view: str) -> str:
        """Returns the text to read.

        Args:
            id: Of the note.
            view: The text of its view.

        Raises:
            NoteError: If the view has no such tag there.
        """
        if not view.startswith(self.tag, self.start):
            raise NoteError(id, "does not fit the plan; make the plan again")
        return view[: self.start] + self.text + view[self.start + len(self.tag) :]

    def is_found(self, span: Span) -> bool:
        """Returns whether a reader's mark lies on it, in part at least."""
        return span.start < self.end and self.start < span.end

    def without(self, span: Span, text: str) -> list[Span]:
        """Returns what of a reader's mark is no part of it, in offsets of the view.

        Args:
            span: The mark, in offsets of the text to read,
            text: which is this.
        """
        moved = len(self.tag) - len(self.text)
        pieces = (
            (span.start, min(span.end, self.start), 0),
            (max(span.start, self.end), span.end, moved),
        )
        return [
            Span(start + by, end + by, span.label, span.score, span.source)
            for start, end, by in pieces
            if start < end and any(char.isalnum() for char in text[start:end])
        ]


def plant(released: Redacted, view: Redacted, *, lang: str, rng: Any) -> Planted | None:
    """Returns what is planted in a note; None if nothing was replaced in it.

    Args:
        released: The note as it is released,
        view: and as its view.
        lang: Language.
        rng: A generator of numpy: breaks ties, and chooses what is planted.
    """
    if not released.replaced:
        return None
    order = rng.permutation(len(released.replaced)).tolist()
    number = min(order, key=lambda i: released.replaced[i].span.score)
    place, at = released.replaced[number], view.replaced[number]
    text = _surface(released, place, lang, rng)
    return Planted(at.new_start, at.new_start + len(text), place.span.label, text)


def _surface(released: Redacted, place: Replaced, lang: str, rng: Any) -> str:
    label = place.span.label
    text = released.text[place.new_start : place.new_end]
    if place.action in _MADE_UP and text.strip() and text != tag_of(place.span):
        return text
    # A surrogate of the label's example: made up by the same tables, another one each time.
    example = LABELS[label].example
    doc = Document("planted", example, (Span(0, len(example), label),))
    context = Context(key=rng.bytes(16), lang=lang, scope="note")
    made = redact(doc, get_policy("all").with_action("surrogate"), context).text
    text = example if made == tag_of(place.span) else made
    last = text.split()[-1]
    if LABELS[label].category == "NAME":
        text = str((text, last, last.lower())[int(rng.integers(3))])
    return text
