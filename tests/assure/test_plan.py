"""Plans: drawn by chance, with known weights, for one release only."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from releases import TEXT, plan, plan_and_texts, release

from incognote.assure.plan import draw, read_plan
from incognote.assure.release import hash_release
from incognote.core.document import hash_text
from incognote.core.errors import ConfigError, InputError


def test_a_plan_survives_its_file(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(plan().to_json())
    assert read_plan(path) == plan()


def test_the_same_seed_draws_the_same_notes_and_another_does_not() -> None:
    assert plan().sample == plan().sample
    assert plan().sample != plan(seed=4).sample


def test_notes_with_most_room_are_all_read_but_take_no_more_than_a_fifth() -> None:
    assert [s.name for s in plan(200, 40).strata] == ["all notes"]
    few = plan(200, 40, room=6)
    assert [(s.name, s.notes, s.read) for s in few.strata] == [
        ("most room", 6, 6),
        ("others", 194, 34),
    ]
    assert {drawn.id for drawn in few.sample if drawn.stratum == 0} == {
        f"n{i}" for i in range(194, 200)
    }
    assert few.roomy == {"1": 0, "2": 0, "4": 0, "8": 0}
    many = plan(200, 40, room=30)
    assert [s.read for s in many.strata] == [8, 32]
    assert many.roomy["1"] == many.roomy["8"] > 10  # 50 is more than 8 times 5


@pytest.mark.parametrize("notes", [1, 2, 3, 7, 50])
def test_any_number_can_be_read(notes: int) -> None:
    rng = np.random.default_rng(0)
    for room in (np.zeros(notes, np.int64), np.arange(notes)):
        for read in range(1, notes + 2):
            strata, drawn = draw(room, read, 3, rng)
            counts = Counter(drawn[drawn >= 0].tolist())
            assert [counts[i] for i in range(len(strata))] == [s.read for s in strata]
            assert sum(s.notes for s in strata) == notes
            assert sum(s.read for s in strata) == min(read, notes)
            assert all(0 < s.read <= s.notes for s in strata)


def test_within_a_stratum_chances_are_equal() -> None:
    rng = np.random.default_rng(2)
    room = np.array([50] * 2 + [0] * 28)
    times = sum((draw(room, 12, 10, rng)[1] >= 0).astype(int) for _ in range(3000))
    assert times[:2] / 3000 == pytest.approx(1.0)
    assert times[2:] / 3000 == pytest.approx(10 / 28, abs=0.04)


def test_what_only_may_tell_where_misses_are_steers_nothing() -> None:
    rng = np.random.default_rng(2)
    room = np.arange(30) % 10  # below what an unread note counts for
    times = sum((draw(room, 12, 10, rng)[1] >= 0).astype(int) for _ in range(3000))
    assert times / 3000 == pytest.approx(12 / 30, abs=0.04)


def test_the_texts_to_read_are_the_views_with_what_is_planted() -> None:
    made, texts = plan_and_texts(200, 40, planted=15)
    assert made.planted == 15
    view = TEXT.format("[PATIENT]")
    for drawn, doc in zip(made.sample, texts, strict=True):
        assert drawn.id == doc.id
        assert drawn.sha256 == hash_text(doc.text)
        put = drawn.planted
        if put is None:
            assert doc.text == view
            continue
        # The closer call of the two marks.
        assert (put.label, put.start) == ("PATIENT", 8)
        assert doc.text[put.start : put.end] == put.text
        assert doc.text == put.into(doc.id, view) != view
    assert len({d.planted.text for d in made.sample if d.planted}) > 5


@pytest.mark.parametrize(("read", "planted"), [(20, 5), (20, 0), (9, 60)])
def test_a_plan_with_too_little_planted_is_refused(read: int, planted: int) -> None:
    with pytest.raises(ConfigError, match="At least 10 identifiers must be planted"):
        plan(60, read, planted=planted)


def test_another_release_is_refused() -> None:
    made = plan()
    made.check_outputs(hash_release(list(reversed(release()))))
    with pytest.raises(InputError, match="other outputs"):
        made.check_outputs(hash_release(release()[1:]))


@pytest.mark.parametrize(
    "terms",
    [
        {"confidence": 1.0},
        {"confidence": 0.0},
        {"most": 0},
        {"precision": 0.0},
        {"target": 1.0},
        {"seed": -1},
    ],
)
def test_bad_terms_are_refused(terms: dict[str, float]) -> None:
    with pytest.raises(ConfigError):
        plan(**terms)


def test_an_edited_plan_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    values = json.loads(plan().to_json())
    values["sample"].pop()
    path.write_text(json.dumps(values))
    with pytest.raises(InputError, match="do not fit its strata"):
        read_plan(path)


@pytest.mark.parametrize("content", ["x", "[]", '{"kind": "incognote reading plan"}'])
def test_a_file_that_is_none_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(content)
    with pytest.raises(InputError, match=r"plan\.json"):
        read_plan(path)
