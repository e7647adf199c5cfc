"""OMOP: what a folder of CDM tables says of people leaves it, and its joins hold."""

from __future__ import annotations

import csv
import importlib
import json
from pathlib import Path

import pytest

from incognote.core.errors import ConfigError, NoteError
from incognote.io.format import Fields, get_format
from incognote.io.recognise import recognise
from incognote.run.batch import Sources
from incognote.run.batch.written import read_output
from tables import SURFACES, deid, failures, leaks

TABLES: dict[str, list[dict[str, object]]] = {
    "PERSON": [
        {
            **{"person_id": 10021, "gender_concept_id": 8532, "year_of_birth": 1961},
            **{"month_of_birth": 8, "day_of_birth": 9, "birth_datetime": "1961-08-09 00:00:00"},
            **{"location_id": 7, "provider_id": 3, "person_source_value": "00482913"},
        },
        {
            **{"person_id": 10022, "gender_concept_id": 8507, "year_of_birth": 1920},
            **{"month_of_birth": None, "day_of_birth": None, "birth_datetime": None},
            **{"location_id": None, "provider_id": None, "person_source_value": None},
        },
    ],
    "PROVIDER": [
        {"provider_id": 3, "provider_name": "Joyce Okafor", "npi": "1234567893", "care_site_id": 1}
    ],
    "LOCATION": [
        {
            **{"location_id": 7, "address_1": "18 Alder Row", "city": "Leadville", "state": "OH"},
            **{"zip": "44107", "location_source_value": "L7", "latitude": 41.5},
        }
    ],
    "CARE_SITE": [{"care_site_id": 1, "care_site_name": "Mercy General", "location_id": 7}],
    "DEATH": [{"person_id": 10021, "death_date": "2020-02-03", "cause_source_value": "I21"}],
    "VISIT_OCCURRENCE": [
        {
            **{"visit_occurrence_id": 500, "person_id": 10021, "visit_concept_id": 9201},
            **{"visit_start_date": "2019-03-14", "visit_start_datetime": "2019-03-14 08:00:00"},
            **{"provider_id": 3, "visit_source_value": "V00071832"},
        }
    ],
    "MEASUREMENT": [
        {
            **{"measurement_id": 1, "person_id": 10021, "measurement_concept_id": 3004249},
            **{
                "measurement_date": "2019-03-15",
                "value_as_number": 7.2,
                "measurement_time": "10:22",
            },
        }
    ],
    "NOTE": [
        {
            **{"note_id": 9001, "person_id": 10021, "note_date": "2019-03-14"},
            **{"note_title": "Summary of Mrs. Delgado", "provider_id": 3},
            "note_text": "Mrs. Delgado, 00482913, of 18 Alder Row, born 8/9/1961, saw Okafor on "
            "3/14/2019. No pain.",
            **{"visit_occurrence_id": 500, "note_source_value": "Discharge"},
        },
        {
            **{"note_id": 9002, "person_id": 10022, "note_date": "2019-03-14"},
            **{"note_title": None, "provider_id": None, "note_text": "No pain."},
            **{"visit_occurrence_id": None, "note_source_value": None},
        },
    ],
    "NOTE_NLP": [
        {
            **{"note_nlp_id": 1, "note_id": 9001, "snippet": "Delgado, 00482913", "offset": "5"},
            **{"lexical_variant": "00482913", "nlp_date": "2019-03-15", "term_exists": "Y"},
        }
    ],
    "CONCEPT": [{"concept_id": 8532, "concept_name": "FEMALE", "valid_start_date": "1970-01-01"}],
}


def write(folder: Path, kind: str) -> Path:
    folder.mkdir()
    for name, rows in TABLES.items():
        if kind == "csv":
            with (folder / f"{name}.csv").open("w", newline="") as file:
                table = csv.DictWriter(file, rows[0])
                table.writeheader()
                table.writerows(rows)
            continue
        pa = pytest.importorskip("pyarrow")
        made = pa.Table.from_pylist(rows)
        for at, column in enumerate(made.column_names):
            if column.endswith(("_date", "_datetime")) and name != "CDM_SOURCE":
                type = pa.date32() if column.endswith("_date") else pa.timestamp("us")
                made = made.set_column(at, column, made[column].cast(type))
        (folder / name.lower()).mkdir()
        importlib.import_module("pyarrow.parquet").write_table(
            made, folder / name.lower() / "part-0.parquet"
        )
    return folder


