"""Bundles of an invented patient, as Synthea and hospitals write them, in R4 and in R5."""

from __future__ import annotations

import base64
import json
from typing import Any

P = "0b6e7a0c-9c3f-4a4e-8a5b-2d7a1f3c9e11"
D = "5d1f2a3b-4c5d-4e6f-8a9b-0c1d2e3f4a5b"
E = "7e8f9a0b-1c2d-4e3f-9a5b-6c7d8e9f0a1b"
NPI = "http://hl7.org/fhir/sid/us-npi"
CORE = "http://hl7.org/fhir/us/core/StructureDefinition/"
HL7 = "http://hl7.org/fhir/StructureDefinition/"
NOTE = (
    "DISCHARGE SUMMARY\n\nMaria Delgado (MRN 00482913), born 8/19/1961, was seen by Dr. James "
    "Okafor on 3/14/2019.\nHer sister Ana Ruiz drove her home to 18 Alder Row, Leadville. "
    "Call (216) 555-0143.\nHb 12.5, BP 120/80, metformin 500 mg twice daily.\n"
)
REMOVED = (
    *("Delgado", "Elena", "Okafor", "Quintero", "Rosaura", "Ruiz", "00482913", "999-41-2376"),
    *("216-555-0143", "555-0143", "m.delgado@example.org", "18 Alder Row", "Leadville", "44107"),
    *("1961-08-19", "8/19/1961", "2019-03-14", "3/14/2019", "9999999993", P, D, E),
    *("XZH884120077", "Vance", "ehr.mercy.example", "SN4471A09", "20190314"),
)
"""What no output may hold, in whatever coding."""
KEPT = (
    *("Hb 12.5, BP 120/80, metformin 500 mg twice daily.", "Body Height", "8302-2", "170.20", "cm"),
    *("Viral sinusitis (disorder)", "444814009", "Medical Record Number", "2106-3", "female"),
    *("Acetaminophen 325 MG Oral Tablet", "finished", "urn:oid:2.16.840.1.113883.6.238"),
)


def b64(data: str | bytes) -> str:
    """Returns text or bytes in base64."""
    return base64.b64encode(data.encode() if isinstance(data, str) else data).decode()


def concept(system: str, code: str, shown: str) -> dict[str, Any]:
    """Returns a CodeableConcept."""
    return {"coding": [{"system": system, "code": code, "display": shown}], "text": shown}


def patient() -> dict[str, Any]:
    """Returns the patient, the same in R4 and R5."""
    race = [
        {
            "url": "ombCategory",
            "valueCoding": {
                "system": "urn:oid:2.16.840.1.113883.6.238",
                "code": "2106-3",
                "display": "White",
            },
        },
        {"url": "text", "valueString": "White"},
    ]
    place = [
        {"url": "latitude", "valueDecimal": 41.413},
        {"url": "longitude", "valueDecimal": -81.627},
    ]
    kind = concept("http://terminology.hl7.org/CodeSystem/v2-0203", "MR", "Medical Record Number")
    return {
        "resourceType": "Patient",
        "id": P,
        "meta": {"profile": [f"{CORE}us-core-patient"], "lastUpdated": "2019-03-14T10:00:00Z"},
        "text": {
            "status": "generated",
            "div": '<div xmlns="http://www.w3.org/1999/xhtml"><p id="x1" title="Delgado">Maria '
            "Elena <b>Delgado</b> (&quot;Mari&quot;)</p><table><tr><td>DOB</td><td>1961-08-19"
            "</td></tr></table><!-- Delgado --></div>",
        },
        "extension": [
            {"url": f"{CORE}us-core-race", "extension": race},
            {"url": f"{HL7}patient-mothersMaidenName", "valueString": "Rosaura Quintero"},
            {"url": f"{HL7}patient-birthPlace", "valueAddress": {"city": "Leadville"}},
        ],
        "identifier": [
            {"type": kind, "system": "http://ehr.mercy.example/mrn", "value": "00482913"},
            {"system": "http://hl7.org/fhir/sid/us-ssn", "value": "999-41-2376"},
        ],
        "name": [{"use": "official", "family": "Delgado", "given": ["Maria", "Elena"]}],
        "telecom": [
            {"system": "phone", "value": "216-555-0143", "use": "home"},
            {"system": "email", "value": "m.delgado@example.org"},
        ],
        "gender": "female",
        "birthDate": "1961-08-19",
        "_birthDate": {
            "extension": [
                {"url": f"{HL7}patient-birthTime", "valueDateTime": "1961-08-19T14:35:45-05:00"}
            ]
        },
        "address": [
            {
                "extension": [{"url": f"{HL7}geolocation", "extension": place}],
                "line": ["18 Alder Row"],
                "city": "Leadville",
                "state": "OH",
                "postalCode": "44107",
                "country": "US",
            }
        ],
        "multipleBirthBoolean": False,
        "contact": [{"name": {"family": "Ruiz", "given": ["Ana"]}}],
        "generalPractitioner": [{"reference": f"urn:uuid:{D}", "display": "Dr. James Okafor"}],
    }


def practitioner() -> dict[str, Any]:
    """Returns the physician."""
    return {
        "resourceType": "Practitioner",
        "id": D,
        "identifier": [{"system": NPI, "value": "9999999993"}],
        "name": [{"family": "Okafor", "given": ["James"], "prefix": ["Dr."]}],
    }


