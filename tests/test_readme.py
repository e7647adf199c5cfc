"""README.md shows what happens: its commands and statements are run and the outputs compared."""

from __future__ import annotations

import difflib
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def make_readme() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_readme", ROOT / "docs/make_readme.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


OTHER_PROCESSOR = 3
"""So many lines may differ: another processor may round a score across a threshold."""


def test_what_the_readme_shows_is_what_happens(make_readme: ModuleType) -> None:
    def without_speed(page: str) -> list[str]:
        page = make_readme.SPEED.sub(r"\1N", page)
        # The width of a column follows the figures in it.
        return [re.sub(r" +", " ", line.rstrip()) for line in page.splitlines()]

    shown, now = without_speed(TEXT), without_speed(make_readme.render(TEXT))
    changes = [line for line in difflib.ndiff(shown, now) if line[0] in "-+"]
    added = [line for line in changes if line[0] == "+"]
    assert max(len(added), len(changes) - len(added)) <= OTHER_PROCESSOR, (
        "the README is out of date; look at what changed and run: python docs/make_readme.py\n"
        + "\n".join(changes)
    )


def test_the_first_two_commands_set_up_and_run_the_main_job_and_the_tests() -> None:
    commands = [line.removeprefix("$ ") for line in TEXT.splitlines() if "pip install" in line]
    assert commands[:2] == [
        "pip install . && incognote deid examples/notes -o deidentified",
        "pip install -c constraints.txt '.[dev]' && pytest",
    ]


def test_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)", TEXT):
        assert "://" in target or (ROOT / target).exists(), target


def test_the_scores_name_their_corpus_and_command() -> None:
    table = re.search(r"<!-- scores -->\n(.*?)<!-- /scores -->", TEXT, flags=re.DOTALL)
    assert table is not None
    header, _, *rows = table[1].strip().splitlines()
    assert [cell.strip() for cell in header.strip("|").split("|")][:2] == ["corpus", "measure"]
    assert rows
    for row in rows:
        assert "`" in row, f"no command: {row}"
