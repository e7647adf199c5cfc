"""Words that a reader looks for, in a note and over all of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from incognote.review.places import finder
from incognote.review.project import Project

MOST_HERE = 100
"""Places of the note that is read."""
MOST_NOTES = 200
"""Other notes."""
_AROUND = 40
"""Characters before and behind a place."""


@dataclass(frozen=True, slots=True)
class Found:
    """A place where they stand, in code points of its note."""

    note: int
    start: int
    end: int
    context: tuple[str, str, str] = field(repr=False)
    """What stands before, the words, what stands behind."""
    many: int = 1
    """How often they stand in the note, where this is the first place of another one."""


@dataclass(frozen=True, slots=True)
class Search:
    """What was found."""

    here: list[Found]
    """In the note that is read, at most `MOST_HERE`."""
    others: list[Found]
    """The first place of each other note, at most `MOST_NOTES`."""
    places: int
    """In all notes."""
    notes: int
    """In which they stand."""


def search(project: Project, words: str, note: int) -> Search:
    """Returns where words stand, as `finder` finds them.

    Args:
        project: Open.
        words: As typed; blanks around them count for nothing. Of none nothing is found.
        note: The one that is read.
    """
    here: list[Found] = []
    others: list[Found] = []
    many = notes = 0
    pattern = finder(words)
    for each in project.notes:
        text = project.text(each.number)
        found = [match.span() for match in pattern.finditer(text)]
        if not found:
            continue
        many, notes = many + len(found), notes + 1
        if each.number == note:
            here = [_found(note, text, place) for place in found[:MOST_HERE]]
        elif len(others) < MOST_NOTES:
            others.append(_found(each.number, text, found[0], len(found)))
    return Search(here, others, many, notes)


def _found(note: int, text: str, place: tuple[int, int], many: int = 1) -> Found:
    start, end = place
    around = (text[max(0, start - _AROUND) : start], text[start:end], text[end : end + _AROUND])
    return Found(note, start, end, around, many)
