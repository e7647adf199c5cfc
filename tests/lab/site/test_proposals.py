"""What is proposed for a site, and what it does to notes that it was not made from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sites import notes

from incognote.core.errors import InputError, NoteError
from incognote.core.pipeline import Settings
from incognote.core.site import Site, SitePattern
from incognote.io.inline import parse
from incognote.lab.site import proposals as room
from incognote.lab.site.held_out import Effect, Part, hold_out
from incognote.lab.site.proposals import Proposal, Proposals, propose, to_site
from incognote.replace.policy import get_policy

ALL = get_policy("all")


@pytest.fixture(scope="module")
def settings(tiny_model: Path) -> Settings:
    return Settings("en", tiny_model)


@pytest.fixture(scope="module")
def found(settings: Settings) -> Proposals:
    return propose(notes(), settings, ALL, unit="patient")


def test_wards_the_number_on_top_and_the_rota_are_proposed(found: Proposals) -> None:
    (pattern,) = (p.pattern for p in found.proposals if p.pattern)
    assert pattern.label == "MRN"
    assert r"\d{7}" in pattern.pattern
    assert pattern.context == r"\A\s*"
    entries = [(p.kind, p.label, p.entry) for p in found.proposals if not p.pattern]
    assert entries == [
        ("entry", "UNIT", "glasshouse"),
        ("entry", "UNIT", "lantern"),
        ("never", "", "Martin Bell rota"),
    ]


def test_each_is_measured_on_the_notes_held_out(found: Proposals) -> None:
    assert found.made_from.notes == 12
    assert found.before.notes == 8
    effects = {p.entry or "pattern": p.effect for p in found.proposals}
    assert effects["pattern"] == Effect(found=8, lost=0, alarms=0)
    assert effects["glasshouse"] == effects["lantern"] == Effect(found=4, lost=0, alarms=0)
    assert effects["Martin Bell rota"].alarms == -found.before.alarms < 0
    assert (found.before.missed, found.after.missed) == (16, 0)
    assert found.after.alarms == 0


def test_what_the_site_knows_is_not_proposed_again(settings: Settings, found: Proposals) -> None:
    site = to_site(found.proposals, Site())
    again = propose(notes(), replace(settings, site=site), ALL, unit="patient")
    assert again.proposals == ()
    assert again.before.missed == 0


def test_nothing_comes_of_one_patient_alone(settings: Settings) -> None:
    docs = notes(6)
    lone = [parse("x", "%% patient=px\nto [[UNIT|Orrery]], then [[UNIT|Orrery]] again")]
    found = propose([*docs, *lone], settings, ALL, unit="patient", held_out=0.3)
    assert "Orrery" not in [p.entry for p in found.proposals]


def test_an_entry_that_is_mostly_no_identifier_is_not_proposed(settings: Settings) -> None:
    docs = [
        parse(f"n{i}", "The theatre was cold. " * 3 + "To [[UNIT|theatre]] then.") for i in range(8)
    ]
    assert {p.kind for p in propose(docs, settings, ALL).proposals} <= {"never"}


def test_order_of_the_notes_does_not_matter(settings: Settings, found: Proposals) -> None:
    assert propose(notes()[::-1], settings, ALL, unit="patient") == found


def test_a_name_that_the_readers_forgot_is_never_to_be_let_go(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    phrases = [("Andrew said", -1), ("Itziar walks", 0), ("pain scale", 0)]
    made = [Proposal("", phrase, None, 2, 2, Effect(0, 0, 0)) for phrase, _ in phrases]
    monkeypatch.setattr(room, "_entries_and_patterns", lambda part: iter(()))
    monkeypatch.setattr(room, "_phrases", lambda part, words: iter(made))
    alarms = dict(phrases)
    monkeypatch.setattr(
        Part, "effect", lambda self, site: Effect(0, 0, sum(alarms[p] for p in site.never))
    )
    found = propose(notes(6), settings, ALL)
    # What hides a person whom gold forgot must at least have shown that it helps.
    assert [p.entry for p in found.proposals] == ["Andrew said", "pain scale"]


def test_an_effect_can_be_harm(settings: Settings) -> None:
    part = Part([(doc.id, doc) for doc in notes(4)], settings, ALL)
    wrong = Site(patterns=(SitePattern("any", "MRN", r"400000\d"),), never=("Ada Ruiz",))
    effect = part.effect(wrong)
    assert effect.alarms == 4
    assert effect.lost == len([n for n in part.notes if "Ada Ruiz" in n.gold.text]) > 0
    assert not effect.helps


def test_units_stay_together_and_any_order_gives_the_same() -> None:
    units = [f"p{i % 5}" for i in range(20)]
    assert hold_out(units, 0.4, 3) == hold_out(units[::-1], 0.4, 3)
    assert len(hold_out(units, 0.4, 3)) == 2
    assert hold_out(units, 0.4, 3) != hold_out(units, 0.4, 4)


def test_too_few_notes_and_notes_without_a_patient_are_told(settings: Settings) -> None:
    with pytest.raises(InputError, match=r"1 notes .* too few"):
        propose(notes(2), settings, ALL, unit="patient")
    with pytest.raises(NoteError, match="does not say its ward"):
        propose(notes(), settings, ALL, unit="ward")
