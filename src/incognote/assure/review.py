"""What the readers found left in the notes of a plan, and who of them read which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from incognote.assure.plan import Plan
from incognote.core.config import parse_json, read_lines
from incognote.core.document import Document, Span, hash_text
from incognote.core.errors import ConfigError, InputError, NoteError
from incognote.core.labels import LABELS

READER = "reader"
"""The field of a reviewed note's meta, or of a line, that says who read it; several with `;`."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What the readers found."""

    left: Mapping[str, tuple[Span, ...]]
    """By id of each read note, in offsets of its view."""
    planted_found: int
    """How many of the planted identifiers they found."""


def read_left(path: Path, notes: Mapping[str, str]) -> list[Document]:
    """Returns the notes that a file of lines `{"id", "left": [{"label", "start", "end"}]}` reviews.

    A note without anything left has an empty list. Offsets count code points of the text to read.
    A line may also have a `reader`, which the note's meta then has.

    Args:
        path: The file.
        notes: The texts to read by id.

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
        row = parse_json(line)
        id, left, reader = row["id"], row["left"], row.get(READER, "")
        found = [(span["label"], span["start"], span["end"]) for span in left]
    except (ValueError, KeyError, TypeError):
        raise NoteError(
            where, 'must be {"id": ..., "left": [{"label": ..., "start": ..., "end": ...}]}'
        ) from None
    if not isinstance(reader, str):
        raise NoteError(where, "the reader must be a name, or several with ';' between")
    if id not in notes:
        raise NoteError(where, "reviews a note that was not to be read; give the notes of the plan")
    spans = []
    for label, start, end in found:
        if label not in LABELS:
            raise NoteError(id, f"{where}: has a label that does not exist (incognote labels)")
        if type(start) is not int or type(end) is not int or not 0 <= start < end:
            raise NoteError(id, f"{where}: offsets must be whole numbers with 0 <= start < end")
        spans.append(Span(start, end, label))
    return Document(id, notes[id], tuple(spans), {READER: reader} if reader else {})


def texts_to_read(plan: Plan, views: Mapping[str, str]) -> dict[str, str]:
    """Returns by id the texts that the plan had written, made anew from the release.

    Args:
        plan: Says which, what was planted and what came of it.
        views: By id, of the notes to read.

    Raises:
        NoteError: If a text is not the one that was written: what was read would not be the
            release.
    """
    texts = {}
    for drawn in plan.sample:
        text = views[drawn.id]
        if drawn.planted:
            text = drawn.planted.into(drawn.id, text)
        if hash_text(text) != drawn.sha256:
            raise NoteError(drawn.id, "does not fit the plan; make the plan again and read again")
        texts[drawn.id] = text
    return texts


def reading_of(plan: Plan, reviewed: Iterable[Document]) -> Reading:
    """Returns what was found in the notes of a plan.

    Args:
        plan: Says which were to be read, and what the text of each was.
        reviewed: The texts to read with marks on what was left.

    Raises:
        NoteError: If a note comes twice or is not of the plan, its text is not the one to read, or
            the same place is marked twice.
        InputError: If a note of the plan was not reviewed.
    """
    planned = {drawn.id: drawn for drawn in plan.sample}
    left: dict[str, tuple[Span, ...]] = {}
    planted_found = 0
    for doc in reviewed:
        if doc.id in left:
            raise NoteError(doc.id, "is reviewed twice; settle what was left in it first")
        if doc.id not in planned:
            raise NoteError(
                doc.id,
                "is reviewed but not in the plan; notes of one's own choice prove nothing, "
                "leave it out",
            )
        drawn = planned[doc.id]
        if hash_text(doc.text) != drawn.sha256:
            raise NoteError(
                doc.id, "the reviewed text is not the one that was to be read; mark it as it is"
            )
        places = Counter((span.start, span.end) for span in doc.spans)
        for (start, end), times in places.items():
            if times > 1:
                raise NoteError(
                    doc.id, f"[{start}, {end}) is marked {times} times; mark what was left once"
                )
        spans: list[Span] = list(doc.spans)
        if drawn.planted:
            planted_found += any(drawn.planted.is_found(span) for span in spans)
            spans = [piece for s in spans for piece in drawn.planted.without(s, doc.text)]
        left[doc.id] = tuple(spans)
    unread = [id for id in planned if id not in left]
    if unread:
        which = "1 note of the plan is not reviewed,"
        if len(unread) > 1:
            which = f"{len(unread):,} notes of the plan are not reviewed, the first is"
        raise InputError(
            f"{which} '{unread[0]}': read them all, since leaving some out would bias what is "
            "counted."
        )
    return Reading(left, planted_found)


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
