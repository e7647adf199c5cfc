from __future__ import annotations

import pytest

from incognote.core.labels import LABELS
from incognote.io.mimic_iii import _MAKERS
from incognote.io.placeholders import KINDS, kind_of


@pytest.mark.parametrize(
    ("content", "label"),
    [
        ("2151-7-16", "DATE"),
        ("7-16", "DATE"),
        ("2151", "DATE"),
        ("Month/Day/Year 12", "DATE"),
        ("Month/Day (2) 12", "DATE"),
        ("Month (only) 51", "DATE"),
        ("Year (4 digits) 1", "DATE"),
        ("Date range (1) 3", "DATE"),
        ("Holiday 12", "DATE"),
        ("Age over 90 123", "AGE"),
        ("Known firstname 12", "PATIENT"),
        ("Known lastname 12", "PATIENT"),
        ("Female First Name (un) 3", "PATIENT"),
        ("Name (NI) 3", "PATIENT"),
        ("First Name8 (NamePattern2) 12", "DOCTOR"),
        ("First Name4 (NamePattern1) ", "DOCTOR"),
        ("Last Name (STitle) 12", "DOCTOR"),
        ("Last Name (NamePattern1) 12", "DOCTOR"),
        ("Name10 (NameIs) 12", "DOCTOR"),
        ("Name7 (MD) 12", "DOCTOR"),
        ("Initials (NamePattern4) ", "DOCTOR"),
        ("Doctor Last Name 12", "DOCTOR"),
        ("Attending Info 12", "DOCTOR"),
        ("CC Contact Info 12", "DOCTOR"),
        ("Hospital1 18", "HOSPITAL"),
        ("Hospital 12", "HOSPITAL"),
        ("Hospital Ward Name 12", "UNIT"),
        ("Hospital Unit\nName 12", "UNIT"),
        ("Wardname 12", "UNIT"),
        ("Location (un) 86", "LOCATION_OTHER"),
        ("State 531", "STATE"),
        ("State/Zipcode 1", "ZIP"),
        ("Country 12", "COUNTRY"),
        ("Street Address(2) 1", "STREET"),
        ("University/College 3", "ORGANIZATION"),
        ("Company 12", "ORGANIZATION"),
        ("Telephone/Fax (1) 3041", "PHONE"),
        ("Pager number 1", "PHONE"),
        ("E-mail address 1", "EMAIL"),
        ("URL 12", "URL"),
        ("Medical Record Number 1", "MRN"),
        ("Unit Number 12", "MRN"),
        ("Social Security Number 2", "SSN"),
        ("MD Number(1) 2048", "LICENSE"),
        ("Serial Number 12", "DEVICE"),
        ("Numeric Identifier 12", "IDNUM"),
        ("Clip Number (Radiology) 12", "IDNUM"),
        ("Job Number 12", "IDNUM"),
        ("12345", "IDNUM"),
        ("", "IDNUM"),
        ("  ", "IDNUM"),
        ("2190-", "DATE"),
        ("2190-3-", "DATE"),
        ("1-/2101", "DATE"),
        ("January (only) 2", "DATE"),
        ("Day/Month 1", "DATE"),
        ("Nickname 3", "PATIENT"),
        ("Military Rank 1", "PROFESSION"),
        ("Address 8", "STREET"),
        ("Pharmacy 2", "HOSPITAL"),
        ("Ethnicity 12", ""),
        ("Race 1", ""),
        ("Religion 3", ""),
    ],
)
def test_kinds(content: str, label: str) -> None:
    kind = kind_of(content)
    assert kind is not None
    assert kind.label == label


@pytest.mark.parametrize("content", ["Zyxwvut 3", "x2151-7-16", "2151-7-16x"])
def test_no_kind(content: str) -> None:
    assert kind_of(content) is None


def test_each_row_has_a_label_and_a_value() -> None:
    for pattern, kind in KINDS:
        assert not kind.label or kind.label in LABELS, pattern.pattern
        named = kind.label in {"PATIENT", "DOCTOR", "DATE"}
        assert named or kind.value in _MAKERS, pattern.pattern
