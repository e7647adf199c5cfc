"""A project: one SQLite file with notes, found marks and decisions, for its owner alone.

Decisions are only ever added; the file itself refuses to change or remove one. Each is on the disk
before anybody is told that it was made. Whoever has a project open holds SQLite's own lock on it,
which ends with the process, however that ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timezone
from itertools import chain, pairwise
from pathlib import Path
from types import TracebackType

from incognote.core import private
from incognote.core.config import parse_json
from incognote.core.document import Document, Span, hash_text
from incognote.core.errors import ConfigError, IncognoteError, InputError, NoteError, OutputError
from incognote.core.known import Known
from incognote.core.labels import labels_of
from incognote.review.goal import Goal, read_goal
from incognote.review.marks import KEPT, KINDS, OPEN, Decision, Mark, NoteState, Wish, replay
from incognote.review.marks import undone as undone_in
from incognote.review.purposes import Purpose, get_purpose
from incognote.run.batch.growing import hash_file

VERSION = 3
"""Of the tables; a project of another version is refused."""
LONGEST_COMMENT = 2_000
"""Characters."""
MOST_AT_ONCE = 2_000
"""Decisions that one act may make."""

BOTH = "; "
"""Between the names of those who read a note, or made a mark alike."""
SIDES = ("reader_1", "reader_2")
"""Fields of a note's meta: who the two readers are that are settled."""

_OURS = 0x494E4352  # "INCR": which program a file is of
_SCHEMA = """
CREATE TABLE project (
  purpose TEXT NOT NULL, lang TEXT NOT NULL, made TEXT NOT NULL, settles TEXT NOT NULL,
  goal TEXT NOT NULL
);
CREATE TABLE source (path TEXT PRIMARY KEY, size INTEGER, modified INTEGER, sha256 TEXT);
CREATE TABLE root (path TEXT PRIMARY KEY);
CREATE TABLE note (
  number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, patient TEXT NOT NULL, text TEXT NOT NULL,
  sha256 TEXT NOT NULL, meta TEXT NOT NULL, known TEXT NOT NULL
);
CREATE TABLE found (
  number INTEGER PRIMARY KEY, note INTEGER NOT NULL REFERENCES note, start INTEGER NOT NULL,
  end INTEGER NOT NULL, label TEXT NOT NULL, score REAL NOT NULL, source TEXT NOT NULL
);
CREATE TABLE decision (
  number INTEGER PRIMARY KEY AUTOINCREMENT, batch INTEGER NOT NULL, request TEXT NOT NULL,
  at TEXT NOT NULL, reader TEXT NOT NULL, note INTEGER NOT NULL REFERENCES note,
  kind TEXT NOT NULL, mark TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL,
  label TEXT NOT NULL, comment TEXT NOT NULL, undoes INTEGER NOT NULL
);
CREATE INDEX requests ON decision (request);
CREATE TRIGGER decided BEFORE UPDATE ON decision
  BEGIN SELECT RAISE(ABORT, 'a decision stands'); END;
CREATE TRIGGER kept BEFORE DELETE ON decision
  BEGIN SELECT RAISE(ABORT, 'a decision stands'); END;
"""


class StaleError(IncognoteError):
    """The note was decided about since it was shown: in another tab, or by a repeated key."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note of the queue, without its text."""

    number: int
    """Its place in the order of reading, from 1."""
    id: str
    patient: str


