"""What calibration counts is what the pipeline then does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from incognote.assure.calibration import GRID
from incognote.assure.scored import LOWEST, check_applies, score_notes
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, NoteError
from incognote.core.pipeline import Pipeline, Protected
from incognote.core.resolve import Thresholds
from incognote.detect.neural import NeuralDetector
from incognote.detect.rules import Rule, RuleDetector
from incognote.replace.policy import Policy, get_policy

ALL = get_policy("all")
RULES = RuleDetector([Rule("slash", "DATE", r"\d+/\d+/\d{4}")])


def note(id: str, marked: str, **meta: str) -> Document:
    text, spans = "", []
    for i, part in enumerate(marked.split("|")):
        if i % 2:
            label, surface = part.split(":")
            spans.append(Span(len(text), len(text) + len(surface), label))
            text += surface
        else:
            text += part
    return Document(id, text, tuple(spans), meta)


DOCS = [
    note("a", "Seen by Dr. |DOCTOR:Ada Ruiz| on |DATE:3/14/2019|."),
    note("b", "Patient |PATIENT:Tomas Mossman| came with pain from |CITY:Leeds|, room |UNIT:4|."),
    note("c", "No pain today.\nSeen with |PATIENT:Ian| and |DOCTOR:Lind|; called twice, 5/10."),
]


def pipeline(folder: Path, thresholds: dict[str, float] | None = None) -> Pipeline:
    model = NeuralDetector(folder, thresholds=thresholds)
    return Pipeline([RULES, model], threshold=Thresholds(thresholds or {}))


def hidden(doc: Document, span: Span, found: Document) -> bool:
    covered = {i for s in found.spans for i in range(s.start, s.end)}
    return all(i in covered for i in range(span.start, span.end) if doc.text[i].isalnum())


@pytest.mark.parametrize("threshold", [*GRID[::7], 0.5])
@pytest.mark.parametrize("only", [None, "PATIENT"])
def test_thresholds_hide_what_the_calibration_says(
    threshold: float, only: str | None, tiny_model: Path
) -> None:
    notes = score_notes(DOCS, pipeline(tiny_model), ALL)
    lowered = [only] if only else notes.labels
    run = pipeline(tiny_model, dict.fromkeys(lowered, threshold))
    truth = [
        hidden(doc, span, found)
        for doc, found in zip(DOCS, run.annotate(DOCS), strict=True)
        for span in doc.spans
    ]
    said = notes.critical(None if only is None else {only}) >= threshold
    assert said.tolist() == truth
    thresholds = dict.fromkeys(lowered, threshold)
    assert notes.found(thresholds).tolist() == truth
    check_applies(DOCS, run, ALL, notes.found(thresholds))


def test_a_model_that_does_not_do_what_was_counted_is_refused(tiny_model: Path) -> None:
    notes = score_notes(DOCS, pipeline(tiny_model), ALL)
    counted = notes.found(dict.fromkeys(notes.labels, 0.001))
    with pytest.raises(ConfigError, match="does not decide by them"):
        check_applies(DOCS, pipeline(tiny_model), ALL, counted)


@pytest.mark.parametrize("threshold", [*GRID[::9], 0.5])
def test_the_price_is_what_the_pipeline_takes(threshold: float, tiny_model: Path) -> None:
    notes = score_notes(DOCS, pipeline(tiny_model), ALL)
    thresholds = dict.fromkeys(notes.labels, threshold)
    removed = clinical = alarms = words = 0
    for doc, found in zip(DOCS, pipeline(tiny_model, thresholds).annotate(DOCS), strict=True):
        gold, gone = (
            {i for s in d.spans for i in range(s.start, s.end) if doc.text[i].isalnum()}
            for d in (doc, found)
        )
        rest = {i for i, c in enumerate(doc.text) if c.isalnum()} - gold
        clinical += len(rest)
        removed += len(rest & gone)
        start = 0
        for word in doc.text.split():
            start = doc.text.index(word, start)
            here = set(range(start, start + len(word)))
            words += 1
            alarms += bool(here & gone and not here & gold)
            start += len(word)
    price = notes.price(thresholds)
    assert price.removed == pytest.approx(removed / clinical)
    assert price.false_alarms == pytest.approx(1000 * alarms / words)


def test_notes_of_one_patient_are_one_unit(tiny_model: Path) -> None:
    docs = [Document(d.id, d.text, d.spans, {"patient": "p" if d.id != "c" else "q"}) for d in DOCS]
    notes = score_notes(docs, pipeline(tiny_model), ALL, unit="patient")
    assert (notes.units, notes.notes) == (2, 3)
    assert np.bincount(notes.identifier_unit).tolist() == [5, 2]


def test_a_note_without_its_patient_is_refused(tiny_model: Path) -> None:
    with pytest.raises(NoteError, match="does not say its patient"):
        score_notes(DOCS, pipeline(tiny_model), ALL, unit="patient")


def test_what_a_policy_keeps_counts_on_neither_side(tiny_model: Path) -> None:
    notes = score_notes(DOCS, pipeline(tiny_model), Policy("mine", "", {"DOCTOR": "keep"}))
    assert "DOCTOR" not in notes.identifier_label
    assert "PATIENT" in notes.identifier_label
    assert notes.labels.index("DOCTOR") not in notes.token_label


def test_a_pipeline_without_a_model_has_no_dial() -> None:
    with pytest.raises(ConfigError, match="0 models"):
        score_notes(DOCS, Pipeline([RULES]), ALL)


def test_no_notes_are_refused(tiny_model: Path) -> None:
    with pytest.raises(ConfigError, match="no reviewed notes"):
        score_notes([], pipeline(tiny_model), ALL)


def test_nothing_below_the_lowest_threshold_is_kept(tiny_model: Path) -> None:
    notes = score_notes(DOCS, pipeline(tiny_model), ALL)
    assert (notes.token_phi >= LOWEST).all()
    assert GRID[0] >= LOWEST


class Weighing(NeuralDetector):
    """A model that was trained on what rules find."""

    def __init__(self, *args, **named) -> None:
        super().__init__(*args, **named)
        self.weighs = frozenset({"rules"})


class Keeping:
    """Says that whatever stands after 'with' is clinical text."""

    labels: frozenset[str] = frozenset()
    protects_from = frozenset({"neural"})

    def detect(self, docs):
        return [[] for _ in docs]

    def protected(self, docs):
        starts = [doc.text.find(" with ") for doc in docs]
        return [
            [Protected(at, len(doc.text))] if at >= 0 else []
            for doc, at in zip(docs, starts, strict=True)
        ]


@pytest.mark.parametrize("threshold", [*GRID[::7], 0.5])
def test_what_is_weighed_or_protected_counts_as_it_is_then_marked(
    threshold: float, tiny_model: Path
) -> None:
    doubted = RuleDetector(
        [Rule("pain", "PROFESSION", r"pain|called", 0.8), Rule("slash", "DATE", r"\d+/\d+", 0.8)]
    )

    def run(thresholds: dict[str, float] | None = None) -> Pipeline:
        model = Weighing(tiny_model, thresholds=thresholds)
        return Pipeline([doubted, model, Keeping()], threshold=Thresholds(thresholds or {}))

    marked = [*DOCS, note("d", "Dr. |DOCTOR:Ada Ruiz| as a |PROFESSION:painter|, |DATE:1/1/2017|.")]
    notes = score_notes(marked, run(), ALL)
    thresholds = dict.fromkeys(notes.labels, threshold)
    truth = [
        hidden(doc, span, found)
        for doc, found in zip(marked, run(thresholds).annotate(marked), strict=True)
        for span in doc.spans
    ]
    assert notes.found(thresholds).tolist() == truth
    assert not all(truth)
    check_applies(marked, run(thresholds), ALL, notes.found(thresholds))
