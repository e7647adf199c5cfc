"""What the JSON of annotation tools has in common: fields with their place, and checked marks.

A tool shows a note in a browser, whose strings count otherwise than Python's and whose lines may
end otherwise. So a mark is held against the text that the tool recorded for it, where it did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.io.checks import check_label
from incognote.io.files import encode

T = TypeVar("T")

_JSON_NAMES = {str: "string", int: "integer", list: "array", dict: "object"}


def field_of(record: Mapping[str, Any], key: str, kind: type[T], id: str, where: str) -> T:
    """Returns the value of a field.

    Args:
        record: An object of the file.
        key: The field.
        kind: What it must be.
        id: The note.
        where: Its place in the file, for messages.

    Raises:
        NoteError: If it is missing, or something else.
    """
    if key not in record:
        raise fault(id, where, f"'{key}' is missing")
    value = record[key]
    if type(value) is not kind:
        raise fault(id, where, f"'{key}' must be a JSON {_JSON_NAMES[kind]}")
    found: T = value
    return found


def fault(id: str, where: str, reason: str) -> NoteError:
    """Returns the error of a note; as long as it has no id, that is its place."""
    return NoteError(id, reason if id == where else f"{where}: {reason}")


def objects_of(values: list[Any], name: str, id: str, where: str) -> list[tuple[str, Any]]:
    """Returns the objects of an array, each behind its place: `file:3, spans[0]`.

    Raises:
        NoteError: If one is something else.
    """
    found = [(f"{where}, {name}[{i}]", value) for i, value in enumerate(values)]
    for place, value in found:
        if not isinstance(value, dict):
            raise fault(id, place, "must be an object")
    return found


def id_of(where: str, default: str, *given: Any) -> str:
    """Returns the id of a note: the first that is given as a string or whole number.

    Args:
        where: The note's place in the file, for messages.
        default: The id where none is given.
        given: What may be one, in order; None is passed over.

    Raises:
        NoteError: If the first that is given is something else, or empty.
    """
    for value in given:
        if value is not None:
            if type(value) not in (str, int) or value == "":
                raise NoteError(where, "the id must be a string or whole number, and not empty")
            return str(value)
    return default


def meta_of(found: Any) -> dict[str, str]:
    """Returns what is a string of a tool's own fields of a note; all else is left out."""
    given = found if isinstance(found, dict) else {}
    return {key: value for key, value in given.items() if isinstance(value, str)}


def document(
    id: str, text: str, spans: list[Span], meta: Mapping[str, str], where: str
) -> Document:
    """Returns the note with its marks.

    Raises:
        NoteError: If a mark reaches beyond the text, or half of a surrogate pair stands somewhere,
            which JSON can name and no other format can hold.
    """
    for value in (id, text, *meta, *meta.values(), *(span.source for span in spans)):
        encode(value, where)
    return Document(id, text, tuple(spans), meta)


def mark(
    given: Mapping[str, Any],
    id: str,
    where: str,
    *,
    start: str = "start",
    end: str = "end",
    label: str = "label",
    score: Any = None,
    source: str = "",
) -> Span:
    """Returns the mark that an object describes.

    Args:
        given: The object.
        id: The note.
        where: Its place, for messages.
        start: The field of the first code point,
        end: of one past the last,
        label: and of the label, of ours.
        score: Its probability; None is 1.
        source: Who made it.

    Raises:
        NoteError: If a field is missing or cannot be, or the label is none of ours.
    """
    offsets = field_of(given, start, int, id, where), field_of(given, end, int, id, where)
    name = field_of(given, label, str, id, where)
    if score is not None and type(score) not in (int, float):
        raise fault(id, where, "'score' must be a JSON number")
    try:
        span = Span(*offsets, name, 1.0 if score is None else float(score), source)
    except (ValueError, OverflowError):
        reason = "needs 0 <= start < end, a label, and a score within 0 and 1"
    else:
        check_label(id, span)
        return span
    raise fault(id, where, reason)


def check_recorded(
    span: Span,
    text: str,
    recorded: Any,
    id: str,
    where: str,
    *,
    alike: Callable[[str], str] = str,
) -> None:
    """Refuses a mark whose text is another than the tool recorded for it.

    Args:
        span: The mark.
        text: The note.
        recorded: What the tool says stands there; None: it says nothing.
        id: The note's id.
        where: Its place, for messages.
        alike: Makes equal what the tool does not tell apart.

    Raises:
        NoteError: With the place and offsets, if it differs.
    """
    if recorded is None:
        return
    if not isinstance(recorded, str):
        raise fault(id, where, "'text' must be a JSON string")
    if span.end > len(text) or alike(text[span.start : span.end]) != alike(recorded):
        raise fault(
            id,
            where,
            f"[{span.start}, {span.end}) is not the text that is recorded there; offsets must "
            "count Unicode code points from 0, and the text must be as it was marked",
        )
