"""Runs what README.md and pages of docs/ show and writes the output into them.

`python tools/make_readme.py` makes all of `PAGES`, `python tools/make_readme.py README.md` one.
In a `console` block, each line that begins with `$ ` is run by the shell and what stands below it
is its output; lines that begin with `>` go on with a command; `...` at the end of an output stays.
`pip install` lines are not run here, `.ci/run` does that in fresh environments. In a `python`
block, each `>>>` statement is run and what stands below it is its output. A `keys` block is typed
by a browser on the page of the project that it names. A block sees what those before it on its page
left. The label table stands between its two marks; figures between theirs are those of
bench/results.md: `scores` row by row, `systems` from the league table's section once it is there,
our own rows until then. Tests hold pages, program and results together.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from incognote import cli

ROOT = Path(__file__).parent.parent
PAGES = (
    "README.md",
    "docs/index.md",
    "docs/labels.md",
    "docs/scores.md",
    "docs/tutorials/annotator.md",
    "docs/tutorials/data-engineer.md",
    "docs/tutorials/privacy-officer.md",
    "docs/tutorials/researcher.md",
)
"""Those that are run. Other pages of docs/ are run by tests of their own."""
RESULTS = ROOT / "bench/results.md"
SPEED = re.compile(r"^((?:seconds|words per second) +)[\d,.]+$", re.MULTILINE)
"""The figures that differ from run to run."""
_ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
"""Of a table of measures and figures; tables of more columns are not quoted in the README."""
SCORES = re.compile(r"(<!-- scores -->\n)(.*?)(<!-- /scores -->)", re.DOTALL)
_SYSTEMS = re.compile(r"(<!-- systems -->\n)(.*?)(<!-- /systems -->)", re.DOTALL)
LEAGUE = "League table, English records, test"
"""The section whose rows the README compares: systems on notes that nothing learned from."""
WHOSE = (
    "made-up records that nothing learned from. False alarms in some of them, and one miss, were "
    "read and mended since 28 November 2026, so the share removed is a little kind "
    "([what was read](corpora/records_en/README.md)). "
    "The other systems are as a package index brings them: Presidio with spaCy's `md` model, not "
    "`lg`; DataFog, localscrub, scrubadub and Phileas without what finds names, which they would "
    "download or ask a server for. Marks are compared without their labels. "
    "[How, and on other notes](docs/league.md)."
)
"""What a reader must know of that table."""
LEAGUE_COLUMNS = {
    "masked": "identifiers' characters masked",
    "names": "of names",
    "removed": "clinical text removed",
    "whole": "identifiers whole",
}
"""Which of its columns, all in per cent, and what the README calls them."""
OURS = {
    "incognote": ("python bench/english.py fast start", "default: {}"),
    "incognote `--fast`": ("python bench/english.py fast start", "--fast: {}"),
}
"""Where that section is not there: our own rows, the command that gave them and how it says so."""
OUR_COLUMNS = {
    "identifiers' characters masked": "characters masked",
    "clinical text removed": "clinical text removed",
    "identifiers whole": "identifiers fully covered",
    "words per second, one thread": "one thread, loaded",
}
_INTERVAL = re.compile(r"^(.*?)( \([\d. to]+\))?(, n [\d,]+)?( words/s)?$")


def run_console(block: str, folder: Path) -> str:
    """Returns a console block with the output of each command as it is now."""
    lines: list[str] = []
    for part in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)[1:]:
        line, *shown = part.splitlines()
        more = list(itertools.takewhile(lambda each: each.startswith(">"), shown))
        shown = shown[len(more) :]
        lines += [line, *more]
        command = "\n".join([line[2:], *(each[2:] for each in more)])
        if command.startswith("pip install"):
            continue
        done = subprocess.run(
            command,
            shell=True,
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            env={
                **os.environ,
                "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
                "COLUMNS": "80",
            },
            check=False,
        )
        printed = [each.rstrip() for each in done.stdout.splitlines()]
        cut = shown[-1:] == ["..."]
        lines += [*printed[: len(shown) - 1], "..."] if cut else printed
    return "\n".join(lines) + "\n"


def run_python(block: str, names: dict[str, Any]) -> str:
    """Returns a Python block with the output of each statement as it is now."""
    lines = []
    for example in doctest.DocTestParser().get_examples(block):
        first, *rest = example.source.splitlines()
        lines += [f">>> {first}", *(f"... {line}" for line in rest)]
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(example.source, "README.md", "single"), names)
        lines += printed.getvalue().splitlines()
    return "\n".join(lines) + "\n"


def label_table() -> str:
    """Returns the table that `incognote labels --markdown` prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        cli.run(["labels", "--markdown"])
    return printed.getvalue()


