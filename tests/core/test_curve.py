"""Calibrated scores: of the model's findings, and of which they are nothing else."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from incognote.core.curve import ALL, Curve, recalibrated
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError
from incognote.core.pipeline import Pipeline
from incognote.core.resolve import Thresholds

HALF = Curve((0.0, 1.0), (0.0, 0.5))
SPANS = (
    Span(0, 3, "PATIENT", 0.9, "neural"),
    Span(4, 7, "DATE", 0.4, "neural"),
    Span(8, 11, "DATE", 0.95, "rules/iso"),
)


def test_between_points_on_the_line_and_flat_beyond() -> None:
    curve = Curve((0.2, 0.6), (0.1, 0.3))
    assert curve(np.array([0.0, 0.2, 0.4, 0.9])).tolist() == pytest.approx([0.1, 0.1, 0.2, 0.3])


def test_each_label_has_its_curve_or_that_of_all_and_rules_keep_their_score() -> None:
    found = recalibrated(SPANS, {"PATIENT": Curve((0.5,), (0.7,)), ALL: HALF}, "neural")
    assert [span.score for span in found] == pytest.approx([0.7, 0.2, 0.95])
    found = recalibrated(SPANS, {"PATIENT": HALF}, "neural")
    assert [span.score for span in found] == pytest.approx([0.45, 0.4, 0.95])


class Finds:
    labels = frozenset({"PATIENT", "DATE"})

    def detect(self, docs):
        return [list(SPANS) for _ in docs]


def test_a_pipeline_finds_the_same_with_other_scores() -> None:
    docs = [Document("a", "Ada Tom May")]
    threshold = Thresholds({"DATE": 0.4})
    (before,) = Pipeline([Finds()], threshold=threshold).annotate(docs)
    (after,) = Pipeline([Finds()], threshold=threshold, curves={ALL: HALF}).annotate(docs)
    assert [(s.start, s.end, s.label) for s in after.spans] == [
        (s.start, s.end, s.label) for s in before.spans
    ]
    assert [s.score for s in after.spans] == pytest.approx([0.45, 0.2, 0.95])


@pytest.mark.parametrize(
    ("x", "y"),
    [((), ()), ((0.1,), (0.1, 0.2)), ((0.2, 0.1), (0, 1)), ((0, 1), (0.5, 0.4)), ((0,), (2,))],
)
def test_what_does_not_rise_is_no_curve(x: tuple[float, ...], y: tuple[float, ...]) -> None:
    with pytest.raises(ConfigError, match="must rise"):
        Curve(x, y)


def test_it_survives_the_way_to_a_worker() -> None:
    assert pickle.loads(pickle.dumps(HALF)) == HALF
