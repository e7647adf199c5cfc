"""What docs/formats.md shows of a command line is what happens."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from incognote import cli
from incognote.cli import options
from whole_runs import english

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^##+ ", PAGE, flags=re.MULTILINE)[1:]
SHOWN = {section.partition("\n")[0]: section for section in SECTIONS if "```console" in section}
DRAWN = re.compile(r"\b(?:[0-9a-f]{24}|\d{6,10}|\d{4}-\d\d-\d\d)\b")
"""Codes and moved dates: drawn by a key that is not kept."""
QUICK = ["--max-note-seconds", "0", "--jobs", "1"]


def commands(section: str) -> list[tuple[str, str]]:
    """Returns each command with what the page shows of its output."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```$", section, re.DOTALL | re.MULTILINE):
        for command, output in re.findall(
            r"^\$ (.*\n(?:> .*\n)*)((?:(?!\$ ).*\n)*)", block, re.MULTILINE
        ):
            found.append((re.sub(r"\n> ?", "\n", command).rstrip("\n"), output))
    return found


def output_of(command: str) -> str:
    """Runs a command line of the page and returns what it prints."""
    name, *words = shlex.split(command)
    if name == "incognote" and "-" not in words:
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            status = cli.run([*words, *(QUICK if words[0] in ("deid", "detect") else [])])
        assert status == (2 if said.getvalue().startswith("incognote: ") else 0), said.getvalue()
        return said.getvalue()
    programs = {"incognote": f"{sys.executable} -m incognote", "python": sys.executable}
    line = programs.get(name, name) + command.removeprefix(name)
    run = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    return run.stdout


@pytest.mark.parametrize("title", SHOWN)
def test_what_the_page_shows_is_what_happens(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(options, "load_pipeline", lambda settings: english())
    if "--key key" in SHOWN[title]:
        Path("key").write_text(f"incognote-key-1:{'6b' * 32}\n")
        Path("key").chmod(0o600)
    for command, shown in commands(SHOWN[title]):
        verb, _, path = command.partition(" ")
        if verb == "cat" and not Path(path).exists():  # what is given
            Path(path).parent.mkdir(exist_ok=True)
            Path(path).write_bytes(shown.encode())
            continue
        said = output_of(command)
        if shown or verb == "cat":
            assert DRAWN.sub("N", shown) in DRAWN.sub("N", said), command


def test_each_container_is_shown() -> None:
    files = {
        "jsonl",
        "Tables",
        "parquet",
        "omop",
        "hl7",
        "fhir",
        "docx",
        "pdf",
        "html",
        "rtf",
        "cda",
    }
    assert {*SHOWN} >= {*files, "Databases", "What a run writes", "One file", "Streams", "Spans in"}
