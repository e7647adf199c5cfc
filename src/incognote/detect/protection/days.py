"""Numbers behind a weekday that are no date, as pieces of patterns: the packs make rows of them.

`Friday 4/5` may be the fifth of April, so that a row needs what stands around it, or numbers that
no day and month have. Where nothing tells, the value goes; so it does at the start of a line, as
in a log of days, and in lists that may be days of one month.
"""

from __future__ import annotations

DECIMAL = r"\d{1,3}[.,]\d{1,2}"
LEVEL = (
    r"(?:(?:\d{1,3},\d{1,2}|0\.\d{1,2}|\d{1,3}\.(?:0|1[3-9]|[2-9]\d)"
    r"|(?:3[2-9]|[4-9]\d|[1-9]\d\d)\.\d)|3[2-9]|[4-9]\d|[1-9]\d\d)"
)
"""A value, or a number that is no day; not 2.4, the second of April."""
NO_DAY = r"(?:3[2-9]|[4-9]\d|1\d\d)"
NO_MONTH = r"(?:1[3-9]|[2-9]\d|[1-3]\d\d)"
NEITHER = r"(?:3[2-9]|[4-9]\d|[1-3]\d\d)"
PART = r"(?:1/[234]|3/4|2/3)"
"""Of a tablet."""
OPENS = r"(?:^|\n)[ \t>*•-]*"
"""The start of a line: what stands there is a log of days."""


def in_turn(then: str, value: str, most: int, least: int = 1) -> str:
    """Returns a pattern of the values of a list, each behind its day, from the second on.

    Args:
        then: What stands before each: a comma and a day.
        value: Pattern of a value; the marks are `phi2` and so on.
        most: How many values there may be, the first among them,
        least: and must be.
    """
    items = [rf"(?:{then}(?P<phi{i}>{value})" for i in range(2, most + 1)]
    return "".join(items) + ")?" * (most - least) + ")" * (least - 1)


def falling(then: str, whole: int) -> str:
    """Returns a pattern of scores of two days, the second not higher: days of a month only rise.

    Args:
        then: What stands before the second.
        whole: What each counts up to, as in 7/10.
    """
    return "|".join(
        rf"(?P<phi{2 * i + 1}>{i}/{whole}){then}(?P<phi{2 * i + 2}>[0-{min(i, 9)}]/{whole})"
        for i in range(1, whole + 1)
    )
