from __future__ import annotations

import csv
import errno
import itertools
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pipelines
from incognote.core.errors import IncognoteError, InputError, NoteError, OutputError
from incognote.core.pipeline import Pipeline
from incognote.io.format import Fields
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.replace.vault import new_lock
from incognote.run.batch import (
    OutputFile,
    OutputFolder,
    Sources,
    Summary,
    Task,
    folder,
    journal,
    run,
)
from pipelines import contents

HEAD: dict[str, Any] = {"options": {"policy": "all"}, "system": {}, "key": "k"}
PLAIN = Fields()
COLUMNS = Fields({"note": "text", "person": "patient", "id": "keep"})


@pytest.fixture(autouse=True)
def each_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checkpoint for each chunk, as where chunks take a second."""
    monkeypatch.setattr(journal, "EVERY", 0.0)
    monkeypatch.setattr(journal, "SHARE", 0)


def text_of(i: int) -> str:
    return f"Mr. Name{i % 7} wrote to a{i}@example.org\n{'and more ' * (i % 5)}\n"


def folder_of_notes(place: Path, count: int) -> Path:
    source = place / "notes"
    for i in range(count):
        path = source / f"p{i % 9}" / f"{i:04}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"\xff" if i % 23 == 5 else text_of(i).encode())
    return source


def csv_of_notes(place: Path, count: int) -> Path:
    source = place / "notes.csv"
    with source.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "person", "note"])
        for i in range(count):
            rows.writerow([i, f"P{i % 9}", text_of(i), *["x"] * (i % 23 == 5)])
    return source


def jsonl_of_notes(place: Path, count: int) -> Path:
    source = place / "notes.jsonl"
    rows = ({"id": str(i), "person": f"P{i % 9}", "note": text_of(i)} for i in range(count))
    lines = ("{\n" if i % 23 == 5 else json.dumps(row) + "\n" for i, row in enumerate(rows))
    source.write_text("".join(lines))
    return source


def parquet_of_notes(place: Path, count: int) -> Path:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    wide = "\0".join("read wrongly")
    notes = [wide if i % 23 == 5 else text_of(i) for i in range(count)]
    people = [f"P{i % 9}" for i in range(count)]
    table = arrow.table({"id": [*range(count)], "person": people, "note": notes})
    parquet.write_table(table, place / "notes.parquet", row_group_size=50)
    return place / "notes.parquet"


def ndjson_of_notes(place: Path, count: int) -> Path:
    import base64

    source = place / "export"
    source.mkdir()
    people = [{"resourceType": "Patient", "id": f"p{i}"} for i in range(9)]
    notes = [
        {
            "resourceType": "DocumentReference",
            "id": f"d{i}",
            "subject": {"reference": f"Patient/p{i % 9}"},
            "content": [
                {
                    "attachment": {
                        "contentType": "text/plain",
                        "data": base64.b64encode(text_of(i).encode()).decode(),
                    }
                }
            ],
        }
        for i in range(count)
    ]
    for name, rows in (("Patient", people), ("DocumentReference", notes)):
        (source / f"{name}.ndjson").write_text("".join(json.dumps(r) + "\n" for r in rows))
    return source


def omop_of_notes(place: Path, count: int) -> Path:
    source = place / "cdm"
    source.mkdir()
    with (source / "person.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["person_id", "gender_concept_id"])
        rows.writerows([i, 8507] for i in range(9))
    with (source / "note.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["note_id", "person_id", "note_date", "note_text"])
        rows.writerows([i, i % 9, "2020-01-02", text_of(i)] for i in range(count))
    return source


def html_of_notes(place: Path, count: int) -> Path:
    """Files of their own that are no plain text: each has a line in the ledger."""
    source = place / "pages"
    source.mkdir()
    for i in range(count):
        (source / f"{i}.html").write_text(f"<html><body><p>{text_of(i)}</p></body></html>")
    return source


FAILING = (folder_of_notes, csv_of_notes, jsonl_of_notes, parquet_of_notes)
SHAPES: dict[str, tuple[Callable[[Path, int], Path], str, str, Fields]] = {
    "folder": (folder_of_notes, "out", "^(p[0-9])/", PLAIN),
    "csv": (csv_of_notes, "out", "", COLUMNS),
    "csv, one file": (csv_of_notes, "clean.csv", "", COLUMNS),
    "jsonl, one file": (jsonl_of_notes, "clean.jsonl", "", COLUMNS),
    "parquet": (parquet_of_notes, "out", "", COLUMNS),
    "parquet, one file": (parquet_of_notes, "clean.parquet", "", COLUMNS),
    "fhir": (ndjson_of_notes, "out", "", PLAIN),
    "omop": (omop_of_notes, "out", "", PLAIN),
    "html": (html_of_notes, "out", "", PLAIN),
}


def deid(
    source: Path,
    out: Path,
    patient_from: str = "",
    fields: Fields = PLAIN,
    *,
    resume: bool = False,
    head: dict[str, Any] | None = None,
    load: Callable[[], Pipeline] = pipelines.names_after_titles,
    jobs: int = 1,
    vault: Path | None = None,
    **more: Any,
) -> Summary:
    sources = Sources([source], patient_from=patient_from, fields=fields)
    task = Task(load, get_policy("all").with_action("surrogate"), Context(b"k" * 32))
    kind = OutputFile if out.suffix else OutputFolder
    given = (vault, {"kind": "head"}) if vault else None
    of_run = {**(head or HEAD), "sources": sources.state()}
    sink = kind(out, given, head=of_run, resume=resume)
    try:
        summary = run(sources, task, sink, jobs=jobs, **more)
    finally:
        if sink.journal is not None:
            sink.journal.close()
    if not summary.resumable:
        sink.forget()
    return summary


def at_each_change(monkeypatch: pytest.MonkeyPatch, call: Callable[[int], None]) -> None:
    """Calls before each change of what a run leaves on the disk, with its number."""
    numbers = itertools.count()

    def told(real: Callable[..., Any]) -> Callable[..., Any]:
        def change(*args: Any, **more: Any) -> Any:
            call(next(numbers))
            return real(*args, **more)

        return change

    monkeypatch.setattr(os, "replace", told(os.replace))
    monkeypatch.setattr(os, "fsync", told(os.fsync))
    monkeypatch.setattr(folder.Growing, "append", told(folder.Growing.append))
    monkeypatch.setattr(shutil, "rmtree", told(shutil.rmtree))


def rows_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


RECORDS = {"fhir": {"Patient.ndjson": 9}, "omop": {"person.csv": 9}}
"""What files hold beside the notes."""


@pytest.mark.parametrize("shape", SHAPES)
def test_what_came_of_each_file_is_told(tmp_path: Path, shape: str) -> None:
    make, out, patient_from, fields = SHAPES[shape]
    summary = deid(make(tmp_path, 60), tmp_path / out, patient_from, fields)
    ledger = tmp_path / ("out/ledger.jsonl" if out == "out" else f"{out}.ledger.jsonl")
    if shape == "folder":  # of notes that are files: a note is there or among the failures
        assert not ledger.exists()
        return
    counts = {row["file"]: row["records"] for row in rows_of(ledger)}
    assert all(each["in"] == each["out"] + each["failed"] for each in counts.values())
    others = RECORDS.get(shape, {})
    assert {file: counts[file]["in"] for file in others} == others
    notes = [each for file, each in counts.items() if file not in others]
    failed = 3 if make in FAILING else 0
    assert (summary.notes_failed, sum(each["failed"] for each in notes)) == (failed, failed)
    assert sum(each["in"] for each in notes) == 60
    assert len(notes) == (60 if shape == "html" else 1)


def test_no_note_is_there_and_among_the_failures_where_the_output_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, placed = OutputFolder._place, itertools.count()

    def refused(self: OutputFolder, record: Any, result: Any) -> None:
        if next(placed) == 20:
            raise OutputError("out: cannot be.")
        place(self, record, result)

    monkeypatch.setattr(OutputFolder, "_place", refused)
    summary = deid(folder_of_notes(tmp_path, 60), tmp_path / "out", "^(p[0-9])/")
    assert not summary.ok
    there = {p.relative_to(tmp_path / "out").as_posix() for p in (tmp_path / "out").rglob("*.txt")}
    failed = {f"{row['id']}.txt" for row in rows_of(tmp_path / "out/failed.jsonl")}
    assert len(there) == 20
    assert not there & failed
    assert summary.notes_out + summary.notes_failed + (summary.not_begun or 0) == 60
    assert (summary.notes_out, summary.notes_failed) == (20, len(failed))


def test_files_of_which_nothing_comes_out_are_told_too(tmp_path: Path) -> None:
    source = tmp_path / "notes"
    source.mkdir()
    (source / "a.csv").write_text("id,person,note\n\n1,P1,Mr. Ashby came\n")
    (source / "b.csv").write_text("id,person,note\n1,P1,Mr. Ashby came,x\n2,P1,No pain,x\n")
    (source / "c.jsonl").write_text("{\n[\n")
    (source / "d.csv").write_bytes(b"\xff\xff\xff")
    (source / "e.txt").write_bytes(b"\xff\xff\xff")
    deid(source, tmp_path / "out", fields=COLUMNS)
    ledger = rows_of(tmp_path / "out/ledger.jsonl")
    assert {row["file"]: (*row["records"].values(),) for row in ledger} == {
        "a.csv": (1, 1, 0),
        "b.csv": (2, 0, 2),
        "c.jsonl": (2, 0, 2),
        "d.csv": (1, 0, 1),
    }
    failed = rows_of(tmp_path / "out/failed.jsonl")
    assert {row["id"]: row.get("file", "") for row in failed} == {
        "b.csv:1": "b.csv",
        "b.csv:2": "b.csv",
        "c.jsonl:1": "c.jsonl",
        "c.jsonl:2": "c.jsonl",
        "d.csv": "",
        "e": "",
    }


@pytest.mark.parametrize("shape", SHAPES)
def test_a_run_that_is_killed_at_any_moment_goes_on_to_the_same_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shape: str
) -> None:
    make, name, patient_from, fields = SHAPES[shape]
    source = make(tmp_path, 60)
    place, states = tmp_path / "place", tmp_path / "states"
    place.mkdir()
    given = (source, place / name, patient_from, fields)
    copy = shutil.copytree

    def keep(number: int) -> None:
        if number % 23 == 3 or (number > 30 and list(place.rglob(f"*{folder.LEDGER}"))):
            with monkeypatch.context() as real:
                real.undo()
                copy(place, states / str(number))

    with monkeypatch.context() as watched:
        at_each_change(watched, keep)
        expected = deid(*given, vault=place / "vault")
    assert expected.notes_out > 40
    assert bool(expected.notes_failed) == (make in FAILING)
    whole = contents(place)
    for state in states.iterdir():
        shutil.rmtree(place)
        state.rename(place)
        journals = [*place.rglob("journal.jsonl")]
        if not (journals and journals[0].stat().st_size):  # before it began, or when it had ended
            continue
        summary = deid(*given, vault=place / "vault", resume=True)
        assert contents(place) == whole, state.name
        summary.seconds = expected.seconds
        assert summary == expected


def stopped(
    source: Path, out: Path, monkeypatch: pytest.MonkeyPatch, after: int = 2, **more: Any
) -> Summary:
    """What a run left that Ctrl-C ended after so many chunks."""
    count = itertools.count(1)

    def interrupt(summary: Summary) -> None:
        if next(count) == after:
            raise KeyboardInterrupt

    return deid(source, out, on_progress=interrupt, **more)


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Notes, and the output of a run over them that was interrupted."""
    source = folder_of_notes(tmp_path, 60)
    summary = stopped(source, tmp_path / "out", monkeypatch)
    assert summary.resumable
    assert summary.interrupted
    assert summary.notes_in == 32
    assert summary.not_begun == 28
    return source, tmp_path / "out"


