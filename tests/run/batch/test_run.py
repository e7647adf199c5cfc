from __future__ import annotations

import errno
import itertools
import json
import multiprocessing
import os
import resource
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pipelines
from incognote.core.document import Document, hash_text
from incognote.core.errors import (
    ConfigError,
    IncognoteError,
    InputError,
    ModelError,
    NoteError,
    OutputError,
)
from incognote.core.pipeline import Pipeline
from incognote.io.format import writer
from incognote.replace.policy import get_policy
from incognote.run.batch import (
    OutputFile,
    OutputFolder,
    Sources,
    SpansFile,
    Summary,
    Task,
    folder,
    run,
)
from incognote.run.batch.processes import _serve
from pipelines import TAGS, contents, failures, record

Notes = Callable[..., Path]
DETECT = Task(pipelines.emails, only_detect=True)


def deid(
    *sources: Path,
    out: Path,
    jobs: int = 1,
    load: Callable[[], Pipeline] = pipelines.emails,
    policy: str = "all",
    max_note_mb: float = 10.0,
) -> tuple[Summary, list[NoteError]]:
    failures: list[NoteError] = []
    task = Task(load, get_policy(policy).with_action("tag"))
    summary = run(
        Sources(sources, max_note_mb=max_note_mb),
        task,
        OutputFolder(out),
        jobs=jobs,
        on_failure=failures.append,
    )
    assert summary.notes_in == summary.notes_out + summary.notes_failed
    assert summary.notes_failed >= len(failures)
    written = {str(p.relative_to(out).with_suffix("")) for p in out.rglob("*.txt")}
    assert written == set(record(out))
    assert len(written) == summary.notes_out
    assert not list(out.rglob(".*"))
    return summary, failures


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_outcome_does_not_depend_on_the_number_of_jobs(
    notes: Notes, tmp_path: Path, jobs: int
) -> None:
    source = notes("aged 40, x@y.org", "RAISE secret", count=100)
    summary, failures = deid(source, out=tmp_path / "out", jobs=jobs)
    assert (summary.notes_in, summary.notes_out, summary.notes_failed) == (102, 101, 1)
    assert summary.labels == {"EMAIL": 101, "AGE": 1}
    assert summary.words == 100 * 5 + 3
    assert [f.id for f in failures] == ["odd1"]
    assert not summary.ok
    reference = tmp_path / "reference"
    deid(source, out=reference)
    assert contents(tmp_path / "out") == contents(reference)
    assert (reference / "ward0/0000.txt").read_text() == "note 0 to [EMAIL] today\n"


def test_the_record_holds_offsets_of_the_original_and_no_text(notes: Notes, tmp_path: Path) -> None:
    deid(notes("💊 to a@b.org"), out=tmp_path / "out")
    line = (tmp_path / "out/spans.jsonl").read_text()
    assert json.loads(line) == {
        "id": "odd0",
        "spans": [
            {"start": 5, "end": 12, "label": "EMAIL", "score": 0.9, "source": "t"}
            | {"new_start": 5, "new_end": 12, "action": "tag"}
        ],
        "sha256": hash_text("💊 to [EMAIL]"),
    }


def test_spans_that_the_policy_leaves_are_marked_as_kept(notes: Notes, tmp_path: Path) -> None:
    summary, _ = deid(notes("aged 40, a@b.org"), out=tmp_path / "out", policy="hipaa")
    assert [s.get("kept") for s in record(tmp_path / "out")["odd0"]] == [True, None]
    assert summary.labels == {"EMAIL": 1}
    assert (tmp_path / "out/odd0.txt").read_text() == "aged 40, [EMAIL]"


