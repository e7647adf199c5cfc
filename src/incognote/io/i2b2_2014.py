"""i2b2 2014: one XML file per note, its text in CDATA and a tag with offsets for each mark.

    <?xml version="1.0" encoding="UTF-8" ?>
    <deIdi2b2>
    <TEXT><![CDATA[Seen by Ada Ruiz.]]></TEXT>
    <TAGS>
    <NAME id="P0" start="8" end="16" text="Ada Ruiz" TYPE="DOCTOR" comment="" />
    </TAGS>
    </deIdi2b2>

Offsets count code points of the text as an XML parser gives it, line ends being LF. The corpus is
under agreement: those who signed it have folders `training-PHI-Gold-Set1`, `-Set2` and
`testing-PHI-Gold-fixed` of files `<patient>-<record>.xml`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from xml.sax.saxutils import quoteattr

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.core.labels import LABELS, our_type
from incognote.core.pipeline import OnError
from incognote.io import xml_tree
from incognote.io.checks import check_labels
from incognote.io.files import encode, read_folder, read_text
from incognote.io.format import Format
from incognote.io.output import write_folder
from incognote.io.split import part_of
from incognote.io.xml_tree import Element

TYPES: Mapping[str, str] = {
    "PATIENT": "PATIENT",
    "DOCTOR": "DOCTOR",
    "USERNAME": "USERNAME",
    "PROFESSION": "PROFESSION",
    "HOSPITAL": "HOSPITAL",
    "ORGANIZATION": "ORGANIZATION",
    "ROOM": "UNIT",
    # A department by its name alone ('Cardiology') is no unit for us, one with a number is.
    "DEPARTMENT": "UNIT",
    "STREET": "STREET",
    "CITY": "CITY",
    "STATE": "STATE",
    "COUNTRY": "COUNTRY",
    "ZIP": "ZIP",
    "LOCATION-OTHER": "LOCATION_OTHER",
    "AGE": "AGE",
    "DATE": "DATE",
    "PHONE": "PHONE",
    "FAX": "FAX",
    "EMAIL": "EMAIL",
    "URL": "URL",
    "IPADDR": "IPADDRESS",
    "IPADDRESS": "IPADDRESS",
    "SSN": "SSN",
    "MEDICALRECORD": "MRN",
    "HEALTHPLAN": "HEALTHPLAN",
    "ACCOUNT": "ACCOUNT",
    "LICENSE": "LICENSE",
    "VEHICLE": "VEHICLE",
    "DEVICE": "DEVICE",
    "BIOID": "BIOID",
    "IDNUM": "IDNUM",
    # "Anything else that identifies": a trait rather than a number, but ours has no such type.
    "OTHER": "IDNUM",
}
"""From i2b2's TYPE to our label; N-GRID 2016 and the re-annotated PhysioNet notes use it too."""

_NAMED = {"MRN": "MEDICALRECORD", "IPADDRESS": "IPADDR", "UNIT": "ROOM", "": "OTHER"}
"""TYPE of our labels that are not called alike ('' for MEDDOCAN's sex)."""

_BLANK = re.compile(r"[\t\n\r]")
_NUMBER = re.compile(r"[0-9]{1,9}")


