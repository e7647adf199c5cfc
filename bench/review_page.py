"""How long the page takes to open a project, and to show the next note, in a real browser.

    python bench/review_page.py [--notes 10000] [--before SRC]

A project of notes that are made up is served as `incognote review` does, and read with the keyboard
in Debian's chromium. What is timed ends when the note is painted: *open* begins where the browser
asks for the address, *start* is the command's until it says that address, *next* begins with the
key. `--before` names the folder `src` of another checkout, which is measured in turn with this one.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from record import record

OURS = Path(__file__).parents[1] / "src"
LINE = "Seen by Dr. Ada Ruiz on 3/4/2019; no fever, cough or pain since the last visit here.\n"
MARKS = [(12, 20, "DOCTOR", 0.7), (24, 32, "DATE", 0.97)]
WATCH = """
window.shown = [];
let last = "", began = 0;
addEventListener("keydown", (event) => { began = event.timeStamp; }, true);
const look = () => {
  const id = document.getElementById("note-id")?.textContent ?? "";
  if (id !== last && document.querySelector("#text .block")) {
    last = id;
    setTimeout(() => shown.push(performance.now() - began));
  }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def measure(source: Path, notes: int, steps: int) -> tuple[float, float, list[float]]:
    """Returns the seconds of start and opening, and those of each next note, for the code there."""
    env = os.environ | {"PYTHONPATH": str(source), "PYTHONUNBUFFERED": "1"}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        project = _make(Path(folder), notes, env)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        began = time.perf_counter()
        served = subprocess.Popen(
            [sys.executable, "-m", "incognote", "review", project, "--reader", "R"],
            env=env,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert served.stdout is not None
            address = re.findall(r"http\S+", served.stdout.readline())[0]
            start = time.perf_counter() - began
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.add_init_script(WATCH)
            page.goto(address)
            (opened,) = _shown(page, 1)
            for step in range(steps):
                page.keyboard.press("j")
                _shown(page, step + 2)
            _, *each = _shown(page, steps + 1)
            browser.close()
        finally:
            served.send_signal(signal.SIGTERM)
            served.wait()
    return start, opened / 1000, [ms / 1000 for ms in each]


def _make(folder: Path, notes: int, env: dict[str, str]) -> Path:
    """A project as the code in that environment makes it."""
    spans = [
        {"start": len(LINE) * line + a, "end": len(LINE) * line + b, "label": label, "score": score}
        for line in range(0, 20, 5)
        for a, b, label, score in MARKS
    ]
    source, project = folder / "notes.jsonl", folder / "project.db"
    with source.open("w") as file:
        for i in range(notes):
            row = {"id": f"ward/{i:06}", "text": LINE * 20, "spans": spans}
            file.write(json.dumps({**row, "meta": {"patient": str(i // 20)}}) + "\n")
    new = [sys.executable, "-m", "incognote", "review", "new", project, source, "--marks"]
    subprocess.run(new, env=env, check=True, capture_output=True)
    return project


def _shown(page: Any, many: int) -> list[float]:
    end = time.monotonic() + 60
    while len(found := page.evaluate("shown")) < many:
        if time.monotonic() > end:
            raise RuntimeError("the page showed no note within a minute")
        page.wait_for_timeout(20)
    return list(found)


def main() -> None:
    """Measures, and writes the section."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--steps", type=int, default=200, help="next notes of each run")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--before", type=Path, metavar="SRC")
    args = parser.parse_args()
    trees = [args.before, OURS] if args.before else [OURS]
    runs: dict[Path, list[tuple[float, float, list[float]]]] = {tree: [] for tree in trees}
    loads = []
    for _ in range(args.runs):
        for tree in trees:  # in turn, since the machine may do other work
            runs[tree].append(measure(tree, args.notes, args.steps))
            loads.append(os.getloadavg()[0])
    figures = {tree: _figures(of) for tree, of in runs.items()}
    sys.argv = ["SRC" if word == str(args.before) else word for word in sys.argv]
    names = ("start, s", "open, s", "next note, median, ms", "next note, 95 %, ms")
    rows = []
    for i, name in enumerate(names):
        each = [figures[tree][i] for tree in trees]
        row = [name, *(f"{x:.2f}" if i < 2 else f"{1000 * x:.0f}" for x in each)]
        rows.append([*row, f"{each[0] / each[1]:.1f}"] if args.before else row)
    head = ["measure", *(["before"] if args.before else []), "now"]
    note = (
        f"{args.notes:,} notes of 1,700 characters, {args.runs} runs of {args.steps} next notes; "
        f"of start and open the median. Load of the machine meanwhile {statistics.mean(loads):.1f}."
    )
    print(record("The page", rows, note=note, head=[*head, *(["ratio"] if args.before else [])]))


def _figures(runs: list[tuple[float, float, list[float]]]) -> tuple[float, ...]:
    every = [seconds for _, _, each in runs for seconds in each]
    return (
        statistics.median(start for start, _, _ in runs),
        statistics.median(opened for _, opened, _ in runs),
        statistics.median(every),
        statistics.quantiles(every, n=20)[18],
    )


if __name__ == "__main__":
    main()
