"""Label Studio: its tasks in JSON, with what people annotated or what a model predicted.

A file is the array that Label Studio exports as JSON and imports. A task is a note: `data.text` is
its text, each region of type `labels` a mark. Offsets count code points, CR and LF one each, as
the editor does since version 1.4; in the text that it records beside them, a line end is a
backslash and an n.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO
from xml.sax.saxutils import quoteattr

from incognote.core.document import Document, Span
from incognote.core.errors import InputError, NoteError
from incognote.core.pipeline import OnError
from incognote.io import stand_off
from incognote.io.checks import check_labels, fault, field_of, new_id, report
from incognote.io.files import MOST_BYTES, encode, open_file
from incognote.io.format import Format
from incognote.io.json_edit import behind_blanks, escaped
from incognote.io.jsonl import object_of
from incognote.io.output import write_file
from incognote.io.stand_off import objects_of

MODEL = "incognote"
"""The `model_version` of predictions that we write."""
FROM_NAME, TO_NAME = "label", "text"
"""What the control and the text are called in the labeling configuration (`labeling_config`)."""

_ANNOTATIONS, _PREDICTIONS = "annotations", "predictions"
_BREAK = re.compile(r"\\n|[\r\n]")
# Only finds where a value ends: of bytes, each taken for a letter, so that one task that is not
# UTF-8 is no fault of the others.
_SCANNER = json.JSONDecoder(parse_int=str, parse_float=str)


def read(
    path: Path, *, on_error: OnError | None = None, made_by: str = _ANNOTATIONS
) -> Iterator[Document]:
    """Returns the notes of a file of tasks, one at a time; the file itself is held in memory.

    Of a task that several people annotated, the annotation that is marked as ground truth counts.
    `meta` has the strings of the task's own. Each mark is held against the text that is recorded
    for it. Arguments and errors as `format.Read`.

    Args:
        path: The file.
        on_error: As there.
        made_by: Whose marks: `annotations` or `predictions`.
    """
    return _read(open_file(path, "label-studio"), path, made_by, on_error)


def _read(file: BinaryIO, path: Path, made_by: str, on_error: OnError | None) -> Iterator[Document]:
    seen: set[str] = set()
    for number, piece in enumerate(_pieces(file, path), start=1):
        where = f"{path.name}, task {number}"
        try:
            doc = _parse(object_of(piece, where), where, f"{path.stem}-{number}", made_by)
            new_id(doc.id, seen)
        except NoteError as error:
            report(error, on_error)
        else:
            yield doc


def _pieces(file: BinaryIO, path: Path) -> Iterator[bytes]:
    """Yields each task of a file as it stands there: of an array, or the one that it is."""
    with file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise InputError(f"{path}: is longer than {MOST_BYTES // 10**9} GB; split it.")
    letters = data.decode("latin-1")
    at = behind_blanks(letters, 0)
    is_array = letters.startswith("[", at)
    if not is_array and not letters.startswith("{", at):
        raise InputError(
            f"{path}: is no JSON array of tasks in UTF-8; export it from Label Studio as JSON."
        )
    at = behind_blanks(letters, at + 1) if is_array else at
    count = 0
    while not (is_array and letters.startswith("]", at)):
        count += 1
        try:
            _, end = _SCANNER.raw_decode(letters, at)
        except (ValueError, RecursionError):
            raise InputError(f"{path}: task {count} is no valid JSON; export it again.") from None
        yield data[at:end]
        at = behind_blanks(letters, end)
        if not is_array:
            break
        if letters.startswith(",", at):
            at = behind_blanks(letters, at + 1)
        elif not letters.startswith("]", at):
            raise InputError(f"{path}: breaks off behind task {count}; export it again.")
    if behind_blanks(letters, at + is_array) != len(letters):
        raise InputError(f"{path}: something stands behind the tasks; export it again.")
    if not count:
        raise InputError(f"{path}: holds no task.")


def _parse(task: dict[str, Any], where: str, default: str, made_by: str) -> Document:
    if "data" not in task:
        reason = "'data' is missing; export it as JSON, not as JSON-MIN"
        raise NoteError(where, reason)
    data = field_of(task, "data", dict, where, where)
    id = stand_off.id_of(where, default, data.get("id"), task.get("id"))
    text = _text(data, id, where)
    spans: list[Span] = []
    for place, region in _regions(task, id, where, made_by):
        spans += _marks(region, text, id, place)
    return stand_off.document(id, text, spans, stand_off.meta_of(task.get("meta")), id)


def _text(data: dict[str, Any], id: str, where: str) -> str:
    strings = [value for value in data.values() if isinstance(value, str)]
    if "text" not in data and len(strings) == 1:
        return strings[0]
    return field_of(data, "text", str, id, f"{where}, data")


def _regions(task: dict[str, Any], id: str, where: str, made_by: str) -> list[tuple[str, Any]]:
    """The regions of the one annotation or prediction that counts, each behind its place."""
    old = {_ANNOTATIONS: "completions"}.get(made_by, made_by)  # their name before version 1.0
    key = old if old in task and made_by not in task else made_by
    task = {key: [], **task}
    if any(type(each) is int for each in field_of(task, key, list, id, where)):
        raise fault(
            id, where, f"names its {key} by number only; export a snapshot that holds them whole"
        )
    every = objects_of(task, key, id, where)
    standing = [
        each for each in every if not (each[1].get("was_cancelled") or each[1].get("skipped"))
    ]
    chosen = [each for each in standing if each[1].get("ground_truth")] or standing
    if every and not standing:
        raise fault(
            id,
            where,
            "was skipped by all who saw it, so nobody vouches for its marks; leave it out",
        )
    if len(chosen) > 1:
        way = {_ANNOTATIONS: "mark one as ground truth"}.get(made_by, "keep those of one model")
        raise fault(id, where, f"has {len(chosen)} {made_by}; {way} in Label Studio")
    return [region for place, each in chosen for region in objects_of(each, "result", id, place)]


def _marks(region: dict[str, Any], text: str, id: str, where: str) -> list[Span]:
    if region.get("type") != "labels":
        other = region.get("value")
        if isinstance(other, dict) and any(key.endswith("labels") for key in other):
            raise fault(id, where, "is no region of a <Text>, so it has no offsets in it")
        return []  # a choice, a comment, a relation
    value = field_of(region, "value", dict, id, where)
    found = []
    for label in field_of(value, "labels", list, id, where):
        given = {**value, "label": label}
        span = stand_off.mark(given, id, where, score=region.get("score"))
        stand_off.check_recorded(span, text, value.get("text"), id, where, alike=_alike)
        found.append(span)
    if not found:
        raise fault(id, where, "has no label; give it one, or remove it")
    return found


def _alike(surface: str) -> str:
    return _BREAK.sub("\n", surface)


def write(
    docs: Iterable[Document],
    path: Path,
    *,
    on_error: OnError | None = None,
    made_by: str = _ANNOTATIONS,
) -> None:
    """Writes each document as a task of a new file, which Label Studio imports.

    Entity and source of a span are not written, its score only with predictions. The project needs
    `labeling_config`. Arguments and errors as `format.Write`.

    Args:
        docs: Taken one at a time.
        path: The file.
        on_error: As there.
        made_by: What the marks become: `annotations` or `predictions`.
    """
    render = partial(_task, made_by=made_by)
    write_file(docs, path, render, on_error, begin=b"[\n", between=b",\n", end=b"\n]\n")


def _task(doc: Document, made_by: str) -> bytes:
    check_labels(doc)
    made: dict[str, Any] = {"result": regions(doc, scores=made_by == _PREDICTIONS)}
    if made_by == _PREDICTIONS:
        made = {"model_version": MODEL, **made}
    task = {
        "data": {"id": doc.id, "text": doc.text},
        "meta": dict(doc.meta),
        made_by: [made],
    }
    return encode(escaped(json.dumps(task, ensure_ascii=False)), doc.id)


def regions(
    doc: Document, *, scores: bool, from_name: str = FROM_NAME, to_name: str = TO_NAME
) -> list[dict[str, Any]]:
    """Returns the marks of a document as regions.

    Args:
        doc: The note.
        scores: Whether with the scores of its spans.
        from_name: What the labeling configuration calls its labels,
        to_name: and its text.
    """
    found = []
    for number, span in enumerate(doc.spans, start=1):
        region: dict[str, Any] = {
            "id": str(number),
            "from_name": from_name,
            "to_name": to_name,
            "type": "labels",
            "value": {
                "start": span.start,
                "end": span.end,
                "text": doc.text[span.start : span.end],
                "labels": [span.label],
            },
        }
        if scores:
            region["score"] = span.score
        found.append(region)
    return found


def labeling_config(labels: Iterable[str]) -> str:
    """Returns the labeling configuration of a project that takes what we write.

    Args:
        labels: Those to choose from, as `incognote labels` lists them.
    """
    rows = "\n".join(f"    <Label value={quoteattr(label)}/>" for label in labels)
    return (
        f'<View>\n  <Labels name="{FROM_NAME}" toName="{TO_NAME}">\n{rows}\n  </Labels>\n'
        f'  <Text name="{TO_NAME}" value="$text"/>\n</View>\n'
    )


FORMAT = Format(read, write)
PREDICTED = Format(partial(read, made_by=_PREDICTIONS), partial(write, made_by=_PREDICTIONS))
