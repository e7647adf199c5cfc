"""What `Known` tells is found in codes by whole words and numbers, and in no other code."""

from __future__ import annotations

import pytest

from incognote.core.known import Known, words_in

KNOWN = Known(
    names=("Maria Delgado", "Patient, Test"),
    relatives=("José Muñoz",),
    birth_date=("1961-08-19",),
    phones=("+1 (216) 555-0143",),
    emails=("M.Delgado@example.org",),
    record_numbers=("00482913", "V77-A93X", "84806", "12345"),
    providers=("Dr. Joyce Okafor",),
)


@pytest.mark.parametrize(
    "code",
    [
        *("DELGADO", "delgado", "Maria_Delgado", "dr-okafor", "MUNOZ", "MRN00482913", "482913"),
        *("text/plain;name=Maria.txt", "http://hl7.org/fhir/x-00482913", "V77A93X", "v77-a93x"),
        *("2165550143", "216-555-0143", "12165550143", "19610819", "1961-08-19", "08/19/1961"),
        *("19081961", "mailto:m.delgado@EXAMPLE.org", "12345", "x12345", "2.25.19610819"),
        "2.16.482913.1",
    ],
)
def test_a_code_that_tells(code: str) -> None:
    assert not KNOWN.words.isdisjoint(words_in(code))


@pytest.mark.parametrize(
    "code",
    [
        *("12345-6", "8480-6", "38341003", "female", "unknown", "mg/dL", "4.1", "120/80", "84.806"),
        *("2.16.840.1.113883.6.1", "http://hl7.org/fhir/StructureDefinition/patient-birthPlace"),
        *("delgadomycin", "mari", "1961", "2161555", "text/plain", "", "2.16.84806.1"),
    ],
)
def test_a_code_that_tells_nothing(code: str) -> None:
    assert KNOWN.words.isdisjoint(words_in(code))


def test_nothing_known_is_in_nothing() -> None:
    assert Known(record_numbers=("", "-", "0000"), phones=("",), emails=("",)).words == frozenset()


def test_a_short_number_behind_noughts_is_said_with_them_alone() -> None:
    words = Known(record_numbers=("00000003", "00000000")).words
    assert not words.isdisjoint(words_in("MRN00000003"))
    assert not words.isdisjoint(words_in("2.16.00000003"))
    for code in ("urn:hl7-org:v3", "3", "x-3", "00000000", "2.16.3"):
        assert words.isdisjoint(words_in(code))
