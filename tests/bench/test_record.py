from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench"
RECORD = """
import sys
from pathlib import Path
import record
record.RESULTS = Path(sys.argv[1])
for title in sys.argv[2:]:
    print(record.record(title.strip("-"), [("figure", title)], dry=title[0] == "-"))
"""


def start(page: Path, *titles: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", RECORD, str(page), *titles]
    return subprocess.Popen(command, cwd=BENCH, stdout=subprocess.PIPE, text=True)


def test_what_is_shown_only_is_not_written(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    printed, _ = start(page, "-Speed").communicate()
    assert "| figure | -Speed |" in printed
    assert not page.exists()


def test_benchmarks_that_end_together_keep_each_others_sections(tmp_path: Path) -> None:
    page = tmp_path / "results.md"
    titles = [[f"{name} {i:02}" for i in range(20)] for name in ("A", "B", "C")]
    for running in [start(page, *some, some[0]) for some in titles]:
        running.communicate()
        assert running.returncode == 0
    heads = [line for line in page.read_text().splitlines() if line.startswith("## ")]
    assert heads == sorted(f"## {title}" for some in titles for title in some)


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(BENCH))
    module = importlib.import_module("record")
    monkeypatch.setattr(module, "RESULTS", tmp_path / "results.md")
    return module


def test_what_is_found_stands_beside_speed_and_follows_what_was_measured(record) -> None:
    title, begins = record.FOUND["en, --fast"]

    def measured(masked: str) -> None:
        found = [
            ("characters masked", "98.54 % (98.21 to 98.88), n 39,167"),
            (f"{begins}characters masked", f"{masked} % (96.51 to 97.57), n 39,167"),
            (f"{begins}clinical text removed", "1.36 % (1.12 to 1.65), n 128,720"),
        ]
        record.record(title, found)

    speed = record.record("Speed", [("deid", "9 words/s")], note="Busy.", system="en, --fast")
    assert speed.endswith("Busy.\n\nWhat is found (en, --fast) is not on record.\n")
    for masked in ("97.05", "97.15"):
        measured(masked)
        page = record.RESULTS.read_text(encoding="utf-8")
        line = (
            f"What is found (en, --fast): {masked} % of the identifiers' characters masked, 1.36 % "
            "of the clinical text removed, in dev notes (`"
        )
        assert page.count(line) == 1


def test_what_is_found_is_that_of_the_results(record) -> None:
    page = (BENCH / "results.md").read_text(encoding="utf-8")
    lines = [line for line in page.splitlines() if line.startswith("What is found (")]
    assert len(lines) > 5
    for line in lines:
        system = line.partition("(")[2].partition(")")[0]
        assert line == record.what_is_found(system, page)
