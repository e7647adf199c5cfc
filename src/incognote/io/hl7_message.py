"""HL7 v2 as it lies in a file: messages, segments, fields and escapes, each by where it stands.

Nothing is copied or mended: a message is a text, and all else are offsets into it, so that what is
not replaced comes out as it was. Chapter 2 of the standard (v2.8.2) says how messages are written;
MLLP (Transport Specification, release 1) frames them with the bytes 0B and 1C. Files in the wild
end segments with CR, LF or CRLF and break lines within text, so all three end a line here, and a
line that begins no segment goes on with the one before it.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from incognote.core.errors import NoteError

HEADERS = ("MSH", "FHS", "BHS")
"""Segments that say how those behind them are written (2.14.5, 2.14.6, 2.14.9)."""
BATCH = ("FHS", "BHS", "BTS", "FTS")
"""What stands around messages (2.10.3)."""
_CODECS = {
    "": "utf-8",  # the standard says ASCII, of which it is more
    "ASCII": "ascii",
    "UNICODE UTF-8": "utf-8",
    "UTF-8": "utf-8",
    "UTF8": "utf-8",
    **{f"8859/{i}": f"iso8859-{i}" for i in (*range(1, 10), 15)},
    **{f"ISO-8859-{i}": f"iso8859-{i}" for i in (*range(1, 10), 15)},
}
"""Names of table 0211, and those that are written in their place."""
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n)?")
_BEGINS = re.compile(rb"[\x0b\x1c \t]*(?:\xef\xbb\xbf)?(MSH|FHS|BHS|BTS|FTS)[^A-Za-z0-9\s]")
_FRAME = b"\x0b\x1c\x1a \t\r\n\0"
"""What may stand around messages: framing, blank lines, the end that old systems give a file."""
_SEGMENT = re.compile(r"[\x0b\x1c\ufeff \t]*(?P<body>[^\r\n]*)(?:\r\n|\r|\n|\Z)")
Stretch = tuple[int, int]
"""Start and end in the text of a message."""


def pieces(data: bytes, id: str) -> list[bytes]:
    """Returns the messages of a file and what stands around them (`BATCH`), all bytes in order.

    Raises:
        NoteError: If it begins with something else, or holds none.
    """
    starts: list[int] = []
    for line in _LINE.finditer(data):
        if _BEGINS.match(line[0]):
            starts.append(line.start() if starts else 0)
        elif not starts and line[0].strip(_FRAME):
            raise NoteError(id, "does not begin with MSH, FHS or BHS; it is no file of HL7 v2")
    if not starts:
        raise NoteError(id, "holds no message of HL7 v2")
    return [data[start:end] for start, end in pairwise([*starts, len(data)])]


def cut_frames(found: Sequence[bytes]) -> Iterator[int]:
    """Yields the place (from 1) of each piece in which a frame of MLLP ends too early.

    A frame holds one piece or several, and its end may stand on the line of the next one's begin.
    """
    framed = False
    for place, (piece, behind) in enumerate(pairwise([*found, b""]), start=1):
        body, after = piece.lstrip(_FRAME), _head(behind)
        framed = framed or b"\x0b" in _head(piece)
        framed = framed and b"\x1c" not in body + after.partition(b"\x0b")[0]
        if framed and (not behind or b"\x0b" in after):
            yield place


def wrong_counts(found: Sequence[bytes]) -> Iterator[tuple[int, str]]:
    """Yields where a batch or file of batches has no trailer, or that counts otherwise (2.10.3).

    Nothing else tells that messages are missing. The place is that of the trailer, or of the piece
    behind which it would stand.
    """
    begun: dict[str, int] = {}  # by header, what was met behind it
    for place, piece in enumerate([*found, b""], start=1):
        body = piece.lstrip(_FRAME).removeprefix(codecs.BOM_UTF8)
        name = body[:3].decode("latin-1")
        for header, trailer in (("BHS", "BTS"), ("FHS", "FTS")):
            if header not in begun or name not in (header, trailer, "FHS", "FTS", ""):
                continue
            met, said = begun.pop(header), re.match(rb"[0-9]{0,9}", body[4:])
            if name != trailer:
                yield place - 1, f"{trailer} is missing behind {header}: the file seems to be cut"
            elif said and said[0] and int(said[0]) != met and (met or trailer == "BTS"):
                what = "messages" if trailer == "BTS" else "batches"
                yield place, f"{trailer}-1 says {int(said[0])} {what}, but {met} stand there"
        if name in ("FHS", "BHS"):
            begun[name] = 0
        if name == "BHS" and "FHS" in begun:
            begun["FHS"] += 1
        if name == "MSH" and "BHS" in begun:
            begun["BHS"] += 1


def _head(piece: bytes) -> bytes:
    return piece[: len(piece) - len(piece.lstrip(_FRAME))]


@dataclass(frozen=True, slots=True)
class Signs:
    """What divides a message (2.5.4); '' for one that it has not."""

    field: str
    component: str = ""
    repeat: str = ""
    escape: str = ""
    sub: str = ""


def signs_of(header: str, id: str) -> Signs:
    """Returns what divides the segments behind a header, by its first and second field.

    Raises:
        NoteError: If the same sign stands for two things, or a letter or digit for one.
    """
    field = header[3:4]
    encoding = re.split(rf"[{re.escape(field)}\r\n]", header[4:], maxsplit=1)[0] if field else ""
    used = field + encoding
    if not encoding or len(encoding) > 5 or len({*used}) < len(used):
        raise NoteError(id, f"{header[:3]}-2 must hold two to five signs, each another, as ^~\\&")
    if any(sign.isalnum() or sign.isspace() or not sign.isascii() for sign in used):
        raise NoteError(id, f"{header[:3]}-1 and -2 must hold signs, no letters, digits or blanks")
    return Signs(field, *encoding[:4])


def decode(piece: bytes, id: str) -> tuple[str, str]:
    """Returns a message as text, and the codec that writes it back byte for byte.

    Raises:
        NoteError: If MSH-18 names a character set that we do not read, or the bytes are not in it.
    """
    head = piece[: len(piece) - len(piece.lstrip(_FRAME))]
    first = re.split(rb"[\r\n]", piece[len(head) :], maxsplit=1)[0].decode("latin-1")
    first = first.removeprefix("\xef\xbb\xbf")
    fields = first.split(first[3:4]) if first[3:4] else []
    said = fields[17] if first.startswith("MSH") and len(fields) > 17 else ""
    signs = fields[1] if len(fields) > 1 else ""
    named = (said.split(signs[1]) if len(signs) > 1 else [said])[0].strip().upper()
    codec = _CODECS.get(named)
    if codec is None:
        raise NoteError(
            id, "MSH-18 names a character set other than UTF-8, ISO 8859 and ASCII; convert it"
        )
    try:
        return piece.decode(codec), codec
    except UnicodeDecodeError as error:
        at = error.start
    says = f"MSH-18 says {named}" if named else "MSH-18 is empty"
    raise NoteError(
        id,
        f"{says}, but byte {at} of the message is not in {codec.upper()}; say in MSH-18 what it is",
    )


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment and where its fields stand; `fields[n - 1]` is that of number n."""

    id: str
    number: int
    """Its place in the message, from 1."""
    fields: tuple[Stretch, ...]


