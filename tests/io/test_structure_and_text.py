"""What a container says in places of its own and in its text comes out the same in both."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from incognote.core.pipeline import Pipeline, Settings
from incognote.io.format import NO_FIELDS, Fields
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.run.batch import OutputFolder, Sources, Task, run
from incognote.run.deidentifier import load_pipeline


@cache
def english() -> Pipeline:
    return load_pipeline(Settings("en"))


@cache
def spanish() -> Pipeline:
    return load_pipeline(Settings("es"))


PACKS = {"en": english, "es": spanish}


def deid(
    source: Path, policy: str, *, lang: str = "en", fields: Fields = NO_FIELDS, format: str = ""
) -> Path:
    task = Task(
        PACKS[lang], get_policy(policy), Context(b"k" * 32, lang=lang), other_language="pass"
    )
    out = source.parent / f"out-{policy}"
    assert run(Sources([source], format, fields=fields), task, OutputFolder(out), jobs=1).ok
    return out / source.name if source.is_file() else out


# Names -------------------------------------------------------------------------------------------

Said = tuple[str, str, str]
"""A surname, given names, a note."""
TABLE = Fields({"mrn": "patient", "last_name": "PATIENT", "first_name": "PATIENT", "note": "text"})


def in_csv(path: Path, said: Said, lang: str) -> Said:
    source = path / "a.csv"
    with source.open("w", newline="") as file:
        csv.writer(file).writerows([("mrn", "last_name", "first_name", "note"), ("77123", *said)])
    with deid(source, "hipaa-expert", lang=lang, fields=TABLE).open(newline="") as file:
        (row,) = csv.DictReader(file)
    return row["last_name"], row["first_name"], row["note"]


def in_lines(path: Path, said: Said, lang: str) -> Said:
    source = path / "a.jsonl"
    names = ("mrn", "last_name", "first_name", "note")
    source.write_text(json.dumps(dict(zip(names, ("77123", *said), strict=True))) + "\n")
    row = json.loads(deid(source, "hipaa-expert", lang=lang, fields=TABLE).read_text())
    return row["last_name"], row["first_name"], row["note"]


def in_fhir(path: Path, said: Said, lang: str) -> Said:
    """A bulk export: who the patient is stands in another file than the note."""
    family, given, note = said
    source = path / "bulk"
    source.mkdir()
    name = {"family": family, "given": given.split()}
    patient = {"resourceType": "Patient", "id": "p1", "name": [name]}
    seen = {"resourceType": "Observation", "subject": {"reference": "Patient/p1"}}
    seen |= {"status": "final", "code": {"text": "x"}, "valueString": note}
    (source / "Patient.ndjson").write_text(json.dumps(patient) + "\n")
    (source / "Observation.ndjson").write_text(json.dumps(seen) + "\n")
    out = deid(source, "hipaa-expert", lang=lang)
    (new,) = json.loads((out / "Patient.ndjson").read_text())["name"]
    note = json.loads((out / "Observation.ndjson").read_text())["valueString"]
    return new["family"], " ".join(new["given"]), note


def in_bundle(path: Path, said: Said, lang: str) -> Said:
    """Beside another patient, whose surname is a given name of the first."""
    family, given, note = said
    texts = ((family, given.split(), note), (given.split()[0], ["Ellen"], "No pain."))
    entries = []
    for id, (surname, names, text) in enumerate(texts):
        name = {"family": surname, "given": names}
        entries += [
            {"resourceType": "Patient", "id": f"p{id}", "name": [name]},
            {"resourceType": "Observation", "status": "final", "code": {"text": "x"}}
            | {"subject": {"reference": f"Patient/p{id}"}, "valueString": text},
        ]
    bundle = {"resourceType": "Bundle", "type": "collection"}
    bundle["entry"] = [{"resource": each} for each in entries]  # type: ignore[assignment]
    source = path / "a.json"
    source.write_text(json.dumps(bundle))
    new = json.loads(deid(source, "hipaa-expert", lang=lang).read_text())["entry"]
    (name,) = new[0]["resource"]["name"]
    return name["family"], " ".join(name["given"]), new[1]["resource"]["valueString"]


def in_hl7(path: Path, said: Said, lang: str) -> Said:
    family, given, note = said
    first, _, middle = given.partition(" ")
    source = path / "a.hl7"
    source.write_text(
        r"MSH|^~\&|LAB|MERCY|EHR|MERCY|20190314101500||ORU^R01|M1|P|2.5.1" + "\r"
        f"PID|1||77123^^^M^MR||{family}^{first}^{middle}\r"
        f"OBR|1\rOBX|1|TX|R^Report^L||{note}||||||F\r",
        newline="",
    )
    out = deid(source, "hipaa-expert", lang=lang).read_text()
    (name,) = re.findall(r"PID\|1\|\|[^|]*\|\|([^|\r\n]*)", out)
    (note,) = re.findall(r"Report\^L\|\|([^|]*)", out)
    last, *rest = name.split("^")
    return last, " ".join(filter(None, rest)), note


def in_cda(path: Path, said: Said, lang: str) -> Said:
    family, given, note = said
    names = "".join(f"<given>{each}</given>" for each in given.split())
    source = path / "a.xml"
    source.write_text(
        '<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><recordTarget><patientRole>'
        f'<id extension="77123" root="2.16.840.1.2"/><patient><name>{names}<family>{family}</family>'
        "</name></patient></patientRole></recordTarget><component><structuredBody><component>"
        f"<section><title>S</title><text>{note}</text></section></component></structuredBody>"
        "</component></ClinicalDocument>"
    )
    out = deid(source, "hipaa-expert", lang=lang).read_text()
    (last,) = re.findall("<family>(.*?)</family>", out)
    (note,) = re.findall("<text>(.*?)</text>", out)
    return last, " ".join(re.findall("<given>(.*?)</given>", out)), note


CONTAINERS = (in_csv, in_lines, in_fhir, in_bundle, in_hl7, in_cda)
PEOPLE = [
    *(("en", *who) for who in (("Agee", "Ashton"), ("Thornbury", "Zorislava"), ("Thomas", "Scott"))),
    *(("en", *who) for who in (("Van Buren", "Ulrika"), ("Betterhalf", "Maria"), ("Ng", "Minh"))),
    *(("en", *who) for who in (("Brownstone-Quux", "Lark Odell"), ("De La Rue", "Ysolde"))),
    *(("es", *who) for who in (("Zubizarreta Gorostegi", "Iratxe"), ("Quintanilla", "Nemesia"))),
    *(("es", *who) for who in (("de la Hoz", "Eulogia"), ("Calleja", "Guadalupe"))),
]
NOTES = {
    "en": "{given} {family} came. Mrs. {family} is well. Ms. {given} {family} slept.",
    "es": "{given} {family} acude. La Sra. {family} va bien. Doña {given} {family} duerme.",
}


@pytest.mark.parametrize("within", CONTAINERS)
@pytest.mark.parametrize(("lang", "family", "given"), PEOPLE)
def test_a_name_is_one_in_its_fields_and_in_the_note(
    tmp_path: Path, within: Callable[[Path, Said, str], Said], lang: str, family: str, given: str
) -> None:
    note = NOTES[lang].format(family=family, given=given)
    last, first, text = within(tmp_path, (family, given, note), lang)
    assert text == NOTES[lang].format(family=last, given=first)
    assert last.casefold() != family.casefold()
    assert first.casefold() != given.casefold()
