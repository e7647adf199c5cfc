from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from incognote.core.document import Document
from incognote.io import brat, inline
from incognote.lab.synthesis import Recipe
from incognote.lab.synthesis.refill import refill
from incognote.languages.es.scheme import SCHEME as MEDDOCAN

DATA = Path(__file__).parents[2] / "data"
NOTE = inline.parse(
    "a",
    """[[HOSPITAL|Hospital General de Elda]], [[CALLE|C/ Mayor, 12, 3º B]], [[TERRITORIO|03600]] [[TERRITORIO|Elda]]
Nombre: [[NOMBRE_SUJETO_ASISTENCIA|Ernesto]]. Apellidos: [[NOMBRE_SUJETO_ASISTENCIA|Rivera Bueno]].
NHC [[ID_SUJETO_ASISTENCIA|368503]] DNI [[ID_SUJETO_ASISTENCIA|28640913T]] [[ID_SUJETO_ASISTENCIA|casado]]
[[SEXO_SUJETO_ASISTENCIA|Varón]] de [[EDAD_SUJETO_ASISTENCIA|70 años]], [[PROFESION|minero]], [[PAIS|España]].
Ingresa el [[FECHAS|12/12/2016]], nacido el [[FECHAS|3 de marzo de 1946]]. [[FAMILIARES_SUJETO_ASISTENCIA|Hija]]: [[FAMILIARES_SUJETO_ASISTENCIA|Lucía]].
Tel. [[NUMERO_TELEFONO|655 018 402]], fax [[NUMERO_FAX|952 00 01 11]], [[CENTRO_SALUD|C.S. Letanías]], [[INSTITUCION|Universidad de Jaén]].
Dr. [[NOMBRE_PERSONAL_SANITARIO|Ignacio Navarro Cuéllar]] ([[ID_TITULACION_PERSONAL_SANITARIO|28 28 70973]]), luego [[NOMBRE_PERSONAL_SANITARIO|Navarro]]. [[CORREO_ELECTRONICO|nnavcu@hotmail.com]]
[[ID_ASEGURAMIENTO|26 63514095]] [[URL_WEB|www.example.es]] [[OTROS_SUJETO_ASISTENCIA|exp. 55/18]] [[DIREC_PROT_INTERNET|10.2.0.17]]
""",  # noqa: E501
)


def surfaces(doc: Document, label: str) -> list[str]:
    return [doc.text[s.start : s.end] for s in doc.spans if s.label == label]


def variants(count: int = 80, reform: float = 0.0) -> list[Document]:
    recipe = Recipe(language="es", reform=reform, words=0.0)
    return [refill(NOTE, random.Random(seed), recipe) for seed in range(count)]


@pytest.mark.parametrize("reform", [0.0, 1.0])
def test_marks_keep_their_labels_and_the_text_between_stays(reform: float) -> None:
    for new in variants(reform=reform):
        assert [s.label for s in new.spans] == [s.label for s in NOTE.spans]
        assert "\n" not in "".join(new.text[s.start : s.end] for s in new.spans)
        assert new.text.endswith("\n")
        assert "Apellidos: " in new.text


def test_documents_of_meddocan_are_refilled_whole() -> None:
    known = {label.name for label in MEDDOCAN}
    for doc in brat.read(DATA / "meddocan"):
        new = refill(doc, random.Random(1), Recipe(language="es"))
        assert [s.label for s in new.spans] == [s.label for s in doc.spans]
        assert {s.label for s in new.spans} <= known


def test_no_original_name_or_number_survives() -> None:
    gone = re.compile(r"Ernesto|Rivera|Bueno|Cuéllar|28640913|368503|655 018|26 63514095", re.I)
    assert sum(bool(gone.search(new.text)) for new in variants(200)) <= 4


def test_one_doctor_stays_one_doctor() -> None:
    for new in variants():
        full, short = surfaces(new, "NOMBRE_PERSONAL_SANITARIO")
        assert short in full


def test_forms_are_kept() -> None:
    for new in variants():
        assert re.fullmatch(r"\d\d/\d\d/\d{4}", surfaces(new, "FECHAS")[0])
        assert re.fullmatch(r"\d\d? de [a-z]+ de \d{4}", surfaces(new, "FECHAS")[1])
        assert re.fullmatch(r"\d{8}[A-Z]", surfaces(new, "ID_SUJETO_ASISTENCIA")[1])
        assert re.fullmatch(r"6\d\d \d{3} \d{3}", surfaces(new, "NUMERO_TELEFONO")[0])
        assert re.fullmatch(r"\d+ años", surfaces(new, "EDAD_SUJETO_ASISTENCIA")[0])
