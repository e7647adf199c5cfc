"""The packet: plain words, no ids, nothing loaded."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from releases import plan, reading

from incognote.assure.attack.links import Linked
from incognote.assure.attack.moved_dates import ALL_TOGETHER, BLIND, KNOWN
from incognote.assure.attack.population import TraitRisk
from incognote.assure.attack.record import Attack
from incognote.assure.attack.shifts import Learned
from incognote.assure.calibration import Calibration, Result
from incognote.assure.certificate import Certificate, Mended, certify
from incognote.assure.packet import About, as_record, make_packet, make_pdf
from incognote.assure.utility.report import Place, Share, Utility

ABOUT = About("ward <7>", "2026-01-02", {"A. & B.": 100}, None, {"hash of the plan": "abc"})


def made(missed: int = 0, *, room: int = 0, **left) -> Certificate:
    drawn = plan(600, 100, room=room)
    found = {drawn.sample[int(k[1:])].id: v for k, v in left.items()}
    return certify(drawn, reading(drawn, found, missed))


def page(**left) -> str:
    return make_packet(made(**left), ABOUT)


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
        "direct identifiers",
        "hash of the plan",
        "drawn anew because the first plan did not suit",
        "In their places stand tags (6,000)",
        "with a tag in every place where something was replaced",
        "NOT PASSED. The target, set before anything was read",
    ):
        assert words in html
    assert ">PASSED if no note that was not read has more than 5 left" in page()


def test_it_says_how_well_the_readers_read() -> None:
    html = make_packet(made(missed=2), ABOUT)
    assert "In 20 of the notes" in html
    assert "They found 18 of them, which is 90.0 %" in html
    assert as_record(made(missed=2))["readers"]["found"] == 18


def test_it_says_what_stands_in_place() -> None:
    drawn = replace(plan(600, 100), actions={"shift": 5, "surrogate": 1200, "tag": 3})
    html = make_packet(certify(drawn, reading(drawn)), ABOUT)
    stands = "shifted dates (5), surrogates (made-up values) (1,200) and tags (3)."
    assert f"In their places stand {stands}" in html


def test_groups_are_told_and_no_limit_of_few() -> None:
    drawn = replace(plan(600, 100), marks={"PATIENT": 6000, "IPADDRESS": 2})
    html = make_packet(certify(drawn, reading(drawn)), ABOUT)
    (row,) = re.findall(r"<tr><td[^>]*>CONTACT</td>.*?</tr>", html)
    assert "too few (100.00 %)" in row
    assert row.count("%") == 1
    (row,) = re.findall(r"<tr><td[^>]*>NAME</td>.*?</tr>", html)
    assert "%" in row
    assert "IPADDRESS 2 and 0" in html


def test_a_mended_release_is_told_with_both_hashes() -> None:
    html = make_packet(made(n0=("PATIENT",) * 3).mended(Mended("abcd", 3, 7, 5)), ABOUT)
    for words in (
        "3 places that they marked",
        "7 other places of any note where the same stood",
        "in 5 notes together",
        "abcd",
        plan(600, 100).outputs,
    ):
        assert words in html
    assert "that they marked" not in page(n0=("PATIENT",) * 3)


def test_a_page_whose_limits_may_not_hold_says_so_above_all_else() -> None:
    assert "READ THIS FIRST" in page(n0=("PATIENT",) * 41)
    assert "READ THIS FIRST" not in page(n0=("PATIENT",) * 40)
    roomy = made(room=40)
    assert f"{roomy.roomy} such notes could" in make_packet(roomy, ABOUT)
    assert "no such note could" in page()


def test_it_says_how_many_notes_each_reader_read() -> None:
    html = make_packet(made(), replace(ABOUT, readers={"Ada": 70, "Bo": 42}, twice=12))
    assert "12 of them by two readers or more" in html
    assert "none of them by two readers or more" in page()
    assert "they found no identifier left in any of them." in page()
    assert re.search(r"Ada</td>\s*<td[^>]*>70<", html)


@pytest.mark.parametrize(
    ("most", "words"),
    [
        (1, "as the mean over patients of the share that is found in each"),
        (20, "as the share of all identifiers that is found, a patient with more than 20"),
    ],
)
def test_it_says_what_the_recall_of_the_calibration_is(most: int, words: str) -> None:
    result = Result("all", 0.99, 0.3, 0.995, 0.01, 90, 900, 4)
    dial = Calibration("en", "all", {}, (result,), 0.95, most, "patient", 100, 0.0, {}, "", {})
    assert words in make_packet(made(), replace(ABOUT, calibration=dial))


def test_bounds_are_rounded_to_the_safe_side() -> None:
    certificate = made()
    record = as_record(certificate)
    shown = re.search(r'number">([\d.]+) %', page())
    assert shown is not None
    recall = record["recall_at_least"]
    assert float(shown[1]) <= 100 * recall < float(shown[1]) + 0.01
    assert record["read"] == 100
    assert record["target"] == 0.9


def test_it_comes_as_pdf_too() -> None:
    pdf = make_pdf(made(), ABOUT)
    assert pdf.startswith(b"%PDF-")
    assert b"D:20260102000000" in pdf


UTILITY = Utility(
    "en",
    600,
    "abcd",
    Share("all", 2000, 1999, read_otherwise=3, low=0.998, high=1.0),
    (Share("dose", 800, 799), Share("interval", 50, 0)),
    ("interval",),
    gone=(Place("n123", "dose", ((1, 2),), "lost"),),
)


def test_it_says_what_was_kept_of_the_clinical_text_where_that_was_measured() -> None:
    assert "clinical text" not in page()
    html = make_packet(made(), replace(ABOUT, utility=UTILITY))
    for words in ("What was kept of the clinical text", "2,000 clinical facts", "99.95 % of them"):
        assert words in html
    assert "Not counted, though they stand in the table: interval." in html
    assert "n123" not in html
    mended = make_packet(
        made(n0=("PATIENT",)).mended(Mended("abcd", 1, 0, 1)), replace(ABOUT, utility=UTILITY)
    )
    assert "What the readers then had taken out is not in these counts." in mended
    assert make_pdf(made(), replace(ABOUT, utility=UTILITY)).startswith(b"%PDF")


def attacked() -> Attack:
    """Figures of readers, as `incognote attack --out` writes them."""
    risk = TraitRisk(
        "hipaa-expert", 85, 1_000_000, {"age": 71, "religion": 2}, ("age", "sex"),
        (516, 6641, 11472), 1, {"5": 8, "11": 9}, 0.0977, (0.04, 0.16), 0.86, 68, {"age": 72.0},
    )  # fmt: skip
    shifts = tuple(
        Learned(name, 73, 70, 236, left, 1.0, 3.0, near)
        for name, left, near in (
            (BLIND, 236.0, 3.9),
            (ALL_TOGETHER, 209.8, 3.8),
            (KNOWN[0], 2.5, 55.9),
        )
    )
    links = (Linked("words", 48, 24, 617, 13.0, 0.2, 42.0, 1.6),)
    return Attack(85, "en", "gold", (risk,), shifts, "hipaa-expert", links)


def test_it_says_what_readers_who_know_other_things_could_do() -> None:
    html = make_packet(made(), replace(ABOUT, attack=attacked()))
    for words in (
        "What a reader who knows other things could do",
        "for half of the notes, 6,641 people or more who agree",
        "In 8 notes of 85 fewer than 5 agree. In 9 notes of 85 fewer than 11 agree.",
        "9.77 of 100 notes (journalist&#x27;s risk; with 95 % confidence 4.00 to 16.00)",
        "Not counted, though notes tell it, since there are no figures: religion (2 notes)",
        "by words, finds one of them first in 27 of 100 cases (by chance 0.4)",
        "among the first ten in 88 (by chance 3.3)",
        "one of 236. From seasons",
        "still has 210 of these to think of for a patient",
        "knows the true date of one event in the notes has 2.5 left",
        "Rare diagnoses, procedures and events are in clinical words",
        "13 (27.1%, 13.4 to 47.1)",
        "8 (9.4%, 4.8 to 17.5)",
    ):
        assert words in html
    assert "religion, not counted" in html
    assert "incognote attack measures" not in html
    without = page()
    assert "What a reader who knows other things" not in without
    assert "incognote attack measures how far age, trade and the like do." in without
    assert make_pdf(made(), replace(ABOUT, attack=attacked())).startswith(b"%PDF-")


def test_that_few_notes_show_little_stands_in_the_packet() -> None:
    for notes, words in ((2, "rest on 2 notes and show little"), (1, "rest on 1 note and show")):
        assert words in make_packet(made(), replace(ABOUT, attack=replace(attacked(), notes=notes)))
    assert "show little" not in make_packet(made(), replace(ABOUT, attack=attacked()))
    few = replace(UTILITY, notes=2)
    assert "The intervals rest on 2 notes and are too narrow" in make_packet(
        made(), replace(ABOUT, utility=few)
    )
    assert "too narrow" not in make_packet(made(), replace(ABOUT, utility=UTILITY))


def test_it_says_whose_marks_were_replaced() -> None:
    assert "with all these marks replaced" in make_packet(made(), replace(ABOUT, attack=attacked()))
    found = replace(attacked(), marks="found")
    assert "what the system found of these marks replaced" in make_packet(
        made(), replace(ABOUT, attack=found)
    )


def test_of_readers_that_were_not_asked_nothing_is_said() -> None:
    html = make_packet(made(), replace(ABOUT, attack=replace(attacked(), shifts=(), links=())))
    assert "journalist" in html
    assert "the same number of days" not in html
    assert "Other notes" not in html


def test_a_reader_of_links_that_had_nothing_to_hold_is_told() -> None:
    none = (Linked("words", 0, 0, 617, 0.0, 0.0, 0.0, 0.0),)
    html = make_packet(made(), replace(ABOUT, attack=replace(attacked(), links=none)))
    assert "no two of these notes say that they are of one patient" in html


def test_it_says_for_whom_recall_falls_where_that_was_probed() -> None:
    share = {"value": 0.98, "n": 50}
    fallen = {"value": -0.03, "low": -0.05, "high": -0.01}
    group = {
        "group": "eponym",
        "recall": share,
        "masked": share,
        "difference": {"recall": fallen, "masked": fallen},
        "p": 0.01,
        "falls": True,
    }
    figures = {"recall": share, "masked": share}
    question = {
        "question": "names",
        "what": "Other people.",
        "places": 50,
        "notes": 9,
        "reference": "mean of the groups",
        "mean": figures,
        "as_it_stands": figures,
        "groups": [group],
    }
    record = {"notes": 9, "corpus": "ward", "system": "ours", "questions": [question]}
    html = make_packet(made(), replace(ABOUT, probe=record))
    assert "Recall falls for: eponym." in html
    assert "-3.00 (-5.00 to -1.00)" in html
    assert "Who and what is found less well" not in page()
