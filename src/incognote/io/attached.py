"""Documents within other documents: told by their bytes, in base64 and in XML, to a depth of three.

A container hands over the bytes of what is attached to it, whatever it is claimed to be. They are
a `Content` of ours, base64 of such, or XML of any kind, in which all texts and attributes are read.
FHIR, HL7 and CDA put `NOTICE` in place of what is none of these, and count it (`NOT_READ`).
"""

from __future__ import annotations

import base64
import codecs
import html
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from incognote.core.errors import MissingExtraError, NoteError
from incognote.core.plain import is_wide, what_container, what_file
from incognote.io.documents import content_of
from incognote.io.format import Content
from incognote.io.mapped import Edit, Mapped, applied
from incognote.io.telling import says
from incognote.io.xml_tree import ATTRIBUTE, ENTITY, tokens, value_span

DEPTH = 3
NOTICE = "[attachment removed: it could not be read]"
NOT_READ = "(not read)"
"""Behind the path of the value that counts it."""
_CHARSETS = frozenset(
    {"iso8859-1", "iso8859-15", "cp1252", "utf-16", "utf-16-le", "utf-16-be", "ascii"}
)
"""Of plain text that is no UTF-8, where it is claimed to be of these."""


class Opened(Protocol):
    """What some bytes hold."""

    texts: tuple[str, ...]

    def write(self, texts: Sequence[str]) -> bytes:
        """Returns the bytes with other texts."""
        ...


@dataclass(frozen=True, slots=True)
class Attachment:
    """A document that stands in a source, in one place or over several."""

    opened: Opened
    data: bytes = field(repr=False)
    places: Sequence[tuple[int, int]]
    encode: Callable[[bytes], str] = field(repr=False)
    """How it is written there."""
    name: str = ""
    """Behind the id of its record."""

    def texts(self) -> tuple[str, ...]:
        """Returns what it holds."""
        return self.opened.texts

    def edits(self, new: Sequence[str], id: str = "") -> Iterator[Edit]:
        """Yields what makes it one with other texts; `id` is of no use here."""
        data = self.opened.write(new)
        if data != self.data:
            yield from instead(self.places, self.encode(data))


def instead(places: Sequence[tuple[int, int]], new: str) -> Iterator[Edit]:
    """Yields what writes something in the first of some places; the others become empty."""
    first, *others = places
    yield *first, new
    yield from ((*place, "") for place in others)


def attached(data: bytes | None, id: str, *, charset: str = "") -> Opened | None:
    """Returns what is attached to a record; None where that cannot be read.

    Args:
        data: All of it; None where it is not coded as it says.
        id: For messages.
        charset: As `opened`.

    Raises:
        NoteError: If a library is missing that would read it.
    """
    try:
        found = opened(data, id, charset=charset) if data is not None else None
    except MissingExtraError as error:
        raise NoteError(id, str(error)) from None
    except NoteError:
        return None
    return found if found and found.texts and not any(map(what_container, found.texts)) else None


def is_embedded(text: str) -> bool:
    """Returns whether a document, or base64 of one, stands where a text should."""
    return bool(what_container(text)) or decoded(text.encode(), claimed=False) is not None


def opened(data: bytes, id: str, *, charset: str = "", depth: int = DEPTH) -> Opened:
    """Returns what some bytes hold; the same every time.

    Args:
        data: All of them.
        id: For messages.
        charset: Of plain text that is not UTF-8, as the container claims; '' for none.
        depth: How many codings may lie around it.

    Raises:
        NoteError: If they are no kind of document that we read, or it cannot be read whole.
    """
    inner = decoded(data)
    if inner is not None:
        if not depth:
            raise NoteError(id, f"holds base64 within more than {DEPTH} other codings")
        return _Coded(data, opened(inner, id, depth=depth - 1))
    content = content_of(data)
    if content is not None:
        return _Document(content, data, id)
    if _BEGINS_XML.match(data):
        return _Xml(data, id, depth)
    if text := _in_charset(data, charset):
        return _InCharset(text, _codec(charset))
    raise NoteError(id, f"holds {what_file(data) or 'a file of a kind'} that cannot be read")


class _Document:
    def __init__(self, content: Content, data: bytes, id: str) -> None:
        self.texts = content.texts(data, id)
        self._content, self._data, self._id = content, data, id

    def write(self, texts: Sequence[str]) -> bytes:
        return self._content.write(self._data, texts, self._id)


