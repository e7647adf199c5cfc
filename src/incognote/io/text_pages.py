"""Plain text as a PDF: letters of one width on A4, and nothing else in the file.

The fonts are of those that every reader has (ISO 32000-1, 9.6.2.2): Courier for what Windows-1252
has, Symbol for Greek letters and signs of mathematics. Of a letter that neither has its compatible
form is shown (`fi` for a ligature), else its number in Unicode, [U+4E2D]: nothing is left out. The
same text gives the same bytes: there is no date, no name and no identifier in them.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby

_SIZE, _LEADING = 9.0, 11.0
_WIDE, _HIGH, _MARGIN = 595.0, 842.0, 50.0
"""Of a page, in points."""
_ADVANCE = 0.6 * _SIZE
"""Every letter of Courier is 0.6 of its size wide."""
COLUMNS = int((_WIDE - 2 * _MARGIN) / _ADVANCE)
"""Letters in a line."""
LINES = int((_HIGH - 2 * _MARGIN) / _LEADING)
"""Lines on a page."""
_TAB = 8

_COURIER, _SYMBOL = "/F1", "/F2"
_ALIKE = {
    "∆": "Δ",
    "\u2010": "-",
    "\u2011": "-",
    "\u00ad": "-",
    "\u2212": "-",
    "\u2215": "/",
    "\u2044": "/",
}
_GREEK = {
    **{c: 0x41 + i for i, c in enumerate("ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ")},
    **{c: 0x61 + i for i, c in enumerate("αβχδεφγηιϕκλμνοπθρστυϖωξψζ")},
    **{"≤": 0xA3, "∞": 0xA5, "↔": 0xAB, "←": 0xAC, "↑": 0xAD, "→": 0xAE, "↓": 0xAF, "≥": 0xB3},
    **{"∝": 0xB5, "∂": 0xB6, "≠": 0xB9, "≡": 0xBA, "≈": 0xBB, "√": 0xD6, "∑": 0xE5},
}
"""Where Symbol has them (ISO 32000-1, annex D.6)."""

_MEANING = (
    b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def "
    b"1 begincodespacerange <00> <FF> endcodespacerange\n%d beginbfchar\n%s\nendbfchar\n"
    b"endcmap CMapName currentdict /CMap defineresource pop end end"
) % (len(_GREEK), b"\n".join(b"<%02X> <%04X>" % (code, ord(c)) for c, code in _GREEK.items()))
"""What the codes of Symbol mean, for whoever takes the text out again (9.10.3)."""
_FIRST = 6
"""Number of the first page's object."""

_Letter = tuple[str, int]
"""A font and its code there."""


def to_pdf(texts: Iterable[str]) -> bytes:
    """Returns a PDF in which each text begins a page, and takes as many as it needs."""
    pages = [page for text in texts for page in _pages(text)]
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Count %d /Kids [%s] >>"
        % (len(pages), b" ".join(b"%d 0 R" % (_FIRST + 2 * i) for i in range(len(pages)))),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Symbol /ToUnicode 5 0 R >>",
        _stream(_MEANING),
    ]
    for i, page in enumerate(pages):
        objects += [
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>"
            % (_WIDE, _HIGH, _FIRST + 1 + 2 * i),
            _stream(_content(page)),
        ]
    return _file(objects)


def _stream(data: bytes) -> bytes:
    packed = zlib.compress(data)
    head = b"<< /Length %d /Filter /FlateDecode >>" % len(packed)
    return b"%s\nstream\n%s\nendstream" % (head, packed)


def shown(text: str) -> str:
    """Returns a text as its pages show it: letters that no font has by their numbers."""
    return "".join(c if c in "\n\t" else _shown(c) for c in text)


@cache
def _shown(c: str) -> str:
    forms = (c, _ALIKE.get(c, c), unicodedata.normalize("NFKC", c))
    return next((form for form in forms if all(map(_code, form))), f"[U+{ord(c):04X}]")


@cache
def _code(c: str) -> _Letter | None:
    """The font that has a letter and its code there."""
    if c in _GREEK:
        return _SYMBOL, _GREEK[c]
    try:
        code = c.encode("cp1252")[0]
    except UnicodeEncodeError:
        return None
    return (_COURIER, code) if c >= " " and not "\x7f" <= c <= "\x9f" and c != "\xad" else None


def _file(objects: Sequence[bytes]) -> bytes:
    data = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    data += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n" % (len(objects) + 1)
    return bytes(data + b"%d\n%%%%EOF\n" % table)


def _pages(text: str) -> Iterator[list[list[_Letter]]]:
    lines = [row for line in text.split("\n") for row in _rows(_letters(line))]
    for start in range(0, len(lines), LINES):
        yield lines[start : start + LINES]


def _letters(line: str) -> list[_Letter]:
    found: list[_Letter] = []
    for c in line:
        if c == "\t":
            found += [(_COURIER, 0x20)] * (_TAB - len(found) % _TAB)
        else:
            found += filter(None, map(_code, _shown(c)))
    return found


def _rows(letters: list[_Letter]) -> Iterator[list[_Letter]]:
    """The lines of a line that is too long: it is cut behind a blank where there is one."""
    blank = (_COURIER, 0x20)
    while len(letters) > COLUMNS:
        cut = next((i for i in range(COLUMNS, COLUMNS // 2, -1) if letters[i] == blank), COLUMNS)
        yield letters[:cut]
        letters = letters[cut + (letters[cut] == blank) :]
    yield letters


def _content(lines: Sequence[Sequence[_Letter]]) -> bytes:
    """The operators that draw a page: each stretch of one font is placed by itself."""
    done = [b"BT"]
    for i, line in enumerate(lines):
        at = 0
        for font, stretch in groupby(line, key=lambda letter: letter[0]):
            codes = bytes(code for _, code in stretch)
            x, y = _MARGIN + at * _ADVANCE, _HIGH - _MARGIN - (i + 1) * _LEADING
            drawn = b"%s %g Tf 1 0 0 1 %.2f %.2f Tm (%s) Tj"
            done.append(drawn % (font.encode(), _SIZE, x, y, _escaped(codes)))
            at += len(codes)
    return b"\n".join((*done, b"ET"))


def _escaped(codes: bytes) -> bytes:
    return re.sub(rb"([\\()])", rb"\\\1", codes).replace(b"\r", b"\\r")
