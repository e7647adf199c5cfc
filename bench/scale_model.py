"""Hours and money for many notes: a model fitted to runs of this machine.

    python bench/scale_model.py corpora/notes_en --price 0.05

Runs `incognote deid` over short, usual and long notes with one worker and with two, and over a few
notes for its start, and fits

    seconds = start + (by_word * words + by_note * notes) * beside(jobs) / jobs

`beside` is what workers that share memory and cache cost each other: 1 for one. Memory is PSS of
all processes at its peak; what two workers take beyond one is a worker, the rest the parent. Then
N notes on C cores take

    hours = (start + N * (by_word * words + by_note) * beside(2) * overhead / C) / 3600
    money = hours * C * price of a core for an hour

`overhead` is what stragglers and losses cost (bench/stragglers.py). Reading is a floor: no number
of cores is faster than the bytes of the notes at the rate of the source.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

import numpy as np

import memory
import plain_notes
from incognote.io.format import get_format
from record import record

LENGTHS = {"short": 30, "usual": 0, "long": 2_000}
"""Words in a note; 0: as in the corpus."""
FEW = 4
COUNTS = (10**6, 10**8, 10**9)
CORES = (2, 64, 1024)


@dataclass(frozen=True)
class Run:
    """One run as it was measured."""

    length: str
    jobs: int
    notes: int
    words: int
    seconds: float
    megabytes: float


@dataclass(frozen=True)
class Fit:
    """What a run costs, in seconds and megabytes."""

    start: float
    by_word: float
    by_note: float
    beside: float
    """What each of two workers takes as against one that is alone."""
    worker: float
    parent: float

    def core_seconds(self, notes: float, words: float) -> float:
        """Returns what notes of so many words each take of one core among others."""
        return notes * (self.by_word * words + self.by_note) * self.beside

    def hours(
        self, notes: float, words: float, cores: int, *, overhead: float, bytes_per_second: float
    ) -> float:
        """Returns hours from start to end; a word is six bytes to read."""
        work = self.core_seconds(notes, words) * overhead / cores
        return (self.start + max(work, notes * words * 6 / bytes_per_second)) / 3600


def fit(runs: Sequence[Run]) -> Fit:
    """Returns the model; start and prices by least squares of the relative error, not below 0."""
    alone = [run for run in runs if run.jobs == 1]
    rows = np.array([(1, run.words, run.notes) for run in alone]) / np.array(
        [[run.seconds] for run in alone]
    )
    free = [0, 1, 2]
    while True:
        found, *_ = np.linalg.lstsq(rows[:, free], np.ones(len(alone)), rcond=None)
        if (found >= 0).all():
            break
        free.remove(free[int(found.argmin())])
    start, by_word, by_note = (float(found[free.index(i)]) if i in free else 0.0 for i in range(3))
    beside = [
        (run.seconds - start) * run.jobs / (by_word * run.words + by_note * run.notes)
        for run in runs
        if run.jobs == 2 and run.notes > FEW
    ]
    most = {n: max((r.megabytes for r in runs if r.jobs == n), default=0.0) for n in (1, 2)}
    worker = most[2] - most[1]
    return Fit(start, by_word, by_note, float(np.median(beside)), worker, most[1] - worker)


def texts_of(corpus: Path, format: str, length: int) -> Iterator[str]:
    """Yields texts of about so many words for ever: those of the corpus, cut or joined by lines."""
    lines: list[str] = []
    words = 0
    for doc in cycle(list(get_format(format).read(corpus))):
        if not length:
            yield doc.text
            continue
        for line in doc.text.splitlines():
            lines.append(line)
            words += len(line.split())
            if words >= length:
                yield "\n".join(lines)
                lines, words = [], 0


def measure(args: argparse.Namespace, length: str, jobs: int, words: int) -> Run:
    """Returns one run over so many words; 0: over a few notes."""
    with tempfile.TemporaryDirectory() as place:
        notes, out = Path(place) / "notes", Path(place) / "out"
        notes.mkdir()
        done = count = 0
        for text in texts_of(args.corpus, args.format, LENGTHS[length]):
            (notes / f"{count:07}.txt").write_text(text, encoding="utf-8")
            count, done = count + 1, done + len(text.split())
            if done >= words and count >= FEW:
                break
        args.jobs, peak = jobs, 0.0
        begin = time.perf_counter()
        # Some notes of the corpora are written as pages or tables are, and those that are cut, too.
        command = [*plain_notes.command(args, notes, out), "--as-text"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            while process.poll() is None:
                peak = max(peak, memory.resident(process.pid))
                time.sleep(0.1)
            seconds = time.perf_counter() - begin
        if process.returncode:
            raise SystemExit(f"incognote ended with {process.returncode}")
    return Run(length, jobs, count, done, seconds, peak)


def shown(hours: float) -> str:
    """Returns a time in words; of less than an hour the minutes."""
    if hours >= 1:
        return f"{hours:,.1f} hours"
    minutes = 60 * hours
    return f"{minutes:.0f} minutes" if minutes >= 10 else f"{minutes:.1f} minutes"


def table(found: Fit, args: argparse.Namespace, words: float) -> list[tuple[str, str]]:
    """Returns rows of hours and money."""
    rows = []
    for notes in COUNTS:
        for cores in CORES:
            hours = found.hours(
                notes, words, cores, overhead=args.overhead, bytes_per_second=args.source_mb * 1e6
            )
            cell = f"{shown(hours)}, {hours * cores:,.0f} core-hours"
            rows.append(
                (f"{notes:,} notes, {cores:,} cores", f"{cell}, {hours * cores * args.price:,.2f}")
            )
    return rows


def main() -> None:
    """Measures, fits and records."""
    parser = plain_notes.arguments(__doc__.splitlines()[0], notes=0)
    parser.add_argument("--words", type=int, default=150_000, help="of each run")
    parser.add_argument("--price", type=float, default=0.05, help="of a core for an hour")
    parser.add_argument("--overhead", type=float, default=1.2, help="of stragglers and losses")
    parser.add_argument("--source-mb", type=float, default=1_000, help="read in a second, at most")
    parser.add_argument("--note-words", type=float, default=300, help="of a note in the table")
    args = parser.parse_args()
    runs = [measure(args, "usual", jobs, 0) for jobs in (1, 2)]
    runs += [measure(args, name, jobs, args.words) for name in LENGTHS for jobs in (1, 2)]
    found = fit(runs)
    rows = [
        (
            f"{run.length} notes ({run.words / run.notes:,.0f} words), {run.notes:,}, "
            f"{run.jobs} worker{'s' * (run.jobs > 1)}",
            f"{run.seconds:.1f} s, {run.words / run.seconds:,.0f} words/s, {run.megabytes:,.0f} MB",
        )
        for run in runs
    ]
    rows += [
        ("fitted: start", f"{found.start:.1f} s"),
        ("fitted: a word", f"{1e6 * found.by_word:.0f} µs of one core"),
        ("fitted: a note besides", f"{1e3 * found.by_note:.2f} ms of one core"),
        ("fitted: each of two workers, as against one", f"{found.beside:.2f}"),
        ("a worker; their parent", f"{found.worker:,.0f} MB; {found.parent:,.0f} MB"),
        *table(found, args, args.note_words),
    ]
    note = (
        f"Notes of {args.note_words:g} words; {args.price:g} for a core and hour (--price), no "
        f"vendor's; overhead {args.overhead:g}; source {args.source_mb:g} MB/s."
    )
    title = f"Cost of many notes {plain_notes.named(args)}"
    print(record(title, rows, note=note, system=plain_notes.system(args), dry=args.dry))


if __name__ == "__main__":
    main()
