"""Whether a model's probabilities are what they say, by label, and the map that makes them so.

The map is isotonic: it only rises, so it never changes which of two words is the likelier PHI.
What it is judged on it has not seen (cross-fitting: patients are divided among the folds).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from incognote.assure.scored import Bools, Floats, ScoredNotes
from incognote.core.curve import ALL, Curve

EDGES = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1.0)
"""Bins of the reliability diagram, narrow where a dial moves."""

FEW = 200
"""A label with fewer tokens takes the map of all labels."""

_FOLDS = 5
_KNOTS = 30


def fit(p: Floats, is_phi: Bools) -> Curve:
    """Returns the isotonic regression of what was PHI on probabilities (pool adjacent violators).

    Args:
        p: [tokens]
        is_phi: [tokens]
    """
    if not len(p):
        return Curve((0.0, 1.0), (0.0, 1.0))
    order = np.argsort(p, kind="stable")
    sums: list[float] = []
    counts: list[int] = []
    places: list[float] = []
    for x, y in zip(p[order].tolist(), is_phi[order].tolist(), strict=True):
        sums.append(float(y))
        counts.append(1)
        places.append(x)
        while len(sums) > 1 and sums[-2] * counts[-1] >= sums[-1] * counts[-2]:
            total, count, place = sums.pop(), counts.pop(), places.pop()
            places[-1] = (places[-1] * counts[-1] + place * count) / (counts[-1] + count)
            sums[-1] += total
            counts[-1] += count
    kept = np.unique(np.linspace(0, len(sums) - 1, _KNOTS).round().astype(int))
    return Curve(
        tuple(round(places[i], 6) for i in kept),
        tuple(round(sums[i] / counts[i], 6) for i in kept),
    )


@dataclass(frozen=True, slots=True)
class Reliability:
    """How far probabilities are right, for the tokens of one label."""

    label: str
    """The likeliest label of the tokens, or `all`."""
    n: int
    curve: Curve
    """Of all the reviewed notes."""
    error: float
    """Expected calibration error: mean distance between probability and share of PHI over the bins,
    weighted by tokens."""
    error_after: float
    """The same for calibrated probabilities, in notes that the curve was not fitted to."""
    bins: tuple[Mapping[str, float], ...]
    """By bin of the model's probability: low, high, n, mean_score, calibrated, share_phi."""

    def to_dict(self) -> dict[str, Any]:
        """Returns what JSON can hold."""
        return {
            "label": self.label,
            "n": self.n,
            "error": round(self.error, 6),
            "error_after": round(self.error_after, 6),
            "x": self.curve.x,
            "y": self.curve.y,
            "bins": self.bins,
        }


def reliability(notes: ScoredNotes, *, seed: int = 0) -> list[Reliability]:
    """Returns the reliability of all labels together, then of each with at least `FEW` tokens.

    Args:
        notes: The reviewed notes, of which tokens with a probability from `scored.LOWEST` on count.
        seed: Of the division of patients (or notes) among the folds.
    """
    fold = np.random.default_rng(seed).permutation(notes.units) % _FOLDS
    found = [_of(notes, ALL, np.ones(len(notes.token_phi), np.bool_), fold)]
    for i, label in enumerate(notes.labels):
        chosen = notes.token_label == i
        if int(chosen.sum()) >= FEW:
            found.append(_of(notes, label, chosen, fold))
    return found


def _of(notes: ScoredNotes, label: str, chosen: Bools, fold: np.ndarray[Any, Any]) -> Reliability:
    p, is_phi = notes.token_phi[chosen], notes.token_is_phi[chosen]
    in_fold = fold[notes.token_unit[chosen]] if len(p) else np.zeros(0, np.int64)
    after = np.zeros(len(p))
    for k in range(_FOLDS):
        seen, unseen = in_fold != k, in_fold == k
        after[unseen] = fit(p[seen], is_phi[seen])(p[unseen])
    which = np.clip(np.searchsorted(EDGES, p, "right") - 1, 0, len(EDGES) - 2)
    bins = [
        {
            "low": EDGES[i],
            "high": EDGES[i + 1],
            "n": int(inside.sum()),
            "mean_score": round(float(p[inside].mean()), 6),
            "calibrated": round(float(after[inside].mean()), 6),
            "share_phi": round(float(is_phi[inside].mean()), 6),
        }
        for i in range(len(EDGES) - 1)
        if (inside := which == i).any()
    ]
    total = max(1, len(p))
    return Reliability(
        label,
        len(p),
        fit(p, is_phi),
        sum(b["n"] * abs(b["mean_score"] - b["share_phi"]) for b in bins) / total,
        sum(b["n"] * abs(b["calibrated"] - b["share_phi"]) for b in bins) / total,
        tuple(bins),
    )
