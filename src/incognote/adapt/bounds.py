"""Bounds that hold at any sample size, for shares and for means of bounded values.

No bound here rests on a normal approximation, and none takes identifiers of one note for
independent: what is drawn is a note (or a patient) whole, with all that it holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

BETS = np.array([1.0, 0.75, 0.55, 0.4, 0.28, 0.18, 0.1, 0.04])
"""Shares of the highest bet that keeps the capital from going below zero."""

WEIGHTS = np.array([0.5, 0.1, 0.1, 0.08, 0.08, 0.06, 0.05, 0.03])
"""How the capital is laid out over `BETS` at the start. The highest bet is the best one where
nothing was missed, and gets the most."""

_STEPS = 60
"""Halvings of an interval in search of a bound: beyond double precision."""


def hypergeometric_cdf(found: int, population: int, marked: int, n: int) -> float:
    """Returns the probability of at most `found` marked ones in a draw without replacement.

    Args:
        found: Marked ones in the draw.
        population: How many there are,
        marked: of which so many are marked,
        n: and so many are drawn.
    """
    low, high = max(0, n - (population - marked)), min(found, marked, n)
    if high < low:
        return 0.0
    if found >= min(marked, n):
        return 1.0
    k = np.arange(low, high + 1)
    logs = _log_choose(marked, k) + _log_choose(population - marked, n - k)
    return min(1.0, float(np.exp(logs - _log_choose(population, np.array([n]))).sum()))


def hypergeometric_upper(found: int, population: int, n: int, error: float) -> int:
    """Returns the upper bound on how many of a population are marked, exact at any size.

    The largest number under which so few in the draw are not rarer than `error`.

    Args:
        found: Marked ones in the draw.
        population: How many there are, of which
        n: so many are drawn without replacement.
        error: Chance that the bound is too low, at most.
    """
    low, high = found, population - (n - found)
    while low < high:
        middle = (low + high + 1) // 2
        if hypergeometric_cdf(found, population, middle, n) > error:
            low = middle
        else:
            high = middle - 1
    return low


def log_capital(gains: Floats, *, times: Floats | float = 1.0) -> float:
    """Returns the logarithm of what a bettor has who began with 1 and played a game of no gain.

    The capital process of Waudby-Smith and Ramdas 2023 (Estimating means of bounded random
    variables by betting, section 4), with the fixed bets `BETS` mixed by `WEIGHTS`, so that the
    order of the draws does not matter. If the mean gain is at most 0 the expected capital is at
    most 1, so it exceeds 1 / error with a chance of at most `error` (Markov). That also holds for
    draws without replacement: the expected product of factors that are not negative is then at
    most the power of their mean (Maclaurin's inequality).

    Args:
        gains: Of each draw, at least -1: a loss of all that was laid.
        times: How often each gain counts.
    """
    # A total loss under the full bet is a factor of 0, which a mixture survives.
    with np.errstate(divide="ignore"):
        each = np.log1p(np.maximum(np.outer(BETS, gains), -1.0))
    logs = (each * times).sum(axis=1) + np.log(WEIGHTS)
    top = float(logs.max())
    return top if math.isinf(top) else top + math.log(float(np.exp(logs - top).sum()))


def mean_upper(values: Floats, most: float, error: float) -> float:
    """Returns the upper bound on the mean of values within 0 and `most`, by betting.

    For draws with or without replacement from the same population. Where all values are 0 it is
    close to Clopper and Pearson's bound times `most`.

    Args:
        values: Those drawn.
        most: The highest that a value can be.
        error: Chance that the bound is too low, at most.
    """
    if not len(values):
        return most
    distinct, counts = np.unique(values, return_counts=True)
    goal = -math.log(error)
    return _last(
        lambda mean: (
            log_capital((mean - distinct) / (most - mean), times=counts.astype(np.float64)) < goal
        ),
        float(values.mean()),
        most,
    )


def _last(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The highest number between two for which a statement holds that ends holding somewhere."""
    if low >= high:
        return high
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if holds(middle):
            low = middle
        else:
            high = middle
    return high


def _log_choose(n: int, k: npt.NDArray[np.int64]) -> Floats:
    """Logarithm of the number of ways to choose k of n."""
    top = math.lgamma(n + 1)
    return np.array([top - math.lgamma(i + 1) - math.lgamma(n - i + 1) for i in k.tolist()])