def read(path: Path, *, on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the notes of a folder of .xml files, at any depth, or of one file.

    Each tag is checked against the text that it records. `Span.source` is i2b2's TYPE; `meta` has
    the patient (the file's name up to its dash) and the part, where a folder's name tells it.
    Arguments and errors as `format.Read`.
    """
    return read_folder(path, (".xml",), partial(_parse, path), on_error=on_error)


def _parse(source: Path, id: str, files: Mapping[str, Path]) -> Document:
    doc = parse(id, read_text(files[".xml"], id))
    patient, dash, _ = id.rpartition("/")[2].partition("-")
    meta = {"patient": patient} if dash else {}
    return Document(id, doc.text, doc.spans, {**meta, **part_of(id, source)})


def parse(id: str, xml: str) -> Document:
    """Returns the document of an XML file's content.

    Raises:
        NoteError: With the line, if it is not as the corpus is published, or a tag does not lie
            on the text that it records.
    """
    root = xml_tree.parse(id, xml)
    found = {part.name: part for part in root.children(id)}
    if root.name != "deIdi2b2" or sorted(found) != ["TAGS", "TEXT"] or len(root.children(id)) != 2:
        raise NoteError(
            id, f"line {root.line}: must be <deIdi2b2> with one <TEXT> and one <TAGS> in it"
        )
    parts: list[str] = []
    for part in found["TEXT"].content:
        if isinstance(part, Element):
            raise NoteError(id, f"line {part.line}: <TEXT> must hold text only, in CDATA")
        parts.append(part)
    text = "".join(parts)
    spans = tuple(_span(id, text, tag) for tag in found["TAGS"].children(id))
    return Document(id, text, spans)


def _span(id: str, text: str, tag: Element) -> Span:
    where = f"line {tag.line}"
    for name in ("start", "end", "text", "TYPE"):
        if name not in tag.attributes:
            raise NoteError(id, f"{where}: a tag has no attribute '{name}'")
    offsets = tag.attributes["start"], tag.attributes["end"]
    if not all(_NUMBER.fullmatch(offset) for offset in offsets):
        raise NoteError(id, f"{where}: start and end must be whole numbers")
    start, end = map(int, offsets)
    type_ = tag.attributes["TYPE"]
    if type_ not in TYPES:
        raise unknown_type(id, f"{where}: [{start}, {end})", type_, TYPES)
    # Blanks, because XML makes one of each line break and tab in an attribute.
    surface = _BLANK.sub(" ", text[start:end])
    if end > len(text) or surface != _BLANK.sub(" ", tag.attributes["text"]):
        raise NoteError(
            id,
            f"{where}: [{start}, {end}) is not the text that the tag records; offsets must count "
            "Unicode code points from 0, line ends being LF",
        )
    label, comment = TYPES[type_], tag.attributes.get("comment", "")
    if comment in LABELS and i2b2_type(comment) == type_:
        label = comment
    try:
        return Span(start, end, label, source=type_)
    except ValueError as error:
        reason = f"{where}: {error}"
    raise NoteError(id, reason)


def unknown_type(id: str, where: str, type_: str, known: Iterable[str]) -> NoteError:
    """Returns the error for a type that a corpus does not have, with the nearest, not quoting it.

    Args:
        id: The note.
        where: The line and offsets.
        type_: What stands there.
        known: The corpus' types.
    """
    near = difflib.get_close_matches(type_.upper(), sorted(known), n=1, cutoff=0.6)
    hint = f"; the nearest is {near[0]}" if near else ""
    return NoteError(id, f"{where} has an unknown type{hint} (docs/formats.md lists all)")


def i2b2_type(label: str) -> str:
    """Returns i2b2's TYPE of a label of ours or MEDDOCAN's."""
    ours = our_type(label)
    return _NAMED.get(ours, ours.replace("_", "-"))


def write(docs: Iterable[Document], path: Path, *, on_error: OnError | None = None) -> None:
    """Writes each document to `<id>.xml` below a new or empty folder.

    A span whose source is an i2b2 TYPE of its label keeps that TYPE; a label that no TYPE stands
    for stands in `comment`. Entity, score, other sources and the document's meta are not written;
    a character that XML has no form for cannot be. Arguments and errors as `format.Write`.
    """
    write_folder(docs, path, _render, on_error)


def _render(doc: Document) -> Mapping[str, bytes]:
    check_labels(doc)
    xml_tree.check_text(doc.id, doc.text)
    # A parser would take CR for LF, and ]]> for the end.
    text = doc.text.replace("]]>", "]]]]><![CDATA[>").replace("\r", "]]>&#13;<![CDATA[")
    lines = [
        '<?xml version="1.0" encoding="UTF-8" ?>',
        "<deIdi2b2>",
        f"<TEXT><![CDATA[{text}]]></TEXT>",
        "<TAGS>",
        *(_tag(number, span, doc.text) for number, span in enumerate(doc.spans)),
        "</TAGS>",
        "</deIdi2b2>",
        "",
    ]
    return {".xml": encode("\n".join(lines), doc.id)}


def _tag(number: int, span: Span, text: str) -> str:
    type_ = span.source if TYPES.get(span.source) == span.label else i2b2_type(span.label)
    ours = our_type(span.label)
    category = LABELS[ours].category if ours and type_ != "OTHER" else "OTHER"
    comment = "" if TYPES[type_] == span.label else span.label
    surface = quoteattr(
        text[span.start : span.end], {"\t": "&#9;", "\n": "&#10;", "\r": "&#13;", '"': "&quot;"}
    )
    return (
        f'<{category} id="P{number}" start="{span.start}" end="{span.end}" text={surface} '
        f'TYPE="{type_}" comment="{comment}" />'
    )


FORMAT = Format(read, write)
