"""A record of several texts, or of none, comes out whole or not at all."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pipelines
from incognote.core.errors import ConfigError, NoteError
from incognote.io.format import Record
from incognote.replace.replacement import Context
from incognote.run.batch import OutputFolder, Sources, Task, run
from incognote.run.batch.results import Done, Result
from packs import TABLES, installed
from pipelines import TAGS, failures


@pytest.fixture(autouse=True)
def formats() -> Iterator[None]:
    with installed(TABLES):
        yield


@pytest.fixture
def table(tmp_path: Path) -> Callable[..., Path]:
    """Makes a file of rows below a head."""

    def make(*rows: str, name: str = "t.rows") -> Path:
        (tmp_path / name).write_text("\n".join(["head", *rows]))
        return tmp_path / name

    return make


def test_texts_with_one_id_are_refused_and_nothing_is_written_over(
    tmp_path: Path, table: Callable[..., Path]
) -> None:
    out = tmp_path / "out"
    source = table(name="t.clashes")
    run(Sources([source]), Task(pipelines.emails, TAGS), OutputFolder(out))
    assert (out / "t.clashes").read_text() == "note b\n"
    assert sorted(row["id"] for row in failures(out)) == ["r", "u", "v", "w"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_detector_that_leaves_the_program_ends_no_run_and_says_nothing(
    tmp_path: Path, table: Callable[..., Path], capfd: pytest.CaptureFixture[str], jobs: int
) -> None:
    rows = ["EXIT secret", *["x@y.org"] * 60]
    source = Sources([table(*rows)])
    out = tmp_path / "out"
    summary = run(source, Task(pipelines.emails, TAGS), OutputFolder(out), jobs=jobs)
    assert (summary.notes_out, summary.notes_failed) == (
        46,
        16,
    )  # those of one chunk, the head among them
    assert "secret" not in (out / "failed.jsonl").read_text()
    assert "secret" not in "".join(capfd.readouterr())


@pytest.mark.parametrize("jobs", [1, 2])
def test_records_of_several_texts_and_of_none(
    tmp_path: Path, table: Callable[..., Path], jobs: int
) -> None:
    rows = ["to a@b.org|no pain", "", "seen|RAISE secret", "aged 40", *["x@y.org|x"] * 60]
    source = Sources([table(*rows)])
    out = tmp_path / "out"
    seen: list[NoteError] = []
    summary = run(
        source,
        Task(pipelines.emails, TAGS),
        OutputFolder(out),
        jobs=jobs,
        on_failure=seen.append,
    )
    # The header and the empty row hold no note; one of two texts failed, and so did its record.
    assert (summary.records, summary.notes_out, summary.notes_failed) == (65, 123, 1)
    new = (out / "t.rows").read_text().split("\n")
    assert new[:4] == ["head", "to [EMAIL]|no pain", "", "aged [AGE]"]
    assert new[4:] == ["[EMAIL]|x"] * 60 + [""]
    assert [row["id"] for row in failures(out)] == ["3:1"]
    assert "secret" not in str(seen)
    spans = [json.loads(line) for line in (out / "spans.jsonl").read_text().splitlines()]
    assert [row["id"] for row in spans[:3]] == ["1:0", "1:1", "4:0"]


def test_values_are_replaced_by_the_policy_and_listed_without_their_text(
    tmp_path: Path, table: Callable[..., Path]
) -> None:
    values = (
        "PID-5=Maria Delgado=PATIENT",
        "PID-7=1961-08-09=DATE=date",
        "PID-3=00482913=code",
        "seen=2019-03-14T10:00=shift",
        "sex=F=PATIENT=token",
    )
    source = table("to a@b.org;" + ";".join(values), "no pain;PID-3=00482913=code")
    out = tmp_path / "out"
    context = Context(key=b"k" * 32)
    run(Sources([source]), Task(pipelines.emails, TAGS, context), OutputFolder(out))
    _, first, second, _ = (out / "t.rows").read_text().split("\n")
    text, name, born, code, seen, sex = first.split(";")
    assert (text, name, born, sex) == ("to [EMAIL]", "[PATIENT]", "-", "-")
    assert code == second.split(";")[1] != "00482913"
    assert seen.endswith("T10:00")
    assert not seen.startswith("2019-03")
    (row,) = map(json.loads, (out / "ledger.jsonl").read_text().splitlines())
    assert row["file"] == "t.rows"
    assert row["places"] == {
        "PID-3": {"replaced": 2},
        "PID-5": {"replaced": 1},
        "PID-7": {"left out": 1},
        "seen": {"replaced": 1},
        "sex": {"left out": 1},
        "text: EMAIL": {"tag": 1},
    }
    assert "Delgado" not in (out / "ledger.jsonl").read_text()


def test_a_ledger_that_has_no_room_is_told_with_the_reason(
    tmp_path: Path, table: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: OutputFolder) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(OutputFolder, "_ledger_file", full)
    source = table("to a@b.org;PID-5=Maria Delgado=PATIENT")
    out = tmp_path / "out"
    summary = run(Sources([source]), Task(pipelines.emails, TAGS), OutputFolder(out))
    (problem,) = summary.problems
    assert problem == f"{out / 'ledger.jsonl'}: is not complete (No space left on device)."


def test_a_format_seals_the_pieces_of_a_file(tmp_path: Path, table: Callable[..., Path]) -> None:
    out = tmp_path / "out"
    run(Sources([table("x", name="t.sealed")]), Task(pipelines.emails, TAGS), OutputFolder(out))
    assert (out / "t.sealed").read_text() == "head\nx\nsealed\n"


def test_a_folder_holds_files_of_any_kind(tmp_path: Path, table: Callable[..., Path]) -> None:
    (tmp_path / "in" / "ward").mkdir(parents=True)
    table("to a@b.org", name="in/ward/t.rows")
    (tmp_path / "in" / "ward" / "n.txt").write_text("to a@b.org")
    (tmp_path / "in" / "x.unknown").write_text("to a@b.org")
    out = tmp_path / "out"
    run(Sources([tmp_path / "in"]), Task(pipelines.emails, TAGS), OutputFolder(out))
    assert (out / "ward" / "t.rows").read_text() == "head\nto [EMAIL]\n"
    assert (out / "ward" / "n.txt").read_text() == "to [EMAIL]"
    assert [row["id"] for row in failures(out)] == ["x.unknown"]


def test_an_original_that_no_worker_can_be_given_names_its_format(
    tmp_path: Path, table: Callable[..., Path]
) -> None:
    given = Sources([table(*["x"] * 60, name="t.lambdas")])
    task, out = Task(pipelines.emails, TAGS), tmp_path / "out"
    with pytest.raises(ConfigError, match="format 'lambdas' keeps in its records what cannot"):
        run(given, task, OutputFolder(out), jobs=2)
    assert not out.exists()


def test_a_note_that_cannot_be_written_leaves_no_line_in_record_and_vault(tmp_path: Path) -> None:
    out, vault = tmp_path / "out", tmp_path / "vault"
    sink = OutputFolder(out, (vault, {"kind": "head"}))
    done = (Done("a", 1, (), sealed={"id": "a"}),)
    sink.commit(Record("a", (), "a.txt"), Result(done, b"x"))
    with pytest.raises(NoteError, match="exists already"):
        sink.commit(Record("a", (), "a.txt"), Result(done, b"y"))
    sink.close()
    assert (out / "a.txt").read_bytes() == b"x"
    assert len((out / "spans.jsonl").read_text().splitlines()) == 1
    assert len(vault.read_text().splitlines()) == 2
