"""What stands in structure where no table expects it does not stay: run whole, by the words."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from incognote.core.pipeline import Settings
from incognote.io.format import Fields
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.run.batch import OutputFolder, Sources, Summary, Task, run
from incognote.run.deidentifier import load_pipeline

HL7 = "\r".join([
    r"MSH|^~\&|LAB|MERCY|EHR|MERCY|20190314101500||ORU^R01|MSG00001|P|2.5.1",
    "PID|1||00482913^^^MERCY^MR||DELGADO^MARIA||19610819",
    "OBX|1|NM|21112-8^Birth date^LN||19610819||||||F",
    "OBX|2|CE|X||19610819^x^L||||||F",
    "",
])  # fmt: skip
CDA = (
    '<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3" '
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><id extension="V77" root="2.16.840.1"/>'
    '<recordTarget><patientRole><id extension="00482913" root="2.16.840.1.2"/><addr>'
    "<city>Leadville</city><county>Washington</county><state>OH</state></addr><patient><name>"
    "<given>Maria</given><family>Delgado</family></name></patient></patientRole></recordTarget>"
    "<component><structuredBody><component><section><title>S</title><text>x</text><entry>"
    '<observation classCode="OBS" moodCode="EVN"><code code="30525-0" '
    'codeSystem="2.16.840.1.113883.6.1"/><value xsi:type="PQ" value="98.5" unit="a"/>'
    '<value xsi:type="PQ" value="99" unit="yr"/></observation></entry></section></component>'
    "</structuredBody></component></ClinicalDocument>"
)
FHIR = '{"resourceType": "Patient", "id": "p1", "birthDate": "1961-08-19", "_birthDate": "Maria Q"}'


def deid(
    folder: Path,
    name: str,
    text: str,
    policy: str = "hipaa",
    fields: Fields = Fields(),  # noqa: B008
) -> tuple[Summary, str]:
    (folder / name).write_text(text, newline="")
    task = Task(partial(load_pipeline, Settings("en")), get_policy(policy), Context(b"k" * 32))
    out = folder / "out"
    summary = run(Sources([folder / name], fields=fields), task, OutputFolder(out))
    return summary, (out / name).read_text() if (out / name).exists() else ""


def test_a_birth_date_in_a_result_is_the_patients(tmp_path: Path) -> None:
    summary, new = deid(tmp_path, "a.hl7", HL7)
    assert summary.ok
    assert "19610819" not in new


def test_a_county_is_below_a_state_and_old_ages_go_in_any_unit(tmp_path: Path) -> None:
    summary, new = deid(tmp_path, "a.xml", CDA)
    assert summary.ok
    assert [word for word in ("Washington", "Leadville", "98.5", '"99"') if word in new] == []


@pytest.mark.parametrize("other", ["", "drop"])
def test_a_bare_value_in_place_of_an_elements_extensions(tmp_path: Path, other: str) -> None:
    summary, new = deid(tmp_path, "a.json", FHIR, "limited-data-set", Fields(other=other))
    assert "Maria" not in new
    assert summary.ok == bool(other)
