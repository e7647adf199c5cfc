"""`Conversations`: what conversations know, encrypted in a file, so that they outlive a process.

The file is a vault (`replace.vault`) of another kind: a turn is a line, sealed under the name of
its conversation and its number, so that lines can be neither read, exchanged nor put under another
conversation without the key. How many turns there are, and a hash over all of them, stands sealed
behind the first line, so that a turn that was changed, exchanged or cut off is told when the file
is opened. A turn is on the disk before anything of it is sent. What a process that was killed left
half written was never sent, and is taken off.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from incognote.core import private
from incognote.core.errors import ConfigError, InputError, NoteError, OutputError
from incognote.replace.vault import Lock, new_lock, open_vault

_KIND = "incognote-conversations-2"
_SEALS = 2
"""Lines that say how many turns there are: written in turn, so that one is whole at any time."""


class Conversations:
    """The turns of conversations, by their ids; held by one process at a time.

    Args:
        path: The file; it is made, for its owner alone, where there is none.
        key: Of the key file.

    Raises:
        ConfigError: If the key is another, others than its owner may open the file, or another
            process holds it.
        InputError: If it cannot be read, is no such file, or turns of it were changed or cut off.
        OutputError: If it cannot be made.
        MissingExtraError: If the package `cryptography` is not installed.
    """

    def __init__(self, path: Path, key: bytes) -> None:
        self._path = path
        self._turn = threading.Lock()
        try:
            new = not path.exists() or path.stat().st_size == 0
            self._file: BinaryIO = (
                private.open_new(path, buffering=0)
                if not path.exists()
                else path.open("r+b", buffering=0)
            )
        except OSError as error:
            raise OutputError(f"{path}: cannot be made ({error.strerror}).") from None
        try:
            if private.is_for_others(self._file.fileno()):
                raise ConfigError(
                    f"{path}: others may open it; make it its owner's alone (chmod 600)."
                )
            self._hold()
            self._count, self._digest = 0, hashlib.sha256()
            self._lock, self._rows = self._begun(key) if new else self._read(key)
        except BaseException:
            self._file.close()
            raise

    def __repr__(self) -> str:
        """How many turns, and of whom nothing."""
        return f"Conversations({len(self._rows)} turns)"

    def turns(self, id: str, since: int = 0) -> list[Any]:
        """Returns what was kept of a conversation, in order.

        Args:
            id: Of the conversation.
            since: So many of the first are left out.

        Raises:
            NoteError: If a line was changed; the message does not tell the id.
        """
        found: list[Any] = []
        with self._turn:
            while (name := _name(id, since + len(found))) and (
                sealed := self._rows.get(self._lock.name(name))
            ):
                try:
                    found.append(self._lock.open_value(sealed, name))
                except NoteError:
                    raise NoteError("conversation", "a line of its file was changed") from None
        return found

    def keep(self, id: str, number: int, turn: Any) -> None:
        """Keeps one more turn of a conversation.

        Args:
            id: Of the conversation.
            number: How many there are already.
            turn: Of values of JSON.

        Raises:
            ConfigError: If there are more.
            OutputError: If it cannot be written; then nothing of it is kept.
        """
        with self._turn:
            row = self._lock.seal_value(_name(id, number), turn)
            if row["note"] in self._rows:
                raise ConfigError(
                    "The conversation was gone on with meanwhile; open its session anew."
                )
            self._add(json.dumps(row).encode() + b"\n")
            self._rows[row["note"]] = row["sealed"]

    def close(self) -> None:
        """Closes the file; another process may hold it then."""
        self._file.close()

    def _hold(self) -> None:
        try:
            import fcntl
        except ImportError:  # Windows
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ConfigError(f"{self._path}: is held by another process.") from None

    def _begun(self, key: bytes) -> tuple[Lock, dict[str, str]]:
        self._lock = new_lock(key)
        head = json.dumps({**self._lock.head, "vault": _KIND}).encode() + b"\n"
        self._first = len(head)
        try:
            self._write(head + b"".join(map(self._seal, range(_SEALS))), 0)
            private.settle(self._path.absolute().parent)
        except OSError as error:
            raise OutputError(f"{self._path}: cannot be made ({error.strerror}).") from None
        return self._lock, {}

    def _read(self, key: bytes) -> tuple[Lock, dict[str, str]]:
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        if not whole:
            raise InputError(f"{self._path}: is not a file of conversations.")
        self._lock, rows = open_vault(self._path, key, kind=_KIND, length=whole)
        # Only once it is known to be ours.
        head, *lines = data[:whole].splitlines(keepends=True)
        self._first = len(head)
        told = [self._told(rows.pop(self._lock.name(_seal(i)), "")) for i in range(_SEALS)]
        self._check(told, lines[_SEALS:])
        self._file.truncate(whole)
        self._file.seek(whole)
        return self._lock, rows

    def _check(self, told: list[tuple[int, str]], turns: list[bytes]) -> None:
        """Refuses turns that are not those that were kept, and counts them.

        Where a process was killed between a turn and its seal there is one turn more, which counts.

        Args:
            told: How many there are by each of the seals, and the hash over them; -1 and '' of one
                that cannot be read, as it is where a process was killed while it was written.
            turns: Lines.
        """
        count, digest = max(told)
        more = len(turns) - count
        for line in turns[:count]:
            self._digest.update(line)
        if count < 0 or not 0 <= more <= 1 or self._digest.hexdigest() != digest:
            raise InputError(f"{self._path}: turns of it were changed or cut off.")
        if (-1, "") in told and not more:
            raise InputError(f"{self._path}: what says how many turns it has was changed.")
        self._count = count
        for line in turns[count:]:
            self._count += 1
            self._digest.update(line)
            self._write_seal(self._count)

    def _told(self, sealed: str) -> tuple[int, str]:
        for i in range(_SEALS):
            try:
                count, digest = self._lock.open_value(sealed, _seal(i))
                return int(count), digest
            except NoteError:
                continue
        return -1, ""

    def _seal(self, number: int) -> bytes:
        """The line of a seal: how many turns there are; as long for any number of them."""
        said = [f"{self._count:020}", self._digest.hexdigest()]
        return json.dumps(self._lock.seal_value(_seal(number), said)).encode() + b"\n"

    def _write_seal(self, number: int) -> None:
        line = self._seal(number)
        self._write(line, self._first + (number % _SEALS) * len(line))

    def _add(self, line: bytes) -> None:
        """Adds a turn, and then says so at the head.

        Raises:
            OutputError: If it cannot be written; then it is not there.
        """
        end = self._file.seek(0, os.SEEK_END)
        before = self._count, self._digest.copy()
        try:
            self._write(line, end)
            self._count += 1
            self._digest.update(line)
            self._write_seal(self._count)
        except OSError as error:
            sealed = self._count
            self._count, self._digest = before
            self._file.truncate(end)
            if sealed != self._count:  # what says so may be there, in part
                with suppress(OSError):
                    self._write_seal(sealed)
            raise OutputError(f"{self._path}: cannot be written ({error.strerror}).") from None

    def _write(self, data: bytes, at: int) -> None:
        self._file.seek(at)
        if self._file.write(data) != len(data):
            raise OSError(28, "no room")
        os.fsync(self._file.fileno())


def _seal(number: int) -> str:
    return f"seal {number % _SEALS}"


def _name(id: str, number: int) -> str:
    return f"{number}\0{id}"
