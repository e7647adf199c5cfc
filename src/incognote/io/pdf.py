"""PDF: the text of its pages, and a new PDF of that text with other text in its place.

A PDF says where letters stand and not what they mean, and whatever is drawn over them leaves them
there. So a new file is made of the text alone (`text_pages.py`): no picture, annotation, form,
attachment, property or outline of the old one is in it. What annotations and forms say is read as
text behind their page. A page whose text cannot be read is an error: it would come out empty.
"""

from __future__ import annotations

import ctypes
import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

from incognote.core.errors import MissingExtraError, NoteError
from incognote.io.documents import of_documents
from incognote.io.text_pages import shown, to_pdf

_BREAK = "\f"
"""Between pages."""
_UNREADABLE = re.compile("[\0\ufffd\ue000-\uf8ff]")
_HYPHEN = re.compile("[\x02\ufffe]\n?")
"""What PDFium has for the hyphen of a divided word and the line end behind it."""
_CONTROL = re.compile(r"[^\S\n\t ]|[\x00-\x08\x0e-\x1f\x7f]")
_FEW_WORDS = 20
"""A page that is a picture for the most part and says less is a scan with a stamp."""
_MOST_PAGES = 20_000
_PASSWORD = 4
"""PDFium's error for a file that needs one."""
_LINK, _FREE_TEXT, _POPUP, _WIDGET = 2, 3, 16, 20
_IMAGE = 3
_XFA = (2, 3)
_DEEPEST = 16
"""Forms within forms that are looked into for images."""


class Pdf:
    """The `Content` of PDF; it has one text, its pages parted by form feeds."""

    def is_it(self, data: bytes) -> bool:
        """See `Content`."""
        return b"%PDF-" in data[:1024]

    def texts(self, data: bytes, id: str) -> tuple[str, ...]:
        """Returns the text of all pages, in reading order.

        Raises:
            NoteError: If a page has none (it seems to be a scan), or it is encrypted or damaged.
            MissingExtraError: If pypdfium2 is not installed.
        """
        with _opened(data, id) as pdf:
            return (_BREAK.join(_pages(pdf, id)),)

    def write(self, data: bytes, texts: Sequence[str], id: str) -> bytes:
        """Returns a PDF of the text alone; of the old file there is nothing in it.

        Raises:
            NoteError: If it would not read as its text.
            MissingExtraError: If pypdfium2 is not installed.
        """
        (text,) = texts
        pages = text.split(_BREAK)
        written = to_pdf(pages)
        with _opened(written, id) as pdf:
            read = "".join(_text(pdf[i]) for i in range(len(pdf)))
        if _letters(read) != _letters("".join(map(shown, pages))):
            raise NoteError(id, "the new pages would not read as their text")
        return written


CONTENT = Pdf()
FORMAT = of_documents(CONTENT, (".pdf",))


@contextmanager
def _opened(data: bytes, id: str) -> Iterator[Any]:
    if find_spec("pypdfium2") is None:
        raise MissingExtraError(f"{id}: reading PDF", "documents")
    import pypdfium2
    from pypdfium2 import raw

    reason = ""
    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        needs_one = getattr(error, "err_code", None) == _PASSWORD or "password" in str(error)
        reason = "is encrypted with a password; save it without one"
        reason = reason if needs_one else "is no PDF, or damaged: it cannot be opened"
    if reason:
        raise NoteError(id, reason)
    with closing(pdf):
        if raw.FPDF_GetSecurityHandlerRevision(pdf.raw) != -1:
            raise NoteError(id, "is encrypted; save it without restrictions on its use")
        if pdf.get_formtype() in _XFA:
            raise NoteError(id, "is a form of XFA, whose pages are made by a program; print it")
        if not 0 < len(pdf) <= _MOST_PAGES:
            raise NoteError(id, f"has no page, or more than {_MOST_PAGES:,}")
        if pdf.get_formtype():
            pdf.init_forms()  # before a page is opened
        yield pdf


def _pages(pdf: Any, id: str) -> Iterator[str]:
    import pypdfium2

    for i in range(len(pdf)):
        try:
            with closing(pdf[i]) as page:
                text = _text(page)
                said = list(_said(pdf, page, id, i + 1))
                reason = _fault(page, text)
        except pypdfium2.PdfiumError:
            reason = "is damaged"
        if reason:
            raise NoteError(id, f"page {i + 1} {reason}")
        yield "\n".join((text, *said))


