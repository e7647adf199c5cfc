"""What Safe Harbor lets stay."""

from __future__ import annotations

import pytest

from incognote import Document, Span, get_policy, redact


@pytest.mark.parametrize(
    ("label", "surface", "new"),
    [
        ("DATE", "3/14/2019", "2019"),
        ("DATE", "3/14/19", "2019"),
        ("DATE", "March 2019", "2019"),
        ("DATE", "3/14", "[DATE]"),
        ("DATE", "Monday", "[DATE]"),
        ("DATE", "2019", "2019"),
        ("DATE", "2/19/1931", "[DATE]"),
        ("DATE", "1931", "[DATE]"),
        ("AGE", "92", "90+"),
        ("AGE", "89", "89"),
        ("AGE", "90s", "90+"),
        ("AGE", "89+", "90+"),
        ("AGE", "80+", "[AGE]"),
        ("AGE", "ninety-two", "90+"),
        ("AGE", "nonagenarian", "[AGE]"),
        ("AGE", "94-year-old", "90+-year-old"),
        ("AGE", "94 Garza", "[AGE]"),
        ("AGE", "7 Mar", "[AGE]"),
        ("EDAD_SUJETO_ASISTENCIA", "91 años", "90+ años"),
        ("ZIP", "44107", "441"),
        ("ZIP", "44107-1234", "441"),
        ("ZIP", "05901", "000"),
        ("ZIP", "03602", "000"),
        ("ZIP", "89301", "000"),
        ("ZIP", "BB10 4QT", "[ZIP]"),
        ("STATE", "Ohio", "Ohio"),
        ("PATIENT", "Maria", "[PATIENT]"),
    ],
)
def test_hipaa(label: str, surface: str, new: str) -> None:
    doc = Document("a", surface, (Span(0, len(surface), label),))
    assert redact(doc, get_policy("hipaa")).text == new


@pytest.mark.parametrize(
    ("label", "old", "text"),
    [
        ("AGE", "92", "92 days"),
        ("AGE", "96", "96 wks old"),
        ("AGE", "95", "95 hours"),
        ("AGE", "104", "DOL 104"),
        ("EDAD_SUJETO_ASISTENCIA", "92", "92 días"),
        ("EDAD_SUJETO_ASISTENCIA", "96", "96 semanas"),
        ("EDAD_SUJETO_ASISTENCIA", "104", "104 meses"),
    ],
)
def test_days_and_weeks_beside_a_mark_are_no_years(label: str, old: str, text: str) -> None:
    """An infant of 92 days is not said to be over 89."""
    start = text.index(old)
    doc = Document("a", text, (Span(start, start + len(old), label),))
    new = redact(doc, get_policy("hipaa")).text
    assert new != text
    assert "90+" not in new
