"""`incognote probe` as a user runs it, and its section of a packet's options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from incognote import cli
from tiny_models import write_corpus


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("probe") / "corpus"
    folder.mkdir()
    write_corpus(folder)
    return folder


def run(*args: object) -> int:
    return cli.run([str(arg) for arg in ("probe", *args)])


def test_it_prints_groups_and_writes_a_record_without_text(
    corpus: Path, tiny_model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "probe.json"
    given = (corpus, "--gold-format", "inline", "--model", tiny_model, "--ask", "names,dates")
    assert run(*given, "--resamples", "20", "-o", out) == 0
    told = capsys.readouterr().out
    assert "in no list" in told
    assert "worst places" in told
    record = json.loads(out.read_text())
    assert [q["question"] for q in record["questions"]] == ["names", "dates"]
    assert record["questions"][0]["groups"][0]["recall"]["n"] == record["questions"][0]["places"]
    assert len(record["worst"]) <= 100
    assert not any("values" in row for row in record["worst"])
    assert run(*given, "--resamples", "0", "--json", "--values", "--worst", "1") == 0
    again = json.loads(capsys.readouterr().out)
    assert "values" in again["worst"][0]
    assert "p" not in again["questions"][0]["groups"][0]


def test_the_seed_settles_the_figures(
    corpus: Path, tiny_model: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = (corpus, "--gold-format", "inline", "--model", tiny_model, "--ask", "names", "--json")
    figures = []
    for _ in range(2):
        assert run(*given, "--resamples", "20", "--seed", "7", "--sample", "2") == 0
        record = json.loads(capsys.readouterr().out)
        figures.append((record["questions"], record["worst"], record["notes"]))
    assert figures[0] == figures[1]
    assert figures[0][2] == 2


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--ask", "nmaes"), "question"),
        ((), "--pipeline LANG or --model FOLDER"),
        (("--unit", "ward"), "ward"),
    ],
)
def test_what_cannot_be_asked_is_said(
    args: tuple[str, ...],
    message: str,
    corpus: Path,
    tiny_model: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    system = ("--model", tiny_model) if args else ()
    assert run(corpus, "--gold-format", "inline", *system, *args) == 2
    assert message in capsys.readouterr().err


def test_a_file_that_is_there_is_kept(
    corpus: Path, tiny_model: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "probe.json"
    out.write_text("mine")
    assert run(corpus, "--gold-format", "inline", "--model", tiny_model, "-o", out) == 2
    assert out.read_text() == "mine"
