from __future__ import annotations

import random

import pytest

from incognote.replace.values.names import Person, initials_like, make_person, name_like, origins

WU = Person("Mei", "Lan", "Wu", "Li", "May", "female", "chinese")


@pytest.mark.parametrize(
    ("surface", "known", "alone", "expected"),
    [
        ("Maria Delgado", {}, "last", "Mei Wu"),
        ("DELGADO, MARIA R.", {}, "last", "WU, MEI L."),
        ("Delgado,Maria", {}, "last", "Wu,Mei"),
        ("M. Delgado", {}, "last", "M. Wu"),
        ("maria delgado", {}, "last", "mei wu"),
        ("Delgado", {}, "last", "Wu"),
        ("Maria", {"maria": "given"}, "last", "Mei"),
        ("Maria", {}, "given", "Mei"),
        ('Maria "Mimi" Delgado', {}, "last", 'Mei "May" Wu'),
        ("Maria de la Cruz", {}, "last", "Mei Wu"),
        ("John R. Smith III", {}, "last", "Mei L. Wu III"),
        ("Tuitele-Brown, Ana", {}, "last", "Wu, Mei"),
        ("D-E-L-G-A-D-O", {}, "last", "W-U"),
        ("BG Moua", {}, "last", "BG Wu"),
    ],
)
def test_a_name_takes_the_form_of_another(
    surface: str, known: dict[str, str], alone: str, expected: str
) -> None:
    assert name_like(surface, WU, known, alone=alone) == expected


@pytest.mark.parametrize(
    ("surface", "expected"), [("JS", "MW"), ("js", "mw"), ("J.S.", "M.W."), ("JLS", "MLW")]
)
def test_initials_take_the_form_of_others(surface: str, expected: str) -> None:
    assert initials_like(surface, WU) == expected


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_origin_gives_people_of_both_genders(language: str) -> None:
    for origin in origins(language):
        for gender in ("female", "male"):
            person = make_person(
                random.Random(1), language=language, origin=origin, gender=gender, words=0.0
            )
            assert (person.origin, person.gender) == (origin, gender)
            assert person.given
            assert person.last


def test_there_are_origins_enough() -> None:
    assert len(origins("en")) >= 20
    assert len(origins("es")) >= 8
