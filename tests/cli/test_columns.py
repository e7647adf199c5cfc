"""`incognote columns` proposes, `deid --columns` takes it."""

from __future__ import annotations

import contextlib
import csv
import datetime
import json
import re
import shlex
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from incognote import cli
from incognote.cli import options
from incognote.core.errors import ConfigError
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.rules import from_settings
from incognote.io.columns import as_toml, propose, read_decisions
from incognote.io.tables import KINDS, Sample

QUICK = ["--max-note-seconds", "0", "--jobs", "1"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    rules = Pipeline([from_settings(Settings())])
    monkeypatch.setattr(options, "load_pipeline", lambda settings: rules)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_is_refused_says_what_would_run(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a b.csv").write_text(
        "mrn,note text\n00482913,She has no pain and Delgado is well today.\n"
    )
    assert cli.run(["deid", "a b.csv", "-o", "out", "--drop", "mrn"]) == 2
    said = capsys.readouterr().err
    (line,) = re.findall(r"incognote (deid .*)", said)
    assert "Delgado" not in said
    assert not Path("out").exists()
    assert cli.run([*shlex.split(line.replace("OUT", "out")), *QUICK]) == 0
    assert Path("out/a b.csv").read_text().startswith("note text\n")


def test_detect_reads_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    Path("t.csv").write_text("note\nCall (216) 555-0143.\n")
    assert cli.run(["detect", "t.csv", "--text", "note", "-o", "spans.jsonl", *QUICK]) == 0
    assert '"id": "t.csv:1"' in Path("spans.jsonl").read_text()
    assert cli.run(["detect", "t.csv", "-o", "x", *QUICK]) == 2
    assert "say with --text which of its columns hold notes: note" in capsys.readouterr().err


def test_the_vault_gives_a_table_back() -> None:
    Path("t.csv").write_text(
        'note,id\r\n"Mrs. Delgado, well.",7\r\nragged\r\nCall (216) 555-0143.,8'
    )
    assert cli.run(["key", "new", "key"]) == 0
    told = ["--text", "note", "--keep", "id", "--key", "key", "--replace", "surrogate"]
    assert cli.run(["deid", "t.csv", *told, "--vault", "vault", "-o", "out", *QUICK]) == 1
    assert "Delgado" not in Path("out/t.csv").read_text()
    args = ["reveal", "out", "--vault", "vault", "--key", "key", "-o", "back"]
    assert cli.run(args) == 0
    new = Path("back/t.csv").read_bytes()
    assert new == Path("t.csv").read_bytes().replace(b"ragged\r\n", b"")


@pytest.mark.parametrize(
    ("name", "values", "role"),
    [
        ("PatientID", ["1", "2"], "patient"),
        ("subject_id", ["1"], "patient"),
        ("MRN", ["00482913"], "patient"),
        ("dob", ["1961-08-09"], "DATE"),
        ("charttime", ["2019-03-14 10:00"], "date"),
        ("chart_date", ["3/14/2019"], "date"),
        ("hadm_id", ["7"], "code"),
        ("home_phone", [], "PHONE"),
        ("postcode", ["B2 4QA"], "ZIP"),
        ("country_of_birth", ["Spain"], "COUNTRY"),
        ("Nationality", ["Spanish"], "COUNTRY"),
        ("país", ["España"], "COUNTRY"),
        ("county", ["Lake"], "CITY"),
        ("attending_provider", ["x"], "DOCTOR"),
        ("provider_id", ["1"], "code"),
        ("gender_concept_id", ["8532"], "keep"),
        ("sex", ["F", "M", "F"] * 3, "keep"),
        ("consult", ["Ana Ruiz"] * 9, "text"),
        ("seen", ["Okafor", "Smith", "White"] * 9, "text"),
        ("konsil", ["okafor"] * 9, "text"),
        ("quien", ["Dra. Quispe", "NGUYEN"] * 9, "text"),
        ("status", ["Married", "Single", "Divorced", "Widowed"] * 9, "keep"),
        ("sexo", ["Varón", "Mujer"] * 9, "keep"),
        ("race", ["White", "Black", "Asian", "Hispanic"] * 9, "keep"),
        ("service", ["Medicine", "Surgery", "Emergency"] * 9, "keep"),
        ("estado", ["soltero", "casada", "viudo"] * 9, "keep"),
        ("remark", ["call back"], "text"),
        ("x", ["a.ruiz@example.org"], "EMAIL"),
        ("glucose", ["7.2", "8"], "keep"),
        ("summary", ["one two three four five six seven eight nine"], "text"),
        ("empty", [], "drop"),
        ("flag", ["True", "False", "True"], "keep"),
        ("note", [], "text"),
    ],
)
def test_proposals(name: str, values: list[str], role: str) -> None:
    (proposal,) = propose({name: Sample("text", values)})
    assert proposal.role == role
    assert not any(value in proposal.reason for value in values if len(value) > 3)


def test_only_one_column_is_the_patient_and_the_file_says_what_was_proposed(here: Path) -> None:
    values = {"patient_id": ["1"], "person_id": ["2"], 'od"d\\': ["a\nb"]}
    found = {name: Sample("text", each) for name, each in values.items()}
    assert [p.role for p in propose(found)] == ["patient", "code", "text"]
    (here / "d.toml").write_text(as_toml(propose(found)))
    assert read_decisions(here / "d.toml").decided == {p.name: p.role for p in propose(found)}


def test_a_record_number_is_the_patient_where_nothing_else_is() -> None:
    found = {"note_id": ["1"], "mrn": ["00482913"], "guarantor_mrn": ["00482914"]}
    alone = propose({name: Sample("text", each) for name, each in found.items()})
    assert [p.role for p in alone] == ["code", "patient", "MRN"]
    given = propose({name: Sample("text", each) for name, each in found.items()}, ["patient"])
    assert [p.role for p in given] == ["code", "MRN", "MRN"]
    both = {"mrn": Sample("text", ["1"]), "person_id": Sample("text", ["2"])}
    assert [p.role for p in propose(both)] == ["MRN", "patient"]


# Whatever is proposed runs ------------------------------------------------------------------------

WORDS = ["low", "Ana Ruiz", "high and low", "no"]
CELLS: dict[str, list[object]] = {
    "words": list(WORDS),
    "blank": [None] * 4,
    "flag": [True, False, None, True],
    "number": [5, 123456, 7, None],
    "mrn": [482913, 482914, 482913, 1],
    "small decimal": [1.5, 2.5, None, 123456.25],
    "age": [57.5, 91.0, 3.0, None],
    "patient_name": WORDS,
    "seen": ["2019-03-14", "2019-03-20", None, "2020-01-01"],
    "chart_date": ["2019-03-14"] * 4,
}
ODD: dict[str, list[object]] = {
    "-x": ["a", "Mrs. Delgado is well.", "", "c"],
    "a=b": ["x", "y", "Ana", "z"],
}
"""Names that a first line of CSV may not have."""
NESTED: dict[str, list[object]] = {
    "tags": [["a"], [], None, ["b"]],
    "more": [{"a": 1}] * 4,
    "either": [1, "one", True, None],
    "or": ["one and the other", 2, "three", 4],
}


def rows(cells: dict[str, list[object]]) -> list[dict[str, object]]:
    return [dict(zip(cells, row, strict=True)) for row in zip(*cells.values(), strict=True)]


def write_csv(*, delimiter: str = ",", name: str = "t.csv", empty: bool = False) -> str:
    with Path(name).open("w", newline="") as file:
        writer = csv.DictWriter(file, list(CELLS), delimiter=delimiter)
        writer.writeheader()
        writer.writerows([] if empty else rows(CELLS))
    return name


def write_jsonl() -> str:
    lines = [json.dumps(row) for row in rows(CELLS | ODD | NESTED)]
    Path("t.jsonl").write_text("\n".join([*lines, '{"other": "only here"}', ""]))
    return "t.jsonl"


def write_parquet(path: str = "t.parquet") -> str:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    day, time = datetime.date(2019, 3, 14), datetime.datetime(2019, 3, 14, 10)
    more = {
        "day": pa.array([day, None] * 2),
        "time": pa.array([time, None] * 2),
        "clock": pa.array([datetime.time(10, 22), None] * 2),
        "view": pa.array(WORDS, pa.string_view()),
        "large": pa.array(WORDS, pa.large_string()),
        "choice": pa.array(WORDS).dictionary_encode(),
        "scan": pa.array([b"Delgado", None] * 2),
        "visit_id": pa.array([1, 2, 3, 4], pa.int16()),
        "patient_id": pa.array([1, 2, 3, 4], pa.int8()),
        "big": pa.array([2**62, 5, None, 123456], pa.uint64()),
        "sum": pa.array([1, 2, None, 3], pa.decimal128(9, 2)),
        "half": pa.array([1, 2, None, 3], pa.float32()),
        "flag": pa.array([True, False, None, True]),
        "tags": pa.array([["a"], [], None, ["b"]]),
        "more": pa.array([{"a": 1}] * 4),
        "note": pa.array([None] * 4),
    }
    kinds = {name: pa.array(cells) for name, cells in (CELLS | ODD).items()}
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(kinds | more), path)
    return path.partition("/")[0]


