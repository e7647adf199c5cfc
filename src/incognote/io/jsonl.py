"""Stand-off JSON lines, our native form: one object per note, `{"id", "text", "spans", "meta"}`.

docs/formats.md holds the schema. What `incognote detect` writes is the same without text and meta;
`read_detections` lays it over the notes again. As the container of a run a file may have any other
fields, too; its lines are written back with the text replaced, byte for byte as they were but for
what was replaced or dropped.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from incognote.core.config import TOO_MANY_DIGITS, KeyTwiceError, no_key_twice
from incognote.core.document import Document, Span
from incognote.core.errors import InputError, NoteError
from incognote.core.pipeline import OnError
from incognote.io.checks import check_label, check_labels, field_of, new_id, report
from incognote.io.files import decode, encode, open_file
from incognote.io.format import NO_FIELDS, Fields, Format, New, Record, check_fields
from incognote.io.json_edit import edited, escaped, nodes, string
from incognote.io.output import write_file
from incognote.io.tables import Plan, Row, Sample, check_shown, plan

T = TypeVar("T")
_LOOKED_AT = 1_000
_WAY = (
    "; --text NAME says which field holds the note (null is none), --id NAME which its id (also a "
    "number): --text text --id id takes the lines as they are"
)
_KNOWN = ("id", "text", "spans", "meta")
_BESIDE = (
    *("kept", "added_by_verification", "other_language"),
    *("new_start", "new_end", "action", "sha256"),
)
"""What `incognote detect` and `deid` also say, of a span and of a note."""
_SPAN: Mapping[str, type] = {
    "start": int,
    "end": int,
    "label": str,
    "score": float,
    "source": str,
    "entity": str,
}


def read(path: Path, *, on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the documents of a file, one at a time.

    Memory grows by the ids only, which are kept to notice one that comes twice.

    Args:
        path: The file.
        on_error: Called with the error of each record that cannot be read; None raises it.

    Raises:
        InputError: If the file cannot be read or holds no record.
        NoteError: If `on_error` is None and a record is not as the schema says, with its line.
    """
    return parsed(open_file(path, "jsonl"), path, _Parser().document, on_error)


def read_records(
    path: Path, name: str, *, fields: Fields, on_error: OnError | None = None
) -> Iterator[Record]:
    """Returns the lines of a file as records, one at a time; arguments and errors as `Records`.

    A record has one text. Its fields are those of the line beside `id`, `text` and `spans`, of
    `meta` each by itself (`meta.kind`).
    """
    of_columns = bool(fields.named("text", "id")) or not _is_ours(path)
    if of_columns and fields == NO_FIELDS:
        raise InputError(
            f"{path}: its lines have no 'id' and 'text'; say with --text which of their fields "
            f"are notes: {', '.join(_names_of_lines(path))}."
        )
    file = open_file(path, "jsonl")
    mark = "\ufeff" if file.tell() else ""
    if of_columns:
        return parsed(file, path, partial(_columns_of, _Plans(fields, name), mark), on_error)
    return parsed(file, path, partial(_Parser().record, name, mark), on_error)


def line_reader(fields: Fields, name: str) -> Callable[[bytes, int], Record]:
    """Returns what makes a record of a line and its number, each for itself.

    The lines are ours, with `id` and `text`, unless the decisions name a text or an id.

    Args:
        fields: What becomes of the fields.
        name: What ids of records begin with.
    """
    plans = _Plans(fields, name)
    columns = bool(fields.named("text", "id"))

    def record(line: bytes, number: int) -> Record:
        mark = ""
        if number == 1 and line.startswith(codecs.BOM_UTF8):
            mark, line = "\ufeff", line.removeprefix(codecs.BOM_UTF8)
        where = f"{name}:{number}"
        if columns:
            return _columns_of(plans, mark, line, where)
        return _Parser().record(name, mark, line, where)

    return record


def _is_ours(path: Path) -> bool:
    """Whether the first line has an id and a text, as our own files have."""
    with open_file(path, "jsonl") as file:
        try:
            first = json.loads(file.readline())
        except (ValueError, RecursionError):
            return True  # whatever is wrong with it is told in its place
    return not isinstance(first, dict) or {"id", "text"} <= set(first)


