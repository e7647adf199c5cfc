from __future__ import annotations

import pytest

from incognote.assure.attack.shifts import (
    every_shift,
    guessed,
    learned,
    normal,
    remaining,
    together,
)
from incognote.replace.policy import Options
from incognote.replace.replacement import Context


def test_shifts_are_those_that_replacement_draws_from() -> None:
    days = every_shift(Context())
    assert len(days) == len(set(days)) == 236
    assert min(map(abs, days)) == 184
    assert not any(d % 7 == 0 for d in days)
    assert all(d % 7 == 0 for d in every_shift(Context(whole_weeks=True)))
    assert len(every_shift(Context(options=Options(shift_most=3650)))) > 10 * 236


def test_what_remains_counts_equals_one_each() -> None:
    assert remaining({1: 0.25, 2: 0.25, 3: 0.25, 4: 0.25}) == pytest.approx(4)
    assert remaining({1: 1.0, 2: 0.0}) == pytest.approx(1)


def test_evidence_is_multiplied() -> None:
    both = together([normal({1: 1, 2: 3}), normal({1: 3, 2: 1})])
    assert both == pytest.approx({1: 0.5, 2: 0.5})


def test_of_equals_the_reader_takes_any() -> None:
    assert guessed({200: 0.4, 203: 0.4, 300: 0.2}, 200) == (0.5, 1.0)
    assert guessed({200: 0.4, 300: 0.4, 310: 0.2}, 310) == (0.0, 0.0)


def test_nothing_known_leaves_all() -> None:
    row = learned("x", 7, 236, [])
    assert (row.exposed, row.left, row.least, row.exactly) == (0, 236.0, 236.0, 0)
