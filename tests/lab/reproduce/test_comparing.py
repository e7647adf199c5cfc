"""Before and after are compared on the same notes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from incognote.core.site import Site, SitePattern
from incognote.lab.reproduce.comparing import compare, score
from incognote.lab.training.adapt import AdaptConfig, SiteNotes, fit
from ward import site_notes

CONFIG = AdaptConfig(epochs=3, rate=1.0, least=20, vary=0.0)


def test_before_and_after_are_compared_on_the_same_notes(tiny_model: Path, tmp_path: Path) -> None:
    fit(tiny_model, SiteNotes(site_notes(8), site_notes(2, 20)), tmp_path / "m", config=CONFIG)
    docs = site_notes(4, first=40)
    before, after = (score(folder, docs, "en") for folder in (tiny_model, tmp_path / "m"))
    rows = compare(before, after)
    row = rows["recall of PHI words"]
    assert row["after"] - row["before"] == pytest.approx(row["change"])
    assert row["after"] > row["before"]
    assert row["before_low"] <= row["before"] <= row["before_high"]
    assert rows["identifiers covered"]["n"] == 8
    assert 0 <= after.points["recall_at_precision_85"]["recall"] <= 1
    alone = score(tiny_model, docs, "en", alone=True, intervals=False)
    assert alone["tokens/binary/recall"] <= before["tokens/binary/recall"]


def test_notes_of_a_patient_are_drawn_together(tiny_model: Path) -> None:
    docs = [replace(doc, meta={"patient": doc.id[-1:]}) for doc in site_notes(6)]
    assert score(tiny_model, docs, "en", unit="patient").groups == [
        f"patient:{i}" for i in range(6)
    ]
    assert score(tiny_model, docs, "en").groups is None


def test_a_system_is_scored_with_what_the_site_knows(tiny_model: Path) -> None:
    site = Site(patterns=(SitePattern("top", "MRN", r"\d{7}", context=r"\A"),))
    docs = site_notes(4)
    before, after = (score(tiny_model, docs, "en", intervals=False, site=s) for s in (None, site))
    key = "characters/identifiers_covered/share"
    assert after[key] >= before[key] + 0.5
