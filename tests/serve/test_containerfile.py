"""Containerfile beside what it speaks of; `.ci/container`, which CI runs, carries it out."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

from typer.main import get_command

from incognote import cli

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "Containerfile").read_text(encoding="utf-8")
LAST = TEXT.rpartition("\nFROM ")[2]


def test_what_is_installed_exists() -> None:
    extras = re.search(r"/source\[([\w,]+)\]", TEXT)[1].split(",")
    known = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {*extras} <= known["project"]["optional-dependencies"].keys()
    assert "serve" in extras


def test_nobody_serves_and_the_command_is_one() -> None:
    assert re.search(r"^USER (\d+):(\d+)$", LAST, re.MULTILINE).groups() == ("65534", "65534")
    assert not re.search(r"^(?:VOLUME|RUN|ADD) ", LAST, re.MULTILINE)
    words = [
        word
        for name in ("ENTRYPOINT", "CMD")
        for word in json.loads(re.search(rf"^{name} (\[.*\])$", LAST, re.MULTILINE)[1])
    ]
    serve = get_command(cli.app).get_command(None, words[1])
    made = serve.make_context("serve", words[2:])
    assert made.params["host"] == "0.0.0.0"
    assert str(made.params["token"]) == "/run/secrets/token"
    assert made.params["behind_proxy"]


def test_ci_carries_it_out() -> None:
    assert os.access(ROOT / ".ci/container", os.X_OK)
    assert ".ci/container" in (ROOT / ".ci/run").read_text(encoding="utf-8")
