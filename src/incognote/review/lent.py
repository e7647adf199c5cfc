"""Where the answers of a project lie while a command reads them, and what a killed one left."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from incognote.core.errors import OutputError

_PREFIX = ".incognote-answers-"


@contextlib.contextmanager
def lent(project: Path) -> Iterator[Path]:
    """Gives a folder beside a project, for its owner alone, that is gone afterwards.

    The project is open when this begins, so that nobody sweeps before the folder is held.

    Raises:
        OutputError: If there can be none.
    """
    try:
        place = tempfile.TemporaryDirectory(prefix=f"{_PREFIX}{project.name}-", dir=project.parent)
    except OSError as error:
        raise OutputError(
            f"{project.parent}: the answers cannot be written there ({error.strerror})."
        ) from None
    with place as folder, _held(Path(folder)):
        yield Path(folder)


def sweep(project: Path) -> None:
    """Removes folders of a project whose process was killed; the lock ends with the process.

    One that is in use stays, and so do all where a system or a disk has no such locks.
    """
    for found in project.parent.glob(f"{_PREFIX}{glob.escape(project.name)}-????????"):
        with contextlib.suppress(OSError), _held(found, needed=True):
            shutil.rmtree(found)


@contextlib.contextmanager
def _held(folder: Path, *, needed: bool = False) -> Iterator[None]:
    """Holds the lock of a folder; raises an OSError where it is needed and cannot be had."""
    if os.name != "posix":
        if needed:
            raise OSError
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        with contextlib.nullcontext() if needed else contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)
