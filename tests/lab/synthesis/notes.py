"""Marked notes for the tests of synthesis, written for them."""

from __future__ import annotations

from pathlib import Path

from incognote.core.document import Document
from incognote.io import inline

FOLDER = Path(__file__).parents[2] / "data/synthesis"


def documents() -> list[Document]:
    """A summary and a message that hold every English label between them."""
    return sorted(inline.read(FOLDER), key=lambda doc: doc.id, reverse=True)
