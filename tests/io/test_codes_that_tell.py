"""Codes, units, addresses and numbers that say who the patient is do not stay; others do."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from whole_runs import deid

TELL = ["DELGADO", "Maria_Delgado", "MRN00482913", "00482913", "19610819", "216-555-0143", "okafor"]
"""Of the patient of all three formats: names, numbers, days."""
STAY = ["8480-6", "38341003", "female", "mm[Hg]", "LOINC", "final", "unknown"]
LEFT = re.compile(r"delgado|maria|482913|19610819|1961-08-19|555-?0143|okafor", re.IGNORECASE)

PATIENT: dict[str, Any] = {
    "resourceType": "Patient",
    "id": "p1",
    "identifier": [{"value": "00482913"}],
    "name": [{"family": "Delgado", "given": ["Maria"]}],
    "birthDate": "1961-08-19",
    "gender": "female",
    "telecom": [{"system": "phone", "value": "(216) 555-0143"}],
    "generalPractitioner": [{"display": "Dr. Joyce Okafor"}],
}


def fhir(tmp_path: Path, **elements: Any) -> dict[str, Any]:
    """What becomes of elements of the patient."""
    (tmp_path / "a.json").write_text(json.dumps({**PATIENT, **elements}))
    summary = deid(tmp_path / "a.json", tmp_path / "out", policy="limited-data-set")
    assert summary.ok
    ledger = (tmp_path / "out" / "ledger.jsonl").read_text()
    assert not LEFT.search(ledger)
    found: dict[str, Any] = json.loads((tmp_path / "out" / "a.json").read_text())
    del found["birthDate"]  # which this policy keeps
    return found


def extension(url: str = "code", **value: Any) -> dict[str, Any]:
    return {
        "url": "http://hl7.org/fhir/us/core/StructureDefinition/us-core-race",
        "extension": [{"url": url, **value}],
    }


@pytest.mark.parametrize("said", TELL)
def test_in_fhir(said: str, tmp_path: Path) -> None:
    address = f"http://hl7.org/fhir/{said}"
    new = fhir(
        tmp_path,
        maritalStatus={"coding": [{"system": address, "version": said, "code": said}]},
        meta={
            "source": f"http://www.cms.gov/{said}",
            "tag": [{"code": said}],
            "profile": [f"{address}|1", "http://hl7.org/fhir/StructureDefinition/Patient"],
        },
        photo=[{"contentType": f"text/plain;name={said}.txt", "title": "x"}],
        communication=[{"language": {"coding": [{"code": said}, {"code": "en"}]}}],
        extension=[
            extension(valueCode=said),
            extension(valueUri=address),
            extension(valueQuantity={"value": 1, "unit": said, "code": said, "system": address}),
            extension(said, valueString="x"),
        ],
    )
    assert not LEFT.search(json.dumps(new))
    assert new["communication"][0]["language"]["coding"][1] == {"code": "en"}
    assert new["meta"]["profile"][1] == "http://hl7.org/fhir/StructureDefinition/Patient"


@pytest.mark.parametrize("said", STAY)
def test_what_stays_in_fhir(said: str, tmp_path: Path) -> None:
    tag = {"system": "http://loinc.org", "version": said, "code": said}
    race = [
        extension(valueCode=said),
        extension(valueQuantity={"value": 1.50, "unit": said, "code": said}),
        extension("ombCategory", valueInteger=482914),
    ]
    new = fhir(tmp_path, meta={"tag": [tag]}, extension=race)
    assert new["meta"]["tag"] == [tag]
    assert new["extension"] == race
    assert new["gender"] == "female"


@pytest.mark.parametrize("number", [2165550143, 482913, 19610819, 19610819.5])
def test_numbers_of_fhir(number: float, tmp_path: Path) -> None:
    kept = extension(valueDecimal=98.6)
    quantity = {"value": number, "unit": "mg"}
    new = fhir(
        tmp_path,
        extension=[extension(valueDecimal=number), kept, extension(valueQuantity=quantity)],
    )
    assert not LEFT.search(json.dumps(new))
    assert kept in new["extension"]


def test_types_of_content(tmp_path: Path) -> None:
    kept = ["text/plain", "text/html; charset=utf-8", "application/fhir+json; fhirVersion=4.0"]
    new = fhir(tmp_path, photo=[{"contentType": each} for each in kept])
    assert [each["contentType"] for each in new["photo"]] == kept


def cda(said: str) -> str:
    return f"""<?xml version="1.0"?>
