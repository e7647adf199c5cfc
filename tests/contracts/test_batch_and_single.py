"""The pipelines that ship give a note what they give it alone, whatever notes it comes with.

Without this no guarantee of the dial would hold: thresholds are set on notes in one company and
applied to notes in another.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from incognote.core.pipeline import Settings
from incognote.io import inline
from incognote.run.deidentifier import load_pipeline, shipped_model

CORPORA = Path(__file__).parents[2] / "corpora"


@pytest.mark.needs("corpora")
@pytest.mark.parametrize(
    ("lang", "fast", "corpus"),
    [
        ("en", False, "notes_en/nursing"),
        ("en", True, "notes_en/nursing"),
        ("es", False, "notes_es"),
    ],
)
def test_a_batch_gives_what_its_notes_give_singly(lang, fast, corpus):
    pipeline = load_pipeline(Settings(lang, shipped_model(lang, fast=fast)))
    docs = [doc.with_spans(()) for doc in inline.read(CORPORA / corpus)][:24]
    together = list(pipeline.annotate(docs))
    singly = [found for doc in docs for found in pipeline.annotate([doc])]
    marks = [[(s.start, s.end, s.label) for s in doc.spans] for doc in together]
    assert sum(map(len, marks)) > 200
    assert marks == [[(s.start, s.end, s.label) for s in doc.spans] for doc in singly]
