"""What the parts of a Word document hold: what is cleared, and what is read and written anew.

WordprocessingML (ECMA-376, part 1, chapter 17) with DrawingML and VML within. Elements are told by
their local names: the strict form has other namespaces. Text is a paragraph's, over all its runs;
what of it is no sentence (field codes, alternative text, text boxes) comes in lines of its own
behind it. Attributes hold words of the format, which stay, and people's, of which those that only
programs made (authors, times, names of files and drawings) are cleared and the others read. What an
unknown namespace holds is read, too, whatever it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from incognote.core.errors import NoteError


def names(text: str) -> frozenset[str]:
    """Returns the names of elements or attributes in a list with blanks between."""
    return frozenset(text.split())


_KNOWN = (
    "http://schemas.openxmlformats.org/",
    "http://purl.oclc.org/ooxml/",
    "http://schemas.microsoft.com/office/",
    "urn:schemas-microsoft-com:",
)
"""How namespaces begin whose attributes are words of the format unless said otherwise."""
_COMPATIBLE = ("http://www.w3.org/2001/XMLSchema-instance}",)
_XML = "{http://www.w3.org/XML/1998/namespace}"

_TEXT = frozenset(("t", "delText"))
_CODES = frozenset(("instrText", "delInstrText"))
_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011"}
_SIGNS |= {"softHyphen": "\u00ad", "sym": "\ufffd"}
"""Elements of a run that stand for a character."""
_DELETED, _INSERTED = frozenset(("del", "moveFrom")), frozenset(("ins", "moveTo"))
_NUMBER = re.compile(r"-?\d+|left|right|center|inside|outside|top|bottom|margin")
"""What elements of positions and sizes hold."""

_REMOVED = names(
    "rsids docVars attachedTemplate mailMerge docId attachedSchema schemaLibrary "
    "saveThroughXslt smartTagPr dataBinding embedRegular embedBold embedItalic embedBoldItalic "
    "printerSettings svgBlip frameset fldData binData customXmlPr"
)
"""Elements that say whence a document came, hold packed data that nobody sees, or refer to a part
that is left out."""
_CLEARED = names("date dateUtc userId providerId fullDate ed gfxdata equationxml invalidUrl")
"""Attributes that can be missing; `date` only where an author stands beside it."""
_READ = names(
    "descr title alt tooltip string instr displayText lastValue href docLocation suggestedsigner "
    "suggestedsigner2 suggestedsigneremail signinginstructions"
)
"""Attributes that people fill in, on any element."""
_READ_AT = {
    **dict.fromkeys(("alias", "tag", "default", "statusText", "helpText", "listEntry"), "val"),
    **dict.fromkeys(("description", "lvlText", "aliases", "caption", "category"), "val"),
    **dict.fromkeys(("tblCaption", "tblDescription"), "val"),
    "listItem": "value",
    "hyperlink": "anchor",
}
"""Elements with an attribute that people fill in."""
_FORMAT = names(
    "style path coordsize coordorigin adj eqn uri typeface ascii hAnsi cs eastAsia Ignorable "
    "Requires ProcessContent MustUnderstand PreserveElements PreserveAttributes schemaLocation "
    "points fmla dashstyle fillcolor strokecolor color color2 wrapcoords limo textboxrect "
    "connectlocs connectangles inset panose formatCode numFmt from to control1 control2 colors "
    "position format offset xrange yrange cstheme eastAsiaTheme asciiTheme hAnsiTheme"
)
"""Attributes with blanks that are words of the format: shapes, fonts, versions."""
_FONTS = names("mathFont altName")
"""Elements that name a font."""
STYLES = names("pStyle rStyle tblStyle basedOn next link styleLink numStyleLink")
"""Elements that refer to a style."""
_NAMED = names("typeface ascii hAnsi cs eastAsia font name styleId")
"""Attributes that hold a name, which other words of the format are not: these begin small."""
_CLOSED = re.compile(
    r"[-+]?[\d.]+(?:%|pt|in|cm|mm)?|#?[0-9A-Fa-f]{3,8}|\{[0-9A-Fa-f-]{36}\}|(?:https?|urn):\S*"
    r"|(?:Aptos|Arial|Calibri|Cambria|Century|Courier|Franklin Gothic|Gill Sans|Helvetica|Lucida)"
    r"(?: (?:Black|Bold|Book|Console|Demi|Display|Gothic|Light|Math|MT|Narrow|Neue|New|Sans|School"
    r"book|Unicode|Medium))*|Garamond|Georgia|Palatino(?: Linotype)?|Times(?: New Roman)?|Verdana"
    r"|(?:Normal|List|Page|Body|Block|Table|Title|Date|Strong|Book)(?: (?:Bullet|Continue|Grid|List"
    r"|Normal|Number|Paragraph|Table|Text|Title))*(?: \d)?"
)
"""Values that are no name whatever they say: numbers, colours, ids of the format, fonts and styles
of Word that are called as people and places are."""
_WORD = re.compile(r"[^\s@\\]{0,100}")
_FILE_NAME = re.compile(r".*[\\/].*|.*\.[A-Za-z0-9]{2,5}", re.DOTALL)
_PROGRAMS_BOOKMARK = re.compile(r"_(?:Toc|Ref|Hlk|Hlt)\d+(?:_\d+)?|_GoBack|OLE_LINK\d+")
_NO_NAME = re.compile(_PROGRAMS_BOOKMARK.pattern + r"|bookmark\d+")
_PROGRAMS_SHAPE = re.compile(r"_x0000_[a-z]+\d+|Drawing\d+")
_AUTHOR = re.compile(r"Author \d+")
_DRAWINGS = frozenset(("docPr", "cNvPr"))
_THEMES = frozenset(("theme", "clrScheme", "fontScheme", "fmtScheme", "themeFamily"))
_OFFICE = re.compile(r"Office(?: (?:Theme|Classic|\d{1,4}|-))*")
"""What Word calls its own themes."""
_RELATIONS = ("/officeDocument/2006/relationships", "/officeDocument/relationships")


def local(element: Any) -> str:
    """Returns the name of an element without its namespace."""
    return _local(element.tag)


@lru_cache(4096)
def _local(name: Any) -> str:
    return str(name).rpartition("}")[2]


def _attributes(element: Any) -> Iterator[tuple[str, str, str]]:
    """Yields each attribute with its name without namespace, and its value."""
    for key, value in element.attrib.items():
        yield key, _local(key), value


@lru_cache(4096)
def _is_known(tag: str) -> bool:
    return tag.lstrip("{").startswith(_KNOWN)


def _is_ours(key: str) -> bool:
    """Whether an attribute is of the format: it has no namespace, or a known one."""
    return not key.startswith("{") or key[1:].startswith((*_KNOWN, *_COMPATIBLE))


def _has(element: Any, name: str) -> bool:
    return any(key == name for _, key, _ in _attributes(element))


def is_closed(value: str) -> bool:
    """Returns whether the value of an attribute can be no name, or is one of Word's own."""
    return _CLOSED.fullmatch(value) is not None


