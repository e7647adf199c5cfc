"""The journal: what a run has done so far, without text, so that it can be gone on with.

It lies among the parts of an output that is not complete and goes with them. Its first line says
what the run is: all that its output depends on. Each other line is a checkpoint: all that came up
to some chunk of the sources is on the disk, and nothing else that stands there counts. A run that
was killed goes on from the last one, to the same output as if nothing had happened. Each line ends
with a hash of itself and the lines before it, so that one that was damaged is not taken for whole.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from incognote.core.config import parse_json
from incognote.core.errors import InputError, OutputError
from incognote.run.batch.growing import NoRoomError, sync
from incognote.run.batch.summary import Summary

if TYPE_CHECKING:
    from incognote.run.batch.workers import Chunk

NAME = "journal.jsonl"
"""Among the parts of an output."""
VERSION = 2
EVERY = 1.0
"""Seconds between two checkpoints, or"""
SHARE = 20
"""so many times what the last one took, if that is more."""
_SHOWN = 60
_CHECK = b', "check": "'

Row = Mapping[str, Any]


class Journal:
    """What a run has done so far; held by one process at a time.

    `begin` makes a new one, `reopen` goes on with one.

    Attributes:
        done: What became of the notes up to the last checkpoint.
        resumed: Whether the run is gone on with.
    """

    def __init__(self, path: Path, out: Path, file: BinaryIO, mark: Callable[[], Row]) -> None:
        self._path, self._out, self._file, self._mark = path, out, file, mark
        self.done = Summary()
        self.resumed = False
        self._since = Summary()
        self._chunks, self._told = 0, 0
        self._check = b""
        self._read = hashlib.sha256()
        self._expected = self._read.hexdigest()
        self._last = time.monotonic()
        self._due = self._last + EVERY

    @classmethod
    def begin(cls, path: Path, out: Path, head: Row, mark: Callable[[], Row]) -> Journal:
        """Returns the journal of a new run.

        Args:
            path: Where it lies; nothing does yet.
            out: The output, for messages.
            head: All that the output depends on; no text, no key.
            mark: Returns what there is of the output now, once the disk has it; without text.

        Raises:
            OutputError: If it cannot be written.
        """
        try:
            file = path.open("xb", buffering=0)
        except OSError as error:
            raise _cannot(out, error) from None
        journal = cls(path, out, file, mark)
        try:
            journal._lock(needed=False)
            # At once, so that no journal is without a first checkpoint.
            journal._append({"journal": VERSION, **head}, journal._checkpoint())
            sync([path, path.parent])
        except OSError as error:
            file.close()
            raise _cannot(out, error) from None
        except BaseException:
            file.close()
            raise
        return journal

    @classmethod
    def reopen(
        cls,
        path: Path,
        out: Path,
        head: Row,
        mark: Callable[[], Row],
        restore: Callable[[Row], None],
    ) -> Journal:
        """Returns the journal of a run that is gone on with.

        Args:
            path: Where it lies.
            out: As `begin`, and so are `head` and `mark`.
            head: Must be that of the run.
            mark: What it returned goes, line by line, to
            restore: which may refuse it.

        Raises:
            OutputError: If there is none that can be gone on with, another process does, or the
                run was another.
        """
        try:
            file = path.open("r+b", buffering=0)
        except FileNotFoundError:
            raise nothing_to_resume(out) from None
        except OSError as error:
            raise _cannot(out, error) from None
        journal = cls(path, out, file, mark)
        try:
            journal._lock(needed=True)
            journal.resumed = True
            journal._restore({"journal": VERSION, **head}, restore)
        except BaseException:
            file.close()
            raise
        return journal

    def _restore(self, head: Row, restore: Callable[[Row], None]) -> None:
        rows = self._rows()
        then = next(rows, None)
        if then is None:
            raise nothing_to_resume(self._out)
        if difference := _difference(then, parse_json(json.dumps(head))):
            raise OutputError(
                f"{self._out}: cannot be resumed, since {difference}; give what it was begun with, "
                "or remove it and run again."
            )
        seen = False
        for row in rows:
            if "chunks" in row:
                seen = True
                self._chunks = self._told = row["chunks"]
                self._expected = row["read"]
                self.done.add(Summary.from_row(row["notes"]))
            restore(row)
        if not seen:
            raise nothing_to_resume(self._out)

    def skip(self, chunks: Iterator[Chunk]) -> None:
        """Reads over what is done already.

        Raises:
            InputError: If that is not what was read then.
        """
        for _ in range(self._chunks):
            chunk = next(chunks, None)
            if chunk is None:
                break
            self._hash(chunk)
        if self._read.hexdigest() != self._expected:
            raise InputError(
                f"{self._out}: cannot be resumed, since what was read before reads otherwise now; "
                "bring the sources back to what they were, or remove it and run again."
            )

    def settled(self, chunk: Chunk, became: Summary) -> None:
        """Takes note of a chunk whose outcomes all stand in the output; writes what is due.

        Raises:
            OutputError: If the disk does not take it.
        """
        self._hash(chunk)
        self._chunks = chunk.number + 1
        self._since.add(became)
        if time.monotonic() >= self._due:
            self.checkpoint()

    def checkpoint(self) -> None:
        """Writes what came since the last checkpoint.

        Raises:
            OutputError: If the disk does not take it.
        """
        if self._chunks == self._told:
            return
        began = time.monotonic()
        self._append(self._checkpoint())
        now = time.monotonic()
        self._due = now + max(EVERY, SHARE * (now - began))

    def note(self, row: Row) -> None:
        """Writes a line that is no checkpoint, but for the output alone.

        Raises:
            OutputError: If the disk does not take it.
        """
        self._append(row)

    def close(self) -> None:
        """Lets others have it."""
        self._file.close()

    def _checkpoint(self) -> Row:
        now = time.monotonic()
        self._since.seconds, self._last = now - self._last, now
        try:
            output = self._mark()
        except OSError as error:
            raise _cannot(self._out, error) from None
        self.done.add(self._since)
        row = {
            "chunks": self._chunks,
            "read": self._read.hexdigest(),
            "notes": self._since.as_row(),
            "all": {
                "in": self.done.notes_in,
                "out": self.done.notes_out,
                "failed": self.done.notes_failed,
            },
            **output,
        }
        self._since = Summary()
        self._told = self._chunks
        return row

    def _append(self, *rows: Row) -> None:
        check, lines = self._check, b""
        for row in rows:
            line, check = _line(row, check)
            lines += line
        data = memoryview(lines)
        try:
            while data:
                data = data[self._file.write(data) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            raise _cannot(self._out, error) from None
        self._check = check

    def _rows(self) -> Iterator[Row]:
        """All whole lines; what a killed run left behind them is cut off."""
        end = 0
        for line in self._file_lines():
            row, check = _row(line, self._check)
            if row is None:
                if end + len(line) < os.fstat(self._file.fileno()).st_size:
                    raise _damaged(self._out)
                break
            end += len(line)
            self._check = check
            yield row
        self._file.truncate(end)
        self._file.seek(end)

    def _file_lines(self) -> Iterator[bytes]:
        with self._path.open("rb") as lines:
            yield from lines

    def _hash(self, chunk: Chunk) -> None:
        """Of what was read, whether it can be worked on or not."""
        for record in chunk.records:
            texts = [[doc.id, doc.text, dict(doc.meta)] for doc in record.texts]
            values = [[value.path, value.text, value.owner] for value in record.values]
            row = [record.id, record.file, record.place, record.owner, texts, values]
            self._read.update(json.dumps(row).encode())
        for error in chunk.failed:
            self._read.update(json.dumps([error.id, error.reason]).encode())

    def _lock(self, *, needed: bool) -> None:
        """Keeps other processes from going on with it, until this one ends, however that is."""
        if os.name != "posix":
            return
        import fcntl

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OutputError(f"{self._out}: another run is writing it; let it end.") from None
        except OSError as error:  # a disk without locks; what is new is nobody else's anyhow
            if needed:
                raise _cannot(self._out, error) from None


def read_head(path: Path, out: Path) -> Row:
    """Returns the first line of a journal.

    Raises:
        OutputError: If there is none, or it is damaged.
    """
    try:
        with path.open("rb") as lines:
            line = lines.readline()
    except OSError:
        line = b""
    if not line.endswith(b"\n"):
        raise nothing_to_resume(out)
    head, _ = _row(line, b"")
    if head is None:
        raise _damaged(out)
    return head


def _line(row: Row, before: bytes) -> tuple[bytes, bytes]:
    """A row as a line, and its check: a hash of the check before and of what the line says."""
    said = json.dumps(row).encode()[:-1]
    check = hashlib.sha256(before + said).hexdigest().encode()
    return said + _CHECK + check + b'"}\n', check


def _row(line: bytes, before: bytes) -> tuple[Row | None, bytes]:
    """The reverse of `_line`; no row where the line is not what was written."""
    said, _, end = line.rpartition(_CHECK)
    check = hashlib.sha256(before + said).hexdigest().encode()
    if end == check + b'"}\n':
        row: Row = parse_json(said + b"}")
        return row, check
    try:
        then = parse_json(line)
    except ValueError:
        return None, check
    # Of a version that wrote no checks, which is told as such.
    older = isinstance(then, dict) and then.get("journal", VERSION) != VERSION
    return (then if older else None), check


def _damaged(out: Path) -> OutputError:
    return OutputError(
        f"{out}: cannot be resumed, since its journal was changed or the disk lost some of it; "
        "remove the output and run again."
    )


def nothing_to_resume(out: Path) -> OutputError:
    """Returns the error for an output that no run can go on with."""
    return OutputError(
        f"{out}: holds no run that can be resumed: none was begun there, it came to its end, or it "
        "was one without the --key that its replacements need."
    )


def _difference(then: Row, now: Row) -> str:
    """In which way two runs are not the same; '' if they are."""
    if then.get("journal") != now["journal"]:
        return "another version of incognote began it"
    for part in ("options", "system"):
        old, new = then.get(part, {}), now.get(part, {})
        for name in (*new, *(old.keys() - new.keys())):
            if old.get(name) != new.get(name):
                said = f"{old.get(name)} and is {new.get(name)} now"
                return f"its {name.replace('_', ' ')} was " + (
                    said if len(said) <= _SHOWN else "another"
                )
    if then.get("key") != now.get("key"):
        return "its key was another"
    for name in {*now} - {"options", "system", "sources", "key"}:
        if then.get(name) != now[name]:
            return f"its {name} was another"
    old, new = then.get("sources", []), now.get("sources", [])
    names = [", ".join(each["name"] for each in side) for side in (old, new)]
    if names[0] != names[1]:
        return f"it was begun with {names[0]}, not with {names[1]}"
    changed = (b["name"] for a, b in zip(old, new, strict=True) if a != b)
    return next((f"{name} is another than when it was begun" for name in changed), "")


def _cannot(out: Path, error: OSError) -> NoRoomError:
    return NoRoomError(out, error, "go on with --resume")
