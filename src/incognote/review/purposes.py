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
    next: tuple[str, ...]
    """The commands that take the answers (`onward.WAYS`)."""
    takes: tuple[str, ...] = ()
    """The options of `review new` that say what it is made from, but for SRC."""
    needs: tuple[str, ...] = ()
    """Of these one must be given, as a rule the first."""
    shows_marks: bool = True
    """Whether readers see what was found."""
    every_note: bool = False
    """Whether answers are written only when every note is read; else those of the notes read."""
    as_left: bool = False
    """Whether the answers say what is left in the text (`certify run --reviewed-format left`); else
    they are marked notes, in any format that can be written."""
    gold: bool = False
    """Whether every identifier of a note that is read is marked, so that recall can be had."""
    gallery_first: bool = False
    """Whether the page begins with the doubtful marks of all notes in one list, and the answers
    are of all notes, read or not."""
    settles: bool = False
    """Whether SRC is two projects, whose readers' marks stand side by side; the answers are of what
    these were for."""


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
_MARKS = ("--marks", "--spans")

PURPOSES = {
    "check": Purpose(
        "keep, drop and correct what was found, the most doubtful notes first",
        by_doubt,
        next=_GOLD,
        takes=(*_MARKS, "--target"),
        gold=True,
    ),
    "label": Purpose(
        "mark notes from nothing, without seeing what would be found",
        by_patient,
        next=_GOLD,
        takes=(*_MARKS, "--target"),
        shows_marks=False,
        gold=True,
    ),
    "pick": Purpose(
        "correct the notes that adapt pick chose (--picked FILE), those that teach most first",
        list,
        next=("adapt run", "adapt rules", "evaluate"),
        takes=("--picked", *_MARKS),
        needs=("--picked",),
        gold=True,
    ),
    "release": Purpose(
        "check a finished run before its notes leave (--spans OUT/spans.jsonl): the doubtful marks "
        "of all notes in one list",
        by_doubt,
        next=("deid",),
        takes=_MARKS,
        needs=("--spans", "--marks"),
        gallery_first=True,
    ),
    "certify": Purpose(
        "mark what is left in the notes that certify plan wrote to read, shuffled",
        by_chance,
        next=("certify run", "certify apply"),
        takes=("--plan", "--target"),
        shows_marks=False,
        every_note=True,
        as_left=True,
    ),
    "settle": Purpose(
        "decide where two readers differ; SRC is their two projects, read to the end",
        list,
        next=(),
        every_note=True,
        settles=True,
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
