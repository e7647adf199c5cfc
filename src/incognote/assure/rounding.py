"""How bounds and the ends of ranges are written: rounded to the safe side, wherever they stand."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

_DIGITS = 12
"""More than a bound means, fewer than a float has: 100 times .29 is 29, though computed as less."""


def at_least(value: float, places: int = 2, *, sign: str = "") -> str:
    """Returns a lower bound with so many decimal places, rounded down.

    Args:
        value: The bound.
        places: Decimal places, 0 or more.
        sign: '+' where numbers above 0 get a sign as well.
    """
    return _rounded(value, places, sign, ROUND_FLOOR)


def at_most(value: float, places: int = 2, *, sign: str = "") -> str:
    """Returns an upper bound with so many decimal places, rounded up; arguments as `at_least`."""
    return _rounded(value, places, sign, ROUND_CEILING)


def _rounded(value: float, places: int, sign: str, rounding: str) -> str:
    exact = Decimal(f"{value:.{_DIGITS}g}").quantize(Decimal(1).scaleb(-places), rounding)
    return f"{exact + 0:{sign},f}"  # 0 is added so that none is -0.00