@pytest.mark.parametrize("name", ["labs.odt", "dump.zip", "pipe"])
@pytest.mark.parametrize("beside", [True, False])
def test_a_named_file_that_is_no_text_fails_as_one_in_a_folder(
    notes: Notes, tmp_path: Path, name: str, beside: bool
) -> None:
    stray = tmp_path / name
    if name == "pipe":
        os.mkfifo(stray)
    else:
        stray.write_text("x")
    sources = [notes(count=2), stray] if beside else [stray]
    summary, failures = deid(*sources, out=tmp_path / "out")
    out = 2 if beside else 0
    assert (summary.notes_in, summary.notes_out, summary.notes_failed) == (out + 1, out, 1)
    assert [f.id for f in failures] == [name]
    assert not summary.ok
    assert not summary.problems
    (line,) = (tmp_path / "out/failed.jsonl").read_text().splitlines()
    assert json.loads(line) == {"id": name, "reason": failures[0].reason}


def test_a_worker_that_is_killed_costs_only_the_note_at_fault(notes: Notes, tmp_path: Path) -> None:
    source = notes("fine", "DIE", "fine too", count=40)
    summary, failures = deid(source, out=tmp_path / "out", jobs=2)
    assert (summary.notes_out, summary.notes_failed) == (42, 1)
    assert str(failures[0]) == (
        "odd1: the worker process was killed (SIGKILL) on this note; "
        "give it more memory, or lower --jobs or --max-note-mb"
    )
    (line,) = (tmp_path / "out/failed.jsonl").read_text().splitlines()
    assert json.loads(line)["id"] == "odd1"


def test_a_run_in_which_every_note_kills_its_worker_comes_to_an_end(
    notes: Notes, tmp_path: Path
) -> None:
    source = notes(*["DIE"] * 40)
    with pytest.raises(IncognoteError, match="in a row"):
        deid(source, out=tmp_path / "out", jobs=2)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_model_that_cannot_be_loaded_leaves_no_folder(
    notes: Notes, tmp_path: Path, jobs: int
) -> None:
    with pytest.raises(ModelError, match=r"config\.json is missing"):
        deid(notes(count=40), out=tmp_path / "out", jobs=jobs, load=pipelines.broken_model)
    assert not (tmp_path / "out").exists()


def test_a_worker_that_cannot_be_set_up_says_where_and_nothing_else(
    notes: Notes, tmp_path: Path
) -> None:
    with pytest.raises(IncognoteError) as caught:
        deid(notes(count=40), out=tmp_path / "out", jobs=2, load=pipelines.bug)
    assert "KeyError in batch/task.py, line " in str(caught.value)
    assert "Maria" not in str(caught.value)
    with pytest.raises(IncognoteError, match=r"was killed \(SIGKILL\) while it was set up"):
        deid(source_of(tmp_path), out=tmp_path / "out", jobs=2, load=pipelines.dies_at_once)


def source_of(tmp_path: Path) -> Path:
    return tmp_path / "in"


def test_notes_that_cannot_be_read_fail_and_the_others_go_on(notes: Notes, tmp_path: Path) -> None:
    source = notes("fine a@b.org", "", count=5)
    (source / "latin.txt").write_bytes("Señora".encode("latin-1"))
    (source / "folder.txt").mkdir()
    (source / "gone.txt").symlink_to(source / "nowhere")
    summary, failures = deid(source, out=tmp_path / "out")
    assert {"latin", "gone.txt"} <= {f.id for f in failures}
    assert "not UTF-8" in next(f.reason for f in failures if f.id == "latin")
    assert summary.notes_out == 7
    assert (tmp_path / "out/odd1.txt").read_bytes() == b""


def test_a_note_over_the_limit_is_refused_by_name(notes: Notes, tmp_path: Path) -> None:
    source = notes("short", "x" * 3_000_000)
    summary, failures = deid(source, out=tmp_path / "out", max_note_mb=2)
    assert summary.notes_out == 1
    assert str(failures[0]) == "odd1: is longer than 2 MB; split it, or raise --max-note-mb"


