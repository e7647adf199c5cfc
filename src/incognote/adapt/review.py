"""What the readers found left in the notes of a plan, and who of them read which."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from incognote.adapt.plan import Plan
from incognote.adapt.release import hash_text
from incognote.config import read_lines
from incognote.document import Document, Span
from incognote.errors import ConfigError, NoteError
from incognote.labels import LABELS

READER = "reader"
"""The field of a reviewed note's meta, or of a line, that says who read it; several with `;`."""


def read_left(path: Path, notes: Mapping[str, str]) -> list[Document]:
    """Returns the notes that a file of lines `{"id", "left": [{"label", "start", "end"}]}` reviews.

    A note without anything left has an empty list. Offsets count code points of the released text.
    A line may also have a `reader`, which the note's meta then has.

    Args:
        path: The file.
        notes: The released texts by id.

    Raises:
        InputError: If it cannot be read.
        NoteError: If a line is not of that form, names a note that was not released, or a label or
            offsets that cannot be.
    """
    lines = read_lines(path)
    return [
        _document(line, f"{path.name}:{number}", notes)
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]


def _document(line: str, where: str, notes: Mapping[str, str]) -> Document:
    try:
        row = json.loads(line)
        id, left, reader = row["id"], row["left"], row.get(READER, "")
        found = [(span["label"], span["start"], span["end"]) for span in left]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise NoteError(
            where, 'must be {"id": ..., "left": [{"label": ..., "start": ..., "end": ...}]}'
        ) from None
    if not isinstance(reader, str):
        raise NoteError(where, "the reader must be a name, or several with ';' between")
    if id not in notes:
        raise NoteError(where, "reviews a note that was not released; give the notes of the plan")
    spans = []
    for label, start, end in found:
        if label not in LABELS:
            raise NoteError(id, f"{where}: has a label that does not exist (incognote labels)")
        if type(start) is not int or type(end) is not int or not 0 <= start < end:
            raise NoteError(id, f"{where}: offsets must be whole numbers with 0 <= start < end")
        spans.append(Span(start, end, label))
    return Document(id, notes[id], tuple(spans), {READER: reader} if reader else {})


def left_by_note(plan: Plan, reviewed: Iterable[Document]) -> dict[str, tuple[str, ...]]:
    """Returns by id the labels of what was left in each reviewed note.

    Args:
        plan: Says what the text of each was.
        reviewed: The released notes with marks on what was left.

    Raises:
        NoteError: If a note comes twice, its text is not the released one, or the same place is
            marked twice.
    """
    released = {drawn.id: drawn.sha256 for drawn in plan.sample}
    found: dict[str, tuple[str, ...]] = {}
    for doc in reviewed:
        if doc.id in found:
            raise NoteError(doc.id, "is reviewed twice; settle what was left in it first")
        if doc.id in released and hash_text(doc.text) != released[doc.id]:
            raise NoteError(
                doc.id, "the reviewed text is not the one that was released; mark it as it is"
            )
        places = Counter((span.start, span.end) for span in doc.spans)
        for (start, end), times in places.items():
            if times > 1:
                raise NoteError(
                    doc.id, f"[{start}, {end}) is marked {times} times; mark what was left once"
                )
        found[doc.id] = tuple(span.label for span in doc.spans)
    return found


def count_readers(
    reviewed: Iterable[Document], others: Sequence[str]
) -> tuple[dict[str, int], int]:
    """Returns how many notes each reader read, and how many were read by two or more.

    Args:
        reviewed: The notes; the field `reader` of a note's meta says who read it.
        others: Who read the notes that do not say; several count together, since nobody says who
            of them read which.

    Raises:
        ConfigError: If a note does not say and there are no others.
    """
    together = ", ".join(others)
    count: Counter[str] = Counter()
    twice = silent = 0
    for doc in reviewed:
        told = {name for part in doc.meta.get(READER, "").split(";") if (name := part.strip())}
        silent += not told
        twice += len(told) > 1
        count.update(told or {together})
    if silent and not others:
        # Notes of the plan that nobody opened look like notes in which nothing was left.
        raise ConfigError(
            f"{silent:,} reviewed note{' does' if silent == 1 else 's do'} not say who read "
            "it; give --reader NAME: who read the notes that have no field 'reader'."
        )
    return dict(sorted(count.items())), twice