def write_omop() -> str:
    Path("cdm").mkdir()
    Path("cdm/person.csv").write_text("person_id,nickname\n1,Bolo\n")
    Path("cdm/note.csv").write_text(
        "note_id,person_id,note_text,author_name\n1,1,Bolo is well.,Ana\n"
    )
    Path("cdm/ward_list.csv").write_text("ward,name\n3,Ana Ruiz\n")
    return "cdm"


def write_database() -> str:
    pytest.importorskip("sqlalchemy")
    types = {"flag": "BOOLEAN", "number": "INTEGER", "mrn": "SMALLINT", "seen": "DATE"}
    names = [f'"{name}" {types.get(name, "TEXT")}' for name in CELLS | ODD]
    with contextlib.closing(sqlite3.connect("n.db")) as base, base:
        base.execute(f"CREATE TABLE [the notes] ({', '.join(names)}, clock TIME, doc BLOB, any)")
        marks = ",".join("?" * (len(CELLS | ODD) + 3))
        for row in rows(CELLS | ODD):
            cells = [*row.values(), "10:22:00", b"Delgado", 5]
            base.execute(f"INSERT INTO [the notes] VALUES ({marks})", cells)
    return "sqlite:///n.db --table 'the notes'"


def write_mixed() -> str:
    Path("in").mkdir()
    Path(write_csv()).rename("in/a.csv")
    Path(write_jsonl()).rename("in/b.jsonl")
    write_parquet("in/c.parquet")
    Path("in/d.txt").write_text("No pain.")
    return "in"


