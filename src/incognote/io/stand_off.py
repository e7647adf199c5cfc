"""What the JSON of annotation tools has in common: fields with their place, and checked marks.

A tool shows a note in a browser, whose strings count otherwise than Python's and whose lines may
end otherwise. So a mark is held against the text that the tool recorded for it, where it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.core.pipeline import OnError
from incognote.io.checks import check_label, fault, field_of, new_id
from incognote.io.files import encode, open_file
from incognote.io.jsonl import object_of, parsed


def read_lines(
    path: Path,
    form: str,
    ids: Callable[[Mapping[str, Any]], Iterable[Any]],
    parse: Callable[[Mapping[str, Any], str, str], Document],
    *,
    on_error: OnError | None,
) -> Iterator[Document]:
    """Returns the notes of a file of JSON lines, one at a time.

    Args:
        path: The file.
        form: The name of its format.
        ids: From a line's object to what may be its id, as `id_of` takes it.
        parse: From the object, the id and the place to the note.
        on_error: Called with the error of each note that cannot be read; None raises it.

    Raises:
        InputError: If the file cannot be read or holds no line.
        NoteError: If `on_error` is None and a note cannot be read.
    """
    seen: set[str] = set()

    def note(line: bytes, where: str) -> Document:
        record = object_of(line, where)
        id = id_of(where, f"{path.stem}-{where.rpartition(':')[2]}", *ids(record))
        doc = parse(record, id, where)
        new_id(id, seen)
        return doc

    return parsed(open_file(path, form), path, note, on_error)


def objects_of(
    record: Mapping[str, Any], key: str, id: str, where: str
) -> list[tuple[str, dict[str, Any]]]:
    """Returns the objects of an array, each behind its place: `file:3, spans[0]`.

    Arguments as `checks.field_of`.

    Raises:
        NoteError: If it is missing or no array, or one of it is something else.
    """
    values = field_of(record, key, list, id, where)
    found = [(f"{where}, {key}[{i}]", value) for i, value in enumerate(values)]
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
        NoteError: If the first that is given is something else, empty, or has no UTF-8 form.
    """
    id = next((value for value in given if value is not None), default)
    if type(id) not in (str, int) or id == "":
        raise NoteError(where, "the id must be a string or whole number, and not empty")
    encode(str(id), where)
    return str(id)


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
