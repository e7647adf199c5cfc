from __future__ import annotations

import re
from pathlib import Path

import pytest

from incognote import cli

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests/data"


def examples() -> list[tuple[str, str]]:
    page = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    return re.findall(r"^\$ incognote (corpus .*)\n((?:.+\n)+)```", page, re.MULTILINE)


@pytest.mark.parametrize(("command", "shown"), examples())
def test_the_tables_are_those_of_the_docs(
    command: str, shown: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert cli.run(command.split()) == 0
    printed = capsys.readouterr().out
    assert [line.split() for line in printed.splitlines()] == [
        line.split() for line in shown.splitlines()
    ]


def test_the_docs_show_each_table() -> None:
    assert len(examples()) == 4


def test_a_note_that_fails_is_named_and_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("[[DOCTOR|Zyxwvut Qponm]] here", encoding="utf-8")
    (tmp_path / "b.txt").write_text("[[DOCTOR|Zyxwvut", encoding="utf-8")
    assert cli.run(["corpus", "stats", str(tmp_path), "--from", "inline"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("1 notes, 3 tokens\n1 notes failed")
    assert err.startswith("b: ")
    assert "Zyxwvut" not in out + err


def test_a_note_that_fails_is_not_missed_in_its_part(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("[[DOCTOR|Zyxwvut Qponm]] here", encoding="utf-8")
    (tmp_path / "b.txt").write_text("[[DOCTOR|Zyxwvut", encoding="utf-8")
    (tmp_path / "split.tsv").write_text("note\tsplit\na\tdev\nb\tdev\n", encoding="utf-8")
    assert cli.run(["corpus", "stats", str(tmp_path), "--from", "inline", "--part", "dev"]) == 1
    assert capsys.readouterr().out.startswith("1 notes, 3 tokens\n1 notes failed")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["count", "x", "--from", "inline"], "no action 'count'"),
        (["stats", "x", "--from", "i2b2"], "no format 'i2b2'"),
        (["stats", str(DATA / "i2b2-2014"), "--from", "i2b2-2014", "--part", "dev"], "no part"),
        (["stats", str(DATA / "mimic-iii/NOTEEVENTS.csv"), "--from", "mimic-iii", "--part", "dev"],
         "no part of its own"),
    ],
)  # fmt: skip
def test_what_cannot_be_counted(
    args: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["corpus", *args]) == 2
    assert message in capsys.readouterr().err
