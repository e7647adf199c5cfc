"""i2b2 2014's scores, derived by hand from the definition, with its traps."""

from __future__ import annotations

import math

import pytest

from incognote.assure.evaluation import evaluate
from incognote.assure.evaluation.i2b2_2014 import HIPAA, i2b2_type, score
from incognote.assure.evaluation.matching import Pair
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError

#       0         1         2         3
#       0123456789012345678901234567890123456
TEXT = "Dr. Ann-Lee Wu saw Bo on 3/14. S19-04"
DOCTOR = (4, 14, "DOCTOR")
PATIENT = (19, 21, "PATIENT")
DATE = (25, 29, "DATE")
IDNUM = (31, 37, "IDNUM")


def counts(gold, found):
    pair = Pair(
        Document("a", TEXT, tuple(Span(*s) for s in gold)),
        Document("a", TEXT, tuple(Span(*s) for s in found)),
    )
    return {str(m): tuple(map(int, v)) for m, v in score(pair).items() if len(v) == 3}


def test_tokens_are_runs_of_ascii_letters_and_digits():
    # DOCTOR is Ann, Lee, Wu; DATE is 3, 14; IDNUM is S19, 04: 7 tokens; PATIENT is not found.
    # Found [4,11) Ann-Lee gives 2 of DOCTOR's 3 tokens.
    found = counts([DOCTOR, DATE, IDNUM], [(4, 11, "DOCTOR"), DATE, IDNUM])
    assert found["token"] == (6, 0, 1)
    assert found["strict"] == (2, 1, 1)
    assert found["binary_token"] == (6, 0, 1)


@pytest.mark.parametrize(
    ("end", "relaxed"),
    [(14, (1, 0, 0)), (15, (1, 0, 0)), (16, (1, 0, 0)), (17, (0, 1, 1)), (12, (1, 0, 0))],
)
def test_relaxed_ends_may_differ_by_two(end, relaxed):
    found = counts([DOCTOR], [(4, end, "DOCTOR")])
    assert found["relaxed"] == relaxed
    assert found["strict"] == ((1, 0, 0) if end == 14 else (0, 1, 1))


def test_relaxed_starts_may_not_differ_and_each_tag_matches_once():
    assert counts([DOCTOR], [(5, 14, "DOCTOR")])["relaxed"] == (0, 1, 1)
    # Two found tags within reach of one gold tag: one match, one false alarm.
    assert counts([DOCTOR], [(4, 13, "DOCTOR"), (4, 15, "DOCTOR")])["relaxed"] == (1, 1, 0)


def test_binary_ignores_category_and_type():
    found = counts([PATIENT], [(19, 21, "CITY")])
    assert found["strict"] == (0, 1, 1)
    assert found["binary_strict"] == (1, 0, 0)
    assert found["binary_token"] == (1, 0, 0)


def test_hipaa_filters_each_side_by_its_own_tag():
    # DOCTOR is no HIPAA tag. Gold DOCTOR found as PATIENT: filtered from gold only, so it becomes
    # a false alarm under HIPAA even where binary scores it right.
    found = counts([DOCTOR, DATE], [(4, 14, "PATIENT"), DATE])
    assert found["binary_strict"] == (2, 0, 0)
    assert found["binary_hipaa_strict"] == (1, 1, 0)
    assert found["hipaa_strict"] == (1, 1, 0)
    assert found["hipaa_token"] == (2, 3, 0)


def test_idnum_both_ways():
    # README: IDNUM is HIPAA. Script: its pattern never matches, so the tag is gone on both sides.
    found = counts([IDNUM, DATE], [DATE])
    assert found["hipaa_strict"] == (1, 0, 1)
    assert found["hipaa_script_strict"] == (1, 0, 0)
    assert found["hipaa_token"] == (2, 0, 2)
    assert found["hipaa_script_token"] == (2, 0, 0)


def test_categories_filter_each_side_by_its_own_tag():
    # Ann, Lee and Wu found as a PATIENT: three right tokens in place, all of the wrong type within
    # NAME. Bo found as a CITY: missed in NAME, a false alarm in LOCATION.
    found = counts([DOCTOR, PATIENT, DATE], [(4, 14, "PATIENT"), (19, 21, "CITY"), DATE])
    assert found["token_category/label=NAME"] == (0, 3, 4)
    assert found["strict_category/label=NAME"] == (0, 1, 2)
    assert found["token_category/label=LOCATION"] == (0, 1, 0)
    assert found["token_category/label=DATE"] == (2, 0, 0)
    assert found["strict_category/label=DATE"] == (1, 0, 0)


def test_macro_means_over_notes_with_empty_notes_as_zero():
    # Note a: P 1, R 1/2. Note b: P 0, R 0 (a false alarm and a miss). Note c: empty, 0 and 0.
    gold = [
        Document("a", TEXT, (Span(*DOCTOR), Span(*DATE))),
        Document("b", TEXT, (Span(*DATE),)),
        Document("c", "", ()),
    ]
    found = [
        Document("a", TEXT, (Span(*DATE),)),
        Document("b", TEXT, (Span(*PATIENT),)),
        Document("c", "", ()),
    ]
    result = evaluate(gold, found, ["i2b2-2014"])
    p, r = (1 + 0 + 0) / 3, (0.5 + 0 + 0) / 3
    assert result["i2b2-2014/strict_macro/precision"] == pytest.approx(p)
    assert result["i2b2-2014/strict_macro/recall"] == pytest.approx(r)
    assert result["i2b2-2014/strict_macro/f1"] == pytest.approx(2 * p * r / (p + r))
    # Deviations: P of (1, 0, 0): sqrt(1/3 - 1/9) = sqrt(2)/3; R of (.5, 0, 0): half of it.
    assert result["i2b2-2014/strict_macro/precision_sd"] == pytest.approx(math.sqrt(2) / 3)
    assert result["i2b2-2014/strict_macro/recall_sd"] == pytest.approx(math.sqrt(2) / 6)
    # Micro: tp 1, fp 1, fn 2.
    assert result["i2b2-2014/strict/precision"] == 0.5
    assert result["i2b2-2014/strict/recall"] == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("MRN", ("ID", "MEDICALRECORD")),
        ("MEDICALRECORD", ("ID", "MEDICALRECORD")),
        ("UNIT", ("LOCATION", "ROOM")),
        ("LOCATION_OTHER", ("LOCATION", "LOCATION-OTHER")),
        ("IPADDRESS", ("CONTACT", "IPADDR")),
        ("DATE", ("DATE", "DATE")),
        ("FECHAS", ("DATE", "DATE")),
        ("SEXO_SUJETO_ASISTENCIA", ("OTHER", "OTHER")),
    ],
)
def test_types(label, expected):
    assert i2b2_type(label) == expected


def test_hipaa_tags_are_the_listed_ones():
    for label in ("DOCTOR", "USERNAME", "PROFESSION", "HOSPITAL", "STATE", "COUNTRY", "UNIT"):
        assert i2b2_type(label)[1] not in HIPAA
    for label in ("LOCATION_OTHER", "URL", "IPADDRESS"):
        assert i2b2_type(label)[1] not in HIPAA
    with pytest.raises(ConfigError, match="label"):
        i2b2_type("NOBODY")
