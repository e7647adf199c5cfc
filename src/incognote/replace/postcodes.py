"""Which country's postcodes look like a surface."""

from __future__ import annotations

import re

_POSTCODES = (
    ("GB", r"[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}"),
    ("IE", r"[A-Z]\d[\dW] ?[A-Z\d]{4}"),
    ("CA", r"[A-Z]\d[A-Z][ -]?\d[A-Z]\d"),
    ("IN", r"\d{6}|\d{3} \d{3}"),
    ("US", r"\d{5}(?:-\d{4})?"),
    ("AU", r"\d{4}"),
)


def country_of(postcode: str) -> str:
    """Returns the country whose postcodes look like that, '' where none does."""
    for country, pattern in _POSTCODES:
        if re.fullmatch(pattern, postcode.upper()):
            return country
    return ""
