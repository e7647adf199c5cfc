"""What plain text is not: messages, tables and documents that are told by how they begin.

Read as plain text, these hide names in escapes (`Nu\\u00f1ez`), codings and markup, hold many notes
in one, and would not be the same file with some of their text replaced. A note that merely quotes
such a thing is plain text: what is told here is a text that as a whole is something else.
"""

from __future__ import annotations

import base64
import csv
import io
import json
import re
from collections.abc import Callable, Mapping
from functools import cache

from incognote.core.language import in_all_packs
from incognote.core.words import any_of

_MAGIC: Mapping[bytes, str] = {
    b"%PDF-": "a PDF",
    b"%!PS": "PostScript",
    b"PK\x03\x04": "a ZIP archive, as DOCX, XLSX and ODT are",
    b"PK\x05\x06": "a ZIP archive",
    b"\x1f\x8b": "gzip",
    b"BZh91AY": "bzip2",
    b"\xfd7zXZ\0": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"\xd0\xcf\x11\xe0": "an older Office document (DOC, XLS, MSG)",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF87a": "a GIF image",
    b"GIF89a": "a GIF image",
    b"II*\0": "a TIFF image",
    b"MM\0*": "a TIFF image",
    b"PAR1": "Parquet",
    b"SQLite format 3\0": "an SQLite database",
    b"{\\rtf": "RTF",
}
"""How files of these kinds begin."""

_DICOM = slice(128, 132)

SAVE_AS: Mapping[str, str] = {
    **dict.fromkeys((".xlsx", ".xls", ".xlsm", ".ods"), "a workbook; export its sheets as CSV"),
    **dict.fromkeys((".pptx", ".ppt", ".odp"), "a presentation; save it as PDF"),
    **dict.fromkeys((".doc", ".dot"), "an older Word document; save it as DOCX"),
    **dict.fromkeys((".docm", ".dotm"), "a Word document with macros; save it as DOCX"),
    **dict.fromkeys((".odt", ".ott"), "an OpenDocument text; save it as DOCX"),
    **dict.fromkeys((".msg", ".eml"), "an e-mail; save its text and attachments as files"),
    **dict.fromkeys((".tif", ".tiff", ".png", ".jpg", ".jpeg"), "a picture; recognise its text"),
    ".gz": "compressed; unpack it (gunzip)",
}
"""Suffixes of what holds notes and is not read: what it is, and what to do."""


def what_name(name: str) -> str:
    """Returns what a file is by its suffix, with what to do; '' where that is not known."""
    return SAVE_AS.get(name[name.rfind(".") :].lower(), "") if "." in name else ""