def make_project(
    path: Path,
    docs: Sequence[Document],
    *,
    purpose: str,
    lang: str,
    roots: Sequence[Path],
    goal: Goal | None = None,
    settles: str = "",
) -> None:
    """Writes a new project.

    Args:
        path: Where nothing is yet.
        docs: The notes, with what was found in them.
        purpose: A row of `PURPOSES`.
        lang: Language of the notes.
        roots: The files and folders that the notes were read from.
        goal: What reading is to show.
        settles: Where two readers are settled, what their projects are for.

    Raises:
        OutputError: If something stands there already, or it cannot be written.
        InputError: If there is no note.
        NoteError: If an id comes twice, a text has no UTF-8 form, or marks overlap.
    """
    row = get_purpose(purpose)
    known = {label.name for label in labels_of(lang)}
    if not docs:
        raise InputError("There is no note to read.")
    if os.path.lexists(path):
        raise OutputError(f"{path}: exists already; choose another name or remove it.")
    part = path.with_name(f".incognote-{os.getpid()}.part")
    try:
        private.make_folder(path.parent)
        private.make_file(part)
        with contextlib.closing(sqlite3.connect(part, isolation_level=None)) as base:
            base.execute("PRAGMA journal_mode = MEMORY")  # it has no name yet: nothing to mend
            base.executescript(_SCHEMA)
            base.execute(f"PRAGMA application_id = {_OURS}")
            base.execute(f"PRAGMA user_version = {VERSION}")
            base.execute("BEGIN")
            aim = json.dumps(asdict(goal or Goal()))
            about = (purpose, lang, _now(), settles, aim)
            base.execute("INSERT INTO project VALUES (?, ?, ?, ?, ?)", about)
            base.executemany("INSERT INTO root VALUES (?)", [(str(r.absolute()),) for r in roots])
            files = [(str(file), *_stamp(file)) for file in _files(roots)]
            base.executemany("INSERT INTO source VALUES (?, ?, ?, ?)", files)
            seen: set[str] = set()
            for number, doc in enumerate(row.order(docs), start=1):
                _check_note(doc, seen, known, apart=row.settles)
                patient = doc.meta.get("patient", "")
                known_of = asdict(doc.known) if doc.known else {}
                says = [json.dumps(each) for each in (dict(doc.meta), known_of)]
                values = (number, doc.id, patient, doc.text, hash_text(doc.text), *says)
                base.execute("INSERT INTO note VALUES (?, ?, ?, ?, ?, ?, ?)", values)
                base.executemany(
                    "INSERT INTO found VALUES (NULL, ?, ?, ?, ?, ?, ?)",
                    [(number, s.start, s.end, s.label, s.score, s.source) for s in doc.spans],
                )
            base.execute("COMMIT")
        part.replace(path)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror}).") from None
    except sqlite3.OperationalError as error:
        raise OutputError(f"{path}: cannot be written ({error}).") from None
    finally:
        part.unlink(missing_ok=True)


def _check_note(doc: Document, seen: set[str], known: set[str], *, apart: bool) -> None:
    """Refuses a note that cannot be shown.

    Args:
        doc: The note.
        seen: The ids of those before it.
        known: The labels that there are.
        apart: Whether marks of one source may overlap those of another.
    """
    if doc.id in seen:
        raise NoteError(doc.id, "two notes have this id; give each its own")
    seen.add(doc.id)
    try:
        doc.text.encode()
    except UnicodeEncodeError:
        raise NoteError(doc.id, "has half of a character (a lone surrogate); mend it") from None
    for span in doc.spans:
        if span.label not in known:
            raise NoteError(
                doc.id, f"a label at [{span.start}, {span.end}) is not of the language's scheme"
            )
    for source in {span.source for span in doc.spans} if apart else [""]:
        spans = [span for span in doc.spans if not apart or span.source == source]
        if any(a.end > b.start for a, b in pairwise(spans)):
            raise NoteError(doc.id, "has marks that overlap; unite them first")


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def _files(roots: Iterable[Path]) -> Iterator[Path]:
    for root in roots:
        if root.is_dir():
            for folder, _, names in os.walk(root.absolute()):
                yield from (Path(folder) / name for name in names)
        else:
            yield root.absolute()


