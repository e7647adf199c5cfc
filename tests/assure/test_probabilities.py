"""One computation of a model's probabilities: it is shown what stands before it, and no gold."""

from __future__ import annotations

import numpy as np

from incognote.assure.probabilities import (
    Probabilities,
    model_probabilities,
    read_by_model,
    token_probabilities,
)
from incognote.core.document import Document, Span
from incognote.core.pipeline import Pipeline
from incognote.detect.rules import Rule, RuleDetector
from incognote.model.decoding import NoteProbabilities
from incognote.model.encoding import tokenize

RULES = RuleDetector([Rule("slash", "DATE", r"\d+/\d+/\d{4}")])
DOCS = [Document(f"n{i}", "Seen 3/14/2019 by Ruiz.", (Span(18, 22, "DOCTOR"),)) for i in range(70)]


class Half:
    """Takes each token for a date with .2, a doctor with .4; keeps what it was shown."""

    labels = frozenset({"DATE", "DOCTOR", "PATIENT"})

    def __init__(self) -> None:
        self.shown: list[Document] = []

    def detect(self, docs):
        return [[] for _ in docs]

    def probabilities(self, docs):
        self.shown += docs
        tokens = [tokenize(doc.text) for doc in docs]
        labels = ("DATE", "DOCTOR", "PATIENT")
        return [
            NoteProbabilities(t, np.full((len(t), 4), [0.3, 0.2, 0.4, 0.1], np.float32), labels)
            for t in tokens
        ]


def test_the_model_is_shown_what_stands_before_it_and_no_gold() -> None:
    model = Half()
    shown, notes = read_by_model(Pipeline([RULES, model]), DOCS[:2])
    assert model.shown == shown
    assert [[(s.start, s.end, s.label) for s in doc.spans] for doc in shown] == [
        [(5, 14, "DATE")]
    ] * 2
    assert len(notes) == 2


def test_every_note_comes_with_its_own_in_order() -> None:
    found = list(model_probabilities(Pipeline([Half()]), iter(DOCS)))
    assert [doc for doc, _ in found] == DOCS
    assert {len(note.tokens) for _, note in found} == {len(tokenize(DOCS[0].text))}


def test_a_category_is_the_sum_of_its_labels() -> None:
    (note,) = Half().probabilities(DOCS[:1])
    for category, p in (("", 0.7), ("NAME", 0.5), ("DATE", 0.2), ("ID", 0.0)):
        assert np.allclose(Probabilities.of(note, category).p_phi, p)


def test_chances_that_add_up_to_more_than_one_stay_within_it() -> None:
    tokens = tokenize("Ruiz")
    note = NoteProbabilities(tokens, np.array([[-1e-7, 1.0000001]], np.float32), ("DOCTOR",))
    for category in ("", "NAME"):
        assert Probabilities.of(note, category).p_phi.max() <= 1.0


def test_a_pipeline_without_a_model_has_none() -> None:
    assert token_probabilities(Pipeline([RULES]), DOCS) is None
    assert token_probabilities(Pipeline([RULES, Half()]), DOCS).keys() == {d.id for d in DOCS}
