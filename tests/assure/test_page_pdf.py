"""Pages as PDF: every block is drawn, over several sheets, the same each time."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from datetime import date
from typing import cast

import fpdf
import pytest

from incognote.assure import page_pdf
from incognote.assure.page import (
    Block,
    Bullets,
    Card,
    Cards,
    Fold,
    Grid,
    Heading,
    Picture,
    Signatures,
    Text,
)
from incognote.core.errors import MissingExtraError

DAY = date(2026, 11, 21)
SMALL = Grid(("what", "n"), [("removed", "175")])
BLOCKS: list[Block] = [
    Heading(1, "Certificate: Łódź"),
    Text("Some words. " * 40),
    Cards([Card("87.5 %", "of the identifiers", "of all notes")]),
    Bullets(["one " * 60, "two"]),
    Grid(("hash", "of"), [("ab12" * 16, "notes")], words=2),
    Picture("<svg/>", "a picture", SMALL),
    Fold("more", [SMALL]),
    Heading(2, "Signatures"),
    Signatures(("Prepared by", "Privacy officer")),
]


def sheets(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b(?!s)", pdf))


def test_all_blocks_are_drawn_alike_each_time() -> None:
    pdf = page_pdf.to_pdf("t", BLOCKS, DAY)
    assert pdf.startswith(b"%PDF-")
    assert sheets(pdf) == 1
    assert b"D:20261121000000" in pdf
    assert pdf == page_pdf.to_pdf("t", BLOCKS, DAY)


def test_a_long_table_goes_over_sheets_and_a_heading_may_begin_one() -> None:
    long = Grid(("what", "n"), [(f"kind {i}", str(i)) for i in range(90)])
    assert sheets(page_pdf.to_pdf("t", [Heading(1, "a"), long], DAY)) > 1
    assert sheets(page_pdf.to_pdf("t", [Heading(1, "a"), Heading(2, "b", True)], DAY)) == 2


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_pdf, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"pip install .*matplotlib"):
        page_pdf.to_pdf("t", [], DAY)


def filled(value: object, name: str) -> object:
    """A block, or a part of one, with the name wherever a brace stands."""
    if isinstance(value, str):
        return value.format(name)
    if isinstance(value, list | tuple):
        return type(value)(filled(part, name) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value, **{f.name: filled(getattr(value, f.name), name) for f in fields(value)}
        )
    return value


@pytest.mark.parametrize(
    "block",
    [
        Heading(1, "{}"),
        Text("{}"),
        Bullets(["{}"]),
        Grid(("{}", "n"), [("a", "1")]),
        Grid(("what", "n"), [("{}", "1")]),
        Cards([Card("{}", "a", "b")]),
        Cards([Card("a", "{}", "b")]),
        Cards([Card("a", "b", "{}")]),
        Picture("<svg/>", "{}", SMALL),
        Signatures(("{}",)),
    ],
    ids=lambda block: type(block).__name__,
)
def test_no_letter_vanishes(block: Block, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the font lacks is drawn as its number, in every kind of block."""
    drawn: list[str] = []
    for method in ("cell", "multi_cell"):
        given = getattr(fpdf.FPDF, method)

        def noted(self, w=None, h=None, text="", *args, given=given, **kwargs):
            drawn.append(text)
            return given(self, w, h, text, *args, **kwargs)

        monkeypatch.setattr(fpdf.FPDF, method, noted)
    names = ("王建国", "김민준", "ราชา", "a\u00adb", "\U0001d504", "\x07")
    shown = [cast(Block, filled(block, name)) for name in names]
    assert page_pdf.to_pdf("t", shown, DAY).startswith(b"%PDF-")
    text = "".join(drawn)
    for name in names:
        assert all(c in text or f"[U+{ord(c):04X}]" in text for c in name)
        assert any(f"[U+{ord(c):04X}]" in text for c in name)


def test_letters_that_the_font_has_are_drawn_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    names = "José Nuñez, Łódź, Иван Котов, Νίκος, Đặng, 5 % – “x” ß"
    drawn: list[str] = []
    given = fpdf.FPDF.multi_cell

    def noted(self, w, h, text, **kwargs):
        drawn.append(text)
        return given(self, w, h, text, **kwargs)

    monkeypatch.setattr(fpdf.FPDF, "multi_cell", noted)
    page_pdf.to_pdf("t", [Text(names)], DAY)
    assert drawn == [names]
