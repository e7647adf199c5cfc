"""Which numbers of days a patient's dates may have moved by, and how likely each is to a reader.

A reader knows the rule (`replace/shift.py`): how few numbers there are, and that one holds for all
notes of a patient. Every piece of evidence gives each number a likelihood; pieces are multiplied.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from incognote.replace.replacement import Context

Weights = Mapping[int, float]
"""How likely each number of days is, as the reader sees it; sums to one."""
UNLIKELY = 1e-4
"""What a reader gives to that which it holds for impossible: notes and rules have exceptions."""
_WEEK = 7


def every_shift(context: Context) -> list[int]:
    """Returns the numbers of days that there are, forward and back."""
    days = [d for d in context.options.shifts if (d % 7 == 0) == context.whole_weeks]
    return [*days, *(-d for d in days)]


def normal(weights: Weights) -> Weights:
    """Returns weights that sum to one."""
    total = sum(weights.values())
    return {days: weight / total for days, weight in weights.items()}


def together(evidence: Sequence[Weights]) -> Weights:
    """Returns what pieces of evidence say together; one at least."""
    logs = {days: sum(math.log(w[days]) for w in evidence) for days in evidence[0]}
    top = max(logs.values())
    return normal({days: math.exp(value - top) for days, value in logs.items()})


def remaining(weights: Weights) -> float:
    """Returns how many numbers remain: the exponential of the entropy, so that equals count one."""
    return math.exp(-sum(w * math.log(w) for w in weights.values() if w > 0))


def guessed(weights: Weights, truth: int) -> tuple[float, float]:
    """Returns the chance that the reader's one guess is the number, and within a week of it.

    Of several that are likeliest it takes any.
    """
    best = max(weights.values())
    top = [days for days, weight in weights.items() if math.isclose(weight, best)]
    near = sum(abs(days - truth) <= _WEEK for days in top)
    return (truth in top) / len(top), near / len(top)


@dataclass(frozen=True, slots=True)
class Learned:
    """What one kind of evidence, or all of it, tells of the shifts of a release."""

    evidence: str
    patients: int
    """Those whose dates moved."""
    exposed: int
    """Those of whom it says anything."""
    shifts: int
    """Numbers of days that there are."""
    left: float
    """How many remain for the exposed, on average."""
    least: float
    """How many remain for the patient of whom most is known."""
    exactly: float
    """Exposed patients whose shift is the reader's one guess (expected number),"""
    within_a_week: float
    """and those whose shift lies within a week of it."""


def learned(
    evidence: str,
    patients: int,
    shifts: int,
    known: Iterable[tuple[Weights, int]],
) -> Learned:
    """Returns the figures of what is known of some patients.

    Args:
        evidence: What it is called.
        patients: How many there are.
        shifts: How many numbers of days there are.
        known: Of each exposed patient the weights and the true number.
    """
    known = list(known)
    left = [remaining(weights) for weights, _ in known]
    right = [guessed(weights, truth) for weights, truth in known]
    return Learned(
        evidence,
        patients,
        len(known),
        shifts,
        sum(left) / len(left) if left else float(shifts),
        min(left, default=float(shifts)),
        sum(exact for exact, _ in right),
        sum(near for _, near in right),
    )
