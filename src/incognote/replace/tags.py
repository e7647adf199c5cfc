"""Replacements that say only what kind of thing stood there, or only how long it was."""

from __future__ import annotations

from incognote.document import Span


def tag(span: Span, surface: str) -> str:
    """Returns the label in brackets: `[PATIENT]`."""
    return f"[{span.label}]"


def mask(span: Span, surface: str) -> str:
    """Returns a text of the same length: X for letters, 0 for digits, anything else as it is.

    Blanks and punctuation stay so that columns and line breaks stay where they were.
    """
    return "".join("0" if c.isnumeric() else "X" if c.isalnum() else c for c in surface)
