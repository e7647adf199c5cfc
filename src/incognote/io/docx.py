"""DOCX: all text of a Word document, and the same document with other text in its place.

A document is a ZIP archive of parts that refer to each other by relationships (ECMA-376, part 2).
From the root on each relationship is of a kind that is known here: its part is read (the body,
headers, notes, comments), left out (properties, custom XML, whatever tells who wrote it), replaced
by a blank (images), or the document is refused (macros, charts, embedded objects, kinds that nobody
decided about). A part that nothing refers to is left out. What the parts that are read hold is
`docx_parts.py`. Parts that do not change are the same bytes.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.util import find_spec
from typing import Any
from urllib.parse import unquote

from incognote.core.errors import MissingExtraError, NoteError
from incognote.io.documents import of_documents
from incognote.io.docx_parts import (
    STYLES,
    Cleaner,
    Reader,
    Slot,
    is_closed,
    is_named,
    local,
    names,
)
from incognote.io.mapped import Mapped, edits
from incognote.io.unpacking import bytes_left, unpacked

_READ = names(
    "officeDocument header footer footnotes endnotes comments commentsExtended styles settings "
    "fontTable numbering theme"
)
"""Kinds of relationships, by the last part of their address, whose parts are read and kept."""
_LEFT_OUT = names(
    "core-properties extended-properties custom-properties thumbnail customXml people commentsIds "
    "commentsExtensible glossaryDocument webSettings attachedTemplate attachedToolbars font "
    "printerSettings classificationlabels keyMapCustomizations mailMergeSource recipientData "
    "mailMergeHeaderSource webextensiontaskpanes stylesWithEffects"
)
"""Kinds whose parts say who wrote a document or how Word is to look, and which it opens without."""
_REFUSED: Mapping[str, str] = {
    "vbaProject": "macros; save it as a DOCX without them",
    "oleObject": "an embedded object; paste it as text, or remove it",
    "package": "an embedded object; paste it as text, or remove it",
    "chart": "a chart; remove it",
    "chartEx": "a chart; remove it",
    "diagramData": "a diagram (SmartArt); write its words as text, or remove it",
    "aFChunk": "a piece in another format; open it in Word and save it again",
    "subDocument": "a document within it by a link; insert its text",
    "control": "an ActiveX control; remove it",
    "video": "a video; remove it",
    "audio": "a sound; remove it",
    "media": "a recording; remove it",
    "origin": "a digital signature, which would not hold; save it without",
}
_HINTS = ("creator", "lastModifiedBy", "title", "subject", "description", "keywords", "category")
_APP_HINTS = ("Manager", "Company")

_MOST_BYTES = 1 << 28
"""Of all parts together, unpacked: 256 MB."""
_MOST_PARTS = 10_000
_LOOKS = names("styles fontTable numbering theme")
"""Kinds of parts that are mostly those of a template, so that many documents have the same."""
_CACHED = 1 << 20
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEAD = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_TYPES = "[Content_Types].xml"
_PLACE = re.compile(
    r"/word/(?:document|header|footer|footnotes|endnotes|comments|commentsExtended|styles"
    r"|settings|fontTable|numbering)\d{0,9}\.xml|/word/theme/theme\d{0,9}\.xml"
)
"""What parts are called; another name could be somebody's."""
_BLANK = "/word/media/blank.png"
_BLANK_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63606060"
    "60000000050001a5f645400000000049454e44ae426082"
)
"""One transparent pixel."""
_NOWHERE = "about:blank"
_ADDRESS = re.compile(r"(?:https?|mailto|tel|sip):[!#$%&'()*+,./0-9:;=?@A-Z_a-z~-]*")
"""What a link may lead to; a path of a machine tells its user."""


