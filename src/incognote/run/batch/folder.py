"""What comes out: complete notes with their line in the record, or nothing of a note."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from incognote.core import private
from incognote.core.errors import NoteError, OutputError
from incognote.replace.redact import Redacted

PARTS = ".incognote-part"
"""Folder below the output, or suffix of a file, for what is not complete; gone after the run."""
SPANS, FAILED, AUDIT = "spans.jsonl", "failed.jsonl", "audit.json"
"""What stands in an output folder beside the notes."""


@dataclass(frozen=True, slots=True)
class Found:
    """One span as the record shows it; no text."""

    start: int
    end: int
    label: str
    score: float
    source: str
    kept: bool
    """Whether the policy left it in the text."""
    new_start: int = 0
    """Where its replacement stands in the new text, if there is one;"""
    new_end: int = 0
    action: str = ""
    """'' where no new text was written, or the span was kept."""


def found_in(redacted: Redacted) -> tuple[Found, ...]:
    """Returns the spans of a note that was written anew, in order."""
    gone = [
        Found(
            *(r.span.start, r.span.end, r.span.label, r.span.score, r.span.source, False),
            *(r.new_start, r.new_end, r.action),
        )
        for r in redacted.replaced
    ]
    kept = [Found(s.start, s.end, s.label, s.score, s.source, True) for s in redacted.kept]
    return tuple(sorted((*gone, *kept), key=lambda found: found.start))


@dataclass(frozen=True, slots=True)
class Done:
    """A note that was processed whole."""

    id: str
    words: int
    spans: tuple[Found, ...]
    sealed: Mapping[str, str] | None = field(default=None, repr=False)
    """The note's line of the vault, encrypted."""
    unread: int = 0
    """Marks that could not be read (a date, mostly) and stand as their tag."""
    added: int = 0
    """Marks that the search of the output added."""
    in_roster: bool = True
    """Whether its patient has a row, where there is a roster."""
    actions: tuple[tuple[str, str], ...] = ()
    """Label and action of everything that left the text."""
    other_language: str = ""
    """Which language it seems to be in, where that is not the run's."""
    sha256: str = ""
    """Of the new text; '' where none was written."""


class Record:
    """A JSONL file that grows by whole lines and gets its name when it is complete.

    Args:
        path: Where it will lie.
        secret: Whether it is for its owner alone.

    Raises:
        OutputError: If it exists already or cannot be written.
    """

    def __init__(self, path: Path, *, secret: bool = False) -> None:
        """See the class."""
        self.path = path
        self._part = path.with_name(f".{path.name}{PARTS}")
        self._good = 0
        if path.exists():
            raise OutputError(f"{path}: exists already; give another name or remove it.")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Unbuffered: an error belongs to the line that it hits. New: two runs would mix theirs.
            self._file = (
                private.open_new(self._part, buffering=0)
                if secret
                else self._part.open("xb", buffering=0)
            )
        except FileExistsError:
            raise OutputError(
                f"{path}: another run is writing it, or one was killed and left {self._part.name}; "
                "give another name, or remove that file."
            ) from None
        except OSError as error:
            raise OutputError(
                f"{path}: cannot be written ({error.strerror}); give another place."
            ) from None

    def add(self, row: Mapping[str, Any]) -> int:
        """Appends a line and returns where it began, for `undo`.

        Raises:
            OSError: If it cannot be written whole; nothing of it stays.
        """
        began = self._good
        # A file name that is not UTF-8 holds lone surrogates: JSON has an escape for these.
        text = json.dumps(row, ensure_ascii=False) + "\n"
        line = memoryview(text.encode(errors="backslashreplace"))
        try:
            while line:
                line = line[self._file.write(line) :]
        except OSError:
            self.undo(began)
            raise
        self._good = self._file.tell()
        return began

    def undo(self, began: int) -> None:
        """Takes back all lines from `began` on."""
        self._file.truncate(began)
        self._file.seek(began)
        self._good = began

    def close(self, *, keep: bool) -> None:
        """Gives the file its name, or removes it.

        Raises:
            OutputError: If it cannot be given its name.
        """
        self._file.close()
        try:
            if keep:
                os.replace(self._part, self.path)
            else:
                self._part.unlink(missing_ok=True)
        except OSError as error:
            raise OutputError(f"{self.path}: cannot be written ({error.strerror}).") from None


class Sink(Protocol):
    """Where the outcome of each note goes, in order."""

    parts: Path
    """Folder for texts that are not complete yet."""

    def commit(self, done: Done, part: Path) -> None:
        """Makes a complete note visible.

        Raises:
            NoteError: If that is not possible; nothing of the note stays.
        """

    def fail(self, error: NoteError) -> None:
        """Takes note of a failure."""

    def close(self) -> None:
        """Gives everything its name; what is not complete is removed.

        Raises:
            OutputError: If that cannot be done.
        """

    def abandon(self) -> None:
        """Removes everything: there was no note at all."""