@pytest.mark.parametrize("megabytes", [0.0, -1.0, float("nan")])
def test_a_limit_that_lets_nothing_or_everything_pass_is_refused(
    tmp_path: Path, megabytes: float
) -> None:
    with pytest.raises(ConfigError, match="must be above 0 MB"):
        Sources([tmp_path], max_note_mb=megabytes)


def test_a_file_that_would_fill_the_memory_is_not_read(notes: Notes, tmp_path: Path) -> None:
    source = notes("short")
    with (source / "huge.txt").open("wb") as file:
        file.truncate(50 * 10**9)  # sparse: takes no room
    summary, failures = deid(source, out=tmp_path / "out")
    assert (summary.notes_out, summary.notes_failed) == (1, 1)
    assert str(failures[0]) == "huge: huge.txt is longer than 1 GB; split it"


def test_an_id_that_two_sources_share_fails_the_second_time(notes: Notes, tmp_path: Path) -> None:
    summary, failures = deid(
        notes("a@b.org", name="a"), notes("other", name="b"), out=tmp_path / "out"
    )
    assert (summary.notes_in, summary.notes_out) == (2, 1)
    assert "was read before" in failures[0].reason
    assert (tmp_path / "out/odd0.txt").read_text() == "[EMAIL]"


@pytest.mark.parametrize(
    "id", ["../up", "/abs", "a//b", "", ".", "a/./b", "nul\0", ".incognote-part/0-1"]
)
def test_an_id_never_leads_out_of_the_folder(tmp_path: Path, id: str) -> None:
    source = tmp_path / "notes.conll"
    heads = [json.dumps({"id": i, "text": "x", "meta": {}}) for i in ("ok", id)]
    source.write_text("".join(f"-DOCSTART-\t{head}\nx\t0\t1\tO\n\n" for head in heads))
    failures: list[NoteError] = []
    summary = run(
        Sources([source], "conll"),
        Task(pipelines.emails, TAGS),
        OutputFolder(tmp_path / "out"),
        on_failure=failures.append,
    )
    assert (summary.notes_in, summary.notes_out, len(failures)) == (2, 1, 1)
    assert [p.name for p in (tmp_path / "out").rglob("*.txt")] == ["ok.txt"]
    assert not (tmp_path / "up.txt").exists()


def test_no_notes_at_all_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with pytest.raises(InputError, match="holds no"):
        deid(tmp_path / "in", out=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_an_empty_source_beside_a_full_one_is_told(notes: Notes, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    summary, _ = deid(tmp_path / "empty", notes("x"), out=tmp_path / "out")
    assert summary.notes_out == 1
    assert "empty" in summary.problems[0]
    assert not summary.ok


def fails_after(real: Callable[..., Any], after: int, error: int) -> Callable[..., Any]:
    """What does as it should so many times, and never again."""
    count = itertools.count()

    def change(*args: Any, **more: Any) -> Any:
        if next(count) < after:
            return real(*args, **more)
        raise OSError(error, os.strerror(error))

    return change


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS])
def test_a_disk_that_takes_no_more_ends_a_run_without_a_journal_with_one_sentence(
    notes: Notes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int, error: int
) -> None:
    source, out = notes(count=600), tmp_path / "out"
    monkeypatch.setattr(Path, "write_bytes", fails_after(Path.write_bytes, 40, error))
    summary, failures = deid(source, out=out, jobs=jobs)
    assert failures == []
    assert (summary.notes_out, summary.notes_failed, summary.not_begun) == (40, 0, 560)
    first = "make room" if error in (errno.ENOSPC, errno.EDQUOT) else "see to it"
    (told,) = summary.problems
    assert told == f"{out}: cannot be written ({os.strerror(error)}); {first} and run again."
    assert not summary.resumable
    assert not summary.ok


