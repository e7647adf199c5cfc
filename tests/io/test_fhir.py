"""FHIR: nothing of a person comes out, links hold, and the rest is as it was, byte for byte."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import synthea_like as made

from incognote.core.errors import ConfigError, NoteError
from incognote.core.pipeline import Pipeline, Settings
from incognote.io import fhir_people
from incognote.io.format import Fields, New, Record, get_format
from incognote.io.recognise import read_records, recognise
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.run.batch import OutputFolder, Sources, Summary, Task, run
from incognote.run.batch.again import as_read
from incognote.run.deidentifier import choose_model, load_pipeline

KEY = Context(key=b"k" * 32)
FHIR = get_format("fhir")


@cache
def english() -> Pipeline:
    """The pipeline that ships, loaded once."""
    return load_pipeline(Settings("en", choose_model("en", None, fast=False)))


def deid(
    source: Path, out: Path, policy: str = "all", replace: str = "", **decided: Any
) -> Summary:
    """Runs a source through."""
    chosen = get_policy(policy)
    chosen = chosen.with_action(replace) if replace else chosen
    sources = Sources([source], fields=Fields(**decided))
    sources.check_fields()
    return run(sources, Task(english, chosen, KEY), OutputFolder(out))


def one(tmp_path: Path, value: Any, policy: str = "all", replace: str = "", **decided: Any) -> Any:
    """What comes out of one resource."""
    text = value if isinstance(value, str) else json.dumps(value)
    (tmp_path / "r.json").write_text(text, encoding="utf-8")
    deid(tmp_path / "r.json", tmp_path / "out", policy, replace, **decided)
    return json.loads((tmp_path / "out" / "r.json").read_text(encoding="utf-8"))


def strings(value: Any) -> Iterator[str]:
    """All strings and keys of a value, and what they encode in base64, to any depth."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
    elif isinstance(value, str):
        yield value
        for found in re.findall(r"[A-Za-z0-9+/]{16,}={0,2}", value):
            try:
                decoded = base64.b64decode(found, validate=True).decode()
            except ValueError:
                continue
            yield from strings(decoded)


def leaks(text: str) -> list[str]:
    """What of a person stands in a text or in anything that it encodes."""
    everything = "\n".join([text, *strings(json.loads(text))]).lower()
    return [each for each in made.REMOVED if each.lower() in everything]


# Whole Bundles --------------------------------------------------------------------------------


@pytest.mark.parametrize("five", [False, True], ids=["R4", "R5"])
@pytest.mark.parametrize(
    ("policy", "replace"), [("all", ""), ("hipaa", ""), ("hipaa-expert", ""), ("all", "mask")]
)
def test_nothing_of_a_person_comes_out_and_another_reader_takes_it(
    tmp_path: Path, five: bool, policy: str, replace: str
) -> None:
    text = made.written(made.bundle(five))
    (tmp_path / "b.json").write_text(text)
    summary = deid(tmp_path / "b.json", tmp_path / "out", policy, replace)
    assert summary.notes_failed == 0
    new = (tmp_path / "out" / "b.json").read_text()
    assert leaks(text) == list(made.REMOVED)
    assert leaks(new) == []
    everything = "\n".join([new, *strings(json.loads(new))])
    kept = [each for each in made.KEPT if each not in everything]
    assert kept == (["finished"] if five else [])
    ledger = (tmp_path / "out" / "ledger.jsonl").read_text()
    assert not [each for each in made.REMOVED if each in ledger]
    if five:
        from fhir.resources.bundle import Bundle
    else:
        from fhir.resources.R4B.bundle import Bundle
    assert len(Bundle.model_validate(json.loads(text)).entry) == 10
    read = Bundle.model_validate(json.loads(new))
    assert [each.resource.get_resource_type() for each in read.entry][:2] == [
        "Patient",
        "Practitioner",
    ]