def is_docx(data: bytes) -> bool:
    """Returns whether bytes are a Word document, by what they begin with and hold."""
    if not data.startswith(b"PK\x03\x04"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {name.lower() for name in archive.namelist()}
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return False
    return _TYPES.lower() in members and any(name.startswith("word/") for name in members)


class Docx:
    """The `Content` of DOCX; it has one text."""

    def is_it(self, data: bytes) -> bool:
        """See `Content`."""
        return is_docx(data)

    def texts(self, data: bytes, id: str) -> tuple[str, ...]:
        """Returns the text of all parts, the body first; see docs/formats.md for the order.

        Raises:
            NoteError: If it cannot be read whole, or holds what nobody decided about.
            MissingExtraError: If lxml is not installed.
        """
        return (_Document(data, id).mapped.text,)

    def write(self, data: bytes, texts: Sequence[str], id: str) -> bytes:
        """Returns the document with another text.

        Raises:
            NoteError: As `texts`, or if some text that was replaced stands in it all the same.
            MissingExtraError: If lxml is not installed.
        """
        document = _Document(data, id)
        (new,) = texts
        gone = document.replace(new)
        written = document.packed()
        left, asked = (_in_words(text) for text in (_Document(written, id).mapped.text, new))
        if any(surface in left and surface not in asked for surface in gone):
            raise NoteError(id, "some text that was replaced would still stand in it")
        return written


CONTENT = Docx()
FORMAT = of_documents(CONTENT, (".docx",))


@dataclass(slots=True)
class _Part:
    """An XML part that is kept."""

    name: str
    data: bytes = field(repr=False)
    root: Any = field(repr=False)
    """None: there is nothing in it to clean or to read."""
    links: Any = field(repr=False)
    """Root of its relationships; None where it has none."""
    changed: bool = False
    links_changed: bool = False


class _Document:
    """A document that was read, and can be written with another text."""

    def __init__(self, data: bytes, id: str) -> None:
        if find_spec("lxml") is None:
            raise MissingExtraError(f"{id}: reading DOCX", "documents")
        self._id = id
        self._data = _unpacked(data, id)
        self._parts: dict[str, _Part] = {}
        self._hints: list[str] = []
        self._has_images = False
        self._root_links = self._relationships("/")
        if self._root_links is None:
            raise NoteError(id, "is no DOCX: it has no relationships")
        self._root_changed = self._follow("/", self._root_links) or self._links_say_more("/")
        self._clean()
        self._slots: list[Slot] = []
        self.mapped = Mapped()
        self._read()

    # Parts ------------------------------------------------------------------------------------

    def _relationships(self, name: str) -> Any:
        """The relationships of a part, '/' for the archive; None where there are none."""
        data = self._data.get(_links_of(name))
        if data is None:
            return None
        root = self._parsed(data, "relationships")
        if "".join(root.itertext()).strip():
            raise NoteError(self._id, "is damaged: its relationships hold text")
        return root

    def _links_say_more(self, name: str) -> bool:
        return _has_comments(self._data[_links_of(name)])

    def _parsed(self, data: bytes, what: str) -> Any:
        root = _xml(data)
        if root is None:
            raise NoteError(self._id, f"is damaged: its {what} cannot be read as XML")
        if root.getroottree().docinfo.doctype:
            raise NoteError(self._id, f"its {what} have a document type, which no DOCX has")
        return root

    def _follow(self, source: str, links: Any) -> bool:
        """Reads the parts that one refers to; returns whether its relationships change."""
        changed = False
        for link in list(links):
            if not isinstance(link.tag, str) or local(link) != "Relationship":
                raise NoteError(self._id, "is damaged: its relationships hold something else")
            kind = link.get("Type", "").rpartition("/")[2]
            external = link.get("TargetMode", "Internal") != "Internal"
            if kind in _LEFT_OUT:
                self._hint(kind, source, link, external)
                links.remove(link)
                changed = True
            elif kind == "image":
                self._has_images = True
                target = _NOWHERE if external else _BLANK
                changed |= target != link.get("Target")
                link.set("Target", target)
            elif kind == "hyperlink":
                changed |= _nowhere_else(link)
            elif kind in _READ and not external:
                self._take(_resolved(source, link.get("Target", "")), kind)
            else:
                raise NoteError(self._id, f"holds {_refusal(kind)}")
        return changed

    def _take(self, name: str, kind: str) -> None:
        if name in self._parts:
            return
        if not _PLACE.fullmatch(name):
            raise NoteError(self._id, "holds a part with a name of its own; save it again in Word")
        data = self._data.get(name)
        if data is None:
            raise NoteError(self._id, f"is damaged: {name} is missing")
        links = self._relationships(name)
        if kind in _LOOKS and links is None and len(data) < _CACHED and _says_nothing(data):
            self._parts[name] = _Part(name, data, None, None)
            return
        root = self._parsed(data, name.lstrip("/"))
        if kind == "officeDocument" and (local(root), "word" in root.tag) != ("document", True):
            raise NoteError(self._id, _other_office(local(root)))
        part = self._parts[name] = _Part(name, data, root, links)
        part.changed = _has_comments(data)
        if part.links is not None:
            part.links_changed = self._follow(name, part.links) or self._links_say_more(name)

    def _hint(self, kind: str, source: str, link: Any, external: bool) -> None:
        """Keeps what properties say of people: it is searched for, and not written."""
        wanted = {"core-properties": _HINTS, "extended-properties": _APP_HINTS}.get(kind, ())
        data = None if external else self._data.get(_resolved(source, link.get("Target", "")))
        if data is None or not (wanted or kind == "custom-properties"):
            return
        for element in self._parsed(data, "properties").iter():
            text = (element.text or "").strip()
            if text and (kind == "custom-properties" or local(element) in wanted):
                self._hints.append(text)

    def _read_parts(self) -> list[_Part]:
        return [part for part in self._parts.values() if part.root is not None]

    def _clean(self) -> None:
        cleaner = Cleaner(self._id, [part.root for part in self._read_parts()])
        for part in self._read_parts():
            held = {link.get("Id") for link in part.links} if part.links is not None else set()
            part.changed |= cleaner.clean(part.root, held)
        self._hints = [*cleaner.authors, *self._hints]

    # Text -------------------------------------------------------------------------------------

    def _read(self) -> None:
        reader = Reader(self._id)
        for part in sorted(self._read_parts(), key=_order):
            reader.read(part.root)
            for link in part.links if part.links is not None else ():
                if link.get("Type", "").endswith("/hyperlink") and link.get("Target") != _NOWHERE:
                    reader.value(link, "Target")
        if self._has_images and not reader.has_words:
            raise NoteError(
                self._id, "holds images and no text, and seems to be a scan; recognise its text"
            )
        reader.hints(dict.fromkeys(self._hints))
        self._slots = reader.slots
        for line in reader.all_lines():
            for start, text in line:
                if start < 0:
                    self.mapped.between(text)
                else:
                    self.mapped.add(text, start, start + len(text))
            self.mapped.between("\n")

    def replace(self, new: str) -> set[str]:
        """Puts another text in place of the one that it has; returns what went."""
        old = self.mapped.text
        starts = [slot.start for slot in self._slots]
        by_slot: dict[int, list[tuple[int, int, str]]] = {}
        for start, end, text in self.mapped.changes(new, self._id):
            at = bisect_right(starts, start) - 1
            # A stretch ends with its slot: between two there is a gap.
            by_slot.setdefault(at, []).append((start - starts[at], end - starts[at], text))
        styles: dict[str, str] = {}
        for at, changes in sorted(by_slot.items()):
            slot = self._slots[at]
            value = _changed(slot.value, changes)
            if slot.is_style and value != slot.value:
                styles[slot.element.getparent().get(slot.style_id)] = f"Style{at}"
            slot.write(value, self._id)
        self._mark_changed(by_slot)
        if styles:
            self._rename_styles(styles)
        gone = {_in_words(old[start:end]) for start, end, _ in edits(old, new)}
        self._rename(dict.fromkeys(sorted({word for s in gone for word in _NAME.findall(s)})))
        return {surface for surface in gone if len(surface) > _SHORTEST}

    def _mark_changed(self, slots: Mapping[int, Any]) -> None:
        roots = {id(self._slots[at].root) for at in slots if self._slots[at].element is not None}
        for part in self._parts.values():
            part.changed |= id(part.root) in roots
            if part.links is not None and id(part.links) in roots:
                part.links_changed = True
                for link in part.links:
                    if link.get("Type", "").endswith("/hyperlink"):
                        _nowhere_else(link)

    def _rename_styles(self, styles: Mapping[str, str]) -> None:
        for part, element, key, value in self._attributes():
            if value in styles and _is_style(element, key):
                element.set(key, styles[value])
                part.changed = True

    def _rename(self, gone: Iterable[str]) -> None:
        """Takes words of what was replaced out of attributes of the format: fonts, styles, ids."""
        new = {word.casefold(): f"x{i}" for i, word in enumerate(gone, start=1)}
        if not new:
            return
        words = re.compile(
            r"(?:(?<![^\W\d_])|(?<=[a-z])(?=[A-Z]))(?i:"
            + "|".join(map(re.escape, sorted(new, key=len, reverse=True)))
            + r")(?![a-z\xdf-\xff])"
        )

        def other(found: re.Match[str]) -> str:
            return new[found[0].casefold()]

        def but_small(found: re.Match[str]) -> str:
            return found[0] if found[0][0].islower() else other(found)

        read = {(slot.element, slot.key) for slot in self._slots}
        for part, element, key, value in self._attributes(words, new):
            if (element, key) in read or is_closed(value) or not words.search(value):
                continue
            if not is_named(element, key) and _ENUMERATION.fullmatch(value):
                continue
            made = words.sub(other if is_named(element, key) else but_small, value)
            if made != value:
                element.set(key, made)
                part.changed = True

    def _attributes(
        self, words: re.Pattern[str] | None = None, folded: Iterable[str] = ()
    ) -> Iterator[tuple[_Part, Any, str, str]]:
        """Each attribute of each part; of those that have nothing to read, where it says words.

        Args:
            words: Finds the words; every attribute where there are none.
            folded: The same words, without case: a template of half a megabyte is searched for
                those that stand in it at all, which is fifty times as fast.
        """
        for part in self._parts.values():
            if part.root is None:
                plain, is_coded = _folded(part.data)
                if words and not is_coded and not any(_fold(word) in plain for word in folded):
                    continue
                part.root = self._parsed(part.data, part.name.lstrip("/"))
            for element in part.root.iter():
                for key, value in element.attrib.items():
                    yield part, element, key, value

    # The archive ------------------------------------------------------------------------------

    def packed(self) -> bytes:
        """Returns the archive: its parts in their order, without dates, comments and leftovers."""
        from lxml import etree

        def xml(root: Any) -> bytes:
            return _HEAD + bytes(etree.tostring(root, encoding="UTF-8", xml_declaration=False))

        made: dict[str, bytes] = {}
        for name, data in self._data.items():
            folder, file = posixpath.split(name)
            owner = posixpath.join(posixpath.dirname(folder), file.removesuffix(".rels"))
            if name == f"/{_TYPES}":
                made[name] = b""  # when it is known which parts there are
            elif name == "/_rels/.rels":
                made[name] = xml(self._root_links) if self._root_changed else data
            elif name in self._parts:
                part = self._parts[name]
                made[name] = xml(part.root) if part.changed else data
            elif folder.endswith("/_rels") and owner in self._parts:
                part = self._parts[owner]
                made[name] = xml(part.links) if part.links_changed else data
        if self._has_images:
            made[_BLANK] = _BLANK_PNG
        made[f"/{_TYPES}"] = self._types(made, xml)
        file_ = io.BytesIO()
        with zipfile.ZipFile(file_, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in made.items():
                info = zipfile.ZipInfo(name.lstrip("/"))  # of 1980
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, data)
        return file_.getvalue()

    def _types(self, made: Mapping[str, bytes], xml: Any) -> bytes:
        data = self._data[f"/{_TYPES}"]
        root = self._parsed(data, "content types")
        changed = _has_comments(data)
        used = {name.rpartition(".")[2].lower() for name in made if name != f"/{_TYPES}"}
        for row in list(root):
            there = row.get("PartName", "") in made
            if (local(row) == "Default" and row.get("Extension", "").lower() in used) or there:
                continue
            root.remove(row)
            changed = True
        if _BLANK in made and not any(
            row.get("Extension", "").lower() == "png" for row in root if local(row) == "Default"
        ):
            row = root.makeelement(root.tag.replace("Types", "Default"))
            row.set("Extension", "png")
            row.set("ContentType", "image/png")
            root.insert(0, row)
            changed = True
        return xml(root) if changed else data


def _in_words(text: str) -> str:
    return " ".join(text.split())


def _nowhere_else(link: Any) -> bool:
    """Lets a link lead nowhere that does not lead to the net; returns whether it changed."""
    if _ADDRESS.fullmatch(link.get("Target", "")):
        return False
    link.set("Target", _NOWHERE)
    link.set("TargetMode", "External")
    return True


_SHORTEST = 3
"""Characters: a shorter text is found in any document."""
_NAME = re.compile(r"[^\W\d_]{4,}|\d{6,}")
"""What of a text that was replaced is looked for in attributes."""
_ENUMERATION = re.compile(r"[a-z]+(?:[A-Z][a-z]+)*")
"""How the schema writes values of its own: `darkGreen` has no Dr. Green."""


def _xml(data: bytes) -> Any:
    """The root of a part, without comments and instructions to programs; None if it is no XML."""
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        strip_cdata=False,
    )
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        return None  # its message quotes the text


