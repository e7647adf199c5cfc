"""How decisions are replayed: all of a project in order, and what they make of its notes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from incognote.core.errors import ConfigError
from incognote.review.marks import OPEN, Decision, Mark, NoteState, replay

_TELLS_READ = ("done", "reopen", "undo")
"""The kinds of decisions that can make a note read, or no longer read."""


class OverlapError(ConfigError):
    """Two marks of a note would lie over each other."""


class History:
    """The decisions of a project and what they make of its notes; it grows and never shrinks.

    Args:
        found: The marks of each note before anybody decided.
        agreed: Of the notes in which two readers agree, so that nothing is left to read, both.
        settles: Whether two readers are settled: then a note with an open mark is not read.
        decisions: In order.
    """

    def __init__(
        self,
        found: Mapping[int, Sequence[Mark]],
        agreed: Mapping[int, str],
        *,
        settles: bool,
        decisions: Iterable[Decision] = (),
    ) -> None:
        self._found, self._agreed, self._settles = found, agreed, settles
        self.all: list[Decision] = []
        """In order."""
        self._of: dict[int, list[Decision]] = defaultdict(list)
        self._gone: set[int] = set()  # the batches that were taken back
        self._undoes: dict[int, int] = {}  # what each batch takes back that takes one back
        self._states: dict[int, NoteState] = {}  # those that somebody asked for
        self.read: dict[int, None] = {}
        """The notes that are read, in the order in which they were called so."""
        # Notes that nobody decided about are as they were found, without a look at each.
        self._open = {note: sum(m.state == OPEN for m in of) for note, of in found.items()}
        self._take(list(decisions))
        said = {d.note: d.number for d in self.all if d.wish.kind == "done"}
        self._count(sorted({*self._of, *agreed}, key=lambda note: said.get(note, 0)))

    @property
    def last(self) -> int:
        """The number of the last decision; 0 before the first."""
        return self.all[-1].number if self.all else 0

    @property
    def open(self) -> int:
        """How many marks nobody decided about."""
        return sum(self._open.values())

    def state(self, note: int) -> NoteState:
        """Returns a note as it was decided about."""
        if note not in self._states:
            self._states[note] = self._replayed(note, self._of.get(note, []), self._gone)
        return self._states[note]

    def add(self, made: Sequence[Decision]) -> None:
        """Goes on with decisions that were made at once."""
        self._take(made)
        self._count({d.note for d in made})

    def check(self, made: Sequence[Decision]) -> None:
        """Refuses decisions that would lay two marks over each other.

        Raises:
            OverlapError: If they would.
        """
        gone = {*self._gone}
        _take_back(made, gone, {**self._undoes} if any(d.undoes for d in made) else {})
        for note in {d.note for d in made}:
            own = [*self._of[note], *(d for d in made if d.note == note)]
            if self._replayed(note, own, gone).overlap():
                raise OverlapError("Two marks would overlap: drop or shrink the other one first.")

    def batch(self, number: int) -> list[int]:
        """Returns the notes that were decided about at once."""
        return sorted({d.note for d in self.all if d.batch == number})

    def undoable(self, reader: str) -> Iterator[int]:
        """Yields the batches that a reader may take back, the last one first."""
        before = 0
        for each in reversed(self.all):
            if each.reader == reader and each.wish.kind != "undo" and each.batch != before:
                before = each.batch
                if before not in self._gone:
                    yield before

    def redoable(self, reader: str) -> int:
        """Returns the undo that a reader may take back; 0: none, since something was decided."""
        undos = {d.batch for d in self.all if d.undoes}
        for each in reversed(self.all):
            # What was done again, and what did it again, are as if they had never been.
            if each.reader == reader and each.batch not in self._gone and each.undoes not in undos:
                return each.batch if each.undoes else 0
        return 0

    def steps(self, every: int, notes: int) -> Iterator[History]:
        """Gives the history as it was each time that so many more notes were read, or all.

        A step is where it was first reached, for good: what is decided about its notes later
        changes nothing of it. What is decided while the steps are gone over is not among them.

        Args:
            every: Notes of a step.
            notes: How many there are.
        """
        return self._steps(tuple(self.all), every, notes)

    def _steps(self, decisions: Iterable[Decision], every: int, notes: int) -> Iterator[History]:
        then = History(self._found, self._agreed, settles=self._settles)
        wanted = min(every, notes)
        for _, batch in groupby(decisions, key=lambda decision: decision.batch):
            made = list(batch)
            then._take(made)
            if any(d.wish.kind in _TELLS_READ for d in made):
                then._count({d.note for d in made})
            if len(then.read) >= wanted:
                yield then
                wanted = min(wanted + every, notes) if wanted < notes else notes + 1

    def until(self, number: int) -> History:
        """Returns the history up to a decision."""
        before = (d for d in self.all if d.number <= number)
        return History(self._found, self._agreed, settles=self._settles, decisions=before)

    def _take(self, made: Sequence[Decision]) -> None:
        for decision in made:
            self.all.append(decision)
            self._of[decision.note].append(decision)
            self._states.pop(decision.note, None)
        _take_back(made, self._gone, self._undoes)

    def _count(self, notes: Iterable[int]) -> None:
        for note in notes:
            state = self.state(note)
            self._open[note] = state.open
            if not state.done:
                self.read.pop(note, None)
            else:
                self.read.setdefault(note)

    def _replayed(self, note: int, decisions: list[Decision], gone: set[int]) -> NoteState:
        done = self._agreed.get(note, "")
        state = replay(self._found.get(note, ()), decisions, gone, done=done)
        # Who takes a choice back opens the note again, whoever called it read since.
        return replace(state, done="") if self._settles and state.open else state


def _take_back(made: Iterable[Decision], gone: set[int], undoes: dict[int, int]) -> None:
    """Adds to the batches that were taken back those that decisions take back.

    What takes back an undo does again what that had undone.
    """
    for decision in made:
        if not decision.undoes:
            continue
        undoes[decision.batch] = at = decision.undoes
        away = True
        while at:
            (gone.add if away else gone.discard)(at)
            at, away = undoes.get(at, 0), not away
