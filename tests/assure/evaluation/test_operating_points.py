"""Thresholds, curves and calibration, derived by hand."""

from __future__ import annotations

import numpy as np
import pytest

from incognote.assure.evaluation.intervals import Bootstrap
from incognote.assure.evaluation.matching import Pair
from incognote.assure.evaluation.operating_points import (
    Probabilities,
    Scored,
    by_character,
    by_token,
    calibration,
    curve,
    default_point,
    fixed_sensitivity,
    operating_points,
    point_intervals,
    recall_at_precision,
)
from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.model.encoding import Tokens


def scored(p, phi, chosen=None):
    is_phi = np.asarray(phi, bool)
    chosen = np.asarray(p) >= 0.5 if chosen is None else np.asarray(chosen, bool)
    label = np.where(is_phi, 0, -1).astype(np.int64)
    note = np.arange(len(p)) // 5
    return Scored(
        np.asarray(p, float), is_phi, chosen, label, ("NAME",), note, -(-len(p) // 5), len(p)
    )


# Ten tokens, four PHI at .9 .8 .4 .1; others at .85 .3 .1 0 0 0. Default takes >= .5.
P = [0.9, 0.8, 0.4, 0.1, 0.85, 0.3, 0.1, 0, 0, 0]
PHI = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0]


def test_fixed_sensitivities_by_hand():
    points = fixed_sensitivity(scored(P, PHI), (1.0, 0.75, 0.5))
    # Se 1 needs .1: takes .9 .85 .8 .4 .3 and both .1: tp 4, fp 3, fn 0.
    assert (points[0].threshold, points[0].precision) == (0.1, pytest.approx(4 / 7))
    assert (points[0].fn_per_1000, points[0].fp_per_1000) == (0, 300)
    assert points[0].f1 == pytest.approx(8 / 11)
    assert points[0].removed == 0.5
    # Se .75 needs .4: tp 3, fp 1 (.85), fn 1 of 10 tokens.
    assert (points[1].threshold, points[1].recall, points[1].precision) == (0.4, 0.75, 0.75)
    assert (points[1].fn_per_1000, points[1].fp_per_1000) == (100, 100)
    # Se .5 needs .8; so does the default, which takes the same.
    assert (points[2].threshold, points[2].recall) == (0.8, 0.5)
    assert points[3] == default_point(scored(P, PHI))
    assert (points[3].required, points[3].threshold) == (None, None)
    assert (points[3].recall, points[3].precision) == (0.5, pytest.approx(2 / 3))
    assert (points[3].n, points[3].n_phi) == (10, 4)


@pytest.mark.parametrize("found", range(5))
@pytest.mark.parametrize("wrong", range(7))
def test_the_default_point_counts_what_was_chosen(found, wrong):
    # Of ten tokens four are PHI.
    phi, other = [i < found for i in range(4)], [i < wrong for i in range(6)]
    point = default_point(scored(P, PHI, [*phi, *other]))
    assert (point.recall, point.n, point.n_phi) == (found / 4, 10, 4)
    assert point.precision == (pytest.approx(found / (found + wrong)) if found else 0)
    assert (point.fn_per_1000, point.fp_per_1000) == (100 * (4 - found), 100 * wrong)
    assert point.removed == pytest.approx(wrong / 6)


def test_full_sensitivity_takes_everything_where_a_probability_is_zero():
    (point, _) = fixed_sensitivity(scored([0.9, 0, 0, 0], [1, 1, 0, 0]), (1.0,))
    assert (point.threshold, point.recall, point.precision) == (0, 1, 0.5)
    assert (point.fn_per_1000, point.fp_per_1000) == (0, 500)


def test_a_share_that_rounds_badly_asks_for_no_unit_more():
    # .997 of 1,000 is 997 exactly, though the product in floats may lie above.
    p = np.concatenate([np.linspace(1, 0.001, 1000), np.zeros(5)])
    (point, _) = fixed_sensitivity(scored(p, [1] * 1000 + [0] * 5), (0.997,))
    assert point.recall == 0.997


def test_recall_at_precision_by_hand():
    # Precision from strict to loose: 1/1, 1/2, 2/3, 3/4, 3/5, 4/7, 4/10.
    assert recall_at_precision(scored(P, PHI), 0.7).recall == 0.75
    assert recall_at_precision(scored(P, PHI), 0.85).recall == 0.25
    # Nothing reaches it: the default point.
    none = scored([0.9, 0.8], [0, 1], [0, 1])
    assert recall_at_precision(none, 0.85) == default_point(none)


def test_curve_runs_from_strict_to_loose():
    points = curve(scored(P, PHI))
    assert [p["threshold"] for p in points] == [0.9, 0.85, 0.8, 0.4, 0.3, 0.1, 0]
    assert [p["recall"] for p in points] == [0.25, 0.25, 0.5, 0.75, 0.75, 1, 1]
    assert points[-1]["removed"] == 1
    assert len(curve(scored(np.linspace(0, 1, 500), [1, 0] * 250), points=20)) == 20
    assert curve(scored([0.5], [0])) == []


