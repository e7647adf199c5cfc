"""Every table and figure of the papers, and how each stands here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from incognote.config import read_toml
from incognote.errors import InputError
from incognote.reproduce.corpora import CORPORA, OPEN
from incognote.reproduce.experiment import (
    Experiment,
    Row,
    System,
    names,
    place_of,
    read_experiment,
)
from incognote.training import find_config


@dataclass(frozen=True, slots=True)
class Listed:
    """One table or figure."""

    paper: str
    """The experiment's name."""
    title: str
    """Its label in the paper and its caption."""
    state: tuple[str, ...]
    """What can be had of it: on which open corpora how much of it runs, what the paper's own needs,
    and which results are recorded. Never empty."""


def listing() -> Iterator[Listed]:
    """Yields all tables and figures of all papers, in the papers' order."""
    for name in names():
        experiment = read_experiment(name)
        for left in experiment.not_trained:
            yield Listed(name, f"{left.label}: {left.caption}", (left.state,))
        for table in experiment.table:
            rows = [row for row in table.row if row.system]
            state = []
            runs = {on: sum(_runs_on(experiment, row, on) for row in rows) for on in OPEN}
            if any(runs.values()):
                counts = ", ".join(f"{on} {n}" for on, n in runs.items() if n)
                state.append(f"rows that run on open data, of {len(rows)}: {counts}")
            own = {row.train or experiment.corpus for row in rows}
            own |= {row.test for row in rows if row.test}
            licensed = sorted(c for c in own if not CORPORA[c].is_open)
            if licensed:
                state.append(f"the paper's own needs, under agreement: {', '.join(licensed)}")
            recorded = [f"{on} {date}" for on, date in sorted(table.recorded.items())]
            if recorded:
                state.append(f"recorded: {', '.join(recorded)}")
            yield Listed(name, table.title, tuple(state))


def to_text(listed: Iterator[Listed]) -> str:
    """Returns the list for a screen, a paper's tables below its name."""
    lines: list[str] = []
    paper = ""
    for one in listed:
        if one.paper != paper:
            paper = one.paper
            lines += ["", paper] if lines else [paper]
        lines += [f"  {one.title}", *(f"    {state}" for state in one.state)]
    return "\n".join(lines)


def _runs_on(experiment: Experiment, row: Row, on: str) -> bool:
    """Whether a line can be run on an open corpus without weights that are not at hand."""
    system = next(s for s in experiment.system if s.name == row.system)
    if _lacks_weights(system):
        return False
    try:
        places = [place_of(experiment, corpus, on) for corpus in (row.train, row.test)]
    except InputError:
        return False
    return bool(CORPORA[places[0][0]].train)


def _lacks_weights(system: System) -> bool:
    """Whether a system needs an encoder or vectors that are neither made here nor stood in for."""
    if system.stand_in_name:
        return False
    model = read_toml(find_config(system.config))["model"]
    checkpoint = str(system.set.get("model.checkpoint", model.get("checkpoint", "")))
    given_vectors = bool(model.get("vectors")) and not system.vectors
    return given_vectors or (bool(checkpoint) and not checkpoint.startswith("package:"))