def figures(results: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Returns title of the section and figure, by command and measure.

    Args:
        results: The page that the benchmarks write (bench/record.py).

    Raises:
        ValueError: If one command gives two figures of one measure.
    """
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for section in re.split(r"^## ", results, flags=re.MULTILINE)[1:]:
        title = section.partition("\n")[0]
        command = re.search(r"^`(.+?)`, ", section, flags=re.MULTILINE)
        if command is None:
            raise ValueError(f"bench/results.md: '{title}' names no command.")
        for measure, figure in _ROW.findall(section):
            key = (command[1], measure)
            if key in found and measure != "measure":
                raise ValueError(f"bench/results.md: two figures of '{measure}' in '{title}'.")
            found[key] = (title, figure)
    return found


def score_table(table: str, results: str) -> str:
    """Returns the table of scores with every figure as it stands in the results.

    Args:
        table: Rows of corpus, measure, score and command; the header first.
        results: The page that the benchmarks write.

    Raises:
        ValueError: If a row's command gives no such measure, or was run over another corpus: one
            whose section does not name the same part and number of notes.
    """
    found = figures(results)
    header, line, *rows = table.splitlines()
    lines = [header, line]
    for row in rows:
        corpus, measure, _, command = (cell.strip() for cell in row.strip("|").split(" | "))
        key = (command.strip("`"), measure)
        if key not in found:
            raise ValueError(f"bench/results.md has no '{measure}' of {command}.")
        title, figure = found[key]
        part = re.fullmatch(r"\w+, (\w+) \((\d+) \w+\)", corpus)
        if part is None or not all(re.search(rf"\b{word}\b", title) for word in part.groups()):
            raise ValueError(f"{command} was run over '{title}', not over '{corpus}'.")
        lines.append(f"| {corpus} | {measure} | {figure} | {command} |")
    return "\n".join(lines) + "\n"


def system_table(results: str) -> str:
    """Returns the table of systems and whose notes they are, figures without their intervals.

    Raises:
        ValueError: If the results lack a figure.
    """
    section = re.search(rf"^## {LEAGUE}\n(.*?)(?=^## |\Z)", results, re.MULTILINE | re.DOTALL)
    if section is None:
        head = list(OUR_COLUMNS)
        rows = _our_rows(figures(results))
        whose = (
            "On the 126 development notes of [notes_en](corpora/notes_en/README.md), which are made"
            " up and which we looked at while we worked: a kind figure.\n"
        )
    else:
        table = [
            [cell.strip() for cell in line.strip("|").split(" | ")]
            for line in section[1].splitlines()
            if line.startswith("|") and not line.startswith("|-")
        ]
        (first, *names), *found = table
        if missing := LEAGUE_COLUMNS.keys() - {*names}:
            raise ValueError(f"bench/results.md, '{LEAGUE}' has no {', '.join(sorted(missing))}.")
        at = [names.index(name) + 1 for name in LEAGUE_COLUMNS]
        head = [f"{said}, %" for said in LEAGUE_COLUMNS.values()]
        rows = [[row[0], *(row[i].partition(" (")[0] for i in at)] for row in found]
        whose = f"On records_en ({first}), {WHOSE}\n"
    lines = [["system", *head], ["---"] * (len(head) + 1), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + f"\n\n{whose}"


def _our_rows(found: dict[tuple[str, str], tuple[str, str]]) -> list[list[str]]:
    rows = []
    for system, (command, names) in OURS.items():
        row = [system]
        for measure in OUR_COLUMNS.values():
            key = (command, names.format(measure))
            if key not in found:
                raise ValueError(f"bench/results.md has no '{key[1]}' of `{command}`.")
            figure = _INTERVAL.match(found[key][1])
            assert figure is not None
            row.append(figure[1])
        rows.append(row)
    return rows


def type_keys(block: str, folder: Path) -> None:
    """Types a `keys` block on the page of its project, in a browser without a window.

    Args:
        block: `PROJECT: KEY KEY ...`, keys as Playwright names them; `k*3` is k, three times.
        folder: Where the project lies.
    """
    from playwright.sync_api import sync_playwright

    project, _, keys = block.partition(":")
    command = [sys.executable, "-m", "incognote", "review", project, "--reader", "A. Nurse"]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        try:
            (address,) = re.findall(r"http\S+", server.stdout.readline())
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox"]
                )
                page: Any = browser.new_page(locale="en-GB")
                page.goto(address)
                page.wait_for_selector("#text .block", state="attached")
                for typed in keys.split():
                    key, _, times = typed.partition("*")
                    for _ in range(int(times or 1)):
                        page.keyboard.press(key)
                        page.wait_for_timeout(250)  # a person's pace: saved before the next
                browser.close()
        finally:
            server.terminate()


@contextlib.contextmanager
def _inside(folder: str) -> Iterator[None]:
    """Works in a folder for a while: a Python block opens what the commands before it wrote."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def render(page: str) -> str:
    """Returns the page with everything that it shows as it is now."""
    names: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as place, _inside(place):
        folder = Path(place)
        shutil.copytree(ROOT / "examples", folder / "examples")
        if (ROOT / "corpora").exists():  # an unpacked sdist has none
            (folder / "corpora").symlink_to(ROOT / "corpora")

        def block(match: re.Match[str]) -> str:
            kind, body = match.groups()
            if kind == "keys":
                type_keys(body, folder)
                return match[0]
            new = run_console(body, folder) if kind == "console" else run_python(body, names)
            return f"```{kind}\n{new}```"

        page = re.sub(r"```(console|python|keys)\n(.*?)```", block, page, flags=re.DOTALL)
    marks = r"(<!-- labels -->\n).*?(<!-- /labels -->)"
    page = re.sub(marks, lambda m: m[1] + label_table() + m[2], page, flags=re.DOTALL)
    results = RESULTS.read_text(encoding="utf-8")
    page = _SYSTEMS.sub(lambda m: m[1] + system_table(results) + m[3], page)
    return SCORES.sub(lambda m: m[1] + score_table(m[2], results) + m[3], page)


if __name__ == "__main__":
    for name in sys.argv[1:] or PAGES:
        path = ROOT / name
        path.write_text(render(path.read_text(encoding="utf-8")), encoding="utf-8")
