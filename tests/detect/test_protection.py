from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError
from incognote.core.language import language_codes
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.protection import ProtectionDetector, from_settings, load_rows
from incognote.detect.rules import PLAIN, Rule, RuleDetector
from incognote.io import inline
from incognote.io.split import split
from packs import INVENTED, installed

CORPORA = Path(__file__).parents[2] / "corpora"
with installed(INVENTED):
    TABLES = {lang: load_rows(lang) for lang in language_codes()}
ROWS = [pytest.param(row, id=f"{lang}-{row.name}") for lang in TABLES for row in TABLES[lang]]
MARK = re.compile(rf"<{PLAIN}>(.*?)</{PLAIN}>")


@pytest.fixture(scope="module")
def protection() -> ProtectionDetector:
    return ProtectionDetector("en")


class Model:
    """Marks the first occurrence of what it is told to."""

    labels = frozenset({"DATE", "AGE", "PATIENT", "DOCTOR"})

    def __init__(self, *found: tuple[str, str, float], source: str = "neural") -> None:
        self.found = found
        self.source = source

    def detect(self, docs: list[Document]) -> list[list[Span]]:
        return [
            [
                Span(at, at + len(surface), label, score, self.source)
                for surface, label, score in self.found
                if (at := doc.text.find(surface)) >= 0
            ]
            for doc in docs
        ]


def left(text: str, *found: tuple[str, str, float], source: str = "neural") -> list[str]:
    pipeline = Pipeline([Model(*found, source=source), ProtectionDetector("en")])
    (doc,) = pipeline.annotate([Document("a", text)])
    return [text[s.start : s.end] for s in doc.spans]


@pytest.mark.parametrize("row", ROWS)
def test_a_row_matches_its_cases_as_marked(row: Rule) -> None:
    detector = RuleDetector([row])
    for case in row.cases:
        text = MARK.sub(r"\1", case)
        (spans,) = detector.detect([Document("a", text)])
        assert [text[s.start : s.end] for s in spans] == MARK.findall(case), case


@pytest.mark.parametrize("row", ROWS)
def test_a_row_has_a_hit_and_a_near_miss(row: Rule) -> None:
    marked = [bool(MARK.search(case)) for case in row.cases]
    assert any(marked)
    assert not all(marked)


@pytest.mark.parametrize("lang", TABLES)
def test_names_of_rows_are_unique(lang: str) -> None:
    names = [row.name for row in TABLES[lang]]
    assert len(set(names)) == len(names)


@pytest.mark.needs("corpora")
@pytest.mark.parametrize("corpus", ["notes_en", "extra_en", "notes_es", "extra_es"])
def test_no_row_covers_an_identifier_of_the_training_notes(corpus: str) -> None:
    notes = CORPORA / corpus
    docs = list(split(inline.read(notes), notes / "split.tsv", "train"))
    rows = load_rows(corpus[-2:])
    found = RuleDetector(rows).detect([doc.with_spans(()) for doc in docs])
    touched = [
        (doc.id, stretch.source, span.label)
        for doc, stretches in zip(docs, found, strict=True)
        for stretch in stretches
        for span in doc.spans
        if span.start < stretch.end and stretch.start < span.end
    ]
    assert touched == []


@pytest.mark.parametrize(
    ("text", "surface", "label"),
    [
        ("co-amoxiclav tds for 5/7, then stop", "5/7", "DATE"),
        ("Pain 6/10 at rest", "6/10", "DATE"),
        ("egfr was 41 then 38 now 44", "44", "AGE"),
        ("a G3P2012 at 30 weeks", "G3P2012", "DATE"),
        ("No Jarisch-Herxheimer seen", "Jarisch-Herxheimer", "DOCTOR"),
        ("gave Miralax in juice", "Miralax", "PATIENT"),
    ],
)
def test_what_a_model_takes_clinical_text_for_gives_way(
    text: str, surface: str, label: str
) -> None:
    assert left(text, (surface, label, 0.89)) == []


def test_a_person_may_bear_an_eponym_that_stands_alone() -> None:
    assert left("Packet built by Killip, checked", ("Killip", "DOCTOR", 0.75)) == ["Killip"]
    assert left("Packet built by Killip, checked", ("Killip", "DOCTOR", 0.65)) == []
    assert left("Packet built by Killip, checked", ("Killip", "HOSPITAL", 0.75)) == []
    for term in ("known Crohn disease", "has Crohn's", "Crohn-like", "Crohn 2"):
        assert left(term, ("Crohn", "DOCTOR", 0.75)) == []