class SpansFile:
    """Only the record, as a file of its own.

    Args:
        path: Must not exist.

    Raises:
        OutputError: If it does, or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        """See the class."""
        self.record = Record(path)
        self.parts = path.parent

    def commit(self, done: Done, part: Path) -> None:
        """Adds the line of a note."""
        try:
            self.record.add(as_row(done))
        except OSError as error:
            raise not_written(done.id, error) from None

    def fail(self, error: NoteError) -> None:
        """Does nothing: a note without a line failed."""

    def close(self) -> None:
        """Gives the record its name."""
        self.record.close(keep=True)

    def abandon(self) -> None:
        """Removes the record."""
        self.record.close(keep=False)


class OutputFolder:
    """`<id>.txt` for each note, `spans.jsonl`, and `failed.jsonl` where notes failed.

    Args:
        path: Must be empty or not there.
        vault: Where what was replaced goes, encrypted, and its first line; apart from `path`.

    Raises:
        OutputError: If it is not, or cannot be written.
    """

    def __init__(self, path: Path, vault: tuple[Path, Mapping[str, str]] | None = None) -> None:
        """See the class."""
        self.path, self.parts = path, path / PARTS
        self._vault: Record | None = None
        if vault and path.resolve() in vault[0].resolve().parents:
            raise OutputError(f"{vault[0]}: lies inside the output; keep the vault apart from it.")
        self._failed: Record | None = None
        self._not_listed = ""
        try:
            if path.exists() and not path.is_dir():
                raise OutputError(f"{path}: is not a folder; give another name.")
            self._made = not path.exists()
            path.mkdir(parents=True, exist_ok=True)
            if any(path.iterdir()):
                raise OutputError(f"{path}: is not empty; give a new folder or empty this one.")
            self.parts.mkdir()
        except OSError as error:
            raise OutputError(
                f"{path}: cannot be written ({error.strerror}); give another place."
            ) from None
        try:
            if vault:
                self._vault = _new_vault(*vault)
            self.record = Record(path / SPANS)
        except OutputError:
            self._remove()
            raise

    def commit(self, done: Done, part: Path) -> None:
        """Moves a complete note to its place and adds its line to the record."""
        target = self.path / f"{done.id}.txt"
        if _takes_a_records_name(done.id):
            part.unlink(missing_ok=True)
            raise NoteError(
                done.id, "lies in a folder called like a file of the output; rename that folder"
            )
        try:
            began = self.record.add(as_row(done))
            try:
                # First, so that no note stands there that the vault cannot bring back.
                if self._vault and done.sealed:
                    self._vault.add(done.sealed)
                if target.exists():  # ids that differ in case only, on a disk that ignores case
                    raise NoteError(done.id, f"{target} exists already; change the id")
                target.parent.mkdir(parents=True, exist_ok=True)
                os.replace(part, target)
            except (OSError, NoteError):  # a line without its note would be a lie
                self.record.undo(began)
                part.unlink(missing_ok=True)
                raise
        except OSError as error:
            part.unlink(missing_ok=True)
            raise not_written(done.id, error) from None

    def fail(self, error: NoteError) -> None:
        """Adds a line to the list of failures; whether that worked is told by `close`."""
        try:
            if self._failed is None:
                self._failed = Record(self.path / FAILED)
            self._failed.add({"id": error.id, "reason": error.reason})
        except (OSError, OutputError) as problem:
            self._not_listed = getattr(problem, "strerror", None) or "no file"

    def close(self) -> None:
        """Removes what is not complete and gives the records their names."""
        shutil.rmtree(self.parts, ignore_errors=True)
        self.record.close(keep=True)
        if self._vault is not None:
            self._vault.close(keep=True)
        if self._failed is not None:
            self._failed.close(keep=True)
        if self._not_listed:
            raise OutputError(
                f"{self.path / FAILED}: is not complete ({self._not_listed}); all failures "
                "stand in the messages above."
            )

    def abandon(self) -> None:
        """Removes everything that was made."""
        self.record.close(keep=False)
        if self._failed is not None:
            self._failed.close(keep=False)
        self._remove()

    def _remove(self) -> None:
        shutil.rmtree(self.parts, ignore_errors=True)
        if self._vault is not None:
            self._vault.close(keep=False)
        if self._made:
            self.path.rmdir()


def _takes_a_records_name(id: str) -> bool:
    """Whether a note's folder would stand where a record, or its draft, has to."""
    folder, within, _ = id.partition("/")
    # Some disks ignore case.
    name = folder.casefold()
    return bool(within) and (name in (SPANS, FAILED, AUDIT) or name.endswith(PARTS))


def _new_vault(path: Path, head: Mapping[str, Any]) -> Record:
    vault = Record(path, secret=True)
    try:
        vault.add(head)
    except OSError as error:
        vault.close(keep=False)
        raise OutputError(f"{path}: cannot be written ({error.strerror}).") from None
    return vault


def not_written(id: str, error: OSError) -> NoteError:
    """Returns the error of a note whose output could not be written."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    way_out = "make room" if full else "see to it"
    return NoteError(id, f"cannot be written ({error.strerror}); {way_out} and run this note again")


def as_row(done: Done) -> dict[str, Any]:
    """Returns a note's line of the record: id and spans in offsets of the original, no text.

    A span that the policy left in the text has `"kept": true`; one that was replaced has where its
    replacement stands in the new text, whose hash the line then has, too. A note that seems to be
    in another language than the run's has that as `other_language`.
    """
    return {
        "id": done.id,
        "spans": [
            {
                "start": s.start,
                "end": s.end,
                "label": s.label,
                "score": round(s.score, 4),
                "source": s.source,
                **({"kept": True} if s.kept else {}),
                **(
                    {"new_start": s.new_start, "new_end": s.new_end, "action": s.action}
                    if s.action
                    else {}
                ),
            }
            for s in done.spans
        ],
        **({"added_by_verification": done.added} if done.added else {}),
        **({"other_language": done.other_language} if done.other_language else {}),
        **({"sha256": done.sha256} if done.sha256 else {}),
    }