def read(out: Path, name: str) -> list[dict[str, str | None]]:
    """The rows of a table as pandas or Excel would see them, as text."""
    if (out / f"{name}.csv").exists():
        with (out / f"{name}.csv").open(newline="") as file:
            return [{k: v or None for k, v in row.items()} for row in csv.DictReader(file)]
    pq = pytest.importorskip("pyarrow.parquet")
    rows = pq.ParquetFile(out / name.lower() / "part-0.parquet").read().to_pylist()
    return [{k: None if v is None else str(v) for k, v in row.items()} for row in rows]


@pytest.mark.parametrize("replace", ["", "surrogate", "mask"])
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_what_tells_of_people_is_gone_and_joins_and_intervals_hold(
    tmp_path: Path, kind: str, replace: str
) -> None:
    source, out = write(tmp_path / "cdm", kind), tmp_path / "out"
    assert recognise(source) == "omop"
    summary = deid(source, out, replace=replace, format="omop")
    assert summary.notes_failed == 0
    assert summary.notes_out == 6
    assert leaks(out, "10021", "9001", "V00071832", "1234567893", "41.5", "I21") == []
    (person, other), (note, plain) = read(out, "PERSON"), read(out, "NOTE")
    (visit,), (nlp,), (place,) = (
        read(out, name) for name in ("VISIT_OCCURRENCE", "NOTE_NLP", "LOCATION")
    )
    (measured,), (death,) = read(out, "MEASUREMENT"), read(out, "DEATH")
    assert person["person_id"] == note["person_id"] == visit["person_id"] == death["person_id"]
    assert person["location_id"] == place["location_id"]
    assert nlp["note_id"] == note["note_id"]
    assert note["visit_occurrence_id"] == visit["visit_occurrence_id"]
    assert person["gender_concept_id"] == "8532"
    assert (measured["value_as_number"], measured["measurement_time"]) == ("7.2", "10:22")
    assert note["note_date"] == visit["visit_start_date"] == visit["visit_start_datetime"][:10]  # type: ignore[index]
    assert measured["measurement_date"] == nlp["nlp_date"] != "2019-03-15"
    assert "No pain." in str(note["note_text"])
    assert plain["note_text"] == "No pain."
    assert place["latitude"] is None
    assert read(out, "CONCEPT")[0]["concept_name"] == "FEMALE"
    if replace == "surrogate":
        born = [person[f"{part}_of_birth"] for part in ("year", "month", "day")]
        day = "-".join(f"{int(str(part)):02}" for part in born)
        assert str(person["birth_datetime"]).startswith(day)
        assert str(place["address_1"]) in str(note["note_text"])
        assert other["month_of_birth"] is None
    else:
        assert person["year_of_birth"] is None


def test_safe_harbor_keeps_the_year(tmp_path: Path) -> None:
    deid(write(tmp_path / "cdm", "csv"), tmp_path / "out", format="omop", policy="hipaa")
    person, old = read(tmp_path / "out", "PERSON")
    assert (person["year_of_birth"], person["month_of_birth"]) == ("1961", None)
    assert old["year_of_birth"] is None  # of 1920: it would tell an age above 89


def test_what_is_none_of_the_model_is_refused_by_name(tmp_path: Path) -> None:
    source = write(tmp_path / "cdm", "csv")
    (source / "ward_list.csv").write_text("who,where\nMaria Delgado,3\n")
    note = (source / "NOTE.csv").read_text().replace("note_source_value", "author_name")
    (source / "NOTE.csv").write_text(note)
    with pytest.raises(ConfigError, match=r"Nobody decided about note\.author_name, ward_list:"):
        Sources([source], "omop").check_fields()
    roles = {"note.author_name": "drop", "ward_list": "drop"}
    Sources([source], "omop", fields=Fields(roles)).check_fields()
    deid(source, tmp_path / "out", roles, format="omop")
    assert not (tmp_path / "out/ward_list.csv").exists()
    assert "author_name" not in (tmp_path / "out/NOTE.csv").read_text()
    assert leaks(tmp_path / "out") == []
    (source / "NOTE.csv").unlink()
    deid(source, tmp_path / "kept", {"ward_list": "keep"}, format="omop")
    assert (tmp_path / "kept/ward_list.csv").read_text().endswith("Maria Delgado,3\n")


