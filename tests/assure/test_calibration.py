"""Thresholds meet their targets, or the error says what it takes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from releases import scored

from incognote.assure.calibration import (
    GRID,
    Calibration,
    Target,
    Terms,
    calibrate,
    choose_thresholds,
    read_calibration,
    read_targets,
    smallest,
)
from incognote.core.errors import ConfigError, InputError


def make(notes=None, **changes) -> Calibration:
    given = {
        "lang": "en",
        "policy": "all 1",
        "unit": "",
        "recall_bias": 0.0,
        "system": {"model": "a", "rules": "b"},
        "corpus": "c",
    } | changes
    notes = notes or scored(list(range(200)), [1.0] * 200)
    return calibrate(notes, read_targets("all=.9"), Terms(), **given)


def test_targets_are_read() -> None:
    assert read_targets("all=.99, NAME=.995") == (Target("all", 0.99), Target("NAME", 0.995))


@pytest.mark.parametrize("text", ["", "all", "all=x", "all=1", "all=0", "NAM=.9", "all=.9,all=.8"])
def test_bad_targets_say_what_to_do(text: str) -> None:
    with pytest.raises(ConfigError):
        read_targets(text)


@pytest.mark.parametrize("recall", [-0.5, 0.0, 1.0, 1.5, 99.0, float("inf"), float("nan")])
def test_a_recall_that_cannot_be_asked_for_is_refused(recall: float) -> None:
    with pytest.raises(ConfigError, match="must lie between 0 and 1"):
        Target("all", recall)


@pytest.mark.parametrize(("confidence", "most"), [(0, 1), (1, 1), (0.95, 0)])
def test_bad_terms_are_refused(confidence: float, most: int) -> None:
    with pytest.raises(ConfigError):
        Terms(confidence, most)


def test_where_nothing_is_missed_the_thresholds_stay() -> None:
    thresholds, (result,) = choose_thresholds(
        scored(list(range(200)), [1.0] * 200), read_targets("all=.95"), Terms()
    )
    assert thresholds == {"PATIENT": 0.5, "DATE": 0.5}
    assert (result.units, result.identifiers, result.missed) == (200, 200, 0)
    assert result.p <= 0.05


def test_the_highest_threshold_that_is_shown_is_taken() -> None:
    # A tenth of the identifiers needs a threshold of .03.
    critical = [0.03 if i % 10 == 0 else 1.0 for i in range(400)]
    thresholds, (result,) = choose_thresholds(
        scored(list(range(400)), critical), read_targets("all=.95"), Terms()
    )
    assert set(thresholds.values()) == {0.03}
    assert result.found == 1.0


def test_a_label_lowers_its_own_threshold_only_and_the_lower_one_wins() -> None:
    critical = [0.01 if i % 20 == 0 else 1.0 for i in range(600)]  # units with even numbers
    notes = scored(list(range(600)), critical)
    thresholds, results = choose_thresholds(notes, read_targets("all=.9,NAME=.97"), Terms())
    assert thresholds == {"PATIENT": 0.01, "DATE": 0.5}
    assert [r.threshold for r in results] == [0.5, 0.01]


def test_all_targets_hold_together() -> None:
    """Two targets need more notes than one: the error is shared."""
    few = scored([2 * i for i in range(76)], [1.0] * 76)
    choose_thresholds(few, read_targets("all=.95"), Terms())
    with pytest.raises(InputError, match=r"all=0\.95 is not shown"):
        choose_thresholds(few, read_targets("all=.95,NAME=.95"), Terms())


def test_every_target_that_is_not_shown_is_told_at_once() -> None:
    notes = scored(list(range(50)), [1.0] * 50)
    with pytest.raises(InputError) as caught:
        choose_thresholds(notes, read_targets("all=.99,PATIENT=.8,NAME=.995"), Terms())
    told = str(caught.value)
    assert told.isprintable()  # a line's end would stand on the screen as two characters
    first, second = told.split(" or ask for less. ")
    assert [part.partition(" ")[0] for part in (first, second)] == ["all=0.99", "NAME=0.995"]
    assert all("more notes with such identifiers" in part for part in (first, second))


def test_one_is_told_as_one() -> None:
    with pytest.raises(InputError, match="of 1 such identifier in 1 reviewed note with any, 1 st"):
        choose_thresholds(scored([0], [0.0]), read_targets("all=.9"), Terms())


def test_too_few_notes_says_how_many_more_and_that_many_do() -> None:
    with pytest.raises(InputError, match=r"about (\d+) more notes") as caught:
        choose_thresholds(scored(list(range(50)), [1.0] * 50), read_targets("all=.99"), Terms())
    more = int(re.search(r"about (\d+) more", str(caught.value))[1])
    assert 300 < more < 350
    n = 50 + more
    choose_thresholds(scored(list(range(n)), [1.0] * n), read_targets("all=.99"), Terms())


def test_what_more_notes_cannot_show_is_told() -> None:
    with pytest.raises(InputError, match="cannot show it: ask for less"):
        choose_thresholds(
            scored(list(range(50)), [0.0] * 10 + [1.0] * 40), read_targets("all=.95"), Terms()
        )


def test_a_target_without_identifiers_is_refused() -> None:
    with pytest.raises(InputError, match="no identifier of PHONE"):
        choose_thresholds(scored(list(range(9)), [1.0] * 9), read_targets("PHONE=.9"), Terms())


def test_a_note_counts_for_no_more_than_most() -> None:
    """One patient whose 300 identifiers are all missed is one loss among 100, or most of all."""
    unit = [0] * 300 + list(range(1, 100)) * 3
    critical = [0.0] * 300 + [1.0] * 297
    notes = scored(unit, critical)
    choose_thresholds(notes, read_targets("all=.9"), Terms(most=1))
    with pytest.raises(InputError, match=r"recall 0\.4"):
        choose_thresholds(notes, read_targets("all=.9"), Terms(most=300))


@pytest.mark.parametrize("most", [1, 10])
def test_targets_are_met_at_sites_whose_misses_clump(most: int) -> None:
    rng = np.random.default_rng(4)
    met = 0
    for _ in range(60):
        held = 1 + rng.negative_binomial(1, 0.1, 1500)
        ease = rng.normal(5, 2.5, 1500)
        unit = np.repeat(np.arange(1500), held)
        critical = 1 / (1 + np.exp(-ease[unit] - rng.logistic(0, 1, len(unit))))
        critical = np.where(critical > 0.5, 1.0, critical)
        drawn = rng.choice(1500, 150)
        where = [np.flatnonzero(unit == u) for u in drawn]
        sample = scored(
            np.repeat(np.arange(150) * 2, held[drawn]).tolist(),
            critical[np.concatenate(where)].tolist(),
        )
        try:
            thresholds, _ = choose_thresholds(sample, read_targets("all=.95"), Terms(0.9, most))
        except InputError:
            met += 1
            continue
        lost = np.bincount(unit, weights=critical < thresholds["PATIENT"]) * np.minimum(
            1, most / held
        )
        met += 1 - lost.sum() / np.minimum(held, most).sum() >= 0.95
    assert met >= 54


def test_smallest_finds_the_border_to_a_percent() -> None:
    assert 1000 <= (smallest(lambda n: n >= 1000, 7) or 0) <= 1010
    assert smallest(lambda n: True, 7) == 7
    assert smallest(lambda n: False, 7) is None


def test_a_calibration_survives_its_file_and_holds_no_text(tmp_path: Path) -> None:
    made = make()
    path = tmp_path / "c.json"
    path.write_text(made.to_json())
    read = read_calibration(path)
    assert (read.thresholds, read.targets, read.system) == (
        made.thresholds,
        made.targets,
        made.system,
    )
    assert read.to_json() == made.to_json()


@pytest.mark.parametrize(
    "change",
    [
        {"lang": "es"},
        {"policy": "hipaa 2"},
        {"recall_bias": 1.0},
        {"system": {"model": "other", "rules": "b"}},
        {"system": {"model": "a", "rules": "other"}},
        {"system": {"model": "a", "rules": "b", "site": "3f"}},
    ],
)
def test_it_is_not_applied_to_another_system(change: dict[str, object]) -> None:
    here = {
        "lang": "en",
        "policy": "all 1",
        "recall_bias": 0.0,
        "system": {"model": "a", "rules": "b"},
    }
    make().check_fits(**here)
    with pytest.raises(ConfigError, match="run incognote calibrate again"):
        make().check_fits(**(here | change))


@pytest.mark.parametrize(
    "content",
    [
        "not json",
        "[]",
        '{"kind": "other"}',
        '{"kind": "incognote calibration", "format_version": 99}',
        '{"kind": "incognote calibration", "format_version": 1}',
    ],
)
def test_a_file_that_is_none_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(content)
    with pytest.raises(InputError, match=r"c\.json"):
        read_calibration(path)


def test_a_threshold_that_cannot_be_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    values = json.loads(replace(make(), thresholds={"PATIENT": 0.9}).to_json())
    path.write_text(json.dumps(values))
    with pytest.raises(InputError, match="cannot be"):
        read_calibration(path)


def test_a_map_of_probabilities_that_cannot_be_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    values = json.loads(make().to_json())
    values["reliability"] = [{"label": "all", "x": [0.1, 0.2], "y": [0.5, 0.4]}]
    path.write_text(json.dumps(values))
    with pytest.raises(InputError, match="map of probabilities that cannot be"):
        read_calibration(path)


def test_the_grid_rises() -> None:
    assert list(GRID) == sorted(set(GRID))
    assert GRID[-1] == 0.5
