"""What the notes lie in is the same to every command that reads notes."""

from __future__ import annotations

import csv
import json
import re
import shutil
import sqlite3
import sys
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from incognote import cli
from incognote.cli import options
from incognote.core.pipeline import Pipeline, Settings
from incognote.core.urls import check_path
from incognote.detect.rules import from_settings
from incognote.io.recognise import recognise

NAMES = ("id", "mrn", "note")
ROWS = [(f"r{i}", f"p{i % 5}", f"Call (216) 555-01{i:02}, no pain.") for i in range(20)]
FIELDS = ("--text", "note", "--id", "id", "--patient", "mrn")
RTF = r"{\rtf1\ansi Call (216) 555-0143.}"
HL7 = "MSH|^~\\&|A|B|C|D|2019||ORU^R01|1|P|2.5\rOBX|1|TX|N||Call (216) 555-0143.\r"
PAGE = "<!DOCTYPE html><html><body><p>Call (216) 555-0143.</p></body></html>"


def _csv(path: Path) -> None:
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([NAMES, *ROWS])


def _jsonl(path: Path) -> None:
    rows = (dict(zip(NAMES, row, strict=True)) for row in ROWS)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def _parquet(path: Path) -> None:
    columns = zip(NAMES, map(list, zip(*ROWS, strict=True)), strict=True)
    pyarrow.parquet.write_table(pyarrow.table(dict(columns)), path)


def _bulk(path: Path) -> None:
    rows = (
        {"resourceType": "Observation", "id": f"o{i}", "status": "final", "note": [{"text": text}]}
        for i, _, text in ROWS
    )
    path.write_text("".join(json.dumps({**row, "code": {"text": "N"}}) + "\n" for row in rows))


SOURCES = {
    "notes.csv": (_csv, FIELDS),
    "notes.jsonl": (_jsonl, FIELDS),
    "notes.parquet": (_parquet, FIELDS),
    "notes.ndjson": (_bulk, ()),
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        options, "load_pipeline", lambda settings: Pipeline([from_settings(Settings())])
    )
    monkeypatch.chdir(tmp_path)


def run(*args: str) -> int:
    more = ("--jobs", "1", "--max-note-seconds", "0") if args[0] in ("deid", "detect") else ()
    return cli.run([*args, *more])


