"""A row of protection: a rule whose label says that the text stays."""

from __future__ import annotations

from incognote.detectors.protection import LABEL
from incognote.detectors.rules import Rule


def row(name: str, pattern: str, *cases: str, before: str = "", after: str = "") -> Rule:
    """Returns a rule for text to be left as it is, `unless` for what must not stand around it."""
    return Rule(
        name, LABEL, pattern, cases=cases, unless_before=before, unless_after=after, splits=True
    )
