"""Pages as PDF: every block is drawn, over several sheets, the same each time."""

from __future__ import annotations

import re
from datetime import date

import pytest

from incognote import page_pdf
from incognote.errors import MissingExtraError
from incognote.page import (
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
    with pytest.raises(MissingExtraError, match=r"incognote\[report\]"):
        page_pdf.to_pdf("t", [], DAY)
