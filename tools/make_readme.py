"""Runs what README.md shows and writes the output into it: `python tools/make_readme.py`.

In a `console` block, each line that begins with `$ ` is run by the shell and what stands below it
is its output; `pip install` lines are not run here, `.ci/run` does that in fresh environments. In a
`python` block, each `>>>` statement is run and what stands below it is its output. The label table
stands between its two marks; the scores between theirs are those of bench/results.md. Tests hold
page, program and results together.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from incognote import cli

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
RESULTS = ROOT / "bench/results.md"
SPEED = re.compile(r"^((?:seconds|words per second) +)[\d,.]+$", re.MULTILINE)
"""The figures that differ from run to run."""
_ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
"""Of a table of measures and figures; tables of more columns are not quoted in the README."""
SCORES = re.compile(r"(<!-- scores -->\n)(.*?)(<!-- /scores -->)", re.DOTALL)


def run_console(block: str, folder: Path) -> str:
    """Returns a console block with the output of each command as it is now."""
    lines = []
    for line in block.splitlines():
        if not line.startswith("$ "):
            continue
        lines.append(line)
        command = line[2:]
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
        lines += [shown.rstrip() for shown in done.stdout.splitlines()]
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


def render(page: str) -> str:
    """Returns the page with everything that it shows as it is now."""
    names: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as place:
        shutil.copytree(ROOT / "examples", Path(place) / "examples")

        def block(match: re.Match[str]) -> str:
            kind, body = match.groups()
            new = run_console(body, Path(place)) if kind == "console" else run_python(body, names)
            return f"```{kind}\n{new}```"

        page = re.sub(r"```(console|python)\n(.*?)```", block, page, flags=re.DOTALL)
    marks = r"(<!-- labels -->\n).*?(<!-- /labels -->)"
    page = re.sub(marks, lambda m: m[1] + label_table() + m[2], page, flags=re.DOTALL)
    results = RESULTS.read_text(encoding="utf-8")
    return SCORES.sub(lambda m: m[1] + score_table(m[2], results) + m[3], page)


if __name__ == "__main__":
    README.write_text(render(README.read_text(encoding="utf-8")), encoding="utf-8")
