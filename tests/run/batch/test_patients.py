from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import pipelines
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, NoteError
from incognote.io.format import Fields, Record
from incognote.run.batch import OutputFile, OutputFolder, Sources, Task, folder, run
from incognote.run.batch.patients import together
from pipelines import TAGS, contents

Notes = Callable[..., Path]


def note(id: str) -> Record:
    """A record of a note whose patient is the letters of its id."""
    patient = id.rstrip("0123456789")
    doc = Document(id, "x" * 10, meta={"patient": patient} if patient else {})
    return Record(id, (doc,), f"{id}.txt")


def grouped(*ids: str, held: int = 10_000) -> tuple[list[str], int]:
    """Ids of what comes out together, and how often the notes were read."""
    times = 0

    def read():
        nonlocal times
        times += 1
        for id in ids:
            yield NoteError(id, "bad") if id == "!" else note(id)

    units = [
        unit.id if isinstance(unit, NoteError) else "+".join(doc.id for doc in unit)
        for unit in together(read, held_characters=held)
    ]
    return units, times


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        ("1 2 !", ["1", "2", "!"]),
        ("a1 a2 1 b1", ["a1+a2", "1", "b1"]),
        ("a1 b1 a2 ! b2 c1", ["a1+a2", "!", "b1+b2", "c1"]),
    ],
)
def test_notes_of_a_patient_come_together(ids: str, expected: list[str]) -> None:
    assert grouped(*ids.split()) == (expected, 2)


def test_patients_whose_notes_lie_apart_are_taken_in_rounds() -> None:
    units, times = grouped(*["a1", "b1", "c1", "1", "a2", "b2", "c2", "d1", "d2", "!"], held=2_020)
    assert units == ["1", "a1+a2", "d1+d2", "!", "b1+b2", "c1+c2"]
    assert times == 4


def test_sources_that_change_between_readings_are_refused() -> None:
    readings = iter([["a1", "b1", "a2"], ["a1", "b1"]])
    with pytest.raises(InputError, match="changed"):
        list(together(lambda: map(note, next(readings))))


def run_names(
    source: Path,
    out: Path,
    jobs: int = 1,
    format: str = "txt",
    patient_from: str = "",
    fields: Fields = Fields(),  # noqa: B008
) -> list[NoteError]:
    failures: list[NoteError] = []
    summary = run(
        Sources([source], format, patient_from=patient_from, fields=fields),
        Task(pipelines.names_after_titles, TAGS),
        OutputFolder(out),
        jobs=jobs,
        on_failure=failures.append,
    )
    assert summary.notes_in == summary.notes_out + summary.notes_failed
    assert summary.notes_failed == len(failures)
    return failures


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_what_one_note_shows_is_found_in_all_whatever_order_and_jobs(
    tmp_path: Path, jobs: int
) -> None:
    source = tmp_path / "in"
    for year, text in (("2019", "Halvorsen came."), ("2020", "Mr. Halvorsen left.")):
        (source / year).mkdir(parents=True)
        for i in range(40):
            (source / year / f"p{i}.txt").write_text(text if i % 2 else "Nobody.")
    (source / "2021").mkdir()
    (source / "2021/p0.txt").write_text("Halvorsen is another here.")
    assert not run_names(source, tmp_path / "out", jobs, patient_from=r"(p\d+)$")
    assert (tmp_path / "out/2019/p1.txt").read_text() == "[PATIENT] came."
    assert (tmp_path / "out/2021/p0.txt").read_text() == "Halvorsen is another here."
    run_names(source, tmp_path / "one", 1, patient_from=r"(p\d+)$")
    assert contents(tmp_path / "out") == contents(tmp_path / "one")


