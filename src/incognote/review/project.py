"""A project: one SQLite file with notes, found marks and decisions, for its owner alone.

Decisions are only ever added; the file itself refuses to change or remove one. Each is on the disk
before anybody is told that it was made. Whoever has a project open holds SQLite's own lock on it,
which ends with the process, however that ends.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from types import TracebackType

from incognote.core import private
from incognote.core.config import parse_json
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, IncognoteError, InputError, OutputError
from incognote.core.known import Known
from incognote.core.labels import labels_of
from incognote.review.goal import read_goal
from incognote.review.history import History, OverlapError
from incognote.review.lent import sweep
from incognote.review.making import OURS, VERSION, now
from incognote.review.marks import KEPT, KINDS, OPEN, Decision, Mark, NoteState, Wish
from incognote.review.places import finder
from incognote.review.purposes import Purpose, get_purpose
from incognote.review.source import Source

LONGEST_COMMENT = 2_000
"""Characters."""
MOST_AT_ONCE = 2_000
"""Decisions that one act may make."""

BOTH = "; "
"""Between the names of those who read a note, or made a mark alike."""
SIDES = ("reader_1", "reader_2")
"""Fields of a note's meta: who the two readers are that are settled."""


class StaleError(IncognoteError):
    """The note was decided about since it was shown: in another tab, or by a repeated key."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note of the queue, without its text."""

    number: int
    """Its place in the order of reading, from 1."""
    id: str
    patient: str


