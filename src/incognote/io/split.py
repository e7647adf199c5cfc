"""Keeps one part of a corpus: by split.tsv beside it, or as its folders, files or numbers say.

A split.tsv assigns notes to parts, `note<TAB>split`, with a header. Where there is none, the part
is `meta["part"]`, which readers of published corpora give after the corpus' own division.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from incognote.core.config import read_lines
from incognote.core.document import Document
from incognote.core.errors import InputError, unknown


def split(
    docs: Iterable[Document], split_file: Path, part: str, *, failed: Container[str] = ()
) -> Iterator[Document]:
    """Returns the documents that belong to one part, one at a time.

    Every document must stand in the file, and every note of the file among the documents: a
    corpus that is not whole, or whose split file is another's, gives no score.

    Args:
        docs: The whole corpus.
        split_file: Two columns with a tab between, first line `note<TAB>split`; a note is an id,
            with or without `.txt`. Where it does not exist, the notes' own parts decide.
        part: What the second column says, for example train.
        failed: Ids of notes that are there and could not be read, once the documents have ended:
            they are not missed.

    Raises:
        InputError: If the file cannot be read or is not of that form, or documents and file do
            not match; that notes are missing is known once the documents have ended. If there is
            neither a file nor a part of the note's own.
        ConfigError: If there is no such part.
    """
    if not split_file.exists():
        return _own_part(docs, split_file, part)
    parts = _read(split_file)
    if part not in parts.values():
        raise unknown("part", part, set(parts.values()))
    told = _told(docs, split_file, parts, failed)
    return (doc for doc, own in told if own == part)


def with_parts(
    docs: Iterable[Document], split_file: Path, *, failed: Container[str] = ()
) -> Iterator[Document]:
    """Returns all documents, `meta["part"]` as the file says, or as they are where there is none.

    Raises:
        InputError: As `split`.
    """
    if not split_file.exists():
        return iter(docs)
    told = _told(docs, split_file, _read(split_file), failed)
    return (replace(doc, meta={**doc.meta, "part": part}) for doc, part in told)


def _told(
    docs: Iterable[Document], split_file: Path, parts: dict[str, str], failed: Container[str]
) -> Iterator[tuple[Document, str]]:
    for doc in docs:
        if doc.id not in parts:
            raise InputError(
                f"{split_file}: note '{doc.id}' is not listed, or comes twice; add it."
            )
        yield doc, parts.pop(doc.id)
    missing = [id for id in parts if id not in failed]
    if missing:
        raise InputError(
            f"{split_file}: {len(missing)} notes are listed that the corpus lacks, "
            f"the first '{missing[0]}'."
        )


def _own_part(docs: Iterable[Document], split_file: Path, part: str) -> Iterator[Document]:
    seen: set[str] = set()
    for doc in docs:
        own = doc.meta.get("part", "")
        if not own:
            raise InputError(
                f"{split_file}: cannot be read (it does not exist), and note '{doc.id}' has no "
                "part of its own."
            )
        seen.add(own)
        if own == part:
            yield doc
    if part not in seen:
        raise unknown("part", part, seen)


_PART = re.compile(
    r"(?<![a-z])(?:(?P<train>train(?:ing)?)|(?P<test>test(?:ing)?)|"
    r"(?P<dev>dev(?:elopment)?|valid(?:ation)?))(?![a-z])"
)


def part_of(id: str, source: Path) -> dict[str, str]:
    """Returns `{"part": ...}` where a folder's name says train, test, valid or dev, else `{}`.

    Args:
        id: Of the note; what stands before its last slash are folders, of which the nearest
            counts most.
        source: Where the corpus lies; its own name counts where no folder below tells.
    """
    for folder in (*reversed(id.split("/")[:-1]), source.name):
        if (match := _PART.search(folder.lower())) and match.lastgroup:
            return {"part": match.lastgroup}
    return {}


def _read(path: Path) -> dict[str, str]:
    """From id to part."""
    lines = read_lines(path)
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
