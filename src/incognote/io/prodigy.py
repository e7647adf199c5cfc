"""Prodigy: JSON lines as its recipes read them and `db-out` writes them.

A line is a note: `text`, and its marks in `spans`, objects with `start`, `end` and `label`. Offsets
count code points. `tokens` and the text of a span, where a line has them, must be what stands
there. A line whose `answer` is not `accept` is refused by name: nobody vouches for its marks.
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
from incognote.io.json_edit import escaped
from incognote.io.output import write_file
from incognote.io.stand_off import objects_of

_REFUSED = ("reject", "ignore")


def read(path: Path, *, on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the notes of a file, one at a time.

    `id` is that of the line, else of its `meta`, else the file's stem and the line. A line without
    an `answer`, as it goes into Prodigy, is read as one that was accepted. Arguments and errors as
    `format.Read`.
    """
    return stand_off.read_lines(path, "prodigy", _ids, _parse, on_error=on_error)


def _ids(record: Mapping[str, Any]) -> list[Any]:
    meta = record.get("meta")
    return [record.get("id"), meta.get("id") if isinstance(meta, dict) else None]


def _parse(record: Mapping[str, Any], id: str, where: str) -> Document:
    text = field_of(record, "text", str, id, where)
    answer = record.get("answer", "accept")
    if answer != "accept":
        said = f"'{answer}'" if answer in _REFUSED else "none of accept, reject and ignore"
        reason = f"its answer is {said}, so nobody vouches for its marks; accept it or leave it out"
        raise fault(id, where, reason)
    spans = _spans(record, text, id, where)
    return stand_off.document(id, text, spans, stand_off.meta_of(record.get("meta")), id)


def _spans(record: Mapping[str, Any], text: str, id: str, where: str) -> list[Span]:
    others = [key for key in ("label", "labels", "entities") if isinstance(record.get(key), list)]
    if others and "spans" not in record:
        raise fault(id, where, f"has its marks in '{others[0]}', as doccano does: read it as that")
    record = {"tokens": [], "spans": [], **record}
    for place, token in objects_of(record, "tokens", id, where):
        start, end = (field_of(token, key, int, id, place) for key in ("start", "end"))
        if text[start:end] != field_of(token, "text", str, id, place):
            raise fault(
                id, place, f"[{start}, {end}) is not the text of the token; mend the tokens"
            )
    found = []
    for place, given in objects_of(record, "spans", id, where):
        source = given.get("source")
        source = source if isinstance(source, str) else ""
        span = stand_off.mark(given, id, place, score=given.get("score"), source=source)
        stand_off.check_recorded(span, text, given.get("text"), id, place)
        found.append(span)
    return found


def write(docs: Iterable[Document], path: Path, *, on_error: OnError | None = None) -> None:
    """Writes each document as a line of a new file, without tokens and without an answer.

    The entity of a span is not written. Arguments and errors as `format.Write`.
    """
    write_file(docs, path, _line, on_error)


def _line(doc: Document) -> bytes:
    check_labels(doc)
    spans = [
        {
            "start": span.start,
            "end": span.end,
            "label": span.label,
            "text": doc.text[span.start : span.end],
            "score": span.score,
            "source": span.source,
        }
        for span in doc.spans
    ]
    record = {"id": doc.id, "text": doc.text, "spans": spans, "meta": dict(doc.meta)}
    return encode(escaped(json.dumps(record, ensure_ascii=False)) + "\n", doc.id)


FORMAT = Format(read, write)
