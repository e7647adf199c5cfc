"""Relatives in Spanish: the relation stays as it is, every name goes, whatever its case or list."""

from __future__ import annotations

import random
import re

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.core.case import fold
from incognote.core.language import get_language
from incognote.core.name_parts import PARTICLES
from incognote.replace import relatives
from incognote.replace.replacement import Context
from incognote.replace.values import table

POLICY = get_policy("all").with_action("surrogate")
CASES = (str.lower, str.upper, str.title)
FORMS = {
    relatives.LABEL: (
        *("hija {} {}", "su hija {} {}", "hermano {}", "tía {} de {}", "madre ({})", "{}", "{} {}"),
        *("tres hijos {}, {} y {}", "prima {}, 12 años", "esposo {} {} {}", "nuera de {} {}"),
    ),
    "NOMBRE_SUJETO_ASISTENCIA": ("{}", "{} {}", "{} {} {}", "don {} {}", "{}, {}", "{} de la {}"),
    "PATIENT": (
        *("{}", "{} {}", "{}, {}", "{} {} {}", '{} "{}" {}', "{}-{}", "{} ({})", "{} aka {}"),
        *("baby boy {}", "mom {}", "{} and {}", "{} de {}", "{}/{}"),
    ),
}


def one(surface: str, key: int = 0, label: str = relatives.LABEL) -> str:
    """The surrogate of one mark."""
    doc = Document("a", surface, (Span(0, len(surface), label),))
    lang = "en" if label == "PATIENT" else "es"
    return redact(doc, POLICY, Context(bytes([key]), lang=lang)).text


def words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", fold(text))


def names(rng: random.Random, lang: str) -> list[str]:
    """Names of the lists and, as often, of none."""
    rows = get_language(lang).table("names")
    listed = [n for row, values in rows.items() if "words" not in row for n in values]
    made = ["".join(rng.choices("bcdfghjklmnprstv", k=1)[0] + rng.choice("aeiou") for _ in range(3))
            for _ in range(200)]  # fmt: skip
    return [*rng.sample([n for n in listed if n.isalpha()], 200), *(name + "qui" for name in made)]


@pytest.mark.parametrize("label", FORMS)
def test_no_word_of_a_name_stays_whatever_its_case_or_list(label: str) -> None:
    rng = random.Random(7)
    pool = names(rng, "en" if label == "PATIENT" else "es")
    rows = table("kept")
    stays = PARTICLES | {fold(word) for word in (*rows["kin es"], *rows["kin said es"])}
    for number in range(600):
        form, case = rng.choice(FORMS[label]), rng.choice(CASES)
        own = [rng.choice(pool) for _ in range(form.count("{}"))]
        surface = (
            case(form.format(*own)) if number % 2 else form.format(*(case(name) for name in own))
        )
        told = {word for name in own for word in words(name)} - stays
        assert told.isdisjoint(words(one(surface, number % 5, label))), surface


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("surname", ["tarqui", "quispe mamani", "zubizarreta"])
@pytest.mark.parametrize("kin", ["su hija", "hermano mayor", "mi tía abuela"])
def test_a_relative_keeps_the_relation_and_loses_the_name(
    kin: str, surname: str, case: type[str]
) -> None:
    new = one(case(f"{kin} lucia {surname}"))
    assert re.fullmatch(rf"{kin} [^\W\d_]+(?:[ -][^\W\d_]+)+", new, re.IGNORECASE), new
    assert {"lucia", *surname.split()}.isdisjoint(words(new))


@pytest.mark.parametrize("kin", table("kept")["kin es"])
def test_a_relation_is_never_another(kin: str) -> None:
    for surface in (kin, kin.upper(), kin.capitalize(), f"su {kin} materna", f"dos {kin}"):
        assert one(surface) == surface


@pytest.mark.parametrize("surface", ["3 hijos", "dos hermanas", "Tía abuela", "HIJO MENOR", "RN"])
def test_how_many_they_are_stays(surface: str) -> None:
    assert one(surface) == surface


@pytest.mark.parametrize(
    "surface",
    [
        "hija tarqui",
        "cuatro días",
        "hermano con parkinson",
        "HERMANA CON LUPUS",
        "madre hipertensa",
        "28690118-E",
    ],
)
def test_what_may_be_a_name_or_an_illness_makes_a_tag(surface: str) -> None:
    assert one(surface) == f"[{relatives.LABEL}]"


@pytest.mark.parametrize("surface", ["hija de 12 años", "nieta Ariadna, 12 años", "HIJO 12 AÑOS"])
def test_an_age_beside_a_relative_moves_and_the_relation_does_not(surface: str) -> None:
    new = one(surface)
    assert words(new)[0] == words(surface)[0]
    assert "12" not in new
    assert words(new)[-1] == "anos"


@pytest.mark.parametrize("kin", ["dona", "marit", "nai", "pai", "muller", "fillo", "germana"])
def test_relations_in_other_languages_of_spain_stay(kin: str) -> None:
    assert one(kin) == kin
    assert one(f"{kin} Aina").startswith(f"{kin} ")


@pytest.mark.parametrize("label", ["ID_SUJETO_ASISTENCIA", "OTROS_SUJETO_ASISTENCIA"])
@pytest.mark.parametrize(
    "surface", ["casado", "Casada", "SOLTERA", "viudo", "divorciada", "pareja de hecho"]
)
def test_no_civil_status_stands_for_another(surface: str, label: str) -> None:
    """A widower beside his wife is another history."""
    assert one(surface, label=label) == f"[{label}]"


@pytest.mark.parametrize("surface", ["Lactante", "Católica", "Mapuche", "lactante", "pentecostal"])
def test_a_trait_of_the_patient_is_no_name(surface: str) -> None:
    assert one(surface, label="ID_SUJETO_ASISTENCIA") == "[ID_SUJETO_ASISTENCIA]"