def test_all_else_is_as_it_was_byte_for_byte(tmp_path: Path) -> None:
    source = '\ufeff{ "status" : "final",\r\n\t"resourceType":"Observation",  '
    source += '"code":{"text":"Pain\\u0020\\/ none"},'
    source += '"valueQuantity":{"value":1.50E1,"unit":"mg"}, "component":[ ] }\r\n'
    (tmp_path / "o.json").write_bytes(source.encode())
    deid(tmp_path / "o.json", tmp_path / "out")
    new = (tmp_path / "out" / "o.json").read_bytes().decode()
    label = re.search(r',  "meta":\{"security":\[.*?\]\}', new) or re.search(
        r', "meta":\{"security":\[.*?\]\}', new
    )
    assert label
    assert new.replace(label[0], "") == source


def test_ids_references_and_identifiers_are_coded_alike(tmp_path: Path) -> None:
    new = one(tmp_path, made.written(made.bundle()))
    by_type = {each["resource"]["resourceType"]: each["resource"] for each in new["entry"]}
    urls = {each["resource"]["resourceType"]: each["fullUrl"] for each in new["entry"]}
    me = by_type["Patient"]["id"]
    assert urls["Patient"] == f"urn:uuid:{me}"
    assert by_type["Observation"]["subject"]["reference"] == f"urn:uuid:{me}"
    assert by_type["DocumentReference"]["subject"]["reference"] == f"Patient/{me}"
    npi = by_type["Practitioner"]["identifier"][0]["value"]
    author = by_type["DocumentReference"]["author"][0]["reference"]
    assert author == f"Practitioner?identifier={made.NPI}|{npi}"
    report = by_type["DiagnosticReport"]
    assert report["result"][0]["reference"] == f"#{report['contained'][0]['id']}"
    host, _, rest = urls["Observation"].partition(".invalid/")
    assert rest == f"Observation/{by_type['Observation']['id']}"
    assert urls["DiagnosticReport"].startswith(f"{host}.invalid/")


@pytest.mark.parametrize("server", ["", "http://fhir.example/r4/"])
def test_a_reference_by_a_search_says_who_is_shown(tmp_path: Path, server: str) -> None:
    """As Synthea's transactions have them."""
    me = {"reference": f"{server}Patient?identifier=http://mercy.example|00482913"}
    staff = {"reference": f"{server}Practitioner?identifier=x|1", "display": "Zenna Quarv"}
    visit = {"participant": [{"individual": staff}], "subject": me, "status": "finished"}
    patient = {"id": "p1", "identifier": [{"value": "00482913"}], "name": [{"family": "Blixt"}]}
    other = {"id": "p2", "name": [{"family": "Vorn"}]}
    text = {"status": "final", "code": {"text": "x"}, "subject": me, "performer": [staff]}
    resources = [
        {"resourceType": "Patient", **patient},
        {"resourceType": "Patient", **other},
        {"resourceType": "Encounter", **visit},
        {"resourceType": "Observation", **text, "valueString": "quarv told blixt"},
    ]
    entries = [{"resource": each} for each in resources]
    new = one(
        tmp_path,
        json.dumps({"resourceType": "Bundle", "type": "transaction", "entry": entries}),
    )
    *_, seen, told = (each["resource"] for each in new["entry"])
    assert seen["participant"][0]["individual"]["display"] == "[DOCTOR]"
    assert told["valueString"] == "[DOCTOR] told [PATIENT]"


def test_attachments_are_told_by_their_bytes(tmp_path: Path) -> None:
    new = one(tmp_path, made.document())
    plain, twice, xml, image = (each["attachment"] for each in new["content"])
    note = base64.b64decode(plain["data"])
    assert b"seen by Dr. [DOCTOR]" in note or b"seen by [DOCTOR]" in note
    assert plain["size"] == len(note)
    assert "hash" not in plain
    assert base64.b64decode(base64.b64decode(twice["data"])) == note
    inner = re.search(rb"<v:b>(.*)</v:b>", base64.b64decode(xml["data"]))
    assert inner
    assert base64.b64decode(inner[1]) == note
    assert b'by="[DOCTOR]"' in base64.b64decode(xml["data"])
    assert b"could not be read" in base64.b64decode(image["data"])
    assert image["contentType"] == "text/plain"
    (line,) = (tmp_path / "out" / "ledger.jsonl").read_text().splitlines()
    places = json.loads(line)["places"]
    assert places["DocumentReference.content.attachment.data (not read)"] == {"left out": 1}


