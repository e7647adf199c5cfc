"""Every table and figure of the papers, and how each stands here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from incognote.core.config import read_toml
from incognote.core.errors import InputError
from incognote.lab.reproduce.corpora import CORPORA, OPEN, lies_with
from incognote.lab.reproduce.experiment import (
    Experiment,
    Row,
    System,
    Table,
    names,
    place_of,
    read_experiment,
)
from incognote.lab.training import find_config


@dataclass(frozen=True, slots=True)
class Listed:
    """One table or figure."""

    paper: str
    """The experiment's name."""
    title: str
    """Its label in the paper and its caption."""
    state: tuple[str, ...]
    """What can be had of it: on which open corpora how many rows run, what those of the paper need,
    and which results are recorded. Never empty."""


HOW = (
    "Rows that run on open data are run with --on CORPUS. What a paper's own rows need is given "
    "with --data NAME=PATH."
)
"""What a reader of the list must know first."""


def listing() -> Iterator[Listed]:
    """Yields all tables and figures of all papers: tables by number, figures, then the others."""
    for name in names():
        experiment = read_experiment(name)
        found = [
            Listed(name, f"{left.label}: {left.caption}", (left.state,))
            for left in experiment.not_trained
        ]
        found += [Listed(name, t.title, tuple(_state(experiment, t))) for t in experiment.table]
        yield from sorted(found, key=_place)


def _place(one: Listed) -> tuple[int, int]:
    for kind, start in enumerate((r"Table (\d+)", r"Figures? (\d+)")):
        if match := re.match(start, one.title):
            return kind, int(match[1])
    return 2, 0


def _state(experiment: Experiment, table: Table) -> Iterator[str]:
    rows = [row for row in table.row if row.system]
    runs = {on: sum(_runs_on(experiment, row, on) for row in rows) for on in OPEN}
    if any(runs.values()):
        counts = ", ".join(f"{on} {n}" for on, n in runs.items() if n)
        yield f"rows that run on open data, of {len(rows)}: {counts}"
    systems = [_system(experiment, row) for row in rows]
    used = {row.train or experiment.corpus for row in rows}
    used |= {row.test for row in rows if row.test} | {s.unlabelled for s in systems if s.unlabelled}
    licensed = sorted({lies_with(c) for c in used if not CORPORA[c].is_open})
    if licensed:
        yield f"the paper's own need, under agreement: {', '.join(licensed)}"
    if licensed or CORPORA[experiment.corpus].is_open:  # else the table is ours, not the paper's
        for kind in ("weights", "word vectors"):
            given = sorted({name for s in systems for name, of in _given(s) if of == kind})
            if given:
                yield f"the paper's own need, as {kind}: {', '.join(given)}"
    recorded = [f"{on} {date}" for on, date in sorted(table.recorded.items())]
    if recorded:
        yield f"recorded: {'; '.join(recorded)}"


def to_text(listed: Iterator[Listed]) -> str:
    """Returns the list for a screen, a paper's tables below its name, and `HOW` first."""
    lines = [HOW]
    paper = ""
    for one in listed:
        if one.paper != paper:
            paper = one.paper
            lines += ["", paper]
        lines += [f"  {one.title}", *(f"    {state}" for state in one.state)]
    return "\n".join(lines)


def _runs_on(experiment: Experiment, row: Row, on: str) -> bool:
    """Whether a line can be run on an open corpus without weights that are not at hand."""
    system = _system(experiment, row)
    if _given(system) and not system.stand_in_name:
        return False
    try:
        places = [place_of(experiment, corpus, on) for corpus in (row.train, row.test)]
    except InputError:
        return False
    return bool(CORPORA[places[0][0]].train)


def _system(experiment: Experiment, row: Row) -> System:
    return next(s for s in experiment.system if s.name == row.system)


def _given(system: System) -> list[tuple[str, str]]:
    """What must be given: name and kind of an encoder's folder, or of vectors not made here."""
    model = read_toml(find_config(system.config))["model"]
    checkpoint = str(system.set.get("model.checkpoint", model.get("checkpoint", "")))
    vectors = "" if system.vectors else str(model.get("vectors", ""))
    found = [(checkpoint, "weights"), (vectors, "word vectors")]
    return [(name, kind) for name, kind in found if name and not name.startswith("package:")]
