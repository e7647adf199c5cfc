"""Plans: drawn by chance, with known weights, for one release only."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from releases import plan, release

from incognote.adapt.plan import draw, read_plan
from incognote.adapt.release import hash_release
from incognote.errors import ConfigError, InputError


def test_a_plan_survives_its_file(tmp_path: Path) -> None:
    path = tmp_path / "plan.json"
    path.write_text(plan().to_json())
    assert read_plan(path) == plan()


def test_the_same_seed_draws_the_same_notes_and_another_does_not() -> None:
    assert plan().sample == plan().sample
    assert plan().sample != plan(seed=4).sample


def test_suspicious_notes_are_read_more_often() -> None:
    first, second = plan(200, 40).strata
    assert (first.name, first.notes, first.read) == ("suspicious", 30, 10)
    assert (second.name, second.notes, second.read) == ("others", 170, 30)
    assert len(plan(200, 40).sample) == 40


@pytest.mark.parametrize("notes", [1, 2, 3, 7, 50])
def test_any_number_can_be_read(notes: int) -> None:
    rng = np.random.default_rng(0)
    for suspicion in (np.zeros(notes), np.arange(notes) * 1.0):
        for read in range(1, notes + 2):
            strata, drawn = draw(suspicion, read, rng)
            counts = Counter(drawn[drawn >= 0].tolist())
            assert [counts[i] for i in range(len(strata))] == [s.read for s in strata]
            assert sum(s.notes for s in strata) == notes
            assert sum(s.read for s in strata) == min(read, notes)
            assert all(0 < s.read <= s.notes for s in strata)


def test_within_a_stratum_chances_are_equal_also_among_ties() -> None:
    rng = np.random.default_rng(2)
    suspicion = np.array([5.0] * 3 + [0.0] * 27)
    times = sum((draw(suspicion, 12, rng)[1] >= 0).astype(int) for _ in range(3000))
    assert times[:3] / 3000 == pytest.approx(1.0)  # three of three suspicious ones
    assert times[3:] / 3000 == pytest.approx(9 / 27, abs=0.04)


def test_another_release_is_refused() -> None:
    made = plan()
    made.check_outputs(hash_release(list(reversed(release()))))
    with pytest.raises(InputError, match="other outputs"):
        made.check_outputs(hash_release(release()[1:]))


@pytest.mark.parametrize(
    "terms",
    [{"confidence": 1.0}, {"confidence": 0.0}, {"most": 0}, {"precision": 0.0}, {"seed": -1}],
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
