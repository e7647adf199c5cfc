"""Bounds that hold at any sample size, for shares and for means of bounded values.

No bound here rests on a normal approximation, and none takes identifiers of one note for
independent: what is drawn is a note (or a patient) whole, with all that it holds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

BETS = np.array([1.0, 0.75, 0.55, 0.4, 0.28, 0.18, 0.1, 0.04])
"""Shares of the highest bet that keeps the capital from going below zero."""

WEIGHTS = np.array([0.5, 0.1, 0.1, 0.08, 0.08, 0.06, 0.05, 0.03])
"""How the capital is laid out over `BETS` at the start. The highest bet is the best one where
nothing was missed, and gets the most."""

_CELLS = 200
"""Into how many cells the divisions of marked notes among two strata are cut."""

_STEPS = 60
"""Halvings of an interval in search of a bound: beyond double precision."""


def share_lower(found: int, tried: int, error: float) -> float:
    """Returns the lower bound on a chance of which `found` of `tried` trials came true.

    Exact (Clopper and Pearson 1934): the chance at which so many or more come true with
    probability `error`. Where the chances differ from trial to trial it bounds their mean all the
    same: far from the mean a sum of unlike trials is the less spread (Hoeffding 1956, On the
    distribution of the number of successes in independent trials, theorem 4). Trials drawn
    without replacement from a fixed lot are less spread, too.

    Args:
        found: How many came true.
        tried: Of how many.
        error: Chance that the bound is too high, at most.
    """
    if not found:
        return 0.0
    # Fewer than `found` is what remains: the tail that is short is the one that is summed.
    x = np.arange(found, tried + 1)
    choose = _log_choose(np.array(tried), x)

    def rare(chance: float) -> bool:
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = choose + x * math.log(chance) + (tried - x) * math.log1p(-chance)
        return float(np.exp(logs).sum()) <= error

    return _halved(rare, 0.0, 1.0)[0]


def marked_upper(
    found: Sequence[int],
    notes: Sequence[int],
    read: Sequence[int],
    error: float,
    *,
    sensitivity: float = 1.0,
) -> int:
    """Returns the upper bound on how many notes of one or two strata are marked, exact at any size.

    The largest number that some division among the strata makes no rarer than `error` to be seen so
    small, 'small' going by the estimate that weighs each stratum (Wendell and Schmee 1996, Exact
    inference for proportions from a stratified finite population). For one stratum it is the
    hypergeometric bound. Readers who see a marked note for what it is with a chance of at least
    `sensitivity`, note by note, thin what is drawn: hypergeometric, then binomial. The higher the
    chance, the rarer it is to see so little, so the least chance gives the bound.

    Args:
        found: Notes of the draw from each stratum that were seen to be marked.
        notes: How many notes each stratum has, of which
        read: so many are drawn without replacement, at least one.
        error: Chance that the bound is too low, at most.
        sensitivity: Above 0, up to 1.
    """
    weights = [n / r for n, r in zip(notes, read, strict=True)]
    estimate = sum(w * x for w, x in zip(weights, found, strict=True)) * (1 + 1e-12)
    if len(found) == 1:
        found, notes, read, weights = [0, *found], [0, *notes], [0, *read], [1.0, *weights]
    first = np.arange(min(read[0], math.floor(estimate / weights[0])) + 1)
    second = np.floor((estimate - weights[0] * first) / weights[1]).astype(np.int64)
    thin_first = _thinning(read[0], len(first), sensitivity)
    thin_second = _thinning(read[1], min(read[1], int(second[0])) + 1, sensitivity)
    low, high = sum(found), sum(notes)
    if sensitivity == 1.0:
        high -= sum(r - x for r, x in zip(read, found, strict=True))
    while low < high:
        middle = (low + high + 1) // 2
        least, most = max(0, middle - notes[1]), min(notes[0], middle)
        # Fewer marked notes only make a small draw likelier, so the two ends of a cell bound it.
        edges = np.unique(np.linspace(least, most + 1, _CELLS).astype(np.int64))
        here, there = edges[:-1], middle - (edges[1:] - 1)
        chance = _chances(notes[0], here, read[0]) @ thin_first
        below = _chances(notes[1], there, read[1]) @ thin_second
        tail = np.cumsum(below, axis=1)[:, np.minimum(second, below.shape[1] - 1)]
        if float((chance * tail).sum(axis=1).max()) > error:
            low = middle
        else:
            high = middle - 1
    return low


def _chances(notes: int, marked: Ints, read: int) -> Floats:
    """[marked, drawn] chance of so many marked notes in a draw without replacement."""
    x, m = np.arange(read + 1)[None, :], marked[:, None]
    possible = (x <= m) & (read - x <= notes - m)
    logs = (
        _log_choose(m, np.minimum(x, m))
        + _log_choose(notes - m, np.clip(read - x, 0, notes - m))
        - _log_choose(np.array(notes), np.array(read))
    )
    return np.where(possible, np.exp(logs), 0.0)


def _thinning(read: int, seen: int, sensitivity: float) -> Floats:
    """[drawn, seen] chance that of so many marked notes so many are seen, fewer than `seen`."""
    k, x = np.arange(read + 1)[:, None], np.arange(seen)[None, :]
    if sensitivity == 1.0:
        return np.eye(read + 1, seen)
    logs = (
        _log_choose(k, np.minimum(x, k))
        + x * math.log(sensitivity)
        + (k - x) * math.log1p(-sensitivity)
    )
    chances: Floats = np.exp(np.where(x <= k, logs, -np.inf))
    return chances


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


def total_upper(values: Floats, weights: Floats, most: float, error: float) -> float:
    """Returns the upper bound on the total of a population from a stratified draw.

    For a share b of the highest bet and W = `most` times the highest weight,
    exp(b * total / W) * product(1 - b * weight * value / W) is at most 1 on average: within a
    stratum by Maclaurin's inequality (as in `log_capital`), over strata since 1 - x <= exp(-x) and
    the weights make the sum of the strata's means the total. It needs no division of the error
    among strata. Where all values are 0 it is close to W * log(1 / error): the rule of three.

    It also bounds the total of what is to be found of values that readers see in part, note by
    note: the mean of a factor 1 - b * weight * value / W is linear in the value, so that what is
    seen on average stands for the value. With a mean sensitivity of at least s the values
    themselves add up to no more than the bound over s.

    Args:
        values: [drawn] none below 0.
        weights: [drawn] how many of the population each stands for: those in its stratum by those
            drawn from it, without replacement.
        most: The highest that a value of the highest weight can be; weight times value is never
            higher than it is there.
        error: Chance that the bound is too low, at most.
    """
    highest = most * float(weights.max())
    share = weights * values / highest
    with np.errstate(divide="ignore"):
        logs = np.log1p(-np.minimum(1.0, np.outer(BETS, share[share > 0]))).sum(axis=1)
    logs = logs + np.log(WEIGHTS)
    goal = -math.log(error)

    def possible(total: float) -> bool:
        each = logs + BETS * total / highest
        top = float(each.max())
        return top + math.log(float(np.exp(each - top).sum())) < goal

    least, largest = float((weights * values).sum()), highest * len(values)
    return largest if least >= largest else _halved(possible, least, largest)[1]


def falls(
    missed: Floats, reference: int | None = None, *, draws: int = 1000, seed: int = 20
) -> Floats:
    """Returns for each group the chance that any would fall so far if groups made no difference.

    Each unit (a note, a patient) was asked about the same places under every group. If the group
    made no difference, a unit's misses could as well stand under the other groups: they are
    permuted within each unit, and the group that then falls furthest is what each is held against,
    so that the chances hold for all groups together (Westfall and Young 1993, Resampling-based
    multiple testing). That is exact at any number of units and does not take places of one unit
    for independent.

    Args:
        missed: [groups, units] how many places were missed; each unit has as many in each group.
        reference: The group that the others are held against, in pairs; None is the mean of all.
        draws: How many permutations; no chance is below 1 over one more.
        seed: Of the permutations.
    """
    rng = np.random.default_rng(seed)
    high: list[Floats]
    if reference is None:
        observed = missed.sum(axis=1) - missed.sum() / len(missed)
        centre = missed.sum() / len(missed)
        high = [rng.permuted(missed, axis=0).sum(axis=1).max() - centre for _ in range(draws)]
    else:
        more = missed - missed[reference]
        spread = np.sqrt((more**2).sum(axis=1))
        spread[spread == 0] = 1.0
        observed = more.sum(axis=1) / spread
        signs = rng.choice((-1.0, 1.0), size=(draws, missed.shape[1]))
        high = list((signs @ more.T / spread).max(axis=1))
    above = (np.asarray(high)[:, None] >= observed[None, :] - 1e-12).sum(axis=0)
    chances: Floats = (1 + above) / (1 + draws)
    return chances


def _halved(holds: Callable[[float], bool], low: float, high: float) -> tuple[float, float]:
    """Between which two numbers, as near as they come, a statement ends holding."""
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low, high


def _log_choose(n: Ints, k: Ints) -> Floats:
    """Logarithm of the number of ways to choose k of n."""
    return _log_factorial(n) - _log_factorial(k) - _log_factorial(n - k)


def _log_factorial(n: Ints) -> Floats:
    """Logarithm of n!, to about 1e-12: a table, and beyond it Stirling's series."""
    if n.size and int(n.max()) < len(_FACTORIALS):
        return _FACTORIALS[n]
    x = np.maximum(n, len(_FACTORIALS) - 1).astype(np.float64)
    series = (
        (x + 0.5) * np.log(x) - x + 0.5 * math.log(2 * math.pi) + 1 / (12 * x) - 1 / (360 * x**3)
    )
    return np.where(n < len(_FACTORIALS), _FACTORIALS[np.minimum(n, len(_FACTORIALS) - 1)], series)


_FACTORIALS = np.cumsum(np.log(np.maximum(1, np.arange(16384))))
