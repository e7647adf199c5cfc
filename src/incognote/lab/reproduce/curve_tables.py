"""Learning curves as JSON, as a table, as a picture, and what they say of more labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from incognote.core.errors import OutputError
from incognote.lab.reproduce.adapting import write_record
from incognote.lab.reproduce.curve_points import CURVE_WAYS, EMBEDDING, FULL, PICK, SHELF, Curves
from incognote.lab.site.projection import labels_needed
from incognote.lab.training.plot import learning_curves

NAMES = {"then": "A then B", "mix": "A mix B", "only": "only B", PICK: "A then B, picked notes"}
_HEAD = ("identifiers", "recall (95 %)", "R@P .85 (seeds)", "precision", "F1", "seconds")


def write_curves(
    curves: Curves, out: Path, *, reach: float | None = None, have: int = 0, plot: bool = True
) -> str:
    """Writes `curves.json`, `curves.md` and `curves.svg` beside the points; returns the second.

    Args:
        curves: All points.
        out: Their folder.
        reach: The recall to say the labels for; None for that of full customisation.
        have: Identifiers that are labelled already.
        plot: Whether to draw.

    Raises:
        MissingExtraError: If it shall draw and matplotlib is not installed.
        OutputError: If they cannot be written.
    """
    projected = projections(curves, reach)
    record = {"rows": curves.rows(), "phi_words_scored": curves.wanted, "projections": projected}
    write_record(out / "curves.json", record)
    text = to_markdown(curves, projected, have)
    try:
        (out / "curves.md").write_text(text, encoding="utf-8")
        if plot:
            (out / "curves.svg").write_text(draw(curves), encoding="utf-8")
    except OSError as error:
        raise OutputError(f"{out}: cannot be written ({error.strerror}).") from None
    return text


def projections(curves: Curves, reach: float | None) -> list[dict[str, Any]]:
    """Returns for each way how many labels reach a recall: the given one, or full customisation's.

    A number that no curve reaches is None, as is the interval's end.
    """
    full = [p.measured.recall for p in curves.points if p.way == FULL]
    if reach is None and full and 0 < float(np.mean(full)) < 1:
        reach = float(np.mean(full))
    rows = []
    for way in CURVE_WAYS if reach is not None else ():
        curve = curves.by_size(way)
        if reach is None or len(curve) < 2 or not any(p.way == way for p in curves.points):
            continue
        found = labels_needed(curve, reach)
        values = {"value": found.value, "low": found.low, "high": found.high}
        finite = {k: v if np.isfinite(v) else None for k, v in values.items()}
        rows.append({"way": way, "recall": reach, **finite})
    return rows


def to_markdown(curves: Curves, projected: Sequence[Mapping[str, Any]], have: int = 0) -> str:
    """Returns the table of curves, what they say of more labels, and the table of embeddings."""
    rows = curves.rows()
    lines = [f"| way | {' | '.join(_HEAD)} |", f"|{'---|' * (len(_HEAD) + 1)}"]
    for row in rows:
        if row["way"].startswith(EMBEDDING):
            continue
        lines.append(
            f"| {NAMES.get(row['way'], row['way'])} | {row['identifiers']:,.0f} | "
            f"{100 * row['recall']:.2f} ({100 * row['low']:.2f} to {100 * row['high']:.2f}) | "
            f"{100 * row['at_85']:.2f} ({100 * row['at_85_low']:.2f} to "
            f"{100 * row['at_85_high']:.2f}) | {100 * row['precision']:.2f} | "
            f"{100 * row['f1']:.2f} | {row['seconds']:.0f} |"
        )
    lines += ["", *(_told(row, have) for row in projected)]
    learned = [row for row in rows if row["way"] == SHELF or row["way"].startswith(EMBEDDING)]
    if len(learned) > 1:
        lines += ["", "| words learned from | all: R/P/F1 | names: R/P/F1 |", "|---|---|---|"]
    for row in learned if len(learned) > 1 else ():
        name = "A alone" if row["way"] == SHELF else f"A and {row['way'].removeprefix(EMBEDDING)}"
        every = _triple((row["recall"], row["precision"], row["f1"]))
        names = "" if row["names"] is None else _triple(row["names"])
        lines.append(f"| {name} | {every} | {names} |")
    return "\n".join(lines) + "\n"


def draw(curves: Curves) -> str:
    """Returns recall by labelled identifiers as SVG, with intervals; the ends as lines."""
    series: dict[str, list[tuple[float, float, float, float]]] = {}
    levels: dict[str, float] = {}
    for row in curves.rows():
        recall, low, high = (100 * row[key] for key in ("recall", "low", "high"))
        if row["way"] in (SHELF, FULL):
            levels[row["way"]] = recall
        elif row["way"] in NAMES:
            series.setdefault(NAMES[row["way"]], []).append((row["identifiers"], recall, low, high))
    return learning_curves(series, "labelled identifiers of the site", "recall, %", lines=levels)


def _triple(values: Sequence[float]) -> str:
    return "/".join(f"{100 * value:.1f}" for value in values)


def _told(row: Mapping[str, Any], have: int) -> str:
    def number(value: float | None) -> str:
        return "out of reach" if value is None else f"{_round(max(0.0, value - have)):,}"

    more = "more labelled identifiers" if have else "labelled identifiers"
    if row["value"] is None:
        return (
            f"{NAMES[row['way']]}: the curve does not reach a recall of {100 * row['recall']:.1f} %"
            f" (95 %: {number(row['low'])} to {number(row['high'])} {more})."
        )
    if row["value"] <= have:
        return (
            f"{NAMES[row['way']]}: a recall of {100 * row['recall']:.1f} % is reached without "
            f"{more} (95 %: {number(row['low'])} to {number(row['high'])})."
        )
    return (
        f"{NAMES[row['way']]}: about {number(row['value'])} {more} reach a recall of "
        f"{100 * row['recall']:.1f} % (95 %: {number(row['low'])} to {number(row['high'])})."
    )


def _round(value: float) -> int:
    """Two digits: more would say more than is known."""
    return int(float(f"{value:.2g}")) if value > 1 else int(value > 0)
