"""A curve is drawn on to where it reaches a recall."""

from __future__ import annotations

import numpy as np
import pytest

from incognote.core.errors import ConfigError
from incognote.lab.site.projection import Measured, labels_needed, mean_recall

SIZES = (20, 40, 80, 160, 320)


def runs(n: int, recall: float, rng: np.random.Generator, seeds: int = 3) -> list[Measured]:
    wanted = np.full(40, 25.0)
    return [
        Measured(n, rng.binomial(25, recall, size=40).astype(float), wanted) for _ in range(seeds)
    ]


def curve(rng: np.random.Generator, start: float = 100.0) -> dict[int, list[Measured]]:
    return {n: runs(n, 1 - 2.0 * (n + start) ** -0.6, rng) for n in SIZES}


def test_the_interval_holds_what_the_curve_was_made_from() -> None:
    truth = (2.0 / 0.05) ** (1 / 0.6) - 100
    held = 0
    for seed in range(10):
        found = labels_needed(curve(np.random.default_rng(seed)), 0.95, resamples=100)
        assert found.low <= found.value <= found.high
        held += found.low <= truth <= found.high
    assert held >= 8


def test_a_curve_that_does_not_rise_reaches_nothing_or_is_there() -> None:
    flat = {n: [Measured(n, np.full(5, 9.0), np.full(5, 10.0))] for n in SIZES}
    assert labels_needed(flat, 0.95, resamples=5).value == float("inf")
    assert labels_needed(flat, 0.8, resamples=5).value == 20


def test_all_found_is_no_end_of_the_curve() -> None:
    rising = {
        n: [Measured(n, np.full(5, found), np.full(5, 10.0))]
        for n, found in zip(SIZES, (7.0, 8.0, 9.0, 10.0, 10.0), strict=True)
    }
    found = labels_needed(rising, 0.9, resamples=20)
    assert 40 < found.value < 160


def test_the_mean_of_seeds_has_an_interval_of_seeds_and_notes() -> None:
    rng = np.random.default_rng(1)
    same = runs(20, 0.9, rng)
    found = mean_recall(same, resamples=300)
    assert found.low < found.value < found.high
    apart = mean_recall([*runs(20, 0.7, rng, 1), *runs(20, 0.95, rng, 1)], resamples=300)
    assert apart.high - apart.low > found.high - found.low


def test_what_cannot_be_is_refused() -> None:
    one = {20: runs(20, 0.9, np.random.default_rng(1))}
    with pytest.raises(ConfigError, match="two sizes"):
        labels_needed(one, 0.95)
    with pytest.raises(ConfigError, match="between 0 and 1"):
        labels_needed(curve(np.random.default_rng(1)), 95)
