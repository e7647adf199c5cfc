"""The packet: plain words, no ids, nothing loaded."""

from __future__ import annotations

import re
from dataclasses import replace

from releases import plan

from incognote.adapt.certificate import certify
from incognote.adapt.packet import About, as_record, make_packet, make_pdf

ABOUT = About("ward <7>", "2026-01-02", {"A. & B.": 100}, None, {"hash of the plan": "abc"})


def page(**left) -> str:
    made = plan(600, 100)
    reviewed = {drawn.id: () for drawn in made.sample} | {
        made.sample[int(k[1:])].id: v for k, v in left.items()
    }
    return make_packet(certify(made, reviewed), ABOUT)


def test_it_holds_no_id_and_loads_nothing() -> None:
    html = page()
    assert not re.search(r"\bn\d{3}\b", html)
    assert "default-src 'none'" in html
    assert "<script" not in html
    assert "ward &lt;7&gt;" in html
    assert "A. &amp; B." in html


def test_it_says_what_a_signer_needs() -> None:
    html = page(n0=("PATIENT",) * 47)
    for words in (
        "Who read what",
        "What this does not tell",
        "Signatures",
        "Privacy officer",
        "47 identifiers left",
        "1 read note had more",
        "PATIENT: patient, relative",
        "hash of the plan",
        "drawn anew because the first plan did not suit",
    ):
        assert words in html


def test_a_page_whose_limits_may_not_hold_says_so_above_all_else() -> None:
    assert "READ THIS FIRST" in page(n0=("PATIENT",) * 41)
    assert "READ THIS FIRST" not in page(n0=("PATIENT",) * 40)


def test_a_reading_that_marked_nothing_says_so_above_all_else() -> None:
    says = "READ THIS FIRST: not one place was marked in the 100 notes. Pages that nobody read"
    assert says in page()
    assert "not one place was marked" not in page(n0=("PATIENT",))
    made = plan(600, 100)
    nothing = certify(made, {drawn.id: () for drawn in made.sample})
    assert as_record(nothing)["not_one_place_marked"] is True
    few = plan(600, 5)
    assert not certify(few, {drawn.id: () for drawn in few.sample}).unmarked


def test_it_says_how_many_notes_each_reader_read() -> None:
    made = plan(600, 100)
    certificate = certify(made, {drawn.id: () for drawn in made.sample})
    html = make_packet(certificate, replace(ABOUT, readers={"Ada": 70, "Bo": 42}, twice=12))
    assert "12 of them by two readers or more" in html
    assert re.search(r"Ada</td>\s*<td[^>]*>70<", html)
    assert "read twice and compare" not in html
    assert "read twice and compare" in page()
    assert "none of them by two readers or more" in page()
    assert "who found no identifier left in any of them." in page()


def test_bounds_are_rounded_to_the_safe_side() -> None:
    made = plan(600, 100)
    certificate = certify(made, {drawn.id: () for drawn in made.sample})
    record = as_record(certificate)
    shown = re.search(r'number">([\d.]+) %', page())
    assert shown is not None
    recall = record["recall_at_least"]
    assert float(shown[1]) <= 100 * recall < float(shown[1]) + 0.01
    assert record["read"] == 100


def test_it_comes_as_pdf_too() -> None:
    made = plan(600, 100)
    pdf = make_pdf(certify(made, {drawn.id: () for drawn in made.sample}), ABOUT)
    assert pdf.startswith(b"%PDF-")
    assert b"D:20260102000000" in pdf