class _InCharset:
    def __init__(self, text: str, charset: str) -> None:
        self.texts: tuple[str, ...] = (text,)
        self._charset = charset

    def write(self, texts: Sequence[str]) -> bytes:
        return "".join(texts).encode(self._charset, "replace")


def _codec(charset: str) -> str:
    try:
        return codecs.lookup(charset).name
    except LookupError:
        return ""


def _in_charset(data: bytes, charset: str) -> str:
    if _codec(charset) not in _CHARSETS:
        return ""
    try:
        text = data.decode(charset)
    except UnicodeDecodeError:
        return ""
    plain = not (_CONTROLS.search(text) or is_wide(text.encode()) or what_container(text))
    return text if plain else ""


_CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]")


# base64 ---------------------------------------------------------------------------------------


class _Coded:
    """base64, in lines as long as they were."""

    def __init__(self, data: bytes, inner: Opened) -> None:
        self.texts, self._data, self._inner = inner.texts, data, inner

    def write(self, texts: Sequence[str]) -> bytes:
        return coded(self._inner.write(texts), self._data.decode("ascii")).encode("ascii")


_BASE64 = re.compile(rb"[A-Za-z0-9+/]{12,}[A-Za-z0-9+/\r\n]*={0,2}\s*")
_LINES = re.compile(r"(\S+)(\s*)")


def from_base64(text: str) -> bytes | None:
    """Returns what a text encodes, blanks passed over; None where it is no base64."""
    try:
        return base64.b64decode("".join(text.split()), validate=True)
    except ValueError:
        return None


def decoded(data: bytes, *, claimed: bool = True) -> bytes | None:
    """Returns what bytes encode in base64; None where they are none, or what they give is nothing.

    A word of plain text is base64, too, but what it gives is no text and no file.

    Args:
        data: All of them.
        claimed: Whether they are said to be a document, and no sequence of genes or the like.
    """
    data = data.strip()
    if not _BASE64.fullmatch(data):
        return None
    found = from_base64(data.decode("ascii")) if claimed or len(data) >= _LONG else None
    if found is None or what_file(found):
        return found
    try:
        text = found.decode()
    except UnicodeDecodeError:
        return found if claimed and len(data) > _SURE else None
    return found if text and not _CONTROLS.search(text) else None


_LONG = 20
"""Characters that are a text in base64, and no words by chance."""
_SURE = 160
"""Characters that are no word of a text: what they give is a file, if one that we do not know."""


def coded(data: bytes, like: str) -> str:
    """Returns bytes in base64, in lines as long as those of another one, or that one."""
    if from_base64(like) == data:
        return like
    text = base64.b64encode(data).decode("ascii")
    first = _LINES.match(like.lstrip())
    if not first or not first[2] or len(like.split()) < 2:
        return text
    size, end = len(first[1]), first[2]
    lines = [text[i : i + size] for i in range(0, len(text), size)]
    return end.join(lines) + (end if like.endswith(end) else "")


# XML ------------------------------------------------------------------------------------------

_BEGINS_XML = re.compile(rb"(?:\xef\xbb\xbf)?\s*<[?!A-Za-z_]")
_ABOUT_XML = re.compile(r"xmlns(?::.*)?|xsi:.*|xml:.*")
_KEPT = frozenset(
    {
        *("xmlns", "xml:lang", "lang", "dir", "class", "style", "colspan", "rowspan", "align"),
        *("valign", "border", "width", "height", "cellpadding", "cellspacing", "scope", "span"),
        *("type", "start", "rules", "frame", "char", "charoff", "axis", "xml:space"),
    }
)
_READ = frozenset({"title", "alt", "summary", "abbr"})
_CELLS = frozenset({"td", "th", "dd"})
_INLINE = frozenset(
    {
        *("a", "abbr", "acronym", "b", "big", "cite", "code", "dfn", "em", "i", "kbd", "q", "samp"),
        *("small", "span", "strong", "sub", "sup", "tt", "var", "bdo", "u", "font", "img"),
    }
)


