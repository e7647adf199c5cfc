"""Databases: SQLite, and a PostgreSQL that is started here; read again without SQLAlchemy."""

from __future__ import annotations

import contextlib
import datetime
import decimal
import json
import os
import pickle
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from incognote import cli
from incognote.cli import options
from incognote.core.errors import OutputError
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.rules import from_settings
from incognote.io import databases
from incognote.io.databases import Database, Rows
from incognote.io.format import Fields

SECRET = "geheim77"


@dataclass
class Server:
    """A database, and how to read it without us."""

    name: str
    url: str
    connect: Callable[[], Any]

    def run(self, *statements: str) -> None:
        with contextlib.closing(self.connect()) as connection:
            for statement in statements:
                connection.execute(statement)
            connection.commit()

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with contextlib.closing(self.connect()) as connection:
            return [tuple(row) for row in connection.execute(query).fetchall()]

    def tables(self) -> list[str]:
        where = (
            "select name from sqlite_master where type = 'table'"
            if self.name == "sqlite"
            else "select tablename from pg_tables where schemaname = 'public'"
        )
        return sorted(row[0] for row in self.rows(where))


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    """A PostgreSQL without a network, in a folder of its own; it refuses to run as root."""
    import psycopg

    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        who = {"user": "postgres", "group": "postgres", "extra_groups": []}
        shutil.chown(folder, "postgres", "postgres")
    quiet = {"check": True, "capture_output": True, "cwd": folder, **who}
    data = str(folder / "data")
    subprocess.run(
        ["initdb", "-D", data, "-U", "clinic", "--auth=trust", "--no-sync", "-E", "UTF8"], **quiet
    )
    asked = f"-c listen_addresses='' -c fsync=off -k {folder}"
    start = ["pg_ctl", "-D", data, "-w", "-o", asked, "-l", str(folder / "log"), "start"]
    subprocess.run(start, **quiet)
    try:
        yield Server(
            "postgresql",
            f"postgresql+psycopg://clinic:{SECRET}@/postgres?host={folder}",
            lambda: psycopg.connect(host=str(folder), user="clinic", dbname="postgres"),
        )
    finally:
        subprocess.run(["pg_ctl", "-D", data, "-m", "immediate", "stop"], **quiet)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs("pg_ctl"))])