def is_named(element: Any, key: str) -> bool:
    """Returns whether an attribute holds the name of a font or style."""
    where, name = local(element), _local(key)
    return name in _NAMED or (name == "val" and (where in STYLES | _FONTS or where == "name"))


# Clearing -------------------------------------------------------------------------------------


class Cleaner:
    """Takes out of parts what programs wrote of people, and gives bookmarks names of no meaning.

    Args:
        id: For messages.
        roots: Of all parts, since names hold throughout a document.
    """

    def __init__(self, id: str, roots: Sequence[Any]) -> None:
        self._id = id
        self._authors: dict[str, str] = {}
        self._bookmarks: dict[str, str] = {}
        for root in roots:
            for author in root.xpath("//@*[local-name()='author']"):
                self._authors.setdefault(str(author), f"Author {len(self._authors) + 1}")
            for bookmark in root.xpath(
                "//*[local-name()='bookmarkStart']/@*[local-name()='name'] "
                "| //*[local-name()='ffData']/*[local-name()='name']/@*[local-name()='val']"
            ):
                self._bookmark(str(bookmark))
        self._in_codes = re.compile(
            r'(?<=[\s"])(?:' + "|".join(map(re.escape, self._bookmarks)) + r')(?=[\s"]|$)', re.I
        )

    def _bookmark(self, name: str) -> None:
        if name and not _PROGRAMS_BOOKMARK.fullmatch(name):
            self._bookmarks.setdefault(name.casefold(), f"bookmark{len(self._bookmarks) + 1}")

    @property
    def authors(self) -> list[str]:
        """Lines about whoever wrote, changed or commented something and is not a number yet."""
        return [f"Author: {name}" for name in self._authors if not _AUTHOR.fullmatch(name)]

    def clean(self, root: Any, links: set[str | None]) -> bool:
        """Cleans a part.

        Args:
            root: Of the part.
            links: Ids of the relationships that it still has.

        Returns:
            Whether anything changed.

        Raises:
            NoteError: If it refers to a part that is left out, where it cannot do without.
        """
        changed = False
        for element in list(root.iter()):
            if not isinstance(element.tag, str):  # an entity that was not resolved
                raise NoteError(self._id, "has an entity in its text, which no DOCX has")
            if local(element) in _REMOVED and _is_known(element.tag):
                _remove(element)
                changed = True
            elif element.tail and element.tail.strip():
                raise NoteError(self._id, f"is damaged: text stands behind a <{local(element)}>")
        for number, element in enumerate(root.iter()):
            if not element.attrib:
                continue
            tag = element.tag
            for key, value in element.attrib.items():
                if _is_touched(tag, key):
                    self._clean(element, key, value, number, links)
                    changed |= element.get(key) != value
        if self._bookmarks:
            for codes in _codes(root):
                changed |= self._rename_in_codes(codes)
        return changed

    def _clean(
        self, element: Any, key: str, value: str, number: int, links: set[str | None]
    ) -> None:
        where, name = local(element), _local(key)
        if key.startswith("{") and key.partition("}")[0].endswith(_RELATIONS):
            if value and value not in links:
                raise NoteError(self._id, f"its <{where}> refers to a part that is left out")
        elif name.startswith("rsid") or name in _CLEARED:
            if name not in ("date", "dateUtc") or _has(element, "author"):
                del element.attrib[key]
        elif name == "author":
            element.set(key, self._authors[value])
        elif name == "initials":
            element.set(key, "A")
        elif where in _DRAWINGS and name == "name":
            element.set(key, f"Drawing {number}")
        elif where in _THEMES:
            element.set(key, value if _OFFICE.fullmatch(value) else "Theme")
        elif name == "id":
            element.set(key, value if _PROGRAMS_SHAPE.fullmatch(value) else f"Drawing{number}")
        elif name in ("descr", "title"):
            if _FILE_NAME.fullmatch(value):
                del element.attrib[key]
        elif name == "instr":
            element.set(key, self._renamed(value))
        elif where != "name" or local(element.getparent()) == "ffData":
            element.set(key, self._bookmarks.get(value.casefold(), value))

    def _rename_in_codes(self, codes: Sequence[Any]) -> bool:
        old = "".join(element.text or "" for element in codes)
        new = self._renamed(old)
        if new == old:
            return False
        for element in codes:
            element.text = ""
        _set_text(codes[0], new)
        return True

    def _renamed(self, code: str) -> str:
        if not self._bookmarks:
            return code
        return self._in_codes.sub(lambda found: self._bookmarks[found[0].casefold()], code)


