"""Replacements that say what stood there, how long it was, or that it was the same again."""

from __future__ import annotations

from collections.abc import Sequence

from incognote.core.document import Document, Span
from incognote.replace.replacement import Context, tag_of


def tag(doc: Document, spans: Sequence[Span], context: Context) -> list[str]:
    """Returns the label of each in brackets: `[PATIENT]`."""
    return [tag_of(span) for span in spans]


def mask(doc: Document, spans: Sequence[Span], context: Context) -> list[str]:
    """Returns a text of the same length for each: X for letters, 0 for digits, the rest as it is.

    Blanks and punctuation stay so that columns and line breaks stay where they were.
    """
    return [_masked(doc.text[span.start : span.end]) for span in spans]


def _masked(surface: str) -> str:
    return "".join("0" if c.isnumeric() else "X" if c.isalnum() else c for c in surface)


def code(doc: Document, spans: Sequence[Span], context: Context) -> list[str]:
    """Returns the label of each with eight hexadecimal digits, the same for the same text.

    Case, blanks and punctuation do not count, so that '555-0143' and '555 0143' have one code.
    Within the scope of the context; without the key the code cannot be told from the text.
    """
    group = context.group(doc)
    codes = []
    for span in spans:
        surface = doc.text[span.start : span.end].casefold()
        plain = "".join(filter(str.isalnum, surface)) or surface
        digest = context.secret("code", group, span.label, plain).hex()[:8]
        codes.append(f"[{span.label} {digest}]")
    return codes
