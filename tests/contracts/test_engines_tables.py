"""`incognote deid --engine spark` does with a table of CSV what the plain run does."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from incognote import cli
from incognote.cli import spark_run
from incognote.io import csv_tables
from sessions import losing_an_executor, sessions_ended, spark

pytestmark = [
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
needs_spark = pytest.mark.needs("pyspark", "java")


@pytest.fixture(scope="module", autouse=True)
def _work_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with sessions_ended(tmp_path_factory):
        yield


COLUMNS = ("note_id", "person", "seen", "ward", "phone", "note", "more", "gone")
OPTIONS = ["--keep", "note_id", "--patient", "person", "--date", "seen", "--keep", "ward"]
OPTIONS += ["--label", "phone=PHONE", "--text", "note", "--text", "more", "--drop", "gone"]


def rows() -> list[list[str]]:
    """Rows with all that cells of CSV may hold."""
    notes = [
        "Seen by Dr. Ada Ruiz on 3/14/2019.",
        'He said: ""Tom Moss"", then\nleft on 4/2/2018.\r\nDr. "Eva" Lind',
        "",
        "a, b; c | d\te",
        "Naïve Ruiz 😀 3/14/2019",
        "NaN",
        "\n\nSeen: 1/1/2017\n",
        "Dr. Ada Ruiz, 555-201-3344",
    ]
    return [
        [
            *(str(i), ["7", " 7 ", "7.0", "8", "9"][i % 5], ["2019-03-14", "", "3/14/2019"][i % 3]),
            *(["ward A", ""][i % 2], ["555-201-3344", "NULL"][i % 2], notes[i % len(notes)]),
            *(notes[(i + 3) % len(notes)], "Tom Moss"),
        ]
        for i in range(60)
    ]


def written(lines: list[list[str]], delimiter: str = ",", end: str = "\n") -> bytes:
    file = io.StringIO()
    table = csv.writer(file, delimiter=delimiter, lineterminator=end)
    table.writerow(COLUMNS)
    table.writerows(lines)
    return file.getvalue().encode()


def faulty() -> bytes:
    """A table whose rows are at fault in all ways, between others."""
    whole = written(rows()[:20]).decode()
    head, _, rest = whole.partition("\n")
    bad = [
        b"100,9,2019-03-14,A\n",
        b"101,9,2019-03-14,A,,Dr. Ada Ruiz,,,too,many\n",
        b"102,9,2019-03-14,A,,Dr. Ada Ru\xedz,,\n",
        b'103,9,2019-03-14,A,,"Dr. Ada" Ruiz,,\n',
        b"\n",
        b"104,9,2019-03-14,A,,<html><body><p>Tom Moss</p></body></html>,,\n",
        b'105,9,2019-03-14,A,,"Dr. Ada Ruiz\n106,9,,,,,,\n',
    ]
    return f"{head}\n".encode() + b"".join(bad[:-1]) + rest.encode() + bad[-1]


TABLES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "plain": ("t.csv", lambda: written(rows())),
    "semicolons, CRLF, BOM": ("t.csv", lambda: b"\xef\xbb\xbf" + written(rows(), ";", "\r\n")),
    "tabs, packed": ("t.tsv.gz", lambda: gzip.compress(written(rows(), "\t"))),
    "faults": ("t.csv", faulty),
}


@needs_spark
@pytest.mark.parametrize("name", TABLES)
def test_csv_through_spark_is_the_plain_run_row_for_row(
    name: str,
    tiny_model: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    spark()
    monkeypatch.setattr("incognote.cli.spark_run._SMALLEST", 700)
    file, data = TABLES[name]
    (tmp_path / file).write_bytes(data())
    assert cli.run(["key", "new", str(tmp_path / "key")]) == 0
    words = ["deid", str(tmp_path / file), *OPTIONS, "--model", str(tiny_model)]
    words += ["--key", str(tmp_path / "key"), "--replace", "surrogate", "--names-may-recur"]
    plain, out = tmp_path / f"plain-{file}", tmp_path / "out"
    codes = [
        cli.run([*words, "-o", str(plain), "--jobs", "1", "--max-note-seconds", "0"]),
        cli.run([*words, "-o", str(out), "--engine", "spark"]),
    ]
    assert codes == [int(name == "faults")] * 2
    shown = capfd.readouterr()
    assert not [word for word in ("Ruiz", "Moss") if word in shown.out + shown.err]
    expected = {row[0]: row[1:] for row in cells_of(plain)}
    table = pq.read_table(out)
    assert [*table.column_names] == [*COLUMNS[:-1], "spans", "error", "status"]
    found = table.to_pylist()
    good = [row for row in found if row["status"] != "failed"]
    assert {row["note_id"]: [row[c] or "" for c in COLUMNS[1:-1]] for row in good} == expected
    assert len(good) == len(expected)
    record = plain.with_name(f"{plain.name}.failed.jsonl")
    said = [json.loads(line) for line in record.read_text().splitlines()] if codes[0] else []
    failed = [row for row in found if row["status"] == "failed"]
    assert len(failed) == len(said) == (6 if name == "faults" else 0)
    told = {f"{row['id'].removeprefix('plain-')}: {row['reason']}" for row in said}
    for row in failed:
        assert [line for line in told if line == row["error"] or line.endswith(row["error"])]
        assert not any(row[c] for c in COLUMNS[1:-1] if row["error"].startswith("t.csv"))
        assert row["note"] is None


def cells_of(path: Path) -> list[list[str]]:
    """The rows of a table as our reader has them, blank lines left out."""
    head = csv_tables.read_head(path, path.name)
    read = (
        row
        for part in csv_tables.stretches(path, path.name, head, 1 << 20)
        for row in csv_tables.rows_of(part, without=())
    )
    return [[cell or "" for cell in row] for row in read if isinstance(row, list)]


@needs_spark
def test_ids_and_columns_that_are_not_told_apart_are_refused_before_work(
    tmp_path: Path, tiny_model: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    spark()
    table = tmp_path / "t.csv"
    out = tmp_path / "out"
    words = ["deid", str(table), "-o", str(out), "--engine", "spark", "--text", "note"]
    words += ["--model", str(tiny_model)]
    for data, more, said in (
        ("id,note\n1,a\n 1 ,b\n2,c\n", ["--id", "id"], "1 of the ids in 'id' stand in several"),
        ("note,Note\na,b\n", ["--keep", "Note"], "cannot tell the column 'Note' from another"),
        ("note,note\na,b\n", [], "cannot tell the column 'note' from another"),
        ("note,ward\na,b\n", [], "Nobody decided about ward"),
    ):
        table.write_text(data)
        assert cli.run([*words, *more]) == 2
        assert said in capfd.readouterr().err
        assert not out.exists()


NOTES = ["--text", "note", "--keep", "i"]
LONG = "Pain, no fever. " * 40


def many(path: Path, rows: int) -> Path:
    """A table in which some rows are at fault."""
    lines = [
        f"{i},7,too,many"
        if i % 50 == 7
        else f'{i},"Dr. Ada Ruiz, 3/14/2019. {"Pain, no fever. " * 40}"'
        for i in range(rows)
    ]
    path.write_text("\n".join(["i,note", *lines, ""]))
    return path


@needs_spark
def test_an_executor_that_is_lost_while_csv_is_read_loses_no_row(
    tiny_model: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("incognote.cli.spark_run._SMALLEST", 9_000)
    words = ["deid", str(many(tmp_path / "t.csv", 160)), *NOTES, "--model", str(tiny_model)]
    assert cli.run([*words, "-o", str(tmp_path / "plain.csv"), "--jobs", "1"]) == 1
    out = tmp_path / "out"
    spark()
    assert losing_an_executor(lambda: cli.run([*words, "-o", str(out), "--engine", "spark"])) == 1
    assert "not accounted for" not in "".join(capfd.readouterr())
    found = pq.read_table(out).to_pylist()
    expected = {row[0]: row[1] for row in cells_of(tmp_path / "plain.csv")}
    assert {row["i"]: row["note"] for row in found if row["status"] == "done"} == expected
    assert [row["status"] for row in found].count("failed") == 160 - len(expected) == 4


@needs_spark
def test_a_table_that_changes_while_it_is_read_ends_the_run(
    tiny_model: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    spark()
    table = many(tmp_path / "t.csv", 40)
    cut = spark_run._cut

    def cut_and_change(*given: Any) -> Any:
        found = cut(*given)
        table.write_text(table.read_text().replace("Ruiz", "Moss", 1) + "\n")
        return found

    monkeypatch.setattr(spark_run, "_cut", cut_and_change)
    words = ["deid", str(table), *NOTES, "--model", str(tiny_model), "--engine", "spark"]
    assert cli.run([*words, "-o", str(tmp_path / "out")]) == 2
    said = "".join(capfd.readouterr())
    assert "did not come to its end" in said
    assert not [word for word in ("Ruiz", "Moss") if word in said]


@needs_spark
def test_urls_reach_spark_whole_and_what_it_cannot_reach_is_told_before_work(
    tiny_model: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """As a path `hdfs://host/x` is `hdfs:/x`: a folder of another store."""
    spark()
    table = many(tmp_path / "t.csv", 9)
    words = ["deid", str(table), *NOTES, "--model", str(tiny_model), "--engine", "spark"]
    there = f"file://{tmp_path}/out"
    assert cli.run([*words, "-o", there]) == 1
    assert len(pq.read_table(tmp_path / "out")) == 9
    capfd.readouterr()
    for out, said in (
        (there, "exists already"),
        (str(tmp_path / "out"), "exists already"),
        ("nosuch://host/out", "nosuch://host/out: Spark cannot reach it"),
        ("nosuch://me:secret@host/out", "nosuch://me:...@host/out: Spark cannot reach it"),
    ):
        assert cli.run([*words, "-o", out]) == 2
        told = capfd.readouterr().err
        assert said in told
        assert "secret" not in told
    parquet = ["deid", f"file://{tmp_path}/out/status=done", "--engine", "spark", "--other", "drop"]
    again = [*parquet, *NOTES, "--model", str(tiny_model), "-o", f"{there}-again"]
    assert cli.run(again) == 0
    assert len(pq.read_table(tmp_path / "out-again")) == 8
    for source, said in (
        (f"file://{table}", "CSV is read at a path that all machines see"),
        ("nosuch://me:secret@host/notes", "nosuch://me:...@host/notes: Spark cannot read it"),
    ):
        assert cli.run(["deid", source, *words[2:], "-o", str(tmp_path / "more")]) == 2
        told = capfd.readouterr().err
        assert said in told
        assert "secret" not in told
    assert not (tmp_path / "more").exists()
    assert not list(Path().glob("*:"))