def _names_of_lines(path: Path) -> Iterator[str]:
    """The names of all fields of a file of any; lines that are none are told when it is read."""
    found: dict[str, None] = {}

    def parse(line: bytes, where: str) -> None:
        found.update(dict.fromkeys(_named(line, where)))

    for _ in parsed(open_file(path, "jsonl"), path, parse, lambda error: None):
        pass
    return iter(found)


def look(path: Path) -> dict[str, Sample]:
    """Returns the fields with values of the first lines, for what proposes decisions."""
    if _is_ours(path):
        return {}
    lines = parsed(open_file(path, "jsonl"), path, _named, lambda error: None)
    found: dict[str, Sample] = {}
    for line in islice(lines, _LOOKED_AT):
        for name, value in line.items():
            sample = found.setdefault(name, Sample())
            if value is not None:
                sample.add(_SHOWN.get(type(value), "nested"), (str(value),))
    return found


_SHOWN = {str: "text", int: "number", float: "fixed", bool: "fixed"}


class _Plans:
    """What becomes of the fields of lines, of which each may have others."""

    def __init__(self, fields: Fields, file: str) -> None:
        self.fields, self.file = fields, file
        self._made: dict[tuple[str, ...], Plan] = {}

    def of(self, names: tuple[str, ...]) -> Plan:
        if names not in self._made:
            self._made[names] = plan(names, self.fields, self.file)
        return self._made[names]


def _columns_of(plans: _Plans, mark: str, line: bytes, where: str) -> Record:
    """The record of a line of any fields; `where` ends with its number."""
    number = int(where.rpartition(":")[2])
    found = _named(line, f"{plans.file}:{number}")
    decided = plans.of(tuple(found))
    cells: dict[int, str | None] = {}
    for column in decided.columns:
        value = found[column.name]
        if isinstance(value, str) or value is None:
            cells[column.at] = value
        elif type(value) is int and column.role != "text":
            cells[column.at] = str(value)
        else:
            raise NoteError(
                f"{plans.file}:{number}",
                f"'{column.name}' is no string, so it can only be kept or dropped",
            )
    raw = (mark if number == 1 else "") + line.decode()
    return decided.record(plans.file, number, cells, raw)


def _rewrite_columns(record: Record, new: New, row: Row) -> bytes:
    """A line of any fields with other texts and values, without those to drop."""
    line: str = row.raw  # type: ignore[assignment]
    names = {name: at for at, name in enumerate(row.plan.names)}
    old = json.loads(line.removeprefix("\ufeff"))
    cells = row.new_cells(record, new.texts, new.values, lambda at: str(old[row.plan.names[at]]))

    root = nodes(line, depth=1)
    changes: dict[int, str | None] = {}
    for name, node in (root.members or {}).items():
        at = names[name]
        if at in row.plan.dropped:
            changes[node.start] = None
        elif at in cells:
            cell = cells[at]
            if type(old[name]) is int and cell is not None:
                is_int = re.fullmatch(r"-?(0|[1-9][0-9]*)", cell)
                changes[node.start] = cell if is_int else "null"
            elif cell is None:
                changes[node.start] = "null"
            else:
                changes[node.start] = string(cell, ascii_only=_is_ascii(line))
    return encode(edited(line, root, changes, {}), record.id)


def _fields(path: Path) -> Iterator[str]:
    """The names of all fields that the records of a file have."""
    if not _is_ours(path):
        return _names_of_lines(path)
    found: dict[str, None] = {}
    for record in read_records(path, "", fields=NO_FIELDS, on_error=lambda error: None):
        found |= dict.fromkeys(record.fields)
    return iter(found)