def test_an_error_of_one_note_alone_fails_that_note(
    notes: Notes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_bytes

    def too_long(self: Path, data: bytes) -> int:
        if len(data) > 100:
            raise OSError(errno.ENAMETOOLONG, os.strerror(errno.ENAMETOOLONG))
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", too_long)
    summary, failures = deid(notes("short", "long " * 100), out=tmp_path / "out")
    assert summary.notes_out == 1
    assert str(failures[0]) == (
        "odd1: cannot be written (File name too long); see to it and run this note again"
    )


@pytest.mark.skipif(os.name != "posix", reason="limits on file size are POSIX")
@pytest.mark.parametrize("only_detect", [True, False])
def test_a_record_that_cannot_grow_ends_the_run_and_takes_no_note_without_its_line(
    notes: Notes, tmp_path: Path, *, only_detect: bool
) -> None:
    source, out = notes(count=200), tmp_path / "out"
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, hard))
    failures: list[NoteError] = []
    try:
        if only_detect:
            summary = run(Sources([source]), DETECT, SpansFile(out), on_failure=failures.append)
        else:
            summary, failures = deid(source, out=out)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert 0 < summary.notes_out < 200
    assert failures == []
    assert summary.not_begun == 200 - summary.notes_out
    (told,) = summary.problems
    assert told == f"{out}: cannot be written (File too large); make room and run again."
    lines = out if only_detect else out / "spans.jsonl"
    assert len(lines.read_text().splitlines()) == summary.notes_out