def segments(text: str, signs: Signs, known: Container[str], id: str) -> Iterator[Segment]:
    """Yields the segments of a message.

    Args:
        text: The message.
        signs: What divides it.
        known: Names of segments that may stand without any field.
        id: For messages.

    Raises:
        NoteError: If its first line is no segment.
    """
    begins = re.compile(rf"[A-Z][A-Z0-9]{{2}}(?={re.escape(signs.field)})")
    found: list[tuple[str, int, int]] = []
    for line in _SEGMENT.finditer(text):
        body = line["body"].rstrip("\x1c\x1a\0")
        start, end = line.start("body"), line.start("body") + len(body)
        if begins.match(body) or body.rstrip() in known:
            found.append((body[:3], start, end))
        elif body.strip():
            if not found:
                raise NoteError(id, "a line stands before the first segment")
            found[-1] = (found[-1][0], found[-1][1], end)  # the rest of a text with a line break
    for number, (name, start, end) in enumerate(found, start=1):
        fields = divided(text, start, end, signs.field)[1:]
        if name in HEADERS:
            fields.insert(0, (start + 3, start + 4))  # the sign itself is the first
        yield Segment(name, number, tuple(fields))


def divided(text: str, start: int, end: int, sign: str) -> list[Stretch]:
    """Returns the parts of text[start:end] between a sign."""
    found: list[Stretch] = []
    while sign:
        at = text.find(sign, start, end)
        if at < 0:
            break
        found.append((start, at))
        start = at + 1
    return [*found, (start, end)]


# Escapes (2.7) --------------------------------------------------------------------------------

_BREAKS = ("br", "sp", "ce")
_BLANKS = ("in", "ti", "sk")
_HEX = re.compile(r"X((?:[0-9A-F]{2})+)", re.IGNORECASE)
_FORMAT = re.compile(r"\.([a-z]{2})[+-]?[0-9]*", re.IGNORECASE)
_OTHER_SETS = re.compile(r"C[0-9A-F]{4}|M[0-9A-F]{4}(?:[0-9A-F]{2})?", re.IGNORECASE)