def server(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Server:
    """An empty database, whose URL is in the environment."""
    monkeypatch.chdir(tmp_path)
    rules = Pipeline([from_settings(Settings())])
    monkeypatch.setattr(options, "load_pipeline", lambda settings: rules)
    if request.param == "sqlite":
        path = tmp_path / "hospital.db"
        found = Server("sqlite", f"sqlite:///{path}", lambda: sqlite3.connect(path))
        found.connect().close()
        path.touch()
    else:
        found = request.getfixturevalue("postgres")
        found.run(*(f'drop table "{name}"' for name in found.tables()))
    monkeypatch.setenv("NOTES_URL", found.url)
    return found


def notes(server: Server, count: int = 6) -> None:
    """A table of all kinds of columns."""
    blob = "bytea" if server.name == "postgresql" else "blob"
    nothing = "'{\"a\": [1, 2]}'"
    server.run(
        "create table notes (note_id integer primary key, mrn varchar(8) not null, dob date,"
        " seen timestamp, note text not null, name varchar(30), dose numeric(6,2),"
        f' "Odd ""name" varchar(20) not null, scan {blob}, more '
        + ("jsonb" if server.name == "postgresql" else "text")
        + ", empty text, alive boolean)",
        *(
            f"insert into notes values ({i}, 'M-{i % 3}', '1961-08-{10 + i % 15}', "
            f"'2019-03-{10 + i % 15} 08:30:00', 'Write to a.ruiz{i}@example.org, MRN: 448812{i}', "
            f"'Ada Ruiz{i}', {i}.50, 'kept {i}', {_blob(server, i)}, {nothing}, "
            f"{'null' if i % 2 else chr(39) * 2}, true)"
            for i in range(1, count + 1)
        ),
    )


def _blob(server: Server, i: int) -> str:
    return f"x'00ff0{i % 10}'" if server.name == "sqlite" else f"'\\x00ff0{i % 10}'"


ROLES = [
    *("--text", "note", "--patient", "mrn", "--shift", "dob", "--shift", "seen"),
    *("--label", "name=PATIENT", "--other", "keep"),
]
FIXED = ["--max-note-seconds", "0", "--jobs", "1"]


def columns(server: Server, name: str) -> tuple[databases.Column, ...]:
    rows = Rows(Database(server.url), name)
    rows.close()
    return rows.columns


def deid(*args: str, source: str = "env:NOTES_URL") -> int:
    return cli.run(["deid", source, *FIXED, *args])


def test_a_table_comes_out_as_a_new_one(server: Server) -> None:
    notes(server)
    before = server.rows("select * from notes order by note_id")
    assert deid("--table", "notes", "--to", "clean", *ROLES, "-o", "record") == 0
    after = server.rows("select * from clean order by note_id")
    assert len(after) == len(before) == 6
    at = {column.name: i for i, column in enumerate(columns(server, "clean"))}
    for old, new in zip(before, after, strict=True):
        for name in ("note_id", "dose", 'Odd "name', "scan", "more", "empty", "alive"):
            assert new[at[name]] == old[at[name]], name
            assert type(new[at[name]]) is type(old[at[name]]), name
        assert new[at["note"]] == "Write to [EMAIL], MRN: [MRN]"
        assert new[at["name"]] == "[PATIENT]"
        moved = [_day(new[at[name]]) - _day(old[at[name]]) for name in ("dob", "seen")]
        assert moved[0] == moved[1] != datetime.timedelta(0)
        assert str(new[at["seen"]])[-8:] == "08:30:00"
    codes = {(old[at["mrn"]], new[at["mrn"]]) for old, new in zip(before, after, strict=True)}
    assert len(codes) == 3
    whole = repr(after)
    for i in range(1, 7):
        for surface in (f"ruiz{i}", f"448812{i}", f"Ruiz{i}", f"M-{i % 3}", f"1961-08-{10 + i}"):
            assert surface not in whole
    audit = json.loads(Path("record/audit.json").read_text())
    assert (audit["complete"], audit["options"]["to"]) == (True, "clean")
    ledger = json.loads(Path("record/ledger.jsonl").read_text())
    assert ledger["places"]["mrn"] == {"replaced": 6}
    assert sorted(os.listdir("record")) == ["audit.json", "ledger.jsonl", "spans.jsonl"]


def _day(value: Any) -> datetime.date:
    return datetime.date.fromisoformat(str(value)[:10])


def test_types_keys_and_not_null_stay(server: Server) -> None:
    notes(server)
    assert deid("--table", "notes", "--to", "clean", *ROLES, "--drop", "scan") == 0
    old = {c.name: c for c in columns(server, "notes")}
    new = {c.name: c for c in columns(server, "clean")}
    assert set(old) - set(new) == {"scan"}
    for name in set(new) - {"mrn", "name"}:  # text that changes may be of any length
        assert new[name].declared.upper() == old[name].declared.upper()
    assert new["note_id"].is_key
    assert not new['Odd "name'].nullable
    if server.name == "postgresql":
        types = "select column_name, data_type from information_schema.columns where table_name = "
        kinds = {name: dict(server.rows(f"{types}'{name}'")) for name in ("notes", "clean")}
        changed = ("mrn", "name", "scan")
        assert {n: k for n, k in kinds["clean"].items() if n not in changed} == {
            n: k for n, k in kinds["notes"].items() if n not in changed
        }


def test_a_query(server: Server) -> None:
    notes(server)
    query = "select mrn, note as body, '50%' as share from notes where note like '%:%' order by 1;"
    args = ["--text", "body", "--code", "mrn", "--keep", "share"]
    assert deid("--query", query, "--to", "clean", *args, "-o", "record") == 0
    rows = server.rows("select body, share from clean")
    assert rows == [("Write to [EMAIL], MRN: [MRN]", "50%")] * 6
    audit = Path("record/audit.json").read_text()
    assert "like" not in audit  # a query may name a patient


@pytest.mark.parametrize("role", [["--shift", "{}"], ["--label", "{}=DATE"]])
@pytest.mark.parametrize("policy", ["hipaa", "limited-data-set"])
def test_dates_are_what_the_policy_lets_them_be(
    server: Server, role: list[str], policy: str
) -> None:
    notes(server)
    roles = [word.format(name) for name in ("dob", "seen") for word in role]
    args = ["--policy", policy, "--text", "note", "--other", "keep", *roles]
    assert deid("--table", "notes", "--to", "clean", *args) == 0
    before = server.rows("select dob, seen from notes order by note_id")
    new = server.rows("select dob, seen from clean order by note_id")
    assert new == ([(None, None)] * 6 if policy == "hipaa" else before)


def test_into_another_database(server: Server, tmp_path: Path) -> None:
    notes(server)
    sqlite3.connect(tmp_path / "other.db").close()
    (tmp_path / "other.db").touch()
    drop = ["--drop", "more", "--drop", "alive"]
    to = f"sqlite:///{tmp_path / 'other.db'}"
    assert deid("--table", "notes", "--to", "clean", "--to-url", to, *ROLES, *drop) == 0
    other = sqlite3.connect(tmp_path / "other.db")
    rows = other.execute("select note_id, note, dose, scan from clean").fetchall()
    other.close()
    assert [row[0] for row in sorted(rows)] == [1, 2, 3, 4, 5, 6]
    assert {row[1] for row in rows} == {"Write to [EMAIL], MRN: [MRN]"}
    assert sorted(rows)[0][2:] == (1.5, b"\x00\xff\x01")
    assert server.tables() == ["notes"]


def test_a_table_that_is_there_is_not_touched(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    notes(server)
    before = server.rows("select * from notes order by note_id")
    assert deid("--table", "notes", "--to", "notes", *ROLES, "-o", "record") == 2
    assert "The table 'notes' exists already" in capsys.readouterr().err
    assert server.rows("select * from notes order by note_id") == before
    assert not Path("record").exists()


@pytest.mark.parametrize("transactional", [True, False])
def test_a_run_that_does_not_end_leaves_no_table(
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    transactional: bool,
) -> None:
    """Also where a database commits a new table at once, and gets a draft to be renamed."""
    notes(server, 300)
    if not transactional:
        monkeypatch.setattr(databases, "_TRANSACTIONAL", ())
    add, count = databases.NewTable.add, [0]
    raised: list[BaseException] = [KeyboardInterrupt()]

    def once(self: object, record: object, line: object) -> None:
        count[0] += 1
        if count[0] == 290:
            raise raised[0]
        add(self, record, line)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(databases.NewTable, "add", once)
        assert deid("--table", "notes", "--to", "clean", *ROLES, "-o", "record") == 130
        assert server.tables() == ["notes"]
        assert not Path("record").exists()
        raised[0], count[0] = OutputError("gone"), 0
        assert deid("--table", "notes", "--to", "clean", *ROLES) == 1
        assert server.tables() == ["notes"]
    assert "nothing was written" in capsys.readouterr().err
    assert deid("--table", "notes", "--to", "clean", *ROLES) == 0
    assert server.rows("select count(*) from clean") == [(300,)]
    assert server.tables() == ["clean", "notes"]


def test_rows_that_fail_are_told_and_left_out(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    notes(server)
    server.run("update notes set note = '<html><body><p>Maria</p></body></html>' where note_id = 2")
    assert deid("--table", "notes", "--to", "clean", *ROLES, "-o", "record") == 1
    assert "notes:2: seems to be" in capsys.readouterr().err
    assert len(server.rows("select * from clean")) == 5
    assert json.loads(Path("record/failed.jsonl").read_text())["id"] == "notes:2"


def test_columns_that_nobody_decided_about(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    notes(server)
    assert deid("--table", "notes", "--to", "clean", "--text", "note", "--keep", "mrn") == 2
    said = capsys.readouterr().err
    assert "Nobody decided about note_id, dob, seen, name" in said
    assert "incognote deid URL --table notes --to NEW --text note" in said
    assert server.tables() == ["notes"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--table", "nots"], "The table 'nots' cannot be read"),
        (["--query", "selec 1"], "The query cannot be read"),
        ([], "--table NAME or --query SELECT"),
        (
            ["--table", "notes", "--text", "dose", "--other", "keep"],
            "the column 'dose' holds no text",
        ),
        (
            ["--table", "notes", "--code", "scan", "--other", "keep"],
            "'scan' can only be kept or dropped",
        ),
        (
            ["--table", "notes", "--text", "nope", "--other", "keep"],
            "There is no field 'nope', given as 'text'.",
        ),
    ],
)
def test_what_cannot_be_read_is_said(
    server: Server, capsys: pytest.CaptureFixture[str], args: list[str], said: str
) -> None:
    notes(server)
    assert deid(*args, "--to", "clean") == 2
    told = capsys.readouterr().err
    assert said in told
    assert SECRET not in told
    assert server.tables() == ["notes"]


def test_a_row_that_is_not_taken_takes_all_back(
    server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What the database says of it would quote the row."""
    notes(server)
    define = databases.NewTable._definition
    monkeypatch.setattr(
        databases.NewTable,
        "_definition",
        lambda self, *args: define(self, *args)[:-1] + ", CHECK (note_id < 5))",
    )
    assert deid("--table", "notes", "--to", "clean", *ROLES) in (1, 2)
    said = capsys.readouterr().err
    assert "does not take a row" in said
    assert "ruiz" not in said
    assert "kept 5" not in said
    assert server.tables() == ["notes"]


def test_patients_whose_rows_lie_apart_are_read_together(server: Server) -> None:
    notes(server)
    server.run("update notes set note = 'Mr. Quillfeather called.' where note_id = 1")
    assert deid("--table", "notes", "--to", "clean", *ROLES, "--replace", "surrogate") == 0
    rows = server.rows("select note_id, mrn, seen, dob from clean order by note_id")
    assert [row[0] for row in rows] == [1, 2, 3, 4, 5, 6]
    assert rows[0][1] == rows[3][1] != rows[1][1]


def test_cells_that_stay_do_not_reach_the_workers(server: Server) -> None:
    """A driver's types could not go there."""
    notes(server, 60)
    rows = Rows(Database(server.url), "notes")
    fields = Fields({"note": "text"}, "keep")
    with contextlib.closing(rows.records(fields, None)) as records:  # type: ignore[type-var]
        record = next(records)
    assert record.original.raw.row[0] == 1
    assert not hasattr(pickle.loads(pickle.dumps(record)).original.raw, "row")
    assert b"kept" not in pickle.dumps(record)
    rows.close()


def test_memory_is_flat_over_many_rows(server: Server) -> None:
    many = (
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 12000) "
        "select i, 'x' as note from n"
    )
    rows = Rows(Database(server.url), query=many)
    fields = Fields({"note": "text"}, "keep")
    tracemalloc.start()
    most = []
    for number, _ in enumerate(rows.records(fields, None)):
        if number in (2_000, 11_000):
            most.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    rows.close()
    assert number == 11_999
    assert most[1] < most[0] + 300_000


# Without a server --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "said"),
    [
        (f"nosuch://u:{SECRET}@h/db", "does not know"),
        (f"postgresql+nosuch://u:{SECRET}@h/db", "does not know"),
        (f"://{SECRET}", "none that SQLAlchemy reads"),
        ("env:NOT_SET_ANYWHERE", "NOT_SET_ANYWHERE is not set"),
        ("sqlite:////nowhere/x.db", "does not exist"),
        (f"postgresql+psycopg://u:{SECRET}@127.0.0.1:1/db", "No connection to the database"),
    ],
)
def test_a_url_that_leads_nowhere(url: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert deid("--table", "t", "--to", "u", "--text", "x", source=url) == 2
    told = capsys.readouterr().err
    assert said in told
    assert SECRET not in told


def test_a_missing_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    assert deid("--table", "t", "--to", "u", "--text", "x", source="sqlite:///x.db") == 2
    assert "Reading databases needs more packages: pip install" in capsys.readouterr().err


@pytest.mark.parametrize(
    "args",
    [
        ["deid", "sqlite://", "--table", "t"],
        ["deid", "sqlite://", "notes", "--table", "t", "--to", "u"],
        ["deid", "notes", "-o", "out", "--table", "t"],
        ["deid", "notes"],
    ],
)
def test_what_does_not_go_together(args: list[str]) -> None:
    assert cli.run(args) == 2


@pytest.mark.parametrize(
    ("old", "new", "put"),
    [
        (datetime.date(2020, 2, 28), "2020-03-01", datetime.date(2020, 3, 1)),
        (datetime.date(2020, 2, 28), "2020", None),
        (decimal.Decimal("7"), "12", decimal.Decimal(12)),
        (7, "[MRN]", None),
        (7, None, None),
        ("x", "y", "y"),
    ],
)
def test_a_new_value_has_the_type_of_the_old_one(old: Any, new: Any, put: Any) -> None:
    import sqlalchemy

    column = databases.Column("c", sqlalchemy.Integer(), "INTEGER", True, False)
    assert databases.put(old, new, column, "t:1") == put


def test_a_number_whose_code_has_no_room_in_its_column_fails_its_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "d.db"
    with contextlib.closing(sqlite3.connect(source)) as file:
        file.execute("CREATE TABLE notes (mrn, note TEXT)")
        rows = [(mrn, "No pain.") for mrn in (float("inf"), float("-inf"), 4.5, 7.0)]
        file.executemany("INSERT INTO notes VALUES (?, ?)", rows)
        file.commit()
    said = ("--table", "notes", "--to", "clean", "-o", str(tmp_path / "out"))
    assert deid(*said, "--text", "note", "--code", "mrn", source=f"sqlite:///{source}") == 1
    told = "the code of 'mrn' has no room in the type of its column; cast that to text"
    failed = [line for line in capsys.readouterr().err.splitlines() if line.startswith("notes:")]
    assert failed == [f"notes:{i}: {told}" for i in (1, 2, 3)]
    with contextlib.closing(sqlite3.connect(source)) as file:
        new = [mrn for (mrn,) in file.execute("SELECT mrn FROM clean ORDER BY rowid")]
    (code,) = new
    assert code not in (None, 7.0)
