"""Certificates: what reading proves, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from releases import plan

from incognote.adapt.certificate import (
    LIMITS,
    PARTS,
    beyond,
    certify,
    left_upper,
    limited_upper,
    notes_upper,
    prospects,
    unread_limits,
)
from incognote.adapt.plan import Stratum, draw
from incognote.errors import InputError, NoteError


def nothing(made) -> dict[str, tuple[str, ...]]:
    return {drawn.id: () for drawn in made.sample}


def test_parts_of_the_error_make_the_whole() -> None:
    assert sum(PARTS.values()) == pytest.approx(1)
    assert sum(LIMITS.values()) == pytest.approx(1)


def test_a_release_read_whole_has_no_doubt_left() -> None:
    made = plan(30, 30)
    reviewed = nothing(made) | {"n003": ("PATIENT", "DATE"), "n004": ("DATE",)}
    found = certify(made, reviewed)
    assert (found.overall.left, found.overall.notes_left, found.overall.found) == (3, 2, 3)
    assert found.overall.recall == pytest.approx(270 / 273)  # 300 marks, nine of ten count
    assert {b.label: (b.left, b.notes_left) for b in found.labels} == {
        "DATE": (2, 2),
        "PATIENT": (1, 1),
    }


def test_what_was_found_moves_all_bounds() -> None:
    made = plan(600, 100)
    clean = certify(made, nothing(made))
    worse = certify(made, nothing(made) | {made.sample[0].id: ("PATIENT",) * 3})
    assert clean.overall.recall > worse.overall.recall
    assert clean.left_per_1000 < worse.left_per_1000
    assert clean.notes_per_1000 < worse.notes_per_1000
    assert worse.labels[0].label == "PATIENT"
    assert all(b.left <= worse.overall.left for b in worse.labels)


def test_the_limit_of_an_unread_note_is_raised_until_no_read_note_exceeds_it() -> None:
    made = plan(600, 100)
    left = [5, 6, 20, 40, 41, 50]
    found = [certify(made, nothing(made) | {made.sample[0].id: ("PATIENT",) * n}) for n in left]
    where = made.sample[0].stratum
    heavy = max(s.notes / s.read for s in made.strata)
    assert heavy == made.strata[where].notes / made.strata[where].read
    assert [c.most[where] for c in found] == [5, 10, 20, 40, 40, 40]
    assert [c.crowded for c in found] == [0, 0, 0, 0, 1, 1]
    bounds = [c.overall.left for c in found]
    assert bounds == sorted(bounds)
    # Beyond the highest limit its own count still counts whole.
    assert bounds[5] == pytest.approx(bounds[3] + 10)
    assert [c.labels[0].left <= c.overall.left for c in found] == [True] * 6
    assert found[5].labels[0].left == found[5].overall.left  # 24 for a label: no bound of its own


def test_no_bound_is_below_what_was_found() -> None:
    made = plan(30, 30)
    found = certify(made, nothing(made) | {"n003": ("DATE",) * 15})
    assert found.overall.left == 15
    assert [bound.left for bound in found.labels if bound.label == "DATE"] == [15]


def test_a_note_outside_the_plan_is_refused() -> None:
    made = plan()
    outside = next(f"n{i:03}" for i in range(60) if f"n{i:03}" not in nothing(made))
    with pytest.raises(NoteError, match="not in the plan"):
        certify(made, nothing(made) | {outside: ()})


def test_a_note_that_was_not_read_is_refused() -> None:
    made = plan()
    reviewed = nothing(made)
    del reviewed[made.sample[2].id]
    with pytest.raises(InputError, match="1 note of the plan is not reviewed"):
        certify(made, reviewed)


def test_a_plan_says_what_it_could_prove() -> None:
    strata = [Stratum("suspicious", 150, 50), Stratum("others", 850, 150)]
    rows = prospects(strata, 30_000, confidence=0.95, most=10, precision=0.9)
    assert [r.recall for r in rows] == sorted((r.recall for r in rows), reverse=True)
    assert [r.proved for r in rows] == sorted((r.proved for r in rows), reverse=True)
    assert all(r.proved < r.recall for r in rows)
    more = prospects([Stratum("all", 1000, 900)], 30_000, confidence=0.95, most=10, precision=0.9)
    assert all(a.proved > b.proved for a, b in zip(more, rows, strict=True))


def test_bounds_hold_whatever_suspicion_points_at() -> None:
    rng = np.random.default_rng(11)
    held = 0
    for i in range(150):
        patients = np.repeat(rng.gamma(0.3, 3, 250), 4)
        left = np.minimum(10, rng.poisson(0.2 * patients)).astype(float)
        suspicion = (left if i % 2 else -left) + rng.normal(0, 1, 1000)
        strata, drawn = draw(suspicion, 120, rng)
        read = drawn >= 0
        held += (
            left_upper(left[read], drawn[read], strata, 10, 0.1) >= left.sum()
            and notes_upper(left[read], drawn[read], strata, 0.1) >= (left > 0).sum()
        )
    assert held >= 120  # each may fail once in ten


def test_a_limit_chosen_after_the_reading_still_bounds_what_is_left() -> None:
    rng = np.random.default_rng(5)
    held = 0
    for i in range(150):
        patients = np.repeat(rng.gamma(0.3, 3, 250), 4)
        left = np.minimum(40, rng.poisson(0.6 * patients)).astype(float)
        strata, drawn = draw(rng.normal(0, 1, 1000) + left * (i % 2), 120, rng)
        read = drawn >= 0
        bound, _ = limited_upper(left[read], drawn[read], strata, 5, 0.1)
        held += bound >= left.sum()
    assert held >= 135


def test_where_a_read_note_stands_for_fewer_others_an_unread_one_may_hold_more() -> None:
    strata = [Stratum("suspicious", 150, 30), Stratum("others", 850, 70), Stratum("read", 9, 9)]
    assert unread_limits(strata, 5).tolist() == [12, 5, 0]  # 850 / 70 over 150 / 30 is 2.4
    drawn = np.repeat([0, 1, 2], [30, 70, 9])
    left = np.zeros(109)
    free = left_upper(left, drawn, strata, 5, 0.05)
    left[0], left[108] = 12, 90
    bound, limits = limited_upper(left, drawn, strata, 5, 0.05)
    assert not beyond(left, drawn, limits).any()
    assert limits.tolist() == [12, 5, 0]
    assert bound > free + 90
