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
    spec = importlib.util.spec_from_file_location("make_readme", ROOT / "tools/make_readme.py")
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
        "the README is out of date; look at what changed and run: python tools/make_readme.py\n"
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


def test_every_score_stands_in_the_results_of_its_command(make_readme: ModuleType) -> None:
    table = make_readme.SCORES.search(TEXT)
    assert table is not None
    header, _, *rows = table[2].splitlines()
    assert [cell.strip() for cell in header.strip("|").split("|")] == [
        "corpus",
        "measure",
        "score",
        "command",
    ]
    assert rows
    results = (ROOT / "bench/results.md").read_text(encoding="utf-8")
    now = make_readme.score_table(table[2], results)
    assert table[2].splitlines() == now.splitlines(), (
        "the scores are not those of bench/results.md; run: python tools/make_readme.py"
    )


RESULTS = """# Results

## Notes, 12 dev notes

`python bench/notes.py dev`, 2026-11-21, a machine

| measure | figure |
|---|---|
| leak | 2.7 %, n 90 |
"""
HEADER = "| corpus | measure | score | command |\n|---|---|---|---|\n"


def score_row(
    corpus: str = "notes, dev (12 notes)", measure: str = "leak", part: str = "dev"
) -> str:
    return f"{HEADER}| {corpus} | {measure} | 1.9 %, n 90 | `python bench/notes.py {part}` |\n"


def test_a_score_is_what_the_results_say(make_readme: ModuleType) -> None:
    assert "| 2.7 %, n 90 |" in make_readme.score_table(score_row(), RESULTS)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (score_row(measure="recall"), "has no 'recall'"),
        (score_row(part="test"), "has no 'leak'"),
        (score_row(corpus="notes, dev (13 notes)"), "was run over"),
        (score_row(corpus="notes, test (12 notes)"), "was run over"),
        (score_row(corpus="notes"), "was run over"),
    ],
)
def test_a_score_without_its_measure_command_or_corpus_is_refused(
    make_readme: ModuleType, row: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        make_readme.score_table(row, RESULTS)


def test_tables_of_more_columns_hold_no_measures(make_readme: ModuleType) -> None:
    wide = RESULTS + "\n| 0.1% | 0 | 7 |\n| 0.1% | 1 | 8 |\n"
    assert make_readme.figures(wide) == make_readme.figures(RESULTS)


def test_two_figures_of_one_measure_and_command_are_refused(make_readme: ModuleType) -> None:
    with pytest.raises(ValueError, match="two figures"):
        make_readme.figures(RESULTS + RESULTS)
