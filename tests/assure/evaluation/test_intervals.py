"""Bootstrap: exact where it can be derived, paired comparison, speed."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from incognote.assure.evaluation import Bootstrap, Options, compare_systems, evaluate
from incognote.assure.evaluation.counts import PRF, SHARE, Measure, Table
from incognote.assure.evaluation.intervals import (
    _resampled,
    caution,
    compare,
    drawn,
    groups_of,
    wilson,
    with_intervals,
)
from incognote.assure.evaluation.matching import Pair
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError
from timing import in_line


def shares(parts, wholes, ids=None):
    counts = np.stack([np.asarray(parts, float), np.asarray(wholes, float)], axis=1)
    ids = tuple(map(str, range(len(counts)))) if ids is None else ids
    return Table(ids, {Measure("masked", SHARE): counts})


def test_interval_is_that_of_the_binomial():
    # 200 notes of one item each, 150 right: a resample's share is binomial(200, .75) / 200, whose
    # 2.5 and 97.5 percentiles are .69 and .81 (normal: .75 -+ 1.96 * sqrt(.75 * .25 / 200) = .06).
    figure = with_intervals(shares([1] * 150 + [0] * 50, [1] * 200), Bootstrap(2000))[
        "masked/share"
    ]
    assert figure.value == 0.75
    assert figure.low == pytest.approx(0.69, abs=0.01)
    assert figure.high == pytest.approx(0.81, abs=0.01)


def test_there_are_as_many_resamples_as_asked_for():
    for resamples in (1, 250, 300):
        ((_, values),) = _resampled(shares([1, 0], [1, 1]), Bootstrap(resamples))
        assert values.shape == (resamples,)


def test_notes_are_drawn_whole():
    # The same 150 of 200 items in two notes: 150 of 150 and 0 of 50. A resample draws both of
    # them once (.75), the first twice (1) or the second twice (0).
    figure = with_intervals(shares([150, 0], [150, 50]), Bootstrap(500))["masked/share"]
    assert (figure.low, figure.high) == (0, 1)


def test_patients_are_drawn_with_all_their_notes():
    # The first note is one patient's, the others another's: a resample misses nothing or all.
    table = shares([1, 0, 1], [1, 1, 1])
    figure = with_intervals(table, Bootstrap(200), ["p", "q", "q"])["masked/share"]
    assert (figure.low, figure.high) == (0.5, 1)
    alone = with_intervals(table, Bootstrap(200))["masked/share"]
    assert alone.low < alone.high


def test_one_note_or_patient_has_no_interval():
    # Every resample is the corpus itself: an interval would have no width.
    one = with_intervals(shares([3], [4]), Bootstrap(200))["masked/share"]
    assert (one.value, one.low, one.high) == (0.75, None, None)
    table = shares([1, 0, 1], [1, 1, 1])
    patient = with_intervals(table, Bootstrap(200), ["p", "p", "p"])["masked/share"]
    assert (patient.low, patient.high) == (None, None)


def test_few_notes_are_named():
    assert "no intervals" in caution(drawn(["a", "b"], ["p", "p"]), "patient")
    assert "9 notes" in caution(drawn(list("abcdefghi"), None))
    assert caution(10) == ""


def test_groups_are_named_by_meta_and_others_stand_alone():
    docs = [Document("a", "x", meta={"patient": "7"}), Document("b", "x"), Document("7", "x")]
    pairs = [Pair(doc, doc) for doc in docs]
    assert groups_of(pairs, "patient") == ["patient:7", "note:b", "note:7"]
    assert groups_of(pairs, "note") is None


def test_a_field_that_no_note_has_is_refused_with_those_that_there_are():
    docs = [Document("a", "x", meta={"patient": "7"}), Document("b", "x", meta={"ward": "3"})]
    with pytest.raises(ConfigError, match=r"'patiant'\. Did you mean 'patient'"):
        groups_of([Pair(doc, doc) for doc in docs], "patiant")
    bare = Document("a", "x")
    with pytest.raises(ConfigError, match="'patient': the gold notes carry no fields at all"):
        groups_of([Pair(bare, bare)], "patient")


def test_resamples_without_an_instance_say_nothing():
    # 1 note of 20 holds anything: most resamples do not draw it; its share is 1 in those that do.
    figure = with_intervals(shares([1] + [0] * 19, [1] + [0] * 19), Bootstrap(200))["masked/share"]
    assert (figure.value, figure.low, figure.high) == (1, 1, 1)


def test_seeds_decide():
    table = shares([1, 0, 1, 0, 1], [1] * 5)
    assert with_intervals(table, Bootstrap(50)) == with_intervals(table, Bootstrap(50))


def test_comparison_is_paired():
    # Both systems miss the same notes and the first covers one item more in every note: in every
    # resample it is better, though the intervals of the two overlap widely.
    first = shares([10, 2] * 20, [10] * 40)
    second = shares([9, 1] * 20, [10] * 40)
    alone = with_intervals(first, Bootstrap()), with_intervals(second, Bootstrap())
    assert alone[0]["masked/share"].low < alone[1]["masked/share"].high
    difference = compare(first, second, Bootstrap())["masked/share"]
    assert difference.value == pytest.approx(0.1)
    assert difference.low == pytest.approx(0.1)
    assert difference.p == pytest.approx(1 / 1001)
    none = compare(first, first, Bootstrap())["masked/share"]
    assert (none.value, none.low, none.high, none.p) == (0, 0, 0, 1)


def test_only_the_same_notes_can_be_compared():
    with pytest.raises(ConfigError, match="same notes"):
        compare(shares([1], [1], ("a",)), shares([1], [1], ("b",)), Bootstrap())
    for wrong in ({"resamples": 0}, {"level": 1.0}):
        with pytest.raises(ConfigError, match="bootstrap"):
            Bootstrap(**wrong)


def test_two_systems_end_to_end():
    docs = [Document(str(i), "Ann Leeds", (Span(0, 3, "PATIENT"),)) for i in range(30)]
    half = [d if i % 2 else d.with_spans(()) for i, d in enumerate(docs)]
    options = Options(bootstrap=Bootstrap(200))
    better, worse = (evaluate(docs, p, ["characters"], options) for p in (docs, half))
    difference = compare_systems(better, worse, Bootstrap(200))["characters/masked/share"]
    assert difference.value == 0.5
    assert 0.2 < difference.low < 0.5 < difference.high < 0.8
    assert worse.figures["characters/masked/share"].to_dict()["low"] < 0.5


def test_the_work_grows_in_line_with_resamples_and_with_notes():
    def table(notes):
        rng = np.random.default_rng(1)
        counts = {
            Measure("ner", PRF, label): rng.integers(0, 30, (notes, 3)).astype(float)
            for label in map(str, range(30))
        }
        return Table(tuple(map(str, range(notes))), counts)

    assert len(with_intervals(table(100), Bootstrap(100))) == 90
    assert in_line(lambda count: partial(with_intervals, table(1000), Bootstrap(count)), 60)
    assert in_line(lambda notes: partial(with_intervals, table(notes), Bootstrap(1000)), 60)


def test_wilsons_interval_is_that_of_the_textbooks() -> None:
    # Newcombe 1998, Statistics in Medicine 17, 857-872, table I: 81 of 263, 0 of 20.
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(0.0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    low, high = wilson(1.0, 29)
    assert (low, high) == pytest.approx((0.8830, 1.0), abs=1e-4)