@pytest.mark.parametrize(
    ("data", "read"),
    [
        (made.b64("Seen by Dr. Se\xf1a Okafor".encode("latin-1")), True),
        (made.b64(made.b64(made.b64(made.b64("Seen by James Okafor")))), True),
        (made.b64(made.b64(made.b64(made.b64(made.b64("Seen by James Okafor"))))), False),
        (made.b64("%PDF-1.7 Okafor"), False),
        (made.b64('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "Okafor">]><a>&b;</a>'), False),
        (made.b64("<?xml version='1.0'?><a>Okafor <b></a"), False),
        ("Seen by James Okafor!", False),
        (made.b64(b"\0\1\2Okafor"), False),
    ],
    ids=["latin-1", "depth 3", "depth 4", "pdf", "entities", "cut xml", "no base64", "binary"],
)
def test_what_cannot_be_read_becomes_a_notice(tmp_path: Path, data: str, read: bool) -> None:
    resource = {
        "resourceType": "Binary",
        "contentType": "text/plain; charset=iso-8859-1",
        "data": data,
    }
    new = one(tmp_path, resource)
    text = "\n".join(strings(new)) + base64.b64decode(new["data"]).decode("latin-1")
    assert "Okafor" not in text
    assert ("could not be read" in text) is not read


# What the widest rivals leave in --------------------------------------------------------------