<?xml-stylesheet type="text/xsl" href="CDA.xsl"?>
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/><id extension="V77" root="2.25.7"/>
<recordTarget><patientRole><id extension="00482913" root="2.25.8"/>
<telecom value="tel:216-555-0143"/><patient><name><given>Maria</given><family>Delgado</family>
</name><birthTime value="19610819"/></patient></patientRole></recordTarget>
<author><time value="2019"/><assignedAuthor><id extension="1" root="2.25.9"/><assignedPerson><name>
<given>Joyce</given><family>Okafor</family></name></assignedPerson></assignedAuthor></author>
<component><structuredBody><component><section><title>S</title><text>
<content styleCode="Bold">x</content><table border="1"><tbody><tr><td align="left">y</td></tr>
</tbody></table></text><entry><observation classCode="OBS" moodCode="EVN">
<templateId root="2.16.840.1.113883.10.20.22.4.27" extension="2014-06-09"/>
<code code="{said}" codeSystemVersion="{said}" codeSystem="2.16.840.1.113883.6.1"/>
<value xsi:type="PQ" value="4.1" unit="{said}"/></observation></entry></section></component>
</structuredBody></component></ClinicalDocument>"""


@pytest.mark.parametrize("said", TELL)
def test_in_cda(said: str, tmp_path: Path) -> None:
    source = cda(said).replace('extension="POCD_HD', f'extension="POCD_{said[:6]}_{said[-6:]}_')
    source = source.replace('"left"', f'"{said}"')
    source = source.replace('"Bold"', '"Maria Delgado"').replace("CDA.xsl", f"{said}/CDA.xsl")
    (tmp_path / "a.xml").write_text(source)
    deid(tmp_path / "a.xml", tmp_path / "out")
    new = (tmp_path / "out" / "a.xml").read_text()
    assert not LEFT.search(new)
    assert 'nullFlavor="MSK"' in new
    assert 'value="4.1"' in new


@pytest.mark.parametrize("said", STAY)
def test_what_stays_in_cda(said: str, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(cda(said))
    deid(tmp_path / "a.xml", tmp_path / "out")
    body = re.compile(r"<component>.*", re.DOTALL)
    new = (tmp_path / "out" / "a.xml").read_text()
    assert body.findall(new) == body.findall(cda(said))
    assert new.splitlines()[:3] == cda(said).splitlines()[:3]


@pytest.mark.parametrize(
    "space", ['x="http://delgado.example/x"', 'x="urn:00482913"', 'Delgado="urn:hl7-org:v3"']
)
def test_a_namespace_of_cda_is_refused(space: str, tmp_path: Path) -> None:
    source = cda("x").replace("xmlns:xsi", f"xmlns:{space} xmlns:xsi")
    (tmp_path / "a.xml").write_text(source)
    summary = deid(tmp_path / "a.xml", tmp_path / "out")
    assert summary.notes_failed
    assert not (tmp_path / "out" / "a.xml").exists()


def hl7(said: str) -> str:
    return "\r".join([
        r"MSH|^~\&|LAB|MERCY|EHR|MERCY|20190314101500||ORU^R01|MSG00001|P|2.5.1",
        "PID|1||00482913^^^MERCY^MR||DELGADO^MARIA||19610819|F|||||216-555-0143",
        "PV1|1|I|||||1^OKAFOR^JOYCE",
        f"OBX|1|CE|{said}^x^L||{said}^positive^L||||||F",
        "OBX|2|NM|8480-6^Systolic^LN||120|mm[Hg]|||||F",
        "",
    ])  # fmt: skip


@pytest.mark.parametrize("said", TELL)
def test_in_hl7(said: str, tmp_path: Path) -> None:
    (tmp_path / "a.hl7").write_text(hl7(said), newline="")
    assert deid(tmp_path / "a.hl7", tmp_path / "out").ok
    new = (tmp_path / "out" / "a.hl7").read_text()
    assert not LEFT.search(new)
    assert "OBX|2|NM|8480-6^Systolic^LN||120|mm[Hg]|" in new


@pytest.mark.parametrize("said", STAY)
def test_what_stays_in_hl7(said: str, tmp_path: Path) -> None:
    (tmp_path / "a.hl7").write_text(hl7(said), newline="")
    assert deid(tmp_path / "a.hl7", tmp_path / "out").ok
    new = (tmp_path / "out" / "a.hl7").read_bytes().decode()
    assert new.split("\r")[3:] == hl7(said).split("\r")[3:]


PEOPLE = [
    ("en", "OKAFORJ", "Dr. John Okafor", "seen by Dr. John Okafor this week"),
    ("en", "4410", "Dr. John Okafor", ""),
    ("es", "ETXEBERRIAL", "Dra. Lucía Etxeberria", "visto por la Dra. Lucía Etxeberria"),
    ("es", "4410", "Dra. Lucía Etxeberria", ""),
]
"""Codes of a site's own, whose texts alone say of whom they are."""