GERMS = "Coxsackie, Norwalk, Ebola, Hantaan and Zika serologies negative"


@pytest.mark.parametrize(
    ("text", "surface", "label", "remains"),
    [
        (GERMS, "Norwalk", "PATIENT", []),
        ("Murray Valley encephalitis negative", "Murray Valley", "CITY", []),
        ("Lassa, Marburg, Omsk considered", "Omsk", "CITY", []),
        ("West Nile IgM positive", "West Nile", "LOCATION_OTHER", []),
        ("Lives in Norwalk with her sister", "Norwalk", "CITY", ["Norwalk"]),
        ("From Coxsackie NY", "Coxsackie", "CITY", ["Coxsackie"]),
        ("back from Marburg, PCR pending", "Marburg", "CITY", ["Marburg"]),
        ("Dr. Marburg PCR", "Marburg", "DOCTOR", ["Marburg"]),
        ("Norwalk Hospital infection control", "Norwalk", "HOSPITAL", ["Norwalk"]),
        ("85F s/p GLF", "GLF", "HOSPITAL", []),
        ("CC: GLF", "GLF", "DOCTOR", []),
        ("cc: GLF", "GLF", "DOCTOR", ["GLF"]),
        ("seen at GLF Clinic", "GLF", "HOSPITAL", ["GLF"]),
        ("discharged to SNF", "SNF", "HOSPITAL", []),
        ("lives at Kenduskeag SNF", "SNF", "HOSPITAL", ["SNF"]),
        ("to CCU 4", "CCU", "UNIT", ["CCU"]),
        ("Our VOICE matters", "VOICE", "ORGANIZATION", []),
        ("Our VOICE Inc", "VOICE", "ORGANIZATION", ["VOICE"]),
    ],
)
def test_germs_and_abbreviations_stay_and_places_and_houses_go(
    text: str, surface: str, label: str, remains: list[str]
) -> None:
    assert left(text, (surface, label, 0.99)) == remains


@pytest.mark.parametrize(
    ("text", "surface", "label", "remains"),
    [
        ("Tazocin for 5/7", "5/7", "DATE", []),
        ("Co-amoxiclav for 7/7 then review", "7/7", "DATE", []),
        ("doxycycline 100 mg x 5/7", "5/7", "DATE", []),
        ("review 1/52", "1/52", "DATE", []),
        ("sick note for 2/12", "2/12", "DATE", []),
        ("Tazocin on 5/7", "5/7", "DATE", ["5/7"]),
        ("fever since 5/7", "5/7", "DATE", ["5/7"]),
        ("seen 5/7 then home", "5/7", "DATE", ["5/7"]),
        ("booked for 5/7 then review", "5/7", "DATE", ["5/7"]),
        ("Abbey pain score 4", "Abbey", "PATIENT", []),
        ("abbey pain 4", "4", "AGE", []),
        ("Abbey pain free", "Abbey", "PATIENT", ["Abbey"]),
        ("lives at Abbey House", "Abbey House", "HOSPITAL", ["Abbey House"]),
    ],
)
def test_british_durations_and_the_abbey_pain_scale_stay(
    text: str, surface: str, label: str, remains: list[str]
) -> None:
    assert left(text, (surface, label, 0.99)) == remains


@pytest.mark.parametrize(
    ("text", "surface", "label", "remains"),
    [
        ("bwt 4120g Middlemore", "4120g Middlemore", "STREET", ["Middlemore"]),
        ("06/12 Day 2 of it", "06/12 Day 2", "DATE", ["06/12"]),
        ("at St. John Cantius\nFalls last 12 mo: 1", "Cantius\nFalls", "HOSPITAL", ["Cantius"]),
        ("lives in Cantius Falls now", "Cantius Falls", "CITY", ["Cantius Falls"]),
        ("grew A. Fumigatus", "A. Fumigatus", "DOCTOR", []),
        ("seen by A. Baumann", "A. Baumann", "DOCTOR", ["A. Baumann"]),
        ("past surgery Nissen, ok", "Nissen", "DOCTOR", []),
        ("seen by Dr. Nissen, ok", "Nissen", "DOCTOR", ["Nissen"]),
        ("needs interp Hmong, ok", "Hmong", "DOCTOR", []),
        ("needs interp Weber, ok", "Weber", "DOCTOR", ["Weber"]),
    ],
)
def test_what_stands_at_an_edge_or_is_called_after_somebody_stays(
    text: str, surface: str, label: str, remains: list[str]
) -> None:
    assert [mark.strip() for mark in left(text, (surface, label, 0.99))] == remains