def _has_comments(data: bytes) -> bool:
    """Whether a part may hold what is not in its tree: comments, instructions."""
    return b"<!--" in data or data.count(b"<?") > 1 or data[:1] in (b"\xff", b"\xfe")


@lru_cache(16)
def _folded(data: bytes) -> tuple[str, bool]:
    """What a part says, without case, and whether some of it is written as codes of characters."""
    plain = data.decode(errors="replace")
    return _fold(plain), "&#" in plain


def _fold(text: str) -> str:
    # İ is i and a dot above, which `re.IGNORECASE` takes for i.
    return text.casefold().replace("\u0307", "")


@lru_cache(64)
def _says_nothing(data: bytes) -> bool:
    """Whether a part has nothing to clean or read: styles and fonts of a template, mostly."""
    root = _xml(data)
    if root is None or root.getroottree().docinfo.doctype or _has_comments(data):
        return False
    try:
        if Cleaner("", [root]).clean(root, set()):
            return False
    except NoteError:
        return False  # it is raised where the document has a name
    reader = Reader("")
    reader.read(root)
    return not reader.slots


def _changed(value: str, changes: Sequence[tuple[int, int, str]]) -> str:
    """A value with changes, some of which may be two readings of one: tracked changes."""
    gone = bytearray(len(value))
    new: dict[int, str] = {}
    for start, end, text in sorted(changes, key=lambda change: change[:2]):
        gone[start:end] = b"\1" * (end - start)
        if text:
            new.setdefault(start, text)
    return "".join(
        new.get(i, "") + ("" if i == len(value) or gone[i] else value[i])
        for i in range(len(value) + 1)
    )


