"""What synthesis asks of a language: values for the slots of its grammar and for a note's marks.

A pack's part `SYNTHESIS` is a `Synthesis`; the grammar itself is its file `grammar.txt`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from incognote.core.document import Document, Span
from incognote.replace.values.names import MakePerson


class Taste(NamedTuple):
    """How far new values may go from the old ones."""

    reform: float
    """Share of values that take another form than the old one had."""
    words: float
    """Share of new people whose name holds an everyday word."""
    make_person: MakePerson | None = None
    """Makes each new person; None for the language's own way."""


class Slots(Protocol):
    """What the slots of one piece are filled with; the same person stays the same."""

    def __init__(self, rng: random.Random) -> None:
        """Draws who and where the piece is about."""

    def word(self, kind: str) -> str | None:
        """Returns the word that agrees with the patient, None where `kind` is no such word."""

    def make(self, stem: str, entity: str, form: str) -> str:
        """Returns the surface of a slot.

        Args:
            stem: A label or its short form in the grammar.
            entity: Number of the person or institution ('' for other labels).
            form: What stands after the point in the slot.
        """


class Refilled(Protocol):
    """What is settled for one note that is refilled: where it plays, and its people."""

    day_first: bool
    """Whether 4/3 is the fourth of March there."""

    def __init__(self, doc: Document, rng: random.Random, taste: Taste) -> None:
        """Settles it."""


@dataclass(frozen=True, slots=True)
class Synthesis:
    """What synthesis asks of a language."""

    slots: type[Slots]
    labels: Mapping[str, str]
    """From a slot's short form to its label, where they differ."""
    refilled: type[Refilled]
    mentions: Mapping[str, Callable[[Any, Span, str], str]]
    """By label: a new value for each mark, from a `Refilled` of this part, mark and surface."""
    values: Mapping[str, Callable[[Any, str], str]]
    """By label, but for dates: a new value for a surface, one for equal ones; '' leaves it."""
    people: frozenset[str]
    """The labels of people."""
