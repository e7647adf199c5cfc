from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.core.case import case_like, fold
from incognote.core.language import get_language
from incognote.replace.values.shapes import fill, same_shape


@given(st.from_regex(r"[A-Z]{0,3}[-/ ]?\d{1,9}[-/.]?[a-z\d]{0,4}", fullmatch=True), st.integers())
def test_the_shape_is_kept(surface: str, seed: int) -> None:
    new = same_shape(surface, random.Random(seed))
    assert re.sub(r"\d", "9", re.sub("[A-Z]", "A", re.sub("[a-z]", "a", new))) == re.sub(
        r"\d", "9", re.sub("[A-Z]", "A", re.sub("[a-z]", "a", surface))
    )


def test_leading_zeros_stay() -> None:
    assert re.fullmatch(r"00[1-9]\d{5}", same_shape("00482913", random.Random(1)))


def test_a_pattern_is_filled() -> None:
    assert re.fullmatch(r"[AB]-[A-Z]{2}\d[1-9][a-z]", fill("{A|B}-@@#^%", random.Random(3)))


@pytest.mark.parametrize("name", ["numbers", "places", "facilities"])
def test_every_number_pattern_gives_letters_or_digits(name: str) -> None:
    for key, values in get_language("en").table(name).items():
        if key.isupper() or key.startswith(("zip ", "phone ")):
            for value in values:
                assert any(char.isalnum() for char in fill(value, random.Random(1))), key


def test_case_and_folding() -> None:
    assert case_like("DELGADO", "McKay") == "MCKAY"
    assert case_like("delgado", "McKay") == "mckay"
    assert case_like("Delgado", "McKay") == "McKay"
    assert fold("Peña-Ó") == "pena-o"