def _order(part: _Part) -> tuple[int, str]:
    kinds = ("document", "header", "footer", "footnotes", "endnotes", "comments")
    kind = re.sub(r"\W|\d", "", posixpath.basename(part.name).partition(".")[0])
    return (kinds.index(kind) if kind in kinds else len(kinds)), part.name


def _is_style(element: Any, key: str) -> bool:
    name = key.rpartition("}")[2]
    return name == "styleId" or (name == "val" and local(element) in STYLES)


def _links_of(name: str) -> str:
    """The name of the part that holds the relationships of another."""
    folder, file = posixpath.split(name)
    return posixpath.join(folder, "_rels", f"{file}.rels")


def _resolved(source: str, target: str) -> str:
    """The name of the part that a relationship of another leads to."""
    folder = "/" if source == "/" else posixpath.dirname(source)
    return posixpath.normpath(posixpath.join(folder, unquote(target)))


def _refusal(kind: str) -> str:
    for known, words in _REFUSED.items():
        if kind == known or (known == "diagramData" and kind.startswith("diagram")):
            return words
    named = f" ({kind})" if re.fullmatch(r"[A-Za-z-]{1,40}", kind) else ""
    return f"a part of a kind that nobody decided about{named}; save it again without that"


def _other_office(root: str) -> str:
    kinds = {"workbook": "an Excel workbook; export it as CSV"}
    kinds["presentation"] = "a PowerPoint presentation; save it as PDF"
    return f"is {kinds[root]}" if root in kinds else "is no DOCX: its main part is no Word document"


