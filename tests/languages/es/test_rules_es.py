"""The Spanish tables as a whole, on made-up sentences from Spain and Latin America."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest

from incognote.core.document import Document, Span
from incognote.core.labels import MEDDOCAN
from incognote.core.pipeline import Pipeline
from incognote.detect.rules import RuleDetector, load_rules
from incognote.languages.es.checks import (
    has_four_digits,
    is_card,
    is_cif,
    is_cuit,
    is_date,
    is_day_and_month,
    is_dni,
    is_iban,
    is_login,
    is_name,
    is_phone,
    is_plate,
    is_plate_alone,
    is_rut,
    is_serial,
    is_short_date,
    is_street,
)

# What stands between brackets must be covered, and nothing else; labels are the rows' own cases.
SENTENCES = (
    # Spain
    "Nombre: [Remedios]\nApellidos: [Ortuño Vidal]\nNHC: [4471902]",
    "Paciente: [Jacinto Peralbo Rueda]   DNI [48.112.730-B]",
    "Domicilio: [Calle Almirante Lobo 14, 3º B].",
    "Domicilio: [Avda. de la Constitución, 22, 1º izda].",
    "CP: [41013]",
    "NASS: [41 10293847 55].",
    "NUHSA [AN0719382644]",
    "SIP [5519027]",
    "Fecha de nacimiento: [14/02/1951]",
    "Ingresó el [3 de mayo de 2019] por disnea.",
    "[Mujer] de [47 años] con dolor torácico.",
    "Paciente [varón] de [tres meses] de vida.",
    "Edad: [70 años] Sexo: [H].",
    "Remitido por: Dra. [Nuria Casado Benet]. Servicio de Urología",
    "Médico: [Andrés Iglesias Pombo] NºCol: [28 28 31442].",
    "Fdo.: Dr. [Julián Sarmiento Lago]",
    "Avisada la Dra. [Belmonte], que acude.",
    "Enf. [Mireia Camps], turno de noche.",
    "Tel. [954 00 11 22]",
    "Fax: [954 00 11 33]",
    "Móvil [600 11 22 33]",
    "Correo: [r.ortuno@example.org]",
    "Más información en [www.example.es/citas].",
    "Trasladado al [Hospital Virgen de la Luz].",
    "Su médico del [Centro de Salud Las Palmeritas].",
    "Visto en el [Hospital Universitario 12 de Octubre].",
    "[12345678Z] sin etiqueta",
    "NIE [X1234567L]",
    "Cuenta [ES91 2100 0418 4502 0005 1332]",
    "Turismo [4417 KLM] contra camión",
    "Vigo ([Pontevedra])",
    "País: [España].",
    "Estado civil: [casada].",
    "Natural de [Calatayud], vive sola.",
    "Convive con su [madre] y [dos hermanos].",
    "Control el [jueves] en consulta.",
    "Revisión en [septiembre].",
    "Intervenida en [2011] de vesícula.",
    "Asintomática desde el [año 2004].",
    "Cayó en [Semana Santa].",
    "Colegiada nº [41/4105512]",
    "Episodio: [8120447]",
    "Marcapasos nº de serie [PJN600218K]",
    "Teléfono: [915 86 75 76] Sexo: [M]",
    "Nació el [21/XI/1948].",
    "alta [12-mar-2020]",
    "a [quince de enero de dos mil veinticuatro]",
    "IP [192.168.7.41]",
    # Mexico
    "CURP: [ROMA801204MDFDRL08]",
    "RFC: [ROMA801204AB1]",
    "NSS: [62 85 64 1170 3]",
    "Cel. [55-3190-4472]",
    "Expediente: [55-2217-08]",
    "Ced. Prof. [7704415]",
    "Adscrito a la [UMF Coatepec].",
    # Argentina
    "DNI: [34.771.208], [28 años]",
    "CUIL [20-05536168-2]",
    "llamar al [(0261) 15-668-2034]",
    "Dr. [Hernán Quiroga] M.P. [94.331]",
    "patente [IXR 774]",
    # Colombia
    "CC [71.774.930]",
    "Dirección: [Cra 15 # 42-19]",
    "Celular [310 447 2018]",
    "NIT [800.447.193-6]",
    "Placa: [WQK 31E]",
    # Chile
    "RUT: [12.345.678-5]",
    "Fono [+56 9 7714 0283]",
    "Control en [CESFAM Brígida Zavala].",
    # Peru
    "HC: [117402]   DNI [45667788]",
    "CMP [55120]",
    "Domicilio: [Mz. K Lt. 14].",
    # Others
    "C.I.: [V-6.774.108]",
    "Cédula: [6-0244-0871]",
    "Cel: [8307 6651]",
    "pasaporte [YB5519073]",
    "DPI [2417 33802 0901]",
    "Viajó a [Costa Rica] hace un mes.",
    "Identidad: [0501-1999-04417]",
    "WhatsApp [+52 1 664 305 7718]",
    "PID|1||NHC [7714902]|||[19870312]|[F]",
    "nhc: [664019]\nsexo=[v]",
)

NEAR_MISSES = (
    "TA 120/80, FC 72 lpm, SatO2 97 %.",
    "Fuerza 5/5 en las cuatro extremidades.",
    "Tomar 2-3 comprimidos cada 8 h v.o.",
    "Hernia discal L4-L5 y protrusión L5-S1.",
    "Adenocarcinoma T2N0M0, estadio IIA.",
    "Suero glucosado 1/2 salino a 80 ml/h.",
    "Enfermedad de Alzheimer y síndrome de Down.",
    "Glasgow 15, pupilas isocóricas.",
    "Observación durante 24 h.",
    "CIE-10: I21.9, E11.9 y J44.1",
    "Hb 12,3 g/dl, leucocitos 12.300, plaquetas 245.000.",
    "Creatinina 0,9 (0,6-1,2) mg/dl.",
    "Paracetamol 1 g/8 h, enoxaparina 40 mg/24 h.",
    "Dolor de 10 años de evolución.",
    "Fumador de 20 cigarrillos al día desde hace 15 años.",
    "Apgar 9/10 y pH 7,24.",
    "ECG: QRS en V1-V4, eje a 60°.",
    "Gen BRCA2 c.5946delT; HER2 3+.",
    "NYHA III, ASA II, Killip I.",
    "Lesión de 25 x 15 mm en el segmento VI.",
    "Cáncer de mama izquierda.",
    "Maniobra de Lasègue y signo de Babinski negativos.",
    "Quiste de 3,5 cm; Bosniak II.",
    "Vía oral, camino largo, plaza vacante.",
    "La sospecha clínica es de ictus.",
    "Varices grado II-III.",
    "Vitamina D 400 UI; dímero D elevado.",
    "COL 244, TG 150, LDL 130.",
    "Aspirado 250 cc, se reponen 500 cc.",
    "Anti-HBs 12, VIH negativo, VHC negativo.",
    "Ventilación: FiO2 0,4; PEEP 8; Vt 450.",
    "Dieta de 1500 kcal, 2 l de agua.",
    "Ingreso hospitalario y alta en 3 días.",
    "Cita en 6 meses con analítica.",
    "Sonda Foley 16 Fr, stent 3,0 x 18 mm.",
)


def read_marks(marked: str) -> tuple[str, set[int]]:
    """Returns the text without brackets and the offsets of the letters and digits inside them."""
    text = ""
    covered: set[int] = set()
    for index, part in enumerate(re.split(r"[\[\]]", marked)):
        if index % 2:
            covered.update(len(text) + k for k, char in enumerate(part) if char.isalnum())
        text += part
    return text, covered


@pytest.fixture(scope="module")
def detector() -> RuleDetector:
    """The detector with all Spanish rows."""
    return RuleDetector(load_rules("es"))


def find(detector: RuleDetector, text: str) -> tuple[Span, ...]:
    """The findings in a text after resolving."""
    (doc,) = Pipeline([detector]).annotate([Document("note", text)])
    return doc.spans


def offsets(text: str, spans: tuple[Span, ...]) -> set[int]:
    """The offsets of the letters and digits that spans cover."""
    return {k for span in spans for k in range(span.start, span.end) if text[k].isalnum()}


@pytest.mark.parametrize("marked", SENTENCES)
def test_covers_what_is_marked_and_nothing_else(detector: RuleDetector, marked: str) -> None:
    text, expected = read_marks(marked)
    assert offsets(text, find(detector, text)) == expected


@pytest.mark.parametrize("text", NEAR_MISSES)
def test_near_misses_stay(detector: RuleDetector, text: str) -> None:
    assert find(detector, text) == ()


def test_labels_are_meddocans() -> None:
    assert {rule.label for rule in load_rules("es")} <= {label.name for label in MEDDOCAN}


def test_names_of_rows_are_unique() -> None:
    names = sorted(rule.name for rule in load_rules("es"))
    assert all(first != second for first, second in pairwise(names))


def test_every_row_has_a_hit_and_a_near_miss() -> None:
    for rule in load_rules("es"):
        assert any(f"<{rule.label}>" in case for case in rule.cases), rule.name
        assert any("<" not in case for case in rule.cases), rule.name


@pytest.mark.parametrize(
    ("check", "right", "wrong"),
    [
        (is_date, "31/12/2019", "31/13/45"),
        (is_date, "2019-02-28", "2019-02-30"),
        (is_date, "02/29/2020", "29/02/2019"),
        (is_date, "1.2.99", "1.2"),
        (is_day_and_month, "29/02", "30/2"),
        (is_short_date, "14/07", "8/10"),
        (is_short_date, "8-5", "31-2"),
        (is_serial, "AC-5L-77120", "E-28935"),
        (is_serial, "2110338447", "FLAIR-3D-2022"),
        (is_plate, "TSH 903", "BMW 1200"),
        (is_plate_alone, "M-447 CDL", "A-120 LPM"),
        (is_login, "rad_gpuigjaner", "rx.torax"),
        (is_phone, "91 530 77 14", "123 45"),
        (is_dni, "12345678Z", "12345678A"),
        (is_dni, "X1234567L", "X1234567T"),
        (is_cif, "A58818501", "A58818502"),
        (is_rut, "12.345.678-5", "12.345.678-6"),
        (is_cuit, "20-05536168-2", "20-05536168-3"),
        (is_iban, "ES91 2100 0418 4502 0005 1332", "ES92 2100 0418 4502 0005 1332"),
        (is_card, "4111 1111 1111 1111", "4111-1111-1111-1112"),
        (is_name, "Pablo de la Torre", "La Mujer"),
        (is_name, "Teodora", "Ingreso"),
        (is_street, "c/ Sol", "C/D"),
        (has_four_digits, "36-03812", "244"),
    ],
)
def test_checks(check: Callable[[str], bool], right: str, wrong: str) -> None:
    assert check(right) is True
    assert check(wrong) is False
