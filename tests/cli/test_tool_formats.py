"""The formats of annotation tools, wherever the command line takes marked notes or writes them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from incognote import cli
from incognote.cli import options
from incognote.core.document import Document, Span
from incognote.io import jsonl
from incognote.io.format import get_format
from whole_runs import english

TOOLS = ["label-studio", "label-studio-predictions", "doccano", "prodigy", "uima-xmi"]
TEXT = "😀 Patient: Maria Delgado 👩‍⚕️\r\nSeen by Jose\u0301.\r\n"


def marked(surface: str, label: str) -> Span:
    start = TEXT.index(surface)
    return Span(start, start + len(surface), label)


MARKS = (marked("Maria Delgado", "PATIENT"), marked("Delgado 👩‍⚕️", "DOCTOR"))
DOCS = [Document("ward/1", TEXT, MARKS), Document("ward/2", "")]


def run(*words: object) -> int:
    return cli.run([str(word) for word in words])


@pytest.mark.parametrize("name", TOOLS)
def test_notes_are_converted_there_and_back(name: str, tmp_path: Path) -> None:
    jsonl.write(DOCS, tmp_path / "in")
    there = ("--from", "jsonl", "--to", name)
    back = ("--from", name, "--to", "jsonl")
    assert run("convert", tmp_path / "in", tmp_path / "theirs", *there) == 0
    assert run("convert", tmp_path / "theirs", tmp_path / "out", *back) == 0
    assert list(jsonl.read(tmp_path / "out")) == DOCS


@pytest.mark.parametrize("name", TOOLS)
def test_they_are_counted_scored_and_searched(
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(options, "load_pipeline", lambda settings: english())
    gold = tmp_path / "gold"
    get_format(name).write(DOCS, gold)
    assert run("corpus", "stats", gold, "--from", name) == 0
    assert "2 notes, 8 tokens" in capsys.readouterr().out
    alone = ("--max-note-seconds", "0", "--jobs", "1")
    found = tmp_path / "found.jsonl"
    assert run("detect", gold, "-o", found, "--format", name, *alone) == 0
    first = json.loads(found.read_text("utf-8").split("\n")[0])
    start = TEXT.index("Maria Delgado")
    assert any(s["start"] <= start < s["end"] and s["label"] == "PATIENT" for s in first["spans"])
    assert run("evaluate", gold, found, "--gold-format", name, "--resamples", "0") == 0
    assert "PATIENT" in capsys.readouterr().out


def test_a_mark_that_lies_elsewhere_is_told_without_its_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An emoji that was counted as two letters."""
    get_format("label-studio").write(DOCS, tmp_path / "tasks.json")
    tasks = json.loads((tmp_path / "tasks.json").read_text("utf-8"))
    tasks[0]["annotations"][0]["result"][0]["value"]["start"] += 1
    (tmp_path / "tasks.json").write_text(json.dumps(tasks), "utf-8")
    words = ("--from", "label-studio", "--to", "jsonl")
    assert run("convert", tmp_path / "tasks.json", tmp_path / "out", *words) == 1
    out, err = capsys.readouterr()
    assert "2 notes in = 1 out + 1 failed" in out
    assert "ward/1: tasks.json, task 1, annotations[0], result[0]: [12, 24) is not the text" in err
    assert "Delgado" not in out + err
