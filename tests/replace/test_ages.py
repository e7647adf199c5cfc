"""Ages: the band that one lies in, true beside birth date and visit whatever else is replaced."""

from __future__ import annotations

import datetime
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote import Document, Span, get_policy, redact
from incognote.replace.ages import band_of
from incognote.replace.replacement import Context

SURROGATES = get_policy("all").with_action("surrogate")
UNITS = {
    "en": {"years": "{}-year-old", "months": "{} months", "weeks": "{} wks", "days": "{} days old"},
    "es": {"years": "{} años", "months": "{} meses", "weeks": "{} semanas", "days": "{} días"},
}
DAYS = {"years": 365.2425, "months": 30.436875, "weeks": 7.0, "days": 1.0}
CLASSES = (28, 365, 18 * 365.2425, 90 * 365.2425)
"""Days that the ages of infants, children, adults and the hidden begin with."""


def bounds(band: str) -> tuple[int, int]:
    first, _, last = re.fullmatch(r"\D*(\d+)(-(\d+))?\D*", band).group(1, 2, 3)
    return int(first), int(last or first)


@settings(deadline=None)
@given(st.integers(0, 89), st.sampled_from(["en", "es"]), st.sampled_from(sorted(DAYS)))
def test_a_band_holds_the_age_in_its_unit_and_clinical_class(
    age: int, lang: str, unit: str
) -> None:
    surface = UNITS[lang][unit].format(age)
    band = band_of(surface, 90, "en")
    assert band
    assert re.sub(r"\d+(-\d+)?", "", band, count=1) == re.sub(r"\d+", "", surface)
    low, high = bounds(band)
    assert low <= age <= high
    border = [at for at in CLASSES if low * DAYS[unit] < at - 1 and at + 31 < high * DAYS[unit]]
    assert not border, band


@settings(deadline=None, max_examples=60)
@given(
    st.dates(datetime.date(1930, 1, 1), datetime.date(2005, 1, 1)),
    st.integers(366, 32000),
    st.binary(min_size=1, max_size=4),
)
def test_an_age_agrees_with_the_moved_birth_date_and_visit(
    born: datetime.date, days: int, key: bytes
) -> None:
    visit = born + datetime.timedelta(days)
    age = visit.year - born.year - ((visit.month, visit.day) < (born.month, born.day))
    text = f"DOB {born}, seen {visit}: {age} years old"
    spans = tuple(
        Span(found.start(), found.end(), "AGE" if "-" not in found[0] else "DATE")
        for found in re.finditer(r"\d{4}-\d\d-\d\d|\d+(?= years)", text)
    )
    new = redact(Document("a", text, spans), SURROGATES, Context(key)).text
    dates = [datetime.date.fromisoformat(d) for d in re.findall(r"\d{4}-\d\d-\d\d", new)]
    if len(dates) < 2:  # only where the age is hidden as well
        assert visit.year - born.year >= 90 or "[DATE]" in new
        assert age >= 88
        return
    shown = re.search(r"(\d+)(?:-(\d+))? years", new)
    assert shown is not None
    told = (dates[1] - dates[0]).days / 365.2425
    assert int(shown[1]) - 0.01 <= told < int(shown[2] or shown[1]) + 1.01


@pytest.mark.parametrize("policy", ["all", "i2b2-2014", "gdpr", "hipaa", "hipaa-expert"])
@pytest.mark.parametrize(
    "text",
    [
        "DOB {D3/4/1925}. {A93} y/o seen {D2/13/2018}",
        "{D2/13/2018}: born {D1925-03-04}, {A93} years",
        "DOB {D3/4/25}, age {A93}, seen {D2/13/18}",
        "DOB: {D3/4/1925} Age: {A93}",  # no visit that tells the year
        "F. nac.: {D4/3/1925}. Edad: {A93 años}. Visto el {D13/2/2018}",
        "nacida el {D4 de marzo de 1925}, {A93 años}",
    ],
)
def test_90_and_more_never_stands_beside_a_birth_date(policy: str, text: str) -> None:
    lang = "es" if "a" in text and "nac" in text else "en"
    labels = {"D": ("DATE", "FECHAS"), "A": ("AGE", "EDAD_SUJETO_ASISTENCIA")}
    plain, spans = "", []
    for i, piece in enumerate(text.replace("}", "{").split("{")):
        if i % 2:
            label = labels[piece[0]][lang == "es"]
            spans.append(Span(len(plain), len(plain) + len(piece) - 1, label))
        plain += piece[1:] if i % 2 else piece
    chosen = get_policy(policy).with_action("surrogate")
    for key in range(6):
        new = redact(Document("a", plain, tuple(spans)), chosen, Context(bytes([key]), lang=lang))
        birth = next(r for r in new.replaced if "25" in plain[r.span.start : r.span.end])
        assert birth.unread, new.text
        assert "90+" in new.text
        assert not re.search(r"19[123]\d|\b9[1-9]\b", new.text)


@pytest.mark.parametrize(
    ("text", "mark", "new"),
    [
        ("niño de 5 días de vida", "5 días", "0-6 días"),
        ("neonato de 27 días", "27", "7-27"),
        ("lactante de 28 días", "28 días", "28-89 días"),
        ("DOL 2, jaundiced", "2", "0-6"),
        ("3-week-old boy", "3-week-old", "1-3-week-old"),
        ("an 11 month-old", "11", "6-11"),
        ("lactante de 12 meses", "12 meses", "12-23 meses"),
        ("36 hours old", "36", "24-47"),
        ("7mo F", "7mo", "6-11mo"),
        ("17 years", "17", "15-17"),
        ("varón de 18 años", "18 años", "18-19 años"),
        ("fifty-two y/o", "fifty-two", "50-59"),
        ("un bebé de nueve días", "nueve días", "7-27 días"),
        ("in her 80s", "80s", "80-89"),
        ("90 y/o", "90", "90+"),
        ("born at 34 weeks gestation", "34 weeks", "[AGE]"),
        ("prematuro de 34 semanas de gestación", "34 semanas", "[EDAD_SUJETO_ASISTENCIA]"),
        ("94 Garza", "94 Garza", "[AGE]"),
        ("61M with chest pain", "61", "60-69"),
        ("61 M with chest pain", "61", "60-69"),
        ("45F with chest pain", "45F", "40-49F"),
        ("12 m", "12", "[AGE]"),  # months, or a boy of twelve
        ("6 M old", "6", "[AGE]"),
        ("9w", "9w", "[AGE]"),
        ("octogenarian", "octogenarian", "[AGE]"),
    ],
)
def test_bands(text: str, mark: str, new: str) -> None:
    at = text.index(mark)
    lang = "es" if re.search(r"[ñíó]|meses|semanas", text) else "en"
    label = "EDAD_SUJETO_ASISTENCIA" if lang == "es" else "AGE"
    doc = Document("a", text, (Span(at, at + len(mark), label),))
    done = redact(doc, SURROGATES, Context(b"k", lang=lang)).text
    assert done == text[:at] + new + text[at + len(mark) :]
