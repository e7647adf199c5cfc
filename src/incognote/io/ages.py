"""Amounts of containers that are ages, or may be one that must not be told."""

from __future__ import annotations

import re
from collections.abc import Iterable

_IN_A_YEAR = {
    **dict.fromkeys(("a", "a_j", "a_g", "a_t", "y", "yr", "yrs", "year", "years"), 1.0),
    **dict.fromkeys(("y/o", "yo", "año", "años"), 1.0),
    **dict.fromkeys(("mo", "mo_j", "mo_g", "mo_s", "mos", "mon", "month", "months"), 12.0),
    **dict.fromkeys(("mes", "meses"), 12.0),
    **dict.fromkeys(("wk", "wks", "week", "weeks", "semana", "semanas"), 52.1775),
    **dict.fromkeys(("d", "day", "days", "día", "días", "dia", "dias"), 365.2425),
}
"""Units of time, as UCUM and people write them."""
_OLD = 90
_CODES = frozenset(
    (
        *("30525-0", "21612-7", "29553-5", "35659-2", "63900-5"),  # LOINC: age, as told, at ...
        *("424144002", "397669002", "445518008"),  # SNOMED CT: age, at the onset of a finding
    )
)
_AGE = re.compile(
    r"(?:what(?: is|'s)(?: the)? )?"
    r"(?!gestation|bone)(?:[\w'’]+[ -]){0,2}(?<!for[ -])(?<!per[ -])(?<!by[ -])age"
    r"(?: *[:(\[?].*|[ ,-]+(?:at|when|on|in|of|reported|calculated|years|yrs)\b.*)?"
    r"|how old(?: (?:is|are|was|were)\b.*)?\??"
    r"|¿?(?:(?:qué|que|cuál es (?:la|su)) )?edad"
    r"(?: *[:(\[?].*|,? (?:al?|en|del?|actual|años|tiene|tenía)\b.*)?"
    r"|¿?cu[áa]ntos años (?:tiene|tenía)\b.*",
    re.IGNORECASE,
)
"""Not: gestational age, weight for age, age-related."""


AMOUNT = re.compile(r"\s*[<>=~]*\s*\d+(?:[.,]\d+)?\+?\s*")
"""A number where any text may stand."""


def tells_age(number: str, units: Iterable[str] = (), said: Iterable[str] = ()) -> bool:
    """Returns whether an amount is an age, or of so much time that it may be one of 90 years.

    Args:
        number: As it stands; of what is none only the rest decides.
        units: Codes and words of its unit.
        said: Codes and words of what it is the amount of.
    """
    if any(each in _CODES or _AGE.fullmatch(each.strip()) for each in said):
        return True
    found = [_IN_A_YEAR.get(unit.strip("{} ").lower()) for unit in units]
    plain = re.sub(r",(?=\d{3}$)", "", number.strip(" \t<>=~+")).replace(",", ".")
    try:
        return any(each and float(plain) / each >= _OLD for each in found)
    except ValueError:
        return any(found)