def test_a_bulk_export(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    files: dict[str, list[Any]] = {
        "Patient": [made.patient()],
        "Practitioner": [made.practitioner()],
        "DocumentReference": [made.document()],
        "DiagnosticReport": [made.report()],
        "Observation.000": [made.observation(f"Patient/{made.P}"), *made.others()],
    }
    for name, found in files.items():
        lines = "".join(json.dumps(each) + "\n" for each in found)
        (source / f"{name}.ndjson").write_text(lines)
    assert recognise(source / "Patient.ndjson") == "fhir"
    summary = deid(source, tmp_path / "out", "hipaa-expert")
    assert summary.notes_failed == 0
    moved = set()
    for name, found in files.items():
        lines = (tmp_path / "out" / f"{name}.ndjson").read_text().splitlines()
        assert len(lines) == len(found)
        for line in lines:
            assert leaks(line) == []
            moved |= set(re.findall(r"201[89]-\d\d-\d\d", line))
    assert len(moved) == 1  # the same day in all files


def test_the_patient_of_another_file_is_searched_in_a_note(tmp_path: Path) -> None:
    source = tmp_path / "in"
    source.mkdir()
    patient = {
        **{"resourceType": "Patient", "id": "p7"},
        "name": [{"family": "Brownstone-Quux", "given": ["Lark"]}],
    }
    note = {
        **{"resourceType": "Observation", "status": "final", "code": {"text": "x"}},
        **{
            "subject": {"reference": "Patient/p7"},
            "valueString": "brownstone-quux stable, no pain",
        },
    }
    (source / "Patient.ndjson").write_text(json.dumps(patient) + "\n")
    (source / "Observation.ndjson").write_text(json.dumps(note) + "\n\n")
    (record, blank) = FHIR.source(source / "Observation.ndjson")
    assert record.patient == "p7"
    assert record.texts[0].known is not None
    assert record.texts[0].known.names == ("Brownstone-Quux, Lark",)
    assert blank.texts == ()
    deid(source, tmp_path / "out")
    new = (tmp_path / "out" / "Observation.ndjson").read_text()
    assert json.loads(new.splitlines()[0])["valueString"] == "[PATIENT] stable, no pain"
    assert new.endswith("}\n\n")


def test_two_patients_of_a_bundle_have_days_of_their_own(tmp_path: Path) -> None:
    def born(id: str) -> dict[str, Any]:
        return {"resource": {"resourceType": "Patient", "id": id, "birthDate": "1980-05-05"}}

    def seen(id: str) -> dict[str, Any]:
        about = {"subject": {"reference": f"Patient/{id}"}, "effectiveDateTime": "1980-05-05"}
        return {"resource": {"resourceType": "Observation", **about, "valueString": "on 5/5/1980"}}

    entries = [born("a1"), born("b2"), seen("a1"), seen("b2")]
    new = one(
        tmp_path,
        {"resourceType": "Bundle", "type": "searchset", "entry": entries},
        "hipaa-expert",
    )
    a, b, of_a, of_b = (each["resource"] for each in new["entry"])
    assert a["birthDate"] == of_a["effectiveDateTime"] != b["birthDate"]
    assert b["birthDate"] == of_b["effectiveDateTime"]
    assert of_a["valueString"] != of_b["valueString"]


def test_patients_of_a_bundle_may_have_resources_beyond_it(tmp_path: Path) -> None:
    def note(id: str, patient: str) -> dict[str, Any]:
        text = {"status": "generated", "div": f"<div>{patient} Okafor is well.</div>"}
        subject = {"reference": f"Patient/{patient}"}
        return {"resourceType": "Basic", "id": id, "subject": subject, "text": text}

    notes = tmp_path / "notes"
    notes.mkdir()
    entry = [{"resource": note(*each)} for each in (("1", "a"), ("2", "b"), ("3", "a"))]
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": entry}
    for name, value in (("1", note("4", "b")), ("2", bundle), ("3", note("5", "a"))):
        (notes / f"{name}.json").write_text(json.dumps(value))
    summary = deid(notes, tmp_path / "out")
    assert (summary.notes_out, summary.notes_failed) == (5, 0)


def test_what_is_of_nobody_in_a_bundle_of_several_changes_nothing(tmp_path: Path) -> None:
    organization = {
        **{"resourceType": "Organization", "name": "Mercy General"},
        "text": {"status": "generated", "div": "<div>Open since 5/5/1980, Mercy General</div>"},
    }
    entries = [{"resource": organization}]
    for id in ("a1", "b2"):
        seen = {"subject": {"reference": f"Patient/{id}"}, "effectiveDateTime": "1980-05-05"}
        code = {"status": "final", "code": {"text": "x"}, "valueString": "Seen on 1980-05-05."}
        entries.append({"resource": {"resourceType": "Observation", **seen, **code}})
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": entries}
    new = one(tmp_path, bundle, "hipaa-expert")
    first, a, b = (each["resource"] for each in new["entry"])
    assert "Mercy General" not in json.dumps(first)
    assert a["effectiveDateTime"] != b["effectiveDateTime"]
    for each in (a, b):
        assert each["effectiveDateTime"] in each["valueString"]


def test_numbers_where_strings_belong_and_strings_where_numbers_do(tmp_path: Path) -> None:
    resource = {
        **{"resourceType": "Patient", "active": "Maria Delgado was here", "birthDate": 19610819},
        "identifier": [{"value": 482913}],
        "multipleBirthInteger": "Okafor, James",
        "gender": "Maria Delgado",
        "address": [{"postalCode": 44107}],
    }
    text = json.dumps(one(tmp_path, resource))
    for each in ("Delgado", "Okafor", "482913", "44107", "19610819"):
        assert each not in text


# Decisions ------------------------------------------------------------------------------------

ODD = {
    "resourceType": "Patient",
    "id": "p1",
    "ssn": "999-41-2376",
    "extension": [
        {"url": "http://mercy.example/vip", "valueString": "Delgado"},
        {"url": f"{made.HL7}patient-birthPlace", "valueAddress": {"city": "Leadville"}},
    ],
    "contact": [{"shoe": {"size": [41]}}],
}
UNKNOWN = ["Patient.ssn", "Patient.extension:http://mercy.example/vip", "Patient.contact.shoe"]


def test_what_the_tables_do_not_know_is_refused_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "p.json").write_text(json.dumps(ODD))
    with pytest.raises(ConfigError, match=r"Nobody decided about Patient\.ssn, Patient\.ext"):
        deid(tmp_path / "p.json", tmp_path / "out")
    (record,) = FHIR.source(tmp_path / "p.json")
    assert list(record.fields) == UNKNOWN
    with pytest.raises(ConfigError, match=r"no field 'Patient\.fone', given as 'drop'"):
        deid(tmp_path / "p.json", tmp_path / "out", decided={"Patient.fone": "drop"}, other="keep")


