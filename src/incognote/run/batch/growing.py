"""Files that grow as a run goes on, and get their names when they are complete."""

from __future__ import annotations

import errno
import hashlib
import itertools
import json
import os
from array import array
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from incognote.core import private
from incognote.core.errors import OutputError
from incognote.io.format import Seal, get_format

PARTS = ".incognote-part"
"""Folder below the output, or suffix of a file, for what is not complete; gone after the run."""

_SIDE_BY_SIDE = 8
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def part_of(path: Path) -> Path:
    """Returns where a file lies until it is complete."""
    return path.with_name(f".{path.name}{PARTS}")


class NoRoomError(OutputError):
    """Nothing more can be written until somebody sees to it.

    Args:
        path: Where.
        error: What the system says.
        way_out: What to do once it is seen to.
    """

    def __init__(self, path: Path, error: OSError, way_out: str) -> None:
        self.error = error
        first = "make room" if error.errno in _FULL else "see to it"
        super().__init__(f"{path}: cannot be written ({error.strerror}); {first} and {way_out}.")

    def __reduce__(self) -> tuple[type[OutputError], tuple[str]]:
        """Makes what it says survive pickling."""
        return OutputError, (str(self),)


class Mark(NamedTuple):
    """How far a file had grown at a checkpoint."""

    size: int
    sha256: str
    """Of so many bytes."""


class Growing:
    """A file that grows by whole lines or pieces and gets its name when it is complete.

    Args:
        path: Where it will lie.
        secret: Whether it is for its owner alone.
        mark: How far it had grown where it is gone on with: what came after that is cut off.
        again: Whether what a run left of it that is gone on with is to be removed, since no
            checkpoint knows of it.

    Raises:
        OutputError: If it exists already or cannot be written, or is not what it was at the mark.
    """

    def __init__(
        self, path: Path, *, secret: bool = False, mark: Mark | None = None, again: bool = False
    ) -> None:
        self.path = path
        self._part = part_of(path)
        self.size = 0
        """Bytes of whole lines and pieces so far."""
        self._hashed, self._hash = 0, hashlib.sha256()
        self._is_named = False
        if mark is not None:
            self._file = self._reopened(mark)
            return
        if path.exists():
            raise OutputError(f"{path}: exists already; give another name or remove it.")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if again:
                self._part.unlink(missing_ok=True)
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
            if is_of_the_disk(error):
                raise NoRoomError(path, error, "run again") from None
            raise OutputError(
                f"{path}: cannot be written ({error.strerror}); give another place."
            ) from None

    def _reopened(self, mark: Mark) -> BinaryIO:
        try:
            if not self.path.exists():
                pass
            elif self._part.exists():
                raise OutputError(f"{self.path}: exists already; remove it, then go on.")
            else:  # killed while it gave all files their names
                os.replace(self.path, self._part)
            file = self._part.open("r+b", buffering=0)
            _hash_on(file, mark.size, self._hash)
            if self._hash.hexdigest() != mark.sha256:
                file.close()
                raise changed(self.path)
            file.truncate(mark.size)
            file.seek(mark.size)
        except FileNotFoundError:
            raise changed(self.path) from None
        except OSError as error:
            raise OutputError(f"{self.path}: cannot be written ({error.strerror}).") from None
        self.size = self._hashed = mark.size
        return file

    def mark(self) -> Mark:
        """Returns how far it has grown, once the disk has it all.

        Raises:
            OSError: If the disk does not take it.
        """
        if not self._is_named:
            sync([self._part])
            self._is_named = True
        if self._hashed < self.size:
            os.fsync(self._file.fileno())
            with self._part.open("rb") as file:
                file.seek(self._hashed)
                _hash_on(file, self.size - self._hashed, self._hash)
            self._hashed = self.size
        return Mark(self.size, self._hash.hexdigest())

    def add(self, row: Mapping[str, Any]) -> int:
        """Appends a line of JSON, as `append`."""
        # A file name that is not UTF-8 holds lone surrogates: JSON has an escape for these.
        text = json.dumps(row, ensure_ascii=False) + "\n"
        return self.append(text.encode(errors="backslashreplace"))

    def append(self, data: bytes) -> int:
        """Appends a piece and returns where it began, for `undo`.

        Raises:
            OSError: If it cannot be written whole; nothing of it stays.
        """
        began = self.size
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError:
            self.undo(began)
            raise
        self.size = self._file.tell()
        return began

    def undo(self, began: int) -> None:
        """Takes back all lines from `began` on."""
        self._file.truncate(began)
        self._file.seek(began)
        self.size = began

    def rewrite(self, pieces: Iterable[tuple[int, int]], seal: Seal) -> None:
        """Makes the file of pieces [begin, end), in this order, as `seal` does, under its name.

        The pieces stay as they are, under the file's draft name, until `forget`.

        Raises:
            OutputError: If it cannot be written.
        """
        self._file.close()
        copy = self._part.with_name(f"{self._part.name}-sorted")
        try:
            copy.unlink(missing_ok=True)  # of a run that was killed
            with self._part.open("rb") as old:
                seal(_read(old, pieces), copy)
            os.replace(copy, self.path)
        except OSError as error:
            copy.unlink(missing_ok=True)
            raise OutputError(
                f"{self.path}: cannot be put in order ({error.strerror}); make room and run again."
            ) from None

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

    def leave(self) -> None:
        """Closes it as it is, so that it can be gone on with."""
        self._file.close()


