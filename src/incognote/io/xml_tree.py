"""XML as a small tree that knows its lines, or as tokens that know their place, without a DTD.

A document type could define entities that unfold without end or name files of the machine, and no
corpus needs one: it is refused. Line ends become LF, as XML says, which is how the offsets of
published corpora count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from incognote.core.errors import NoteError

_TOKEN = re.compile(
    r"<!--(?P<comment>.*?)-->|<!\[CDATA\[(?P<cdata>.*?)\]\]>"
    r"|<\?(?P<instruction>[^\s?]+)(?P<said>.*?)\?>"
    r"|<(?P<close>/?)(?P<name>[A-Za-z_][\w:.-]*)(?P<rest>(?:\s+[\w:.-]+\s*=\s*"
    r"(?:\"[^\"<]*\"|'[^'<]*'))*)\s*(?P<empty>/?)>|(?P<text>[^<]+)",
    re.DOTALL,
)
ATTRIBUTE = re.compile(r"\s+([\w:.-]+)\s*=\s*(?:\"([^\"<]*)\"|'([^']*)')")
"""Of what is `rest` of a token: the name, and the value between either kind of quotes."""
ENTITY = re.compile(r"&(?:#\d+|#x[0-9A-Fa-f]+|\w+);")
_NO_CHARACTER = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def value_span(attribute: re.Match[str]) -> tuple[int, int]:
    """Returns where the value of an `ATTRIBUTE` stands, in whichever quotes."""
    return attribute.span(2 if attribute[2] is not None else 3)


def check_text(id: str, text: str) -> None:
    """Refuses a text with a character that XML has no form for.

    Raises:
        NoteError: With the place and number of the first.
    """
    if match := _NO_CHARACTER.search(text):
        raise NoteError(
            id,
            f"character {match.start()} is U+{ord(match[0]):04X}, which XML cannot hold; write "
            "jsonl instead",
        )


def tokens(source: str, id: str) -> Iterator[re.Match[str]]:
    """Yields comments, CDATA, instructions, tags and texts, which are all of a source, in order.

    Raises:
        NoteError: If something else stands there, as a document type.
    """
    at = int(source.startswith("\ufeff"))
    while at < len(source):
        found = _TOKEN.match(source, at)
        if not found:
            raise NoteError(id, "holds XML that is not well-formed, or has a document type")
        yield found
        at = found.end()


@dataclass(slots=True)
class Element:
    """An element with what it holds, in order."""

    name: str
    line: int
    """Where it starts, from 1."""
    attributes: Mapping[str, str] = field(repr=False)
    content: list[str | Element] = field(default_factory=list, repr=False)

    def children(self, id: str) -> list[Element]:
        """Returns the elements within, for one that holds nothing else.

        Raises:
            NoteError: If text stands between them.
        """
        found: list[Element] = []
        for part in self.content:
            if isinstance(part, Element):
                found.append(part)
            elif part.strip():
                raise NoteError(id, f"line {self.line}: <{self.name}> holds text of its own")
        return found


def parse(id: str, xml: str, *, first_line: int = 1) -> Element:
    """Returns the root of a document.

    Args:
        id: Names the document in messages.
        xml: The whole document; a byte order mark at its start is passed over.
        first_line: The line of its file on which it starts.

    Raises:
        NoteError: With the line, if it is not well-formed or holds a document type.
    """
    builder = _Builder(id, first_line)
    try:
        builder.parser.Parse(xml.removeprefix("\ufeff"), True)
    except expat.ExpatError as error:
        line = error.lineno + first_line - 1
        reason = f"line {line}: is not well-formed XML ({expat.ErrorString(error.code)})"
    else:
        return builder.root[0]
    raise NoteError(id, reason)


class _Builder:
    """Makes the tree from the parser's events, without recursion."""

    def __init__(self, id: str, first_line: int) -> None:
        self.id = id
        self.offset = first_line - 1
        self.root: list[Element] = []
        self.open: list[Element] = []
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._refuse

    @property
    def _line(self) -> int:
        return self.parser.CurrentLineNumber + self.offset

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        element = Element(name, self._line, attributes)
        (self.open[-1].content if self.open else self.root).append(element)
        self.open.append(element)

    def _end(self, name: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        self.open[-1].content.append(text)

    def _refuse(self, *declared: object) -> None:
        raise NoteError(
            self.id,
            f"line {self._line}: holds a document type (<!DOCTYPE>), which could name files or "
            "unfold without end; remove it",
        )
