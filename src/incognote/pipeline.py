"""`Pipeline`: documents go in, annotated documents come out, a few at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from incognote.document import Document, Span
from incognote.errors import NoteError
from incognote.resolve import FOUND, Thresholds, resolve

OnError = Callable[[NoteError], None]
"""What to do with a note that failed; None means raise."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a detector is made from; each reads the fields that concern it.

    A registry row of kind `detector` is a function from these to a `Detector`.
    """

    lang: str = "en"
    """Language of the notes: a key of `deidentifier.LANGUAGES`."""
    model: Path | None = None
    """A model folder in place of the shipped one."""
    recall_bias: float = 0.0
    """Taken from the model's score for 'not PHI' before decoding: above 0 finds more."""
    threads: int = 1
    """Threads that one detector may use; `--jobs` runs several processes beside each other."""
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """From label to the probability, below 0.5, from which the model's word counts as found; a
    calibration sets them."""


class Detector(Protocol):
    """Finds spans in notes.

    The documents that a detector is given carry what the detectors before it found, at any score;
    a detector may read that as evidence. It returns only what it found itself.
    """

    labels: frozenset[str]
    """Every label that it may give."""

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns the spans of each document, in the order of `docs`.

        Raises:
            Exception: If a document cannot be processed whole. A detector never returns less
                than it would have found: the pipeline then fails that note.
        """
        ...


class Pipeline:
    """Runs detectors one after another and unites what they found.

    Args:
        detectors: Run in this order; each sees what those before it found.
        threshold: The lowest score that counts as found, for all or by label; what scores less
            is evidence only.
        batch_notes: At most so many notes are held at a time,
        batch_characters: and at most so many characters, or one note.
    """

    def __init__(
        self,
        detectors: Sequence[Detector],
        *,
        threshold: float | Thresholds = FOUND,
        batch_notes: int = 64,
        batch_characters: int = 200_000,
    ) -> None:
        """See the class."""
        self.detectors = tuple(detectors)
        self.threshold = threshold
        self.batch_notes = batch_notes
        self.batch_characters = batch_characters

    @property
    def labels(self) -> frozenset[str]:
        """Every label that any of the detectors may give."""
        return frozenset().union(*(d.labels for d in self.detectors))

    def annotate(
        self, docs: Iterable[Document], *, on_error: OnError | None = None
    ) -> Iterator[Document]:
        """Yields each document with disjoint spans in place of any that it had, in order.

        Memory is bounded by one batch, however many documents there are.

        Args:
            docs: The notes.
            on_error: Called with the error of each note that failed; such a note is not yielded.
                None raises the first error instead.

        Raises:
            NoteError: If a note cannot be processed whole and `on_error` is None.
        """
        for batch in self._batches(docs):
            try:
                yield from self._annotate_batch(batch)
            except Exception:
                # Find the note at fault: the others of its batch must not fail with it.
                yield from self._annotate_singly(batch, on_error)

    def _annotate_batch(self, batch: list[Document]) -> list[Document]:
        found = [doc.with_spans(()) for doc in batch]
        for detector in self.detectors:
            spans = detector.detect(found)
            found = [
                doc.with_spans((*doc.spans, *new)) for doc, new in zip(found, spans, strict=True)
            ]
        return [
            doc.with_spans(resolve(doc.spans, doc.text, threshold=self.threshold)) for doc in found
        ]

    def _annotate_singly(
        self, batch: list[Document], on_error: OnError | None
    ) -> Iterator[Document]:
        for doc in batch:
            try:
                done = self._annotate_batch([doc])
            except NoteError as error:
                failure = error
            except Exception as error:
                # Only the type: the message of a foreign error may quote the note.
                failure = NoteError(doc.id, f"not processed: {type(error).__name__} in a detector")
            else:
                yield from done
                continue
            if on_error is None:
                # Chained errors are cut off for the same reason.
                raise failure from None
            on_error(failure)

    def _batches(self, docs: Iterable[Document]) -> Iterator[list[Document]]:
        batch: list[Document] = []
        size = 0
        for doc in docs:
            if batch and (
                len(batch) >= self.batch_notes or size + len(doc.text) > self.batch_characters
            ):
                yield batch
                batch, size = [], 0
            batch.append(doc)
            size += len(doc.text)
        if batch:
            yield batch
