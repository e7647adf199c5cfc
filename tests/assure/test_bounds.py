"""Bounds against brute force, and that they hold as often as they say."""

from __future__ import annotations

from itertools import combinations, product
from math import comb, exp, log

import numpy as np
import pytest

from incognote.assure.bounds import (
    _FACTORIALS,
    BETS,
    WEIGHTS,
    _log_factorial,
    falls,
    log_capital,
    marked_upper,
    share_lower,
    total_upper,
)


def test_the_start_capital_is_one_and_the_highest_bet_is_whole() -> None:
    assert WEIGHTS.sum() == pytest.approx(1)
    assert len(BETS) == len(WEIGHTS)
    assert BETS[0] == 1
    assert (np.diff(BETS) < 0).all()


def test_factorials_agree_where_table_and_series_meet() -> None:
    numbers = np.arange(1, 2 * len(_FACTORIALS))
    exact = np.cumsum(np.log(numbers))
    assert _log_factorial(numbers) == pytest.approx(exact, rel=1e-12)


def tail(found: int, notes: int, marked: int, read: int) -> float:
    """Chance of at most so many, counted out."""
    ways = sum(comb(marked, k) * comb(notes - marked, read - k) for k in range(found + 1))
    return ways / comb(notes, read)


@pytest.mark.parametrize(
    ("found", "notes", "read"), [(0, 40, 10), (3, 40, 10), (10, 40, 10), (1, 300, 200), (5, 9, 9)]
)
def test_one_stratum_is_the_hypergeometric_bound(found: int, notes: int, read: int) -> None:
    possible = range(found, notes - (read - found) + 1)
    exact = max(m for m in possible if tail(found, notes, m, read) > 0.05)
    assert marked_upper([found], [notes], [read], 0.05) == exact


@pytest.mark.parametrize(
    ("notes", "read"), [((20, 30), (8, 6)), ((30, 20), (6, 8)), ((40, 6), (10, 5))]
)
@pytest.mark.parametrize("found", [(0, 0), (1, 0), (0, 2), (3, 1)])
def test_two_strata_are_the_worst_division_counted_out(
    found: tuple[int, int], notes: tuple[int, int], read: tuple[int, int]
) -> None:
    weights = [n / r for n, r in zip(notes, read, strict=True)]
    seen = sum(w * x for w, x in zip(weights, found, strict=True))

    def chance(marked: tuple[int, int]) -> float:
        total = 0.0
        for x in product(range(read[0] + 1), range(read[1] + 1)):
            if sum(w * k for w, k in zip(weights, x, strict=True)) <= seen + 1e-9:
                parts = [
                    comb(m, k) * comb(n - m, r - k) / comb(n, r)
                    for k, m, n, r in zip(x, marked, notes, read, strict=True)
                ]
                total += parts[0] * parts[1]
        return total

    exact = max(
        sum(marked)
        for marked in product(range(notes[0] + 1), range(notes[1] + 1))
        if chance(marked) > 0.05
    )
    exact = min(exact, sum(notes) - sum(r - x for r, x in zip(read, found, strict=True)))
    assert marked_upper(found, notes, read, 0.05) == exact


def test_a_coarse_search_is_never_below_a_fine_one() -> None:
    coarse = marked_upper([2, 1], [3000, 17000], [100, 300], 0.05)
    fine = marked_upper([3], [20000], [400], 0.05)
    assert fine * 0.8 < coarse < fine * 2


def test_capital_is_the_product_written_out() -> None:
    gains = np.array([0.5, -0.2, -1.0, 0.1])
    plain = sum(w * np.prod(1 + b * gains) for b, w in zip(BETS, WEIGHTS, strict=True))
    assert log_capital(gains) == pytest.approx(log(plain))
    twice = log_capital(np.concatenate([gains, gains]))
    assert log_capital(gains, times=2.0) == pytest.approx(twice)


def test_no_draw_without_replacement_makes_capital_on_average() -> None:
    values = np.array([0, 0, 0.3, 1, 0, 0.2, 0.9])
    gains = values.mean() - values  # a game of no gain
    made = [exp(log_capital(gains[list(drawn)])) for drawn in combinations(range(7), 4)]
    assert np.mean(made) <= 1 + 1e-12


def test_nothing_found_is_about_the_rule_of_three() -> None:
    bound = total_upper(np.zeros(300), np.full(300, 10.0), 1.0, 0.05)
    assert 3 * 10 < bound < 3.75 * 10
    assert total_upper(np.zeros(300), np.full(300, 10.0), 5.0, 0.05) == pytest.approx(5 * bound)


