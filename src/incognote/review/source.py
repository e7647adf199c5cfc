"""What a project was made from, so that nobody is shown what is no longer there."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from incognote.core.errors import InputError
from incognote.run.batch.growing import hash_file


@dataclass(frozen=True, slots=True)
class Source:
    """Files and folders as they were."""

    roots: tuple[Path, ...]
    files: Mapping[Path, tuple[int, int, str]]
    """Of each file below them: bytes, when it was changed (nanoseconds), hash."""

    def changed(self) -> Path | None:
        """Returns a file that is another now, gone or new; None where all is as it was."""
        changed = {*self.files} ^ {*_below(self.roots)}
        for file, (size, modified, digest) in self.files.items():
            if file in changed:
                continue
            status = file.stat()
            if status.st_size != size or (
                status.st_mtime_ns != modified and hash_file(file) != digest
            ):
                changed.add(file)
        return min(changed, default=None)


def stamp(roots: Sequence[Path]) -> Source:
    """Returns files and folders as they are: before they are read, so that nothing slips between.

    What is not there is left out; whoever reads it says so.

    Raises:
        InputError: If a file cannot be read.
    """
    files = {}
    for file in _below(roots):
        try:
            status = file.stat()
            files[file] = status.st_size, status.st_mtime_ns, hash_file(file)
        except OSError as error:
            raise InputError(f"{file}: cannot be read ({error.strerror}).") from None
    return Source(tuple(root.absolute() for root in roots), files)


def _below(roots: Iterable[Path]) -> Iterator[Path]:
    for root in roots:
        if root.is_dir():
            for folder, _, names in os.walk(root.absolute()):
                yield from (path for name in names if (path := Path(folder, name)).is_file())
        elif root.is_file():
            yield root.absolute()
