"""CoNLL BIO: one token per line, a blank line between sentences, `-DOCSTART-` between documents.

What we write holds the note whole. The line that starts a document carries id, text and meta as
JSON, and a token line `token<TAB>start<TAB>end<TAB>tag` says where in the text the token lies:

    -DOCSTART-<TAB>{"id": "ward/7", "text": "Seen by Ada Ruiz.", "meta": {}}
    Seen<TAB>0<TAB>4<TAB>O
    by<TAB>5<TAB>7<TAB>O
    Ada<TAB>8<TAB>11<TAB>B-DOCTOR
    Ruiz<TAB>12<TAB>16<TAB>I-DOCTOR
    .<TAB>16<TAB>17<TAB>O

A span that ends within a word cuts it into two tokens, so that none is rounded. Plain CoNLL, where
the first column is the token and the last the tag, is read too; its text is the tokens with one
blank between them and one line per sentence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from incognote.core.config import parse_json
from incognote.core.document import Document, Span
from incognote.core.errors import InputError, NoteError
from incognote.core.pipeline import OnError
from incognote.io.checks import check_disjoint, check_labels, new_id, report
from incognote.io.files import decode, encode, open_file
from incognote.io.format import Format
from incognote.io.output import write_file

_START = "-DOCSTART-"
_TOKEN = re.compile(r"\w[\w\u0300-\u036f]*|[^\w\s]")
_EDGE = re.compile(r"\A\s+|\s+\Z|\w[\w\u0300-\u036f]*|[^\w\s]")
_TAG = re.compile(r"O|[BI]-(?P<label>\S+)")
_SHOWN = re.compile(
    r"[\x00-\x20\x7f-\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]"
)


def read(path: Path, *, on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the documents of a file, one at a time.

    A document of plain CoNLL takes its id from the field after `-DOCSTART-`; where there is none,
    the file's stem and a number. Arguments and errors as `format.Read`.
    """
    return _documents(open_file(path, "conll"), path, on_error)


@dataclass(slots=True)
class _Block:
    """The lines of one document."""

    number: int
    """Of the line that starts it, from 1; 0 where a file starts without one."""
    header: str = ""
    """What follows `-DOCSTART-`."""
    lines: list[str] = field(default_factory=list)
    error: NoteError | None = None
    """What was wrong with the bytes of a line."""


def _documents(file: BinaryIO, path: Path, on_error: OnError | None) -> Iterator[Document]:
    seen: set[str] = set()
    count = 0
    for count, block in enumerate(_blocks(file, path), start=1):
        try:
            if block.error:
                raise block.error
            doc = _parse(block, f"{path.stem}-{count}", path.name)
            new_id(doc.id, seen)
        except NoteError as error:
            report(error, on_error)
        else:
            yield doc
    if not count:
        raise InputError(f"{path}: holds no document.")


def _blocks(file: BinaryIO, path: Path) -> Iterator[_Block]:
    """Yields the lines of each document and closes the file."""
    block: _Block | None = None
    with file:
        for number, data in enumerate(file, start=1):
            # Asked of the bytes, so that a line that is not UTF-8 fails its own document only.
            if data.startswith(_START.encode()):
                if block:
                    yield block
                block = _Block(number)
            elif block is None:
                if not data.strip():
                    continue
                block = _Block(number - 1)
            try:
                line = decode(data, f"{path.name}:{number}").removesuffix("\n").removesuffix("\r")
            except NoteError as error:
                block.error = block.error or error
                continue
            if number == block.number:
                block.header = line.removeprefix(_START).strip()
            else:
                block.lines.append(line)
    if block:
        yield block


def _parse(block: _Block, id: str, name: str) -> Document:
    if block.header.startswith("{"):
        return _parse_own(block, name)
    fields = block.header.split()
    if len(fields) == 1 and fields[0] not in ("-X-", "O"):
        id = fields[0]
    return _parse_plain(block, id)


