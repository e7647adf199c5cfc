"""Spanish houses and streets read as grammar and sense want them."""

from __future__ import annotations

import re

import pytest

from incognote import Document, Span, get_policy, redact
from incognote.core.case import fold
from incognote.replace.replacement import Context
from incognote.replace.values import table

POLICY = get_policy("all").with_action("surrogate")
FEMALE = "|".join(table("kept")["mary la"])
MALE = "|".join(table("kept")["mary del"])


def one(label: str, surface: str, key: int) -> str:
    """The surrogate of one mark."""
    doc = Document("a", surface, (Span(0, len(surface), label),))
    return redact(doc, POLICY, Context(bytes([key]), lang="es")).text


@pytest.mark.parametrize(
    ("label", "surface", "form"),
    [
        ("INSTITUCION", "Museo de la Vid", rf"Museo de la (?:{FEMALE})"),
        ("HOSPITAL", "Virgen de la Salud", rf"Virgen de la (?!Salud)(?:{FEMALE})"),
        ("HOSPITAL", "Hospital Virgen del Puerto", rf"Hospital \w+ del (?:{MALE})"),
        ("HOSPITAL", "posta médica de Canto Grande", r"posta médica de (?!Canto)[^\W\d_][\w' -]+"),
        ("HOSPITAL", "posta médica", r"(?!posta médica)[\w ]{5,}"),
        ("HOSPITAL", "P.S. Canto Grande", r"P\.S\. (?!Canto)[^\W\d_][\w' -]+"),
        ("INSTITUCION", "CEM de Comas", r"CEM de (?!Comas)[^\W\d_][\w' -]+"),
        ("HOSPITAL", "CESFAM Lautaro", r"CESFAM (?!Lautaro)[^\W\d_][\w' -]+"),
        ("HOSPITAL", "Médica Sur", r"(?!Médica)[^\W\d_][\w' -]+ Sur"),
        ("HOSPITAL", "Hospital Puerta de Hierro", r"Hospital (?!Puerta)[^\W\d_]+[\w ]*"),
        ("HOSPITAL", "Hospital General Aquiles Calles", r"Hospital General (?!.*Calles)[\w ]+"),
        ("INSTITUCION", "centro de salud", r"(?!centro de salud)\w+(?: médico| de salud)?"),
        ("INSTITUCION", "escuela rural de Mexpan", r"escuela rural de (?!Mexpan)[\w ]+"),
        ("CALLE", "C/ Nueva 3, 2ºB", r"C/ [\w .ºª']+ \d, \dº[A-E]"),
        ("CALLE", "rúa do Vilar 33, 4ºA", rf"rúa do (?:{MALE}) \d\d, \dº[B-E]"),
        ("CALLE", "Avda. de la Constitución, 14", rf"Avda\. de la (?:{FEMALE}), \d\d"),
        (
            "CALLE",
            "AA.HH. Villa El Paraíso Mz. K Lt. 14",
            rf"AA\.HH\. Villa El (?:{MALE}) Mz\. (?!K)[A-Z] Lt\. (?!14)\d\d",
        ),
        ("CALLE", "mz b lote 7", r"mz (?!b)[a-z] lote (?!7)\d"),
        ("CALLE", "Sector II, Mza. A1", r"Sector (?!II,)[IV]+, Mza\. (?!A)[A-Z](?!1)\d"),
        ("CALLE", "Blk. C, Dpto. 4B, int. 12", r"Blk\. (?!C)\w, Dpto\. (?!4)\d(?!B)\w, int\. \d\d"),
        ("TERRITORIO", "AA.HH. Villa El Paraíso", r"AA\.HH\. (?!.*Paraíso)[\w ]+"),
        ("TERRITORIO", "A4400XAL", r"[A-Z]\d{4}[A-Z]{3}"),
        ("TERRITORIO", "Nay.", r"(?!Nay)[\w. ]{2,8}"),
    ],
)
def test_form(label: str, surface: str, form: str) -> None:
    for key in range(12):
        new = one(label, surface, key)
        assert re.fullmatch(form, new), new


def test_a_block_and_its_plot_are_the_same_wherever_they_stand() -> None:
    long, short = "AA.HH. Los Incas Mz. K Lt. 14", "manzana K Lt. 14"
    spans = (Span(0, len(long), "CALLE"), Span(len(long) + 1, len(long) + 17, "CALLE"))
    for key in range(12):
        doc = Document("a", f"{long}\n{short}", spans)
        one, other = redact(doc, POLICY, Context(bytes([key]), lang="es")).text.split("\n")
        assert one.split(" ")[-3:] == other.split(" ")[-3:]


def test_a_street_is_never_called_as_it_was() -> None:
    for key in range(80):
        assert "Mayor" not in one("CALLE", "C/ Mayor, 3", key)


@pytest.mark.parametrize(
    "surface",
    [
        *("Calle San Juan 5", "San Martín de Porres", "C/ San Juan de la Cruz 2"),
        *("Clínica San Juan", "San Francisco 12", "Santa María de la Cabeza"),
    ],
)
@pytest.mark.parametrize("label", ["CALLE", "HOSPITAL"])
def test_no_saint_keeps_a_name(surface: str, label: str) -> None:
    names = {"juan", "martin", "porres", "cruz", "francisco", "maria", "cabeza"}
    gone = names.intersection(fold(surface).split())
    for key in range(120):
        new = one(label, surface, key)
        assert gone.isdisjoint(re.findall(r"[a-z]+", fold(new))), new


@pytest.mark.parametrize(
    ("surface", "form"),
    [
        ("Colonia San Martín", "Colonia (?!San Martín)(San|Sagrado).+"),
        ("Av. Virgen de la Salud 12", r"Av\. Virgen de(l| la| los| las) (?!Salud)\w+ \d\d"),
    ],
)
def test_a_street_called_after_a_saint_is_called_after_another(surface: str, form: str) -> None:
    for key in range(12):
        new = one("CALLE", surface, key)
        assert re.fullmatch(form, new), new


@pytest.mark.parametrize(
    ("label", "surface", "gone"),
    [
        ("HOSPITAL", 'Hospital "Eva Perón" de San Martín', {"eva", "peron", "martin"}),
        ("HOSPITAL", "Clínica «Santa Elena» de Ronda", {"elena", "ronda"}),
        ("HOSPITAL", "Hosp. San Camilo de San Felipe", {"camilo", "felipe"}),
        ("INSTITUCION", "Juzgado de lo Penal nº 7 de Móstoles", {"mostoles"}),
        ("CALLE", "calle de lo Alto 3", {"alto"}),
        ("HOSPITAL", "Hospital de Lo Barnechea", {"barnechea"}),
    ],
)
def test_all_names_of_a_house_go(label: str, surface: str, gone: set[str]) -> None:
    for key in range(40):
        new = one(label, surface, key)
        assert gone.isdisjoint(re.findall(r"[a-z]+", fold(new))), new
