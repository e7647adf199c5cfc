"""`Traits`: by which words a note tells what a census or a calendar knows of a patient.

A pack holds its `Traits` in `traits.py`, as `TRAITS`, and the figures of a country in its table
`population`. The attack on released notes (`assure/attack/`) reads them; nothing is found or
replaced by them. Patterns are those of `re`, matched without regard to case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from incognote.core.language import reader


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Seasonal:
    """Words that belong to a time of the year."""

    pattern: str
    months: tuple[int, ...]
    """Months, from 1, in which a note is likelier to hold them,"""
    ratio: float
    """and how much likelier than in another month. What a reader assumes, from common knowledge."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Traits:
    """Words of one language; every member but the first two may be empty."""

    sexes: Mapping[str, str]
    """From `female` and `male` to a pattern of what says so of the patient."""
    pronouns: Mapping[str, str]
    """From the same to pronouns, counted where nothing says it."""
    said: Mapping[str, Mapping[str, str]]
    """From a trait (race, marital, religion, ...) to its values with a pattern of each."""
    seasonal: tuple[Seasonal, ...] = ()
    not_before: Mapping[str, str] = field(default_factory=dict)
    """From a pattern of what came into the world on a day to that day (YYYY-MM-DD)."""
    clock_change: str = ""
    """Rule of the day on which an hour from two o'clock on is left out (`replace/feasts.py`)."""


traits: Callable[[str], Traits] = reader("traits", "TRAITS")
"""The traits of a language's pack."""
