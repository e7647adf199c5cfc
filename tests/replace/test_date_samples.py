from __future__ import annotations

import datetime
import random

import pytest

from incognote.core.language import get_language, language_codes
from incognote.replace.date_samples import sample_of, swapped, varied, write_as
from incognote.replace.dates import Habits, read

DAY = datetime.date(2024, 11, 5)  # a Tuesday
YEAR = datetime.date(2019, 3, 25)


def habits(lang: str, *, day_first: bool) -> Habits:
    return Habits(day_first, False, YEAR.year, lang, YEAR)


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        ("3/14/2019", "11/5/2024"),
        ("03/14/19", "11/05/24"),
        ("2019-03-14", "2024-11-05"),
        ("March 3rd, 2019", "November 5th, 2024"),
        ("Fri 10 Jan 20", "Tue 5 Nov 24"),
        ("the 27th", "the 5th"),
        ("5/2019", "11/2024"),
        ("20190314", "20241105"),
        ("Mondays", "Tuesdays"),
        ("Thurs", "Tues"),
        ("2019", "2024"),
    ],
)
def test_a_date_is_written_in_the_form_of_a_sample(sample: str, expected: str) -> None:
    assert write_as(sample, DAY, "en", day_first=False) == expected


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        ("14/03/2019", "05/11/2024"),
        ("3 de marzo de 2019", "5 de noviembre de 2024"),
        ("23-II-2019", "5-XI-2024"),
        ("lunes 18", "martes 5"),
        ("22-feb-18", "5-nov-24"),
        ("AGOSTO 2019", "NOVIEMBRE 2024"),
    ],
)
def test_spanish_dates(sample: str, expected: str) -> None:
    assert write_as(sample, DAY, "es", day_first=True) == expected


def test_a_sample_that_is_no_date_raises() -> None:
    with pytest.raises(ValueError, match="no form of a date"):
        write_as("harvest", DAY, "en", day_first=True)


@pytest.mark.parametrize("surface", ["Christmas", "T/Th/Sa", "four twenty-two fifty-eight"])
def test_what_is_no_calendar_date_is_swapped_within_its_kind(surface: str) -> None:
    known = habits("en", day_first=False)
    found = {varied(surface, known, 10, random.Random(seed), 0.0) for seed in range(20)}
    assert len(found) > 5
    assert found == {swapped(surface, random.Random(seed), "en") for seed in range(20)}


@pytest.mark.parametrize(
    ("surface", "lang", "new"),
    [
        ("3/14/2019", "en", "3/24/2019"),
        ("March 3-15", "en", "March 13-25"),
        ("O3/l4/2019", "en", "03/24/2019"),
        ("3, 4 y 5 de marzo", "es", "13, 14 y 15 de marzo"),
    ],
)
def test_dates_move_as_the_notes_others_do(surface: str, lang: str, new: str) -> None:
    known = habits(lang, day_first=lang == "es")
    assert varied(surface, known, 10, random.Random(1), 0.0) == new


def test_a_date_may_get_any_form_of_its_grain() -> None:
    known = habits("en", day_first=False)
    found = {varied("3/14/2019", known, 10, random.Random(seed), 1.0) for seed in range(200)}
    assert len(found) > 20
    assert {"3/24/2019", "March 24, 2019", "24-Mar-2019"} <= found


@pytest.mark.parametrize("lang", language_codes())
def test_every_form_of_the_tables_can_be_read_back(lang: str) -> None:
    for key, forms in get_language(lang).table("calendar").items():
        _, _, grain = key.partition("forms ")
        for form in forms if grain else ():
            for day_first in (True, False):
                found = read(form, habits(lang, day_first=day_first))
                assert found is not None, form
                said = {
                    piece.kind.removesuffix("name").replace("roman", "month") for piece in found
                }
                said = {kind.replace("dayword", "day")[0] for kind in said}
                assert set(grain.split()[0]) <= said, form
                assert sample_of(grain.split()[0], random.Random(1), lang, day_first=day_first)
