"""`incognote deid` writes back the container that it read; other commands read that."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from incognote import cli
from incognote.cli import options
from incognote.core.pipeline import Pipeline, Settings
from incognote.detect.rules import from_settings

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
ROWS = [
    {"id": "b/1", "text": "Write to a.ruiz@example.org.", "ward": "3", "meta": {"patient": "p"}},
    {"id": "../2", "text": "No pain.", "meta": {"patient": "q", "date": "2021"}, "spans": []},
    {"id": "3", "text": "Call (216) 555-0143.", "meta": {"patient": "p"}},
]


@pytest.fixture
def export(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(
        options, "load_pipeline", lambda settings: Pipeline([from_settings(Settings())])
    )
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "export.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return path


def deid(*args: str) -> int:
    fixed = ["--format", "jsonl", "--max-note-seconds", "0", "--jobs", "1"]
    return cli.run(["deid", "export.jsonl", "-o", "out", *fixed, *args])


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_fields_that_nobody_decided_about_are_refused_before_anything_is_written(
    export: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert deid() == 2
    said = capsys.readouterr().err
    assert not Path("out").exists()
    (told,) = re.findall(r"^incognote: Nobody .*\n", PAGE, re.MULTILINE)
    assert said == told


def test_a_decision_that_would_let_a_field_through_is_refused(
    export: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = {"id": "4", "text": "No pain.", "visit": {"number": 8812}}
    export.write_text(json.dumps(row) + "\n")
    assert deid("--keep", "visit", "--drop", "visit.number") == 2
    assert "'visit' can only be kept or dropped whole" in capsys.readouterr().err
    assert deid("--other", "keep", "--drop", "vist") == 2
    assert (
        "There is no field 'vist', given as 'drop'. Did you mean 'visit'?"
        in capsys.readouterr().err
    )
    export.write_text(json.dumps({"id": "4", "text": "No pain.", "ward.name": "Ada"}) + "\n")
    assert deid("--other", "keep", "--drop", "ward") == 2
    assert "no field 'ward', given as 'drop'" in capsys.readouterr().err
    assert not Path("out").exists()
    assert deid("--other", "keep", "--drop", "ward.name") == 0


@pytest.mark.parametrize("name", ["id", "text", "spans", "wrad", "meta.patients"])
def test_what_cannot_be_left_out_is_not_left_in(
    export: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """A misspelt name beside `--other keep` would let the field pass."""
    assert deid("--drop", name, "--other", "keep") == 2
    assert f"no field '{name}', given as 'drop'" in capsys.readouterr().err
    assert not Path("out").exists()


def test_a_pipe_is_refused(export: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe.jsonl")
    args = ["deid", "pipe.jsonl", "-o", "out", "--format", "jsonl", "--other", "keep"]
    assert cli.run(args) == 2
    assert "pipe.jsonl: is a pipe or device, but is read twice" in capsys.readouterr().err


def test_the_file_comes_back_with_its_texts_replaced_and_the_fields_decided(export: Path) -> None:
    assert deid("--keep", "ward", "--drop", "meta.date", "--other", "keep") == 0
    assert lines(Path("out/export.jsonl")) == [
        {**ROWS[0], "text": "Write to [EMAIL]."},
        {**ROWS[1], "meta": {"patient": "q"}},
        {**ROWS[2], "text": "Call [PHONE]."},
    ]
    assert {row["id"] for row in lines(Path("out/spans.jsonl"))} == {row["id"] for row in ROWS}
    assert {p.name for p in Path("out").iterdir()} == {
        *("export.jsonl", "spans.jsonl", "audit.json", "ledger.jsonl")
    }


def test_a_line_that_fails_is_in_neither_file(export: Path) -> None:
    with export.open("a") as file:
        file.write('{"id": "4", "text": 5}\n')
    assert deid("--drop", "meta", "--drop", "ward") == 1
    assert [row["id"] for row in lines(Path("out/failed.jsonl"))] == ["4"]
    assert lines(Path("out/export.jsonl"))[1] == {"id": "../2", "text": "No pain.", "spans": []}


def test_a_file_called_like_one_of_the_output_is_refused(export: Path) -> None:
    export.rename("spans.jsonl")
    args = ["deid", "spans.jsonl", "-o", "out", "--format", "jsonl", "--other", "keep"]
    assert cli.run([*args, "--max-note-seconds", "0"]) == 1
    assert not Path("out/spans.jsonl").read_text()
    assert {row["id"] for row in lines(Path("out/failed.jsonl"))} == {row["id"] for row in ROWS}


def test_two_files_of_one_name_are_refused(
    export: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("b").mkdir()
    Path("b/export.jsonl").write_bytes(export.read_bytes())
    assert deid("b/export.jsonl", "--other", "keep") == 2
    assert "have the same name" in capsys.readouterr().err


def test_the_vault_gives_the_file_back(export: Path) -> None:
    assert cli.run(["key", "new", "key"]) == 0
    assert (
        deid("--other", "keep", "--replace", "surrogate", "--key", "key", "--vault", "vault") == 0
    )
    assert "a.ruiz" not in Path("out/export.jsonl").read_text()
    args = ["reveal", "out", "--vault", "vault", "--key", "key", "-o", "back"]
    assert cli.run(args) == 0
    assert Path("back/export.jsonl").read_bytes() == export.read_bytes()


def test_detect_asks_nothing(export: Path) -> None:
    args = ["detect", "export.jsonl", "--format", "jsonl", "-o", "spans"]
    assert cli.run([*args, "--max-note-seconds", "0"]) == 0
    assert len(lines(Path("spans"))) == 3