class Escapes:
    """Reads and writes the escapes of a message.

    Args:
        signs: Its own.
        codec: What it is written in.
        id: For messages.
    """

    def __init__(self, signs: Signs, codec: str, id: str) -> None:
        self.signs, self.codec, self.id = signs, codec, id
        by_letter = {"F": signs.field, "S": signs.component, "T": signs.sub, "R": signs.repeat}
        self._meant = {**by_letter, "E": signs.escape, "P": "#", "H": "", "N": ""}
        self._written = {sign: letter for letter, sign in by_letter.items() if sign}
        self._written[signs.escape] = "E"
        escape = re.escape(signs.escape)
        self._special = re.compile(
            (rf"{escape}([^{escape}\r\n]{{1,4000}}){escape}|" if escape else "()(?!)|") + r"\r\n|\r"
        )

    def read(self, text: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
        """Yields what text[start:end] means, piece by piece, and where each stands.

        A piece is as long as what it means, or one character. What is no escape is read as it
        stands.

        Raises:
            NoteError: If an escape changes the character set.
        """
        at = start
        while found := self._special.search(text, at, end):
            inner = found[1]
            meant = self._meaning(inner, found) if inner else [("\n", *found.span())]
            if meant is None:  # the sign as such, behind which an escape may begin
                yield text[at : found.start() + 1], at, found.start() + 1
                at = found.start() + 1
                continue
            if at < found.start():
                yield text[at : found.start()], at, found.start()
            yield from meant
            at = found.end()
        if at < end:
            yield text[at:end], at, end

    def _meaning(self, inner: str, found: re.Match[str]) -> list[tuple[str, int, int]] | None:
        start, end = found.span()
        if inner in self._meant:
            meant = self._meant[inner]
            return [(meant, start, end)] if meant else []
        if format := _FORMAT.fullmatch(inner):
            name = format[1].lower()
            char = "\n" if name in _BREAKS else " " if name in _BLANKS else ""
            return [(char, start, end)] if char else []
        if digits := _HEX.fullmatch(inner):
            return self._bytes(digits[1], start + 2)
        if _OTHER_SETS.fullmatch(inner):
            raise NoteError(
                self.id, "an escape changes the character set, which is not read; write UTF-8"
            )
        return None

    def _bytes(self, digits: str, start: int) -> list[tuple[str, int, int]] | None:
        """Characters that are written as bytes, each where its digits stand."""
        meant = []
        at = 0
        while at < len(digits):
            for size in (2, 4, 6, 8):
                try:
                    char = bytes.fromhex(digits[at : at + size]).decode(self.codec)
                except UnicodeDecodeError:
                    continue
                meant.append(("\n" if char == "\r" else char, start + at, start + at + size))
                at += size
                break
            else:
                return None
        return meant

    def meaning(self, text: str, start: int, end: int) -> str:
        """Returns what text[start:end] means."""
        raw = text[start:end]
        if self.signs.escape not in raw and "\r" not in raw:
            return raw
        return "".join(meant for meant, _, _ in self.read(text, start, end))

    def write(self, text: str, source: str, at: int) -> str:
        """Returns how a text is written there, whose signs must divide nothing.

        Raises:
            NoteError: If a character of it does not exist in the message's character set.
        """
        text = self._encoded(text)
        escape = self.signs.escape
        before = source.rfind(escape, 0, at) if escape else -1
        if before >= 0 and re.fullmatch(r"X(?:[0-9A-Fa-f]{2})*", source[before + 1 : at]):
            closed = source.find(escape, at)  # within bytes that are written as digits
            if closed > 0 and _HEX.fullmatch(source[before + 1 : closed]):
                return text.encode(self.codec).hex().upper()
        return "".join(map(self._char, text))

    def _char(self, char: str) -> str:
        escape = self.signs.escape
        if char in self._written and char:
            return f"{escape}{self._written[char]}{escape}" if escape else " "
        if char in "\r\n":
            return f"{escape}.br{escape}" if escape else " "
        return char

    def _encoded(self, text: str) -> str:
        """The text in letters that the message can hold, without their accents at need."""
        import unicodedata

        try:
            text.encode(self.codec)
            return text
        except UnicodeEncodeError:
            plain = "".join(c for c in unicodedata.normalize("NFKD", text) if c.isascii())
        if plain.strip():
            return plain
        raise NoteError(self.id, f"a replacement cannot be written in {self.codec.upper()}")