def is_wide(data: bytes) -> bool:
    """Whether text is in UTF-16 or UTF-32: at least every other byte is NUL, or a mark says so.

    ASCII in these without a mark is valid UTF-8, and no detector would find anything in it.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or data[:4] == b"\0\0\xfe\xff":
        return True
    halves = (data[::2], data[1::2])
    return len(data) > 1 and any(half.count(0) * 2 >= len(half) > 0 for half in halves)


def what_file(data: bytes) -> str:
    """Returns what a file is that is told by its first bytes, with its article; '' for none."""
    if data[_DICOM] == b"DICM":
        return "DICOM"
    begins = data[:64].lstrip(b"\xef\xbb\xbf \t\r\n")
    return next((what for magic, what in _MAGIC.items() if begins.startswith(magic)), "")


def what_container(text: str) -> str:
    """Returns what a text is that is not plain, with its article; '' for plain text."""
    body = text.strip("\ufeff\x0b\x1c \t\r\n")
    found = what_file(body[:256].encode(errors="replace"))
    return found or next((what for what, is_it in _KINDS.items() if is_it(body)), "")


def _is_hl7(text: str) -> bool:
    """A header of HL7 v2, whatever divides it, or several lines of which most are segments."""
    if re.match(r"(?:MSH|FHS|BHS)(?:\|\^~\\&|([^\w\s])(?:(?!\1)[^\w\s]){3,5}\1)", text):
        return True
    lines = [line for line in re.split(r"[\r\n]+", text) if line.strip()]
    segments = sum(bool(re.match(r"[A-Z][A-Z0-9]{2}\|", line)) for line in lines)
    return segments >= 3 and segments * 5 >= len(lines) * 4


def _is_x12(text: str) -> bool:
    return bool(re.match(r"ISA\*\d\d\*", text))


def _is_html(text: str) -> bool:
    return bool(re.match(r"<(?:!doctype\s+html|html)\b", text, re.IGNORECASE))


_TAG = re.compile(r"<(/?)([A-Za-z_][\w:.-]{0,60})(?:\s[^<>]*)?(/?)>")


def _is_xml(text: str) -> bool:
    """It begins with a declaration, or begins and ends with tags and has several."""
    if re.match(r"<\?xml\b|<!DOCTYPE\b|<ClinicalDocument\b", text):
        return True
    first = _TAG.match(text)
    if not first or first[1] or not text.endswith(">"):
        return False
    tags = list(_TAG.finditer(text))
    last = tags[-1]
    if last.end() != len(text) or not (last[1] or last[3]):
        return False
    return len(tags) > 2 or last[2] == first[2]


def _is_json(text: str) -> bool:
    """Objects, lists of them, or a string with escapes: whole, cut off, or the most of a text."""
    if text[:1] == '"':
        return "\\" in text and isinstance(_parsed(text), str)
    if text[:1] not in ("{", "["):
        return False
    decoder = json.JSONDecoder(parse_int=str)  # no limit of digits
    at = 0
    while at < len(text):
        try:
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            cut_off = error.pos > at and error.pos * 10 >= len(text) * 9
            return at * 2 > len(text) or (cut_off and bool(_KEY.match(text, at)))
        except RecursionError:
            return True
        if not (isinstance(value, dict) and value) and not _has_objects(value):
            return False
        at = _BLANKS.match(text, at).end()  # type: ignore[union-attr]
    return True


_KEY = re.compile(r'[\[\s]*\{\s*"(?:[^"\\]|\\.)*"\s*:')
_BLANKS = re.compile(r"[\s,]*")


def _has_objects(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(v, dict | list) and v for v in value)


def _parsed(text: str) -> object:
    try:
        return json.loads(text, parse_int=str)
    except (ValueError, RecursionError):
        return None


_MAIL = re.compile(
    r"^(?:MIME-Version:\s*1|Content-Transfer-Encoding:|Content-Type:\s*(?:multipart|message)/"
    r"|Received: from |DKIM-Signature:)",
    re.IGNORECASE | re.MULTILINE,
)
_MAIL_BEGINS = re.compile(r"From \S+ .*\d{4}\r?\n|[A-Za-z][A-Za-z-]+: ?\S")


def _is_mail(text: str) -> bool:
    """Headers that only a mail program writes stand before the first empty line."""
    head = re.split(r"\r?\n[ \t]*\r?\n", text, maxsplit=1)[0]
    return bool(_MAIL_BEGINS.match(head) and _MAIL.search(head))


_COLUMN = re.compile(r"[^\W\d][\w .()/#-]{0,40}")


@cache
def _note_column() -> re.Pattern[str]:
    """A column of a table of notes or of patients, which a table of results in a note has not."""
    contexts = in_all_packs("context", "CONTEXT").values()
    return re.compile(any_of(name for each in contexts for name in each.columns), re.IGNORECASE)


def _is_table(text: str) -> bool:
    """Rows of as many cells as the first, whose cells are names of columns."""
    first = text.partition("\n")[0]
    for delimiter in ",;\t|":
        names = [name.strip().strip('"') for name in first.split(delimiter)]
        prose = len(names) == 2 and ", " in first  # 'Note, amended'
        if len(names) < 2 or len(set(names)) < len(names) or prose:
            continue
        if not all(map(_COLUMN.fullmatch, names)) or not any(map(_note_column().fullmatch, names)):
            continue
        widths = _widths(text, delimiter)
        if len(widths) > 1 and set(widths) == {len(names)}:
            return True
    return False


def _widths(text: str, delimiter: str) -> list[int]:
    """How many cells each row has, up to where a cell is too long to be read."""
    widths: list[int] = []
    try:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
            widths += [len(row)] * bool(row)
    except csv.Error:
        widths += widths[:1]  # the row that it stands in
    return widths


def _is_base64(text: str) -> bool:
    """Lines of it, or one that is too short to be told by its looks and gives a text or a file."""
    lines = text.splitlines()
    joined = "".join(lines)
    if not _BASE64.fullmatch(joined):
        return False
    kinds = (str.isupper, str.islower, str.isdigit)
    mixed = all(any(map(is_kind, joined)) for is_kind in kinds)
    if mixed and len(joined) >= _LONG and len(set(map(len, lines[:-1]))) <= 1:
        return True
    letters = joined.rstrip("=")
    try:
        found = base64.b64decode(
            letters + "=" * (-len(letters) % 4), altchars=b"-_" if {*"-_"} & {*letters} else None
        )
    except ValueError:
        return False
    return _is_readable(found)


_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{20,}={0,2}")
_LONG = 160
"""Characters of letters and digits that are no word."""


def _is_hex(text: str) -> bool:
    """Two digits for each byte, as databases write what they hold as bytes: `\\x4d72732e`.

    Without a letter among them, what has blanks between is numbers: pulses, telephones.
    """
    found = _HEX.fullmatch(text)
    if not found or re.fullmatch(r"[0-9]+\s[0-9\s]+", text):
        return False
    return _is_readable(bytes.fromhex(found[1]))


_HEX = re.compile(r"(?:\\x|0x|[xX]')?((?:[0-9A-Fa-f]{2}[ \t\r\n]{0,2}){10,})'?")
_CONTROLS = re.compile("[\0-\x08\x0e-\x1f\x7f-\x9f]")


def _is_readable(data: bytes) -> bool:
    """Whether bytes are a file of a known kind, or a text with a letter in it."""
    if what_file(data) or is_wide(data):
        return True
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return False
    return any(map(str.isalpha, text)) and not _CONTROLS.search(text)


_KINDS: Mapping[str, Callable[[str], bool]] = {
    "an HL7 v2 message": _is_hl7,
    "an X12 message": _is_x12,
    "an HTML page": _is_html,
    "XML": _is_xml,
    "JSON": _is_json,
    "an e-mail with its headers": _is_mail,
    "a table (CSV)": _is_table,
    "base64": _is_base64,
    "hexadecimal digits": _is_hex,
}
