from __future__ import annotations

import subprocess
import sys
from pathlib import Path

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
