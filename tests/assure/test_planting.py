"""Planted identifiers: where they stand, and what a reader's mark on or beside them counts for."""

from __future__ import annotations

import numpy as np
import pytest
from releases import released_text

from incognote.assure.planting import Planted, plant
from incognote.assure.release import view_of
from incognote.core.document import Span
from incognote.core.errors import NoteError
from incognote.core.labels import LABELS
from incognote.replace.redact import Redacted, Replaced

VIEW = "seen by [DOCTOR], call [PHONE] Ruiz"
PUT = Planted(8, 14, "DOCTOR", "larkin")
TEXT = "seen by larkin, call [PHONE] Ruiz"


def test_it_takes_the_place_of_its_tag() -> None:
    assert PUT.into("n", VIEW) == TEXT
    with pytest.raises(NoteError, match="does not fit the plan"):
        PUT.into("n", VIEW.replace("DOCTOR", "PATIENT"))


@pytest.mark.parametrize(
    ("marked", "found", "left"),
    [
        ("larkin", True, []),
        ("arkin", True, []),
        ("by larkin,", True, ["by "]),  # letters beside it are a mark of their own
        (" larkin,", True, []),
        ("Ruiz", False, ["Ruiz"]),
        ("seen", False, ["seen"]),
        ("larkin, call [PHONE] Ruiz", True, [", call [PHONE] Ruiz"]),
    ],
)
def test_a_mark_is_parted_into_what_was_planted_and_what_was_left(
    marked: str, found: bool, left: list[str]
) -> None:
    at = TEXT.index(marked)
    span = Span(at, at + len(marked), "PATIENT")
    assert PUT.is_found(span) is found
    pieces = PUT.without(span, TEXT)
    assert [VIEW[piece.start : piece.end] for piece in pieces] == left


def test_the_closest_call_gives_the_place_and_another_draw_another_name() -> None:
    note = released_text("n")
    made = [
        plant(note, view_of(note), lang="en", rng=np.random.default_rng(seed)) for seed in range(8)
    ]
    assert {(put.label, put.start) for put in made if put} == {("PATIENT", 8)}
    assert len({put.text for put in made if put}) > 4
    assert any(put.text.islower() for put in made if put)


def test_a_surrogate_is_what_the_readers_see() -> None:
    place = Replaced(Span(8, 12, "DOCTOR", 0.9), 8, 14, "surrogate")
    note = Redacted("n", "seen by LARKIN, well", (place,))
    put = plant(note, view_of(note), lang="en", rng=np.random.default_rng(0))
    assert put == Planted(8, 14, "DOCTOR", "LARKIN")


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("label", sorted(LABELS))
def test_every_kind_can_be_planted(label: str, lang: str) -> None:
    tag = f"[{label}]"
    note = Redacted("n", f"x {tag} y", (Replaced(Span(2, 6, label), 2, 2 + len(tag)),))
    put = plant(note, view_of(note), lang=lang, rng=np.random.default_rng(1))
    assert put is not None
    assert any(char.isalnum() for char in put.text)
    assert "[" not in put.text
    assert put.into("n", note.text) == f"x {put.text} y"


def test_nothing_is_planted_where_nothing_was_replaced() -> None:
    note = Redacted("n", "well")
    assert plant(note, view_of(note), lang="en", rng=np.random.default_rng(1)) is None
