"""Is a change as fast as the commit before it? A pass of one tree after a pass of the other.

    git worktree add BEFORE COMMIT
    python bench/same_speed.py BEFORE --lang en [--passes 10]

Each tree runs in a process of its own on one thread; a pass is the library with the policy `all`
and verification over 60 notes of notes_en or notes_es. Processor time, so that what else the
machine does counts less.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

from record import record

ROOT = Path(__file__).parents[1]
NOTES = 60
WORKER = """
import sys, time, incognote
from pathlib import Path
lang, folder, number = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.txt"))]
texts = texts[:: max(1, len(texts) // number)][:number]
deid = incognote.load(lang)
while True:  # the first pass warms up
    began = time.process_time()
    for text in texts:
        deid(text)
    print(time.process_time() - began, flush=True)
    if not sys.stdin.readline():
        break
"""


def start(tree: Path, lang: str) -> subprocess.Popen[str]:
    """Returns the process of a tree: a line in is a pass, a line out its seconds."""
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, lang, str(ROOT / f"corpora/notes_{lang}"), str(NOTES)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env=os.environ | {"PYTHONPATH": str(tree / "src"), "OMP_NUM_THREADS": "1"},
    )


def main() -> None:
    """Runs both trees and writes the section."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before", type=Path, help="the other tree")
    parser.add_argument("--lang", default="en", choices=("en", "es"))
    parser.add_argument("--passes", type=int, default=10)
    args = parser.parse_args()
    trees = [start(tree.resolve(), args.lang) for tree in (args.before, ROOT)]
    seconds: list[list[float]] = [[], []]
    for _ in range(args.passes + 1):
        for tree, times in zip(trees, seconds, strict=True):
            times.append(float(tree.stdout.readline()))
            tree.stdin.write("\n")
    for tree in trees:
        tree.kill()
    old, new = (times[1:] for times in seconds)
    ratio = statistics.median(a / b for a, b in zip(old, new, strict=True))
    rows = [
        (
            "seconds a pass, median",
            f"{statistics.median(old):.2f}",
            f"{statistics.median(new):.2f}",
        ),
        ("seconds a pass, best", *(f"{min(times):.2f}" for times in (old, new))),
        ("speed, median of pairs", "1", f"{ratio:.3f}"),
    ]
    note = f"{args.passes} passes of {NOTES} notes each. Speed: seconds before by seconds now."
    print(record(f"As fast as before ({args.lang})", rows, note=note, head=("", "before", "now")))


if __name__ == "__main__":
    main()