def test_what_nobody_knows_is_left_out_or_kept(tmp_path: Path) -> None:
    new = one(tmp_path, ODD, other="drop")
    assert "ssn" not in new
    assert [each["url"] for each in new["extension"]] == [f"{made.HL7}patient-birthPlace"]
    assert "contact" not in new  # nothing is left of it
    (tmp_path / "keep").mkdir()
    roles = {
        "Patient.ssn": "SSN",
        "Patient.extension:http://mercy.example/vip": "text",
        "Patient.contact": "drop",
        "Patient.id": "keep",
    }
    new = one(tmp_path / "keep", ODD, decided=roles, other="keep")
    assert (new["ssn"], new["id"]) == ("[SSN]", "p1")
    assert new["extension"][0]["valueString"] in ("[PATIENT]", "[DOCTOR]")  # a bare surname
    assert "contact" not in new


def test_known_elements_may_be_decided_about_too(tmp_path: Path) -> None:
    roles = {"Patient.id": "keep", "Patient.photo": "drop", "Patient.gender": "PATIENT"}
    resource = {"resourceType": "Patient", "id": "p1", "photo": [{"title": "x"}], "gender": "male"}
    new = one(tmp_path, resource, decided=roles)
    assert (new["id"], new["gender"]) == ("p1", "[PATIENT]")
    assert "photo" not in new


def test_what_was_left_out_is_told(tmp_path: Path) -> None:
    timing = {"repeat": {"frequency": 1}, "event": ["2019-03-14", "2019-03-15"]}
    resource = {
        **{"resourceType": "ServiceRequest", "meta": {"security": [{"code": "R"}]}},
        "authoredOn": "2019-03-14",
        "occurrenceTiming": timing,
    }
    new = one(tmp_path, resource)
    assert "authoredOn" not in new
    assert new["_authoredOn"]["extension"][0]["valueCode"] == "masked"
    assert new["occurrenceTiming"].keys() == {"repeat", "_event"}
    assert len(new["occurrenceTiming"]["_event"]) == 2
    codes = [each["code"] for each in new["meta"]["security"]]
    assert codes == ["R", "REDACTED", "PSEUDED"]


def test_labels_fit_the_policy(tmp_path: Path) -> None:
    resource = {
        "resourceType": "Patient",
        "name": [{"family": "Delgado"}],
        "birthDate": "1961-08-19",
    }
    new = one(tmp_path, resource, "i2b2-2014")
    assert [each["code"] for each in new["meta"]["security"]] == ["PSEUDED", "ABSTRED"]
    assert re.fullmatch(r"196[0-2]-\d\d-\d\d", new["birthDate"])
    (tmp_path / "x").mkdir()
    new = one(tmp_path / "x", resource, "all", "mask")
    assert "MASKED" in [each["code"] for each in new["meta"]["security"]]


@pytest.mark.parametrize(
    ("policy", "born", "zip", "age"),
    [("hipaa", None, "441", None), ("limited-data-set", "1925-08-19", "44107", 93)],
)
def test_old_ages_and_areas_follow_the_policy(
    tmp_path: Path, policy: str, born: str | None, zip: str, age: int | None
) -> None:
    resource = {
        **{"resourceType": "Patient", "birthDate": "1925-08-19"},
        "address": [{"line": ["18 Alder Row"], "postalCode": "44107"}],
        "contained": [
            {"resourceType": "Condition", "id": "c", "onsetAge": {"value": 93, "code": "a"}},
            {"resourceType": "Condition", "id": "d", "onsetAge": {"value": 54, "code": "a"}},
        ],
    }
    new = one(tmp_path, resource, policy)
    assert (new.get("birthDate"), new["address"][0]["postalCode"]) == (born, zip)
    assert new["contained"][0]["onsetAge"].get("value") == age
    assert new["contained"][1]["onsetAge"]["value"] == 54


