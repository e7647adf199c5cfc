"""The reliability diagram of a calibration as a picture: what the model says, and what is so."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from incognote.assure import plotting
from incognote.core.errors import ConfigError

KINDS = ("svg", "png")
_FEATURE = "A diagram"
_BLUE, _RED, _GREY = "#0b3d6b", "#b3261e", "#8a8a8a"
_COLUMNS = 4


def check_kind(kind: str) -> None:
    """Refuses a picture that cannot be drawn, before anything is computed.

    Args:
        kind: A row of `KINDS`, with or without a dot before.

    Raises:
        ConfigError: If there is no such kind.
        MissingExtraError: If matplotlib is not installed.
    """
    if kind.lower().lstrip(".") not in KINDS:
        raise ConfigError(f"A diagram is a file that ends in .{' or .'.join(KINDS)}.")
    plotting.check_installed(_FEATURE)


def draw(reliability: Sequence[Mapping[str, Any]], kind: str) -> bytes:
    """Returns one panel for each label: share of PHI by what the model says, bin by bin.

    On the line that rises from corner to corner the model is right; a ring is the calibrated
    probability of the same words. The area of a dot grows with the logarithm of their number. The
    same figures give the same SVG.

    Args:
        reliability: Of a `Calibration`.
        kind: A row of `KINDS`.

    Raises:
        ConfigError: If there is no such kind.
        MissingExtraError: If matplotlib is not installed.
    """
    check_kind(kind)
    columns = min(_COLUMNS, len(reliability))
    rows = math.ceil(len(reliability) / columns)
    figure = plotting.new_figure(_FEATURE, 2.6 * columns, 2.8 * rows + 0.4)
    panels = list(figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).flat)
    for axes, row in zip(panels, reliability, strict=False):
        _panel(axes, row)
    for axes in panels[len(reliability) :]:
        axes.set_visible(False)
    figure.supxlabel("what the model says (blue), calibrated (red ring)", fontsize=9)
    figure.supylabel("share that is PHI", fontsize=9)
    return plotting.render(figure, kind)


def _panel(axes: Any, row: Mapping[str, Any]) -> None:
    bins = row["bins"]
    shares = [part["share_phi"] for part in bins]
    sizes = [12 + 10 * math.log10(part["n"]) for part in bins]
    axes.plot([0, 1], [0, 1], color=_GREY, linewidth=0.8)
    axes.plot([part["mean_score"] for part in bins], shares, color=_BLUE, linewidth=0.8)
    axes.scatter([part["mean_score"] for part in bins], shares, s=sizes, color=_BLUE)
    calibrated = [part["calibrated"] for part in bins]
    axes.scatter(calibrated, shares, s=sizes, facecolors="none", edgecolors=_RED)
    axes.set_title(
        f"{row['label']}: {row['n']:,} words\noff by {100 * row['error']:.1f} points, then "
        f"{100 * row['error_after']:.1f}",
        fontsize=8,
    )
    axes.set_xlim(-0.03, 1.03)
    axes.set_ylim(-0.03, 1.03)
    axes.tick_params(labelsize=7)
    axes.set_aspect("equal")
