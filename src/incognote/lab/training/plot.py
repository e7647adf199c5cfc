"""Plots as SVG text: curves and heat maps; matplotlib is imported when one is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from incognote.assure import plotting

_FEATURE = "A plot"

Points = Sequence[tuple[float, float]]


def history(epochs: Sequence[Mapping[str, float]]) -> str:
    """Returns loss and dev score by epoch, each with its own axis, from the lines of a log."""
    figure, axes = _new(7.0, 3.6)
    numbers = [e["number"] for e in epochs]
    axes.plot(numbers, [e["loss"] for e in epochs], color="#8a8a8a", label="loss")
    axes.set_ylabel("loss")
    axes.set_xlabel("epoch")
    other = axes.twinx()
    other.plot(numbers, [100 * e["score"] for e in epochs], color="#0b3d6b", label="score on dev")
    other.set_ylabel("score on dev, %")
    figure.legend(loc="lower center", ncols=2, frameon=False, bbox_to_anchor=(0.5, 1.0))
    return _svg(figure)


def curves(
    series: Mapping[str, Points],
    xlabel: str,
    ylabel: str,
    *,
    lines: Mapping[str, float] | None = None,
) -> str:
    """Returns a curve with dots for each series; `lines` are levels to compare with."""
    figure, axes = _new(7.0, 4.2)
    for name, points in series.items():
        axes.plot(*zip(*points, strict=True), marker="o", markersize=4, label=name)
    _levels(axes, lines or {})
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    axes.grid(color="#dddddd")
    axes.legend(frameon=False)
    return _svg(figure)


def learning_curves(
    series: Mapping[str, Sequence[tuple[float, float, float, float]]],
    xlabel: str,
    ylabel: str,
    *,
    lines: Mapping[str, float] | None = None,
) -> str:
    """Returns curves over a logarithmic axis, each in the band of its intervals.

    Args:
        series: By name (x, value, low, high) of each point.
        xlabel: What x counts.
        ylabel: What is measured.
        lines: Levels to compare with, by name.
    """
    figure, axes = _new(7.0, 4.2)
    for name, points in series.items():
        x, value, low, high = (list(part) for part in zip(*points, strict=True))
        (line,) = axes.plot(x, value, marker="o", markersize=4, label=name)
        axes.fill_between(x, low, high, color=line.get_color(), alpha=0.15, linewidth=0)
        if len(points) == 1:  # a band of no width
            axes.vlines(x, low, high, color=line.get_color(), linewidth=1)
    _levels(axes, lines or {})
    if series:
        axes.set_xscale("log")
        sizes = sorted({point[0] for points in series.values() for point in points})
        # Ways that took whole notes have nearly the same sizes: one mark for those within a fifth.
        marks = [x for n, x in enumerate(sizes) if not n or x > 1.2 * sizes[n - 1]]
        axes.set_xticks(marks, [f"{mark:,.0f}" for mark in marks])
        axes.minorticks_off()
        axes.legend(frameon=False)
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    axes.grid(color="#dddddd")
    return _svg(figure)


def _levels(axes: Any, lines: Mapping[str, float]) -> None:
    """Draws levels to compare with, each under its name."""
    for name, level in lines.items():
        axes.axhline(level, color="#8a8a8a", linestyle="--", linewidth=1)
        axes.annotate(
            name,
            (0.01, level),
            (0, 3),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            fontsize=8,
        )


def heat_map(rows: Sequence[str], columns: Sequence[str], values: Sequence[Sequence[float]]) -> str:
    """Returns a table of per cents, each column shaded from its lowest to its highest."""
    figure, axes = _new(2.8 + 0.9 * len(columns), 1.2 + 0.4 * len(rows))
    spans = [(min(c), max(c)) for c in zip(*values, strict=True)]
    shades = [
        [
            (v - low) / (high - low) if high > low else 0.5
            for v, (low, high) in zip(r, spans, strict=True)
        ]
        for r in values
    ]
    axes.imshow(shades, cmap="Blues", vmin=-0.1, vmax=1.1, aspect="auto")
    for y, row in enumerate(values):
        for x, value in enumerate(row):
            color = "white" if shades[y][x] > 0.6 else "black"
            axes.text(x, y, f"{value:.2f}", ha="center", va="center", color=color, fontsize=8)
    axes.set_xticks(range(len(columns)), columns, rotation=30, ha="right")
    axes.set_yticks(range(len(rows)), rows)
    return _svg(figure)


def check_extra() -> None:
    """Refuses to draw where matplotlib is not installed.

    Raises:
        MissingExtraError: If it is not.
    """
    plotting.check_installed(_FEATURE)


def _new(width: float, height: float) -> tuple[Any, Any]:
    figure = plotting.new_figure(_FEATURE, width, height)
    return figure, figure.add_subplot()


def _svg(figure: Any) -> str:
    return plotting.render(figure).decode()
