"""README.md and the tutorials show what happens: what they run is run, and the outputs compared."""

from __future__ import annotations

import difflib
import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
SCORES = (ROOT / "docs/scores.md").read_text(encoding="utf-8")
RUN = {
    "README.md": (),
    "docs/index.md": (),
    "docs/labels.md": (),
    "docs/scores.md": (),
    "docs/tutorials/annotator.md": (pytest.mark.needs("chromium"),),
    "docs/tutorials/data-engineer.md": (),
    "docs/tutorials/privacy-officer.md": (pytest.mark.needs("corpora"),),
    "docs/tutorials/researcher.md": (pytest.mark.needs("corpora"),),
}
"""The pages that are run, and what they need."""


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


FIGURE = re.compile(r"\d+\.\d+")


def almost(shown: str, now: str) -> bool:
    """Whether figures with a decimal point alone differ, by two points at most: what a model that
    a page trains reaches depends on the processor, and a bound on what was found before."""
    pairs = zip(FIGURE.findall(shown), FIGURE.findall(now), strict=False)
    return FIGURE.sub("N", shown) == FIGURE.sub("N", now) and all(
        abs(float(old) - float(new)) <= 2 for old, new in pairs
    )


@pytest.mark.parametrize(
    ("now", "is_it"), [("masked 83.61", True), ("masked 85.61", False), ("removed 82.61", False)]
)
def test_a_figure_may_differ_a_little(now: str, is_it: bool) -> None:
    assert almost("masked 82.61", now) is is_it


def test_all_pages_are_run(make_readme: ModuleType) -> None:
    tutorials = {f"docs/tutorials/{path.name}" for path in ROOT.glob("docs/tutorials/*.md")}
    assert tutorials <= set(make_readme.PAGES) == set(RUN)


@pytest.mark.parametrize("name", [pytest.param(name, marks=RUN[name]) for name in RUN])
def test_what_a_page_shows_is_what_happens(make_readme: ModuleType, name: str) -> None:
    page = (ROOT / name).read_text(encoding="utf-8")

    def without_speed(page: str) -> list[str]:
        page = make_readme.SPEED.sub(r"\1N", page)
        # The width of a column follows the figures in it.
        return [re.sub(r" +", " ", line.rstrip()) for line in page.splitlines()]

    shown, now = without_speed(page), without_speed(make_readme.render(page))
    changes = [line for line in difflib.ndiff(shown, now) if line[0] in "-+"]
    was = [line for line in changes if line[0] == "-"]
    for line in [line for line in changes if line[0] == "+"]:
        alike = next((old for old in was if almost(old[1:], line[1:])), None)
        if alike is not None:
            was.remove(alike)
            changes.remove(alike)
            changes.remove(line)
    added = [line for line in changes if line[0] == "+"]
    assert max(len(added), len(changes) - len(added)) <= OTHER_PROCESSOR, (
        f"{name} is out of date; look at what changed and run: python tools/make_readme.py {name}\n"
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


@pytest.mark.parametrize("name", [name for name in RUN if name != "docs/scores.md"])
def test_a_figure_in_a_sentence_stands_in_the_results(name: str) -> None:
    results = (ROOT / "bench/results.md").read_text(encoding="utf-8")
    prose = re.sub(r"```.*?```|<!-- .*? -->", "", (ROOT / name).read_text("utf-8"), flags=re.DOTALL)
    for figure in re.findall(r"\d+\.\d+ %|\d\d,\d{3} words", prose):
        assert figure.removesuffix(" words") in results, figure


def test_the_first_screen_holds_what_it_is_the_table_a_picture_and_three_commands() -> None:
    screen = TEXT[: TEXT.index("## ")]
    assert len(screen.splitlines()) < 60
    assert "<!-- systems -->" in screen
    assert "docs/pictures/before-after.png" in screen
    assert len(re.findall(r"incognote deid ", screen)) == 3
    sentences = screen.split("\n\n")[1]
    assert len(re.findall(r"\.(?:\s|$)", sentences)) == 2


def test_every_score_stands_in_the_results_of_its_command(make_readme: ModuleType) -> None:
    table = make_readme.SCORES.search(SCORES)
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
        "not the scores of bench/results.md; run: python tools/make_readme.py docs/scores.md"
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


LEAGUE = """
## League table, English records, test

`python bench/league page`, 2026-11-28, a machine

| 85 notes, 22,232 words | masked | Safe Harbor | names | removed | whole | notes | failed |
|---|---|---|---|---|---|---|---|
| ours | 97.90 (97.40 to 98.40) | 98.0 | 99.4 | 1.35 (1.10 to 1.60) | 96.5 | 43.4 | 0 |
| theirs | 71.20 (70.00 to 72.40) | 72.0 | 80.1 | 4.20 (4.00 to 4.40) | 60.3 | 2.1 | 1 |

Whose: ours.
"""


def test_the_systems_are_those_of_the_league_once_it_is_there(make_readme: ModuleType) -> None:
    table = make_readme.system_table(RESULTS + LEAGUE + "\n## Others\n\n| x | 1 |\n")
    assert table.splitlines()[2:4] == [
        "| ours | 97.90 | 99.4 | 1.35 | 96.5 |",
        "| theirs | 71.20 | 80.1 | 4.20 | 60.3 |",
    ]
    assert "85 notes, 22,232 words" in table
    with pytest.raises(ValueError, match="has no removed"):
        make_readme.system_table(RESULTS + LEAGUE.replace("removed", "cost"))


def test_a_system_without_its_figures_is_refused(make_readme: ModuleType) -> None:
    with pytest.raises(ValueError, match="has no 'default: characters masked'"):
        make_readme.system_table(RESULTS)


def test_a_block_is_rendered_with_its_whole_output_or_the_lines_that_it_shows(
    make_readme: ModuleType, tmp_path: Path
) -> None:
    block = "$ cat <<END\n> one\n> two\n> three\n> END\nwhat stood here\n...\n$ echo all\n"
    assert make_readme.run_console(block, tmp_path) == (
        "$ cat <<END\n> one\n> two\n> three\n> END\none\n...\n$ echo all\nall\n"
    )
