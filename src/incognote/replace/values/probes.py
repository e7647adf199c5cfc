"""What questions turned around ask of a language: kinds of phones, institutions and towns.

A pack's part `PROBE` is a `Probe`. Names, dates and record numbers need nothing of their own: they
come from the pack's tables of names and of the calendar, and from shapes that all languages share.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Make = Callable[[random.Random], str]
"""From a source of chance to a new value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """Groups of made-up values of one language, each with what makes a value of it."""

    phones: Mapping[str, Make]
    """Telephone numbers by the form that they are written in, or by country."""
    facilities: Mapping[str, Make]
    """Names of hospitals and the like, by how much of them lists and readers know."""
    towns: Mapping[str, Make]
    """Towns, likewise."""
