"""Files and folders that their owner alone can read, from the first byte, whatever the umask.

For all that holds notes, words of notes, or secrets. On Windows such modes say nothing about other
users: what is new has the access list of the folder that it lies in.
"""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import BinaryIO

_opener = partial(os.open, mode=0o600)
OTHERS = 0o077
"""What in a mode is for the group and for all."""


def open_new(path: Path, *, buffering: int = -1) -> BinaryIO:
    """Returns a new file to write to.

    Args:
        path: Where nothing is yet.
        buffering: As of `open`.

    Raises:
        FileExistsError: If something is there already.
        OSError: If it cannot be made.
    """
    return open(path, "xb", buffering=buffering, opener=_opener)


def is_for_others(file: Path | int) -> bool:
    """Returns whether more than its owner may read or change a file, given by path or number.

    Of Windows, where modes say nothing, no.

    Raises:
        OSError: If it cannot be told.
    """
    return os.name == "posix" and bool(os.stat(file).st_mode & OTHERS)


def settle(path: Path) -> None:
    """Has on the disk what was written to a file, or made or renamed in a folder.

    Raises:
        OSError: If it cannot be written.
    """
    if os.name == "posix":
        file = os.open(path, os.O_RDONLY)
    elif path.is_dir():
        return  # Windows opens no folders
    else:
        file = os.open(path, os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def make_file(path: Path) -> None:
    """Makes an empty file, for writers that take a path; what a killed run left there is removed.

    Raises:
        OSError: If it cannot be made.
    """
    path.unlink(missing_ok=True)
    open_new(path).close()


def make_folder(path: Path) -> None:
    """Makes a folder, and those above it that are missing; one that is there stays as it is.

    Raises:
        OSError: If it cannot be made.
    """
    for folder in reversed((path, *path.parents)):
        if not folder.is_dir():
            folder.mkdir(mode=0o700, exist_ok=True)
