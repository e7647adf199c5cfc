"""Intervals of operating points: what a threshold, once set, would do on other such notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from incognote.assure.evaluation.counts import PRF, SHARE, Array, Measure, Table
from incognote.assure.evaluation.intervals import Bootstrap, with_intervals

if TYPE_CHECKING:
    from incognote.assure.evaluation.operating_points import Point, Scored

Intervals = dict[str, tuple[float, float]]
"""By figure of a point (`recall`, `fn_per_1000` ...) the ends of its interval."""


def point_intervals(
    scored: Scored,
    points: Sequence[Point],
    bootstrap: Bootstrap,
    groups: Sequence[str] | None = None,
) -> list[Intervals]:
    """Returns for each point its intervals, by bootstrap over notes or groups of them.

    The threshold stays as it was set on the corpus: a hospital that sets it sets it once. So the
    interval of a required sensitivity says how far the one that is reached may lie from it.

    Args:
        scored: All units of the corpus, as `by_token` gives them.
        points: Points of these units.
        bootstrap: How the intervals are made.
        groups: Of each note the group that it is drawn with, as `groups_of` gives them.
    """
    size = scored.notes
    units = _per_note(np.ones(len(scored.p)), scored)
    counts: dict[Measure, Array] = {}
    for i, point in enumerate(points):
        taken = scored.chosen if point.threshold is None else scored.p >= point.threshold
        tp, fp, fn = (
            _per_note(which, scored)
            for which in (
                taken & scored.is_phi,
                taken & ~scored.is_phi,
                ~taken & scored.is_phi,
            )
        )
        counts[Measure(f"{i}", PRF)] = np.stack([tp, fp, fn], axis=1)
        # A share of which a thousandth is one unit.
        counts[Measure(f"{i}/fn_per_1000", SHARE)] = np.stack([1000 * fn, units], axis=1)
        counts[Measure(f"{i}/fp_per_1000", SHARE)] = np.stack([1000 * fp, units], axis=1)
    figures = with_intervals(Table(tuple(map(str, range(size))), counts), bootstrap, groups)
    found: list[Intervals] = [{} for _ in points]
    for name, figure in figures.items():
        number, _, rest = name.partition("/")
        if figure.low is not None and figure.high is not None:
            found[int(number)][rest.removesuffix("/share")] = (figure.low, figure.high)
    return found


def _per_note(values: np.ndarray[tuple[int], np.dtype[np.generic]], scored: Scored) -> Array:
    counts = np.bincount(scored.note, values.astype(np.float64), scored.notes)
    return counts.astype(np.float64)