def test_total_bounds_every_draw_from_two_small_strata_as_often_as_it_says() -> None:
    first, second = np.array([2.0, 0, 0, 1, 3]), np.array([0.0, 0, 0, 0, 1, 0])
    truth, wrong, draws = first.sum() + second.sum(), 0, 0
    weights = np.concatenate([np.full(2, 5 / 2), np.full(3, 2.0)])
    for a, b in product(combinations(first, 2), combinations(second, 3)):
        draws += 1
        wrong += total_upper(np.array([*a, *b]), weights, 3.0, 0.2) < truth
    assert wrong / draws <= 0.2


def test_bounds_hold_as_often_as_they_say_on_clumped_values() -> None:
    rng = np.random.default_rng(5)
    values = np.minimum(10, rng.poisson(rng.gamma(0.1, 5, 2000))).astype(float)
    order = np.argsort(-values + rng.normal(0, 2, 2000), kind="stable")
    strata = [order[:300], order[300:]]
    totals = marks = 0
    for _ in range(200):
        drawn = [rng.choice(s, n, replace=False) for s, n in zip(strata, (50, 100), strict=True)]
        weights = np.concatenate([np.full(50, 6.0), np.full(100, 17.0)])
        totals += total_upper(values[np.concatenate(drawn)], weights, 10, 0.1) >= values.sum()
        found = [int((values[d] > 0).sum()) for d in drawn]
        marks += marked_upper(found, [300, 1700], [50, 100], 0.1) >= (values > 0).sum()
    assert totals >= 180
    assert marks >= 180


@pytest.mark.parametrize(("found", "tried"), [(1, 1), (1, 30), (17, 30), (29, 30), (30, 30)])
def test_the_bound_of_a_share_is_where_so_many_become_rare(found: int, tried: int) -> None:
    def chance(p: float) -> float:
        ways = (comb(tried, k) * p**k * (1 - p) ** (tried - k) for k in range(found, tried + 1))
        return sum(ways)

    bound = share_lower(found, tried, 0.01)
    assert chance(bound) == pytest.approx(0.01, rel=1e-6)
    assert share_lower(0, tried, 0.01) == 0


def test_a_share_of_unlike_trials_is_bounded_too() -> None:
    rng = np.random.default_rng(4)
    chances = np.concatenate([np.full(30, 0.99), np.full(30, 0.5)])
    held = sum(
        share_lower(int(rng.binomial(1, chances).sum()), 60, 0.1) <= chances.mean()
        for _ in range(2000)
    )
    assert held >= 1800


@pytest.mark.parametrize("found", [0, 1, 4])
@pytest.mark.parametrize("sensitivity", [0.3, 0.8])
def test_marked_notes_that_readers_overlook_are_counted_out(found: int, sensitivity: float) -> None:
    notes, read = 40, 12

    def chance(marked: int) -> float:
        total = 0.0
        for k in range(min(marked, read) + 1):
            drawn = comb(marked, k) * comb(notes - marked, read - k) / comb(notes, read)
            seen = sum(
                comb(k, x) * sensitivity**x * (1 - sensitivity) ** (k - x)
                for x in range(min(found, k) + 1)
            )
            total += drawn * seen
        return total

    exact = max(m for m in range(found, notes + 1) if chance(m) > 0.05)
    bound = marked_upper([found], [notes], [read], 0.05, sensitivity=sensitivity)
    assert bound == exact
    assert bound > marked_upper([found], [notes], [read], 0.05)


def test_a_stratum_that_was_read_whole_is_as_sure_as_its_readers() -> None:
    assert marked_upper([2, 0], [9, 30], [9, 30], 0.05) == 2
    thinned = marked_upper([2], [9], [9], 0.05, sensitivity=0.5)
    assert thinned == 9  # of 9 marked notes two or fewer are seen with a chance of .09
    both = marked_upper([2, 0], [9, 30], [9, 30], 0.05, sensitivity=0.9)
    assert 2 < both < 9


def test_a_group_falls_by_chance_as_rarely_as_is_said() -> None:
    """Where groups make no difference, hardly more than one question in twenty names any."""
    rng = np.random.default_rng(3)
    named = 0
    for trial in range(100):
        # Notes that are hard and notes that are not: places of a note are missed together.
        missed = rng.binomial(5, rng.choice([0.01, 0.4], 25), size=(8, 25)).astype(float)
        named += falls(missed, draws=99, seed=trial).min() <= 0.05
    assert named <= 12


def test_a_group_that_is_worse_in_many_units_falls() -> None:
    missed = np.zeros((5, 40))
    missed[2, :9] = 1
    missed[4, 30] = 1
    chances = falls(missed)
    assert chances[2] < 0.01
    assert min(np.delete(chances, 2)) > 0.5
    in_pairs = falls(missed, 0)
    assert in_pairs[2] < 0.05
    assert min(np.delete(in_pairs, 2)) > 0.3
