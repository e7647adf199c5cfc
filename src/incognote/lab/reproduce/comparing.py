"""A system scored on a site's marked notes, and two systems compared there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from incognote.assure.evaluation import Bootstrap, Evaluation, Options, compare_systems, evaluate
from incognote.assure.probabilities import token_probabilities
from incognote.core.document import Document
from incognote.core.pipeline import Settings
from incognote.core.site import Site
from incognote.run.deidentifier import load_pipeline

SCORERS = ("characters", "tokens", "entities")
FIGURES = {
    "identifiers covered": "characters/identifiers_covered/share",
    "recall of PHI words": "tokens/binary/recall",
    "precision of PHI words": "tokens/binary/precision",
    "exact spans, F1": "entities/strict/f1",
}
"""Figures that are reported of a system: name in the report, key of the evaluation."""


def score(
    model: Path,
    docs: Sequence[Document],
    lang: str,
    *,
    threads: int = 1,
    alone: bool = False,
    intervals: bool = True,
    unit: str = "",
    site: Site | None = None,
) -> Evaluation:
    """Returns how a system with that model does on marked notes.

    Args:
        model: A model folder or an ensemble's.
        docs: Marked notes.
        lang: Language of the notes.
        threads: Of the model.
        alone: Whether the model is scored by itself, without rules and lists around it.
        intervals: Whether figures get an interval, by a bootstrap over notes,
        unit: or over what this field of their meta names, such as patients.
        site: What the site knows of its own notes.

    Raises:
        ModelError: If the folder is not complete.
        NoteError: If a note cannot be processed.
    """
    given = None if alone else site
    pipeline = load_pipeline(Settings(lang, model, threads=threads, site=given, alone=alone))
    bare = [doc.with_spans(()) for doc in docs]
    return evaluate(
        docs,
        list(pipeline.annotate(bare)),
        SCORERS,
        Options(
            bootstrap=Bootstrap(unit=unit or "note") if intervals else None,
            operating_points=True,
            probabilities=token_probabilities(pipeline, bare),
        ),
    )


def compare(before: Evaluation, after: Evaluation) -> dict[str, dict[str, float]]:
    """Returns for each of `FIGURES` both systems with intervals, and the paired difference."""
    differences = compare_systems(after, before, Bootstrap())
    rows = {}
    for name, key in FIGURES.items():
        one, other, change = before.figures[key], after.figures[key], differences.get(key)
        if one.value is None or other.value is None or change is None:
            continue
        rows[name] = {
            "before": one.value,
            "before_low": _or(one.low, one.value),
            "before_high": _or(one.high, one.value),
            "after": other.value,
            "after_low": _or(other.low, other.value),
            "after_high": _or(other.high, other.value),
            "change": change.value,
            **{key: value for key, value in change.to_dict().items() if key != "value"},
        }
    return rows


def _or(value: float | None, instead: float) -> float:
    return instead if value is None else value
