"""What a container says in places of its own and in its text comes out the same in both."""

from __future__ import annotations

import csv
import datetime
import importlib
import json
import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from incognote.core.document import Document
from incognote.core.pipeline import Pipeline, Settings
from incognote.io.format import NO_FIELDS, Fields
from incognote.replace.policy import Policy, get_policy
from incognote.replace.replacement import Context
from incognote.replace.structured import Value, replace_values
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
        PACKS[lang], policy_of(policy), Context(b"k" * 32, lang=lang), other_language="pass"
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
        f'<id extension="77123" root="2.16.840.1.2"/><patient><name>{names}<family>{family}'
        "</family></name></patient></patientRole></recordTarget><component><structuredBody><component>"
        f"<section><title>S</title><text>{note}</text></section></component></structuredBody>"
        "</component></ClinicalDocument>"
    )
    out = deid(source, "hipaa-expert", lang=lang).read_text()
    (last,) = re.findall("<family>(.*?)</family>", out)
    (note,) = re.findall("<text>(.*?)</text>", out)
    return last, " ".join(re.findall("<given>(.*?)</given>", out)), note


CONTAINERS = (in_csv, in_lines, in_fhir, in_bundle, in_hl7, in_cda)
PEOPLE = [
    *(
        ("en", *who)
        for who in (("Agee", "Ashton"), ("Thornbury", "Zorislava"), ("Thomas", "Scott"))
    ),
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


def test_a_word_that_is_two_parts_of_names_is_one_in_all_places(tmp_path: Path) -> None:
    """A patient Thomas Agee, a mother Agee Thomas, a doctor Thomas: each word has one surrogate."""
    source = tmp_path / "a.hl7"
    source.write_text(
        r"MSH|^~\&|LAB|MERCY|EHR|MERCY|20190314101500||ORU^R01|M1|P|2.5.1" + "\r"
        "PID|1||77123^^^M^MR||AGEE^THOMAS\rNK1|1|THOMAS^AGEE|MTH\r"
        f"OBR|1{'|' * 15}44^THOMAS^ODD\r"
        "OBX|1|TX|R^Report^L||Thomas Agee came with Agee Thomas. Dr. Thomas agreed.||||||F\r",
        newline="",
    )
    out = deid(source, "hipaa-expert").read_text()
    places = (r"MR\|\|", r"NK1\|1\|", r"OBR\|1\|{15}")
    told = [re.findall(rf"{at}([^|\s]*)", out)[0] for at in places]
    (family, given), mother, (_, doctor, _) = (each.split("^") for each in told)
    assert (family, given) == (mother[1], mother[0])
    assert doctor == given
    said = f"{given} {family} came with {family} {given}. Dr. {given} agreed."
    assert said.casefold() in out.casefold()


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_column_of_nobody_knows_which_part_agrees_with_the_note(
    tmp_path: Path, lang: str
) -> None:
    source = tmp_path / "a.csv"
    note = NOTES[lang].format(family="Agee", given="Zorislava")
    with source.open("w", newline="") as file:
        csv.writer(file).writerows([("mrn", "who", "note"), ("7", "Agee", note)])
    fields = Fields({"mrn": "patient", "who": "PATIENT", "note": "text"})
    with deid(source, "hipaa-expert", lang=lang, fields=fields).open(newline="") as file:
        (row,) = csv.DictReader(file)
    given, family = row["note"].split()[:2]
    assert family == row["who"]
    assert row["note"] == NOTES[lang].format(family=family, given=given)


def test_a_surname_that_is_a_title_does_not_stay() -> None:
    for lang in ("en", "es"):
        values = [Value("a", "Doctor", "PATIENT", part="family")]
        context = Context(b"k" * 32, lang=lang)
        about = Document("a", "")
        (new,) = replace_values(values, about, get_policy("hipaa-expert"), context)
        assert new not in ("Doctor", None)


# Towns -------------------------------------------------------------------------------------------

TOWN = "From Leadville. Lives in Leadville with a dog."


def town_in_csv(path: Path) -> Path:
    source = path / "a.csv"
    source.write_text(f"mrn,town,note\n77123,Leadville,{TOWN}\n")
    return source


def town_in_hl7(path: Path) -> Path:
    source = path / "a.hl7"
    source.write_text(
        r"MSH|^~\&|LAB|MERCY|EHR|MERCY|20190314101500||ORU^R01|M1|P|2.5.1" + "\r"
        f"PID|1||77123^^^M^MR||||||||^^Leadville\rOBX|1|TX|R^Report^L||{TOWN}||||||F\r",
        newline="",
    )
    return source


def town_in_fhir(path: Path) -> Path:
    source = path / "a.json"
    patient = {"resourceType": "Patient", "id": "p1", "address": [{"city": "Leadville"}]}
    seen = {"resourceType": "Observation", "status": "final", "code": {"text": "x"}}
    seen |= {"subject": {"reference": "Patient/p1"}, "valueString": TOWN}
    bundle = {"resourceType": "Bundle", "type": "collection"}
    entry = [{"resource": patient}, {"resource": seen}]
    source.write_text(json.dumps({**bundle, "entry": entry}))
    return source


def town_in_cda(path: Path) -> Path:
    source = path / "a.xml"
    source.write_text(
        '<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><recordTarget><patientRole>'
        '<id extension="77123" root="2.16.840.1.2"/><addr><city>Leadville</city></addr>'
        "</patientRole></recordTarget><component><structuredBody><component><section><title>S</title><text>"
        f"{TOWN}</text></section></component></structuredBody></component></ClinicalDocument>"
    )
    return source


def town_in_omop(path: Path) -> Path:
    source = path / "cdm"
    source.mkdir()
    (source / "person.csv").write_text("person_id,location_id\n1,5\n")
    (source / "location.csv").write_text("location_id,city\n5,Leadville\n")
    (source / "note.csv").write_text(f"note_id,person_id,note_text\n7,1,{TOWN}\n")
    return source


@pytest.mark.parametrize(
    "written", [town_in_csv, town_in_hl7, town_in_fhir, town_in_cda, town_in_omop]
)
def test_a_town_without_a_street_is_a_town(tmp_path: Path, written: Callable[[Path], Path]) -> None:
    source = written(tmp_path)
    fields = Fields({"mrn": "patient", "town": "CITY", "note": "text"})
    if source.suffix != ".csv":
        fields = NO_FIELDS
    for policy in ("hipaa-expert", "limited-data-set"):
        out = deid(source, policy, fields=fields)
        told = "".join(file.read_text() for file in ([out] if out.is_file() else out.glob("*.csv")))
        (town,) = re.findall(r"From (.*?)\. Lives", told)
        assert (town == "Leadville") == (policy == "limited-data-set")
        assert f"Lives in {town} with a dog" in told
        assert told.count(town) == 3


# Dates -------------------------------------------------------------------------------------------

LAST = datetime.date.today().year - 90
"""Whoever was born in that year is 90 or will be this year."""
MOVES = ("hipaa-expert", "gdpr", "i2b2-2014", "all with surrogate")


def policy_of(name: str) -> Policy:
    named, _, action = name.partition(" with ")
    return get_policy(named).with_action(action) if action else get_policy(named)


def born(policy: str, what: str, text: str, form: str = "date", seen: str = "") -> str | None:
    about = Document("a", "", meta={"date": seen} if seen else {})
    values = [Value("dob", text, what, form)]
    (new,) = replace_values(values, about, policy_of(policy), Context(b"k" * 32))
    return new


@pytest.mark.parametrize("what", ["DATE", "shift"])
@pytest.mark.parametrize(
    ("form", "day"), [("date", "{}-08-19"), ("text", "8/19/{}"), ("date", "{}"), ("date", "{}-08")]
)
def test_a_birth_date_that_tells_an_old_age_does_not_stay(what: str, form: str, day: str) -> None:
    for policy in (*MOVES, "hipaa"):
        assert born(policy, what, day.format(LAST), form) in (None, "[DATE]")
        assert re.search(r"\d{4}", born(policy, what, day.format(LAST + 3), form) or "")
        if policy != "hipaa":  # it was no old age when the record was written
            assert born(policy, what, day.format(LAST), form, f"{LAST + 80}-01-01")
            assert not re.search(r"\d", born(policy, what, day.format(LAST), form, "unread") or "")
    assert born("limited-data-set", what, day.format(LAST), form) == day.format(LAST)


def test_a_date_to_move_is_what_the_policy_lets_it_be() -> None:
    assert born("hipaa", "shift", "2019-03-14 10:00") == "2019"
    assert born("limited-data-set", "shift", "2019-03-14 10:00") == "2019-03-14 10:00"
    tags = policy_of("hipaa with tag")
    values = [Value("seen", "2019-03-14", "shift", "date")]
    assert replace_values(values, Document("a", ""), tags, Context(b"k" * 32)) == [None]
    assert born("limited-data-set", "shift", "2019-03-14 Maria Delgado") is None
    moved = {born(policy, "shift", "2019-03-14") for policy in (*MOVES, "all")}
    assert len(moved) == 1
    assert "2019-03-14" not in moved
    assert "2019" not in moved


@pytest.mark.parametrize("policy", [*MOVES, "hipaa", "all", "limited-data-set"])
def test_no_container_tells_a_birth_date_that_tells_an_old_age(tmp_path: Path, policy: str) -> None:
    day, bare = f"{LAST}-08-19", f"{LAST}0819"
    patient = {"resourceType": "Patient", "id": "p1", "birthDate": day}
    (tmp_path / "a.json").write_text(json.dumps(patient))
    (tmp_path / "a.hl7").write_text(
        r"MSH|^~\&|LAB|MERCY|EHR|MERCY|20190314101500||ADT^A01|M1|P|2.5.1" + "\r"
        f"PID|1||77123^^^M^MR||||{bare}\r",
        newline="",
    )
    (tmp_path / "a.xml").write_text(
        '<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><recordTarget><patientRole>'
        f'<id extension="77123" root="2.16.840.1.2"/><patient><birthTime value="{bare}"/></patient>'
        "</patientRole></recordTarget><component><structuredBody><component><section><title>S"
        "</title><text>Fine.</text></section></component></structuredBody></component>"
        "</ClinicalDocument>"
    )
    (tmp_path / "a.csv").write_text(f"mrn,dob,born,note\n77123,{day},{day},Fine.\n")
    roles = {"mrn": "patient", "dob": "DATE", "born": "shift", "note": "text"}
    for name in ("a.json", "a.hl7", "a.xml", "a.csv"):
        source = tmp_path / name
        told = deid(source, policy, fields=Fields(roles) if name == "a.csv" else NO_FIELDS)
        years = {str(year) for year in range(LAST - 1, LAST + 2)}  # a year that it may move to
        found = [word for word in re.findall(r"\d{4}", told.read_text()) if word in years]
        assert bool(found) == (policy == "limited-data-set"), name
        shutil.rmtree(told.parent)


def written_dates(path: Path, kind: str) -> Path:
    """Somebody of 90 or more, by OMOP's tables and as a table."""
    day = datetime.datetime(2019, 3, 14, 10, 30)
    rows: dict[str, dict[str, object]] = {
        "person": {"person_id": 1, "year_of_birth": LAST, "month_of_birth": 8, "day_of_birth": 9}
        | {"birth_datetime": datetime.datetime(LAST, 8, 9)},
        "visit_occurrence": {
            "visit_occurrence_id": 5,
            "person_id": 1,
            "visit_start_date": day.date(),
        }
        | {"visit_start_datetime": day},
        "note": {
            "note_id": 7,
            "person_id": 1,
            "note_date": day.date(),
            "note_text": "Seen 3/14/2019.",
        },
    }
    path.mkdir()
    for name, row in rows.items():
        if kind == "csv":
            said = ",".join(map(str, row.values()))
            (path / f"{name}.csv").write_text(f"{','.join(row)}\n{said}\n")
        else:
            table = pytest.importorskip("pyarrow").Table.from_pylist([row])
            importlib.import_module("pyarrow.parquet").write_table(table, path / f"{name}.parquet")
    return path


def read_row(out: Path, name: str) -> dict[str, str]:
    if (out / f"{name}.csv").exists():
        with (out / f"{name}.csv").open(newline="") as file:
            (row,) = csv.DictReader(file)
        return row
    pq = importlib.import_module("pyarrow.parquet")
    (row,) = pq.ParquetFile(out / f"{name}.parquet").read().to_pylist()
    return {k: "" if v is None else str(v) for k, v in row.items()}


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_the_dates_of_omop_are_what_the_policy_lets_them_be(tmp_path: Path, kind: str) -> None:
    source = written_dates(tmp_path / "cdm", kind)
    for policy in ("hipaa", "hipaa-expert", "limited-data-set"):
        out = deid(source, policy)
        person, visit, note = (read_row(out, n) for n in ("person", "visit_occurrence", "note"))
        days = (visit["visit_start_date"], visit["visit_start_datetime"][:10], note["note_date"])
        (day,) = {*days}
        if policy == "hipaa":
            assert day == ""
            assert note["note_text"] == "Seen 2019."
        elif policy == "limited-data-set":
            assert day == "2019-03-14"
            assert note["note_text"] == "Seen 3/14/2019."
        else:
            year, month, date = day.split("-")
            assert note["note_text"] == f"Seen {int(month)}/{int(date)}/{year}."
            assert year != "2019"
        birth = [person[f"{part}_of_birth"] for part in ("year", "month", "day")]
        birth.append(person["birth_datetime"])
        assert any(birth) == (policy == "limited-data-set")


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize("role", ["shift", "DATE"])
def test_the_dates_of_a_table_are_what_the_policy_lets_them_be(
    tmp_path: Path, kind: str, role: str
) -> None:
    source = written_dates(tmp_path / "cdm", kind) / f"visit_occurrence.{kind}"
    ids = {"visit_occurrence_id": "code", "person_id": "patient"}
    fields = Fields({**ids, "visit_start_date": role, "visit_start_datetime": "drop"})
    hipaa = read_row(deid(source, "hipaa", fields=fields).parent, "visit_occurrence")
    assert hipaa["visit_start_date"] == ("2019" if kind == "csv" else "")
    kept = read_row(deid(source, "limited-data-set", fields=fields).parent, "visit_occurrence")
    assert kept["visit_start_date"] == "2019-03-14"
    moved = read_row(deid(source, "hipaa-expert", fields=fields).parent, "visit_occurrence")
    assert re.fullmatch(r"20(18|20|19)-\d\d-\d\d", moved["visit_start_date"])
    assert moved["visit_start_date"] != "2019-03-14"
