"""What a project is for: one row each says what readers see, in which order, and what comes out."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from incognote.core.document import Document
from incognote.core.errors import unknown

Order = Callable[[Sequence[Document]], list[Document]]


@dataclass(frozen=True, slots=True)
class Purpose:
    """A row."""

    about: str
    """For help: what is done."""
    order: Order
    """In which order the notes are read."""
    shows_marks: bool
    """Whether readers see what was found; if not, nothing is looked for."""
    every_note: bool
    """Whether answers are written only when every note is read; else those of the notes read."""
    as_left: bool
    """Whether the answers say what is left in the text (`certify run --reviewed-format left`); else
    they are marked notes, in any format that can be written."""
    next: tuple[str, ...]
    """The commands that take the answers (`onward.WAYS`)."""
    gallery_first: bool = False
    """Whether the page begins with the doubtful marks of all notes in one list, and the answers
    are of all notes, read or not."""


def by_doubt(docs: Sequence[Document]) -> list[Document]:
    """Returns first the notes with most marks that may be none."""
    return sorted(docs, key=lambda doc: (-sum(1 - span.score for span in doc.spans), doc.id))


def by_patient(docs: Sequence[Document]) -> list[Document]:
    """Returns the notes of a patient one behind the other."""
    return sorted(docs, key=lambda doc: (doc.meta.get("patient", ""), doc.id))


def by_chance(docs: Sequence[Document]) -> list[Document]:
    """Returns the notes shuffled, so that tired eyes fall on none of them more than on others."""
    shuffled = sorted(docs, key=lambda doc: doc.id)
    random.Random(secrets.randbits(64)).shuffle(shuffled)
    return shuffled


_GOLD = ("calibrate", "evaluate", "adapt rules", "adapt run")

PURPOSES = {
    "check": Purpose(
        "keep, drop and correct what was found, the most doubtful notes first",
        by_doubt,
        shows_marks=True,
        every_note=False,
        as_left=False,
        next=_GOLD,
    ),
    "label": Purpose(
        "mark notes from nothing, without seeing what would be found",
        by_patient,
        shows_marks=False,
        every_note=False,
        as_left=False,
        next=_GOLD,
    ),
    "release": Purpose(
        "check a finished run before its notes leave (--spans OUT/spans.jsonl): the doubtful marks "
        "of all notes in one list",
        by_doubt,
        shows_marks=True,
        every_note=False,
        as_left=False,
        next=("deid",),
        gallery_first=True,
    ),
    "certify": Purpose(
        "mark what is left in the notes that certify plan wrote to read, shuffled",
        by_chance,
        shows_marks=False,
        every_note=True,
        as_left=True,
        next=("certify run", "certify apply"),
    ),
}


def get_purpose(name: str) -> Purpose:
    """Returns the purpose of that name.

    Raises:
        ConfigError: If there is none.
    """
    if name not in PURPOSES:
        raise unknown("purpose", name, PURPOSES)
    return PURPOSES[name]
