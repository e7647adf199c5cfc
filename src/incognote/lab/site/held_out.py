"""Marked notes in two parts, and what a site's file changes in one of them.

What comes of the other detectors up to the site's own is kept, so that a change costs only what it
touches: the notes in which it finds or protects something go through the detectors behind it again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from incognote.core import registry
from incognote.core.document import Document, Span
from incognote.core.errors import InputError, NoteError
from incognote.core.language import get_language
from incognote.core.pipeline import Settings
from incognote.core.site import Site
from incognote.replace.policy import Policy
from incognote.run.deidentifier import load_pipeline

LEAST = 2
"""Units in which a proposal must be of use."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change does to notes that it was not made from."""

    found: int = 0
    """Identifiers that were missed and are now found whole."""
    lost: int = 0
    """Identifiers that were found and are now missed."""
    alarms: int = 0
    """Change in the number of false alarms; below 0 there are fewer."""

    @property
    def helps(self) -> bool:
        """Whether it does good and no harm."""
        return (self.found > 0 or self.alarms < 0) and self.lost == 0 and self.alarms <= 0


@dataclass(frozen=True, slots=True)
class Standing:
    """How many identifiers and false alarms there are in notes."""

    notes: int
    identifiers: int
    missed: int
    alarms: int


@dataclass(frozen=True, slots=True)
class Seen:
    """A marked note and what was found in it."""

    gold: Document
    unit: str
    evidence: Document
    """With all that was found up to the site's own lists."""
    missed: frozenset[Span]
    alarms: tuple[Span, ...]


class Part:
    """Marked notes, what a pipeline finds in them, and what a site's file changes.

    Args:
        docs: Units and their notes, with the marks that the policy takes for identifiers.
        settings: Of the pipeline.
        policy: What leaves the text.

    Attributes:
        notes: One for each.
    """

    def __init__(
        self, docs: Sequence[tuple[str, Document]], settings: Settings, policy: Policy
    ) -> None:
        self.settings = settings
        self.policy = policy
        pipeline = load_pipeline(replace(settings, site=settings.site or Site()))
        behind = get_language(settings.lang).detectors.index("site") + 1
        self._rest = pipeline.detectors[behind:]
        self._pipeline = pipeline
        evidence = pipeline.with_detectors(pipeline.detectors[:behind]).gather(
            [doc.with_spans(()) for _, doc in docs]
        )
        found = self._finish(evidence, None)
        self.notes = [
            Seen(doc, unit, seen, *self._outcome(doc, spans))
            for (unit, doc), seen, spans in zip(docs, evidence, found, strict=True)
        ]

    def detector(self, site: Site) -> Any:
        """Returns the detector of a site's file."""
        return registry.get("detector", "site")(replace(self.settings, site=site))

    def standing(self) -> Standing:
        """Returns how its notes stand."""
        return Standing(
            len(self.notes),
            sum(len(note.gold.spans) for note in self.notes),
            sum(len(note.missed) for note in self.notes),
            sum(len(note.alarms) for note in self.notes),
        )

    def effect(self, site: Site) -> Effect:
        """Returns what a site's file would change."""
        detector = self.detector(site)
        docs = [note.evidence for note in self.notes]
        touched = [
            note
            for note, spans, kept in zip(
                self.notes, detector.detect(docs), detector.protected(docs), strict=True
            )
            if spans or kept
        ]
        found = lost = alarms = 0
        after = self._finish([note.evidence for note in touched], detector)
        for note, spans in zip(touched, after, strict=True):
            missed, wrong = self._outcome(note.gold, spans)
            found += len(note.missed - missed)
            lost += len(missed - note.missed)
            alarms += len(wrong) - len(note.alarms)
        return Effect(found, lost, alarms)

    def _finish(self, evidence: Sequence[Document], detector: Any) -> list[tuple[Span, ...]]:
        first = [] if detector is None else [detector]
        done = self._pipeline.with_detectors([*first, *self._rest]).gather(evidence)
        return list(map(self._pipeline.resolve, done))

    def _outcome(
        self, gold: Document, spans: tuple[Span, ...]
    ) -> tuple[frozenset[Span], tuple[Span, ...]]:
        """Identifiers that are not covered whole, and marks on no identifier."""
        marks = self.policy.apply(gold.with_spans(spans)).spans
        hidden = {i for span in marks for i in range(span.start, span.end)}
        text = gold.text
        missed = frozenset(
            span
            for span in gold.spans
            if any(i not in hidden and text[i].isalnum() for i in range(span.start, span.end))
        )
        alarms = tuple(s for s in marks if not any(overlap(s, g) for g in gold.spans))
        return missed, alarms


def unit_of(doc: Document, unit: str) -> str:
    """Returns whose note it is: a field of its meta, or for '' its id.

    Raises:
        NoteError: If it does not say.
    """
    if unit and unit not in doc.meta:
        raise NoteError(
            doc.id, f"does not say its {unit}; add it to the note's meta, or leave --unit out"
        )
    return doc.meta[unit] if unit else doc.id


def hold_out(units: Sequence[str], share: float, seed: int) -> frozenset[str]:
    """Returns which units are held out, whatever their order.

    Raises:
        InputError: If there are too few.
    """
    every = sorted(set(units), key=lambda u: hashlib.sha256(f"{seed}/{u}".encode()).digest())
    count = round(share * len(every))
    if not 0 < count < len(every) or len(every) - count < LEAST:
        raise InputError(
            f"{len(every)} notes (or patients) are too few to hold {share:g} of them out and "
            "learn from the others; label more."
        )
    return frozenset(every[:count])


def overlap(one: Any, other: Any) -> bool:
    """Returns whether two stretches have a character in common."""
    return bool(one.start < other.end and other.start < one.end)
