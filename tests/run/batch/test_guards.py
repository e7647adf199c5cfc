"""Notes that a run is not made for, by their kind or their language, fail or are told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import pipelines
from incognote.core.errors import IncognoteError, NoteError
from incognote.core.pipeline import Pipeline
from incognote.replace.replacement import Context
from incognote.run.batch import OutputFolder, Sources, Summary, Task, run
from incognote.run.multilingual import Multilingual
from pipelines import TAGS, contents

Notes = Callable[..., Path]

EN = "She was seen on the ward with her son and is well, home tomorrow, to x@y.org.\n"
ES = "Acude con su hija por dolor en la pierna y se da de alta con la analítica, x@y.org.\n"
DE = "Die Patientin wurde mit ihrer Tochter gesehen und geht nach Hause, x@y.org.\n"
FHIR = '{"resourceType": "Patient", "name": [{"family": "Nu\\u00f1ez"}]}\n'


def both() -> Pipeline:
    return Multilingual({"en": pipelines.emails, "es": pipelines.names_after_titles})


def broken() -> Pipeline:
    return Multilingual({"en": pipelines.emails, "es": pipelines.broken_model})


def deid(
    source: Path,
    out: Path,
    *,
    load: Callable[[], Pipeline] = pipelines.emails,
    jobs: int = 1,
    other_language: str = "warn",
    as_text: bool = False,
    format: str = "txt",
    lang: str = "en",
) -> tuple[Summary, list[NoteError]]:
    failed: list[NoteError] = []
    task = Task(load, TAGS, Context(lang=lang), other_language=other_language)
    summary = run(
        Sources([source], format, as_text=as_text),
        task,
        OutputFolder(out),
        jobs=jobs,
        on_failure=failed.append,
    )
    assert summary.notes_in == summary.notes_out + summary.notes_failed
    return summary, failed


def test_a_container_fails_by_name_and_the_others_go_on(notes: Notes, tmp_path: Path) -> None:
    summary, failed = deid(notes(FHIR, EN), tmp_path / "out")
    assert (summary.notes_out, summary.notes_failed) == (1, 1)
    assert str(failed[0]).startswith("odd0: seems to be JSON, not plain text; ")
    assert "--as-text" in str(failed[0])
    assert "u00f1" not in str(failed[0])
    assert not (tmp_path / "out/odd0.txt").exists()


def test_a_container_in_a_table_of_notes_fails_too(tmp_path: Path) -> None:
    path = tmp_path / "notes.jsonl"
    rows = [{"id": "a", "text": "{\\rtf1 Nu\\'f1ez}", "spans": []}, {"id": "b", "text": EN}]
    path.write_text("".join(json.dumps({"spans": [], **row}) + "\n" for row in rows))
    summary, failed = deid(path, tmp_path / "out", format="jsonl")
    assert summary.notes_out == 1
    assert [error.id for error in failed] == ["a"]
    assert "seems to be RTF" in str(failed[0])


def test_it_is_taken_for_text_where_that_is_asked_for(notes: Notes, tmp_path: Path) -> None:
    summary, _ = deid(notes(FHIR, EN), tmp_path / "out", as_text=True)
    assert summary.notes_out == 2
    assert (tmp_path / "out/odd0.txt").read_text() == FHIR


def test_a_binary_file_is_named_for_what_it_is(notes: Notes, tmp_path: Path) -> None:
    source = notes(EN)
    (source / "scan.txt").write_bytes(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
    for i, as_text in enumerate((False, True)):
        _, failed = deid(source, tmp_path / f"out{i}", as_text=as_text)
        assert "scan: seems to be a PDF, not plain text" in str(failed[0])


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le"])
def test_wide_text_fails_in_files_and_in_tables(tmp_path: Path, encoding: str) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.txt").write_bytes("Al Ray".encode(encoding))
    wide = "Al Ray".encode(encoding).decode("latin-1")
    rows = tmp_path / "in.jsonl"
    rows.write_text(json.dumps({"id": "a", "text": wide, "spans": []}) + "\n")
    for source, format in ((folder, "txt"), (rows, "jsonl")):
        summary, failed = deid(source, tmp_path / format, as_text=True, format=format)
        assert (summary.notes_out, [error.id for error in failed]) == (0, ["a"])
        assert "UTF-16" in str(failed[0])


def test_notes_in_another_language_are_named(notes: Notes, tmp_path: Path) -> None:
    summary, failed = deid(notes(DE, EN, ES), tmp_path / "out")
    assert summary.other_languages == {"de": ["odd0"], "es": ["odd2"]}
    assert not failed
    lines = (tmp_path / "out/spans.jsonl").read_text().splitlines()
    record = [json.loads(line) for line in lines]
    assert [row.get("other_language") for row in record] == ["de", None, "es"]


def test_notes_in_another_language_fail_where_that_is_asked_for(
    notes: Notes, tmp_path: Path
) -> None:
    summary, failed = deid(notes(DE, EN), tmp_path / "out", other_language="fail")
    assert [error.id for error in failed] == ["odd0"]
    assert "seems to be in another language (de)" in str(failed[0])
    assert not (tmp_path / "out/odd0.txt").exists()
    assert summary.other_languages == {}


def test_notes_in_another_language_pass_where_that_is_asked_for(
    notes: Notes, tmp_path: Path
) -> None:
    summary, failed = deid(notes(DE, EN), tmp_path / "out", other_language="pass")
    assert (summary.notes_out, failed, summary.other_languages) == (2, [], {})


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_note_in_its_own_language_whatever_the_number_of_jobs(
    notes: Notes, tmp_path: Path, jobs: int
) -> None:
    source = notes(*[EN, f"{ES}Mr. Zas\n", f"{EN}Mr. Zas\n", DE] * 20)
    summary, failed = deid(
        source, tmp_path / "out", load=both, jobs=jobs, other_language="fail", lang="auto"
    )
    assert (summary.notes_out, len(failed)) == (60, 20)
    assert {error.reason.partition(",")[0] for error in failed} == {
        "seems to be in another language (de)"
    }
    assert "[EMAIL]" in (tmp_path / "out/odd0.txt").read_text()
    assert "Mr. [PATIENT]" in (tmp_path / "out/odd1.txt").read_text()
    assert "Mr. Zas" in (tmp_path / "out/odd2.txt").read_text()
    reference = tmp_path / "reference"
    deid(source, reference, load=both, other_language="fail", lang="auto")
    assert contents(tmp_path / "out") == contents(reference)


SURROGATES = TAGS.with_action("surrogate")


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("task", "said"),
    [
        (Task(broken, TAGS, Context(lang="auto"), other_language="pass"), "config.json is missing"),
        (Task(pipelines.emails, SURROGATES, Context(lang="xx")), "There is no language 'xx'"),
    ],
)
def test_a_fault_of_the_run_ends_it_and_is_told_once(
    notes: Notes, tmp_path: Path, task: Task, said: str, jobs: int
) -> None:
    failed: list[NoteError] = []
    source, out = notes(*[ES] * 40), OutputFolder(tmp_path / "out")
    with pytest.raises(IncognoteError, match=said):
        run(Sources([source], "txt"), task, out, jobs=jobs, on_failure=failed.append)
    assert (failed, (tmp_path / "out").exists()) == ([], False)


def test_a_fault_of_the_run_that_comes_late_leaves_what_is_done(
    notes: Notes, tmp_path: Path
) -> None:
    source = notes(*[EN] * 300, ES)
    failed: list[NoteError] = []
    summary = run(
        Sources([source], "txt"),
        Task(broken, TAGS, Context(lang="auto"), other_language="pass"),
        OutputFolder(tmp_path / "out"),
        on_failure=failed.append,
    )
    assert summary.notes_out > 0
    assert len(summary.problems) == 1
    assert "config.json is missing" in summary.problems[0]
    assert all("the run had to end" in error.reason for error in failed)
