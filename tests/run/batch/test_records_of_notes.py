"""A record of several texts, or of none, comes out whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pipelines
import pytest
from pipelines import TAGS, failures

from incognote.core.document import Document
from incognote.core.errors import ConfigError, NoteError
from incognote.io.format import Fields, Format, Record
from incognote.run.batch import OutputFolder, Sources, Task, run, sources
from incognote.run.batch.folder import Done


def rewrite(record: Record, texts: Sequence[str], fields: Fields) -> bytes:
    return f"{record.original or ''}{'|'.join(texts)}\n".encode()


def table(*rows: str) -> Format:
    """A table with a header, whose rows have any number of texts."""

    def records(path: Path, *, on_error: object = None):
        yield Record("head", (), "t.csv", 0, original="head")
        for place, row in enumerate(rows, start=1):
            texts = row.split("|") if row else []
            docs = (Document(f"{place}:{i}", text) for i, text in enumerate(texts))
            yield Record(str(place), tuple(docs), "t.csv", place)

    return Format(read=lambda path, on_error=None: iter(()), records=records, rewrite=rewrite)


def test_texts_with_one_id_are_refused_and_nothing_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def records(path: Path, *, on_error: object = None):
        def text(id: str) -> Document:
            return Document(id, f"note {id}")

        yield Record("r", (text("a"), text("a")), "t.csv", 0)  # within a record
        yield Record("s", (text("b"),), "t.csv", 1)
        yield Record("u", (text("b"),), "t.csv", 2)  # of another record
        yield Record("v", (text("s"),), "t.csv", 3)  # another record's own
        yield Record("w", (text("w"),), "t.csv")  # a file of its own where pieces go

    form = Format(read=lambda path, on_error=None: iter(()), records=records, rewrite=rewrite)
    monkeypatch.setattr(sources, "get_format", lambda name: form)
    out = tmp_path / "out"
    run(Sources([tmp_path]), Task(pipelines.emails, TAGS), OutputFolder(out))
    assert (out / "t.csv").read_text() == "note b\n"
    assert sorted(row["id"] for row in failures(out)) == ["r", "u", "v", "w"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_detector_that_leaves_the_program_ends_no_run_and_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], jobs: int
) -> None:
    rows = ["EXIT secret", *["x@y.org"] * 60]
    monkeypatch.setattr(sources, "get_format", lambda name: table(*rows))
    out = tmp_path / "out"
    summary = run(Sources([tmp_path]), Task(pipelines.emails, TAGS), OutputFolder(out), jobs=jobs)
    assert (summary.notes_out, summary.notes_failed) == (
        46,
        16,
    )  # those of one chunk, the head among them
    assert "secret" not in (out / "failed.jsonl").read_text()
    assert "secret" not in "".join(capfd.readouterr())


@pytest.mark.parametrize("jobs", [1, 2])
def test_records_of_several_texts_and_of_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    rows = ["to a@b.org|no pain", "", "seen|RAISE secret", "aged 40", *["x@y.org|x"] * 60]
    monkeypatch.setattr(sources, "get_format", lambda name: table(*rows))
    out = tmp_path / "out"
    seen: list[NoteError] = []
    summary = run(
        Sources([tmp_path]),
        Task(pipelines.emails, TAGS),
        OutputFolder(out),
        jobs=jobs,
        on_failure=seen.append,
    )
    # The header and the empty row hold no note; one of two texts failed, and so did its record.
    assert (summary.records, summary.notes_out, summary.notes_failed) == (65, 123, 1)
    new = (out / "t.csv").read_text().split("\n")
    assert new[:4] == ["head", "to [EMAIL]|no pain", "", "aged [AGE]"]
    assert new[4:] == ["[EMAIL]|x"] * 60 + [""]
    assert [row["id"] for row in failures(out)] == ["3:1"]
    assert "secret" not in str(seen)
    spans = [json.loads(line) for line in (out / "spans.jsonl").read_text().splitlines()]
    assert [row["id"] for row in spans[:3]] == ["1:0", "1:1", "4:0"]


def test_an_original_that_no_worker_can_be_given_names_its_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def records(path: Path, *, on_error: object = None):
        for i in range(60):
            yield Record(f"{i}", (Document(f"{i}", "x"),), "t.csv", i, original=lambda: "secret")

    form = Format(read=lambda path, on_error=None: iter(()), records=records, rewrite=rewrite)
    monkeypatch.setattr(sources, "get_format", lambda name: form)
    given = Sources([tmp_path], "ours")
    task, out = Task(pipelines.emails, TAGS), tmp_path / "out"
    with pytest.raises(ConfigError, match="format 'ours' keeps in its records what cannot"):
        run(given, task, OutputFolder(out), jobs=2)
    assert not out.exists()


def test_a_note_that_cannot_be_written_leaves_no_line_in_record_and_vault(tmp_path: Path) -> None:
    out, vault = tmp_path / "out", tmp_path / "vault"
    sink = OutputFolder(out, (vault, {"kind": "head"}))
    done = [Done("a", 1, (), sealed={"id": "a"})]
    sink.commit(Record("a", (), "a.txt"), done, b"x")
    with pytest.raises(NoteError, match="exists already"):
        sink.commit(Record("a", (), "a.txt"), done, b"y")
    sink.close()
    assert (out / "a.txt").read_bytes() == b"x"
    assert len((out / "spans.jsonl").read_text().splitlines()) == 1
    assert len(vault.read_text().splitlines()) == 2
