"""`Conversations`: what conversations know, encrypted in a file, so that they outlive a process.

The file is a vault (`replace.vault`) of another kind: a turn is a line, sealed under the name of
its conversation and its number, so that lines can be neither read, exchanged nor put under another
conversation without the key. A turn is on the disk before anything of it is sent. What a process
that was killed left half written was never sent, and is taken off.
"""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any, BinaryIO

from incognote.core import private
from incognote.core.errors import ConfigError, InputError, NoteError, OutputError
from incognote.replace.vault import Lock, new_lock, open_vault

_KIND = "incognote-conversations-1"


class Conversations:
    """The turns of conversations, by their ids; held by one process at a time.

    Args:
        path: The file; it is made, for its owner alone, where there is none.
        key: Of the key file.

    Raises:
        ConfigError: If the key is another, or another process holds the file.
        InputError: If it cannot be read, or is no such file.
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
            self._hold()
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
            self._write(json.dumps(row))
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
        lock = new_lock(key)
        self._write(json.dumps({**lock.head, "vault": _KIND}))
        return lock, {}

    def _read(self, key: bytes) -> tuple[Lock, dict[str, str]]:
        data = self._file.read()
        whole = data.rfind(b"\n") + 1
        if not whole:
            raise InputError(f"{self._path}: is not a file of conversations.")
        found = open_vault(self._path, key, kind=_KIND, length=whole)
        # Only once it is known to be ours.
        self._file.truncate(whole)
        self._file.seek(whole)
        return found

    def _write(self, line: str) -> None:
        end = self._file.tell()
        try:
            data = line.encode() + b"\n"
            if self._file.write(data) != len(data):
                raise OSError(28, "no room")
            os.fsync(self._file.fileno())
        except OSError as error:
            self._file.truncate(end)
            self._file.seek(end)
            raise OutputError(f"{self._path}: cannot be written ({error.strerror}).") from None


def _name(id: str, number: int) -> str:
    return f"{number}\0{id}"
