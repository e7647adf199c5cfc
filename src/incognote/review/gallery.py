"""The doubtful marks of all notes in one list, alike ones together, to be decided about at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from incognote.core.case import fold
from incognote.review.marks import OPEN, Mark
from incognote.review.project import MOST_AT_ONCE, Project

MOST_GROUPS = 300
"""Shown at once; the others come when these are decided about."""
_AROUND = 48
"""Characters of the note before and behind an example."""
_EXAMPLES = 3


@dataclass(slots=True)
class Group:
    """Marks of one label that cover the same words."""

    label: str
    patient: str
    """Of all of them; '' where several patients' are together, or it is not known."""
    surface: str = field(repr=False)
    score: float = 1.0
    """Of the most doubtful."""
    marks: list[tuple[int, str]] = field(default_factory=list)
    """Note and id of each, at most `MOST_AT_ONCE`."""
    more: int = 0
    """How many there are beyond these; they come when these are decided about."""
    examples: list[tuple[str, str, str]] = field(default_factory=list, repr=False)
    """Of some: what stands before, the mark, what stands behind."""


def groups(project: Project, *, by_patient: bool) -> tuple[list[Group], int]:
    """Returns marks that nobody decided about in groups, the most doubtful first, and their number.

    Those beyond `MOST_GROUPS` are counted and not returned.

    Args:
        project: Open.
        by_patient: Whether the marks of one group are of one patient.
    """
    found: dict[tuple[str, str, str, str], Group] = {}
    for note in project.notes:
        marks = [mark for mark in project.state(note.number).marks if mark.state == OPEN]
        if not marks:
            continue
        text = project.text(note.number)
        patient = note.patient if by_patient else ""
        alone = note.id if by_patient and not patient else ""  # nobody knows whose it is
        for mark in marks:
            surface = " ".join(text[mark.start : mark.end].split())
            key = (fold(surface), mark.label, patient, alone)
            group = found.setdefault(key, Group(mark.label, patient, surface))
            _join(group, note.number, mark, text)
    order = sorted(found.values(), key=lambda group: (group.score, -len(group.marks)))
    return order[:MOST_GROUPS], len(order)


def _join(group: Group, note: int, mark: Mark, text: str) -> None:
    group.score = min(group.score, mark.score)
    if len(group.marks) == MOST_AT_ONCE:
        group.more += 1
        return
    group.marks.append((note, mark.id))
    if len(group.examples) < _EXAMPLES:
        before = text[max(0, mark.start - _AROUND) : mark.start]
        behind = text[mark.end : mark.end + _AROUND]
        group.examples.append((before, text[mark.start : mark.end], behind))