def observation(subject: str = f"urn:uuid:{P}") -> dict[str, Any]:
    """Returns a measurement."""
    return {
        "resourceType": "Observation",
        "id": "o1",
        "status": "final",
        "code": concept("http://loinc.org", "8302-2", "Body Height"),
        "subject": {"reference": subject, "display": "Maria Delgado"},
        "encounter": {"reference": f"urn:uuid:{E}"},
        "effectiveDateTime": "2019-03-14T10:00:00-05:00",
        "issued": "2019-03-14T10:00:00.123-05:00",
        "valueQuantity": {
            "value": 17020,
            "unit": "cm",
            "system": "http://unitsofmeasure.org",
            "code": "cm",
        },
        "note": [{"authorString": "Betty Vance", "time": "2019-03-14", "text": "Ana Ruiz called."}],
    }


def attachment(data: str, **more: Any) -> dict[str, Any]:
    """Returns an attachment that claims to be plain text."""
    return {"contentType": "text/plain; charset=utf-8", "data": data, **more}


def document(five: bool = False) -> dict[str, Any]:
    """Returns a document with the note, also coded twice, in XML, and as an image."""
    inner = f"<v:b>{b64(NOTE)}</v:b>"
    xml = f'<?xml version="1.0"?>\n<v:doc xmlns:v="urn:x" by="James Okafor">{inner}</v:doc>'
    more = {"size": len(NOTE), "hash": b64("0" * 20), "title": "Maria Delgado 20190314"}
    encounter = {"reference": f"urn:uuid:{E}"}
    return {
        "resourceType": "DocumentReference",
        "id": "d1",
        "status": "current",
        "subject": {"reference": f"Patient/{P}"},
        "date": "2019-03-14T10:00:00.123-05:00",
        "author": [{"reference": f"Practitioner?identifier={NPI}|9999999993", "display": "Okafor"}],
        "content": [
            {"attachment": attachment(b64(NOTE), **more)},
            {"attachment": attachment(b64(b64(NOTE)))},
            {"attachment": attachment(b64(xml))},
            {"attachment": attachment(b64(b"\x89PNG\r\n\x1a\nMaria Delgado"))},
        ],
        "context": [encounter] if five else {"encounter": [encounter]},
    }


def report() -> dict[str, Any]:
    """Returns a report with a presented form and a contained resource."""
    return {
        "resourceType": "DiagnosticReport",
        "id": "r1",
        "contained": [
            {
                "resourceType": "Observation",
                "id": "c1",
                "status": "final",
                "code": {"text": "Told to Maria Delgado"},
                "valueString": "Her sister Ana Ruiz (216-555-0143) was told.",
            }
        ],
        "status": "final",
        "code": concept("http://loinc.org", "34117-2", "History and physical note"),
        "subject": {"reference": f"Patient/{P}", "display": "Delgado, Maria"},
        "result": [{"reference": "#c1"}],
        "presentedForm": [attachment(b64(NOTE))],
    }


def others(five: bool = False) -> list[dict[str, Any]]:
    """Returns an encounter, a condition, a prescription, a device, a coverage and a claim."""
    me = {"reference": f"urn:uuid:{P}", "display": "Maria Delgado"}
    period = {"start": "2019-03-14T09:00:00-05:00", "end": "2019-03-14T10:00:00-05:00"}
    code = concept(
        "http://www.nlm.nih.gov/research/umls/rxnorm", "313782", "Acetaminophen 325 MG Oral Tablet"
    )
    ambulatory = {
        "system": "http://terminology.hl7.org/CodeSystem/v3-ActCode",
        "code": "AMB",
        "display": "ambulatory",
    }
    return [
        {
            "resourceType": "Encounter",
            "id": E,
            "status": "completed" if five else "finished",
            "class": [{"coding": [ambulatory]}] if five else ambulatory,
            "subject": me,
            ("actualPeriod" if five else "period"): period,
        },
        {
            "resourceType": "Condition",
            "id": "c2",
            "clinicalStatus": concept(
                "http://terminology.hl7.org/CodeSystem/condition-clinical", "resolved", "Resolved"
            ),
            "code": concept("http://snomed.info/sct", "444814009", "Viral sinusitis (disorder)"),
            "subject": me,
            "onsetAge": {"value": 93, "unit": "years", "code": "a"},
        },
        {
            "resourceType": "MedicationRequest",
            "id": "m1",
            "status": "active",
            "intent": "order",
            **({"medication": {"concept": code}} if five else {"medicationCodeableConcept": code}),
            "subject": me,
            "dosageInstruction": [
                {
                    "text": "One tablet, call Dr. Okafor at 216-555-0143 if it hurts",
                    "asNeededBoolean": True,
                }
                if not five
                else {"text": "One tablet, call Dr. Okafor at 216-555-0143 if it hurts"}
            ],
        },
        {
            "resourceType": "Device",
            "id": "v1",
            "serialNumber": "SN4471A09",
            **({} if five else {"patient": me}),
        },
        {
            "resourceType": "Coverage",
            "id": "i1",
            "status": "active",
            **({"kind": "insurance"} if five else {}),
            "subscriberId": [{"value": "XZH884120077"}] if five else "XZH884120077",
            "beneficiary": me,
            **({} if five else {"payor": [{"display": "Maria Delgado"}]}),
        },
    ]


def bundle(five: bool = False) -> dict[str, Any]:
    """Returns a Bundle of all of them."""
    resources = [
        *(patient(), practitioner(), observation(), document(five), report()),
        *others(five),
    ]
    entries = [
        {
            "fullUrl": f"urn:uuid:{each['id']}"
            if len(each["id"]) > 2
            else f"http://ehr.mercy.example/fhir/{each['resourceType']}/{each['id']}",
            "resource": each,
        }
        for each in resources
    ]
    return {"resourceType": "Bundle", "type": "collection", "entry": entries}


def written(value: Any) -> str:
    """Returns it as Synthea writes it, with a number as a hospital may write one."""
    return json.dumps(value, indent=2).replace("17020", "170.20")