@lru_cache(4096)
def _is_touched(tag: str, key: str) -> bool:
    """Whether an attribute is one of those that are cleaned."""
    where, name = _local(tag), _local(key)
    if name.startswith("rsid") or name in _CLEARED:
        return True
    if key.startswith("{") and key.partition("}")[0].endswith(_RELATIONS):
        return True
    return (
        name in ("author", "initials", "descr", "title", "instr")
        or (name == "name" and where in (*_DRAWINGS, *_THEMES, "bookmarkStart"))
        or (name, where) in (("anchor", "hyperlink"), ("val", "name"))
        or (name == "id" and "vml" in tag)
    )


def _remove(element: Any) -> None:
    parent = element.getparent()
    if local(element) == "svgBlip":  # an extension, which holds nothing else
        element, parent = parent, parent.getparent()
    parent.remove(element)


def _codes(root: Any) -> Iterator[list[Any]]:
    """Yields the pieces of each field code, which may be split over runs."""
    open_: list[list[Any]] = []
    for element in root.iter():
        if local(element) == "fldChar":
            kind = next((v for _, n, v in _attributes(element) if n == "fldCharType"), "")
            if kind == "begin":
                open_.append([])
            elif open_ and (done := open_.pop() if kind == "end" else open_[-1]):
                yield list(done)
                done.clear()
        elif local(element) in _CODES:
            if open_:
                open_[-1].append(element)
            else:
                yield [element]


# Reading --------------------------------------------------------------------------------------


