"""Certificates: what reading proves, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from releases import plan, reading

from incognote.assure.bounds import share_lower
from incognote.assure.certificate import (
    DIRECT,
    PARTS,
    Mended,
    beyond,
    certify,
    left_upper,
    limited_upper,
    notes_upper,
    of_one_category,
    unread_limits,
)
from incognote.assure.plan import LIMITS, Stratum, Terms, draw
from incognote.assure.prospects import prospects
from incognote.core.errors import InputError


def test_parts_of_the_error_make_the_whole() -> None:
    assert sum(PARTS.values()) == pytest.approx(1)
    assert sum(LIMITS.values()) == pytest.approx(1)


def test_what_was_found_moves_all_bounds() -> None:
    made = plan(600, 100)
    clean = certify(made, reading(made))
    worse = certify(made, reading(made, {made.sample[0].id: ("PATIENT",) * 3}))
    assert clean.overall.recall > worse.overall.recall
    assert clean.left_per_1000 < worse.left_per_1000
    assert clean.notes_per_1000 < worse.notes_per_1000
    assert worse.overall.recall_estimate < clean.overall.recall_estimate == 1.0
    assert all(b.left <= worse.overall.left for b in worse.groups)
    assert worse.found == {"PATIENT": 3}


def test_rates_are_those_of_a_thousand_notes() -> None:
    for notes in (100, 600, 2000):
        made = plan(notes, 60)
        found = certify(made, reading(made, {made.sample[0].id: ("PATIENT",) * 3}))
        thousands = notes / 1000
        assert thousands * found.left_per_1000 == pytest.approx(found.overall.left)
        assert thousands * found.notes_per_1000 == pytest.approx(found.overall.notes_left)


def test_each_read_note_stands_for_as_many_as_it_was_drawn_for() -> None:
    made = plan(600, 100)
    ids = [drawn.id for drawn in made.sample]
    none = certify(made, reading(made)).overall
    assert (none.left_estimate, none.notes_estimate) == (0, 0)
    left = {ids[0]: ("PATIENT",), ids[1]: ("DATE",) * 4}
    found = certify(made, reading(made, left))
    assert found.overall.left_estimate == pytest.approx(5 * 6)  # one note in six was read
    assert found.overall.notes_estimate == pytest.approx(2 * 6)
    dates = next(b for b in found.groups if b.name == "DATE")
    assert (dates.left_estimate, dates.notes_estimate) == (pytest.approx(24), pytest.approx(6))
    half = certify(made, reading(made, left, missed=10)).overall  # half of it is overlooked
    assert half.left_estimate == pytest.approx(2 * 30)
    assert half.notes_estimate == pytest.approx(2 * 12)


def test_a_note_counts_in_its_own_stratum_alone() -> None:
    strata = [Stratum("most room", 10, 10), Stratum("middle", 30, 30)]
    drawn = np.repeat([0, 1], [10, 30])
    for there in ((3, 0), (0, 3), (2, 4)):
        left = np.zeros(40)
        left[: there[0]] = 2
        left[10 : 10 + there[1]] = 1
        # Where all was read, what was seen is all that there is.
        assert notes_upper(left, drawn, strata, 0.05) == sum(there)


def test_readers_who_miss_more_prove_less() -> None:
    made = plan(600, 100, planted=60)
    found = [
        certify(made, reading(made, {made.sample[0].id: ("PATIENT",)}, missed))
        for missed in (0, 3, 12, 24, 59)
    ]
    for one in (
        [c.overall.left for c in found],
        [c.overall.notes_left for c in found],
        [c.overall.left_estimate for c in found],
        [-c.overall.recall for c in found],
        [-c.sensitivity.least for c in found],
    ):
        assert one == sorted(one)
        assert one[0] < one[-1]
    assert found[2].sensitivity.estimate == 0.8
    assert found[2].sensitivity.least < 0.8


def test_readers_find_at_least_what_their_part_of_the_error_allows() -> None:
    made = plan(600, 100, planted=60)
    least = certify(made, reading(made, missed=12)).sensitivity.least
    assert least == share_lower(48, 60, PARTS["readers"] * (1 - made.terms.confidence))


def test_readers_who_find_nothing_of_what_was_planted_prove_nothing() -> None:
    made = plan(600, 100)
    with pytest.raises(InputError, match="Of the 20 identifiers that were planted"):
        certify(made, reading(made, missed=20))


def test_groups_are_categories_and_direct_identifiers() -> None:
    made = plan(600, 100)
    found = certify(made, reading(made, {made.sample[0].id: ("PATIENT", "STREET", "CITY")}))
    by_name = {b.name: b for b in found.groups}
    assert list(by_name) == [DIRECT, "NAME", "LOCATION", "DATE"]
    assert {k: (b.found, b.marks) for k, b in by_name.items()} == {
        DIRECT: (2, 2400),
        "NAME": (1, 2400),
        "LOCATION": (2, 0),
        "DATE": (0, 3600),
    }


def test_an_unread_note_counts_for_fewer_of_a_category_than_of_direct_identifiers() -> None:
    assert [of_one_category(most) for most in (1, 4, 5)] == [1, 2, 3]
    made = plan(600, 100)
    found = certify(made, reading(made))
    left = {bound.name: bound.left for bound in found.groups}
    assert left["NAME"] == left["DATE"] < left[DIRECT] <= found.overall.left


def test_a_group_of_few_is_told_as_few_and_one_that_was_missed_is_not() -> None:
    made = plan(600, 100)
    few = replace(made, marks={**made.marks, "IPADDRESS": 2})
    contact = next(b for b in certify(few, reading(few)).groups if b.name == "CONTACT")
    assert contact.recall < 0.5
    assert contact.says_little
    missed = {drawn.id: ("IPADDRESS",) for drawn in few.sample[:30]}
    contact = next(b for b in certify(few, reading(few, missed)).groups if b.name == "CONTACT")
    assert contact.recall < contact.recall_estimate < 0.5
    assert not contact.says_little


@pytest.mark.parametrize(("target", "passed"), [(0.5, True), (0.999, False)])
def test_it_passes_where_the_target_of_the_plan_is_shown(target: float, passed: bool) -> None:
    made = plan(600, 100, target=target)
    assert certify(made, reading(made)).passed is passed


def test_it_passes_on_the_condition_that_it_names() -> None:
    made = plan(600, 100, target=0.5)
    assert certify(made, reading(made)).verdict == (
        "PASSED if no note that was not read has more than 5 left that readers would find"
    )
    roomy = plan(600, 100, target=0.5, room=40)
    assert f"{certify(roomy, reading(roomy)).roomy} such notes could" in (
        certify(roomy, reading(roomy)).verdict
    )
    whole = plan(60, 60, planted=60, target=0.5)
    assert certify(whole, reading(whole)).verdict == "PASSED"


def test_where_a_read_note_had_more_than_counts_nothing_is_shown() -> None:
    made = plan(600, 100, target=0.01)
    for left, passed in ((40, True), (41, False)):
        found = certify(made, reading(made, {made.sample[0].id: ("PATIENT",) * left}))
        assert found.passed is passed
        assert found.verdict.startswith("PASSED if" if passed else "NOT PASSED")


@pytest.mark.parametrize("times", [1.0, 1.5, 2.0])
def test_what_is_harder_to_find_is_bounded_as_by_readers_who_find_less(times: float) -> None:
    made = plan(600, 100)
    found = certify(made, reading(made, {made.sample[0].id: ("PATIENT", "DATE", "DATE")}))
    left = found.overall.left
    removed = 0.9 * 6000
    assert found.recall_if_harder(times) == pytest.approx(removed / (removed + times * left))
    after = found.mended(Mended("hash", 3, 4, 5))
    assert after.recall_if_harder(times) == pytest.approx((removed + 3) / (removed + times * left))
    assert after.recall_if_harder(1) == pytest.approx(after.overall.recall)


def test_taking_out_what_was_found_lowers_the_bound_by_it_and_no_more() -> None:
    made = plan(600, 100)
    found = certify(made, reading(made, {made.sample[0].id: ("PATIENT", "DATE", "DATE")}))
    after = found.mended(Mended("hash", 3, 4, 5))
    assert after.overall.left == found.overall.left - 3
    assert after.overall.recall > found.overall.recall
    assert after.overall.notes_left == found.overall.notes_left
    removed = 0.9 * 6000 + 3
    assert after.overall.recall == pytest.approx(removed / (removed + after.overall.left))
    for a, b in zip(after.groups, found.groups, strict=True):
        assert a.left == min(b.left - b.found, after.overall.left)
    assert (found.outputs, after.outputs) == (made.outputs, "hash")


def test_the_limit_of_an_unread_note_is_raised_until_no_read_note_exceeds_it() -> None:
    made = plan(600, 100)
    left = [5, 6, 20, 40, 41, 50]
    found = [certify(made, reading(made, {made.sample[0].id: ("PATIENT",) * n})) for n in left]
    assert len(made.strata) == 1
    assert [c.most for c in found] == [(5,), (10,), (20,), (40,), (40,), (40,)]
    assert [c.crowded for c in found] == [0, 0, 0, 0, 1, 1]
    bounds = [c.overall.left for c in found]
    assert bounds == sorted(bounds)
    # Beyond the highest limit its own count still counts whole.
    assert bounds[5] == pytest.approx(bounds[3] + 10 / found[5].sensitivity.least)
    assert [c.groups[1].left <= c.overall.left for c in found] == [True] * 6


def test_a_release_read_whole_is_as_sure_as_its_readers() -> None:
    made = plan(60, 60, planted=60)
    found = certify(made, reading(made, {"n003": ("PATIENT", "DATE"), "n004": ("DATE",)}))
    assert found.overall.found == 3 < found.overall.left < 60
    assert 2 <= found.overall.notes_left <= 10
    assert found.overall.left_estimate == 3


def test_notes_that_look_as_if_they_held_more_are_told() -> None:
    made = plan(600, 100, room=40)
    assert [(s.name, s.notes, s.read) for s in made.strata] == [
        ("most room", 20, 20),
        ("others", 580, 80),
    ]
    unread = {f"n{i:03}" for i in range(560, 600)} - {drawn.id for drawn in made.sample}
    assert certify(made, reading(made)).roomy == len(unread) > 10
    other = next(drawn.id for drawn in made.sample if drawn.stratum)
    raised = certify(made, reading(made, {other: ("PATIENT",) * 40}))
    assert raised.most[1] == 40
    assert raised.roomy == len(unread)  # room for 50 is more than 40


def test_a_plan_says_what_it_could_prove() -> None:
    terms = Terms(0.95, 10, 0.9)
    strata = [Stratum("most room", 50, 50), Stratum("others", 950, 150)]
    rows = prospects(strata, 30_000, planted=60, terms=terms)
    assert [r.recall for r in rows] == sorted((r.recall for r in rows), reverse=True)
    assert [r.proved for r in rows] == sorted((r.proved for r in rows), reverse=True)
    assert all(r.proved < r.recall for r in rows)
    more = prospects([Stratum("all", 1000, 900)], 30_000, planted=60, terms=terms)
    assert all(a.proved > b.proved for a, b in zip(more, rows, strict=True))


def read_by(rng: np.random.Generator, left: np.ndarray, sensitivity: float) -> np.ndarray:
    """What readers of that sensitivity find, who overlook half of what they do page by page."""
    page = np.where(rng.random(len(left)) < np.sqrt(sensitivity), np.sqrt(sensitivity), 0.0)
    return rng.binomial(left.astype(int), page).astype(float)


@pytest.mark.parametrize("sensitivity", [0.6, 0.8, 0.95, 1.0])
def test_bounds_hold_for_readers_who_miss_some(sensitivity: float) -> None:
    rng = np.random.default_rng(11)
    left_held = notes_held = 0
    for i in range(150):
        patients = np.repeat(rng.gamma(0.3, 3, 250), 4)
        left = np.minimum(10, rng.poisson(0.2 * patients)).astype(float)
        room = (left if i % 2 else -left + 10) + rng.poisson(3, 1000)
        strata, drawn = draw(room.astype(np.int64), 120, 10, rng)
        at = drawn >= 0
        found = read_by(rng, left[at], sensitivity)
        left_held += (
            left_upper(found, drawn[at], strata, 10, 0.1, sensitivity=sensitivity) >= left.sum()
        )
        notes_held += (
            notes_upper(found, drawn[at], strata, 0.1, sensitivity=sensitivity) >= (left > 0).sum()
        )
    assert left_held >= 129  # each may fail once in ten: 129 of 150 or fewer once in a thousand
    assert notes_held >= 121


def test_a_limit_chosen_after_the_reading_still_bounds_what_is_left() -> None:
    rng = np.random.default_rng(5)
    held = 0
    for i in range(150):
        patients = np.repeat(rng.gamma(0.3, 3, 250), 4)
        left = np.minimum(40, rng.poisson(0.6 * patients)).astype(float)
        room = (left * (i % 2) + rng.poisson(3, 1000)).astype(np.int64)
        strata, drawn = draw(room, 120, 5, rng)
        at = drawn >= 0
        bound, _ = limited_upper(left[at], drawn[at], strata, 5, 0.1)
        held += bound >= left.sum()
    assert held >= 135


def test_where_a_read_note_stands_for_fewer_others_a_note_may_hold_more() -> None:
    strata = [Stratum("most room", 150, 30), Stratum("others", 850, 70)]
    assert unread_limits(strata, 5).tolist() == [12, 5]  # 850 / 70 over 150 / 30 is 2.4
    drawn = np.repeat([0, 1], [30, 70])
    left = np.zeros(100)
    left[0] = 12
    bound, times = limited_upper(left, drawn, strata, 5, 0.05)
    assert times == 1
    assert not beyond(left, drawn, unread_limits(strata, 5)).any()
    left[0] = 13
    more, times = limited_upper(left, drawn, strata, 5, 0.05)
    assert times == 2
    assert more > bound