def undisturbed(source: Path) -> dict[str, bytes]:
    deid(source, source.parent / "whole")
    return contents(source.parent / "whole")


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_what_was_interrupted_goes_on_with_any_number_of_jobs(
    begun: tuple[Path, Path], jobs: int
) -> None:
    source, out = begun
    summary = deid(source, out, resume=True, jobs=jobs)
    assert (summary.notes_in, summary.interrupted) == (60, False)
    assert contents(out) == undisturbed(source)


def journal_of(out: Path) -> Path:
    return out / ".incognote-part" / "journal.jsonl"


@pytest.mark.parametrize("tail", [b"{", b'{"chunks": 3, "read"', b"\0" * 900, b"[]\n", b"\xff\n"])
def test_a_last_line_that_is_not_whole_counts_for_nothing(
    begun: tuple[Path, Path], tail: bytes
) -> None:
    source, out = begun
    with journal_of(out).open("ab") as file:
        file.write(tail)
    deid(source, out, resume=True)
    assert contents(out) == undisturbed(source)


@pytest.mark.parametrize("cut", [1, 20, 400])
def test_a_checkpoint_that_is_cut_is_done_again(begun: tuple[Path, Path], cut: int) -> None:
    source, out = begun
    with journal_of(out).open("r+b") as file:
        file.truncate(file.seek(0, 2) - cut)
    assert deid(source, out, resume=True).notes_in == 60
    assert contents(out) == undisturbed(source)