def rewrite(record: Record, new: New) -> bytes:
    """Returns the line of a record with another text and without the fields to drop.

    `spans`, which lie on the old text, become empty.

    Raises:
        NoteError: If a field is neither kept nor dropped.
    """
    check_fields(record, new.fields)
    if isinstance(record.original, Row):
        return _rewrite_columns(record, new, record.original)
    line: str = record.original
    (given,) = new.texts
    changes: dict[int, str | None] = {}
    root = nodes(line, depth=2)
    for name, node in (root.members or {}).items():
        if name == "id":
            continue
        if name == "text":
            if given != record.texts[0].text:
                changes[node.start] = string(given, ascii_only=_is_ascii(line))
        elif name == "spans":
            if json.loads(line[node.start : node.end]) != []:
                changes[node.start] = "[]"
        elif name == "meta":
            inner = node.members or {}
            gone = [each for key, each in inner.items() if _is_dropped(f"meta.{key}", new)]
            changes.update((each.start, None) for each in gone)
            if len(gone) == len(inner) and _is_dropped(name, new):
                changes[node.start] = None
            elif gone and len(gone) == len(inner):
                changes[node.start] = "{}"
        elif _is_dropped(name, new):
            changes[node.start] = None
    return encode(edited(line, root, changes, {}), record.id)


def _is_dropped(name: str, new: New) -> bool:
    return new.fields.decide(name) == "drop"


def _is_ascii(line: str) -> bool:
    """Whether it goes where other letters may not be read."""
    return line[1:].isascii()


def read_detections(
    path: Path,
    notes: Iterable[Document],
    *,
    aside: Collection[str] = (),
    on_error: OnError | None = None,
) -> Iterator[Document]:
    """Returns each of the notes with the spans that a file of detections has for its id.

    The spans of the whole file are held in memory, the notes one at a time.

    Args:
        path: The `spans.jsonl` of a run, or what `incognote detect` wrote.
        notes: The notes that it was made from; marks that they have are replaced.
        aside: Ids whose records may stand in the file too, as those of a corpus' other part.
        on_error: Called for each note without a record and each that its spans do not fit; None
            raises the error.

    Raises:
        InputError: If the file cannot be read, a record is broken, or, once the notes have
            ended, records are left that belong to none of them.
        NoteError: If `on_error` is None and a note has no record or its spans reach beyond it.
    """
    try:
        found = dict(parsed(open_file(path, "jsonl"), path, _Parser().detections, None))
    except NoteError as error:
        # Most reasons name the file and its line already.
        said = f"{error}." if f"{path.name}:" in str(error) else f"{path}: {error}."
        raise InputError(said) from None
    for id in aside:
        found.pop(id, None)
    return _laid_over(path, notes, found, on_error)


def _laid_over(
    path: Path,
    notes: Iterable[Document],
    found: dict[str, tuple[Span, ...]],
    on_error: OnError | None,
) -> Iterator[Document]:
    for note in notes:
        try:
            if note.id not in found:
                raise NoteError(note.id, f"has no record in {path.name}, or two notes have this id")
            doc = note.with_spans(found.pop(note.id))
        except NoteError as error:
            report(error, on_error)
        else:
            yield doc
    if found:
        raise InputError(
            f"{path}: records that belong to none of the notes: {len(found)}, the first of them to "
            f"'{next(iter(found))}'; give the notes that the file was made from."
        )


