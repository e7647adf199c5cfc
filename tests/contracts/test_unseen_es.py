"""The whole Spanish pipeline on text that none of its parts was made from.

`data/unseen_es` holds forty short invented texts of many shapes and countries, written without a
look at rules, lists or training notes; `cases/clinical_text_es.txt` holds clinical sentences
without anything to find. The bounds are what a release must keep, a little below what was measured.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from incognote.assure.evaluation import Evaluation, evaluate
from incognote.core.document import Document
from incognote.core.pipeline import Pipeline, Settings
from incognote.io import inline
from incognote.languages.es.scheme import SCHEME as MEDDOCAN
from incognote.run.deidentifier import load_pipeline

HERE = Path(__file__).parent.parent
MASKED = 0.97
"""The least share of PHI characters that something covers."""
COVERED = 0.94
"""The least share of marks that are covered whole."""
REMOVED = 0.04
"""The greatest share of other characters that go; the texts are short and dense with marks."""
CLINICAL = 0.01
"""The greatest share of characters that leave sentences without anything to find."""


@pytest.fixture(scope="module")
def pipeline() -> Pipeline:
    """The shipped pipeline."""
    return load_pipeline(Settings("es"))


@pytest.fixture(scope="module")
def scored(pipeline: Pipeline) -> Evaluation:
    """The scores of the unseen texts."""
    gold = list(inline.read(HERE / "data" / "unseen_es"))
    found = list(pipeline.annotate(doc.with_spans(()) for doc in gold))
    return evaluate(gold, found, ["characters"])


def test_the_texts_are_many_and_marked_in_meddocans_labels() -> None:
    docs = list(inline.read(HERE / "data" / "unseen_es"))
    assert len(docs) == 40
    assert {doc.meta["country"] for doc in docs} >= {"ES", "MX", "AR", "CO", "CL", "PE"}
    labels = {span.label for doc in docs for span in doc.spans}
    assert labels <= {label.name for label in MEDDOCAN}
    assert len(labels) > 20


def test_what_identifies_is_covered(scored: Evaluation) -> None:
    assert scored["characters/masked/share"] >= MASKED
    assert scored["characters/identifiers_covered/share"] >= COVERED


def test_what_does_not_identify_stays(scored: Evaluation) -> None:
    assert scored["characters/removed/share"] <= REMOVED


def test_clinical_text_stays(pipeline: Pipeline) -> None:
    lines = (HERE / "cases" / "clinical_text_es.txt").read_text(encoding="utf-8").splitlines()
    docs = [Document(str(i), line) for i, line in enumerate(lines) if line and line[0] != "#"]
    removed = total = 0
    for doc in pipeline.annotate(docs):
        total += sum(char.isalnum() for char in doc.text)
        removed += sum(char.isalnum() for s in doc.spans for char in doc.text[s.start : s.end])
    assert removed <= CLINICAL * total
