"""`Document` and `Span`: a note and the marks on it.

Both are immutable and validated when made. Offsets are half-open and count Unicode code points of
`Document.text`, as Python's own indexing does. Neither shows note text in its repr: whoever needs
the surface of a span slices the document.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from operator import attrgetter

from incognote.core.errors import NoteError
from incognote.core.known import Known
from incognote.core.labels import get_label, our_type


class State(str, Enum):
    """What became of a span on its way through the detectors."""

    FOUND = "found"
    """A finding: it becomes a mark."""
    EVIDENCE = "evidence"
    """Its score is below the threshold: it only informs the detectors that come later."""
    WEIGHED = "weighed"
    """A model that knows its detector has seen it and found nothing there."""
    SUPERSEDED = "superseded"
    """A model's finding stands in its place."""
    PROTECTED = "protected"
    """It lies in text that is known to be clinical."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of text, half-open, that is or may be an identifier.

    Examples:
        >>> doc = Document("a", "seen by Dr. Ada Ruiz", (Span(12, 20, "DOCTOR"),))
        >>> [doc.text[s.start:s.end] for s in doc.spans]
        ['Ada Ruiz']

    Raises:
        ValueError: If the offsets are not 0 <= start < end, or the score is not within 0 to 1.
    """

    start: int
    """First code point."""
    end: int
    """One past the last code point."""
    label: str
    """As the language's label scheme names it: what corpora, models and outputs hold."""
    score: float = 1.0
    """Probability that the span is PHI."""
    source: str = ""
    """Who made it: a detector, with a slash and its rule or list behind it where it has several
    (`rules/phone`), or an annotator. Of a published corpus: the corpus' own type."""
    entity: str = ""
    """Number of the person or place within its label; equal numbers co-refer ('' unknown)."""
    state: State = State.FOUND
    """What became of it. Only the pipeline sets this; its score stays the probability."""

    def __post_init__(self) -> None:
        """Refuses offsets and scores that cannot be."""
        if not 0 <= self.start < self.end:
            raise ValueError(
                f"span offsets must be 0 <= start < end, not [{self.start}, {self.end})"
            )
        if not 0.0 <= self.score <= 1.0:
            raise ValueError(f"span score must be within 0 and 1, not {self.score}")
        if not self.label:
            raise ValueError(f"span [{self.start}, {self.end}) has no label")

    @property
    def type(self) -> str:
        """Our type of its label, '' where we have none: what engines go by.

        Raises:
            ConfigError: If no scheme has the label.
        """
        return our_type(self.label)

    @property
    def category(self) -> str:
        """The category of its label, one of `labels.CATEGORIES`.

        Raises:
            ConfigError: If no scheme has the label.
        """
        return get_label(self.label).category

    @property
    def detector(self) -> str:
        """The detector that made it: its source up to the first slash."""
        return self.source.partition("/")[0]

    @property
    def rule(self) -> str:
        """The rule or list of the detector: its source behind the first slash, '' for none."""
        return self.source.partition("/")[2]

    def __len__(self) -> int:
        """Number of code points."""
        return self.end - self.start

    def with_state(self, state: State) -> Span:
        """Returns the same span, of which something else became."""
        return Span(self.start, self.end, self.label, self.score, self.source, self.entity, state)


_MEMBERS = attrgetter(*(member.name for member in fields(Span)))


@dataclass(frozen=True, slots=True)
class Document:
    """One note with its marks.

    Examples:
        >>> Document("ward/7", "Seen today.", meta={"kind": "nursing note"})
        Document(id='ward/7', 11 characters, 0 spans)

    Raises:
        NoteError: If a span reaches beyond the text.
        TypeError: If the text is no `str`.
    """

    id: str
    """Unique within a corpus; for a folder the path below it without its suffix."""
    text: str = field(repr=False)
    """The note, exactly as read: newlines, blanks and all."""
    spans: tuple[Span, ...] = ()
    """Sorted by start, then end."""
    meta: Mapping[str, str] = field(default_factory=dict, repr=False, hash=False)
    """What else is known of the note: patient, date, kind ..."""
    known: Known | None = field(default=None, repr=False)
    """What the container that it was read from says of its patient, to be searched in it."""

    def __post_init__(self) -> None:
        """Sorts the spans and checks them against the text."""
        if not isinstance(self.text, str):
            raise TypeError(f"text must be str, not {type(self.text).__name__}")
        # As spans compare, but in one call for each of them.
        spans = tuple(sorted(self.spans, key=_MEMBERS))
        size = len(self.text)
        for span in spans:
            if span.end > size:
                raise NoteError(
                    self.id,
                    f"span [{span.start}, {span.end}) {span.label} reaches beyond the text of "
                    f"{size} characters; offsets must count Unicode code points",
                )
        object.__setattr__(self, "spans", spans)

    def __repr__(self) -> str:
        """Id and sizes, never text."""
        return f"Document(id={self.id!r}, {len(self.text)} characters, {len(self.spans)} spans)"

    def with_spans(self, spans: Iterable[Span]) -> Document:
        """Returns the same note with other marks."""
        return replace(self, spans=tuple(spans))


def hash_text(text: str) -> str:
    """Returns the SHA-256 of a text in hexadecimal."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()