def _parse_own(block: _Block, name: str) -> Document:
    """A document as `write` writes it."""
    where = f"{name}:{block.number}"
    try:
        record = parse_json(block.header)
        id, text, meta = record["id"], record["text"], record["meta"]
        if set(record) != {"id", "text", "meta"} or not id or not isinstance(meta, dict):
            raise ValueError
        if not all(isinstance(value, str) for value in (id, text, *meta.values())):
            raise ValueError
        for value in (id, text, *meta, *meta.values()):
            encode(value, where)
    except (ValueError, KeyError, TypeError):
        raise NoteError(
            where, f"{_START} must be followed by JSON with id, text and meta, all of strings"
        ) from None
    tagged: list[tuple[int, int, str, int]] = []
    at = 0
    for number, line in enumerate(block.lines, start=block.number + 1):
        if not line:
            continue
        columns = line.split("\t")
        try:
            token, start, end, tag = columns[0], int(columns[1]), int(columns[2]), columns[3]
            if len(columns) != 4 or not at <= start < end or _show(text[start:end]) != token:
                raise ValueError
        except (ValueError, IndexError):
            raise NoteError(
                id,
                f"line {number} is not 'token, start, end, tag' with tabs between, in order, the "
                "token being what the text holds there",
            ) from None
        if re.search(r"\S", text[at:start]):
            raise NoteError(id, f"line {number}: characters [{at}, {start}) stand in no token")
        tagged.append((start, end, tag, number))
        at = end
    if re.search(r"\S", text[at:]):
        raise NoteError(id, f"characters [{at}, {len(text)}) stand in no token; lines are missing")
    return check_labels(Document(id, text, spans_of_tags(id, tagged), meta))


def _parse_plain(block: _Block, id: str) -> Document:
    """A document whose text is known by its tokens only."""
    parts: list[str] = []
    tagged: list[tuple[int, int, str, int]] = []
    size = 0
    between = ""
    for number, line in enumerate(block.lines, start=block.number + 1):
        if not line.strip():
            between = "\n" if parts else ""
            continue
        columns = line.split("\t") if "\t" in line else line.split()
        if len(columns) < 2 or not columns[0]:
            raise NoteError(
                id, f"line {number} is not a token and a tag, with a tab or blank between"
            )
        parts += [between, columns[0]]
        start = size + len(between)
        size = start + len(columns[0])
        tagged.append((start, size, columns[-1], number))
        between = " "
    return check_labels(Document(id, "".join(parts), spans_of_tags(id, tagged)))


def spans_of_tags(id: str, tagged: Iterable[tuple[int, int, str, int]]) -> tuple[Span, ...]:
    """Returns the spans of tokens with tags; an I- tag that continues nothing starts a span.

    Args:
        id: The note.
        tagged: Start, end and tag of each token, and its line for messages.

    Raises:
        NoteError: If a tag is none of O, B-LABEL and I-LABEL.
    """
    spans: list[Span] = []
    inside = ""
    for start, end, tag, number in tagged:
        match = _TAG.fullmatch(tag)
        if match is None:
            raise NoteError(id, f"line {number}: the tag must be O, B-LABEL or I-LABEL")
        label = match["label"] or ""
        if label and label == inside and tag[0] == "I":
            spans[-1] = Span(spans[-1].start, end, label)
        elif label:
            spans.append(Span(start, end, label))
        inside = label
    return tuple(spans)


def write(docs: Iterable[Document], path: Path, *, on_error: OnError | None = None) -> None:
    """Writes all documents to one new file.

    Entity, score and source of a span are not written, and spans that overlap cannot be.
    Arguments and errors as `format.Write`.
    """
    write_file(docs, path, _render, on_error)


def _render(doc: Document) -> bytes:
    check_labels(doc)
    check_disjoint(doc.id, doc.spans, "conll")
    header: dict[str, Any] = {"id": doc.id, "text": doc.text, "meta": dict(doc.meta)}
    encode("".join((doc.id, doc.text, *doc.meta, *doc.meta.values())), doc.id)
    lines = [f"{_START}\t{json.dumps(header)}"]
    last = 0
    for start, end, tag in _tokens(doc):
        if tag[0] != "I" and not {"\n", "\r"}.isdisjoint(doc.text[last:start]):
            lines.append("")
        lines.append(f"{_show(doc.text[start:end])}\t{start}\t{end}\t{tag}")
        last = end
    return encode("\n".join(lines) + "\n\n", doc.id)


def _tokens(doc: Document) -> Iterator[tuple[int, int, str]]:
    """Yields start, end and tag of each token; blanks count as one at the edges of a span only."""
    at = 0
    for span in doc.spans:
        yield from ((m.start(), m.end(), "O") for m in _TOKEN.finditer(doc.text, at, span.start))
        prefix = "B"
        for match in _EDGE.finditer(doc.text[span.start : span.end]):
            start, end = span.start + match.start(), span.start + match.end()
            yield start, end, f"{prefix}-{span.label}"
            prefix = "I"
        at = span.end
    yield from ((m.start(), m.end(), "O") for m in _TOKEN.finditer(doc.text, at))


def _show(token: str) -> str:
    """The token with blanks, controls and marks without width written out as \\uXXXX."""
    return _SHOWN.sub(lambda match: f"\\u{ord(match[0]):04x}", token)


FORMAT = Format(read, write)
