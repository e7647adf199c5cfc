"""doccano: JSON lines as it exports and imports them for sequence labeling.

A line is a note: `text`, and its marks in `label` (or `labels`, as before version 1.4), arrays of
start, end and label, or in `entities`, objects with `start_offset`, `end_offset` and `label`.
Offsets count code points, unless a project counts grapheme clusters; no text is recorded beside
them, so that they cannot be held against it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from incognote.core.document import Document, Span
from incognote.core.pipeline import OnError
from incognote.io import stand_off
from incognote.io.checks import check_labels, fault, field_of
from incognote.io.files import encode
from incognote.io.format import Format
from incognote.io.output import write_file

_KEYS = ("label", "labels", "entities")


def read(path: Path, *, on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the notes of a file, one at a time; comments and relations are left out.

    `id` is doccano's number of the note, or ours, which it keeps of a file of ours. Arguments and
    errors as `format.Read`.
    """
    return stand_off.read_lines(
        path, "doccano", lambda record: [record.get("id")], _parse, on_error=on_error
    )


def _parse(record: Mapping[str, Any], id: str, where: str) -> Document:
    text = field_of(record, "text", str, id, where)
    given = [key for key in _KEYS if key in record]
    if len(given) != 1:
        raise fault(id, where, f"needs its marks in one of {', '.join(_KEYS)}")
    (key,) = given
    marks = field_of(record, key, list, id, where)
    spans = [_span(mark, id, f"{where}, {key}[{i}]") for i, mark in enumerate(marks)]
    return stand_off.document(id, text, spans, stand_off.meta_of(record.get("meta")), id)


def _span(given: Any, id: str, where: str) -> Span:
    if isinstance(given, list) and len(given) == 3:
        given = dict(zip(("start_offset", "end_offset", "label"), given, strict=True))
    if not isinstance(given, dict):
        raise fault(id, where, "must be [start, end, label], or an object")
    return stand_off.mark(given, id, where, start="start_offset", end="end_offset")


def write(docs: Iterable[Document], path: Path, *, on_error: OnError | None = None) -> None:
    """Writes each document as a line of a new file, its marks in `label`.

    Entity, score and source of a span are not written. Arguments and errors as `format.Write`.
    """
    write_file(docs, path, _line, on_error)


def _line(doc: Document) -> bytes:
    check_labels(doc)
    label = [[span.start, span.end, span.label] for span in doc.spans]
    record = {"id": doc.id, "text": doc.text, "label": label, "meta": dict(doc.meta)}
    encode("".join((doc.id, doc.text, *doc.meta, *doc.meta.values())), doc.id)
    # In ASCII: doccano guesses a file's encoding where nobody says it, and takes emoji for Turkish.
    return f"{json.dumps(record)}\n".encode()


FORMAT = Format(read, write)
