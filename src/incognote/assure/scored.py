"""What a pipeline thinks of reviewed notes: of each identifier, and of the text around them.

The dial lowers the thresholds of the model alone. The scores of rules and lists are shares that
were measured once, the same for every note; the model reads them as evidence, and its probability
is the one that speaks of this very word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from incognote.assure.evaluation.characters import alphanumeric, cover
from incognote.assure.probabilities import chunks, places_of_models, read_by_model
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, NoteError
from incognote.core.pipeline import Pipeline, Protected, ProtectingDetector
from incognote.model.decoding import SOURCE, NoteProbabilities
from incognote.model.tagging import OUTSIDE
from incognote.replace.policy import Policy

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

LOWEST = 0.001
"""Tokens that are less likely PHI than this are never marked by a calibration."""


@dataclass(frozen=True, slots=True)
class Price:
    """What thresholds cost: clinical text that leaves, and false alarms."""

    removed: float
    """Share of the letters and digits of clinical text that leave."""
    false_alarms: float
    """Whitespace tokens without PHI that are hit, per 1,000 tokens."""


@dataclass(frozen=True, slots=True)
class ScoredNotes:
    """Reviewed notes with the scores of their identifiers and tokens.

    Attributes:
        labels: The labels of the model.
        units: How many patients (or notes) were drawn.
        notes: How many notes there are.
        identifier_unit: [identifiers] number of the unit that holds the identifier.
        identifier_label: [identifiers] its label in the review.
        part_identifier: [parts] number of an identifier of which the pipeline leaves a part in
            view at its default thresholds.
        part_token: [parts] number of the token that is this part, among `token_label`; -1 where
            the model gives it a probability below `LOWEST`.
        token_label: [tokens] likeliest label, as an index of `labels`, of each token that is PHI
            to the model with a probability of at least `LOWEST`.
        token_phi: [tokens] that probability.
        token_is_phi: [tokens] whether the token is PHI.
        token_unit: [tokens] number of the unit that holds it.
        token_extra: [tokens] letters and digits of clinical text that leave if this token is
            marked, and stay by default.
        token_word: [tokens] number of the whitespace token that then becomes a false alarm; -1 for
            none.
        clinical: Letters and digits of clinical text.
        removed: Those of them that leave by default.
        words: Whitespace tokens.
        false_alarms: Those of them that are false alarms by default.
    """

    labels: tuple[str, ...]
    units: int
    notes: int
    identifier_unit: Ints
    identifier_label: tuple[str, ...]
    part_identifier: Ints
    part_token: Ints
    token_label: Ints
    token_phi: Floats
    token_is_phi: Bools
    token_unit: Ints
    token_extra: Ints
    token_word: Ints
    clinical: int
    removed: int
    words: int
    false_alarms: int

    def critical(self, labels: Collection[str] | None = None) -> Floats:
        """Returns for each identifier the highest threshold at which none of it stays in view.

        Args:
            labels: Those whose thresholds are lowered; None lowers all.

        Returns:
            [identifiers]: 1 where the default thresholds do, 0 where none does.
        """
        lowered = np.array([labels is None or label in labels for label in self.labels], np.bool_)
        phi = np.where(lowered[self.token_label], self.token_phi, 0.0)
        parts = np.where(self.part_token < 0, 0.0, np.append(phi, 0.0)[self.part_token])
        critical = np.ones(len(self.identifier_unit))
        np.minimum.at(critical, self.part_identifier, parts)
        return critical

    def found(self, thresholds: Mapping[str, float]) -> Bools:
        """Returns for each identifier whether thresholds by label leave nothing of it in view."""
        limits = np.array([thresholds.get(label, 1.1) for label in self.labels])
        marked = np.append(self.token_phi >= limits[self.token_label], False)
        found = np.ones(len(self.identifier_unit), np.bool_)
        found[self.part_identifier[~marked[self.part_token]]] = False
        return found

    def price(self, thresholds: Mapping[str, float]) -> Price:
        """Returns what thresholds by label cost; labels that are not named stay as they are."""
        limits = np.array([thresholds.get(label, 1.1) for label in self.labels])
        hit = self.token_phi >= limits[self.token_label]
        alarms = np.unique(self.token_word[hit & (self.token_word >= 0)])
        return Price(
            (self.removed + int(self.token_extra[hit].sum())) / max(1, self.clinical),
            1000 * (self.false_alarms + len(alarms)) / max(1, self.words),
        )


def score_notes(
    gold: Sequence[Document], pipeline: Pipeline, policy: Policy, *, unit: str = ""
) -> ScoredNotes:
    """Returns what a pipeline at its default thresholds thinks of reviewed notes.

    Args:
        gold: The notes with all their identifiers marked; their marks are not shown to it.
        pipeline: With one detector that gives probabilities.
        policy: What counts as an identifier, and what leaves the text.
        unit: A field of meta that says whose note it is; '' takes each note for itself.

    Raises:
        ConfigError: If no detector, or more than one, gives probabilities.
        NoteError: If a note cannot be processed whole, or does not say whose it is.
    """
    models = len(places_of_models(pipeline))
    if models != 1:
        raise ConfigError(
            f"the pipeline has {models} models with probabilities; a calibration sets the "
            "thresholds of one."
        )
    units = [_unit_of(doc, unit) for doc in gold]
    builder: _Builder | None = None
    for chunk in chunks(gold):
        for doc, look in zip(chunk, look_at(chunk, pipeline), strict=True):
            builder = builder or _Builder(look.note.labels, policy)
            builder.add(doc, look, units[builder.notes])
    if builder is None:
        raise ConfigError("there are no reviewed notes.")
    return builder.build()


def check_applies(
    gold: Sequence[Document], pipeline: Pipeline, policy: Policy, counted: Bools
) -> None:
    """Refuses thresholds under which a pipeline finds less than was counted on.

    Args:
        gold: The reviewed notes.
        pipeline: With the thresholds.
        policy: What counts as an identifier, and what leaves the text.
        counted: [identifiers] what `ScoredNotes.found` says of them.

    Raises:
        ConfigError: If so: its model does not decide by the probabilities that it gives.
    """
    really: list[bool] = []
    bare = (doc.with_spans(()) for doc in gold)
    for doc, done in zip(gold, pipeline.annotate(bare), strict=True):
        gone = cover(policy.apply(done).spans, len(doc.text))
        really += [
            all(gone[i] or not doc.text[i].isalnum() for i in range(span.start, span.end))
            for span in policy.apply(doc).spans
        ]
    short = int((counted & ~np.array(really, np.bool_)).sum())
    # Rounding in batches of other sizes may move a word across a threshold, one in many thousands.
    if 1000 * short > len(really):
        raise ConfigError(
            f"with these thresholds the pipeline leaves {short} of {len(really)} identifiers in "
            "view that its model's probabilities counted as found: the model does not decide by "
            "them; calibrate a single model, or the mean of several."
        )


@dataclass(frozen=True, slots=True)
class Look:
    """What a pipeline makes of one note."""

    found: tuple[Span, ...]
    """What it marks at its default thresholds."""
    note: NoteProbabilities
    """What its model says of each token."""
    kept: tuple[Protected, ...]
    """Stretches of clinical text in which findings of the model do not count."""

    def is_kept(self, span: Span) -> bool:
        """Returns whether a finding of the model lies in clinical text that stays."""
        return any(
            kept.start <= span.start and span.end <= kept.end and kept.holds(span)
            for kept in self.kept
        )


def look_at(docs: Sequence[Document], pipeline: Pipeline) -> list[Look]:
    """Returns what a pipeline makes of each note.

    Args:
        docs: Notes, a bounded number.
        pipeline: With one detector that gives probabilities.
    """
    default = Pipeline((), ends=pipeline.ends)
    seen, notes = read_by_model(pipeline, docs)
    kept: list[list[Protected]] = [[] for _ in docs]
    for detector in pipeline.detectors[places_of_models(pipeline)[0] :]:
        if isinstance(detector, ProtectingDetector) and SOURCE in detector.protects_from:
            doubted = [
                doc.with_spans((*doc.spans, *_likely(note)))
                for doc, note in zip(seen, notes, strict=True)
            ]
            for stretches, new in zip(kept, detector.protected(doubted), strict=True):
                stretches += new
        seen = default.with_detectors([detector]).gather(seen)
    return [
        Look(pipeline.resolve(doc), note, tuple(stretches))
        for doc, note, stretches in zip(seen, notes, kept, strict=True)
    ]


def _likely(note: NoteProbabilities) -> Iterator[Span]:
    """The tokens that a calibration may mark, as findings of the model."""
    phi = 1.0 - note.probabilities[:, OUTSIDE]
    label = note.probabilities[:, 1:].argmax(axis=1)
    for i in np.flatnonzero(phi >= LOWEST).tolist():
        start, end = int(note.tokens.starts[i]), int(note.tokens.ends[i])
        yield Span(start, end, note.labels[label[i]], min(1.0, float(phi[i])), SOURCE)


def _unit_of(doc: Document, unit: str) -> str:
    if not unit:
        return doc.id
    if unit not in doc.meta:
        raise NoteError(
            doc.id,
            f"does not say its {unit}; add it to the note's meta, or count notes (--unit '')",
        )
    return doc.meta[unit]


class _Builder:
    """Collects the arrays of `ScoredNotes` note by note."""

    def __init__(self, labels: tuple[str, ...], policy: Policy) -> None:
        self.labels = labels
        self.policy = policy
        self.units: dict[str, int] = {}
        self.notes = 0
        self.identifiers: list[tuple[int, str]] = []
        self.parts: list[tuple[int, int]] = []
        self.tokens: list[tuple[int, float, bool, int, int, int]] = []
        self.clinical = self.removed = self.words = self.false_alarms = 0

    def add(self, doc: Document, look: Look, unit: str) -> None:
        """Adds one note."""
        number = self.units.setdefault(unit, len(self.units))
        self.notes += 1
        text = doc.text
        alnum = alphanumeric(text)
        gold = self.policy.apply(doc).spans
        is_phi = cover(gold, len(text)) & alnum
        gone = cover(self.policy.apply(doc.with_spans(look.found)).spans, len(text)) & alnum
        word_of = _words(text)
        clinical = alnum & ~is_phi
        holds_phi = np.unique(word_of[is_phi])
        words = int(word_of.max(initial=-1)) + 1
        alarms = np.setdiff1d(np.unique(word_of[gone & clinical]), holds_phi)
        no_alarm = {*holds_phi.tolist(), *alarms.tolist()}
        token_at = np.full(len(text), -1, np.int64)
        for here in _likely(look.note):
            within = slice(here.start, here.end)
            if not alnum[within].any() or look.is_kept(here) or not self.policy.removes(here, text):
                continue
            token_at[within] = len(self.tokens)
            extra = int((clinical & ~gone)[within].sum())
            word = int(word_of[here.start])
            alarm = self.words + word if extra and word not in no_alarm else -1
            label, hit = self.labels.index(here.label), bool(is_phi[within].any())
            self.tokens.append((label, here.score, hit, number, extra, alarm))
        for span in gold:
            mark = len(self.identifiers)
            self.identifiers.append((number, span.label))
            open_ = np.flatnonzero(alnum[span.start : span.end] & ~gone[span.start : span.end])
            self.parts += [(mark, t) for t in np.unique(token_at[span.start + open_]).tolist()]
        self.clinical += int(clinical.sum())
        self.removed += int((gone & clinical).sum())
        self.words += words
        self.false_alarms += len(alarms)

    def build(self) -> ScoredNotes:
        """Returns all that was added."""
        tokens = np.array(self.tokens, dtype=np.float64).reshape(-1, 6).T
        parts = np.array(self.parts, dtype=np.int64).reshape(-1, 2).T
        return ScoredNotes(
            self.labels,
            len(self.units),
            self.notes,
            np.array([unit for unit, _ in self.identifiers], dtype=np.int64),
            tuple(label for _, label in self.identifiers),
            parts[0],
            parts[1],
            tokens[0].astype(np.int64),
            tokens[1],
            tokens[2].astype(np.bool_),
            tokens[3].astype(np.int64),
            tokens[4].astype(np.int64),
            tokens[5].astype(np.int64),
            self.clinical,
            self.removed,
            self.words,
            self.false_alarms,
        )


def _words(text: str) -> Ints:
    """The number of the whitespace token at each character; -1 in between."""
    blank = np.fromiter((c.isspace() for c in text), np.bool_, len(text))
    begins = ~blank & np.concatenate(([True], blank[:-1])) if len(text) else ~blank
    numbers: Ints = np.cumsum(begins) - 1
    return np.where(blank, -1, numbers)