def test_a_full_disk_leaves_nothing_of_an_output_that_is_one_thing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(
        "".join(json.dumps({"id": f"n{i}", "text": f"note {i}"}) + "\n" for i in range(600))
    )
    append = fails_after(folder.Growing.append, 100, errno.ENOSPC)
    monkeypatch.setattr(folder.Growing, "append", append)
    failures: list[NoteError] = []
    out = OutputFile(tmp_path / "out.jsonl")
    task = Task(pipelines.emails, TAGS)
    summary = run(Sources([source]), task, out, on_failure=failures.append)
    assert failures == []
    assert summary.taken_back
    assert (summary.notes_out, summary.notes_failed) == (0, 50)
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_a_failure_for_whose_line_there_is_no_room_is_told_and_ends_the_run(
    notes: Notes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, out = notes(count=100), tmp_path / "out"
    (source / "ward0" / "0051.txt").write_bytes(b"\xff")
    append = folder.Growing.append

    def full(self: folder.Growing, data: bytes) -> int:
        if self.path.name == "failed.jsonl":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return append(self, data)

    monkeypatch.setattr(folder.Growing, "append", full)
    summary, failures = deid(source, out=out)
    assert [failure.id for failure in failures] == ["ward0/0051"]
    assert summary.notes_failed == 1
    assert summary.not_begun == 100 - summary.notes_in > 0
    assert [problem.split(" (")[0] for problem in summary.problems] == [
        f"{out}: cannot be written",
        f"{out / 'failed.jsonl'}: is not complete",
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bug_of_ours_fails_its_notes_and_quotes_none(
    notes: Notes, tmp_path: Path, jobs: int, capfd: pytest.CaptureFixture[str]
) -> None:
    source = notes("Maria Delgado", count=20)
    summary, failures = deid(source, out=tmp_path / "out", jobs=jobs, load=pipelines.wrong_type)
    assert summary.notes_failed == 21
    assert {f.reason for f in failures} == {
        "not processed: AttributeError in batch/task.py, line "
        f"{failures[0].reason.split('line ')[1].split(';')[0]}; this is a bug, please report it"
    }
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("after", [1, 30])
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_is_complete_and_nothing_half(
    notes: Notes, tmp_path: Path, jobs: int, after: int
) -> None:
    def interrupt(summary: Summary) -> None:
        if summary.notes_out >= after:
            raise KeyboardInterrupt

    out = tmp_path / "out"
    failed: list[NoteError] = []
    summary = run(
        Sources([notes(count=100)]),
        Task(pipelines.emails, TAGS),
        OutputFolder(out),
        jobs=jobs,
        on_failure=failed.append,
        on_progress=interrupt,
    )
    assert summary.interrupted
    assert summary.notes_in == summary.notes_out + summary.notes_failed
    assert summary.notes_in + (summary.not_begun or 0) == 100
    # By one process nothing is in work between chunks, but for what was read ahead at first.
    assert bool(failed) == ((jobs, after) != (1, 30))
    rows = failures(out) if failed else []
    assert {row["id"] for row in rows} == {error.id for error in failed}
    assert len(rows) == len(failed) == summary.notes_failed
    assert all("interrupted" in row["reason"] for row in rows)
    assert not {row["id"] for row in rows} & set(record(out))
    assert len(record(out)) == summary.notes_out == len(list(out.rglob("*.txt"))) < 100
    assert not list(out.rglob(".*"))


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_note_at_which_a_run_is_interrupted_is_named_and_so_are_those_beside_it(
    notes: Notes, tmp_path: Path, jobs: int
) -> None:
    folder = notes(count=100)
    out = tmp_path / "out"
    (folder / "ward2/0098.txt").write_text(f"INTERRUPT AFTER {out}/ward0/0000.txt stands there")
    summary = run(Sources([folder]), Task(pipelines.emails, TAGS), OutputFolder(out), jobs=jobs)
    assert summary.interrupted
    rows = failures(out)
    assert "ward2/0098" in {row["id"] for row in rows}
    assert len({row["id"] for row in rows}) == len(rows) == summary.notes_failed
    assert len(record(out)) == summary.notes_out > 0
    assert summary.notes_out + summary.notes_failed + (summary.not_begun or 0) == 100


def test_an_interrupt_before_any_note_is_complete_leaves_nothing(
    notes: Notes, tmp_path: Path
) -> None:
    failed: list[NoteError] = []
    summary = run(
        Sources([notes("INTERRUPT", count=40)]),
        Task(pipelines.emails, TAGS),
        OutputFolder(tmp_path / "out"),
        on_failure=failed.append,
    )
    assert (summary.notes_out, summary.notes_in) == (0, len(failed))
    assert summary.notes_in + (summary.not_begun or 0) == 41
    assert not (tmp_path / "out").exists()


def test_notes_of_a_format_that_must_be_read_to_be_counted_are_not_counted(tmp_path: Path) -> None:
    docs = (Document(f"{i}", "INTERRUPT") for i in range(99))
    writer("jsonl")(docs, tmp_path / "a.jsonl")
    sources = Sources([tmp_path / "a.jsonl"], "jsonl")
    summary = run(sources, Task(pipelines.emails, TAGS), OutputFolder(tmp_path / "out"))
    assert summary.interrupted
    assert summary.not_begun is None


TAKEN = ["spans.jsonl", "failed.jsonl", "audit.json", ".spans.jsonl.incognote-part", "Spans.JSONL"]


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("form", ["txt", "conll"])
def test_a_source_folder_called_like_a_record_costs_its_notes_and_no_record(
    tmp_path: Path, jobs: int, form: str
) -> None:
    text = "to a@example.org"
    ids = [f"{name}/a" for name in TAKEN] + [f"ward/{name}/a" for name in TAKEN[:3]]
    ids += ["spans.jsonl", "failed.jsonl", "audit.json"]  # become spans.jsonl.txt
    ids += [f"n{i}" for i in range(20)]
    docs = [Document(id, text) for id in ids]
    source = tmp_path / "in" if form == "txt" else tmp_path / "in.conll"
    writer(form)(docs, source)
    out = tmp_path / "out"
    summary = run(
        Sources([source], form), Task(pipelines.emails, TAGS), OutputFolder(out), jobs=jobs
    )
    assert summary.problems == []
    assert {row["id"] for row in failures(out)} == {f"{name}/a" for name in TAKEN}
    assert {"rename that folder" in row["reason"] for row in failures(out)} == {True}
    assert set(record(out)) == set(ids) - {f"{name}/a" for name in TAKEN}
    assert all((out / f"{id}.txt").read_text() == "to [EMAIL]" for id in record(out))
    assert not list(out.glob(".*"))


def test_strays_are_counted_as_the_run_counts_them(notes: Notes, tmp_path: Path) -> None:
    folder = notes("x", count=5)
    (folder / "scan.tiff").write_bytes(b"II*\0")
    (folder / ".hidden").touch()
    sources = Sources([folder, folder / "odd0.txt"])
    assert sources.count() == 8
    summary = run(sources, Task(pipelines.emails, TAGS), OutputFolder(tmp_path / "out"))
    assert (summary.notes_in, summary.not_begun) == (8, 0)


def test_two_runs_never_mix_their_records(notes: Notes, tmp_path: Path) -> None:
    first = SpansFile(tmp_path / "spans.jsonl")
    with pytest.raises(OutputError, match="another run is writing it"):
        SpansFile(tmp_path / "spans.jsonl")
    run(Sources([notes("x")]), DETECT, first)
    assert len((tmp_path / "spans.jsonl").read_text().splitlines()) == 1
    folder = OutputFolder(tmp_path / "out")
    with pytest.raises(OutputError, match="is not empty"):
        OutputFolder(tmp_path / "out")
    folder.abandon()


@pytest.mark.parametrize("made", [True, False])
def test_a_vault_that_cannot_be_made_leaves_the_folder_as_it_was(
    tmp_path: Path, made: bool
) -> None:
    out, vault = tmp_path / "out", tmp_path / "vault.jsonl"
    if made:
        out.mkdir()
    vault.write_text("mine")
    with pytest.raises(OutputError, match="exists already"):
        OutputFolder(out, (vault, {"kind": "head"}))
    assert vault.read_text() == "mine"
    assert out.exists() == made
    assert not made or not list(out.iterdir())


def test_the_record_alone(notes: Notes, tmp_path: Path) -> None:
    summary = run(
        Sources([notes(count=20)]),
        DETECT,
        SpansFile(tmp_path / "spans.jsonl"),
    )
    assert summary.notes_out == 20
    assert len(record(tmp_path)) == 20
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "spans.jsonl"]


@pytest.mark.parametrize("shared", [True, False])
def test_a_worker_whose_parent_was_killed_ends_without_a_word(
    capfd: pytest.CaptureFixture[str], shared: bool
) -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, DETECT, 0.0, shared))
    process.start()
    theirs.close()
    assert ours.poll(60)  # what it says stays unread, as where the parent was killed
    ours.close()
    process.join(60)
    assert process.exitcode == 0
    assert capfd.readouterr() == ("", "")


def test_the_record_says_where_what_stands_in_the_new_text(notes: Notes, tmp_path: Path) -> None:
    text = "aged 95 and 40, ask a@b.org or c@d.org"
    folder = tmp_path / "out"
    run(
        Sources([notes(text)]),
        Task(pipelines.emails, get_policy("hipaa").with_action("surrogate")),
        OutputFolder(folder),
    )
    (line,) = (folder / "spans.jsonl").read_text().splitlines()
    row = json.loads(line)
    new = (folder / "odd0.txt").read_text()
    assert row["sha256"] == hash_text(new)
    old_at = new_at = 0
    for span in row["spans"]:  # all else is as it was, between one place and the next
        if "action" not in span:
            assert span["kept"]
            continue
        assert new[new_at : span["new_start"]] == text[old_at : span["start"]]
        assert new[span["new_start"] : span["new_end"]] != text[span["start"] : span["end"]]
        old_at, new_at = span["end"], span["new_end"]
    assert new[new_at:] == text[old_at:]
    assert sum("action" in span for span in row["spans"]) >= 2
