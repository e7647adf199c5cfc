"""The packet: plain words, no ids, nothing loaded."""

from __future__ import annotations

import re

from releases import plan

from incognote.adapt.certificate import certify
from incognote.adapt.packet import About, as_record, make_packet, make_pdf

ABOUT = About("ward <7>", "2026-01-02", ["A. & B."], None, {"hash of the plan": "abc"})


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
    html = page(n0=("PATIENT",) * 7)
    for words in (
        "Who read what",
        "What this does not tell",
        "Signatures",
        "Privacy officer",
        "7 identifiers left",
        "1 read note had more",
        "PATIENT: patient, relative",
        "hash of the plan",
    ):
        assert words in html


def test_a_page_whose_limits_may_not_hold_says_so_above_all_else() -> None:
    assert "READ THIS FIRST" in page(n0=("PATIENT",) * 11)
    assert "READ THIS FIRST" not in page(n0=("PATIENT",))


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
