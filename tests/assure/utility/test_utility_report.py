"""Shares of facts kept: counts, intervals, the gate, and the file that another command reads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from incognote.assure.evaluation import Bootstrap
from incognote.assure.utility.compare import KEPT, LOST, OTHERWISE, Compared, Outcome
from incognote.assure.utility.report import Share, read_utility, sum_up
from incognote.core.errors import ConfigError, InputError
from incognote.detect.facts import Fact


def fact(kind: str, start: int = 0) -> Fact:
    return Fact(start, kind, ((start, start + 4),))


def note(id: str, *fates: tuple[str, str], added: int = 0) -> Compared:
    outcomes = [
        Outcome(fact(kind, 10 * i), fate, ("PHONE", "neural") if fate == LOST else ("", ""))
        for i, (kind, fate) in enumerate(fates)
    ]
    return Compared(id, tuple(outcomes), (fact("dose"),) * added)


NOTES = [
    note("a", ("dose", KEPT), ("dose", LOST), ("interval", LOST), added=1),
    note("b", ("dose", KEPT), ("negation", OTHERWISE)),
    note("c", ("dose", KEPT), ("dose", KEPT)),
]


def test_counts_by_kind_and_in_all() -> None:
    done = sum_up(NOTES, lang="en", outputs="x")
    assert (done.total.facts, done.total.kept, done.total.lost) == (7, 5, 2)
    assert (done.total.read_otherwise, done.total.added) == (1, 1)
    by_kind = {share.kind: (share.kept, share.facts) for share in done.shares}
    assert by_kind == {"dose": (4, 5), "interval": (0, 1), "negation": (1, 1)}
    assert done.taken_by() == [("dose", "PHONE", 1), ("interval", "PHONE", 1)]


def test_kinds_that_do_not_count_are_shown_all_the_same() -> None:
    done = sum_up(NOTES, lang="en", outputs="x", without=["interval"])
    assert (done.total.facts, done.total.lost) == (6, 1)
    assert done.without == ("interval",)
    assert "interval" in {share.kind for share in done.shares}


def test_the_gate_is_met_by_the_share_itself_and_never_by_nothing() -> None:
    done = sum_up(NOTES, lang="en", outputs="x", without=["interval"])
    assert done.reaches(83.33)
    assert not done.reaches(83.34)
    assert not sum_up([note("a")], lang="en", outputs="x").reaches(0)


def test_a_share_is_never_rounded_up() -> None:
    assert Share("dose", 100_000, 99_999).shown == ("99.99", "")
    assert Share("dose", 3, 2, low=0.66669, high=0.66661).shown == ("66.66", "66.66 - 66.67")


def test_an_interval_is_over_notes() -> None:
    one = sum_up(NOTES[:1], lang="en", outputs="x", bootstrap=Bootstrap(50))
    assert one.total.low is None
    done = sum_up(NOTES, lang="en", outputs="x", bootstrap=Bootstrap(200))
    assert done.total.low is not None
    assert done.total.low < 5 / 7 < (done.total.high or 0)


def test_a_kind_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ConfigError, match="kind of facts 'doses'"):
        sum_up(NOTES, lang="en", outputs="x", without=["doses"])


def test_its_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    done = sum_up(NOTES, lang="en", outputs="x", without=["interval"], versions={"python": "3"})
    (tmp_path / "u.json").write_text(done.to_json())
    assert read_utility(tmp_path / "u.json") == done
    assert [(place.id, place.kind, place.fate) for place in done.gone] == [
        ("a", "dose", LOST),
        ("a", "interval", LOST),
        ("b", "negation", OTHERWISE),
    ]
    assert [(place.id, place.kind, place.parts) for place in done.new] == [("a", "dose", ((0, 4),))]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "incognote plan"}, "is no utility"),
        ({"format_version": 99}, "of another version"),
        ({"total": {"kind": "all", "facts": 1, "kept": 2}}, "counts that cannot be"),
        ({"notes": "many"}, "utility again"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, change: dict, words: str) -> None:
    values = json.loads(sum_up(NOTES, lang="en", outputs="x").to_json())
    (tmp_path / "u.json").write_text(json.dumps(values | change))
    with pytest.raises(InputError, match=words):
        read_utility(tmp_path / "u.json")
