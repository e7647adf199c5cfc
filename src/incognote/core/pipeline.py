"""`Pipeline`: documents go in, annotated documents come out, a few at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, pairwise
from pathlib import Path
from typing import Protocol, runtime_checkable

from incognote.core.curve import Curve, recalibrated
from incognote.core.decoded import decode
from incognote.core.document import Document, Span, State
from incognote.core.errors import ConfigError, NoteError
from incognote.core.labels import get_label
from incognote.core.language import DEFAULT
from incognote.core.resolve import (
    FOUND,
    NO_ENDS,
    MarkEnds,
    Overlaps,
    Thresholds,
    check_threshold,
    remainders,
    resolve,
)
from incognote.core.site import Site

OnError = Callable[[NoteError], None]
"""What to do with a note that failed; None means raise."""


LARGEST_BIAS = 100
"""Beyond it a recall bias says no more than all or nothing, and the scores overflow."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a detector is made from; each reads the fields that concern it.

    A registry row of kind `detector` is a function from these to a `Detector`.

    Raises:
        ConfigError: If a number cannot be.
    """

    lang: str = DEFAULT
    """Language of the notes: the code of a pack."""
    model: Path | None = None
    """A model folder in place of the shipped one."""
    recall_bias: float = 0.0
    """Taken from the model's score for 'not PHI' before decoding: above 0 finds more."""
    threads: int = 1
    """Threads that one detector may use; `--jobs` runs several processes beside each other."""
    overlay: tuple[str, ...] = ()
    """What is laid over all that was found: keys of `detect.overlay.OVERLAYS`."""
    alone: bool = False
    """Whether the model works without rules, lists, protection and propagation."""
    detectors: tuple[str, ...] = ()
    """Registry rows of other packages that are run, too: before propagation, after all others."""
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """From label to the probability, below 0.5, from which the model's word counts as found; a
    calibration sets them."""
    curves: Mapping[str, Curve] = field(default_factory=dict)
    """By label, or `curve.ALL`: from the model's probability to the share that was PHI in a site's
    reviewed notes; what is found gets its score from them."""
    whole: bool = False
    """Whether all members of an ensemble read whole notes, as they do where a bias, thresholds or
    curves are given: what a calibration is made from."""
    roster: Path | None = None
    """What the hospital knows of its patients: a CSV or Parquet file."""
    roster_required: bool = False
    """Whether a note fails whose patient is not in the roster."""
    site: Site | None = None
    """What the site knows of its own notes: lists, patterns, phrases never to mark."""
    device: str = "cpu"
    """Where models run, `cpu` or `cuda`; one that is not there is refused when they are opened."""

    def __post_init__(self) -> None:
        """Checks the numbers."""
        if not abs(self.recall_bias) <= LARGEST_BIAS:  # so that nan is refused as well
            raise ConfigError(
                f"The recall bias must be within -{LARGEST_BIAS} and {LARGEST_BIAS}, not "
                f"{self.recall_bias}."
            )
        _check_count("number of threads", self.threads)
        for threshold in self.thresholds.values():
            check_threshold(threshold)


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