def _stamp(file: Path) -> tuple[int, int, str]:
    status = file.stat()
    return status.st_size, status.st_mtime_ns, hash_file(file)


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
            if path.stat().st_mode & private.OTHERS and os.name == "posix":
                path.chmod(0o600)
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
        if ours != _OURS:
            raise InputError(f"{self.path}: is not a project that incognote review made.")
        if version != VERSION:
            raise InputError(
                f"{self.path}: is a project of version {version}, and this incognote reads "
                f"version {VERSION}; open it with the incognote that made it."
            )
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
        self._decisions: dict[int, list[Decision]] = defaultdict(list)
        for decision in self._read_decisions():
            self._decisions[decision.note].append(decision)
        self._undone = undone_in(self.decisions())
        self._states: dict[int, NoteState] = {}  # those that somebody asked for
        # Notes that nobody decided about are as they were found, without a look at each.
        told = {n for n, of in self._decisions.items() if of} | {*self._readers}
        self._read = {n for n in told if self.state(n).done}
        decided = {n: self.state(n).open for n in told}
        self._open_in = {n: len(marks) for n, marks in self._found.items()} | decided

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

    def _replayed(self, note: int, decisions: list[Decision], gone: set[int]) -> NoteState:
        found = self._found.get(note, [])
        # Where two readers agree nothing is left to read.
        agreed = note in self._readers and not any(mark.side for mark in found)
        state = replay(found, decisions, gone, done=self._readers[note] if agreed else "")
        # Who takes a choice back opens the note again, whoever called it read since.
        return replace(state, done="") if self.settles and state.open else state

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
        roots = [Path(path) for (path,) in self._base.execute("SELECT path FROM root")]
        then = {Path(path): stamp for path, *stamp in self._base.execute("SELECT * FROM source")}
        changed = {*then} ^ {file for file in _files(roots) if file.exists()}
        for file, (size, modified, digest) in then.items():
            if file in changed:
                continue
            status = file.stat()
            if status.st_size != size or (
                status.st_mtime_ns != modified and hash_file(file) != digest
            ):
                changed.add(file)
        if changed:
            raise InputError(
                f"{min(changed)}: changed since the project was made, and the page would show what "
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

    def document(self, number: int) -> Document:
        """Returns a note with the marks that stand, and what its container says of it.

        What somebody decided about has the probability 1 and the reader as its source; what nobody
        decided about stays as it was found.
        """
        row = self._base.execute(
            "SELECT id, text, meta, known FROM note WHERE number = ?", (number,)
        )
        id, text, meta, known = row.fetchone()
        spans = [
            Span(m.start, m.end, m.label, m.score if m.state == OPEN else 1.0, m.source)
            for m in self.state(number).standing
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

    def read_in_order(self) -> list[int]:
        """Returns the notes that are read, by when they were last called so."""
        decided = {n: self._decisions[n] for n in self._read}
        said = {n: d.number for n, of in decided.items() for d in of if d.wish.kind == "done"}
        return sorted(said, key=lambda note: said[note])

    def state(self, number: int) -> NoteState:
        """Returns a note as it was decided about."""
        if number not in self._states:
            own = self._decisions.get(number, [])
            self._states[number] = self._replayed(number, own, self._undone)
        return self._states[number]

    def decisions(self) -> list[Decision]:
        """Returns all decisions in order."""
        return sorted(chain.from_iterable(self._decisions.values()), key=lambda d: d.number)

    @property
    def done(self) -> int:
        """How many notes are read."""
        return len(self._read)

    @property
    def open(self) -> int:
        """How many marks nobody decided about."""
        return sum(self._open_in.values())

    @property
    def finished(self) -> bool:
        """Whether nothing is left to do: no doubtful mark of a release, else no unread note."""
        return not self.open if self.answers_for.gallery_first else self.done == len(self.notes)

    def unread_after(self, number: int) -> int:
        """Returns the next note that nobody read, from the first on behind the last; 0: none."""
        many = len(self.notes)
        around = chain(range(number + 1, many + 1), range(1, number + 1))
        return next((each for each in around if each not in self._read), 0)

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
        mark = self.state(note).find(id)
        if mark is None:
            raise StaleError("The mark is no longer there.")
        surface = self.text(note)[mark.start : mark.end]
        patient = self.notes[note - 1].patient
        among = [n.number for n in self.notes if n.patient == patient] if patient else [note]
        pattern = _as_words(surface)
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

    def _told(self, request: str) -> list[int]:
        """The notes that an act changed that was written already."""
        told = self._base.execute("SELECT note FROM decision WHERE request = ?", (request,))
        return sorted({note for (note,) in told})

    def _alike(self, number: int, start: int, end: int, mark: Mark, keep: bool) -> Iterator[Wish]:
        there = [m for m in self.state(number).standing if m.start < end and start < m.end]
        if not keep:
            yield from (Wish("drop", m.id) for m in there if (m.start, m.end) == (start, end))
        elif not there:
            yield Wish("add", "", start, end, mark.label)
        else:  # what covers more or less of it is a matter of its own
            for m in there:
                if (m.start, m.end) == (start, end) and (m.state == OPEN or m.label != mark.label):
                    yield Wish("change", m.id, start, end, mark.label)

    def undo(self, *, reader: str, request: str) -> list[int]:
        """Takes back what a reader decided last; returns the notes that changed.

        Raises:
            ConfigError: If something stands now where a mark would come back.
            OutputError: If it cannot be written.
        """
        mine = [d for d in self.decisions() if d.reader == reader and d.wish.kind != "undo"]
        batch = next((d.batch for d in reversed(mine) if d.batch not in self._undone), 0)
        notes = sorted({d.note for d in mine if d.batch == batch})
        if not notes:
            return []
        wishes = [(note, Wish("undo")) for note in notes]
        return self._write(wishes, reader, request, None, undoes=batch)

    def redo(self, *, reader: str, request: str) -> list[int]:
        """Does again what a reader took back last; returns and raises as `undo`.

        What was decided since stands: then there is nothing to do again.
        """
        decisions = self.decisions()
        undos = {d.batch for d in decisions if d.wish.kind == "undo"}
        last = 0
        for each in reversed(decisions):
            # What was done again, and what did it again, are as if they had never been.
            if (
                each.reader == reader
                and each.batch not in self._undone
                and each.undoes not in undos
            ):
                last = each.batch if each.wish.kind == "undo" else 0
                break
        notes = sorted({d.note for d in decisions if d.batch == last})
        if not notes:
            return []
        wishes = [(note, Wish("undo")) for note in notes]
        return self._write(wishes, reader, request, None, undoes=last)

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
        (first,) = self._base.execute(
            "SELECT coalesce(max(number), 0) + 1 FROM decision"
        ).fetchone()
        at = _now()
        made = [
            Decision(number, first, at, reader, note, wish, undoes)
            for number, (note, wish) in enumerate(wishes, start=first)
        ]
        notes = sorted({note for note, _ in wishes})
        gone = undone_in([*self.decisions(), *made]) if undoes else self._undone
        states = {}
        for note in notes:
            own = [*self._decisions[note], *(d for d in made if d.note == note)]
            states[note] = self._replayed(note, own, gone)
            if states[note].overlap():
                raise ConfigError("Two marks would overlap: drop or shrink the other one first.")
        self._commit(made, request)
        for decision in made:
            self._decisions[decision.note].append(decision)
        self._undone = gone
        self._states |= states
        self._open_in |= {note: state.open for note, state in states.items()}
        self._read -= {note for note in notes if not states[note].done}
        self._read |= {note for note in notes if states[note].done}
        return notes

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
        except sqlite3.Error:
            with contextlib.suppress(sqlite3.Error):  # it is rolled back where the disk was full
                self._base.execute("ROLLBACK")
            raise OutputError(
                "The decision could not be written: is the disk full? Nothing was lost but this "
                "decision; make room and decide again."
            ) from None


def _as_words(surface: str) -> re.Pattern[str]:
    """Finds a name as whole words, in capitals or not, over the end of a line."""
    words = r"\s+".join(re.escape(word) for word in surface.split())
    return re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)
