"""Pages as PDF: the same blocks as `page.py`, for what is signed and filed.

fpdf2 is pure Python and needs nothing from the system; WeasyPrint, which would print the HTML,
needs Pango. The letters are DejaVu Sans, which comes with matplotlib: names of readers may be of
any script that it has. Of a letter that it lacks the number in Unicode is shown, [U+4E2D]: nothing
that is signed may be left out.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timezone
from functools import singledispatch
from importlib.util import find_spec
from typing import Any

import incognote
from incognote.assure import plotting
from incognote.assure.page import (
    Block,
    Bullets,
    Cards,
    Fold,
    Grid,
    Heading,
    Picture,
    Signatures,
    Text,
)
from incognote.core.errors import MissingExtraError

_FONT = "DejaVu"
_SIZES = {1: 17.0, 2: 12.0, 3: 10.0}
_BODY, _SMALL, _NUMBER = 9.0, 7.5, 17.0
_MARGIN = 18.0
_LINE = 0.48
"""Height of a line in millimetres for each point of the letters."""

_SOFT_HYPHEN = "\u00ad"
"""Read by fpdf2 as a place to break a word, and then not drawn."""

_GREY, _BLUE, _BLACK = (90, 90, 90), (11, 61, 107), (26, 26, 26)


def check_installed() -> None:
    """Refuses to go on where a PDF cannot be made.

    Raises:
        MissingExtraError: If fpdf2 or matplotlib is not installed.
    """
    if find_spec("fpdf") is None:
        raise MissingExtraError("A PDF", "report")
    plotting.check_installed("A PDF")


def to_pdf(title: str, blocks: Iterable[Block], created: date) -> bytes:
    """Returns a document on A4; the same blocks and day give the same bytes.

    Args:
        title: Stands in its properties.
        blocks: What it is made of; folded blocks are left out, as in print.
        created: The day that its properties say.

    Raises:
        MissingExtraError: If fpdf2 or matplotlib is not installed.
    """
    check_installed()
    from fpdf import FPDF

    pdf = FPDF(format="A4")
    fonts = plotting.font_folder()
    pdf.add_font(_FONT, "", fonts / "DejaVuSans.ttf")
    pdf.add_font(_FONT, "B", fonts / "DejaVuSans-Bold.ttf")
    pdf.set_margin(_MARGIN)
    pdf.set_auto_page_break(True, _MARGIN)
    pdf.set_title(title)
    pdf.set_creator(f"incognote {incognote.__version__}")
    pdf.set_creation_date(datetime(created.year, created.month, created.day, tzinfo=timezone.utc))
    pdf.add_page()
    for block in blocks:
        _write(block, pdf)
    return bytes(pdf.output())


@singledispatch
def _write(block: Any, pdf: Any) -> None:
    raise TypeError(f"{type(block).__name__} is no block of a page")


@_write.register
def _(block: Heading, pdf: Any) -> None:
    size = _SIZES[block.level]
    if block.new_sheet or pdf.will_page_break(4 * _LINE * size):
        pdf.add_page()
    elif block.level > 1:
        pdf.ln(2.5)
    _paragraph(pdf, block.text, size, bold=True)
    if block.level < 3:
        pdf.set_draw_color(*_GREY)
        pdf.line(_MARGIN, pdf.get_y(), pdf.w - _MARGIN, pdf.get_y())
        pdf.ln(1.5)


@_write.register
def _(block: Text, pdf: Any) -> None:
    _paragraph(pdf, block.text, _BODY)
    pdf.ln(1)


@_write.register
def _(block: Bullets, pdf: Any) -> None:
    for item in block.items:
        pdf.set_left_margin(_MARGIN + 4)
        pdf.set_x(_MARGIN)
        _set(pdf, _BODY)
        pdf.cell(4, _LINE * _BODY, "•")
        _paragraph(pdf, item, _BODY)
        pdf.set_left_margin(_MARGIN)
    pdf.ln(1)


@_write.register
def _(block: Cards, pdf: Any) -> None:
    for card in block.cards:
        _paragraph(pdf, card.number, _NUMBER, bold=True, color=_BLUE)
        _paragraph(pdf, card.what, _BODY, bold=True)
        _paragraph(pdf, card.range, _SMALL, color=_GREY)
        pdf.ln(1.5)


@_write.register
def _(block: Grid, pdf: Any) -> None:
    from fpdf.fonts import FontFace

    _set(pdf, _SMALL)
    columns = len(block.head)
    # Words take what is left of even columns, so that hashes and kinds are not broken up.
    widths = [2.2 if i < block.words else 1.0 for i in range(columns)]
    with pdf.table(
        col_widths=widths,
        text_align=["LEFT" if i < block.words else "RIGHT" for i in range(columns)],
        borders_layout="HORIZONTAL_LINES",
        headings_style=FontFace(emphasis="BOLD"),
        line_height=_LINE * _SMALL,
        padding=(0.6, 0.8),
        wrapmode="WORD" if block.words < columns else "CHAR",
    ) as table:
        for cells in (block.head, *block.rows):
            table.row([_shown(pdf, cell) for cell in cells])
    pdf.ln(2)


@_write.register
def _(block: Picture, pdf: Any) -> None:
    _paragraph(pdf, block.description, _SMALL, color=_GREY)
    _write(block.numbers, pdf)


@_write.register
def _(block: Fold, pdf: Any) -> None:
    """What a reader opens on the screen is left out on paper."""


@_write.register
def _(block: Signatures, pdf: Any) -> None:
    room = 16.0
    if pdf.will_page_break(room * len(block.roles)):
        pdf.add_page()
    columns = ((0.0, 42.0), (44.0, 82.0), (130.0, pdf.epw - 130.0))
    for role in block.roles:
        base = pdf.get_y() + room - 5
        pdf.set_draw_color(*_BLACK)
        for left, width in columns[1:]:
            pdf.line(_MARGIN + left, base, _MARGIN + left + width, base)
        texts = (role, "name and signature", "date")
        for (left, width), text in zip(columns, texts, strict=True):
            pdf.set_xy(_MARGIN + left, base + 0.5 if left else base - 4)
            _set(pdf, _SMALL if left else _BODY, bold=not left, color=_GREY if left else _BLACK)
            pdf.cell(width, 4, _shown(pdf, text))
        pdf.set_xy(_MARGIN, base + 5)


def _set(
    pdf: Any, size: float, *, bold: bool = False, color: tuple[int, int, int] = _BLACK
) -> None:
    pdf.set_font(_FONT, "B" if bold else "", size)
    pdf.set_text_color(*color)


def _paragraph(
    pdf: Any,
    text: str,
    size: float,
    *,
    bold: bool = False,
    color: tuple[int, int, int] = _BLACK,
) -> None:
    _set(pdf, size, bold=bold, color=color)
    pdf.multi_cell(0, _LINE * size, _shown(pdf, text), align="L", new_x="LMARGIN", new_y="NEXT")


def _shown(pdf: Any, text: str) -> str:
    """The text with the number of each character in place of those that would not be seen."""
    fonts = [font.cmap for font in pdf.fonts.values()]
    seen = {c for c in set(text) - {_SOFT_HYPHEN} if all(ord(c) in font for font in fonts)}
    return "".join(c if c in seen or c == "\n" else f"[U+{ord(c):04X}]" for c in text)
