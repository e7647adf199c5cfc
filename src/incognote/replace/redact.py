"""`redact`: writes a note anew, once, left to right, with every mark that must go replaced."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from incognote.core import registry
from incognote.core.decoded import readable
from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.replace.policy import Policy
from incognote.replace.replacement import Context, replacements, tag_of


@dataclass(frozen=True, slots=True)
class Replaced:
    """One place where the text changed: old [start, end) became new [new_start, new_end)."""

    span: Span
    new_start: int
    new_end: int
    action: str = "tag"
    """What the policy asked for."""
    unread: bool = False
    """Whether the mark could not be read, so that its tag stands there instead."""


@dataclass(frozen=True, slots=True)
class Redacted:
    """A note after its marks were replaced.

    Attributes:
        id: The note's id.
        text: The new text.
        replaced: What changed where, in order.
        kept: The spans that the policy left in the text, in old offsets.
        lang: Language that the note was read in.
    """

    id: str
    text: str = field(repr=False)
    replaced: tuple[Replaced, ...] = ()
    kept: tuple[Span, ...] = ()
    lang: str = ""

    def to_new(self, old: int) -> int:
        """Returns where an offset of the old text lies in the new one.

        An offset inside a replaced mark maps to the end of what stands there now.
        """
        i = bisect_right(self.replaced, old, key=lambda r: r.span.start) - 1
        if i < 0:
            return old
        last = self.replaced[i]
        if old == last.span.start:
            return last.new_start
        return last.new_end + max(0, old - last.span.end)

    def to_old(self, new: int) -> int:
        """Returns where an offset of the new text lay in the old one, as `to_new` reversed."""
        i = bisect_right(self.replaced, new, key=lambda r: r.new_start) - 1
        if i < 0:
            return new
        last = self.replaced[i]
        if new == last.new_start:
            return last.span.start
        return last.span.end + max(0, new - last.new_end)


def redact(doc: Document, policy: Policy, context: Context | None = None) -> Redacted:
    """Returns the note with every span that the policy removes replaced.

    Examples:
        >>> from incognote.replace.policy import get_policy
        >>> doc = Document("a", "seen by Dr. Ruiz", (Span(12, 16, "DOCTOR"),))
        >>> redact(doc, get_policy("all")).text
        'seen by Dr. [DOCTOR]'

    Args:
        doc: A note whose spans do not overlap, as `Pipeline.annotate` gives them.
        policy: Says which spans leave the text, and what stands in their place.
        context: What replacements are drawn with; by default without a secret key, for trials.

    Raises:
        NoteError: If two spans overlap.
    """
    position = 0
    for span in doc.spans:
        if span.start < position:
            raise NoteError(doc.id, f"spans overlap at character {span.start}; resolve them first")
        position = span.end
    context = context or Context()
    decoded, read = readable(doc)
    adjusted = policy.adjust(read)
    places = [i for i, span in enumerate(adjusted.spans) if policy.removes(span, adjusted.text)]
    leaving = [adjusted.spans[i] for i in places]
    pieces: list[str] = []
    replaced: list[Replaced] = []
    position = new_position = 0
    for i, (action, new) in zip(
        places, replacements(adjusted, leaving, policy, context), strict=True
    ):
        span = doc.spans[i]
        if adjusted.spans[i].start < read.spans[i].start:
            span = replace(span, start=decoded.to_original(adjusted.spans[i].start, span.end)[0])
        if action == "mask" and read is not doc:  # the layout is that of the note as it was read
            (new,) = registry.get("replacement", action)(doc, [span], context)
        before = doc.text[position : span.start]
        new_start = new_position + len(before)
        pieces += (before, new)
        new_position = new_start + len(new)
        unread = action not in ("tag", "mask") and new == tag_of(span)
        replaced.append(Replaced(span, new_start, new_position, action, unread))
        position = span.end
    pieces.append(doc.text[position:])
    gone = set(places)
    kept = tuple(span for i, span in enumerate(doc.spans) if i not in gone)
    return Redacted(doc.id, "".join(pieces), tuple(replaced), kept, context.lang)


def retag(redacted: Redacted, numbers: Collection[int]) -> Redacted:
    """Returns the note with tags in place of some replacements, those of these numbers."""
    if not numbers:
        return redacted
    pieces: list[str] = []
    replaced: list[Replaced] = []
    position = size = 0
    for i, change in enumerate(redacted.replaced):
        before = redacted.text[position : change.new_start]
        here = redacted.text[change.new_start : change.new_end]
        new = tag_of(change.span) if i in numbers else here
        start = size + len(before)
        size = start + len(new)
        pieces += (before, new)
        unread = change.unread or i in numbers
        replaced.append(replace(change, new_start=start, new_end=size, unread=unread))
        position = change.new_end
    pieces.append(redacted.text[position:])
    return replace(redacted, text="".join(pieces), replaced=tuple(replaced))