def coded_in(kind: str, code: str, text: str, system: bool) -> str:
    """A document with a code and its text; the system is a public one, or nobody's."""
    if kind == "hl7":
        code, number = f"{code}^{text}^{'LN' if system else 'L'}", "1||7^^^^MR"
        return (
            f"MSH|^~\\&|A||||2019||ORU^R01|1|P|2.5\rPID|{number}\rOBX|1|CE|X^x^L||{code}||||||F\r"
        )
    if kind == "fhir":
        public = {"system": "http://loinc.org"} if system else {"system": "http://ward.example/s"}
        coding = {**public, "code": code, "display": text}
        return json.dumps({
            "resourceType": "Observation", "status": "final", "code": {"text": "Visit"},
            "valueCodeableConcept": {"coding": [coding]},
        })  # fmt: skip
    of = f'codeSystem="{"2.16.840.1.113883.6.1" if system else "1.2.3"}"'
    value = f'<value xsi:type="PQ" value="4.1" unit="x"/><value xsi:type="CD" code="{code}" {of}'
    return cda("x").replace(
        '<value xsi:type="PQ" value="4.1" unit="x"/>', f'{value} displayName="{text}"/>'
    )


def with_code(kind: str, tmp_path: Path, source: str, lang: str, action: str) -> str:
    name = {"hl7": "a.hl7", "fhir": "a.json", "cda": "a.xml"}[kind]
    (tmp_path / name).write_text(source, newline="")
    assert deid(tmp_path / name, tmp_path / "out", lang=lang, action=action).ok
    return (tmp_path / "out" / name).read_bytes().decode()


@pytest.mark.parametrize("action", ["", "surrogate"])
@pytest.mark.parametrize("kind", ["hl7", "fhir", "cda"])
@pytest.mark.parametrize(("lang", "code", "name", "sentence"), PEOPLE)
def test_a_sites_code_goes_with_the_name_beside_it(
    kind: str, lang: str, code: str, name: str, sentence: str, action: str, tmp_path: Path
) -> None:
    source = coded_in(kind, code, sentence or name, system=False)
    new = with_code(kind, tmp_path, source, lang, action)
    assert name.split()[-1] not in new
    assert code not in new
    assert re.search(r"masked|MSK|\|\|\^", new)


@pytest.mark.parametrize("kind", ["hl7", "fhir", "cda"])
@pytest.mark.parametrize(("lang", "code", "name", "sentence"), PEOPLE)
def test_other_codes_stay_beside_a_name(
    kind: str, lang: str, code: str, name: str, sentence: str, tmp_path: Path
) -> None:
    public = coded_in(kind, "8480-6", sentence or name, system=True)
    assert "8480-6" in with_code(kind, tmp_path, public, lang, "")
    own = coded_in(kind, "VISIT", f"resumen visit, {name}", system=False)
    (tmp_path / "b").mkdir()
    assert "VISIT" in with_code(kind, tmp_path / "b", own, lang, "")


@pytest.mark.parametrize(
    ("lang", "name", "surname"),
    [("en", "Dr. John Okafor", "okafor"), ("es", "Dra. Lucía Etxeberria", "etxeberria")],
)
def test_the_looks_of_a_narrative_name_nobody(
    lang: str, name: str, surname: str, tmp_path: Path
) -> None:
    told = (
        f"<td class='by_{surname}' style=\"color:red;background:url(/{surname}.png)\">{name}</td>"
    )
    plain = "<tr class='bold' style='color:red'><td align=\"left\">x</td></tr>"
    div = f'<div xmlns="http://www.w3.org/1999/xhtml"><table><tr>{told}</tr>{plain}</table></div>'
    resource = {"resourceType": "Basic", "code": {"text": "x"}}
    source = json.dumps({**resource, "text": {"status": "generated", "div": div}})
    new = json.loads(with_code("fhir", tmp_path, source, lang, ""))["text"]["div"]
    assert surname not in new.lower()
    assert plain in new