class Pieces:
    """A file that holds what is written of many records, in the order in which they were read.

    Records of a patient are worked on together, so pieces may come in another order.

    Args:
        path: As `Growing`, and so are the errors.
        format: A registry row, whose `seal` makes the file of its pieces, if it has one; else, or
            where it is '', they stand one behind the other.
        grown: How far it had grown where it is gone on with.
        again: As `Growing`.
    """

    def __init__(
        self, path: Path, format: str = "", *, grown: Grown | None = None, again: bool = False
    ) -> None:
        self._file = Growing(path, mark=grown.mark if grown else None, again=again)
        self.format = format
        self._seal = get_format(format).seal if format else None
        self._grown = grown or Grown()
        self._told = len(self._grown.places)

    def add(self, place: int, piece: bytes) -> None:
        """Appends the piece of a record.

        Raises:
            OSError: If it cannot be written whole; nothing of it stays.
        """
        self._file.append(piece)
        self._grown.places.append(place)
        self._grown.ends.append(self._file.size)

    def mark(self) -> dict[str, Any]:
        """Returns how far it has grown and what came since the last time, for `Grown.add`."""
        since, self._told = self._told, len(self._grown.places)
        return {
            "file": self._file.mark(),
            "places": self._grown.places[since:].tolist(),
            "ends": self._grown.ends[since:].tolist(),
        }

    def close(self, *, keep: bool) -> None:
        """Brings the pieces into order and gives the file its name, or removes it.

        Raises:
            OutputError: If that cannot be done.
        """
        places, ends = self._grown.places, self._grown.ends
        if keep and (self._seal or any(a > b for a, b in itertools.pairwise(places))):
            ordered = sorted(range(len(places)), key=places.__getitem__)
            pieces = ((ends[i - 1] if i else 0, ends[i]) for i in ordered)
            self._file.rewrite(pieces, self._seal or _joined)
        else:
            self._file.close(keep=keep)

    def forget(self) -> None:
        """Removes the pieces of a file that stands under its name."""
        self._file.close(keep=False)

    def leave(self) -> None:
        """As `Growing`."""
        self._file.leave()


class Grown:
    """What is known of a file's pieces."""

    def __init__(self) -> None:
        self.mark = Mark(0, "")
        # Of each piece the place of its record and where it ends; of a million rows 16 MB.
        self.places, self.ends = array("q"), array("q")

    def add(self, row: Mapping[str, Any]) -> None:
        """Takes what `Pieces.mark` returned."""
        self.mark = Mark(*row["file"])
        self.places.extend(row["places"])
        self.ends.extend(row["ends"])


def hash_file(path: Path) -> str:
    """Returns the SHA-256 of a file.

    Raises:
        OSError: If it cannot be read.
    """
    found = hashlib.sha256()
    with path.open("rb") as file:
        _hash_on(file, os.fstat(file.fileno()).st_size, found)
    return found.hexdigest()


def sync(paths: Iterable[Path], below: Path | None = None) -> None:
    """Has the disk hold some files and their names.

    Args:
        paths: The files.
        below: Folders between this one and the files may be new, too.

    Raises:
        OSError: If it does not take one.
    """
    files = [*paths]
    folders = {path.parent for path in files} if os.name == "posix" else set()
    folders |= {up for folder in folders for up in folder.parents if below in (up, *up.parents)}
    # Side by side, since one after another each would wait for the disk to turn to it.
    with ThreadPoolExecutor(_SIDE_BY_SIDE) as pool:
        list(pool.map(private.settle, (*files, *folders)))


def changed(path: Path) -> OutputError:
    """Returns the error for a file of an output that is not what the run left there."""
    return OutputError(
        f"{path}: is not what the run that is to be resumed left there; put it back, or remove the "
        "whole output and run again."
    )


def is_of_the_disk(error: OSError) -> bool:
    """Whether an error would hit any other note, too: no room, or nothing can be written at all."""
    return error.errno in (*_FULL, errno.EROFS, errno.EIO)


def _hash_on(file: BinaryIO, size: int, found: Any) -> None:
    """Hashes so many bytes on; fewer where the file has no more."""
    while size > 0 and (piece := file.read(min(size, 1 << 20))):
        found.update(piece)
        size -= len(piece)


def _read(file: BinaryIO, pieces: Iterable[tuple[int, int]]) -> Iterator[bytes]:
    for begin, end in pieces:
        file.seek(begin)
        yield file.read(end - begin)


def _joined(pieces: Iterable[bytes], path: Path) -> None:
    with path.open("xb") as file:
        file.writelines(pieces)