@runtime_checkable
class RecordDetector(Detector, Protocol):
    """A detector that can also look at all notes of a patient at once."""

    def detect_record(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Returns the spans of each document, all of one patient, whatever their order."""
        ...


@runtime_checkable
class WeighingDetector(Detector, Protocol):
    """A detector that was trained on what others find, and so knows when they err."""

    weighs: frozenset[str]
    """Names of the detectors whose spans it weighs (`Span.detector`)."""


@dataclass(frozen=True, slots=True)
class Protected:
    """A stretch [start, end) of a note that is clinical text, whatever else it looks like."""

    start: int
    end: int
    below: float = 2.0
    """Findings of a lower score give way; by default all do."""
    types: frozenset[str] = frozenset()
    """Findings of these types of ours give way; empty: of all."""
    cuts: bool = False
    """Whether a finding that reaches out of it loses this part, and not nothing."""

    def holds(self, span: Span) -> bool:
        """Returns whether a span gives way, by its score and type, as far as it lies in here."""
        return span.score < self.below and (not self.types or span.type in self.types)


GIVES_WAY = frozenset({"rules", "lexicon", "neural", "overlay"})
"""Detectors whose findings may give way to what a site or another package says; what a roster or a
site's own lists name never does."""


@runtime_checkable
class ProtectingDetector(Detector, Protocol):
    """A detector that knows what others take for identifiers and is none."""

    protects_from: frozenset[str]
    """Names of the detectors whose findings give way, as in `WeighingDetector.weighs`."""

    def protected(self, docs: Sequence[Document]) -> list[list[Protected]]:
        """Returns the protected stretches of each document, in the order of `docs`."""
        ...


SURE = 0.9
"""From this score on a finding stands even where a weighing detector found nothing."""


class Pipeline:
    """Runs detectors one after another and unites what they found.

    Each span is either a finding or, below the threshold, evidence for the detectors that come
    later; a later detector may set a finding aside (`State`). A threshold promises this: a mark is
    a stretch that some detector gave at least this score, unless it was set aside afterwards.

    - A lower threshold turns evidence into findings, which are then weighed, superseded and
      protected like all others. A rule's finding that a model has weighed away does not come back,
      however low the threshold: of what a model weighs, its own word and what is sure (`SURE`)
      count.
    - A higher threshold turns findings into evidence, which sets nothing aside.
    - Scores are never changed by this. A model decides by itself what it returns: a threshold
      below 0.5 finds more of its spans only where it was loaded with it (`Settings.thresholds`).

    Args:
        detectors: Run in this order; each sees what those before it found.
        ends: How marks of the notes' language begin and end (`resolve.mark_ends`).
        threshold: The lowest score that counts as found, for all or by label.
        curves: From the model's probability to a calibrated one, by label: applied last, to the
            scores of what is found, so that they change no finding.
        batch_notes: At most so many notes are held at a time,
        batch_characters: and at most so many characters, or one note.

    Raises:
        ConfigError: If a number cannot be, or no scheme has a label that a detector may give.
    """

    def __init__(
        self,
        detectors: Sequence[Detector],
        *,
        ends: MarkEnds = NO_ENDS,
        threshold: float | Thresholds = FOUND,
        curves: Mapping[str, Curve] | None = None,
        batch_notes: int = 64,
        batch_characters: int = 200_000,
    ) -> None:
        _check_count("number of notes in a batch", batch_notes)
        _check_count("number of characters in a batch", batch_characters)
        for detector in detectors:
            for label in sorted(detector.labels):
                get_label(label)
        self.detectors = tuple(detectors)
        self._steps = [  # told once: to look a protocol's members up takes a while
            (
                detector,
                detector if isinstance(detector, ProtectingDetector) else None,
                detector if isinstance(detector, RecordDetector) else None,
                detector.weighs if isinstance(detector, WeighingDetector) else frozenset(),
            )
            for detector in self.detectors
        ]
        self.ends = ends
        self.threshold = (
            threshold if isinstance(threshold, Thresholds) else Thresholds(default=threshold)
        )
        self.curves = dict(curves or {})
        self.batch_notes = batch_notes
        self.batch_characters = batch_characters

    @property
    def labels(self) -> frozenset[str]:
        """Every label that any of the detectors may give."""
        return frozenset().union(*(d.labels for d in self.detectors))

    def with_detectors(self, detectors: Sequence[Detector]) -> Pipeline:
        """Returns a pipeline of other detectors that is like this one in all else."""
        return Pipeline(
            detectors,
            ends=self.ends,
            threshold=self.threshold,
            curves=self.curves,
            batch_notes=self.batch_notes,
            batch_characters=self.batch_characters,
        )

    def resolve(self, doc: Document) -> tuple[Span, ...]:
        """Returns the marks of a note that `gather` gave."""
        return resolve(doc.spans, doc.text, self.ends)

    def annotate(
        self,
        docs: Iterable[Document],
        *,
        on_error: OnError | None = None,
        records: bool = False,
    ) -> Iterator[Document]:
        """Yields each document with disjoint spans in place of any that it had, in order.

        Memory is bounded by one batch, however many documents there are.

        Args:
            docs: The notes.
            on_error: Called with the error of each note that failed; such a note is not yielded.
                None raises the first error instead.
            records: Whether notes with the same `meta["patient"]` are looked at together; they
                must stand side by side, and a batch then holds at least all notes of one patient.

        Raises:
            NoteError: If a note cannot be processed whole and `on_error` is None.
        """
        units = by_patient(docs, on_error) if records else ([doc] for doc in docs)
        for batch in self._batches(units):
            try:
                yield from self._annotate_batch(batch)
            except Exception:
                # Find the note at fault: the others of its batch must not fail with it.
                for unit in batch:
                    yield from self._annotate_apart(unit, on_error)

    def gather(self, docs: Sequence[Document]) -> list[Document]:
        """Returns each document with all that was found, not yet united.

        `Span.state` says what became of each span. What the documents carry already counts as found
        before: a pipeline of the first detectors and one of the others, one after the other, give
        what one of all of them does.

        Args:
            docs: The notes, each taken for itself.
        """
        decoded = [decode(doc.text) for doc in docs]
        found = self._gather(
            [[text.document(doc)] for doc, text in zip(docs, decoded, strict=True)]
        )
        return [
            doc.with_spans(text.originals(seen.spans))
            for doc, text, seen in zip(docs, decoded, found, strict=True)
        ]

    def _annotate_batch(self, units: list[list[Document]]) -> list[Document]:
        """The notes with what was found in their decoded text, in offsets of their own."""
        units = [[doc.with_spans(()) for doc in unit] for unit in units]
        decoded = [decode(doc.text) for unit in units for doc in unit]
        texts = iter(decoded)
        found = self._gather([[next(texts).document(doc) for doc in unit] for unit in units])
        done = [
            doc.with_spans(text.disjoint_originals(self.resolve(seen)))
            for doc, text, seen in zip(chain.from_iterable(units), decoded, found, strict=True)
        ]
        if not self.curves:
            return done
        detector = self.threshold.detector
        return [doc.with_spans(recalibrated(doc.spans, self.curves, detector)) for doc in done]

    def _gather(self, units: list[list[Document]]) -> list[Document]:
        found = [doc for unit in units for doc in unit]
        ends = [0]
        for unit in units:
            ends.append(ends[-1] + len(unit))
        for detector, protecting, of_records, weighed in self._steps:
            if protecting is not None:
                stretches = protecting.protected(found)
                names = protecting.protects_from
                found = [
                    doc.with_spans(_unprotected(doc, kept, names)) if kept else doc
                    for doc, kept in zip(found, stretches, strict=True)
                ]
            if of_records is not None and len(found) > len(units):
                # One note alone is looked at in the same way, whether it has a patient or not.
                parts = [
                    of_records.detect_record(found[a:b])
                    if b - a > 1
                    else detector.detect(found[a:b])
                    for a, b in pairwise(ends)
                ]
            else:
                parts = [
                    detector.detect([doc for unit in slice for doc in unit])
                    for slice in self._batches([doc] for doc in found)
                ]
            judged = (list(map(self.threshold.judge, new)) for new in chain.from_iterable(parts))
            found = [
                doc.with_spans((*_set_aside(doc, new, weighed, self.ends.particles), *new))
                if new or weighed
                else doc
                for doc, new in zip(found, judged, strict=True)
            ]
        return found

    def _annotate_apart(self, unit: list[Document], on_error: OnError | None) -> Iterator[Document]:
        """The notes of one patient, or one note, without those that fail by themselves."""
        healthy: list[Document] = []
        for doc in unit:
            try:
                self._annotate_batch([[doc]])
            except Exception as error:
                _fail(doc, error, on_error)
            else:
                healthy.append(doc)
        if not healthy:
            return
        try:
            yield from self._annotate_batch([healthy])
        except Exception as error:
            for doc in healthy:
                _fail(doc, error, on_error)

    def _batches(self, units: Iterable[list[Document]]) -> Iterator[list[list[Document]]]:
        batch: list[list[Document]] = []
        notes = size = 0
        for unit in units:
            characters = sum(len(doc.text) for doc in unit)
            if batch and (
                notes + len(unit) > self.batch_notes or size + characters > self.batch_characters
            ):
                yield batch
                batch, notes, size = [], 0, 0
            batch.append(unit)
            notes += len(unit)
            size += characters
        if batch:
            yield batch


def _check_count(what: str, number: int) -> None:
    if not number >= 1:
        raise ConfigError(f"The {what} must be 1 or more, not {number}.")


def side_by_side(docs: Sequence[Document]) -> list[Document]:
    """Returns the notes with those of one patient behind the first of them.

    A record may hold notes of several patients (a Bundle, a batch), and others of one of these
    stand beyond it.
    """
    first: dict[str, int] = {}
    patients = (doc.meta.get("patient") for doc in docs)
    places = [first.setdefault(whose, i) if whose else i for i, whose in enumerate(patients)]
    return [docs[i] for i in sorted(range(len(docs)), key=places.__getitem__)]


def by_patient(docs: Iterable[Document], on_error: OnError | None) -> Iterator[list[Document]]:
    """Yields the notes of each patient together; a note without one stands for itself."""
    unit: list[Document] = []
    seen: set[str] = set()
    for doc in docs:
        patient = doc.meta.get("patient", "")
        if unit and patient and patient == unit[0].meta.get("patient", ""):
            unit.append(doc)
            continue
        if patient in seen:
            _fail(doc, NoteError(doc.id, "stands apart from the other notes of its patient; "
                                 "sort the notes by patient"), on_error)  # fmt: skip
            continue
        if unit:
            yield unit
        unit = [doc]
        if patient:
            seen.add(patient)
    if unit:
        yield unit


def _fail(doc: Document, error: Exception, on_error: OnError | None) -> None:
    """Tells of a note that failed, or raises."""
    if not isinstance(error, NoteError):
        # Only the type: the message of a foreign error may quote the note.
        error = NoteError(doc.id, f"not processed: {type(error).__name__} in a detector")
    elif error.id != doc.id:
        error = NoteError(doc.id, "not processed: another note of its patient failed")
    if on_error is None:
        # Chained errors are cut off for the same reason.
        raise error from None
    on_error(error)


def _set_aside(
    doc: Document, found: Sequence[Span], weighed: frozenset[str], particles: frozenset[str]
) -> Iterator[Span]:
    """Yields the spans of a note, each with what a detector that was just run makes of it.

    A finding of a detector that this one weighs stands no longer by itself: where it is not sure,
    it is weighed away, and the model's own findings are what counts. A sure one stands where the
    model found nothing. Where the model's finding overlaps it, that one supersedes it, because its
    boundaries are the better ones: where they differed from those of a sure rule they were right
    548 times of 624 (docs/spanish.md). What the model's finding does not cover stays a finding,
    unless it is nothing but `particles`.
    """
    if not weighed:
        yield from doc.spans
        return
    likely_at = Overlaps(s for s in found if s.state is State.FOUND and s.score >= FOUND)
    for span in doc.spans:
        if span.state is not State.FOUND or span.detector not in weighed:
            yield span
        elif span.score < SURE:
            yield span.with_state(State.WEIGHED)
        elif better := likely_at.of(span):
            yield span.with_state(State.SUPERSEDED)
            yield from remainders(span, better, doc.text, particles)
        else:
            yield span


def _unprotected(
    doc: Document, stretches: Sequence[Protected], names: frozenset[str]
) -> Iterator[Span]:
    """Yields the spans of a note; of the named detectors those wholly in stretches are protected.

    So is the part of a span that lies in a stretch that cuts. A sure finding that was superseded by
    one that is now protected is a finding again: what a rule is sure of must not stay in the text
    because the model found it as well.
    """
    protected_at = Overlaps(stretches)
    kept: list[Span] = []
    gone: list[Span] = []
    for span in doc.spans:
        if span.detector not in names:
            kept.append(span)
            continue
        there = protected_at.of(span)
        if not there and any(map(str.isalnum, doc.text[span.start : span.end])):
            kept.append(span)
            continue
        bare = {i for i in range(span.start, span.end) if doc.text[i].isalnum()}
        cut: list[Span] = []
        for stretch in there:
            if stretch.holds(span):
                first, last = max(span.start, stretch.start), min(span.end, stretch.end)
                bare.difference_update(range(first, last))
                if stretch.cuts:
                    cut.append(replace(span, start=first, end=last))
        gone += cut if bare else (span,)
        if bare:
            kept += remainders(span, cut, doc.text) if cut else (span,)
    yield from kept
    yield from (span.with_state(State.PROTECTED) for span in gone)
    gone_at = Overlaps(span for span in gone if span.state is State.FOUND)
    standing_at = Overlaps(
        span for span in kept if span.state is State.FOUND and span.detector in names
    )
    for span in kept:
        if span.state is State.SUPERSEDED and gone_at.of(span):
            again = span.with_state(State.FOUND)
            yield from remainders(again, standing_at.of(span), doc.text)