def test_organisms_are_none_of_the_staff_in_spanish_either() -> None:
    label = "NOMBRE_PERSONAL_SANITARIO"
    for text in ("crece A. Baumannii", "por S. Maltophilia"):
        assert stays("es", text, text.split(" ", 1)[1], label) == []
    assert stays("es", "visto por A. Baumann", "A. Baumann", label) == ["A. Baumann"]


def test_rows_overrule_a_model_that_is_sure_and_lists_do_not() -> None:
    assert left("Pain 6/10 at rest", ("6/10", "DATE", 1.0)) == []
    assert left("gave Miralax in juice", ("Miralax", "PATIENT", 0.9)) == ["Miralax"]


def test_names_that_people_bear_are_not_protected_by_lists() -> None:
    assert left("seen by Mallory and Dukes", ("Mallory", "DOCTOR", 0.6)) == ["Mallory"]


def test_a_mark_that_reaches_out_of_the_stretch_stays() -> None:
    text = "Pain 6/10 Tue"
    assert left(text, ("6/10 Tue", "DATE", 0.8)) == ["6/10 Tue"]


def test_rules_and_lists_are_not_overruled() -> None:
    assert left("Pain 6/10 at rest", ("6/10", "DATE", 0.6), source="rules/x") == ["6/10"]


def test_what_gave_way_is_no_finding_under_any_threshold() -> None:
    from incognote.core.resolve import Thresholds

    pipeline = Pipeline(
        [Model(("6/10", "DATE", 0.8)), ProtectionDetector("en")],
        threshold=Thresholds({"DATE": 0.01}),
    )
    (doc,) = pipeline.annotate([Document("a", "Pain 6/10 at rest")])
    assert doc.spans == ()


def test_a_note_without_findings_is_not_looked_at(protection: ProtectionDetector) -> None:
    assert protection.protected([Document("a", "Pain 6/10")]) == [[]]
    assert protection.detect([Document("a", "Pain 6/10")]) == [[]]


def test_it_survives_pickling(protection: ProtectionDetector) -> None:
    copy = pickle.loads(pickle.dumps(protection))
    doc = Document("a", "Pain 6/10", (Span(5, 9, "DATE", 0.8, "neural"),))
    assert copy.protected([doc]) == protection.protected([doc]) != [[]]


def test_settings_choose_the_language() -> None:
    assert from_settings(Settings("es")).lang == "es"
    with pytest.raises(ConfigError, match="'eo'"):
        ProtectionDetector("eo")


