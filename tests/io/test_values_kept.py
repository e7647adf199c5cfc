"""What a policy keeps is kept where it is of its kind: in every container, run whole."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from incognote.core.pipeline import Pipeline, Settings
from incognote.io.format import Fields
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.run.batch import OutputFolder, Sources, Summary, Task, run
from incognote.run.deidentifier import load_pipeline


@cache
def pipeline() -> Pipeline:
    return load_pipeline(Settings("en"))


def deid(path: Path, policy: str, fields: Fields) -> tuple[Summary, str]:
    task = Task(pipeline, get_policy(policy), Context(b"k" * 32))
    out = path.parent / "out"
    summary = run(Sources([path], fields=fields), task, OutputFolder(out))
    return summary, (out / path.name).read_text() if (out / path.name).is_file() else ""


HL7 = r"MSH|^~\&|LAB|MERCY|EHR|MERCY|20190314101500||ORU^R01|M1|P|2.5.1" + "\r"
CDA = (
    '<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><id extension="V77" root="2.16.840.1"/>'
    '<recordTarget><patientRole><id extension="00482913" root="2.16.840.1.2"/><addr><city>{CITY}'
    "</city><country>{COUNTRY}</country></addr><patient><name><given>Maria</given><family>Delgado"
    "</family></name></patient></patientRole></recordTarget><component><structuredBody><component>"
    "<section><title>S</title><text>x</text>{ENTRY}</section></component></structuredBody>"
    "</component></ClinicalDocument>"
)


def csv(said: dict[str, str]) -> tuple[str, str, Fields]:
    roles = {name: name.upper() for name in ("city", "country", "profession")}
    row = ",".join(f'"{said.get(role, "")}"' for role in roles.values())
    text = f"mrn,name,{','.join(roles)},note\n00482913,Maria Delgado,{row},Fine.\n"
    decided = {"mrn": "patient", "name": "PATIENT", "note": "text", **roles}
    return "a.csv", text, Fields(decided)


def csv_without_notes(said: dict[str, str]) -> tuple[str, str, Fields]:
    name, text, fields = csv(said)
    return name, text, Fields({**fields.decided, "note": "drop"})


def hl7(said: dict[str, str]) -> tuple[str, str, Fields]:
    pid = f"PID|1||00482913^^^M^MR||DELGADO^MARIA||||||^^{said.get('CITY', '')}^^^"
    job = f"NK1|1|DELGADO^MARIA||||||||{said.get('PROFESSION', '')}"
    return "a.hl7", f"{HL7}{pid}{said.get('COUNTRY', '')}\r{job}\r", Fields()


def fhir(said: dict[str, str]) -> tuple[str, str, Fields]:
    address = {"city": said.get("CITY", ""), "country": said.get("COUNTRY", "")}
    patient = {"resourceType": "Patient", "id": "p1", "address": [address]}
    return (
        "a.json",
        json.dumps({**patient, "name": [{"family": "Delgado"}]}, ensure_ascii=False),
        Fields(),
    )


def cda(said: dict[str, str]) -> tuple[str, str, Fields]:
    text = CDA
    for name in ("CITY", "COUNTRY", "ENTRY"):
        text = text.replace(f"{{{name}}}", said.get(name, ""))
    return "a.xml", text, Fields()


EVERYWHERE = (csv, csv_without_notes, hl7, fhir, cda)
TOLD = ("Delgado", "DELGADO", "Okafor", "00482913", "5550143")


def outcome(tmp_path: Path, make: object, policy: str, said: dict[str, str]) -> str:
    name, text, fields = make(said)  # type: ignore[operator]
    (tmp_path / name).write_text(text, newline="")
    summary, new = deid(tmp_path / name, policy, fields)
    assert summary.ok
    return new


@pytest.mark.parametrize("make", EVERYWHERE)
@pytest.mark.parametrize("policy", ["hipaa", "limited-data-set"])
@pytest.mark.parametrize(
    "said",
    [
        {"COUNTRY": "USA Delgado"},
        {"COUNTRY": "Okafor"},
        {"PROFESSION": "Delgado"},
        {"PROFESSION": "welder, wife Joyce Okafor"},
        {"PROFESSION": "welder 00482913"},
        {"PROFESSION": "welder 5550143"},
        {"CITY": "Leadville Delgado"},
        {"CITY": "Leadville, attn Joyce Okafor"},
    ],
)
def test_what_says_more_than_its_type_does_not_stay(
    tmp_path: Path, make: object, policy: str, said: dict[str, str]
) -> None:
    new = outcome(tmp_path, make, policy, said)
    assert [word for word in TOLD if word in new] == []


@pytest.mark.parametrize("make", EVERYWHERE)
@pytest.mark.parametrize("country", ["Haiti", "MX", "USA", "España", "England", "Viet Nam"])
def test_countries_stay_by_name_and_by_code(tmp_path: Path, make: object, country: str) -> None:
    assert country in outcome(tmp_path, make, "hipaa", {"COUNTRY": country})


@pytest.mark.parametrize("make", [csv, csv_without_notes, hl7])
@pytest.mark.parametrize("job", ["retired welder", "Baker", "School bus driver", "housewife"])
def test_occupations_stay(tmp_path: Path, make: object, job: str) -> None:
    assert job in outcome(tmp_path, make, "hipaa", {"PROFESSION": job})


@pytest.mark.parametrize("make", EVERYWHERE)
@pytest.mark.parametrize("town", ["Leadville", "Bad Tölz", "Upper Sandusky"])
def test_towns_stay_in_a_limited_data_set(tmp_path: Path, make: object, town: str) -> None:
    assert town in outcome(tmp_path, make, "limited-data-set", {"CITY": town})


@pytest.mark.parametrize(("job", "stays"), [("welder", True), ("Delgado", False)])
def test_a_table_of_parquet_is_held_to_the_same(tmp_path: Path, job: str, stays: bool) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    rows = [{"mrn": "00482913", "name": "Maria Delgado", "profession": job, "note": "Fine."}]
    pq.write_table(pa.Table.from_pylist(rows), tmp_path / "a.parquet")
    roles = {"mrn": "patient", "name": "PATIENT", "profession": "PROFESSION", "note": "text"}
    task = Task(pipeline, get_policy("hipaa"), Context(b"k" * 32))
    source = Sources([tmp_path / "a.parquet"], fields=Fields(roles))
    assert run(source, task, OutputFolder(tmp_path / "out")).ok
    (row,) = pq.read_table(tmp_path / "out/a.parquet").to_pylist()
    assert row["profession"] == (job if stays else "[PROFESSION]")


@pytest.mark.parametrize("town", ["Leadville Delgado", "Leadville Nilsson", "Delgado"])
def test_a_bundle_of_several_patients_is_searched_for_all(tmp_path: Path, town: str) -> None:
    names = ("Delgado", "Nilsson")
    entries = [
        {
            "resource": {
                **{"resourceType": "Patient", "id": f"p{i}", "name": [{"family": name}]},
                "address": [{"city": town}],
            }
        }
        for i, name in enumerate(names)
    ]
    bundle = json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries})
    new = outcome(tmp_path, lambda _: ("a.json", bundle, Fields()), "limited-data-set", {})
    assert [name for name in names if name in new] == []


# Ages and numbers of people in results ---------------------------------------------------------


def obx(code: str, kind: str, said: str, unit: str = "") -> tuple[str, str]:
    return "a.hl7", f"{HL7}PID|1||7788^^^M^MR\rOBX|1|{kind}|{code}^LN||{said}|{unit}|||||F\r"


def observed(code: str, key: str, value: object) -> tuple[str, str]:
    number, _, name = code.partition("^")
    shown = {"coding": [{"system": "http://loinc.org", "code": number, "display": name}]}
    plain = {"resourceType": "Observation", "status": "final", "code": shown, key: value}
    return "a.json", json.dumps(plain)


def measured(code: str, value: str) -> tuple[str, str]:
    number, _, name = code.partition("^")
    entry = (
        f'<entry><observation classCode="OBS" moodCode="EVN"><code code="{number}" displayName='
        f'"{name}" codeSystem="2.16.840.1.113883.6.1"/>{value}</observation></entry>'
    )
    return cda({"ENTRY": entry})[:2]


def told(resource: object) -> tuple[str, str]:
    return "a.json", json.dumps(resource)


def answered(asked: str, value: object) -> tuple[str, str]:
    item = {"linkId": "7", "text": asked, "answer": [value]}
    form = {"resourceType": "QuestionnaireResponse", "status": "completed", "item": [item]}
    return "a.json", json.dumps(form)


AGE, OTHER, LOCAL = "30525-0^Age", "718-7^Hemoglobin", "L7^Patient age"
ASKED = ("Your age?", "What is the patient's age", "How old are you?", "¿Qué edad tiene?", "Edad?")


@pytest.mark.parametrize("policy", ["hipaa", "gdpr"])
@pytest.mark.parametrize(
    "made",
    [
        *(obx(code, kind, said) for code in (AGE, LOCAL) for kind, said in
          (("NM", "97"), ("SN", "^97"), ("ST", "97"), ("SN", ">^97"), ("CWE", "97^97 years^L"),
           ("CE", "OLD^Very old^L^97^97 yr old^L"), ("IS", "97"))),
        *(obx(OTHER, "NM", "97", unit) for unit in ("a^year^UCUM", "yr", "{a}", "^years", "AÑOS")),
        *(obx(OTHER, "SN", "^97", unit) for unit in ("a", "Years")),
        *(obx(OTHER, "NM", number, unit) for number, unit in (("1197", "mo"), ("5097", "wk"))),
        *(observed(code, key, value) for code in (AGE, LOCAL) for key, value in
          (("valueInteger", 97), ("valueString", "97"), ("valueQuantity", {"value": 97}))),
        *(observed(OTHER, "valueQuantity", {"value": value, "unit": unit})
          for value, unit in ((97, "years"), (97.5, "yr"), (1197, "mo"), (5097, "weeks"))),
        *(observed(OTHER, "component", [{"code": {"text": "Age"}, "valueInteger": 97}]),),
        *(obx(f"L7^{asked}", kind, said) for asked in ASKED for kind, said in
          (("NM", "97"), ("SN", "^97"), ("ST", "97"))),
        *(observed(f"L7^{asked}", "valueInteger", 97) for asked in ASKED),
        *(answered(asked, value) for asked in ASKED for value in
          ({"valueInteger": 97}, {"valueString": "97"}, {"valueQuantity": {"value": 97}})),
        *(measured(f"L7^{asked}", '<value xsi:type="INT" value="97"/>') for asked in ASKED),
        told({"resourceType": "Parameters", "parameter": [{"name": "age", "valueInteger": 97}]}),
        told({"resourceType": "Task", "input": [{"type": {"text": "Age"}, "valueInteger": 97}]}),
        *(measured(code, f'<value xsi:type="{kind}" value="97"/>')
          for code in (AGE, LOCAL) for kind in ("INT", "REAL")),
        *(measured(AGE, '<value xsi:type="ST">97</value>'),),
        *(measured(OTHER, f'<value xsi:type="PQ" value="{value}" unit="{unit}"/>')
          for value, unit in (("97", "a"), ("97.5", "yr"), ("1197", "mo"), ("5097", "wk"))),
        *(obx(OTHER, kind, said, "a") for kind, said in
          (("ST", "97,5"), ("ST", ">97"), ("NM", "97+"))),
        *(observed(OTHER, "valueQuantity", {"value": 97, "comparator": ">", "unit": "a"}),),
    ],
)  # fmt: skip
def test_an_old_age_stays_in_no_unit(tmp_path: Path, policy: str, made: tuple[str, str]) -> None:
    new = outcome(tmp_path, lambda _: (*made, Fields()), policy, {})
    assert not re.search(r"(?<![\d.])(?:11|50)?97(?!\d)", new)


@pytest.mark.parametrize(
    ("made", "number"),
    [
        (obx(OTHER, "NM", "123456789.123", "g/dL"), "|123456789.123|"),
        (obx("20447-9^HIV RNA", "NM", "1250000", "copies/mL"), "|1250000|"),
        (obx(OTHER, "NM", "97"), "|97|"),
        (obx(OTHER, "NM", "250000"), "|250000|"),
        (obx(OTHER, "SN", "1^:^320"), "|1^:^320|"),
        (obx(OTHER, "NM", "97", "mo"), "|97|"),
        (obx("59576-9^BMI percentile per age and sex", "NM", "97", "%"), "|97|"),
        (obx(AGE, "NM", "45", "a"), "|45|"),
        (obx(AGE, "CWE", "45^45 years^L"), "|45^45 years^L|"),
        (obx(AGE, "CWE", "195967001^Asthma^SCT"), "|195967001^Asthma^SCT|"),
        (obx(OTHER, "CWE", "97^x^SCT"), "|97^x^SCT|"),
        (observed(OTHER, "valueInteger", 97), ": 97"),
        (observed(AGE, "valueInteger", 45), ": 45"),
        (answered("Heart rate", {"valueInteger": 97}), ": 97"),
        (answered("Weight for age", {"valueInteger": 97}), ": 97"),
        (answered("Your age?", {"valueInteger": 45}), ": 45"),
        (observed(OTHER, "valueQuantity", {"value": 97.25, "unit": "mo"}), ": 97.25"),
        (measured(OTHER, '<value xsi:type="INT" value="97"/>'), '"97"'),
        (measured(AGE, '<value xsi:type="PQ" value="45.5" unit="a"/>'), "45.5"),
        *(
            (obx(OTHER, kind, said, unit), f"|{said}|")
            for kind, said, unit in (("ST", "<5", "d"), ("NM", "3,5", "mo"), ("ST", "~45+", "a"))
        ),
        (measured(OTHER, '<value xsi:type="PQ" value="45.25" unit="a"/>'), "45.25"),
        (obx(OTHER, "NM", "45.25", "a"), "|45.25|"),
        (observed(OTHER, "valueQuantity", {"value": 45.25, "unit": "a"}), ": 45.25"),
    ],
)
def test_results_stay(tmp_path: Path, made: tuple[str, str], number: str) -> None:
    policy = "limited-data-set" if "45.5" in number else "hipaa"
    assert number in outcome(tmp_path, lambda _: (*made, Fields()), policy, {})


@pytest.mark.parametrize("kind", ["NM", "SN"])
@pytest.mark.parametrize("number", ["5550143", "216555014", "2165550143", "00482913", "0048291345"])
@pytest.mark.parametrize("unit", ["", "a"])
def test_numbers_as_long_as_those_of_people_are_no_results(
    tmp_path: Path, kind: str, number: str, unit: str
) -> None:
    made = obx(OTHER, kind, f"^{number}" if kind == "SN" else number, unit)
    assert number not in outcome(tmp_path, lambda _: (*made, Fields()), "hipaa", {})


# A day of birth that is none -------------------------------------------------------------------


@pytest.mark.parametrize("day", ["1961-08-19T x", "1961-08", "1961", "1961-13-45", "x", "19610819"])
@pytest.mark.parametrize("kind", ["fhir", "hl7", "cda", "csv"])
def test_a_patient_is_not_lost_for_a_day_of_birth(tmp_path: Path, kind: str, day: str) -> None:
    note, fields = "Mrs. Delgado came. No pain.", Fields()
    patient = {"resourceType": "Patient", "id": "p1", "name": [{"family": "Delgado"}]}
    texts = {
        "fhir": (
            "a.json",
            json.dumps({**patient, "birthDate": day, "maritalStatus": {"text": note}}),
        ),
        "hl7": (
            "a.hl7",
            f"{HL7}PID|1||7788^^^M^MR||DELGADO^MARIA||{day.replace('-', '')}\rNTE|1||{note}\r",
        ),
        "cda": (
            "a.xml",
            cda({})[1]
            .replace("</name></patient>", f'</name><birthTime value="{day}"/></patient>')
            .replace("<text>x", f"<text>{note}"),
        ),
        "csv": ("a.csv", f"name,birth_date,note\nMaria Delgado,{day},{note}\n"),
    }
    if kind == "csv":
        fields = Fields({"name": "PATIENT", "birth_date": "DATE", "note": "text"})
    name, text = texts[kind]
    new = outcome(tmp_path, lambda _: (name, text, fields), "hipaa", {})
    assert "No pain" in new
    assert [
        word for word in ("Delgado", "T x", "1961-08", "0819", "13-45", "1345") if word in new
    ] == []
