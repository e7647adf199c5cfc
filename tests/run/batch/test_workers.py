from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import pipelines
from incognote.core.errors import ConfigError, NoteError
from incognote.core.pipeline import Pipeline
from incognote.run.batch import OutputFolder, Sources, SpansFile, Summary, Task, run
from pipelines import TAGS, record

Notes = Callable[..., Path]
BOUND = 4.0
"""Seconds; what a note of these tests takes otherwise is a hundredth."""


def bounded(
    source: Path, out: Path, jobs: int, load: Callable[[], Pipeline], seconds: float = BOUND
) -> tuple[Summary, list[NoteError]]:
    failures: list[NoteError] = []
    summary = run(
        Sources([source], patient_from=r"(\w+)\d$" if load is not pipelines.emails else ""),
        Task(load, TAGS),
        OutputFolder(out),
        jobs=jobs,
        max_note_seconds=seconds,
        on_failure=failures.append,
    )
    assert summary.notes_in == summary.notes_out + summary.notes_failed
    assert len(record(out)) == summary.notes_out
    return summary, failures


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_note_that_takes_too_long_fails_by_name_and_the_others_go_on(
    notes: Notes, tmp_path: Path, jobs: int
) -> None:
    source = notes("x@y.org", "SLEEP", "z@y.org", count=20)
    summary, failures = bounded(source, tmp_path / "out", jobs, pipelines.emails)
    assert [str(f) for f in failures] == [
        "odd1: took longer than 4 seconds; see --max-note-seconds"
    ]
    assert (summary.notes_out, summary.notes_failed) == (22, 1)


def test_more_notes_than_processes_may_end_in_a_row_take_too_long(
    notes: Notes, tmp_path: Path
) -> None:
    source = notes(*["SLEEP"] * 10, "x@y.org")
    task = Task(pipelines.emails, only_detect=True)
    sink = SpansFile(tmp_path / "spans.jsonl")
    summary = run(Sources([source]), task, sink, jobs=2, max_note_seconds=0.8)
    assert (summary.notes_out, summary.notes_failed) == (1, 10)


def test_the_notes_of_a_patient_fail_together(notes: Notes, tmp_path: Path) -> None:
    source = notes("Mr. Ruiz", "SLEEP", count=6)
    summary, failures = bounded(source, tmp_path / "out", 1, pipelines.names_after_titles, 1.5)
    assert [f.id for f in failures] == ["odd0", "odd1"]
    assert all("other notes of its patient" in str(f) for f in failures)
    assert summary.notes_out == 6


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf")])
def test_a_bound_that_cannot_be_is_refused(notes: Notes, tmp_path: Path, seconds: float) -> None:
    with pytest.raises(ConfigError, match="longest time for a note"):
        bounded(notes("x"), tmp_path / "out", 1, pipelines.emails, seconds)
