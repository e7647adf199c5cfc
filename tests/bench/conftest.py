"""The modules of bench/league, and systems that are made up for it."""

from __future__ import annotations

import importlib
import sys
import textwrap
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def league(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCH))

    def module(name):
        return importlib.import_module(f"league.{name}")

    return module


@pytest.fixture
def command(tmp_path):
    """Returns what makes a command of the body of `answer(note)`; `state` outlives a note."""

    def make(body: str) -> list[str]:
        path = tmp_path / "system.py"
        path.write_text(
            "import json, os, sys\n"
            "state = {'n': 0}\n"
            "def answer(note):\n"
            f"{textwrap.indent(textwrap.dedent(body), '    ')}\n"
            "for line in iter(sys.stdin.buffer.readline, b''):\n"
            "    note = json.loads(line)\n"
            "    state['n'] += 1\n"
            "    found = answer(note)\n"
            "    if found is not None:\n"
            "        print(found if isinstance(found, str) else json.dumps(found), flush=True)\n",
            encoding="utf-8",
        )
        return [sys.executable, str(path)]

    return make