def test_a_journal_that_is_damaged_amid_is_refused(begun: tuple[Path, Path]) -> None:
    source, out = begun
    lines = journal_of(out).read_bytes().splitlines(keepends=True)
    journal_of(out).write_bytes(b"".join((*lines[:1], b"{\n", *lines[2:])))
    with pytest.raises(OutputError, match="its journal was changed"):
        deid(source, out, resume=True)


def test_a_bit_that_is_lost_anywhere_but_in_the_last_line_is_told(
    begun: tuple[Path, Path],
) -> None:
    source, out = begun
    whole = journal_of(out).read_bytes()
    before = {path.name: path.read_bytes() for path in out.rglob("*.txt")}
    last = whole.rindex(b"\n", 0, -1)
    for at in range(0, last, last // 150):
        for bit in (0, 2, 5):
            journal_of(out).write_bytes(
                whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :]
            )
            with pytest.raises(OutputError, match=r"its journal was changed|another version"):
                deid(source, out, resume=True)
    journal_of(out).write_bytes(whole)
    assert before == {path.name: path.read_bytes() for path in out.rglob("*.txt")}
    deid(source, out, resume=True)
    assert contents(out) == undisturbed(source)


@pytest.mark.parametrize("share", [0.01, 0.5, 0.99])
def test_a_last_line_that_lost_a_bit_is_done_again(begun: tuple[Path, Path], share: float) -> None:
    source, out = begun
    whole = journal_of(out).read_bytes()
    last = whole.rindex(b"\n", 0, -1) + 1
    at = last + int(share * (len(whole) - last - 2))
    journal_of(out).write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    assert deid(source, out, resume=True).notes_in == 60
    assert contents(out) == undisturbed(source)