# Bad input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"resourceType": "Patient", "name": [{"family": "Delg', "no valid JSON"),
        ('{"resourceType": "Patient", "id": "1", "id": "Delgado"}', "key twice"),
        ('{"resourceType": "Delgado"}', "neither R4 nor R5"),
        ('{"resourceType": "Patient", "a b Delgado": 1}', "whose name is none"),
        ('{"resourceType": "Patient", "extension": [{"valueString": "Delgado"}]}', "address"),
        ('{"resourceType": "Patient", "birthDate": NaN}', "number that JSON has not"),
        ('{"resourceType": "Patient", "language": "\\ud800"}', "surrogate pair"),
        ('{"hook": "x", "context": {"resourceType": "Patient"}}', "no FHIR resource"),
        ('{"resourceType": "Bundle", "entry": [{"resource": {"id": "Delgado"}}]}', "no resource"),
        ('{"resourceType": "Patient", "x": ' + "[" * 100_000 + "]" * 100_000 + "}", "too deep"),
        (b"\xff\xfe" + '{"resourceType": "Patient"}'.encode("utf-16-le"), "UTF-16"),
        (b'{"resourceType": "Patient", "language": "\xf1"}', "not UTF-8"),
    ],
)
def test_bad_resources_fail_by_name_and_say_nothing(
    tmp_path: Path, text: str | bytes, reason: str
) -> None:
    data = text.encode() if isinstance(text, str) else text
    (tmp_path / "r.json").write_bytes(data)
    failures: list[NoteError] = []
    found = list(get_format("fhir").source(tmp_path / "r.json", on_error=failures.append))
    assert not found
    (failure,) = failures
    assert reason in failure.reason
    assert failure.id == "r.json"
    assert "Delgado" not in str(failure) or "Delgado" in reason or '"Delgado"}' in str(text)


def test_a_bad_line_fails_alone(tmp_path: Path) -> None:
    lines = ['{"resourceType": "Patient", "id": "1"}', '{"resourceType": "Pat', "[]", "{}"]
    (tmp_path / "x.ndjson").write_text("\n".join([*lines, lines[0]]))
    failures: list[NoteError] = []
    found = list(FHIR.source(tmp_path / "x.ndjson", on_error=failures.append))
    assert [record.id for record in found] == ["x.ndjson:1", "x.ndjson:5"]
    assert [error.id for error in failures] == [f"x.ndjson:{i}" for i in (2, 3, 4)]


def test_strings_that_are_documents_are_read_as_such(tmp_path: Path) -> None:
    coded = made.b64(
        "Seen by Dr. James Okafor on 3/14/2019, no pain at all, and again later on "
        "at his office in town, where nothing new was found by anybody at all."
    )
    resource = {
        **{"resourceType": "Observation", "status": "final", "code": {"text": "x"}},
        "valueString": coded,
    }
    new = one(tmp_path, resource)
    assert b"Okafor" not in base64.b64decode(new["valueString"])
    assert b"no pain" in base64.b64decode(new["valueString"])