def _fault(page: Any, text: str) -> str:
    """Why a page may not be taken for what it says, '' where it may."""
    scan = "seems to be a scan; recognise its text first, for example: ocrmypdf"
    words = text.split()
    if not words:
        return f"has no text and {scan}" if any(page.get_objects(max_depth=1)) else ""
    letters = "".join(words)
    if len(_UNREADABLE.findall(letters)) * 5 > len(letters):
        return "has letters whose fonts do not say what they are; print it anew, or recognise it"
    wide, high = page.get_size()
    few = len(words) < _FEW_WORDS
    for found in page.get_objects(max_depth=_DEEPEST) if few else ():
        if found.type == _IMAGE and found.level == 0:  # what lies in a form has its own measures
            left, bottom, right, top = found.get_bounds()
            if (right - left) * (top - bottom) * 2 > wide * high:
                return f"is a picture with few words and {scan}"
    return ""


# Text -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    left: float = 0.0
    bottom: float = 0.0
    top: float = 0.0


def _text(page: Any) -> str:
    """The text of a page: in the order in which it was drawn, unless that jumps up and down."""
    with closing(page.get_textpage()) as found:
        text = found.get_text_range()
        lines = list(_lines(found, text))
    up = sum(after.bottom >= before.top for before, after in pairwise(lines))
    if up * 4 > len(lines):
        rows: list[list[_Line]] = []
        for line in sorted(lines, key=lambda line: -line.top):
            middle = (line.top + line.bottom) / 2
            if rows and middle > rows[-1][0].bottom:
                rows[-1].append(line)
            else:
                rows.append([line])
        in_order = (sorted(row, key=lambda line: line.left) for row in rows)
        text = "\n".join("   ".join(line.text for line in row) for row in in_order)
    text = _HYPHEN.sub("-\n", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _CONTROL.sub(" ", text).rstrip()


def _lines(found: Any, text: str) -> Iterator[_Line]:
    """The lines of a page with where they stand; without, where that cannot be told."""
    known = len(text) == found.count_chars()
    at = 0
    for line in text.split("\n"):
        boxes = [
            found.get_charbox(at + i)
            for i in (_first(line), len(line.rstrip()) - 1)
            if known and line.strip()
        ]
        if line.strip():
            if boxes:
                left, bottom, top = boxes[0][0], min(b[1] for b in boxes), max(b[3] for b in boxes)
                yield _Line(line.strip(), left, bottom, top)
            else:
                yield _Line(line.strip())
        at += len(line) + 1


def _first(line: str) -> int:
    return len(line) - len(line.lstrip())


def _said(pdf: Any, page: Any, id: str, number: int) -> Iterator[str]:
    """What annotations and fields of a page say, a line each."""
    from pypdfium2 import raw

    for i in range(raw.FPDFPage_GetAnnotCount(page.raw)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, i)
        if not annotation:
            raise NoteError(id, f"page {number} is damaged: an annotation cannot be read")
        try:
            kind = raw.FPDFAnnot_GetSubtype(annotation)
            if kind == _WIDGET and pdf.formenv:
                form = pdf.formenv.raw
                value = _string(raw.FPDFAnnot_GetFormFieldValue, form, annotation)
                name = _string(raw.FPDFAnnot_GetFormFieldAlternateName, form, annotation)
                name = name or _string(raw.FPDFAnnot_GetFormFieldName, form, annotation)
                said = f"{name}: {value}" if value and value != "Off" else ""
            elif kind in (_LINK, _POPUP):
                continue
            else:
                said = _string(raw.FPDFAnnot_GetStringValue, annotation, b"Contents")
                rich = _string(raw.FPDFAnnot_GetStringValue, annotation, b"RC")
                said = said or re.sub(r"<[^>]*>", " ", rich)
                if kind == _WIDGET:
                    said = said or _string(raw.FPDFAnnot_GetStringValue, annotation, b"V")
                if kind == _FREE_TEXT and not said.strip():
                    raise NoteError(id, f"page {number} has a text box that does not say its text")
        finally:
            raw.FPDFPage_CloseAnnot(annotation)
        if said.strip():
            said = said.replace("\r\n", "\n").replace("\r", "\n").strip()
            yield _CONTROL.sub(" ", said)


def _string(read: Any, *args: Any) -> str:
    """What a function of PDFium writes into a buffer, as UTF-16."""
    size = read(*args, None, 0)
    if size <= 2:
        return ""
    from pypdfium2 import raw

    buffer = ctypes.create_string_buffer(size)
    read(*args, ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR)), size)
    return buffer.raw[: size - 2].decode("utf-16-le", errors="replace").rstrip("\0")


def _letters(text: str) -> str:
    """What must be the same in both: letters and digits, whatever stands between them."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(c for c in plain if c.isalnum())