WEEKDAYS = [
    ("en", "Weak on Friday 4/5 strength left arm", "Friday 4/5", ["Friday"]),
    ("en", "Motor exam Friday 4/5 in all groups", "Friday 4/5", ["Friday"]),
    ("en", "Tuesday 120/80 lying", "Tuesday 120/80", ["Tuesday"]),
    ("en", "Saturday 39.2 with rigors", "Saturday 39.2", ["Saturday"]),
    ("en", "INR on Friday 0.9.", "Friday 0.9", ["Friday"]),
    ("es", "sábado 39,2ºC, resto normal", "sábado 39,2", ["sábado"]),
    ("es", "El martes 120/80", "martes 120/80", ["martes"]),
    ("es", "El viernes 4/5 de fuerza", "viernes 4/5", ["viernes"]),
    ("es", "Dolor lunes 8/10, martes 3/10.", "martes 3/10", ["martes"]),
    ("es", "sintrom jueves 1/4 comprimido", "jueves 1/4", ["jueves"]),
    ("es", "El miércoles EVA 7/10.", "miércoles EVA 7/10", ["miércoles EVA"]),
    # A date, or nothing that tells: all of it goes.
    ("en", "Seen Friday 4/5 in clinic", "Friday 4/5", ["Friday 4/5"]),
    ("en", "Friday 4/5 strength training starts", "Friday 4/5", ["Friday 4/5"]),
    ("en", "Friday 4/5, strength 5/5", "Friday 4/5", ["Friday 4/5"]),
    ("en", "Friday 4/5 power of attorney", "Friday 4/5", ["Friday 4/5"]),
    ("en", "Appt Friday 4/5 power wheelchair eval", "Friday 4/5", ["Friday 4/5"]),
    ("en", "Mother called Saturday 5/5 strength.", "Saturday 5/5", ["Saturday 5/5"]),
    ("en", "Wed 2/6 systolic heart failure clinic", "Wed 2/6", ["Wed 2/6"]),
    ("en", "Visit Thursday 1/4 tablet count", "Thursday 1/4", ["Thursday 1/4"]),
    ("es", "Cita viernes 4/5 fuerza muscular", "viernes 4/5", ["viernes 4/5"]),
    ("es", "Revisión martes 1/4 comprobar", "martes 1/4", ["martes 1/4"]),
    ("es", "el jueves 3/4 compañera", "jueves 3/4", ["jueves 3/4"]),
    ("en", "Night shift Friday 13/14 March", "Friday 13/14", ["Friday 13/14"]),
    ("es", "Dom. 120/45 Col. Centro", "Dom. 120/45", ["Dom. 120/45"]),
    ("en", "Thursday 98 F from home", "Thursday 98", ["Thursday 98"]),
    ("en", "Monday 34C from ICU", "Monday 34", ["Monday 34"]),
    ("en", "fever Sunday 94 lady", "Sunday 94", ["Sunday 94"]),
    ("en", "INR Wed 2.4, Wed 9.4", "Wed 9.4", ["Wed 9.4"]),
    ("en", "Monday PA 4/12 saw him", "Monday PA 4/12", ["Monday PA 4/12"]),
    ("en", "Fri 4/5 power right leg improved", "Fri 4/5", ["Fri 4/5"]),
    ("en", "Letter Friday 12 cc Dr Lee", "Friday 12", ["Friday 12"]),
    ("es", "lunes 12 cp 28001", "lunes 12", ["lunes 12"]),
    ("es", "dolor lunes 4/10, viernes 8/10", "lunes 4/10", ["lunes 4/10"]),
    ("es", "Sintrom: lunes 1/2 visita", "lunes 1/2", ["lunes 1/2"]),
    ("en", "Sunday 6/10 pain clinic", "Sunday 6/10", ["Sunday 6/10"]),
    ("en", "Next visit Monday 7.4 at noon", "Monday 7.4", ["Monday 7.4"]),
    ("en", "due for INR Monday 7.4", "Monday 7.4", ["Monday 7.4"]),
    ("en", "Friday 4/5/19 strength", "Friday 4/5/19", ["Friday 4/5/19"]),
    ("es", "cita el viernes 4/5 en consulta", "viernes 4/5", ["viernes 4/5"]),
    ("es", "vista el jueves 10/10 por dolor", "jueves 10/10", ["jueves 10/10"]),
    ("es", "lunes 3 de junio, 38,5", "lunes 3 de junio, 38,5", ["lunes 3 de junio, 38,5"]),
    ("es", "Rosario, viernes 1º de diciembre", "viernes 1º", ["viernes 1º"]),
]


def stays(lang: str, text: str, surface: str, label: str) -> list[str]:
    """What of a text goes where the model marks a surface with all certainty."""
    pipeline = Pipeline([Model((surface, label, 1.0)), ProtectionDetector(lang)])
    (doc,) = pipeline.annotate([Document("a", text)])
    return [text[s.start : s.end] for s in doc.spans]


