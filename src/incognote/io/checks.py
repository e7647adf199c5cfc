"""Checks that several formats share; each failure is the error of one note."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from incognote.core.document import Document, Span
from incognote.core.errors import InputError, NoteError
from incognote.core.labels import LABELS
from incognote.core.pipeline import OnError

T = TypeVar("T")

_JSON_NAMES = {str: "string", int: "integer", float: "number", list: "array", dict: "object"}


def report(error: NoteError, on_error: OnError | None) -> None:
    """Hands the error of one note to `on_error`, or raises it where there is none."""
    if on_error is None:
        raise error from None
    on_error(error)


def in_file(name: str, on_error: OnError | None) -> OnError:
    """Returns what reports errors as `on_error`, each with the file that it is in."""

    def told(error: NoteError) -> None:
        error.file = error.file or name
        report(error, on_error)

    return told


def fail_alone(
    read: Callable[[], Iterator[T]], path: Path, name: str, on_error: OnError | None
) -> Iterator[T]:
    """Yields what is read of a file below a folder: what is wrong with all of it fails by its name.

    Args:
        read: Reads it; its InputErrors are about the whole file.
        path: Where it lies,
        name: and its path below the folder.
        on_error: As `report`.
    """
    try:
        yield from read()
    except InputError as error:
        reason = str(error).removeprefix(f"{path}: ").removeprefix(f"{name}: ").rstrip(".")
        report(NoteError(name, reason), on_error)


def fault(id: str, where: str, reason: str) -> NoteError:
    """Returns the error of a note; as long as it has no id, that is its place."""
    return NoteError(id, reason if id == where else f"{where}: {reason}")


def field_of(
    record: Mapping[str, Any], key: str, kind: type[T], id: str, where: str, *, way: str = ""
) -> T:
    """Returns the value of a field of JSON.

    Args:
        record: An object of the file.
        key: The field.
        kind: What it must be; for a float a whole number will do.
        id: The note.
        where: Its place in the file, for messages.
        way: What to do where it is missing or something else, behind a semicolon.

    Raises:
        NoteError: If it is missing, or something else.
    """
    if key not in record:
        raise fault(id, where, f"'{key}' is missing{way}")
    value = record[key]
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind:
        raise fault(id, where, f"'{key}' must be a JSON {_JSON_NAMES[kind]}{way}")
    found: T = value
    return found


def check_label(id: str, span: Span) -> None:
    """Refuses a span whose label stands in no scheme.

    Raises:
        NoteError: With the offsets and the nearest label; the unknown one is not quoted, since in
            a damaged file anything may stand in its place.
    """
    if span.label not in LABELS:
        raise NoteError(
            id, f"span [{span.start}, {span.end}) has an unknown label{way_out(span.label)}"
        )


def way_out(label: str) -> str:
    """Returns what to do about an unknown label, with the nearest that there is."""
    near = difflib.get_close_matches(label.upper(), sorted(LABELS), n=1, cutoff=0.6)
    return f"{f'; the nearest is {near[0]}' if near else ''} ('incognote labels' lists all)"


def check_disjoint(
    id: str, spans: tuple[Span, ...], form: str, way_out: str = "write jsonl or brat instead"
) -> None:
    """Refuses spans that overlap, for forms that cannot hold them.

    Raises:
        NoteError: With the offsets of the first two that do.
    """
    for left, right in pairwise(spans):
        if right.start < left.end:
            raise NoteError(
                id,
                f"spans [{left.start}, {left.end}) and [{right.start}, {right.end}) overlap, "
                f"which {form} cannot hold; {way_out}",
            )


def new_id(id: str, seen: set[str]) -> None:
    """Notes that an id was met in a file of many notes.

    Raises:
        NoteError: If it was met before.
    """
    if id in seen:
        raise NoteError(id, "this id stands in the file twice; ids must be unique")
    seen.add(id)


def check_labels(doc: Document) -> Document:
    """Returns the document where all its labels are known.

    Raises:
        NoteError: If one is not.
    """
    for span in doc.spans:
        check_label(doc.id, span)
    return doc
