from __future__ import annotations

import csv
import itertools
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pipelines
import pytest
from pipelines import contents

from incognote.core.pipeline import Pipeline
from incognote.io.format import Fields
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
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
        if not list(place.rglob("journal.jsonl")):  # before it began, or when it had ended
            continue
        summary = deid(*given, vault=place / "vault", resume=True)
        assert contents(place) == whole, state.name
        summary.seconds = expected.seconds
        assert summary == expected