@pytest.mark.parametrize(("lang", "text", "surface", "left"), WEEKDAYS)
def test_a_value_behind_a_weekday_stays_and_the_weekday_goes(
    lang: str, text: str, surface: str, left: list[str]
) -> None:
    assert stays(lang, text, surface, "DATE" if lang == "en" else "FECHAS") == left


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("MTHFR rs1801133 het", "rs1801133"),
        ("NM_000059.3 c.68_69delAG", "NM_000059.3"),
        ("chr7:117199644 ATCT>A", "117199644"),
        ("OMIM 600185", "600185"),
        ("NCT04280705 arm B", "NCT04280705"),
        ("SNOMED CT 44054006", "44054006"),
        ("LOINC 4548-4", "4548-4"),
        ("CAS 71-43-2", "71-43-2"),
        ("EC 3.4.21.5", "3.4.21.5"),
        ("ATC A10BA02", "A10BA02"),
        ("ICD-O 8140/3", "8140/3"),
        ("Azure XT DR MRI", "MRI"),
    ],
)
def test_entries_of_public_registers_stay_in_every_language(
    lang: str, text: str, surface: str
) -> None:
    label = "DOCTOR" if lang == "en" else "NOMBRE_PERSONAL_SANITARIO"
    assert stays(lang, text, surface, label) == []


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("MRN: NCT04280705", "NCT04280705"),
        ("seen by rs180113 at noon", "rs180113"),
        ("user rs1801133", "rs1801133"),
        ("10:22 rs204518 vitals", "rs204518"),
        ("Nurse rs20451 not available", "rs20451"),
        ("ID: RCV123456789", "RCV123456789"),
        ("MIM 123456 discharged", "MIM 123456"),
        ("Dr. EMG", "EMG"),
        ("Dr TAC", "TAC"),
        ("NHC 44054006", "44054006"),
        ("SNOMED CT 44054007", "44054007"),  # its check digit is wrong
        ("CAS 71-43-3", "71-43-3"),
        ("muestra 4548-4", "4548-4"),
        ("sample ID NM_000059.3", "NM_000059.3"),
        ("paciente MIM 600185", "MIM 600185"),
        ("IP 3.4.21.5", "3.4.21.5"),
        ("DR CHO", "CHO"),
        ("DR DAI", "DAI"),
    ],
)
def test_what_has_their_shape_and_is_somebodys_goes(lang: str, text: str, surface: str) -> None:
    label = "IDNUM" if lang == "en" else "ID_CONTACTO_ASISTENCIAL"
    assert stays(lang, text, surface, label) == [surface]


@pytest.mark.parametrize(
    ("text", "surface", "left"),
    [
        ("2/6 ciclos de FOLFOX", "2/6", []),
        ("Sesión 10/12 de rehabilitación.", "10/12 de", []),
        ("Sintrom 4 mg: 1/2 - 1/4 - 1/2.", "1/2 - 1/4 - 1/2", []),
        ("FIGO 2018 IB", "2018", []),
        ("Insulina: 12-8-10", "12-8-10", []),
        ("VMNI 16/8 cmH2O.", "16/8", []),
        ("VMNI: 16/8 en planta", "16/8", ["16/8"]),
        ("1ª dosis 3/6", "3/6", ["3/6"]),
        ("2/6 sesiones suspendidas", "2/6", ["2/6"]),
        ("Debut: insulina 12-8-18", "12-8-18", ["12-8-18"]),
        ("TA controlada, 14/9 en casa", "14/9", ["14/9"]),
        ("Próxima sesión 10/12 de rehabilitación.", "10/12", ["10/12"]),
        ("El día 3/7 de antibiótico", "3/7", ["3/7"]),
        ("VMNI 16/8 retirada", "16/8", ["16/8"]),
        ("Control el 2/6 ciclos aparte", "2/6", ["2/6"]),
        ("ingreso en 2018 por FIGO", "2018", ["2018"]),
    ],
)
def test_spanish_courses_doses_and_criteria(text: str, surface: str, left: list[str]) -> None:
    assert stays("es", text, surface, "FECHAS") == left


def test_a_sure_rule_outranks_the_value_behind_a_weekday() -> None:
    class Rules:
        labels = frozenset({"DATE"})

        def detect(self, docs: list[Document]) -> list[list[Span]]:
            return [[Span(0, 10, "DATE", 0.95, "rules/x")] for _ in docs]

    class Weighing(Model):
        weighs = frozenset({"rules"})

    model = Weighing(("Friday 4/5", "DATE", 1.0))
    pipeline = Pipeline([Rules(), model, ProtectionDetector("en")])
    text = "Friday 4/5 strength"
    (doc,) = pipeline.annotate([Document("a", text)])
    assert "4/5" in "".join(text[s.start : s.end] for s in doc.spans)