class Project:
    """A project that is open; nobody else can open it until it is closed.

    Args:
        path: As `make_project` wrote it.

    Raises:
        InputError: If it is none, of another version, open elsewhere, or cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.is_file():
            raise InputError(f"{path}: is not there; incognote review new makes a project.")
        try:
            if private.is_for_others(path):
                path.chmod(0o600)
            # What takes its time reads texts in another thread; SQLite lets one in at a time.
            self._base = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=0
            )
        except (OSError, sqlite3.Error):
            raise InputError(f"{path}: cannot be opened.") from None
        try:
            self._open()
        except sqlite3.OperationalError as error:
            self._base.close()
            why = "cannot be read"
            if "locked" in str(error):
                why = "is open in another process; close that first"
            elif "readonly" in str(error):
                why = "cannot be written to; give its owner the right to"
            raise InputError(f"{path}: {why}.") from None
        except sqlite3.DatabaseError:
            self._base.close()
            raise InputError(f"{path}: is not a project that incognote review made.") from None
        except BaseException:
            self._base.close()
            raise

    def _open(self) -> None:
        base = self._base
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        base.execute("PRAGMA synchronous = EXTRA")  # on the disk before it is told
        base.execute("BEGIN EXCLUSIVE")  # the lock; it stays after the commit
        base.execute("COMMIT")
        (ours,) = base.execute("PRAGMA application_id").fetchone()
        (version,) = base.execute("PRAGMA user_version").fetchone()
        if ours != OURS:
            raise InputError(f"{self.path}: is not a project that incognote review made.")
        if version != VERSION:
            raise InputError(
                f"{self.path}: is a project of version {version}, and this incognote reads "
                f"version {VERSION}; open it with the incognote that made it."
            )
        sweep(self.path)  # of its own alone, whatever else lies there
        row = base.execute("SELECT purpose, lang, made, settles, goal FROM project").fetchone()
        self.purpose, self.lang, self.made, settles, goal = row
        self._settles: str = settles
        self.goal = read_goal(parse_json(goal))
        self.labels = labels_of(self.lang)
        self._known = {label.name for label in self.labels}
        self.notes = [
            Note(*row) for row in base.execute("SELECT number, id, patient FROM note ORDER BY 1")
        ]
        """In the order of reading."""
        self._of_patient: dict[str, list[int]] = defaultdict(list)
        for each in self.notes:
            if each.patient:
                self._of_patient[each.patient].append(each.number)
        self._system: dict[int, list[Mark]] = defaultdict(list)
        for number, note, *row in base.execute("SELECT * FROM found ORDER BY number"):
            self._system[note].append(Mark(f"f{number}", *row))
        self._readers: dict[int, str] = {}
        if get_purpose(self.purpose).settles:
            self._part_sides()
        # Who marks from nothing sees none of them: they are there to be counted.
        shown = get_purpose(self.purpose).shows_marks
        self._found: dict[int, list[Mark]] = self._system if shown else defaultdict(list)
        agreed = {
            note: both
            for note, both in self._readers.items()
            if not any(mark.side for mark in self._found.get(note, ()))
        }
        decisions = self._read_decisions()
        self.history = History(self._found, agreed, settles=self.settles, decisions=decisions)

    def _part_sides(self) -> None:
        """Tells which mark is of which of two readers; what both made alike is settled."""
        for number, meta in self._base.execute("SELECT number, meta FROM note"):
            two = [parse_json(meta)[name] for name in SIDES]
            self._readers[number] = BOTH.join(two)
            names = [self._readers[number], *two]
            self._system[number] = [
                replace(mark, side=side) if side else replace(mark, state=KEPT, score=1.0)
                for mark in self._system[number]
                for side in [names.index(mark.source)]
            ]

    def _read_decisions(self) -> Iterator[Decision]:
        rows = self._base.execute(
            "SELECT number, batch, at, reader, note, kind, mark, start, end, label, comment, "
            "undoes FROM decision ORDER BY number"
        )
        for number, batch, at, reader, note, *wish, undoes in rows:
            yield Decision(number, batch, at, reader, note, Wish(*wish), undoes)

    def __enter__(self) -> Project:
        """Returns itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """Closes it, and lets others open it."""
        self._base.close()

    def check_source(self) -> None:
        """Refuses a project whose notes are no longer what they were read from.

        Raises:
            InputError: If a file is another, gone or new.
        """
        roots = (Path(path) for (path,) in self._base.execute("SELECT path FROM root"))
        files = {Path(path): stamp for path, *stamp in self._base.execute("SELECT * FROM source")}
        if changed := Source(tuple(roots), files).changed():
            raise InputError(
                f"{changed}: changed since the project was made, and the page would show what "
                "is no longer there; put it back, or make a new project. What was decided is kept, "
                "and incognote review export writes it."
            )

    @property
    def kind(self) -> str:
        """The purpose whose answers its answers are: where two readers are settled, theirs."""
        return self._settles or self.purpose

    @property
    def answers_for(self) -> Purpose:
        """The row of `kind`."""
        return get_purpose(self.kind)

    @property
    def settles(self) -> bool:
        """Whether two readers are settled in it."""
        return bool(self._settles)

    def readers_of(self, number: int) -> str:
        """Returns who read a note, with `; ` between several; '' where nobody did."""
        names = [self._readers.get(number, ""), self.state(number).done]
        apart = BOTH.join(filter(None, names)).split(BOTH)
        return BOTH.join(dict.fromkeys(apart))

    def text(self, number: int) -> str:
        """Returns the text of a note."""
        (text,) = self._base.execute("SELECT text FROM note WHERE number = ?", (number,)).fetchone()
        return str(text)

    def document(self, number: int, state: NoteState | None = None) -> Document:
        """Returns a note with the marks that stand, and what its container says of it.

        What somebody decided about has the probability 1 and the reader as its source; what nobody
        decided about stays as it was found.

        Args:
            number: Of the note.
            state: The note as it was decided about; None: as it is now.
        """
        row = self._base.execute(
            "SELECT id, text, meta, known FROM note WHERE number = ?", (number,)
        )
        id, text, meta, known = row.fetchone()
        spans = [
            Span(m.start, m.end, m.label, m.score if m.state == OPEN else 1.0, m.source)
            for m in (state or self.state(number)).standing
        ]
        said = {name: tuple(values) for name, values in parse_json(known).items()}
        return Document(id, text, tuple(spans), parse_json(meta), Known(**said) if said else None)

    def of_system(self, number: int) -> Document:
        """Returns a note with what the system found in it, whatever was decided since."""
        spans = (Span(m.start, m.end, m.label, m.score, m.source) for m in self._system[number])
        return Document(self.notes[number - 1].id, self.text(number), tuple(spans))

    def found(self, number: int, id: str) -> Mark | None:
        """Returns a mark of a note as it was found; None where a person added it."""
        return next((mark for mark in self._found[number] if mark.id == id), None)

    @property
    def system_known(self) -> bool:
        """Whether it holds what the system found."""
        return any(self._system.values())

    def state(self, number: int) -> NoteState:
        """Returns a note as it was decided about."""
        return self.history.state(number)

    @property
    def done(self) -> int:
        """How many notes are read."""
        return len(self.history.read)

    @property
    def open(self) -> int:
        """How many marks nobody decided about."""
        return self.history.open

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do: no doubtful mark of a release, else no unread note."""
        return not self.open if self.answers_for.gallery_first else self.done == len(self.notes)

    def unread_after(self, number: int) -> int:
        """Returns the next note that nobody read, from the first on behind the last; 0: none."""
        many = len(self.notes)
        around = chain(range(number + 1, many + 1), range(1, number + 1))
        return next((each for each in around if each not in self.history.read), 0)

    def _check(self, note: int, wish: Wish) -> None:
        """Refuses a wish that cannot be."""
        state = self.state(note)
        if wish.kind not in KINDS or wish.kind == "undo":
            raise ConfigError("There is no such decision.")
        if wish.kind in ("keep", "drop", "change") and state.find(wish.mark) is None:
            raise StaleError("The mark is no longer there.")
        if wish.kind in ("add", "change"):
            if wish.label not in self._known:
                raise ConfigError("There is no such type.")
            if not 0 <= wish.start < wish.end <= len(text := self.text(note)):
                raise ConfigError("A mark must lie within the note.")
            if not text[wish.start : wish.end].strip():
                raise ConfigError("A mark must hold more than blanks.")
        if wish.kind == "done" and self.settles and state.open:
            raise ConfigError("What the readers differ in comes first: choose 1, 2 or 3 for each.")
        if wish.kind == "comment" and not 0 < len(wish.comment) <= LONGEST_COMMENT:
            raise ConfigError(f"A comment has 1 to {LONGEST_COMMENT:,} characters.")

    def decide(
        self, note: int, wishes: Sequence[Wish], *, reader: str, request: str, after: int
    ) -> list[int]:
        """Writes decisions about a note, all or none; returns the notes that changed.

        Args:
            note: Its number.
            wishes: What was decided.
            reader: Who decided.
            request: Names the act: one that was written already is not written again.
            after: The last decision about the note that the reader saw.

        Raises:
            StaleError: If there are others since.
            ConfigError: If a wish cannot be, or marks would overlap.
            OutputError: If it cannot be written; then nothing is.
        """
        return self._write([(note, wish) for wish in wishes], reader, request, (note, after))

    def everywhere(
        self, note: int, id: str, *, keep: bool, reader: str, request: str, after: int
    ) -> list[int]:
        """Decides alike about what a mark covers wherever it stands in the notes of its patient.

        Args:
            note: Of the mark; where its patient is not known, this note alone.
            id: Of the mark.
            keep: Whether it is marked everywhere, with the mark's type; else marks on it go.
            reader: As `decide`, and so are the others, and what is returned and raised.
            request: As `decide`.
            after: As `decide`.
        """
        if before := self._told(request):
            return before
        mark = self.state(note).find(id)
        if mark is None:
            raise StaleError("The mark is no longer there.")
        surface = self.text(note)[mark.start : mark.end]
        patient = self.notes[note - 1].patient
        among = [n.number for n in self.notes if n.patient == patient] if patient else [note]
        pattern = finder(surface, whole=True)
        wishes: list[tuple[int, Wish]] = []
        for number in among:
            for found in pattern.finditer(self.text(number)):
                wishes += (
                    (number, wish) for wish in self._alike(number, *found.span(), mark, keep)
                )
        if not wishes:  # all of them stand as they should
            return []
        if len(wishes) > MOST_AT_ONCE:
            raise ConfigError(f"It stands in more than {MOST_AT_ONCE:,} places; mark it by hand.")
        return self._write(wishes, reader, request, (note, after))

    def decide_all(
        self, marks: Sequence[tuple[int, str]], kind: str, label: str, *, reader: str, request: str
    ) -> list[int]:
        """Decides alike about marks of many notes that nobody decided about.

        Args:
            marks: The note and the id of each.
            kind: `keep`, `drop`, or `change` for another label.
            label: That label.
            reader: As `decide`, and so are the request, what is returned and raised; stale is what
                somebody decided about since.
            request: As `decide`.
        """
        if kind not in ("keep", "drop", "change") or not 0 < len(marks) <= MOST_AT_ONCE:
            raise ConfigError("There is no such decision.")
        if before := self._told(request):
            return before
        wishes = []
        for note, id in marks:
            mark = self.state(note).find(id)
            if mark is None or mark.state != OPEN:
                raise StaleError("Some of these were decided about since; look again.")
            new = (mark.start, mark.end, label) if kind == "change" else ()
            wishes.append((note, Wish(kind, id, *new)))
        return self._write(wishes, reader, request, None)

    def numbers_of(self, request: str) -> tuple[int, int] | None:
        """Returns the first and the last decision of an act; None where nothing was written."""
        first, last = self._base.execute(
            "SELECT min(number), max(number) FROM decision WHERE request = ?", (request,)
        ).fetchone()
        return (first, last) if first else None

    def _told(self, request: str) -> list[int]:
        """The notes that an act changed that was written already."""
        told = self._base.execute("SELECT note FROM decision WHERE request = ?", (request,))
        return sorted({note for (note,) in told})

    def _alike(self, number: int, start: int, end: int, mark: Mark, keep: bool) -> Iterator[Wish]:
        there = [m for m in self.state(number).standing if m.start < end and start < m.end]
        same = [m for m in there if (m.start, m.end) == (start, end)]
        if not keep:
            yield from (Wish("drop", m.id) for m in same)
        elif not there:
            yield Wish("add", "", start, end, mark.label)
        elif same:  # what covers more or less of it is a matter of its own
            best = next((m for m in same if m.label == mark.label), same[0])
            if best.state == OPEN or best.label != mark.label:
                yield Wish("change", best.id, start, end, mark.label)
            # What the other of two readers says of the place gives way, as with any decision there.
            yield from (Wish("drop", m.id) for m in there if m is not best and m.state == OPEN)

    def undo(self, *, reader: str, request: str, after: int) -> tuple[list[int], int]:
        """Takes back what a reader decided last.

        What cannot be taken back, since another reader's mark stands in its place, stays, and what
        was decided before it is taken back.

        Args:
            reader: Who takes back.
            request: As `decide`.
            after: The last decision of the project that the reader saw.

        Returns:
            The notes that changed, and how many later decisions stay.

        Raises:
            StaleError: If there are others since.
            ConfigError: If nothing can be taken back for such marks.
            OutputError: If it cannot be written.
        """
        if before := self._told(request):
            return before, 0
        self._seen(after)
        batch = 0
        for stay, batch in enumerate(self.history.undoable(reader)):
            try:
                return self._take_back(batch, reader, request), stay
            except OverlapError:
                continue
        if not batch:
            return [], 0
        raise ConfigError(
            "Nothing of yours can be taken back: other marks stand in its place; drop those first."
        )

    def redo(self, *, reader: str, request: str, after: int) -> list[int]:
        """Does again what a reader took back last; returns the notes that changed.

        What was decided since stands: then there is nothing to do again.

        Args:
            reader: As `undo`, and so are the others, and what is raised.
            request: As `undo`.
            after: As `undo`.
        """
        if before := self._told(request):
            return before
        self._seen(after)
        batch = self.history.redoable(reader)
        return self._take_back(batch, reader, request) if batch else []

    def _seen(self, after: int) -> None:
        """Refuses to take back what a reader has not seen."""
        if self.history.last != after:
            raise StaleError("Something was decided elsewhere meanwhile; look again.")

    def _take_back(self, batch: int, reader: str, request: str) -> list[int]:
        wishes = [(note, Wish("undo")) for note in self.history.batch(batch)]
        return self._write(wishes, reader, request, None, undoes=batch)

    def others_of(self, note: int) -> list[int]:
        """Returns the other notes of a note's patient, those behind it first.

        There are none where the patient is not known.
        """
        of = self._of_patient.get(self.notes[note - 1].patient, [])
        return [n for n in of if n > note] + [n for n in of if n < note]

    def _write(
        self,
        wishes: Sequence[tuple[int, Wish]],
        reader: str,
        request: str,
        seen: tuple[int, int] | None,
        undoes: int = 0,
    ) -> list[int]:
        if before := self._told(request):
            return before
        if seen is not None and self.state(seen[0]).last != seen[1]:
            raise StaleError("The note was changed elsewhere since it was shown; look again.")
        if not undoes:
            for note, wish in wishes:
                self._check(note, wish)
        first, at = self.history.last + 1, now()
        made = [
            Decision(number, first, at, reader, note, wish, undoes)
            for number, (note, wish) in enumerate(wishes, start=first)
        ]
        self.history.check(made)
        self._commit(made, request)
        self.history.add(made)
        return sorted({note for note, _ in wishes})

    def _commit(self, made: Sequence[Decision], request: str) -> None:
        rows = [
            (
                *(d.number, d.batch, request, d.at, d.reader, d.note),
                *(w.kind, w.mark, w.start, w.end, w.label, w.comment, d.undoes),
            )
            for d in made
            for w in (d.wish,)
        ]
        try:
            self._base.execute("BEGIN")
            holes = ", ".join("?" * 13)
            self._base.executemany(f"INSERT INTO decision VALUES ({holes})", rows)
            self._base.execute("COMMIT")
        except Exception as error:
            with contextlib.suppress(sqlite3.Error):  # it is rolled back where the disk was full
                self._base.execute("ROLLBACK")
            if not isinstance(error, sqlite3.Error):
                raise
            raise OutputError(
                "The decision could not be written: is the disk full? Nothing was lost but this "
                "decision; make room and decide again."
            ) from None