#       0         1
#       012345678901234567
TEXT = "Ann Wu-Li, seen 54"


def note(found, gold=((0, 6, "PATIENT"), (16, 18, "AGE"))):
    return Pair(
        Document("a", TEXT, tuple(Span(*s) for s in gold)),
        Document("a", TEXT, tuple(Span(*s) for s in found)),
    )


def test_tokens_from_span_scores():
    units = by_token([note([(4, 9, "PATIENT", 0.6), (4, 6, "DOCTOR", 0.7)])])
    assert units.p.tolist() == [0, 0.7, 0, 0]
    assert units.is_phi.tolist() == [True, True, False, True]
    assert units.chosen.tolist() == [False, True, False, False]
    assert units.labels == ("AGE", "NAME")
    names = units.of_label("AGE")
    assert names.p.tolist() == [0, 0]
    # Nothing of AGE is found: 1 miss of the corpus' 4 tokens, though only 2 are looked at.
    assert (default_point(names).fn_per_1000, default_point(names).n) == (250, 4)


def test_tokens_from_probabilities_take_the_likeliest_part():
    # The model's tokens: Ann | Wu | - | Li | , | seen | 54.
    starts, ends = [0, 4, 6, 7, 9, 11, 16], [3, 6, 7, 9, 10, 15, 18]
    given = Probabilities(
        Tokens(np.array(starts, np.int32), np.array(ends, np.int32)),
        np.array([0.1, 0.2, 0, 0.4, 0, 0.05, 0.3]),
    )
    assert by_token([note([])], {"a": given}).p.tolist() == [0.1, 0.4, 0.05, 0.3]
    # A mark of a rule counts with its score.
    assert by_token([note([(16, 18, "AGE", 0.95)])], {"a": given}).p[3] == 0.95
    with pytest.raises(NoteError, match="no token probabilities"):
        by_token([note([])], {})
    wrong = Probabilities(
        Tokens(np.array([0], np.int32), np.array([99], np.int32)), np.array([0.5])
    )
    with pytest.raises(NoteError, match="does not fit"):
        by_token([note([])], {"a": wrong})


def test_characters_are_letters_and_digits():
    units = by_character([note([(0, 9, "PATIENT", 0.8)])])
    assert len(units.p) == 13  # Ann Wu Li seen 54
    assert int(units.is_phi.sum()) == 7
    assert default_point(units).removed == pytest.approx(2 / 6)  # Li of Li and seen
    assert units.labels == ("AGE", "PATIENT")


def test_calibration_by_hand():
    # .95: PATIENT whole (5 of 5 characters PHI). .92: [11,15) no PHI. .35: [4,9) Wu of Wu-Li, half.
    pair = note([(0, 6, "PATIENT", 0.95), (11, 15, "DATE", 0.92), (4, 9, "DOCTOR", 0.35)])
    assert calibration([pair]) == [
        {"low": 0.3, "high": 0.4, "n": 1, "mean_score": 0.35, "share_phi": 1.0},
        {"low": 0.9, "high": 1.0, "n": 2, "mean_score": pytest.approx(0.935), "share_phi": 0.5},
    ]
    assert calibration([note([])]) == []
    assert calibration([note([(0, 3, "PATIENT", 1.0)])])[0]["low"] == 0.9


def test_a_corpus_without_notes_or_phi_has_points_all_the_same():
    for pairs in ([], [Pair(Document("a", ""), Document("a", ""))]):
        points = operating_points(pairs)
        assert [p["required"] for p in points["fixed_sensitivity"]] == [None]
        assert points["curve"] == []


def test_intervals_hold_the_threshold():
    # Two notes of five tokens: .9 .8 .4 .1 PHI and .85 none; .3 .1 0 0 0 none.
    units = scored(P, PHI)
    points = fixed_sensitivity(units, (0.75,))
    fixed, default = point_intervals(units, points, Bootstrap(400))
    # At .4 the first note gives 3 of 4 found, 1 miss and 1 alarm of 5 tokens, the second nothing:
    # a draw has both notes, twice the first (200 of 1,000) or twice the second (none).
    assert fixed["recall"] == (0.75, 0.75)
    assert fixed["fn_per_1000"] == (0, 200)
    assert fixed["fp_per_1000"] == (0, 200)
    # The default takes .9, .8 and .85: 2 misses of 5.
    assert default["fn_per_1000"] == (0, 400)
    together = point_intervals(units, points, Bootstrap(50), ["p", "p"])
    assert together == [{}, {}]  # of one patient: nothing to draw from


def test_points_carry_intervals_where_they_are_asked_for():
    pairs = [note([(0, 6, "PATIENT", 0.9)])] * 2
    table = operating_points(pairs, None, Bootstrap(20))
    assert table["fixed_sensitivity"][-1]["intervals"]["recall"] == [2 / 3, 2 / 3]
    assert table["recall_at_precision_85"]["intervals"]["precision"] == [1, 1]
    assert "intervals" not in operating_points(pairs)["recall_at_precision_85"]