class SpansById:
    """The spans of a file by the ids of its notes; of each only its place is held.

    Args:
        path: What `incognote detect` or `deid` wrote, or jsonl with spans. Every line is checked.

    Raises:
        InputError: If it cannot be read, or a line of it is broken.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._places: dict[str, tuple[int, int]] = {}
        number = 0
        with open_file(path, "a file of spans") as file:
            at = file.tell()
            for number, line in enumerate(file, start=1):
                try:
                    id, _, _ = self._parse(line, number)
                    if id in self._places:
                        raise NoteError(f"{path.name}:{number}", "a line before has this id")
                except NoteError as error:
                    raise InputError(f"{path}: {error}.") from None
                self._places[id] = at, number
                at += len(line)
        if not number:
            raise InputError(f"{path}: holds no record.")

    def __len__(self) -> int:
        """Returns how many notes it holds."""
        return len(self._places)

    def __contains__(self, id: object) -> bool:
        """Returns whether it has the note of that id."""
        return id in self._places

    def _parse(self, line: bytes, number: int) -> tuple[str, str | None, tuple[Span, ...]]:
        where = f"{self._path.name}:{number}"
        if "text" in object_of(line, where):
            doc = _Parser().document(line, where)
            return doc.id, doc.text, doc.spans
        id, spans = _Parser().detections(line, where)
        return id, None, spans

    def lay_over(self, note: Document) -> Document:
        """Returns a note with its spans.

        Raises:
            NoteError: If it has no record, the spans reach beyond it, or its text is another.
        """
        if note.id not in self._places:
            raise NoteError(note.id, f"has no record in {self._path.name}")
        at, number = self._places[note.id]
        try:
            with self._path.open("rb") as file:
                file.seek(at)
                id, text, spans = self._parse(file.readline(), number)
        except OSError as error:
            raise NoteError(
                note.id, f"{self._path.name} cannot be read ({error.strerror})"
            ) from None
        if id != note.id or text not in (None, note.text):
            raise NoteError(note.id, f"has another text in {self._path.name}, line {number}")
        return note.with_spans(spans)


def parsed(
    file: BinaryIO, path: Path, parse: Callable[[bytes, str], T], on_error: OnError | None
) -> Iterator[T]:
    """Yields what `parse` makes of each line and its place (`file:line`), and closes the file.

    Args:
        file: Open, in bytes.
        path: Where it lies, for messages.
        parse: Raises a NoteError for a line that is no record.
        on_error: Called with that error; None raises it.

    Raises:
        InputError: If there is no line.
    """
    number = 0
    with file:
        # In bytes: only LF ends a line, not U+2028 and its like.
        for number, line in enumerate(file, start=1):
            try:
                record = parse(line, f"{path.name}:{number}")
            except NoteError as error:
                report(error, on_error)
            else:
                yield record
    if not number:
        raise InputError(f"{path}: holds no record.")


class _Parser:
    """Turns lines into documents, or into ids and spans, and refuses an id that comes twice."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def document(self, line: bytes, where: str) -> Document:
        """Returns the document of a line."""
        id, record = _load(line, where)
        _no_others(record, _KNOWN, id, where)
        doc = self._note(id, record, where)
        return doc.with_spans(_spans(record, id, where))

    def record(self, file: str, mark: str, line: bytes, where: str) -> Record:
        """Returns the record of a line; `where` ends with its number.

        Args:
            file: Where it will be written to.
            mark: The byte order mark that the file begins with, or ''.
            line: As it stands there.
            where: For messages.
        """
        id, values = _load(line, where)
        doc = self._note(id, values, where)
        names = [name for name in values if name not in _KNOWN]
        if any(name.startswith("meta.") for name in names):
            raise NoteError(id, f"{where}: a field's name begins with 'meta.', as parts of 'meta' "
                            "are called; rename it")  # fmt: skip
        names += [f"meta.{name}" for name in doc.meta]
        _check_shown(names, id, where)
        number = int(where.rpartition(":")[2])
        original = (mark if number == 1 else "") + line.decode()
        return Record(id, (doc,), file, number, tuple(names), original)

    def _note(self, id: str, record: Mapping[str, Any], where: str) -> Document:
        """The text and what is known of it."""
        text = field_of(record, "text", str, id, where, way=_WAY)
        meta = record.get("meta", {})
        if not isinstance(meta, dict) or not all(isinstance(v, str) for v in meta.values()):
            raise NoteError(id, f"{where}: 'meta' must be an object from names to strings")
        # JSON can name half of a surrogate pair, which no other format can hold.
        for value in (text, *meta, *meta.values()):
            encode(value, id)
        new_id(id, self.seen)
        return Document(id, text, meta=meta)

    def detections(self, line: bytes, where: str) -> tuple[str, tuple[Span, ...]]:
        """Returns the id and the spans of a line, whose text is elsewhere."""
        id, record = _load(line, where)
        if "text" in record:
            raise NoteError(
                id,
                f"{where}: holds the text of the note, so it is no line of detect: take the "
                "file for jsonl (incognote evaluate: --predicted-format jsonl)",
            )
        _no_others(record, ("id", "spans", *_BESIDE), id, where)
        plain = [
            {key: value for key, value in span.items() if key not in _BESIDE}
            if isinstance(span, dict)
            else span
            for span in field_of(record, "spans", list, id, where)
        ]
        spans = _spans({"spans": plain}, id, where)
        new_id(id, self.seen)
        return id, spans