@dataclass(slots=True)
class Slot:
    """A place of text."""

    start: int
    """In the order of all slots; between two there is a gap of one."""
    value: str = field(repr=False)
    element: Any = field(repr=False)
    """None: it is written nowhere."""
    key: str | None = None
    """The attribute; None: its text; '': the element itself stands for a character."""
    is_style: bool = False
    """Whether it is the name of a style, after which its id is made."""

    @property
    def root(self) -> Any:
        """Of its part."""
        return self.element.getroottree().getroot()

    @property
    def style_id(self) -> str:
        """The key of a style's id."""
        return str(self.key).replace("val", "styleId")

    def write(self, value: str, id: str) -> None:
        """Puts another value there.

        Raises:
            NoteError: If it has a character that XML has no form for.
        """
        if self.element is None or value == self.value:
            return
        if self.key == "":
            sign, value = self.element, value.replace("\n", " ").replace("\t", " ")
            if value.strip():  # what replaces it, in its place
                new = sign.makeelement(sign.tag.replace(local(sign), "t"))
                _set_text(new, value)
                sign.getparent().insert(sign.getparent().index(sign), new)
            sign.getparent().remove(sign)
            return
        try:
            if self.key is None:
                _set_text(self.element, value.replace("\n", " ").replace("\t", " "))
            else:
                self.element.set(self.key, value)
        except ValueError:
            reason = "the new text has a character that XML has no form for"
        else:
            return
        raise NoteError(id, reason)


def _set_text(element: Any, text: str) -> None:
    element.text = text
    if text != text.strip():
        element.set(f"{_XML}space", "preserve")


Piece = tuple[int, str, str]
"""Where it stands among all slots, its text, and 'd' for deleted, 'i' for inserted, 'id' for both;
-1 for what stands nowhere."""
Line = list[Piece]


class Reader:
    """Makes lines of text of parts."""

    def __init__(self, id: str) -> None:
        self._id = id
        self.slots: list[Slot] = []
        self._size = 0
        self._lines: list[Line] = []
        self._former: list[Line] = []
        self.has_words = False

    def read(self, root: Any) -> None:
        """Reads a part; a blank line parts it from the one before."""
        before = len(self._lines)
        self._attribute_lines(root, self._lines)
        self._block(root)
        if before and len(self._lines) > before:
            self._lines.insert(before, [])

    def value(self, element: Any, key: str) -> None:
        """Reads an attribute as a line."""
        self._lines.append([self._piece(element, key, element.get(key, ""))])

    def hints(self, values: Iterable[str]) -> None:
        """Adds lines that are searched, and written nowhere: they say who else is in the text."""
        lines: list[Line] = [[self._piece(None, None, value)] for value in values]
        if lines:
            self._former += [[], *lines]

    def all_lines(self) -> Iterator[list[tuple[int, str]]]:
        """Yields the lines as they read, then those that read otherwise before tracked changes."""
        for line in (*self._lines, *([[]] if self._former else []), *self._former):
            yield [(start, text) for start, text, _ in line]

    def _piece(self, element: Any, key: str | None, value: str, state: str = "") -> Piece:
        start = self._size
        self.slots.append(Slot(start, value, element, key))
        self._size += len(value) + 1
        return start, _SPACES.sub(" ", value) if key != "" else value, state

    def _block(self, element: Any) -> None:
        for child in element:
            name = local(child)
            if name == "p":
                self._paragraph(child)
            elif name == "tr":
                self._row(child)
            else:
                self._attribute_lines(child, self._lines)
                self._own_text(child, self._lines)
                self._block(child)

    def _row(self, row: Any) -> None:
        """A row of a table: its cells beside each other, where each is one line."""
        outside, cells = self._lines, list[list[Line]]()

        def visit(element: Any) -> None:
            for child in element:
                self._attribute_lines(child, outside)
                if local(child) == "tc":
                    self._lines = []
                    self._block(child)
                    cells.append([line for line in self._lines if line] or [[]])
                else:
                    self._own_text(child, outside)
                    visit(child)

        self._attribute_lines(row, outside)
        visit(row)
        self._lines = outside
        line: Line = []
        for i, cell in enumerate(cells):
            if len(cell) > 1:
                self._lines += [line] * bool(line) + cell
                line = []
            else:
                line += [(-1, "\t", "")] * bool(line and i) + cell[0]
        self._lines += [line] * bool(line)

    def _paragraph(self, paragraph: Any) -> None:
        line: Line = []
        extra: list[Line] = []
        later: list[Any] = []
        codes: list[Line] = []

        def visit(element: Any, state: str) -> None:
            for child in element:
                name = local(child)
                if name in ("p", "txbxContent"):
                    later.append(child)
                    continue
                self._attribute_lines(child, extra)
                if name in _TEXT:
                    self.has_words |= bool((child.text or "").strip())
                    line.append(self._piece(child, None, child.text or "", state))
                elif name in _CODES:
                    piece = self._piece(child, None, child.text or "")
                    if codes:
                        codes[-1].append(piece)
                    else:
                        extra.append([piece])
                elif name == "fldChar":
                    kind = next((v for _, n, v in _attributes(child) if n == "fldCharType"), "")
                    if kind == "begin":
                        codes.append([])
                    elif codes:
                        extra.append(codes.pop() if kind == "end" else codes[-1])
                        if kind != "end":
                            codes[-1] = []
                elif name in _SIGNS and local(element) == "r":
                    line.append(self._piece(child, "", _sign(child), state))
                else:
                    self._own_text(child, extra)
                deleted = "d" if name in _DELETED else ""
                inserted = "i" if name in _INSERTED else ""
                visit(child, "".join(sorted({*state, *deleted, *inserted})))

        self._attribute_lines(paragraph, extra)
        visit(paragraph, "")
        self._views(line)
        self._lines += [found for found in (*extra, *codes) if found]
        for child in later:
            if local(child) == "p":
                self._paragraph(child)
            else:
                self._block(child)

    def _views(self, line: Line) -> None:
        """The line as it reads when all tracked changes are accepted; then as it read before."""
        self._lines.append([piece for piece in line if "d" not in piece[2]])
        states = {piece[2] for piece in line}
        if states & {"d", "i"}:
            self._former.append([piece for piece in line if "i" not in piece[2]])
        if "di" in states:
            self._former.append([piece for piece in line if piece[2] in ("", "di")])

    def _own_text(self, element: Any, lines: list[Line]) -> None:
        """The text of an element that should have none, or no words."""
        text = element.text
        if not text or not text.strip():
            return
        if not (_is_known(element.tag) and _NUMBER.fullmatch(text.strip())):
            lines.append([self._piece(element, None, text)])

    def _attribute_lines(self, element: Any, lines: list[Line]) -> None:
        if not element.attrib:
            return
        tag = element.tag
        for key, value in element.attrib.items():
            way = _way(tag, key)
            if way == "keep" or (way == "word" and _WORD.fullmatch(value)) or not value.strip():
                continue
            is_style = False
            if way == "name":
                parent = element.getparent()
                is_style = local(parent) == "style" and _is_custom(parent)
                if not is_style and local(parent) not in ("docPart", "abstractNum"):
                    continue
            elif (way == "anchor" and _NO_NAME.fullmatch(value)) or (
                way == "numbering" and _NUMBERING.fullmatch(value)
            ):
                continue
            lines.append([self._piece(element, key, value)])
            self.slots[-1].is_style = is_style