def test_the_patient_that_the_format_names(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    rows = [("a", "p", "Halvorsen came."), ("b", "q", "x"), ("c", "p", "Mr. Halvorsen left.")]
    source.write_text(
        "".join(
            json.dumps({"id": i, "text": t, "spans": [], "meta": {"patient": p}}) + "\n"
            for i, p, t in rows
        )
    )
    assert not run_names(source, tmp_path / "out", format="jsonl", fields=Fields({"meta": "keep"}))
    old = source.read_text()
    # In the order of the source, though the patient's notes were taken together.
    new = old.replace("Halvorsen came", "[PATIENT] came").replace(
        "Halvorsen left", "[PATIENT] left"
    )
    assert (tmp_path / "out/in.jsonl").read_text() == new


def test_an_id_without_a_patient_fails_and_the_others_go_on(notes: Notes, tmp_path: Path) -> None:
    failures = run_names(notes("x", count=3), tmp_path / "out", patient_from=r"ward(\d)")
    assert [str(f) for f in failures] == [
        "odd0: --patient-from finds no patient in this id; mend the pattern, or the id"
    ]


@pytest.mark.parametrize("pattern", ["(", r"ward\d"])
def test_a_pattern_that_cannot_be_is_refused(notes: Notes, pattern: str) -> None:
    with pytest.raises(ConfigError, match="pattern"):
        Sources([notes("x")], patient_from=pattern)


def test_notes_of_a_patient_that_kill_the_worker_fail_together(
    notes: Notes, tmp_path: Path
) -> None:
    source = notes(count=40)
    (source / "ward0/0000.txt").write_text("DIE")
    failures = run_names(source, tmp_path / "out", jobs=2, patient_from=r"ward(0)|(?:)")
    assert {f.id for f in failures} >= {"ward0/0000", "ward0/0003"}
    reasons = {f.reason for f in failures if f.id.startswith("ward0")}
    assert len(reasons) == 1
    assert "on the notes of this patient" in reasons.pop()


@pytest.fixture
def unsortable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file whose rows must be put in order, for which there is no room."""

    def replace(old: Path, new: Path) -> None:
        if str(old).endswith("-sorted"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        shutil.move(old, new)

    source = tmp_path / "in.jsonl"
    rows = [{"id": i, "text": "x", "meta": {"patient": p}} for i, p in ("ap", "bq", "cp")]
    source.write_text("".join(json.dumps(row) + "\n" for row in rows))
    monkeypatch.setattr(folder.os, "replace", replace)
    return source


def test_one_file_that_cannot_be_put_in_order_leaves_nothing_and_no_note_is_out(
    tmp_path: Path, unsortable: Path
) -> None:
    summary = run(
        Sources([unsortable], "jsonl", fields=Fields({"meta": "keep"})),
        Task(pipelines.names_after_titles, TAGS),
        OutputFile(tmp_path / "out.jsonl"),
    )
    (told,) = summary.problems
    assert told.endswith(
        "cannot be put in order (No space left on device); make room and run again."
    )
    assert (summary.notes_out, summary.notes_failed, summary.taken_back) == (0, 3, True)
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_an_order_that_cannot_be_restored_is_told_and_the_other_files_get_their_names(
    tmp_path: Path, unsortable: Path
) -> None:
    source, out, vault = unsortable, tmp_path / "out", tmp_path / "vault"
    summary = run(
        Sources([source], "jsonl", fields=Fields({"meta": "keep"})),
        Task(pipelines.names_after_titles, TAGS),
        OutputFolder(out, (vault, {"kind": "head"})),
    )
    (told,) = summary.problems
    assert "in.jsonl: cannot be put in order (No space left on device)" in told
    assert "What came out of it stands, in another order, in .in.jsonl.incognote-part." in told
    assert {path.name for path in out.iterdir()} == {
        ".in.jsonl.incognote-part",
        "spans.jsonl",
        "ledger.jsonl",
    }
    assert vault.exists()
    drafts = (out / ".in.jsonl.incognote-part").read_text().splitlines()
    assert [json.loads(line)["id"] for line in drafts] == ["b", "a", "c"]
