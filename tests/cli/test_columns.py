"""`incognote columns` proposes, `deid --columns` takes it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from incognote import cli
from incognote.cli import options
from incognote.core.errors import ConfigError
from incognote.io.columns import as_toml, propose, read_decisions
from tables import pipeline

QUICK = ["--max-note-seconds", "0", "--jobs", "1"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(options, "load_pipeline", lambda settings: pipeline())
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
        ("MRN", ["00482913"], "MRN"),
        ("dob", ["1961-08-09"], "DATE"),
        ("charttime", ["2019-03-14 10:00"], "date"),
        ("chart_date", ["3/14/2019"], "date"),
        ("hadm_id", ["7"], "code"),
        ("home_phone", [], "PHONE"),
        ("postcode", ["B2 4QA"], "ZIP"),
        ("attending_provider", ["x"], "DOCTOR"),
        ("provider_id", ["1"], "code"),
        ("gender_concept_id", ["8532"], "keep"),
        ("sex", ["F", "M", "F"] * 3, "keep"),
        ("seen by", ["Ana Ruiz"] * 9, "text"),
        ("remark", ["call back"], "text"),
        ("x", ["a.ruiz@example.org"], "EMAIL"),
        ("glucose", ["7.2", "8"], "keep"),
        ("summary", ["one two three four five six seven eight nine"], "text"),
        ("empty", [], "drop"),
        ("tags", ["\0nested"], "drop"),
    ],
)
def test_proposals(name: str, values: list[str], role: str) -> None:
    (proposal,) = propose({name: values})
    assert proposal.role == role
    assert not any(value in proposal.reason for value in values if len(value) > 3)


def test_only_one_column_is_the_patient_and_the_file_says_what_was_proposed(here: Path) -> None:
    found = {"patient_id": ["1"], "person_id": ["2"], 'od"d\\': ["a\nb"]}
    assert [p.role for p in propose(found)] == ["patient", "code", "text"]
    (here / "d.toml").write_text(as_toml(propose(found)))
    assert read_decisions(here / "d.toml").decided == {p.name: p.role for p in propose(found)}


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