def _unpacked(data: bytes, id: str) -> dict[str, bytes]:
    """All members of the archive, by name with a slash before it."""
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise NoteError(id, "is encrypted with a password; save it without one")
        raise NoteError(id, "is an older Office document (DOC); save it as DOCX")
    found: dict[str, bytes] = {}
    seen: set[str] = set()
    reason = ""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            if len(members) > _MOST_PARTS:
                raise NoteError(id, f"holds more than {_MOST_PARTS:,} parts")
            bound = bytes_left()
            left = _MOST_BYTES if bound is None else min(bound, _MOST_BYTES)
            for member in members:
                name = "/" + member.filename
                if member.flag_bits & 1:
                    raise NoteError(id, "is encrypted; save it without a password")
                if member.is_dir():
                    continue
                if name.lower() in seen:
                    raise NoteError(id, "holds two parts of one name; save it again in Word")
                if "\\" in name or {"", ".", ".."} & {*name[1:].split("/")}:
                    raise NoteError(id, "holds a part with a name that leads elsewhere")
                seen.add(name.lower())
                with archive.open(member) as file:
                    content = file.read(left + 1)
                left -= len(content)
                unpacked(len(content))
                if left < 0:
                    raise NoteError(id, f"holds more than {_MOST_BYTES >> 20} MB unpacked")
                found[name] = content
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError, RuntimeError):
        # RuntimeError: NotImplementedError, of a way to compress that Word does not use.
        reason = "is no DOCX, or damaged: it cannot be unpacked"
    if not reason and "/mimetype" in found and f"/{_TYPES}" not in found:
        reason = "is an OpenDocument file (ODT); save it as DOCX"
    elif not reason and f"/{_TYPES}" not in found:
        reason = "is no DOCX: it has no content types"
    if reason:
        raise NoteError(id, reason)
    return found
