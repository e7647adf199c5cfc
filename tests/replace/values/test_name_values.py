from __future__ import annotations

import random
import re

import pytest

from incognote import Document, Span
from incognote.replace.values.names import (
    MadeUpPeople,
    Person,
    initials_like,
    make_person,
    origins,
)

WU = Person("Mei", "Lan", "Wu", "Li", "May", "female", "chinese")


@pytest.mark.parametrize(
    ("label", "surfaces", "expected"),
    [
        ("DOCTOR", ["Maria Delgado"], ["Mei Wu"]),
        ("DOCTOR", ["DELGADO, MARIA R."], ["WU, MEI L."]),
        ("DOCTOR", ["Delgado,Maria"], ["Wu,Mei"]),
        ("DOCTOR", ["M. Delgado", "Maria Delgado"], ["M. Wu", "Mei Wu"]),
        ("DOCTOR", ["maria delgado"], ["mei wu"]),
        ("DOCTOR", ["Delgado"], ["Wu"]),
        ("DOCTOR", ["Delgado", "Maria R. Delgado", "MD"], ["Wu", "Mei L. Wu", "MW"]),
        ("PATIENT", ["Maria"], ["Mei"]),
        ("PATIENT", ["Delgado, Maria", "Maria"], ["Wu, Mei", "Mei"]),
        ("DOCTOR", ['Maria "Mimi" Delgado'], ['Mei "May" Wu']),
        ("DOCTOR", ["Maria de la Cruz"], ["Mei de la Wu"]),
        ("DOCTOR", ["John Smith III"], ["Mei Wu III"]),
        ("DOCTOR", ["D-E-L-G-A-D-O"], ["W-U"]),
        ("DOCTOR", ["BG Moua"], ["BG Wu"]),
        ("NOMBRE_SUJETO_ASISTENCIA", ["Eva Rivera Bueno", "Sra. Rivera"], ["Mei Wu Li", "Sra. Wu"]),
    ],
)
def test_one_person_takes_the_form_of_another(
    label: str, surfaces: list[str], expected: list[str]
) -> None:
    text, spans = "", []
    for surface in surfaces:
        spans.append(Span(len(text), len(text) + len(surface), label, entity="1"))
        text += surface + "; "
    lang = "es" if label.startswith("NOMBRE") else "en"

    def wu(rng: random.Random, gender: str) -> Person:
        return WU

    people = MadeUpPeople(Document("a", text, tuple(spans)), lang, random.Random(3), wu, kin=wu)
    made = [people.name(span) for span in spans]
    # an initial of nobody's word is one of the person's
    assert [re.sub(r"\b[MLW]\.|^[MW]{2}$", "", name) for name in made] == [
        re.sub(r"\b[MLW]\.|^[MW]{2}$", "", name) for name in expected
    ]


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
