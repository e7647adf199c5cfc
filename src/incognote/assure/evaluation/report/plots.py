"""Plots as SVG text; matplotlib is imported when one is drawn. Same figures, same SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from incognote.assure import plotting

_BLUE, _GREY, _RED = "#0b3d6b", "#8a8a8a", "#b3261e"
_FEW = 30


def _new(width: float, height: float) -> tuple[Any, Any]:
    """A figure of that size in inches and its axes."""
    figure = plotting.new_figure("a report", width, height)
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def _svg(figure: Any) -> str:
    return plotting.render(figure).decode()


def dots(rows: Mapping[str, Mapping[str, Any]], xlabel: str, *, ordered: bool = True) -> str:
    """Returns a dot with its interval for each row, in per cent; those of few instances are grey.

    Args:
        rows: By name figures with `value`, `n` and, where there are intervals, `low` and `high`.
        xlabel: What is shown.
        ordered: Whether the lowest stands at the bottom; else rows stand as given.
    """
    items = list(rows.items())
    if ordered:
        items.sort(key=lambda item: (-item[1]["value"], item[0]))
    figure, axes = _new(8.0, 0.9 + 0.27 * len(items))
    for y, (_, row) in enumerate(items):
        color = _GREY if row["n"] < _FEW else _BLUE
        if row.get("low") is not None:
            axes.plot([100 * _low(row), 100 * row["high"]], [y, y], color=color, linewidth=1.6)
        axes.plot(100 * row["value"], y, "o", color=color, markersize=5)
    axes.set_yticks(range(len(items)), [f"{name} ({row['n']:,})" for name, row in items])
    axes.set_ylim(len(items) - 0.5, -0.5)
    # Long lines of the few run out of the picture rather than squeeze what can be read.
    ends = [row["value"] if row["n"] < _FEW else _low(row) for row in rows.values()]
    lowest = 100 * min(ends)
    axes.set_xlim(max(0.0, min(lowest - 2, 90.0)), 100.6)
    axes.grid(axis="x", color="#dddddd")
    axes.set_axisbelow(True)
    axes.set_xlabel(f"{xlabel}  (grey: fewer than {_FEW})")
    return _svg(figure)


def _low(row: Mapping[str, Any]) -> float:
    """The lower end of the interval; by the rule of three where no resample can show a miss."""
    if row.get("low") is None:
        return float(row["value"])
    return float(row["low"]) if row["value"] < 1 else max(0.0, 1 - 3 / row["n"])


def curve(points: Sequence[Mapping[str, float]], default: Mapping[str, float]) -> str:
    """Returns the share of PHI masked against that of other text removed, the default as a dot."""
    figure, axes = _new(7.0, 4.2)
    points = [p for p in points if p["threshold"] > 0]  # at 0 all text is taken, which is no choice
    # Where everything is taken nothing is left to read: the axis ends where it still matters.
    end = max(5.0, 300 * default["removed"])
    axes.plot(
        [100 * p["removed"] for p in points],
        [100 * p["recall"] for p in points],
        color=_BLUE,
    )
    x, y = 100 * default["removed"], 100 * default["recall"]
    axes.plot(x, y, "o", color=_RED, markersize=8, zorder=3)
    axes.annotate(
        f"as it is: {y:.2f} % masked,\n{x:.2f} % removed",
        (x, y),
        xytext=(14, -34),
        textcoords="offset points",
        color=_RED,
    )
    seen = [100 * p["recall"] for p in points if 100 * p["removed"] <= end]
    axes.set_xlim(-end / 50, end)
    axes.set_ylim(max(0.0, min(y - 5, max(seen, default=y) - 10)), 100.3)
    axes.grid(color="#dddddd")
    axes.set_xlabel("clinical text removed without need, % of its characters")
    axes.set_ylabel("PHI characters masked, %")
    return _svg(figure)


def confusion(names: Sequence[str], counts: Sequence[Sequence[int]]) -> str:
    """Returns a table of counts, each cell shaded by its share of the row."""
    size = len(names)
    figure, axes = _new(1.9 + 0.85 * size, 1.3 + 0.5 * size)
    shares = [[cell / max(1, sum(row)) for cell in row] for row in counts]
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1, aspect="auto")
    for y, row in enumerate(counts):
        for x, cell in enumerate(row):
            color = "white" if shares[y][x] > 0.6 else "black"
            axes.text(x, y, f"{cell:,}", ha="center", va="center", color=color, fontsize=8)
    axes.set_xticks(range(size), names, rotation=35, ha="right")
    axes.set_yticks(range(size), names)
    axes.set_xlabel("system")
    axes.set_ylabel("annotators")
    return _svg(figure)


def calibration(bins: Sequence[Mapping[str, float]]) -> str:
    """Returns the share that is PHI by mean score, a dot per bin, its area by its number."""
    figure, axes = _new(5.0, 4.2)
    axes.plot([0, 100], [0, 100], color=_GREY, linestyle="--", linewidth=1)
    most = max(b["n"] for b in bins)
    axes.scatter(
        [100 * b["mean_score"] for b in bins],
        [100 * b["share_phi"] for b in bins],
        s=[20 + 180 * b["n"] / most for b in bins],
        color=_BLUE,
        zorder=3,
    )
    axes.set_xlim(-2, 103)
    axes.set_ylim(-2, 103)
    axes.grid(color="#dddddd")
    axes.set_xlabel("score, %")
    axes.set_ylabel("are PHI, %")
    return _svg(figure)
