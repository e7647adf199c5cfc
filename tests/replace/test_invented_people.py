"""People of a language that nobody speaks (tests/data/invented): no engine knows it."""

from __future__ import annotations

import random
import re

import pytest

from incognote import Document, Span
from incognote.replace.gender import told
from incognote.replace.keyed import Keyed
from incognote.replace.name_lists import gender_of, pool_of
from incognote.replace.names import People
from incognote.replace.replacement import Context
from incognote.replace.values.names import MadeUpPeople, make_person

pytestmark = pytest.mark.usefixtures("invented")


def note(*pieces: str) -> Document:
    """A note of text, mark, text, mark and so on."""
    text, spans = "", []
    for number, piece in enumerate(pieces):
        if number % 2:
            spans.append(Span(len(text), len(text) + len(piece), "PATIENT"))
        text += piece
    return Document("a", text, tuple(spans))


def test_people_keep_gender_form_and_title() -> None:
    doc = note("", "mistra Brenu van Albaq", " ", "ALBAQ, BRENU", " ", "B. Albaq", " ", "bibi Alok")
    for key in range(8):
        context = Context(bytes([key]), lang="xx")
        people = People(doc, Keyed(doc, context), context)
        full, turned, short, child = (people.name(span) for span in doc.spans)
        given, last = re.fullmatch(r"mistra (\w+u) van (\w+aq)", full).groups()  # type: ignore[union-attr]
        assert (turned, short) == (f"{last}, {given}".upper(), f"{given[0]}. {last}")
        assert {given, last}.isdisjoint({"Brenu", "Albaq", "Alok"})
        assert child.startswith("bibi ")


@pytest.mark.parametrize(
    ("pieces", "gender"),
    [
        (("sestra ", "Qim"), "female"),
        (("bratro namat ", "Qim"), "male"),
        (("", "Qim", ", lo sestra du"), "female"),
        (("", "Qim", ", 40 anos mano"), "male"),
        (("", "Qim", " est finitok"), "male"),
        (("her sister ", "Qim"), ""),
        (("su hermana ", "Qim"), ""),
    ],
)
def test_gender_is_told_by_words_of_the_pack_alone(pieces: tuple[str, ...], gender: str) -> None:
    doc = note(*pieces)
    assert told(doc, doc.spans, "xx").gender.get("qim", "") == gender


def test_the_names_of_other_packs_are_not_known() -> None:
    assert gender_of("brenu", "xx") == "female"
    assert gender_of("begona", "xx") in ("", None)
    assert {name for name, _ in pool_of("male", "xx", "any", "B")} == {"Brenok"}


def test_synthesis_makes_people_of_the_pack() -> None:
    doc = note("", "Qimo Zelt", " ", "Q. Zelt")

    def make(rng: random.Random, gender: str) -> object:
        return make_person(rng, language="xx", gender=gender)

    people = MadeUpPeople(doc, "xx", random.Random(1), make, kin=make)  # type: ignore[arg-type]
    full, short = map(people.name, doc.spans)
    assert re.fullmatch(r"\w+(?:u|ok) \w+aq(?:-\w+aq)?", full)
    assert short == f"{full[0]}. {full.split()[1]}"
