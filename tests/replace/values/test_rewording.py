from __future__ import annotations

import random
import re

import pytest

from incognote.replace.values.rewording import reword


@pytest.mark.parametrize(
    ("surface", "form"),
    [
        ("14 Fenwick St", r"\d\d New Name St"),
        ("14B Fenwick St", r"\d\d[AC-Z] New Name St"),
        ("221b Baker St, 22-A", r"\d{3}[ac-z] New Name St, \d\d-[B-Z]"),
        ("Alcalá 45, 3º B", r"New Name \d\d, \dº [AC-Z]"),
    ],
)
def test_the_letter_of_a_house_stays_at_its_number(surface: str, form: str) -> None:
    for seed in range(20):
        new = reword(surface, {"st"}, lambda run: "New Name", random.Random(seed))
        assert re.fullmatch(form, new), new
