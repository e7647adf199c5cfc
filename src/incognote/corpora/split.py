"""Keeps one part of a corpus, as a split.tsv assigns its notes: `note<TAB>split`, with a header."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from incognote.document import Document
from incognote.errors import InputError, unknown


def split(docs: Iterable[Document], split_file: Path, part: str) -> Iterator[Document]:
    """Returns the documents that belong to one part, one at a time.

    Every document must stand in the file, and every note of the file among the documents: a
    corpus that is not whole, or whose split file is another's, gives no score.

    Args:
        docs: The whole corpus.
        split_file: Two columns with a tab between, first line `note<TAB>split`; a note is an id,
            with or without `.txt`.
        part: What the second column says, for example train.

    Raises:
        InputError: If the file cannot be read or is not of that form, or documents and file do
            not match; that notes are missing is known once the documents have ended.
        ConfigError: If there is no such part.
    """
    parts = _read(split_file)
    if part not in parts.values():
        raise unknown("part", part, set(parts.values()))
    return _kept(docs, split_file, part, parts)


def _kept(
    docs: Iterable[Document], split_file: Path, part: str, parts: dict[str, str]
) -> Iterator[Document]:
    for doc in docs:
        if doc.id not in parts:
            raise InputError(
                f"{split_file}: note '{doc.id}' is not listed, or comes twice; add it."
            )
        if parts.pop(doc.id) == part:
            yield doc
    if parts:
        raise InputError(
            f"{split_file}: {len(parts)} notes are listed that the corpus lacks, "
            f"the first '{next(iter(parts))}'."
        )


def _read(path: Path) -> dict[str, str]:
    """From id to part."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not UTF-8.") from None
    if not lines or lines[0].split("\t") != ["note", "split"]:
        raise InputError(f"{path}:1: the first line must be 'note', a tab, 'split'.")
    parts: dict[str, str] = {}
    for number, line in enumerate(lines[1:], start=2):
        note, tab, part = line.partition("\t")
        id = note.removesuffix(".txt")
        if not tab or not id or not part or "\t" in part:
            raise InputError(f"{path}:{number}: must be a note, a tab and its part.")
        if id in parts:
            raise InputError(f"{path}:{number}: this note is listed twice.")
        parts[id] = part
    return parts
