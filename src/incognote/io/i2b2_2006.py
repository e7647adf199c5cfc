"""i2b2 2006: one XML file of records, the marks standing in the text.

    <ROOT>
    <RECORD ID="17">
    <TEXT>
    Seen by Dr. <PHI TYPE="DOCTOR">Ada Ruiz</PHI>
    </TEXT>
    </RECORD>
    </ROOT>

The corpus is under agreement: those who signed it have `deid_surrogate_train_all_version2.xml` and
`deid_surrogate_test_all_groundtruth_version2.xml`. Years are not marked in it, nor ages under 90.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.core.pipeline import OnError
from incognote.io import xml_tree
from incognote.io.checks import new_id, report
from incognote.io.files import decode, find
from incognote.io.format import Format
from incognote.io.i2b2_2014 import unknown_type
from incognote.io.split import part_of
from incognote.io.xml_tree import Element

TYPES: Mapping[str, str] = {
    "PATIENT": "PATIENT",
    "DOCTOR": "DOCTOR",
    "HOSPITAL": "HOSPITAL",
    # Towns, states, streets and postcodes in one; which, the corpus does not say.
    "LOCATION": "LOCATION_OTHER",
    "AGE": "AGE",
    "DATE": "DATE",
    "PHONE": "PHONE",
    # Record, account, report and job numbers in one.
    "ID": "IDNUM",
}
"""From the corpus' TYPE to our label."""

_RECORD = re.compile(rb"<RECORD\b.*?</RECORD\s*>", re.DOTALL)


def read(path: Path, *, on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the records of a file, or of all .xml files of a folder.

    A record's id is its ID; in a folder the file's id and a slash stand before it. `Span.source`
    is the corpus' TYPE; `meta` has the part, where the file's name tells it. One file is held in
    memory at a time. Arguments and errors as `format.Read`.
    """
    found = find(path, (".xml",), strays=False, on_error=on_error)
    return _records(found, path, on_error)


@dataclass(frozen=True, slots=True)
class _File:
    id: str
    prefix: str
    """What stands before the ID of a record."""
    meta: Mapping[str, str]


def _records(
    found: Iterator[tuple[str, Mapping[str, Path]]], source: Path, on_error: OnError | None
) -> Iterator[Document]:
    seen: set[str] = set()
    for id, files in found:
        file = _File(id, f"{id}/" if source.is_dir() else "", part_of(f"{id}/", source))
        try:
            data = files[".xml"].read_bytes()
        except OSError as error:
            problem = NoteError(id, f"{files['.xml'].name} cannot be read ({error.strerror})")
            report(problem, on_error)
            continue
        line, last = 1, 0
        for match in _RECORD.finditer(data):
            line += data.count(b"\n", last, match.start())
            last = match.start()
            try:
                doc = _parse(file, match[0], line)
                new_id(doc.id, seen)
            except NoteError as error:
                report(error, on_error)
            else:
                yield doc
        try:
            _check_frame(id, data)
        except NoteError as error:
            report(error, on_error)


def _check_frame(id: str, data: bytes) -> None:
    """Refuses a file that holds anything but whole records."""
    rest = _RECORD.sub(lambda match: b"\n" * match[0].count(b"\n"), data)
    root = xml_tree.parse(id, decode(rest, id))
    others = root.children(id)
    if root.name != "ROOT" or others:
        line = others[0].line if others else root.line
        raise NoteError(id, f"line {line}: must be <ROOT> with <RECORD ID=...> elements in it")
    if rest == data:
        raise NoteError(id, "holds no <RECORD>")


def _parse(file: _File, data: bytes, line: int) -> Document:
    where = f"{file.id}:{line}"
    record = xml_tree.parse(where, decode(data, where), first_line=line)
    number = record.attributes.get("ID", "")
    children = record.children(where)
    if not number or [child.name for child in children] != ["TEXT"]:
        raise NoteError(where, "must be <RECORD ID=...> with one <TEXT> in it")
    id = file.prefix + number
    parts: list[str] = []
    spans: list[Span] = []
    size = 0
    for part in children[0].content:
        if isinstance(part, Element):
            surface = _surface(id, part)
            spans.append(_span(id, part, size, surface))
        else:
            surface = part
        parts.append(surface)
        size += len(surface)
    return Document(id, "".join(parts), tuple(spans), file.meta)


def _surface(id: str, tag: Element) -> str:
    inner = [part for part in tag.content if isinstance(part, str)]
    if tag.name != "PHI" or len(inner) != len(tag.content):
        raise NoteError(id, f"line {tag.line}: <TEXT> must hold text and <PHI TYPE=...> only")
    return "".join(inner)


def _span(id: str, tag: Element, start: int, surface: str) -> Span:
    end = start + len(surface)
    if not surface:
        raise NoteError(id, f"line {tag.line}: the mark at {start} is empty")
    type_ = tag.attributes.get("TYPE", "")
    if type_ not in TYPES:
        raise unknown_type(id, f"line {tag.line}: [{start}, {end})", type_, TYPES)
    return Span(start, end, TYPES[type_], source=type_)


FORMAT = Format(read)