class Markup:
    """Text and attributes of a piece of XML, and the way back.

    Args:
        source: As it stands; its comments and instructions are left out.
        id: For messages.
        xhtml: Whether it is the narrative of a resource: blocks and cells are divided, words are
            not, and attributes that may say something and are no text are left out.

    Raises:
        NoteError: If it is no XML, or has a document type.
    """

    def __init__(self, source: str, id: str, *, xhtml: bool = False) -> None:
        self._source, self._id, self._xhtml = source, id, xhtml
        self._map = Mapped()
        self._gone: list[Edit] = []
        self._kept: list[tuple[str, tuple[int, int]]] = []
        """Attributes for the looks of a narrative, and where they stand."""
        self._raw: list[tuple[int, int]] = []
        """Where CDATA stands."""
        self.coded: list[tuple[int, int]] = []
        """Where documents in base64 stand, which are no part of the text."""
        for found in tokens(source, id):
            self._take(found)

    @property
    def text(self) -> str:
        """All that a reader could see or find in it."""
        return self._map.text

    def _take(self, found: re.Match[str]) -> None:
        if found["comment"] is not None:
            self._gone.append((*found.span(), ""))
        elif found["instruction"] is not None:
            if found["instruction"] != "xml":
                self._gone.append((*found.span(), ""))
        elif found["cdata"] is not None:
            self._raw.append(found.span("cdata"))
            self._text(*found.span("cdata"), entities=False)
        elif found["name"] is not None:
            self._tag(found)
        else:
            self._text(*found.span("text"))

    def _tag(self, found: re.Match[str]) -> None:
        name = found["name"].lower()
        if not self._xhtml:
            self._between("\n")
        elif name not in _INLINE:
            self._between("\t" if name in _CELLS else "\n")
        for attribute in ATTRIBUTE.finditer(found["rest"], 0):
            offset = found.start("rest")
            start, end = (offset + at for at in value_span(attribute))
            key = attribute[1].lower()
            if self._xhtml and key not in _READ:
                first, past = (offset + at for at in attribute.span())
                if key in _KEPT:
                    self._kept.append((html.unescape(self._source[start:end]), (first, past)))
                else:
                    self._gone.append((first, past, ""))
            elif not _ABOUT_XML.fullmatch(key):
                self._between("\n")
                self._text(start, end)
                self._between("\n")

    def _between(self, sign: str) -> None:
        if self._map.last not in ("", "\n", sign):
            self._map.between(sign)

    def _text(self, start: int, end: int, *, entities: bool = True) -> None:
        source = self._source
        if not self._xhtml and decoded(source[start:end].encode()) is not None:
            self.coded.append((start, end))
            return
        at = start
        for found in ENTITY.finditer(source, start, end) if entities else ():
            self._map.add(source[at : found.start()], at, found.start())
            meant = html.unescape(found[0])
            self._map.add(meant, *found.span())
            at = found.end()
        self._map.add(source[at:end], at, end)

    def write(self, text: str, coded: Sequence[str] = ()) -> str:
        """Returns the XML with another text.

        Args:
            text: In place of `text`.
            coded: In place of what stands in `coded`.
        """
        others = [(*place, new) for place, new in zip(self.coded, coded, strict=True)]
        changes = list(self._map.changes(text, self._id))
        left = [html.unescape(self._source[start:end]) for start, end, _ in changes]
        telling = [(*place, "") for value, place in self._kept if says(value, left)]
        escaped = ((start, end, self._escaped(new, start)) for start, end, new in changes)
        return applied(self._source, [*escaped, *self._gone, *others, *telling])

    def _escaped(self, text: str, start: int) -> str:
        if any(begin <= start <= end for begin, end in self._raw):
            return text.replace("]]>", "]] >")
        return html.escape(text)


class _Xml:
    """XML of any kind: all texts as one, then those of documents in base64 within it."""

    def __init__(self, data: bytes, id: str, depth: int) -> None:
        try:
            source = data.decode()
        except UnicodeDecodeError:
            raise NoteError(id, "holds XML that is not UTF-8") from None
        self._markup = Markup(source, id)
        if self._markup.coded and not depth:
            raise NoteError(id, f"holds base64 within more than {DEPTH} other codings")
        self._old = [source[start:end] for start, end in self._markup.coded]
        inner = (decoded(old.encode()) or b"" for old in self._old)
        self._inner = [opened(each, id, depth=depth - 1) for each in inner]
        self.texts = (self._markup.text, *(text for each in self._inner for text in each.texts))

    def write(self, texts: Sequence[str]) -> bytes:
        new: list[str] = []
        at = 1
        for inner, old in zip(self._inner, self._old, strict=True):
            size = len(inner.texts)
            new.append(coded(inner.write(texts[at : at + size]), old))
            at += size
        return self._markup.write(texts[0], new).encode()
