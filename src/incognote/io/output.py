"""Places to write notes to, for their owner alone: nothing is overwritten or left half written."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import BinaryIO

from incognote.core import private
from incognote.core.document import Document
from incognote.core.errors import NoteError, OutputError
from incognote.core.pipeline import OnError
from incognote.io.checks import new_id, report
from incognote.io.files import printable

_FATAL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO})
"""Errors of the whole destination, not of one note."""

_DEPTH = 200
"""Folders deeper than this are made by no one, and Python makes them by recursion."""

_NUMBERS = count()

_DRIVE = re.compile("[A-Za-z]:")


def check_apart(source: Path, target: Path) -> None:
    """Refuses a destination inside the source, which would be read as it is written.

    Raises:
        OutputError: If it is.
    """
    inner, outer = Path(os.path.realpath(target)), Path(os.path.realpath(source))
    if inner == outer or outer in inner.parents:
        raise OutputError(f"{target}: lies inside the input {source}; choose another place.")


def make_folder(path: Path) -> None:
    """Makes an empty folder to write notes to, or accepts one that is there and empty.

    Raises:
        OutputError: If something is in it, or it cannot be made.
    """
    try:
        private.make_folder(path)
        with os.scandir(path) as found:
            empty = next(found, None) is None
    except OSError as error:
        raise OutputError(f"{path}: no folder can be made there ({error.strerror}).") from None
    if not empty:
        raise OutputError(f"{path}: is not empty; choose a new folder or empty this one.")


def _target(folder: Path, id: str, suffix: str) -> Path:
    """Where the note of that id is written; always below the folder."""
    parts = id.split("/")
    if len(parts) > _DEPTH or any(
        part in ("", ".", "..") or "\\" in part or "\0" in part or _DRIVE.match(part)
        for part in parts
    ):
        raise NoteError(
            printable(id).replace("\0", "\\0"),
            "this id cannot be a path below the output (no empty part, '.', '..', backslash, "
            f"drive letter or NUL, at most {_DEPTH} parts); rename the note",
        )
    return folder.joinpath(*parts[:-1], parts[-1] + suffix)


def write_files(folder: Path, id: str, contents: Mapping[str, bytes]) -> None:
    """Writes the files of one note, each to a temporary name first, then renamed.

    Args:
        folder: Made by `make_folder`.
        id: Its parts become sub-folders.
        contents: From suffix to bytes.

    Raises:
        NoteError: If the id is no path below the folder, or its file exists already.
        OutputError: If nothing more can be written (disk full).
    """
    if id != printable(id):
        raise NoteError(printable(id), "this id has no UTF-8 form; rename the note")
    targets = {suffix: _target(folder, id, suffix) for suffix in contents}
    for target in targets.values():
        if os.path.lexists(target):
            raise NoteError(id, f"{target.name} exists already in the output; ids must be unique")
    parts = {s: t.with_name(f".incognote-{os.getpid()}{s}.part") for s, t in targets.items()}
    left: list[Path] = []
    try:
        for suffix, part in parts.items():
            private.make_folder(part.parent)
            private.make_file(part)
            left.append(part)
            part.write_bytes(contents[suffix])
        for suffix, part in parts.items():
            part.rename(targets[suffix])
            left.append(targets[suffix])
        left.clear()
    except OSError as error:
        if error.errno in _FATAL:
            raise OutputError(f"{folder}: cannot be written to ({error.strerror}).") from None
        raise NoteError(id, f"cannot be written ({error.strerror})") from None
    finally:
        for path in left:
            path.unlink(missing_ok=True)


@contextmanager
def new_file(path: Path, *, shared: bool = False) -> Iterator[BinaryIO]:
    """Gives a file to write to that appears under its name only when all of it is written.

    Args:
        path: Where nothing is yet, or an empty file.
        shared: Whether it holds nothing of notes and is made to be passed on; its mode then follows
            the umask. All others are for their owner alone.

    Raises:
        OutputError: If something stands there already, or it cannot be written.
    """
    # A device or a link is never replaced by a file.
    if os.path.lexists(path) and (not path.is_file() or path.stat().st_size):
        raise OutputError(f"{path}: exists already; choose another name or remove it.")
    # Two that are written at once may lie in one folder.
    part = path.with_name(f".incognote-{os.getpid()}-{next(_NUMBERS)}.part")
    try:
        if shared:
            path.parent.mkdir(parents=True, exist_ok=True)
        else:
            private.make_folder(path.parent)
            private.make_file(part)
        with part.open("wb") as file:
            yield file
        part.replace(path)
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror}).") from None
    finally:
        if part.exists():
            part.unlink()


def write_folder(
    docs: Iterable[Document],
    path: Path,
    render: Callable[[Document], Mapping[str, bytes]],
    on_error: OnError | None,
) -> None:
    """Writes each document to files of its own below a new or empty folder.

    Args:
        docs: Taken one at a time.
        path: The folder.
        render: From a document to the content of its files by suffix.
        on_error: Called with the error of each note that cannot be written; None raises it.

    Raises:
        OutputError: If the folder is not empty or cannot be written to.
        NoteError: If `on_error` is None and a note cannot be written; those before it stay.
    """
    make_folder(path)
    for doc in docs:
        try:
            write_files(path, doc.id, render(doc))
        except NoteError as error:
            report(error, on_error)


def write_file(
    docs: Iterable[Document],
    path: Path,
    render: Callable[[Document], bytes],
    on_error: OnError | None,
    *,
    begin: bytes = b"",
    between: bytes = b"",
    end: bytes = b"",
) -> None:
    """Writes all documents to one new file, as `write_folder` does to a folder.

    What stands before, between and behind them makes one whole of the file, as a list in JSON is.

    Raises:
        OutputError: If the file exists or cannot be written.
        NoteError: If `on_error` is None and a note cannot be written; no file is left then.
    """
    seen: set[str] = set()
    before = b""
    with new_file(path) as file:
        file.write(begin)
        for doc in docs:
            try:
                new_id(doc.id, seen)
                content = render(doc)
            except NoteError as error:
                report(error, on_error)
            else:
                file.write(before + content)
                before = between
        file.write(end)
