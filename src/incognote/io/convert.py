"""Turns a corpus of one format into another."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from incognote.core.document import Document
from incognote.core.errors import NoteError
from incognote.core.pipeline import OnError
from incognote.io.checks import report
from incognote.io.format import get_format, writer
from incognote.io.output import check_apart


def convert(
    source: Path,
    target: Path,
    *,
    from_format: str,
    to_format: str,
    on_error: OnError | None = None,
) -> int:
    """Writes the documents of `source` to `target`, one at a time, and returns how many.

    What the target's format has no place for is not written (the table in docs/formats.md).

    Args:
        source: A folder or file.
        target: A new or empty folder, or a new file.
        from_format: A registry row of kind `format`.
        to_format: A registry row of kind `format` that is written.
        on_error: Called with the error of each note that cannot be read or written; None raises it.

    Raises:
        ConfigError: If there is no such format.
        InputError: If the source itself cannot be read.
        OutputError: If the target exists, lies inside the source or cannot be written.
        NoteError: If `on_error` is None and a note fails.
    """
    read, write = get_format(from_format).read, writer(to_format)
    check_apart(source, target)
    written = 0

    def counted() -> Iterator[Document]:
        nonlocal written
        for doc in read(source, on_error=on_error):
            written += 1
            yield doc

    def not_written(error: NoteError) -> None:
        nonlocal written
        written -= 1
        report(error, on_error)

    write(counted(), target, on_error=not_written)
    return written