def test_what_is_known_of_a_person_is_looked_for_in_their_notes(tmp_path: Path) -> None:
    source = write(tmp_path / "cdm", "csv")
    records = get_format("omop").source(source)
    known = {doc.id: doc.known for record in records for doc in record.texts}
    told = known["NOTE.csv:1/note_text"]
    assert told is not None
    assert told.birth_date == ("1961-08-09",)
    assert told.addresses == ("18 Alder Row, Leadville, OH, 44107",)
    assert told.providers == ("Joyce Okafor",)
    assert "00482913" in told.record_numbers
    assert known["NOTE_NLP.csv:1/snippet"] == told
    assert "Delgado" not in repr(told)


def test_the_output_is_read_again_by_the_names_of_its_notes(tmp_path: Path) -> None:
    source, out = write(tmp_path / "cdm", "csv"), tmp_path / "out"
    (source / "NOTE.csv").write_text(
        (source / "NOTE.csv").read_text().replace("9001,10021", "9000,,cut\r\n9001,10021")
    )
    deid(source, out, format="omop")
    assert list(failures(out)) == ["NOTE.csv:1"]
    (out / "audit.json").write_text('{"options": {"format": "omop"}}')
    ids = {doc.id for record in read_output(out) for doc in record.texts}
    rows = map(json.loads, (out / "spans.jsonl").read_text().splitlines())
    assert ids == {row["id"] for row in rows}
    assert "NOTE.csv:2/note_text" in ids


def test_a_table_that_cannot_be_read_fails_by_name(tmp_path: Path) -> None:
    source = write(tmp_path / "cdm", "csv")
    (source / "PERSON.csv").write_bytes("person_id\n10021\n".encode("utf-16"))
    (source / "x.bin").write_bytes(b"Delgado")
    told: list[NoteError] = []
    records = list(get_format("omop").source(source, on_error=told.append))
    assert {error.id for error in told} == {"PERSON.csv", "x.bin"}
    assert not any(surface in str(told) for surface in SURFACES)
    assert {record.file for record in records} == {f"{n}.csv" for n in TABLES if n != "PERSON"}


