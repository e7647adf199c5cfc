"""Puts measured figures, weak points and the way to train it again into a model's card.md."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from record import machine

WEAK = 95.0
"""Types of which less is covered, in percent, are named among the limits."""
LIMITS = (
    "The notes that it was measured on are invented, as those it was trained on are; its epoch "
    "was chosen on them and they were looked at while rules were written. Expect less on real "
    "notes: one published system lost five and ten points on two sets of them. Measure it on "
    "your own.",
    "English only. No images, scans, audio or structured fields: a note is read as plain text.",
    "Short codes, names that are words, free descriptions of places, employers and occupations, "
    "and layouts unlike those of the training notes are missed most.",
)


def recipe(config: Path) -> str:
    """Returns the commands in the head of a configuration, as one command line."""
    lines = []
    for line in config.read_text(encoding="utf-8").splitlines():
        if line.startswith("#   "):
            lines.append(line[1:].strip())
        elif not line.startswith("#"):
            break
    text = "\n".join(lines).replace("\\\n", "")
    return " && ".join(re.sub(r" {2,}", " ", line) for line in text.splitlines())


def weak_types(rows: Sequence[tuple[str, str]]) -> list[str]:
    """Returns the types below `WEAK` with their figure, of rows as `english.dev` makes them."""
    found = []
    for name, figure in rows:
        kind = re.fullmatch(r"([A-Z_]+) fully covered", name)
        share = re.match(r"([\d.]+) %", figure)
        if kind and share and float(share[1]) < WEAK:
            found.append(f"{kind[1]} {figure}")
    return found


def refresh(
    folder: Path, title: str, rows: Sequence[tuple[str, str]], note: str, config: Path | None
) -> None:
    """Rewrites what was measured in the card of a model; all else stays.

    Args:
        folder: The model folder.
        title: Of the measurement.
        rows: Measure and figure.
        note: On what was measured.
        config: The configuration whose head says how it is trained; None leaves that out.
    """
    path = folder / "card.md"
    head, *sections = re.split(r"^(?=## )", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    ours = ("## Measured", "## Limits", "## Train it again")
    kept = [s.rstrip("\n") + "\n" for s in sections if s.splitlines()[0] not in ours]
    measured = [
        "## Measured",
        "",
        f"{title}. {note} Intervals: bootstrap over notes, 1,000 resamples, 95 %. "
        f"`python {shlex.join(sys.argv)}`, {machine()}.",
        "",
        "| measure | figure |",
        "|---|---|",
        *(f"| {name} | {figure} |" for name, figure in rows),
        "",
    ]
    limits = ["## Limits", "", *(f"- {line}" for line in LIMITS)]
    weak = weak_types(rows)
    if weak:
        limits.append(f"- Less than {WEAK:.0f} % covered on the dev notes: {'; '.join(weak)}.")
    again = []
    if config is not None:
        again = ["## Train it again", "", "From a checkout:", "", "```", recipe(config), "```", ""]
    added = ["\n".join(part) for part in (measured, [*limits, ""], again) if part]
    path.write_text("\n".join([head.rstrip("\n") + "\n", *kept, *added]), encoding="utf-8")
