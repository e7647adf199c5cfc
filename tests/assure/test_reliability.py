"""Calibrated probabilities: isotonic, and judged on what the map had not seen."""

from __future__ import annotations

import numpy as np
import pytest
from releases import scored

from incognote.assure.reliability import Curve, fit, reliability


def test_a_worked_example_of_pooling() -> None:
    curve = fit(np.array([0.1, 0.2, 0.3, 0.4]), np.array([False, True, False, True]))
    assert curve.y == (0.0, 0.5, 1.0)
    assert curve.x == pytest.approx((0.1, 0.25, 0.4))


def test_the_map_only_rises() -> None:
    rng = np.random.default_rng(0)
    p = rng.random(3000)
    curve = fit(p, rng.random(3000) < p**2)
    grid = curve(np.linspace(0, 1, 200))
    assert (np.diff(grid) >= 0).all()
    assert grid[100] == pytest.approx(0.25, abs=0.06)


def test_nothing_to_learn_from_leaves_probabilities_as_they_are() -> None:
    assert fit(np.zeros(0), np.zeros(0, np.bool_)) == Curve((0.0, 1.0), (0.0, 1.0))


def test_overconfidence_is_seen_and_mended() -> None:
    rng = np.random.default_rng(1)
    units = rng.integers(0, 300, 6000)
    p = np.round(rng.random(6000), 3)
    notes = scored(units.tolist(), p.tolist())
    notes.token_is_phi[:] = rng.random(6000) < p**2
    found = reliability(notes)
    assert [r.label for r in found] == ["all", "PATIENT", "DATE"]
    assert found[0].error > 0.1
    assert found[0].error_after < 0.02
    assert sum(b["n"] for b in found[0].bins) == found[0].n == 6000
