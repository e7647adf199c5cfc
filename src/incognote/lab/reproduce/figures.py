"""Figures of an evaluation as the papers give them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from incognote.assure.evaluation import Evaluation, Options, evaluate
from incognote.assure.probabilities import Probabilities
from incognote.core.document import Document
from incognote.core.errors import ConfigError
from incognote.core.labels import get_label

LEAK = "meddocan/leak/share"
"""What is missed for each sentence, in per cent: needs sentence_counts.tsv beside the corpus."""


ONLY = "only="
"""Before a category in a figure's name: its marks alone, all else being text."""


def of_category(docs: Iterable[Document], category: str) -> list[Document]:
    """Returns documents with no marks but those of a category."""
    return [
        doc.with_spans(s for s in doc.spans if get_label(s.label).category == category)
        for doc in docs
    ]


def with_each_alone(
    evaluation: Evaluation,
    gold: Sequence[Document],
    found: Sequence[Document],
    said: Mapping[str, Mapping[str, Probabilities]],
) -> Evaluation:
    """Returns an evaluation with operating points of single categories, each under `only=...`.

    Args:
        evaluation: Of all marks.
        gold: The marked notes,
        found: and what was found in them.
        said: By category and id how likely a token is of that category.
    """
    points = dict(evaluation.points)
    for category, probabilities in said.items():
        options = Options(operating_points=True, probabilities=probabilities)
        own = evaluate(of_category(gold, category), of_category(found, category), (), options)
        points[f"{ONLY}{category}"] = own.points
    return replace(evaluation, points=points)


def figure(evaluation: Evaluation, name: str) -> float | None:
    """Returns a figure as papers give it: shares in per cent, rates as they are.

    Args:
        evaluation: Of one system.
        name: As `Table.figures` says.

    Raises:
        ConfigError: If there is no such figure.
    """
    if not name.startswith("points/"):
        if name not in evaluation.figures:
            # A category that neither side has; no number of sentences is known.
            if "/label=" in name or name == LEAK:
                return None
            raise ConfigError(f"there is no figure '{name}'.")
        value = evaluation.figures[name].value
        return None if value is None else 100 * value
    _, at, *label, what = name.split("/")
    kind = "recall_at_precision_85" if at == "R@P85" else "fixed_sensitivity"
    points = evaluation.points
    if label and label[0].startswith(ONLY):
        points, label = points[label[0]], []
    found = points[kind]
    if label:
        found = points[f"{kind}_by_category"].get(label[0].removeprefix("label="))
    if found is not None and at != "R@P85":
        wanted = None if at == "default" else float(at)
        found = next((p for p in found if p["required"] == wanted), None)
    if found is None or found.get("n_phi") == 0:
        return None
    number = float(found[what])
    return number if what.endswith("_per_1000") else 100 * number
