from __future__ import annotations

import datetime
import random

import pytest

from incognote.replace.values.dates import form_of, random_form, swapped, write

DAY = datetime.date(2024, 11, 5)  # a Tuesday


@pytest.mark.parametrize(
    ("surface", "expected"),
    [
        ("3/14/2019", "11/5/2024"),
        ("03/14/19", "11/05/24"),
        ("2019-03-14", "2024-11-05"),
        ("14MAR2019", "5NOV2024"),
        ("March 3rd, 2019", "November 5th, 2024"),
        ("Fri 10 Jan 20", "Tue 5 Nov 24"),
        ("the 27th", "the 5th"),
        ("March 8 of '87", "November 5 of '24"),
        ("5/2019", "11/2024"),
        ("20190314", "20241105"),
        ("Mondays", "Tuesdays"),
        ("2019", "2024"),
        ("spring of 2019", "spring of 2024"),
    ],
)
def test_a_date_is_written_in_the_form_of_another(surface: str, expected: str) -> None:
    form = form_of(surface, day_first=False)
    assert form is not None
    assert write(form, DAY) == expected


@pytest.mark.parametrize(
    ("surface", "expected"),
    [
        ("14/03/2019", "05/11/2024"),
        ("3 de marzo de 2019", "5 de noviembre de 2024"),
        ("23-II-2019", "5-XI-2024"),
        ("lunes 18", "martes 5"),
        ("22-feb-18", "5-nov-24"),
        ("AGOSTO 2019", "NOVIEMBRE 2024"),
    ],
)
def test_spanish_dates(surface: str, expected: str) -> None:
    form = form_of(surface, day_first=True, language="es")
    assert form is not None
    assert write(form, DAY, language="es") == expected


@pytest.mark.parametrize("surface", ["Christmas", "T/Th/Sa", "four twenty-two fifty-eight"])
def test_what_is_no_calendar_date_is_swapped_within_its_kind(surface: str) -> None:
    assert form_of(surface, day_first=False) is None
    found = {swapped(surface, random.Random(seed)) for seed in range(20)}
    assert len(found) > 5


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("grain", ["day month year", "day month", "month year", "year", "weekday"])
def test_every_random_form_can_be_read_back(language: str, grain: str) -> None:
    parts = frozenset(grain.split())
    for seed in range(60):
        for day_first in (True, False):
            sample = random_form(parts, random.Random(seed), day_first=day_first, language=language)
            form = form_of(sample, day_first=day_first, language=language)
            assert form is not None, sample
            kinds = {"month" if f.kind in {"monthname", "roman"} else f.kind for f in form}
            assert parts <= kinds | ({"day"} if "dayword" in kinds else set()), sample
