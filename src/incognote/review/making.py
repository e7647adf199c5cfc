"""A new project: its tables, and what is written into them before anybody reads."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timezone
from itertools import pairwise
from pathlib import Path

from incognote.core import private
from incognote.core.document import Document, hash_text
from incognote.core.errors import InputError, NoteError, OutputError
from incognote.core.labels import labels_of
from incognote.review.goal import Goal
from incognote.review.purposes import get_purpose
from incognote.review.source import Source

VERSION = 3
"""Of the tables; a project of another version is refused."""
OURS = 0x494E4352  # "INCR": which program a file is of
SCHEMA = """
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


def make_project(
    path: Path,
    docs: Sequence[Document],
    *,
    purpose: str,
    lang: str,
    source: Source,
    goal: Goal | None = None,
    settles: str = "",
) -> None:
    """Writes a new project.

    Args:
        path: Where nothing is yet.
        docs: The notes, with what was found in them.
        purpose: A row of `PURPOSES`.
        lang: Language of the notes.
        source: The files and folders that the notes were read from, as they were before.
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
            base.executescript(SCHEMA)
            base.execute(f"PRAGMA application_id = {OURS}")
            base.execute(f"PRAGMA user_version = {VERSION}")
            base.execute("BEGIN")
            aim = json.dumps(asdict(goal or Goal()))
            about = (purpose, lang, now(), settles, aim)
            base.execute("INSERT INTO project VALUES (?, ?, ?, ?, ?)", about)
            base.executemany("INSERT INTO root VALUES (?)", [(str(r),) for r in source.roots])
            files = [(str(file), *stamp) for file, stamp in source.files.items()]
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


def now() -> str:
    """Returns the time as decisions have it."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")
