"""Writes a result into bench/results.md: one section per benchmark, replaced when run again."""

from __future__ import annotations

import fcntl
import os
import platform
import re
import shlex
import sys
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path

RESULTS = Path(__file__).with_name("results.md")
HEAD = """# Results

Each section is written by the command that it names; run it again and it is replaced.
"""


FOUND = {
    "en": ("English, 126 dev notes of notes_en", ""),
    "en, --fast": ("English, --fast on 126 dev notes", "--fast: "),
    "es": ("notes_es dev, 54 notes, whole pipeline", ""),
}
"""By system the section that says what it finds, and how its measures begin there."""
_FOUND_LINE = re.compile(r"^What is found \(([^)]+)\)[ :].*$", re.MULTILINE)


def what_is_found(system: str, page: str) -> str:
    """Returns a line on what a system masks and removes, for beside its speed.

    Args:
        system: One of FOUND.
        page: results.md.
    """
    title, begins = FOUND[system]
    section = re.search(
        rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE
    )
    if section is None:
        return f"What is found ({system}) is not on record."
    command, date = re.findall(r"^`(.+?)`, ([\d-]+),", section[1], re.MULTILINE)[0]
    masked, removed = (
        re.findall(rf"^\| {begins}{measure} \| ([\d.]+ %)", section[1], re.MULTILINE)[0]
        for measure in ("characters masked", "clinical text removed")
    )
    return (
        f"What is found ({system}): {masked} of the identifiers' characters masked, {removed} of "
        f"the clinical text removed, in dev notes (`{command}`, {date})."
    )


def processor() -> str:
    """Returns what the processor is called."""
    if Path("/proc/cpuinfo").exists():
        found = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text())
        if found:
            return found[1]
    return platform.processor() or platform.machine()


def machine() -> str:
    """Returns what the figures were taken on, without the name of the machine."""
    model, memory = processor(), ""
    if Path("/proc/meminfo").exists():
        total = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())
        memory = f", {int(total[1]) / 1e6:.0f} GB" if total else ""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (
        f"{model}, {cores} cores{memory}, Python {platform.python_version()}, {platform.system()}"
    )


def record(
    title: str,
    rows: Sequence[Sequence[str]],
    *,
    note: str = "",
    system: str = "",
    head: Sequence[str] = ("measure", "figure"),
    dry: bool = False,
) -> str:
    """Puts a table into results.md under its title and returns the section.

    Benchmarks that end at the same time wait for each other. What systems find, which stands beside
    speeds, is renewed in all sections.

    Args:
        title: Names the benchmark; a section of that title is replaced.
        rows: Measure and figure, or what `head` says.
        note: A sentence on what was compared with what.
        system: One of FOUND, where speed is told: what it finds stands below.
        head: Of the columns.
        dry: Whether to return the section alone.
    """
    lines = [
        f"## {title}",
        "",
        f"`python {shlex.join(sys.argv)}`, {datetime.now(timezone.utc):%Y-%m-%d}, {machine()}",
        "",
        f"| {' | '.join(head)} |",
        f"|{'---|' * len(head)}",
        *(f"| {' | '.join(row)} |" for row in rows),
        *(["", note] if note else []),
        *(["", f"What is found ({system}):"] if system else []),
        "",
    ]
    section = "\n".join(lines)
    if dry:
        return _renewed(section, RESULTS.read_text(encoding="utf-8")) if system else section
    with RESULTS.open("a+", encoding="utf-8") as page:
        fcntl.flock(page, fcntl.LOCK_EX)
        page.seek(0)
        before, *sections = re.split(r"^(?=## )", page.read() or HEAD, flags=re.MULTILINE)
        kept = [s.rstrip("\n") + "\n" for s in sections if s.splitlines()[0] != f"## {title}"]
        page.truncate(0)
        whole = before.rstrip("\n") + "\n\n" + "\n".join(sorted([*kept, section]))
        page.write(_renewed(whole, whole))
        return _renewed(section, whole)


def _renewed(text: str, page: str) -> str:
    return _FOUND_LINE.sub(lambda match: what_is_found(match[1], page), text)