SOURCES = {
    **{sign: partial(write_csv, delimiter=sign) for sign in ",;\t|"},
    "no rows": partial(write_csv, empty=True),
    "psv": partial(write_csv, delimiter="|", name="t.psv"),
    "jsonl": write_jsonl,
    "parquet": write_parquet,
    "parts": partial(write_parquet, "ds/dept=Oncology of Dr. Ruiz/patient=7/p.parquet"),
    "omop": write_omop,
    "database": write_database,
    "mixed": write_mixed,
}


@pytest.mark.parametrize("kind", SOURCES)
def test_whatever_is_proposed_runs(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    source = shlex.split(SOURCES[kind]())
    to = ["--to", "clean"] if kind == "database" else []
    assert cli.run(["columns", *source]) == 0
    (command,) = re.findall(r"^incognote (deid .*)", capsys.readouterr().out, re.MULTILINE)
    assert cli.run(["columns", *source, "-o", "decided.toml"]) == 0
    assert cli.run(["deid", *source, "-o", "no", *to]) == 2  # nobody decided about any column
    (told,) = re.findall(r"incognote (deid .*)", capsys.readouterr().err)
    assert not Path("no").exists()
    decided = ["deid", *source, "-o", "OUT", "--columns", "decided.toml", "--to", "NEW"]
    for i, words in enumerate((shlex.split(command), shlex.split(told), decided)):
        new = {"OUT": f"out{i}", "URL": source[0], "NEW": f"clean{i}"}
        words = [new.get(word, word) for word in words if to or word not in ("--to", "NEW")]
        for more in ([], ["--replace", "surrogate"]):
            words = [word + "s" if word in (f"out{i}", f"clean{i}") and more else word
                     for word in words]  # fmt: skip
            assert cli.run([*words, *more, *QUICK]) == 0, capsys.readouterr().err
            assert "Delgado" not in capsys.readouterr().out
            failed = [*Path().glob("out*/failed.jsonl")]
            assert not failed, failed[0].read_text()


ONLY = {
    **{"fixed": {"keep", "drop"}, "nested": {"drop"}, "table": {"drop"}, "folder": {"keep"}},
    "small": {"keep", "drop", "AGE", "DATE"},
}


@pytest.mark.parametrize("kind", KINDS)
def test_proposals_by_kind_of_column(kind: str) -> None:
    names = ("note", "patient_id", "mrn", "dob", "name", "visit_id", "seen", "x")
    values = ([], ["1", "2"], ["Ana Ruiz"] * 9, ["2019-03-14"], ["True"], ["a b\nc"])
    found = {p.role for n in names for v in values for p in propose({n: Sample(kind, v)})}
    assert found <= ONLY.get(kind, found)
    assert ("text" in found) == (kind == "text")


def test_decisions_about_what_there_is_not_are_told_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("t.csv").write_text("id^note\n1^No pain.\n")
    assert cli.run(["deid", "t.csv", "-o", "out", "--text", "note", "--id", "id"]) == 2
    assert "There is no field 'note', given as 'text'." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("columns = 3", "is a table of names"),
        ("[columns]\na = 3", "'a' must be a role"),
        ('[columns]\na = "PATIENTS"', "Did you mean 'PATIENT'"),
        ("what = 3", "holds 'what'"),
        ('other = "burn"', "other fields"),
    ],
)
def test_decisions_that_are_none(here: Path, text: str, said: str) -> None:
    (here / "d.toml").write_text(text)
    with pytest.raises(ConfigError, match=said):
        read_decisions(here / "d.toml")


@pytest.mark.parametrize(
    ("policy", "day", "said"),
    [
        ("hipaa", "2019", "lets the year stay of a date, so --shift and --date leave no more"),
        ("limited-data-set", "2019-03-14", "lets dates stay, so --shift and --date move none"),
        ("gdpr", "", ""),
    ],
)
def test_who_asks_to_move_dates_is_told_where_the_policy_moves_none(
    policy: str, day: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("t.csv").write_text("note,seen\nFine.,2019-03-14\n")
    roles = ["--text", "note", "--shift", "seen", "--policy", policy]
    assert cli.run(["deid", "t.csv", *roles, "-o", "out", *QUICK]) == 0
    new = Path("out/t.csv").read_text().split(",")[-1].strip()
    assert (new == day) == bool(said)
    told = " ".join(capsys.readouterr().err.split())
    assert bool(said) == ("hipaa-expert and gdpr move dates" in told)
    assert said in told
