"""UIMA CAS XMI, as INCEpTION exports it: one .xmi file per note, text and annotations beside it.

    <xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore"
        xmlns:type="http:///de/tudarmstadt/ukp/dkpro/core/api/ner/type.ecore" xmi:version="2.0">
      <cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" sofaString="Ada"/>
      <type:NamedEntity xmi:id="2" sofa="1" begin="0" end="3" value="DOCTOR"/>
      <cas:View sofa="1" members="2"/>
    </xmi:XMI>

Offsets count UTF-16 code units, as Java does: an emoji is two. They are turned into code points,
and one that falls within a pair is refused. No text is recorded beside them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from pathlib import Path
from xml.sax.saxutils import quoteattr

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.core.pipeline import OnError
from incognote.io import xml_tree
from incognote.io.checks import check_labels
from incognote.io.files import encode, read_folder, read_text
from incognote.io.format import Format
from incognote.io.output import write_folder
from incognote.io.xml_tree import Element

LAYERS: Mapping[str, tuple[str, ...]] = {
    "de.tudarmstadt.ukp.dkpro.core.api.ner.type": ("value",),
    "custom": ("label", "value", "kind"),
    "webanno.custom": ("label", "value", "kind"),
}
"""By package of an annotation's type the features that its label may stand in, in order: named
entities, and layers that a project made for itself."""

_NUMBER = re.compile(r"[0-9]{1,9}")
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" '
    'xmlns:type="http:///de/tudarmstadt/ukp/dkpro/core/api/ner/type.ecore" xmi:version="2.0">\n'
    '<cas:NULL xmi:id="0"/>\n'
)


def read(path: Path, *, on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the notes of a folder of .xmi files, at any depth, or of one file.

    Named entities and what stands in layers of the project's own become spans; other layers
    (tokens, sentences), relations and what is in no index are left out. Files of other suffixes,
    as `TypeSystem.xml`, are left alone. Arguments and errors as `format.Read`.
    """
    return read_folder(path, (".xmi",), _parse, on_error=on_error)


def _parse(id: str, files: Mapping[str, Path]) -> Document:
    return parse(id, read_text(files[".xmi"], id))


def parse(id: str, xml: str) -> Document:
    """Returns the document of an XMI file's content.

    Raises:
        NoteError: With the line, if it is not XMI of one text, an annotation has no label, or its
            offsets are none of the text.
    """
    root = xml_tree.parse(id, xml)
    parts = [(_type(part, root), part) for part in root.children(id)]
    sofas = [part for kind, part in parts if kind == "uima.cas.Sofa"]
    if root.name != "xmi:XMI" or len(sofas) != 1 or "sofaString" not in sofas[0].attributes:
        raise NoteError(
            id, f"line {root.line}: must be <xmi:XMI> with one text, in <cas:Sofa sofaString>"
        )
    text = sofas[0].attributes["sofaString"]
    sofa = sofas[0].attributes.get("xmi:id")
    members = {
        member
        for kind, part in parts
        if kind == "uima.cas.View" and part.attributes.get("sofa") == sofa
        for member in part.attributes.get("members", "").split()
    }
    at = {unit: point for point, unit in enumerate(_units(text))}
    spans = [
        _span(id, part, LAYERS[kind.rpartition(".")[0]], at)
        for kind, part in parts
        if part.attributes.get("xmi:id") in members and _is_mark(kind, part)
    ]
    return check_labels(Document(id, text, tuple(spans)))


def _type(part: Element, root: Element) -> str:
    """The name of its type, as UIMA has it: `uima.cas.Sofa`."""
    prefix, _, name = part.name.rpartition(":")
    declared = f"xmlns:{prefix}"
    space = part.attributes.get(declared) or root.attributes.get(declared, "")
    package = space.removeprefix("http:///").removesuffix(".ecore").replace("/", ".")
    return f"{package}.{name}"


def _is_mark(kind: str, part: Element) -> bool:
    """Whether it is an annotation of a layer that holds marks; relations have two ends."""
    of_layer = kind.rpartition(".")[0] in LAYERS and "begin" in part.attributes
    return of_layer and not {"Governor", "Dependent"} & {*part.attributes}


def _units(text: str) -> Iterator[int]:
    """Yields the UTF-16 offset of each code point, and of the end."""
    return accumulate((1 + (character > "\uffff") for character in text), initial=0)


def _span(id: str, part: Element, features: tuple[str, ...], at: Mapping[int, int]) -> Span:
    where = f"line {part.line}"
    offsets = part.attributes["begin"], part.attributes.get("end", "")
    if not all(_NUMBER.fullmatch(offset) for offset in offsets):
        raise NoteError(id, f"{where}: begin and end must be whole numbers")
    begin, end = map(int, offsets)
    if begin not in at or end not in at or begin >= end:
        raise NoteError(
            id,
            f"{where}: [{begin}, {end}) is no stretch of the text; offsets must count UTF-16 code "
            "units from 0, of which a character beyond U+FFFF is two",
        )
    label = next((part.attributes[name] for name in features if name in part.attributes), "")
    if not label:
        raise NoteError(id, f"{where}: [{begin}, {end}) has no {' or '.join(features)}")
    return Span(at[begin], at[end], label)


def write(docs: Iterable[Document], path: Path, *, on_error: OnError | None = None) -> None:
    """Writes each document to `<id>.xmi` below a new or empty folder, its marks as named entities.

    Entity, score and source of a span and the document's meta are not written; a character that
    XML has no form for cannot be. Arguments and errors as `format.Write`.
    """
    write_folder(docs, path, _render, on_error)


def _render(doc: Document) -> Mapping[str, bytes]:
    check_labels(doc)
    xml_tree.check_text(doc.id, doc.text)
    units = list(_units(doc.text))
    lines = [
        f'<type:NamedEntity xmi:id="{number}" sofa="1" begin="{units[span.start]}" '
        f'end="{units[span.end]}" value={quoteattr(span.label)}/>\n'
        for number, span in enumerate(doc.spans, start=2)
    ]
    text = quoteattr(doc.text, {"\t": "&#9;", "\n": "&#10;", "\r": "&#13;", '"': "&quot;"})
    members = " ".join(str(number) for number in range(2, len(lines) + 2))
    xml = (
        f'{_HEAD}<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" '
        f"sofaString={text}/>\n{''.join(lines)}"
        f'<cas:View sofa="1" members="{members}"/>\n</xmi:XMI>\n'
    )
    return {".xmi": encode(xml, doc.id)}


FORMAT = Format(read, write)
