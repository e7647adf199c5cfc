"""A row of protection, a rule whose label says that the text stays, and what a pack has of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from incognote.detect.rules import Rule

LABEL = "PLAIN"
"""What stands in rows in place of a label: text to be left as it is."""


@dataclass(frozen=True, slots=True)
class Protection:
    """What of notes in a language is clinical text."""

    rows: tuple[Rule, ...]
    behind_days: tuple[Rule, ...]
    """Rows that know of the weekday before what they match: the value stays, the weekday goes."""
    weekday: str
    """A pattern for Python's `re`, case ignored: what a mark of a weekday and a value begins with;
    '' where `behind_days` is empty."""


def row(
    name: str,
    pattern: str,
    *cases: str,
    before: str = "",
    after: str = "",
    check: Callable[[str], bool] | None = None,
) -> Rule:
    """Returns a rule for text to be left as it is.

    Args:
        name: Unique within its language.
        pattern: As in `Rule`, with what stays as its `phi`.
        cases: As in `Rule`.
        before: What must not stand right before the stretch,
        after: and what not right behind it.
        check: Says of the stretch whether it is what the pattern takes it for.
    """
    return Rule(
        name,
        LABEL,
        pattern,
        check=check,
        cases=cases,
        unless_before=before,
        unless_after=after,
        splits=True,
    )
