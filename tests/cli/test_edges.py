"""One file out, spans in, a gate for CI."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from incognote import cli
from incognote.cli import options
from incognote.core.errors import OutputError
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.rules import from_settings
from incognote.run.batch import folder

ROWS = ["1,x@example.org,7", '2,"Call (216) 555-0143, y@example.org",8', "3,No pain.,9"]


@pytest.fixture(autouse=True)
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    rules = Pipeline([from_settings(Settings())])
    monkeypatch.setattr(options, "load_pipeline", lambda settings: rules)
    monkeypatch.chdir(tmp_path)
    path = Path("notes.csv")
    path.write_text("\n".join(["id,note,mrn", *ROWS, ""]))
    return path


FIXED = ["--max-note-seconds", "0", "--jobs", "1"]
COLUMNS = ["--text", "note", "--id", "id", "--code", "mrn"]


def deid(*args: str) -> int:
    return cli.run(["deid", *FIXED, *args])


def cells(path: str) -> list[list[str]]:
    return list(csv.reader(Path(path).read_text().splitlines()))


def names() -> list[str]:
    return sorted(os.listdir())


def test_a_file_comes_out_as_a_file_with_its_records_beside_it() -> None:
    assert deid("notes.csv", "-o", "clean.csv", *COLUMNS) == 0
    records = ["clean.csv.audit.json", "clean.csv.ledger.jsonl", "clean.csv.spans.jsonl"]
    assert names() == ["clean.csv", *records, "notes.csv"]
    rows = cells("clean.csv")
    assert [row[1] for row in rows[1:]] == ["[EMAIL]", "Call [PHONE], [EMAIL]", "No pain."]
    audit = json.loads(Path("clean.csv.audit.json").read_text())
    assert (audit["complete"], audit["notes"]["out"]) == (True, 3)
    assert deid("notes.csv", "-o", "folder", *COLUMNS) == 0
    spans = (Path("folder") / "spans.jsonl").read_bytes()
    assert Path("clean.csv.spans.jsonl").read_bytes() == spans


def test_a_row_that_fails_stands_in_the_list_beside_it() -> None:
    Path("notes.csv").write_text("id,note,mrn\n1,x@example.org,7\n2,one,two,three\n3,No pain.,9\n")
    assert deid("notes.csv", "-o", "new/clean.csv", *COLUMNS) == 1
    failed = json.loads(Path("new/clean.csv.failed.jsonl").read_text())
    assert failed["id"] == "notes.csv:2"
    assert Path("new/clean.csv").read_text().count("\n") == 3


@pytest.mark.parametrize(
    "name",
    ["clean.csv", "clean.csv.spans.jsonl", "clean.csv.audit.json", ".clean.csv.incognote-part"],
)
def test_nothing_is_overwritten(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path(name).write_text("mine")
    assert deid("notes.csv", "-o", "clean.csv", *COLUMNS) == 2
    assert name in capsys.readouterr().err
    assert Path(name).read_text() == "mine"
    assert names() == sorted([name, "notes.csv"])


def test_the_vault_is_no_file_of_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("cryptography")
    assert cli.run(["key", "new", "key"]) == 0
    vault = ["--key", "key", "--vault", "clean.csv", "--replace", "surrogate"]
    assert deid("notes.csv", "-o", "clean.csv", *COLUMNS, *vault) == 2
    assert "give the vault another name" in capsys.readouterr().err
    assert names() == ["key", "notes.csv"]


def test_a_file_is_revealed_by_the_vault_but_for_its_values(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("cryptography")
    assert cli.run(["key", "new", "key"]) == 0
    before = cells("notes.csv")
    keyed = ["--key", "key", "--vault", "vault"]
    assert deid("notes.csv", "-o", "clean.csv", *COLUMNS, *keyed, "--replace", "surrogate") == 0
    released = cells("clean.csv")
    assert cli.run(["reveal", "clean.csv", *keyed[2:], "--key", "key", "-o", "back"]) == 0
    assert "Only texts were brought back" in capsys.readouterr().err
    back = cells("back/notes.csv")
    assert [row[1] for row in back] == [row[1] for row in before] != [row[1] for row in released]
    assert [row[2] for row in back] == [row[2] for row in released] != [row[2] for row in before]


def test_a_run_that_does_not_end_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = "".join(f"{i},x@example.org,{i}\n" for i in range(40))
    Path("notes.csv").write_text("id,note,mrn\n" + rows)
    commit, seen, how = folder.OutputFolder.commit, [], [BaseException()]

    def once(self: object, record: object, result: object) -> None:
        commit(self, record, result)  # type: ignore[arg-type]
        seen.append(record)
        if len(seen) == 20:
            raise how[0]

    monkeypatch.setattr(folder.OutputFolder, "commit", once)
    for ends, code in ((KeyboardInterrupt(), 130), (OutputError("The disk is gone."), 1)):
        seen.clear()
        how[0] = ends
        assert deid("notes.csv", "-o", "clean.csv", *COLUMNS) == code
        assert "nothing was written" in capsys.readouterr().err
        assert names() == ["notes.csv"]


def test_a_file_that_cannot_be_sealed_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(self: object, pieces: object, seal: object) -> None:
        raise OutputError("notes.csv: cannot be written (No space left on device).")

    monkeypatch.setattr(folder.Growing, "rewrite", full)
    assert deid("notes.csv", "-o", "clean.csv", *COLUMNS) == 1
    assert "No space left" in capsys.readouterr().err
    assert names() == ["notes.csv"]


def test_out_is_called_as_what_comes_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert deid("notes.csv", "-o", "clean.txt", *COLUMNS) == 2
    assert "give OUT that suffix" in capsys.readouterr().err
    assert names() == ["notes.csv"]
    Path("a.txt").write_text("x@example.org")
    assert deid("a.txt", "-o", "b.txt") == 0
    assert Path("b.txt").read_text() == "[EMAIL]"
    assert deid("a.txt", "notes.csv", "-o", "out.csv", *COLUMNS) == 0
    assert Path("out.csv").is_dir()


# Spans in ----------------------------------------------------------------------------------------


def refuse(settings: Settings) -> Pipeline:
    raise AssertionError("a model is loaded")


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(options, "load_pipeline", refuse)


@pytest.fixture
def spans(no_model: None) -> Callable[..., Path]:
    """Writes a file of spans: of each note its id and [start, end, label] of each."""

    def write(**notes: list[tuple[int, int, str]]) -> Path:
        rows = (
            {
                "id": id.removeprefix("_"),
                "spans": [{"start": a, "end": b, "label": label} for a, b, label in marks],
            }
            for id, marks in notes.items()
        )
        Path("spans.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        return Path("spans.jsonl")

    return write


def test_what_detect_found_is_replaced_as_deid_would(monkeypatch: pytest.MonkeyPatch) -> None:
    assert cli.run(["detect", *FIXED, "notes.csv", "-o", "found.jsonl", *COLUMNS]) == 0
    assert deid("notes.csv", "-o", "once.csv", *COLUMNS[:4], "--drop", "mrn") == 0
    monkeypatch.setattr(options, "load_pipeline", refuse)
    drop = [*COLUMNS[:4], "--drop", "mrn", "--spans", "found.jsonl"]
    assert deid("notes.csv", "-o", "twice.csv", *drop) == 0
    assert Path("twice.csv").read_bytes() == Path("once.csv").read_bytes()
    audit = json.loads(Path("twice.csv.audit.json").read_text())
    assert audit["system"]["model"] == "none"
    assert len(audit["system"]["spans"]) == 16


def test_exactly_what_the_file_says_is_replaced(spans: Callable[..., Path]) -> None:
    """Half a word, a blank at the end, what no detector would take; all else stays."""
    spans(_1=[(0, 3, "PATIENT")], _2=[(0, 5, "CITY"), (3, 8, "CITY")], _3=[])
    args = ["--spans", "spans.jsonl", "--verify", "off"]
    assert deid("notes.csv", "-o", "clean.csv", *COLUMNS, *args) == 0
    rows = cells("clean.csv")
    assert [row[1] for row in rows[1:]] == [
        "[PATIENT]xample.org",
        "[CITY]6) 555-0143, y@example.org",
        "No pain.",
    ]


def test_the_output_is_searched_all_the_same(spans: Callable[..., Path]) -> None:
    Path("a.jsonl").write_text(
        json.dumps({"id": "a", "text": "Dolores Quillfeather. QUILLFEATHER"})
    )
    spans(a=[(0, 20, "PATIENT")])
    assert deid("a.jsonl", "-o", "b.jsonl", "--spans", "spans.jsonl") == 0
    assert json.loads(Path("b.jsonl").read_text())["text"] == "[PATIENT]. [PATIENT]"


def test_notes_that_the_file_does_not_fit_fail_by_name(
    spans: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    spans(_1=[(0, 99, "EMAIL")], _3=[(0, 4, "CITY"), (2, 6, "PATIENT")])
    assert deid("notes.csv", "-o", "clean.csv", *COLUMNS, "--spans", "spans.jsonl") == 1
    said = capsys.readouterr().err.splitlines()
    assert said == [
        *said[:1],
        "1: span [0, 99) EMAIL reaches beyond the text of 13 characters; offsets must count "
        "Unicode code points",
        "2: has no record in spans.jsonl",
        "3: spans [0, 4) and [2, 6) overlap, which a note to be replaced cannot hold; leave one "
        "of them out",
    ]
    assert Path("clean.csv").read_text() == "id,note,mrn\n"


def test_a_file_with_texts_must_have_those_of_the_notes(
    no_model: None, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.jsonl").write_text('{"id": "a", "text": "Ada came"}\n{"id": "b", "text": "Ada went"}\n')
    mark = [{"start": 0, "end": 3, "label": "PATIENT"}]
    rows = [
        {"id": "a", "text": "Ada came", "spans": mark},
        {"id": "b", "text": "Eva went", "spans": mark},
    ]
    Path("gold.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert deid("a.jsonl", "-o", "b.jsonl", "--spans", "gold.jsonl") == 1
    assert Path("b.jsonl").read_text() == '{"id": "a", "text": "[PATIENT] came"}\n'
    assert "b: has another text in gold.jsonl, line 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Maria", "is not valid JSON at column 1"),
        ('{"id": "1", "spans": [{"start": 3, "end": 1, "label": "DATE"}]}', "0 <= start < end"),
        ('{"id": "1", "spans": [{"start": 1, "end": 3, "label": "MARIA"}]}', "unknown label"),
        ('{"id": "1", "spans": []}\n{"id": "1", "spans": []}', "a line before has this id"),
        ("", "holds no record"),
    ],
)
def test_a_broken_file_is_told_before_anything_is_written(
    no_model: None, capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    Path("spans.jsonl").write_text(line)
    assert deid("notes.csv", "-o", "clean.csv", *COLUMNS, "--spans", "spans.jsonl") == 2
    told = capsys.readouterr().err
    assert said in told
    assert "Maria" not in told
    assert names() == ["notes.csv", "spans.jsonl"]


@pytest.mark.parametrize("more", [["--fast"], ["--lang", "auto"], ["--overlay", "emails"]])
def test_what_finds_has_no_place_beside_spans(spans: Callable[..., Path], more: list[str]) -> None:
    spans(_1=[])
    assert deid("notes.csv", "-o", "clean.csv", *COLUMNS, "--spans", "spans.jsonl", *more) == 2
    assert names() == ["notes.csv", "spans.jsonl"]


# A gate ------------------------------------------------------------------------------------------


def test_the_gate_closes_where_something_would_leave() -> None:
    detect = ["detect", *FIXED, "--fail-on-detect"]
    assert cli.run([*detect, "notes.csv", "-o", "a", *COLUMNS]) == 4
    Path("notes.csv").write_text("id,note\n1,No pain.\n")
    assert cli.run([*detect, "notes.csv", "-o", "b", *COLUMNS[:4]]) == 0
    Path("notes.csv").write_text("id,note\n1,Seen in March.\n")
    assert (
        cli.run([*detect, "notes.csv", "-o", "c", *COLUMNS[:4], "--policy", "limited-data-set"])
        == 0
    )


def test_the_gate_sees_values_in_places_of_their_own() -> None:
    Path("notes.csv").write_text("id,note,name\n1,No pain.,Maria\n")
    label = ["--label", "name=PATIENT", *COLUMNS[:4], *FIXED]
    assert cli.run(["detect", "notes.csv", "-o", "a", *label, "--fail-on-detect"]) == 4
    assert cli.run(["detect", "notes.csv", "-o", "b", *label]) == 0
    assert deid("notes.csv", "-o", "c", *label, "--fail-on-detect") == 4


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--shift", "mrn", "--drop", "id"], True),
        (["--drop", "id", "--drop", "mrn", "--replace", "surrogate"], True),
        (["--drop", "id", "--patient", "mrn", "--replace", "surrogate"], False),
        (["--drop", "id", "--drop", "mrn"], False),
    ],
)
def test_rows_without_a_patient_are_told(
    args: list[str], said: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert deid("notes.csv", "-o", "out", "--text", "note", *args) == 0
    assert ("each row is a patient of its own" in capsys.readouterr().err) == said


def test_a_key_that_is_of_no_use_is_told_once_the_run_begins(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.run(["key", "new", "key"]) == 0
    assert deid("notes.csv", "-o", "out", "--key", "key") == 2  # nobody decided
    assert "--key is not used" not in capsys.readouterr().err
    assert deid("notes.csv", "-o", "out", "--key", "key", "--text", "note", "--other", "drop") == 0
    assert "--key is not used" in capsys.readouterr().err


def test_a_key_of_no_use_is_told_of_a_stream_too(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.run(["key", "new", "key"]) == 0
    Path("lines").write_text('{"id": "a", "text": "x@example.org"}\n')
    with Path("lines").open() as lines:
        monkeypatch.setattr("sys.stdin", lines)
        assert deid("-", "-o", "-", "--key", "key") == 2  # --jobs
        assert "--key is not used" not in capfd.readouterr().err
        assert cli.run(["deid", "-", "-o", "-", "--key", "key"]) == 0
    assert "--key is not used" in capfd.readouterr().err


@pytest.mark.parametrize(("columns", "told"), [(["note", "more"], True), (["note"], False)])
def test_rows_with_several_texts_are_counted_apart_from_their_notes(
    columns: list[str], told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("t.csv").write_text("note,more\nx@example.org,No pain.\nWell.,y@example.org\n")
    texts = [word for name in columns for word in ("--text", name)]
    assert deid("t.csv", "-o", "out", *texts, "--other", "drop") == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["notes", "in", str(2 * len(columns))] in rows
    assert [row[-1] for row in rows if row[0] == "of"] == ["2"] * told


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "hl7", "xml", "json", "rtf"])
def test_a_file_without_a_byte_fails_where_its_format_asks_for_some(suffix: str) -> None:
    Path("in").mkdir()
    for name in (f"a.{suffix}", "b.txt", "c.html"):
        Path("in", name).touch()
    assert deid("in", "-o", "out") == 1
    assert [path.name for path in sorted(Path("out").glob("?.*"))] == ["b.txt", "c.html"]
    (failed,) = Path("out/failed.jsonl").read_text().splitlines()
    assert json.loads(failed)["id"] == f"a.{suffix}"
