"""A made-up site: notes with a ward and a record number that no other notes have."""

from __future__ import annotations

from incognote.core.document import Document, Span

NAMES = ("Ada Ruiz", "Tom Moss", "Ian Holt", "Eva Lind", "Ann Voss", "Max Bell", "Joy Kern")


def site_notes(count: int, first: int = 0) -> list[Document]:
    """Notes of two identifiers each: a seven-digit number on top, and a name."""
    docs = []
    for i in range(first, first + count):
        number, name = f"{1234567 + 7919 * i}", NAMES[i % len(NAMES)]
        text = f"{number}\nward b seen {name} with pain\nBP 120/80\n"
        at = text.index(name)
        spans = (Span(0, 7, "MRN"), Span(at, at + len(name), "PATIENT"))
        docs.append(Document(f"site{i:03}", text, spans))
    return docs
