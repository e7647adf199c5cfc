from __future__ import annotations

import pytest

from incognote.assure.rounding import at_least, at_most


@pytest.mark.parametrize(
    ("value", "places", "low", "high"),
    [
        (98.449, 2, "98.44", "98.45"),
        (98.44, 2, "98.44", "98.44"),
        (99.999, 2, "99.99", "100.00"),
        (100 * 0.29, 2, "29.00", "29.00"),
        (0.001, 1, "0.0", "0.1"),
        (1234.01, 0, "1,234", "1,235"),
        (1234.0, 0, "1,234", "1,234"),
        (-0.001, 2, "-0.01", "0.00"),
        (0.0, 2, "0.00", "0.00"),
        (1e9 + 0.5, 0, "1,000,000,000", "1,000,000,001"),
    ],
)
def test_bounds_are_rounded_to_the_safe_side(
    value: float, places: int, low: str, high: str
) -> None:
    assert at_least(value, places) == low
    assert at_most(value, places) == high


def test_a_sign_is_written_where_it_is_asked_for() -> None:
    assert at_least(1.239, sign="+") == "+1.23"
    assert at_most(-1.239, sign="+") == "-1.23"