@pytest.mark.parametrize("name", SOURCES)
def test_marks_beside_a_source_are_its_gold(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    make, fields = SOURCES[name]
    make(Path(name))
    assert run("detect", name, "-o", "found.jsonl", *fields) == 0
    scored = ("evaluate", name, "found.jsonl", *fields, "--resamples", "0", "--json")
    assert run(*scored) == 2
    assert "--gold-spans" in capsys.readouterr().err
    assert run(*scored, "--gold-spans", "found.jsonl") == 0
    recall = json.loads(capsys.readouterr().out)["figures"]["entities/strict/recall"]
    assert (recall["value"], recall["n"]) == (1, len(ROWS))
    gold = Path("found.jsonl").read_text().splitlines(keepends=True)
    Path("less.jsonl").write_text("".join(gold[1:]))
    assert run(*scored, "--gold-spans", "less.jsonl") == 2
    assert "has no record in less.jsonl" in capsys.readouterr().err
    Path("more.jsonl").write_text("".join([*gold, '{"id": "other", "spans": []}\n']))
    assert run(*scored, "--gold-spans", "more.jsonl") == 2
    assert "holds marks of 1 note not in" in capsys.readouterr().err


@pytest.mark.parametrize("out", ["", "out"])
@pytest.mark.parametrize("name", SOURCES)
def test_a_release_of_any_kind_is_certified_and_mended(
    name: str, out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make, fields = SOURCES[name]
    make(Path(name))
    suffix = "" if out else Path(name).suffix
    released, mended = f"released{suffix}", f"mended{suffix}"
    assert run("deid", name, "-o", released, *fields) == 0
    plan = ("certify", "plan", released, "--plan", "plan.json", "--read", "20", "--plant", "10")
    assert run(*plan, "--to-read", "read") == 0, capsys.readouterr().err
    planted = {each["id"]: each for each in json.loads(Path("plan.json").read_text())["sample"]}
    assert len(planted) == len(ROWS)
    for id, each in planted.items():
        if put := each["planted"]:
            file = Path("read", f"{id}.txt")
            text = file.read_text()
            shown = put["text"]
            file.write_text(text.replace(shown, f"[[{put['label']}|{shown}]]", 1))
    first = Path("read", f"{next(i for i in planted if not planted[i]['planted'])}.txt")
    first.write_text(first.read_text().replace("no pain", "[[PATIENT|no pain]]"))
    reviewed = ("--plan", "plan.json", "--reviewed", "read", "--reader", "A")
    assert run("certify", "apply", released, *reviewed, "--mended", mended) == 0, (
        capsys.readouterr().err
    )
    where = Path(mended) if suffix else Path(mended, name)
    if not name.endswith("parquet"):
        assert Path(name).read_bytes().count(b"no pain") == len(ROWS)
        assert where.read_bytes().count(b"no pain") == len(ROWS) - 1
    assert run("certify", "plan", mended, "--plan", "again.json", "--read", "20") == 0


def test_detect_and_columns_read_a_database(capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect("notes.db") as base:
        base.execute("create table notes (id text primary key, mrn text, note text)")
        base.executemany("insert into notes values (?, ?, ?)", ROWS)
    url = "sqlite:///notes.db"
    assert run("detect", url, "--table", "notes", "-o", "found.jsonl", *FIELDS) == 0
    rows = [json.loads(line) for line in Path("found.jsonl").read_text().splitlines()]
    assert sorted(row["id"] for row in rows) == sorted(row[0] for row in ROWS)
    assert all(len(row["spans"]) == 1 for row in rows)
    capsys.readouterr()
    assert run("columns", url, "--table", "notes") == 0
    told = capsys.readouterr().out
    assert "incognote deid URL --table notes --to NEW" in told
    assert url not in told
    assert run("columns", "notes.db", "--table", "notes") == 2
    for given, said in ((url, "not a URL"), ("env:NOTES", "not from a database")):
        assert run("evaluate", given, "found.jsonl") == 2
        assert said in capsys.readouterr().err


def test_what_finds_something_without_marks_is_no_prediction(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _csv(Path("notes.csv"))
    assert run("detect", "notes.csv", "-o", "found.jsonl", *FIELDS) == 0
    given = ("notes.csv", "notes.csv", "--gold-spans", "found.jsonl", *FIELDS)
    assert run("evaluate", *given, "--predicted-format", "csv") == 2
    assert "--predicted-format csv: holds no marks" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "held", "format"),
    [("note.doc", RTF, "rtf"), ("page", PAGE, "html"), ("a", HL7, "hl7"), ("b", "No pain.", "txt")],
)
def test_content_tells_what_a_suffix_does_not(name: str, held: str, format: str) -> None:
    Path(name).write_text(held)
    assert recognise(Path(name)) == format


def test_what_is_called_plain_and_is_not_is_told_its_format(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("lab.txt").write_text(HL7)
    assert run("deid", "lab.txt", "-o", "out") == 1
    assert "--format hl7" in capsys.readouterr().err
    _jsonl(Path("notes.jsonl.gz"))
    assert run("deid", "notes.jsonl.gz", "-o", "packed") == 1
    assert "is compressed; unpack it" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["deid", "detect"])
@pytest.mark.parametrize(
    ("name", "library"), [("z.docx", "lxml"), ("z.pdf", "pypdfium2"), ("z.parquet", "pyarrow")]
)
def test_a_library_that_is_missing_is_told_and_nothing_is_made(
    command: str,
    name: str,
    library: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("in").mkdir()
    for i, _, text in ROWS:
        Path("in", f"{i}.txt").write_text(text)
    _parquet(Path("in", name))
    for each in [each for each in sys.modules if each.split(".")[0] == library]:
        monkeypatch.delitem(sys.modules, each)
    monkeypatch.setitem(sys.modules, library, None)
    assert run(command, "in", "-o", "out", "--text", "note", "--other", "drop") == 2
    assert re.search(r"needs more packages: pip install '", capsys.readouterr().err)
    assert not Path("out").exists()
    shutil.rmtree("in")


@pytest.mark.parametrize("url", ["s3://me:secret@store/x", "hdfs://host/x", "https://host/x.csv"])
@pytest.mark.parametrize(
    "command",
    [
        "deid notes.csv -o URL --text note --other drop",
        "deid URL -o out --text note --other drop",
        "deid notes.csv -o out --text note --other drop --key URL",
        "detect URL -o found.jsonl --text note",
        "detect notes.csv -o URL --text note",
        "columns URL",
        "evaluate URL notes.csv",
        "certify plan URL --plan plan.json",
        "key new URL",
        "ensemble URL model -o pair",
        "review new project.db URL",
    ],
)
def test_a_url_is_no_path_and_a_store_no_database(
    command: str, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a path `s3://store/x` is `s3:/store/x`, a new folder of this machine."""
    _csv(Path("notes.csv"))
    before = {*Path().rglob("*")}
    assert run(*command.replace("URL", url).split()) == 2
    told = capsys.readouterr().err
    assert "URL" in told
    assert not [word for word in ("secret", "host", "bug") if word in told]
    assert {*Path().rglob("*")} == before


@pytest.mark.parametrize("name", ["s3:x", "C:/x", "a:/x", "./s3:/x", "notes:x"])
def test_odd_names_stay_paths(name: str) -> None:
    assert check_path(name, "--out") == Path(name)
