"""What decisions make of the marks of a note: nothing is kept but found marks and decisions."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

OPEN, KEPT, DROPPED = "open", "kept", "dropped"
"""What became of a mark: nobody decided, it stands, it is none."""

KINDS = ("keep", "drop", "change", "add", "done", "reopen", "comment", "undo")
"""Decisions: about a mark, about a note, and that earlier ones are taken back."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A mark as it stands, in code points of its note."""

    id: str
    """`f` and a number where it was found, `d` and that of the decision where a person added it."""
    start: int
    end: int
    label: str
    score: float = 1.0
    source: str = ""
    """What found it, or the reader who decided last."""
    state: str = OPEN
    side: int = 0
    """Of two readers who are settled, which one made it and the other did not so: 1 or 2."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A decision before it is written."""

    kind: str
    """One of `KINDS`."""
    mark: str = ""
    start: int = 0
    end: int = 0
    label: str = ""
    comment: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision as it was written."""

    number: int
    """Counts up over the whole project, without end and without gaps that say anything."""
    batch: int
    """The number of the first of those that were decided at once, and are undone at once."""
    at: str
    reader: str
    note: int
    wish: Wish
    undoes: int = 0
    """The batch that an `undo` takes back."""


@dataclass(frozen=True, slots=True)
class NoteState:
    """A note as the decisions left it."""

    marks: tuple[Mark, ...] = ()
    """By place; dropped ones, too."""
    done: str = ""
    """Who said that it is read; '' where it is not."""
    comments: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Reader and words."""
    last: int = 0
    """The number of the last decision about it."""

    @property
    def standing(self) -> tuple[Mark, ...]:
        """The marks that were not dropped."""
        return tuple(mark for mark in self.marks if mark.state != DROPPED)

    @property
    def open(self) -> int:
        """How many marks nobody decided about."""
        return sum(mark.state == OPEN for mark in self.marks)

    def find(self, id: str) -> Mark | None:
        """Returns the mark of that id, None where there is none."""
        return next((mark for mark in self.marks if mark.id == id), None)

    def overlap(self) -> bool:
        """Returns whether two marks that stand share a character.

        Two that nobody decided about may: they are those of two readers.
        """
        standing = self.standing
        for i, one in enumerate(standing):
            for other in standing[i + 1 :]:
                if other.start >= one.end:
                    break
                if not (one.state == other.state == OPEN and one.side != other.side):
                    return True
        return False


def replay(
    found: Iterable[Mark],
    decisions: Collection[Decision],
    gone: Collection[int],
    *,
    done: str = "",
) -> NoteState:
    """Returns a note as decisions about it leave it.

    Args:
        found: Its marks before anybody decided.
        decisions: Those about it, in order.
        gone: The batches that were taken back.
        done: Who said before all of them that it is read.
    """
    marks = {mark.id: mark for mark in found}
    comments = []
    for each in decisions:
        wish, who = each.wish, each.reader
        if each.batch in gone or wish.kind == "undo":
            continue
        if wish.kind in ("done", "reopen"):
            done = who if wish.kind == "done" else ""
        elif wish.kind == "comment":
            comments.append((who, wish.comment))
        elif wish.kind == "add":
            id = f"d{each.number}"
            marks[id] = Mark(id, wish.start, wish.end, wish.label, 1.0, who, KEPT)
        elif mark := marks.get(wish.mark):  # else what added it was taken back
            if wish.kind == "change":
                mark = replace(mark, start=wish.start, end=wish.end, label=wish.label)
            state = DROPPED if wish.kind == "drop" else KEPT
            marks[wish.mark] = replace(mark, source=who, state=state)
    last = max((each.number for each in decisions), default=0)
    order = sorted(marks.values(), key=lambda mark: (mark.start, mark.end, mark.id))
    return NoteState(tuple(order), done, tuple(comments), last)