def test_records_show_nothing(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text(json.dumps(made.bundle()))
    (record,) = FHIR.source(tmp_path / "b.json")
    assert "Delgado" not in repr(record)
    assert made.P not in repr(record)


@pytest.mark.parametrize("name", ["p.xml", "p", "p.json"])
def test_xml_is_refused_by_what_it_is(name: str, tmp_path: Path) -> None:
    head = '<?xml version="1.0"?>\n<!-- Zquirk -->\n'
    (tmp_path / name).write_text(
        f'{head}<Patient xmlns="http://hl7.org/fhir"><name value="Zquirk"/></Patient>'
    )
    summary = deid(tmp_path / name, tmp_path / "out")
    assert (summary.notes_out, summary.notes_failed) == (0, 1)
    told = (tmp_path / "out" / "failed.jsonl").read_text()
    assert "is FHIR in XML, which is not read; convert it to JSON" in told
    assert "Zquirk" not in told


DOCUMENT = {
    **{"resourceType": "Observation", "status": "final", "code": {}},
    "subject": {"reference": "Patient/p7"},
    "performer": [{"reference": "Practitioner/d1"}],
    "valueString": "brownstone-quux stable, bolo too; page zquirk",
}
PATIENT = {
    **{"resourceType": "Patient", "id": "p7", "identifier": [{"value": "77120"}]},
    "name": [{"family": "Brownstone-Quux", "given": ["Lark"]}],
    "contact": [{"name": {"text": "Bolo Brownstone-Quux"}}],
}
STAFF = {"resourceType": "Practitioner", "id": "d1", "name": [{"family": "Zquirk"}]}
SEARCH = {"resourceType": "Bundle", "type": "searchset"}


@pytest.mark.parametrize(
    "files",
    [
        {"Patient-1.json": PATIENT, "d.json": DOCUMENT, "Practitioner-1.json": STAFF},
        {"z.json": PATIENT, "a.json": DOCUMENT, "y.json": STAFF},  # whatever they are called
        {"Patient/1.json": PATIENT, "Observation/2.json": DOCUMENT, "Practitioner/1.json": STAFF},
        {
            "page1.json": {**SEARCH, "entry": [{"resource": PATIENT}, {"resource": STAFF}]},
            "page2.json": {**SEARCH, "entry": [{"resource": DOCUMENT}]},
        },
        {
            **{"1.json": PATIENT, "2.json": STAFF},
            "3.json": {**DOCUMENT, "subject": {"identifier": {"value": "77120"}}},
        },
        {"Patient.ndjson": PATIENT, "d.json": DOCUMENT, "Practitioner.ndjson": STAFF},
        {"1.json": PATIENT, "d.ndjson": DOCUMENT, "Practitioner.json": STAFF},
        {"pat/Patient.ndjson": PATIENT, "a.ndjson": DOCUMENT, "b/Practitioner.ndjson": STAFF},
        {"Patient/0.ndjson": PATIENT, "o/0.ndjson": DOCUMENT, "Practitioner/0.ndjson": STAFF},
    ],
)
def test_files_of_a_folder_share_what_they_say_of_people(tmp_path: Path, files: Any) -> None:
    for name, value in files.items():
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_text(json.dumps(value) + "\n")
    (tmp_path / "in" / "empty.json").touch()
    summary = deid(tmp_path / "in", tmp_path / "out")
    assert summary.notes_failed == 1
    written = "".join(p.read_text() for p in (tmp_path / "out").rglob("*json"))
    assert "[PATIENT] stable" in written
    for name in ("brownstone", "bolo", "zquirk", "77120"):
        assert name not in written.lower()


def test_a_patient_of_another_file_tells_of_no_other(tmp_path: Path) -> None:
    other = {**PATIENT, "id": "p8", "name": [{"family": "Quebbel"}]}
    for name, value in (("1.json", other), ("2.json", DOCUMENT)):
        (tmp_path / name).write_text(json.dumps(value))
    (record,) = FHIR.source(tmp_path / "2.json")
    assert record.texts[0].known is None
    (tmp_path / "1.json").write_text(json.dumps(PATIENT))  # as it is now, not as it was
    assert [r.owner for r in FHIR.source(tmp_path / "1.json")] == ["p7"]
    (record,) = FHIR.source(tmp_path / "2.json")
    assert record.texts[0].known is not None
    assert record.texts[0].known.names == ("Brownstone-Quux, Lark",)


# Read again -----------------------------------------------------------------------------------


def test_labels_are_not_said_twice(tmp_path: Path) -> None:
    resource: Any = {"resourceType": "Observation", "status": "final"}
    for _ in range(2):
        (tmp_path / "r.json").write_text(json.dumps(resource))
        (record,) = FHIR.source(tmp_path / "r.json")
        resource = json.loads(FHIR.rewrite(record, _same(record)))
        assert [each["code"] for each in resource["meta"]["security"]] == ["PSEUDED"]


def test_lines_have_their_ids_whatever_the_file_is_called(tmp_path: Path) -> None:
    for name in ("a.json", "a.ndjson"):
        line = {"resourceType": "Observation", "status": "x", "valueString": "Seen by all."}
        (tmp_path / name).write_text(2 * f"{json.dumps(line)}\n")
        first, second = read_records(tmp_path / name, "fhir")
        read = as_read(first, FHIR.rewrite(first, _same(first)), [], Fields(other="keep"))
        assert [each.redacted.id for each in read] == [doc.id for doc in first.texts]
        assert second.id == f"{name}:2"


@pytest.mark.parametrize("folder", ["a/b", "a/b/c"])
def test_reading_again_looks_beside_nothing(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / folder / "x.json").write_text(json.dumps(DOCUMENT))
    (record,) = read_records(tmp_path, "fhir")
    read = as_read(record, FHIR.rewrite(record, _same(record)), [], Fields(other="keep"))
    assert [each.redacted.id for each in read] == [doc.id for doc in record.texts]


def _same(record: Record) -> New:
    return New(
        [doc.text for doc in record.texts],
        [value.text for value in record.values],
        Fields(other="keep"),
    )


def test_the_link_of_an_attachment_is_no_address_of_an_extension(tmp_path: Path) -> None:
    url = "https://files.example.org/scans/Karen-Whitfield-1961-08-19.pdf"
    outer, inner = "http://ex.org/scan", "http://ex.org/inner"
    attached = {"url": inner, "valueAttachment": {"url": url, "title": "Letter"}}
    scan = {"url": outer, "extension": [attached]}
    resource = {"resourceType": "Patient", "id": "p1", "extension": [scan]}
    for i, path in enumerate((f"Patient.extension:{outer}", "Patient.extension")):
        (tmp_path / f"{i}").mkdir()
        new = one(tmp_path / f"{i}", resource, decided={path: "text"})
        (scan,) = new["extension"]
        (attached,) = scan["extension"]
        assert (scan["url"], attached["url"]) == (outer, inner)
        assert "Whitfield" not in json.dumps(new)


def test_folders_behind_links_tell_of_people_and_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "pat").mkdir()
    (tmp_path / "pat" / "Patient.ndjson").write_text(json.dumps(PATIENT) + "\n")
    (tmp_path / "in" / "docs").mkdir(parents=True)
    for name in ("a.json", "docs/b.json"):
        (tmp_path / "in" / name).write_text(json.dumps(DOCUMENT))
    (tmp_path / "in" / "pat").symlink_to(tmp_path / "pat")
    fhir_people._people_of.cache_clear()
    records = list(read_records(tmp_path / "in", "fhir"))
    assert len(records) == 3
    assert all(doc.known and doc.known.names for each in records for doc in each.texts)
    assert fhir_people._people_of.cache_info().misses == 1


def test_what_is_a_text_does_not_hang_on_the_files_beside(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"
    task = {
        **{"resourceType": "Task", "status": "requested", "intent": "order"},
        "description": "Call about the visit.",
        "focus": {"reference": f"urn:uuid:{id}", "display": "Lark Brownstone-Quux"},
        "for": {"reference": f"Patient/{id}"},
    }
    (tmp_path / "in" / "Patient.ndjson").write_text(json.dumps({**PATIENT, "id": id}) + "\n")
    (tmp_path / "in" / "Task.ndjson").write_text(json.dumps(task) + "\n")
    record = next(r for r in read_records(tmp_path / "in", "fhir") if "Task" in r.id)
    assert record.known
    assert "Brownstone-Quux, Lark" in record.known.names
    read = as_read(record, FHIR.rewrite(record, _same(record)), [], Fields(other="keep"))
    assert [each.redacted.id for each in read] == [doc.id for doc in record.texts]
    deid(tmp_path / "in", tmp_path / "out")
    assert "Brownstone" not in (tmp_path / "out" / "Task.ndjson").read_text()