def test_a_line_that_is_gone_is_told(begun: tuple[Path, Path]) -> None:
    source, out = begun
    lines = journal_of(out).read_bytes().splitlines(keepends=True)
    assert len(lines) > 3
    for at in range(len(lines) - 2):  # without the last but one the last is done again
        journal_of(out).write_bytes(b"".join((*lines[:at], *lines[at + 1 :])))
        with pytest.raises(OutputError, match="its journal was changed"):
            deid(source, out, resume=True)


def test_a_journal_of_another_version_is_told_as_one(begun: tuple[Path, Path]) -> None:
    source, out = begun
    head = {"journal": 1, **HEAD}
    journal_of(out).write_text(json.dumps(head) + '\n{"chunks": 0}\n')
    with pytest.raises(OutputError, match="another version of incognote began it"):
        deid(source, out, resume=True)


def test_no_text_stands_in_the_journal(begun: tuple[Path, Path]) -> None:
    said = journal_of(begun[1]).read_text()
    assert "p0/0009.txt" in said  # files are told by name
    for word in ("Mr.", "Name", "wrote", "example", "k" * 8):
        assert word not in said


CHANGES: dict[str, tuple[Callable[[Path, Path], object], str]] = {
    "a note": (
        lambda source, out: (source / "p1/0001.txt").write_text("other"),
        "notes is another",
    ),
    "a note more": (lambda source, out: (source / "p1/x.txt").write_text(""), "notes is another"),
    "a note less": (lambda source, out: (source / "p1/0001.txt").unlink(), "notes is another"),
    "a note of the output": (
        lambda source, out: (out / "p0/0009.txt").write_text("other"),
        "0009.txt: is not what the run",
    ),
    "an output less": (
        lambda source, out: (out / "p0/0009.txt").unlink(),
        "0009.txt: is not what the run",
    ),
    "the record": (
        lambda source, out: (out / ".spans.jsonl.incognote-part").write_bytes(b"{}\n" * 9_999),
        "spans.jsonl: is not what the run",
    ),
    "the record cut": (
        lambda source, out: (out / ".spans.jsonl.incognote-part").write_bytes(b""),
        "spans.jsonl: is not what the run",
    ),
    "the journal": (lambda source, out: journal_of(out).unlink(), "holds no run that can be"),
    "all": (lambda source, out: shutil.rmtree(out), "holds no run that can be resumed"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_changed_since_is_refused_by_name(begun: tuple[Path, Path], change: str) -> None:
    source, out = begun
    do, told = CHANGES[change]
    do(source, out)
    before = contents(out)
    with pytest.raises(OutputError, match=told):
        deid(source, out, resume=True, load=pipelines.bug)
    assert contents(out) == before


def test_a_note_that_changed_behind_its_time_is_refused(begun: tuple[Path, Path]) -> None:
    source, out = begun
    path = source / "p0/0009.txt"
    state, text = path.stat(), path.read_text()
    path.write_text(text.replace("Name", "Nema"))
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    with pytest.raises(InputError, match="what was read before reads otherwise now"):
        deid(source, out, resume=True, load=pipelines.bug)
    path.write_text(text)
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
    deid(source, out, resume=True)
    assert contents(out) == undisturbed(source)


@pytest.mark.parametrize(
    ("head", "told"),
    [
        ({"options": {"policy": "hipaa"}}, "its policy was all and is hipaa now"),
        ({"options": {"policy": "all", "max_note_mb": 3.0}}, "its max note mb was None and is 3.0"),
        ({"options": {"policy": "all", "fields": {str(i): "keep" for i in range(20)}}}, "another"),
        ({"system": {"model": "1234"}}, "its model was None and is 1234 now"),
        ({"key": "other"}, "its key was another"),
        ({"vault": "other"}, "its vault was another"),
    ],
)
def test_another_run_is_refused_by_what_differs(
    begun: tuple[Path, Path], head: dict[str, Any], told: str
) -> None:
    source, out = begun
    with pytest.raises(OutputError, match=told):
        deid(source, out, resume=True, head=HEAD | head, load=pipelines.bug)
    deid(source, out, resume=True)
    assert contents(out) == undisturbed(source)


def test_another_source_is_refused_by_name(begun: tuple[Path, Path], tmp_path: Path) -> None:
    shutil.copytree(begun[0], tmp_path / "others")
    with pytest.raises(OutputError, match="it was begun with notes, not with others"):
        deid(tmp_path / "others", begun[1], resume=True)


def test_two_processes_never_go_on_with_one_run(begun: tuple[Path, Path]) -> None:
    source, out = begun
    head = {**HEAD, "sources": Sources([source]).state()}
    first = OutputFolder(out, head=head, resume=True)
    with pytest.raises(OutputError, match="another run is writing it"):
        deid(source, out, resume=True)
    first.leave()
    deid(source, out, resume=True)
    assert contents(out) == undisturbed(source)


def test_without_resume_it_is_told_how_to_go_on(begun: tuple[Path, Path], tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"did not come to its end; go on with it \(--resume\)"):
        deid(*begun)
    source = jsonl_of_notes(tmp_path, 60)
    out = tmp_path / "new" / "clean.jsonl"
    with pytest.MonkeyPatch.context() as patched:
        stopped(source, out, patched, fields=COLUMNS)
    with pytest.raises(OutputError, match=r"clean\.jsonl: holds a run .* \(--resume\)"):
        deid(source, out, fields=COLUMNS)
    assert os.listdir(out.parent) == [".clean.jsonl.incognote-part"]


@pytest.mark.parametrize("name", ["clean.jsonl", "clean.jsonl.spans.jsonl"])
def test_what_somebody_put_in_its_place_meanwhile_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    source, out = jsonl_of_notes(tmp_path, 60), tmp_path / "new" / "clean.jsonl"
    stopped(source, out, monkeypatch, fields=COLUMNS)
    (out.parent / name).write_text("mine")
    with pytest.raises(OutputError, match=f"{name}: exists already"):
        deid(source, out, fields=COLUMNS, resume=True)
    assert (out.parent / name).read_text() == "mine"
    (out.parent / name).unlink()
    deid(source, out, fields=COLUMNS, resume=True)
    assert out.exists()


def test_a_record_that_somebody_put_there_is_not_overwritten(begun: tuple[Path, Path]) -> None:
    source, out = begun
    (out / "spans.jsonl").write_text("mine")
    with pytest.raises(OutputError, match=r"spans\.jsonl: exists already"):
        deid(source, out, resume=True)
    assert (out / "spans.jsonl").read_text() == "mine"


def test_a_run_that_came_to_its_end_is_not_gone_on_with(tmp_path: Path) -> None:
    source, out = folder_of_notes(tmp_path, 9), tmp_path / "out"
    deid(source, out)
    with pytest.raises(OutputError, match="holds no run that can be resumed"):
        deid(source, out, resume=True)


def test_what_was_written_after_the_last_checkpoint_and_fails_now_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out = folder_of_notes(tmp_path, 60), tmp_path / "out"
    with monkeypatch.context() as patched:
        patched.setattr(journal, "EVERY", 600.0)
        count = itertools.count()

        def die(summary: Summary) -> None:
            if next(count) == 2:
                raise RuntimeError

        with pytest.raises(RuntimeError):
            deid(source, out, on_progress=die)
    assert len(list(out.rglob("*.txt"))) > 32
    (out / "mine.md").write_text("a file of the user's own")
    assert deid(source, out, resume=True, load=pipelines.always_fails).notes_failed == 60
    assert contents(out).keys() == {"failed.jsonl", "spans.jsonl", "mine.md"}


@pytest.mark.parametrize("what", ["a note", "a line", "a failure", "the journal"])
def test_a_full_disk_ends_the_run_at_once_and_it_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    source, out = folder_of_notes(tmp_path, 60), tmp_path / "out"

    def full(real: Callable[..., Any], after: int) -> Callable[..., Any]:
        count = itertools.count()

        def change(*args: Any, **more: Any) -> Any:
            if next(count) < after:
                return real(*args, **more)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        return change

    with monkeypatch.context() as patched:
        if what == "a note":
            patched.setattr(Path, "write_bytes", full(Path.write_bytes, 40))
        elif what == "the journal":
            patched.setattr(os, "fsync", full(os.fsync, 60))
        else:
            name = "spans.jsonl" if what == "a line" else "failed.jsonl"
            append = folder.Growing.append
            some = full(append, 40 if what == "a line" else 1)

            def one(self: folder.Growing, data: bytes) -> int:
                return (some if self.path.name == name else append)(self, data)

            patched.setattr(folder.Growing, "append", one)
        failed: list[NoteError] = []
        summary = deid(source, out, on_failure=failed.append)
    assert summary.resumable
    assert not summary.ok
    assert len(failed) < 4
    assert "No space left on device); " in summary.problems[0]
    assert "go on with --resume." in summary.problems[0]
    assert deid(source, out, resume=True).ok is False  # some notes do fail
    assert contents(out) == undisturbed(source)


def test_it_is_told_where_the_disk_of_the_vault_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("cryptography")
    source, vault = folder_of_notes(tmp_path, 60), tmp_path / "vault"
    lock = new_lock(b"k" * 32)
    append = folder.Growing.append

    def full(self: folder.Growing, data: bytes) -> int:
        if self.path == vault and self.size > 4_000:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return append(self, data)

    monkeypatch.setattr(folder.Growing, "append", full)
    task = Task(pipelines.emails, get_policy("all").with_action("tag"), lock=lock)
    sink = OutputFolder(tmp_path / "out", (vault, lock.head), head=HEAD)
    summary = run(Sources([source]), task, sink)
    (told,) = summary.problems
    way_out = "make room and go on with --resume."
    assert told == f"{vault}: cannot be written (No space left on device); {way_out}"
    assert 0 < summary.notes_out < 50


@pytest.mark.parametrize("after", range(5))
def test_a_disk_that_is_full_from_the_start_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    source, out = folder_of_notes(tmp_path, 9), tmp_path / "out"
    fsync, count = os.fsync, itertools.count()

    def full(file: int) -> None:
        if next(count) >= after:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(file)

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OutputError, match="No space left"):
            deid(source, out, vault=tmp_path / "vault")
    assert os.listdir(tmp_path) == ["notes"]


def test_nothing_is_left_where_nothing_was_done(tmp_path: Path) -> None:
    source, out = folder_of_notes(tmp_path, 9), tmp_path / "out"
    with pytest.raises(IncognoteError, match="config"):
        deid(source, out, load=pipelines.broken_model)
    assert not out.exists()


@pytest.mark.parametrize("every", [0.0, 600.0])
def test_a_run_that_cannot_go_on_leaves_what_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: float
) -> None:
    source, out = folder_of_notes(tmp_path, 60), tmp_path / "out"

    def die(summary: Summary) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(journal, "EVERY", every)
        with pytest.raises(RuntimeError):
            deid(source, out, on_progress=die)
    assert list(out.rglob("*.txt"))
    with pytest.raises(IncognoteError, match="config"):
        deid(source, out, resume=True, load=pipelines.broken_model)
    deid(source, out, resume=True)
    assert contents(out) == undisturbed(source)
