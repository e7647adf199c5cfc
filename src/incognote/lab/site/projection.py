"""How many labelled identifiers reach a recall: a learning curve drawn on, with its interval.

What is missed falls as a power of what was labelled: miss(n) = c * (n + head start) ** -b, which is
a straight line in logarithms (Hestness et al. 2017). The head start is what the model knew before,
in identifiers of the site; it is chosen among a few. The interval comes from drawing seeds and
scored notes anew, each time with a curve of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from incognote.core.errors import ConfigError

Floats = npt.NDArray[np.float64]

HEAD_STARTS = (0.0, 10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0)
FARTHEST = 1e6
"""No curve is drawn on beyond so many identifiers: then a recall counts as out of reach."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One training, scored: what it learned from and what it found of each note."""

    identifiers: int
    """Labelled identifiers of the site that it learned from."""
    found: Floats
    """[notes] units of PHI that were found."""
    wanted: Floats
    """[notes] units of PHI that there are."""

    @property
    def recall(self) -> float:
        """Share that was found."""
        return float(self.found.sum() / self.wanted.sum())


@dataclass(frozen=True, slots=True)
class Interval:
    """A value, and between what it lies; infinite where a recall is out of reach."""

    value: float
    low: float
    high: float


def mean_recall(
    runs: Sequence[Measured], *, resamples: int = 1000, level: float = 0.95, seed: int = 20
) -> Interval:
    """Returns the mean recall of runs that differ in their seed, with its interval.

    Seeds and scored notes are both drawn anew: another set of labels, another set of notes.
    """
    rng = np.random.default_rng(seed)
    drawn = [np.mean(_redraw(runs, rng)) for _ in range(resamples)]
    tail = 50 * (1 - level)
    low, high = np.percentile(drawn, [tail, 100 - tail])
    return Interval(float(np.mean([r.recall for r in runs])), float(low), float(high))


def labels_needed(
    curve: Mapping[int, Sequence[Measured]],
    recall: float,
    *,
    resamples: int = 500,
    level: float = 0.95,
    seed: int = 20,
) -> Interval:
    """Returns how many labelled identifiers reach a recall.

    Args:
        curve: Runs by the number of identifiers that was asked for; two numbers at least.
        recall: The recall to reach, between 0 and 1.
        resamples: How often seeds and notes are drawn anew.
        level: Share of the draws within the interval.
        seed: Of the draws.

    Raises:
        ConfigError: If the curve has fewer than two points, or the recall cannot be.
    """
    if len(curve) < 2:
        raise ConfigError("a curve to draw on needs at least two sizes; give more --sizes.")
    if not 0 < recall < 1:
        raise ConfigError(f"the recall to reach must be between 0 and 1, not {recall:g}.")
    n = np.array([np.mean([r.identifiers for r in runs]) for runs in curve.values()])
    units = float(np.mean([runs[0].wanted.sum() for runs in curve.values()]))
    rng = np.random.default_rng(seed)
    now = np.array([np.mean([r.recall for r in runs]) for runs in curve.values()])
    value = _reach(n, now, recall, units)
    drawn = [
        _reach(n, np.array([np.mean(_redraw(runs, rng)) for runs in curve.values()]), recall, units)
        for _ in range(resamples)
    ]
    tail = 50 * (1 - level)
    # No mean of two draws: one of them may be infinite.
    low, high = np.percentile(drawn, [tail, 100 - tail], method="nearest")
    return Interval(value, min(float(low), value), max(float(high), value))


def _redraw(runs: Sequence[Measured], rng: np.random.Generator) -> list[float]:
    """Recalls of runs drawn with replacement, on notes drawn with replacement."""
    notes = len(runs[0].wanted)
    weights = rng.multinomial(notes, np.full(notes, 1 / notes)).astype(np.float64)
    chosen = rng.integers(len(runs), size=len(runs))
    return [
        float(runs[i].found @ weights / wanted) if (wanted := runs[i].wanted @ weights) else 0.0
        for i in chosen
    ]


def _reach(n: Floats, recalls: Floats, recall: float, units: float) -> float:
    """Identifiers at which the best curve through the points reaches a recall."""
    # Nothing missed says less than half a unit is, not that nothing ever will be.
    missed = np.log(np.maximum(1 - recalls, 0.5 / units))
    best = (np.inf, 0.0, 0.0, 0.0)
    for start in HEAD_STARTS:
        if start + n.min() <= 0:
            continue
        x = np.log(n + start)
        slope, level = np.polyfit(x, missed, 1)
        error = float(((level + slope * x - missed) ** 2).sum())
        if error < best[0]:
            best = (error, start, slope, level)
    _, start, slope, level = best
    if slope > -1e-6:
        return float(n.min()) if 1 - np.exp(missed.mean()) >= recall else float("inf")
    power = (np.log(1 - recall) - level) / slope
    if power > np.log(FARTHEST + start):
        return float("inf")
    return max(0.0, float(np.exp(power)) - start)
