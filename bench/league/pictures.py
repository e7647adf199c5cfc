"""The two pictures of docs/league.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from incognote.assure import plotting
from incognote.assure.rounding import at_least
from incognote.core.labels import CATEGORIES
from league.corpora import TABLE

PANELS = ("records_en", "generated_en", "dialog_en", "records_es")
BLUE, LIGHT, GREY = "#0b3d6b", "#5a8fc2", "#8a6d3b"

NAME = 5.4
"""Points of recall that the name of a system takes up, so that none covers another."""
LOWEST, HIGHEST = -3.0, 104.0


def draw(kept: Mapping[str, Mapping[str, Any]]) -> dict[str, bytes]:
    """Returns pictures as SVG by their names."""
    return {
        "league-recall-and-price.svg": _recall_and_price(kept),
        "league-categories.svg": _categories(kept),
    }


def _there(kept: Mapping[str, Mapping[str, Any]], corpus: str) -> list[str]:
    names = [n for n, row in kept.items() if corpus in row.get("corpora", {})]
    return sorted(names, key=lambda n: -kept[n]["corpora"][corpus]["figures"]["masked"][0])


def _recall_and_price(kept: Mapping[str, Mapping[str, Any]]) -> bytes:
    panels = [name for name in PANELS if _there(kept, name)]
    figure = plotting.new_figure("the league table", 11.0, 3.6 * ((len(panels) + 1) // 2))
    for number, corpus in enumerate(panels, 1):
        axes = figure.add_subplot((len(panels) + 1) // 2, 2, number)
        axes.spines[["top", "right"]].set_visible(False)
        points = []
        for name in _there(kept, corpus):
            figures = kept[name]["corpora"][corpus]["figures"]
            y, x = 100 * figures["masked"][0], 100 * figures["removed"][0]
            ours = kept[name].get("ours")
            color = BLUE if name == "incognote" else LIGHT if ours else GREY
            axes.plot(x, y, "o" if ours else "s", color=color, markersize=6)
            points.append((x, y, str(kept[name].get("title", name)), color))
        axes.set_title(TABLE[corpus].title, fontsize=9)
        axes.set_ylim(LOWEST, HIGHEST)
        axes.set_xlim(left=-0.4, right=max(6.0, axes.get_xlim()[1]))
        beside = spread([y for _, y, _, _ in points], NAME, LOWEST, HIGHEST)
        for (x, y, title, color), at in zip(points, beside, strict=True):
            axes.annotate(
                title,
                (x, y),
                (1.04, at),
                textcoords=axes.get_yaxis_transform(),
                va="center",
                fontsize=7,
                arrowprops={
                    "arrowstyle": "-",
                    "color": color,
                    "linewidth": 0.5,
                    "relpos": (0, 0.5),
                    "shrinkB": 3,
                },
            )
        axes.set_xlabel("clinical text removed, %", fontsize=8)
        axes.set_ylabel("PHI characters masked, %", fontsize=8)
        axes.tick_params(labelsize=7)
        axes.grid(color="#e2e2e2")
        axes.set_axisbelow(True)
    return plotting.render(figure)


def spread(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Returns where names of points stand: each near its own, in their order, none on another.

    Args:
        heights: Of the points, the highest first.
        gap: How far apart two names must be.
        low: No name stands lower.
        high: Nor higher, but where so many need more room.
    """
    places: list[float] = []
    for height in heights:
        places.append(min(height, places[-1] - gap if places else high))
    floor = low
    for number in reversed(range(len(places))):
        places[number] = max(places[number], floor)
        floor = places[number] + gap
    return places


def _categories(kept: Mapping[str, Mapping[str, Any]]) -> bytes:
    corpus = PANELS[0]
    names = _there(kept, corpus)
    figure = plotting.new_figure("the league table", 9.0, 1.2 + 0.32 * max(1, len(names)))
    axes = figure.add_subplot()
    having = [
        category
        for category in CATEGORIES
        if names and f"masked/{category}" in kept[names[0]]["corpora"][corpus]["figures"]
    ]
    cells = [
        [100 * (kept[n]["corpora"][corpus]["figures"][f"masked/{c}"][0] or 0.0) for c in having]
        for n in names
    ]
    if cells:
        axes.imshow(cells, cmap="Blues", vmin=0, vmax=130, aspect="auto")
        for y, row in enumerate(cells):
            for x, value in enumerate(row):
                color = "white" if value > 75 else "#222222"
                axes.text(
                    x, y, at_least(value, 0), ha="center", va="center", fontsize=8, color=color
                )
        axes.set_xticks(range(len(having)), having, fontsize=8)
        titles = [str(kept[name].get("title", name)) for name in names]
        axes.set_yticks(range(len(names)), titles, fontsize=8)
    axes.set_title(f"{TABLE[corpus].title}: characters masked by category, %", fontsize=9)
    return plotting.render(figure)
