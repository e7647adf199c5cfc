"""The model card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from incognote.core.document import Document, Span
from incognote.lab.training.config import LAST
from incognote.model.model_folder import ModelConfig


def score_labels(
    gold: Sequence[Document], found: Sequence[Sequence[Span]]
) -> dict[str, dict[str, float]]:
    """Returns by label the F1 of spans with exact offsets, and how many marks there are.

    Args:
        gold: The marked notes.
        found: What a model found in each.
    """
    marks, mine, right = Counter[str](), Counter[str](), Counter[str]()
    for doc, spans in zip(gold, found, strict=True):
        wanted, given = (
            {(span.label, span.start, span.end) for span in side} for side in (doc.spans, spans)
        )
        for count, side in ((marks, wanted), (mine, given), (right, wanted & given)):
            count.update(label for label, _, _ in side)
    return {
        label: {"f1": round(2 * right[label] / (n + mine[label]), 4), "marks": n}
        for label, n in sorted(marks.items())
    }


def write_card(config: ModelConfig, *, size: int, sha256: str) -> str:
    """Returns the card of a model in Markdown: what it is, was trained on, scored, and lacks.

    Args:
        config: With the record of the training.
        size: Of the weights, in bytes.
        sha256: Of the same file.
    """
    training: Mapping[str, Any] = config.training
    lines = [
        f"# incognote model, language {config.language}",
        "",
        f"A {training['architecture']} tagger that finds identifiers in clinical notes, with the "
        f"{len(config.labels)} labels of the scheme `{config.scheme}`. "
        f"{size / 1e6:.1f} MB, runs in ONNX Runtime on a CPU.",
        "",
        "## Data",
        "",
        "| used for | corpus | part | notes | marks |",
        "|---|---|---|---|---|",
    ]
    for row in training["data"]:
        lines.append(
            f"| {row['use']} | {row['corpus']} | {row['part'] or 'all'} | {row['notes']} | "
            f"{row['marks']} |"
        )
    lines += [
        "",
        f"SHA-256 over the training notes and their marks: `{training['data_sha256']}`, over the "
        f"dev notes: `{training['dev_sha256']}`.",
        "",
        *(f"It read `{key}`: `{sha}`.\n" for key, sha in training["files_sha256"].items()),
        "## Score",
        "",
        "Spans with exact offsets and label, micro, of the model alone on the dev notes above:",
        "",
        "| precision | recall | F1 |",
        "|---|---|---|",
        f"| {training['precision']:.4f} | {training['recall']:.4f} | {training['f1']:.4f} |",
        "",
        _choice(training),
        "",
        f"F1 by label, and how many marks of it there are: {_labels(training)}.",
        "",
        "## Made with",
        "",
        f"{_maker(training)}, seed {training['seed']}, torch {training['torch']}, "
        f"{training['seconds']:.0f} seconds. SHA-256 of `model.onnx`: `{sha256}`. Settings:",
        "",
        "```json",
        training["settings"],
        "```",
        "",
        "## Limits",
        "",
        "It knows the kinds of note that it was trained on and will miss identifiers in others: "
        "measure it on your own notes before you rely on it, and have people check what it lets "
        "through.",
        "",
        *(
            [
                "It has read a site's notes and may give away what stands in them: keep it where "
                "the notes may be kept.",
                "",
            ]
            if "adapted_from" in training
            else []
        ),
    ]
    return "\n".join(lines)


def _maker(training: Mapping[str, Any]) -> str:
    """The command, and what it began with."""
    if "adapted_from" not in training:
        return "`incognote train`"
    return (
        f"`incognote adapt` ({training['way']}) from the model whose `model.onnx` has the SHA-256 "
        f"`{training['adapted_from']}`"
    )


def _labels(training: Mapping[str, Any]) -> str:
    rows = training["by_label"].items()
    return ", ".join(f"{label} {row['f1']:.4f} ({row['marks']})" for label, row in rows)


def _choice(training: Mapping[str, Any]) -> str:
    """What chose the epoch, with its value where that is not in the table."""
    epochs, by = training["epochs"], training.get("chosen_by", "f1")
    if by == LAST:
        return f"The last of {epochs} epochs was kept, whatever these notes say."
    score = "F1" if by == "f1" else f"`{by}` ({training['score']:.4f})"
    return (
        f"The best of {epochs} epochs was chosen on the same notes, by {score}, so the figure is a "
        "little kind."
    )