KEPT = {
    "MEASUREMENT": ("value_as_number", "measurement_time", "measurement_concept_id", "range_low"),
    "NOTE_NLP": ("term_exists", "offset", "nlp_system", "note_nlp_concept_id"),
    "DRUG_EXPOSURE": ("quantity", "refills", "days_supply", "drug_type_concept_id"),
    "COST": ("total_charge", "cost_domain_id"),
    "CDM_SOURCE": ("cdm_version", "vocabulary_version", "cdm_release_date"),
}


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize(
    "said", ["Maria Delgado", "7.2 Maria Delgado", "10:22 Dr Okafor", "2019-03-14 by Okafor"]
)
def test_cells_that_stay_are_of_the_form_of_their_column(
    tmp_path: Path, kind: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table, columns in KEPT.items():
        row = {**TABLES.get(table, [{}])[0], **dict.fromkeys(columns, said)}
        monkeypatch.setitem(TABLES, table, [row])
    source, out = write(tmp_path / "cdm", kind), tmp_path / "out"
    summary = deid(source, out, format="omop", policy="limited-data-set")
    assert summary.notes_failed == 0
    for table, columns in KEPT.items():
        (row,) = read(out, table)
        assert [row[column] for column in columns if "elgado" in str(row[column])] == []
        assert [row[column] for column in columns if "kafor" in str(row[column])] == []


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize(
    ("column", "said"),
    [
        *(("value_as_number", n) for n in ("7.2", "-1", "1e6", "123456789.123", "NULL")),
        *(("measurement_time", n) for n in ("10:22", "10:22:01", "9:05 PM")),
        *(("measurement_concept_id", n) for n in ("3004249", "0", "3004249.0", "2000000017")),
    ],
)
def test_numbers_and_times_stay(
    tmp_path: Path, kind: str, column: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = {"measurement_id": 1, "person_id": 10021, column: said}
    monkeypatch.setitem(TABLES, "MEASUREMENT", [row])
    deid(write(tmp_path / "cdm", kind), tmp_path / "out", format="omop")
    assert read(tmp_path / "out", "MEASUREMENT")[0][column] == said


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_what_a_site_writes_into_the_vocabularies_is_searched(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def concept(number: int, name: str) -> dict[str, object]:
        return {"concept_id": number, "concept_name": name, "concept_code": number}

    local = "Seen by Dr. Joyce Okafor on the ward"
    public = "Heller myotomy of Delgado"
    monkeypatch.setitem(TABLES, "CONCEPT", [concept(4000000, public), concept(2000000001, local)])
    mapped = {"source_code": "L7", "source_code_description": local, "target_concept_id": 8532}
    monkeypatch.setitem(TABLES, "SOURCE_TO_CONCEPT_MAP", [mapped])
    source, out = write(tmp_path / "cdm", kind), tmp_path / "out"
    assert deid(source, out, format="omop").notes_failed == 0
    first, second = (row["concept_name"] for row in read(out, "CONCEPT"))
    (row,) = read(out, "SOURCE_TO_CONCEPT_MAP")
    assert first == public
    assert "Okafor" not in f"{second} {row}"
    assert "on the ward" in str(second)
    assert row["target_concept_id"] == "8532"


@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.parametrize(
    ("table", "column"),
    [("CONCEPT", "entered_by"), ("RELATIONSHIP", "comment"), ("DRUG_STRENGTH", "note")],
)
def test_columns_that_a_vocabulary_has_not_are_refused_by_name(
    tmp_path: Path, kind: str, table: str, column: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TABLES, table, [{column: "Dr. Joyce Okafor, 555-0143"}])
    with pytest.raises(ConfigError, match=rf"about {table.lower()}\.{column}[:;]"):
        Sources([write(tmp_path / "cdm", kind)], "omop").check_fields()
    if table == "CONCEPT":  # of the text of a public concept only its own words stay
        row = {"concept_id": 8532, "concept_name": "FEMALE", column: "Dr. Joyce Okafor, 555-0143"}
        monkeypatch.setitem(TABLES, table, [row])
        source, out = write(tmp_path / "again", kind), tmp_path / "out"
        assert deid(source, out, {f"concept.{column}": "text"}, format="omop").notes_failed == 0
        (new,) = read(out, table)
        assert new["concept_name"] == "FEMALE"
        assert "Okafor" not in str(new)


def test_a_folder_says_of_which_table_its_parts_are_and_of_no_other_file(tmp_path: Path) -> None:
    source = write(tmp_path / "cdm", "csv")
    (source / "domain").mkdir()
    for part in ("part-00000-1ab2-c000", "000000_0", "data_0", "domain_1"):
        (source / f"domain/{part}.csv").write_text("domain_id,domain_name,domain_concept_id\n")
    Sources([source], "omop").check_fields()
    (source / "domain/patients.csv").write_text("domain_id\nMaria Delgado\n")
    with pytest.raises(ConfigError, match="about patients:"):
        Sources([source], "omop").check_fields()


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_cells_of_vocabularies_are_of_the_form_of_their_column(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: dict[str, dict[str, object]] = {
        "CONCEPT": {
            **{"concept_id": "1", "domain_id": "Meas Value", "vocabulary_id": "ICD10CM"},
            **{"concept_class_id": "11-digit NDC", "standard_concept": "S"},
            **({"valid_start_date": "19700101"} if kind == "csv" else {}),
            "invalid_reason": "D",
        },
        "RELATIONSHIP": {"relationship_id": "CPT4 - SNOMED cat", "is_hierarchical": "0"},
        "DRUG_STRENGTH": {"amount_value": "0.5", "box_size": "30"},
    }
    said = "Seen by Joyce Okafor, 555-0143, on 3/14/2019"
    for table, row in rows.items():
        monkeypatch.setitem(TABLES, table, [row, dict.fromkeys(row, said)])
    source, out = write(tmp_path / "cdm", kind), tmp_path / "out"
    assert deid(source, out, format="omop").notes_failed == 0
    for table, row in rows.items():
        kept, gone = read(out, table)
        assert kept == row
        assert not any(gone.values())


@pytest.mark.parametrize("column", ["value_as_number", "measurement_concept_id"])
@pytest.mark.parametrize(
    ("said", "stays"),
    [*((said, False) for said in ("00482913", "482913", "482913.0", "10021")), ("48291", True)],
)
def test_a_number_of_its_person_is_no_measured_number(
    tmp_path: Path, column: str, said: str, stays: bool
) -> None:
    cdm = write(tmp_path / "cdm", "csv")
    row = {"measurement_id": 1, "person_id": 10021, column: said}
    (cdm / "MEASUREMENT.csv").write_text(f"{','.join(row)}\n{','.join(map(str, row.values()))}\n")
    deid(cdm, tmp_path / "out", format="omop")
    (measured,) = read(tmp_path / "out", "MEASUREMENT")
    assert measured[column] == (said if stays else None)
