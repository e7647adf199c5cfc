"""Insurers and health funds become others of their country."""

from __future__ import annotations

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.core.case import fold
from incognote.replace.replacement import Context
from incognote.replace.values import table

POLICY = get_policy("all").with_action("surrogate")


def changed(lang: str, key: int, *marks: tuple[str, str]) -> list[str]:
    """The surrogates of the marks of a note, in order."""
    text, spans = "", []
    for surface, label in marks:
        spans.append(Span(len(text), len(text) + len(surface), label))
        text += surface + "\n"
    done = redact(Document("a", text, tuple(spans)), POLICY, Context(bytes([key]), lang=lang))
    return done.text.splitlines()


@pytest.mark.parametrize(
    ("lang", "surface", "country"),
    [
        ("es", "ESSALUD", "PE"),
        ("es", "SIS", "PE"),
        ("es", "Rímac", "PE"),
        ("es", "Seguro Popular", "MX"),
        ("es", "PAMI", "AR"),
        ("es", "Fonasa", "CL"),
        ("es", "Salud Total", "CO"),
        ("es", "Adeslas", "ES"),
        ("en", "VHI", "IE"),
        ("en", "Irish Life", "IE"),
        ("en", "Aetna", "US"),
        ("en", "NHS", "GB"),
    ],
)
@pytest.mark.parametrize("kind", ["firm", "house"])
def test_a_payer_becomes_another_of_its_country(
    lang: str, surface: str, country: str, kind: str
) -> None:
    labels = {"en": ("ORGANIZATION",) * 2, "es": ("INSTITUCION", "HOSPITAL")}[lang]
    row = set(map(fold, table("payers")[country])) - {fold(surface)}
    for key in range(12):
        (new,) = changed(lang, key, (surface, labels[kind == "house"]))
        assert fold(new) in row


@pytest.mark.parametrize(
    ("surface", "head", "tail"),
    [
        ("Isapre Banmédica", "Isapre ", ""),
        ("Pacífico Seguros", "", " Seguros"),
        ("Obra Social OSDE", "Obra Social ", ""),
    ],
)
def test_words_that_say_the_kind_stay(surface: str, head: str, tail: str) -> None:
    for key in range(12):
        (new,) = changed("es", key, (surface, "INSTITUCION"))
        assert new.startswith(head)
        assert new.endswith(tail)
        assert new != surface


def test_a_payer_of_several_countries_is_of_that_of_the_note() -> None:
    for key in range(12):
        eps = changed("es", key, ("EPS Sanitas", "INSTITUCION"))[0].removeprefix("EPS ")
        assert eps in table("payers")["CO"]
        there = changed("es", key, ("Mapfre", "INSTITUCION"), ("Fonasa", "INSTITUCION"))
        spain = changed("es", key, ("Mapfre", "INSTITUCION"), ("Muface", "INSTITUCION"))
        peru = changed("es", key, ("Mapfre", "INSTITUCION"), ("EsSalud", "INSTITUCION"))
        assert there[0] in table("payers")["ES"]
        assert spain[0] in table("payers")["ES"]
        assert peru[0] in table("payers")["PE"]


def test_no_payer_of_the_note_is_given_and_the_same_one_stays_the_same() -> None:
    for key in range(12):
        marks = [(name, "INSTITUCION") for name in ("EsSalud", "ESSALUD", "SIS", "Rímac")]
        new = changed("es", key, *marks)
        assert fold(new[0]) == fold(new[1])
        assert {"essalud", "sis", "rimac"}.isdisjoint(map(fold, new))


@pytest.mark.parametrize(
    ("surface", "kind"), [("SAS", "service"), ("ONCE", "charity"), ("Renfe", "firm")]
)
def test_what_everybody_knows_in_spain_becomes_another_of_its_kind(surface: str, kind: str) -> None:
    for key in range(12):
        (new,) = changed("es", key, (surface, "INSTITUCION"))
        assert new in table("kept")[f"known es {kind}"]