@lru_cache(4096)
def _way(tag: str, key: str) -> str:
    """What is done with an attribute: `keep`, `read`, or what its value or place decides."""
    where, name = _local(tag), _local(key)
    if key.startswith(_XML) or name == "author":
        return "keep"  # of authors there are numbers
    if not (_is_known(tag) and _is_ours(key)):
        return "read"
    if (where, name) == ("name", "val"):
        return "name"
    if name in _READ or _READ_AT.get(where) == name:
        return "anchor" if name == "anchor" else "numbering" if where == "lvlText" else "read"
    return "keep" if name in _FORMAT or where in _FONTS or name == "name" else "word"


def _is_custom(style: Any) -> bool:
    """Whether people named a style; Word names the character's half of its own."""
    if not _has(style, "customStyle"):
        return False
    links = {v for e in style if local(e) == "link" for _, n, v in _attributes(e) if n == "val"}
    for other in style.getparent() if links else ():
        if links & {v for _, n, v in _attributes(other) if n == "styleId"}:
            return _has(other, "customStyle")
    return True


_SPACES = re.compile(r"[\t\n\r]")
_NUMBERING = re.compile(r"(?:%\d|[\W\d_]|[^\W\d_](?![^\W\d_]))*")
"""How numbers of a list look; more than single letters is what somebody wrote there."""


def _sign(element: Any) -> str:
    """The character that an element of a run stands for."""
    if local(element) != "sym":
        return _SIGNS[local(element)]
    code = next((v for _, n, v in _attributes(element) if n == "char"), "")
    try:
        number = int(code, 16)
    except ValueError:
        return _SIGNS["sym"]
    # ECMA-376, part 1, 17.3.3.30: characters of symbol fonts are moved to the private use area.
    number -= 0xF000 if 0xF000 <= number <= 0xF0FF else 0
    return chr(number) if 0x20 <= number <= 0xFFFF else _SIGNS["sym"]
