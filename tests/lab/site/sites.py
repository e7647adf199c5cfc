"""Made-up notes of a site: a number on top, wards no list knows, a rota with a name."""

from __future__ import annotations

from incognote.core.document import Document
from incognote.io.inline import parse

_WARDS = ("glasshouse", "lantern")
_TEXTS = (
    "Pain of 5/10, took food. Martin Bell rota changed. Dr. [[DOCTOR|Ada Ruiz]] saw the wound.",
    "Slept well; BP 120/80. Patient [[PATIENT|Tom Moss]] walked.",
    "Martin Bell rota alarmed. Walked to the door with help and took fluids.",
)


def notes(count: int = 20, first: int = 0) -> list[Document]:
    """Notes with a seven-digit number on top, each of a patient who is moved to a ward."""
    return [
        parse(
            f"n{i:03}",
            f"%% patient=p{i // 2}\n"
            f"[[MRN|{4_610_200 + 7919 * i}]]\nmoved to [[UNIT|{_WARDS[i % 2]}]] at night\n"
            f"{_TEXTS[i % 3]} Weight was {4_000_000 + i} g in the error log.\n",
        )
        for i in range(first, first + count)
    ]