def _load(line: bytes, where: str) -> tuple[str, dict[str, Any]]:
    """The id and the object of a line; `where` names it as long as there is no id."""
    record = object_of(line, where)
    id = field_of(record, "id", str, where, where, way=_WAY)
    if not id:
        raise NoteError(where, "the id is empty; give each note one of its own")
    encode(id, where)
    return id, record


def object_of(line: bytes, where: str) -> dict[str, Any]:
    """Returns the object of a line, or of another piece of a file that is one.

    Args:
        line: As it stands there.
        where: For messages.

    Raises:
        NoteError: If it is no JSON object in UTF-8, or names a key twice.
    """
    try:
        record = json.loads(decode(line, where), object_pairs_hook=no_key_twice)
    except json.JSONDecodeError as error:
        reason = f"is not valid JSON at column {error.colno}; write one object per line"
    except KeyTwiceError:
        reason = "holds a key twice; leave one out"
    except ValueError:  # Python's own limit
        reason = TOO_MANY_DIGITS
    except RecursionError:
        reason = "is nested too deep; take some of the brackets away"
    else:
        if isinstance(record, dict):
            return record
        reason = "must be an object, {...}; write one on each line, not a list of them"
    raise NoteError(where, reason)


def _named(line: bytes, where: str) -> dict[str, Any]:
    """The object of a line of any fields, whose names may be shown."""
    record = object_of(line, where)
    _check_shown(record, where, where)
    return record


def _check_shown(names: Iterable[str], id: str, where: str) -> None:
    try:
        check_shown(names, where)
    except InputError as error:
        place = f"{where}: " if id == where else ""  # as of `_field`
        raise NoteError(id, str(error).removeprefix(place).rstrip(".")) from None


def _no_others(record: Mapping[str, Any], known: Iterable[str], id: str, where: str) -> None:
    if not set(record) <= set(known):
        raise NoteError(
            id, f"{where}: holds a field other than {', '.join(known)}; put others into meta"
        )


def _spans(record: Mapping[str, Any], id: str, where: str) -> tuple[Span, ...]:
    """The spans of a record, checked all but for the length of the text."""
    spans: list[Span] = []
    for i, value in enumerate(field_of(record, "spans", list, id, where)):
        place = f"{where}, spans[{i}]"
        if not isinstance(value, dict):
            raise NoteError(id, f"{place} must be an object")
        _no_others(value, _SPAN, id, place)
        for key in ("start", "end", "label"):
            field_of(value, key, _SPAN[key], id, place)
        given: dict[str, Any] = {key: field_of(value, key, _SPAN[key], id, place) for key in value}
        try:
            span = Span(**given)
        except ValueError as error:
            raise NoteError(id, f"{place}: {error}") from None
        check_label(id, span)
        spans.append(span)
    return tuple(spans)


def write(docs: Iterable[Document], path: Path, *, on_error: OnError | None = None) -> None:
    """Writes each document as a line of a new file, with all that it holds.

    Args:
        docs: Taken one at a time.
        path: The file.
        on_error: Called with the error of each note that cannot be written; None raises it.

    Raises:
        OutputError: If the file exists or cannot be written.
        NoteError: If `on_error` is None and a note cannot be written; no file is left then.
    """
    write_file(docs, path, _line, on_error)


def _line(doc: Document) -> bytes:
    check_labels(doc)
    record: dict[str, Any] = {"id": doc.id, "text": doc.text}
    record["spans"] = [_record(span) for span in doc.spans]
    record["meta"] = dict(doc.meta)
    return encode(escaped(json.dumps(record, ensure_ascii=False)) + "\n", doc.id)


def _record(span: Span) -> dict[str, Any]:
    record: dict[str, Any] = {
        "start": span.start,
        "end": span.end,
        "label": span.label,
        "score": span.score,
        "source": span.source,
    }
    if span.entity:
        record["entity"] = span.entity
    return record


FORMAT = Format(read, write, read_records, rewrite, suffixes=(".jsonl",), fields=_fields, look=look)
