"""A report as JSON, Markdown and plots."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from typing import Any

from incognote.assure.evaluation.provenance import versions
from incognote.lab.reproduce.corpora import CORPORA
from incognote.lab.reproduce.experiment import Table
from incognote.lab.reproduce.run import Outcome, Report
from incognote.lab.training import plot

NAMED = 20
"""So many of the notes that could not be read stand in Markdown by their ids."""


def where(report: Report) -> str:
    """Returns a sentence that says what the figures were taken on, and whether they compare."""
    own = report.experiment.corpus
    part = report.part or CORPORA[report.on].test
    if report.quick:
        return f"A quick run on {report.on}: it shows that the experiment runs, and nothing else."
    if part == "train":
        return f"Ours on the train part of {report.on}, from which the models learned: no result."
    if report.on == own and part == "test" and CORPORA[own].train_share is not None:
        return (
            f"Ours on a test part of {CORPORA[own].at} drawn at random, as the paper's; which "
            "notes the paper drew was not published."
        )
    if report.on == own and part == "test":
        return f"Ours on the test part of {own}, as the paper's."
    if report.on == own:
        return f"Ours on the {part} part of {own}: the paper's are of its test part."
    return (
        f"Ours on the {part} part of {report.on}, NOT the paper's corpus {own}: read the order, "
        "not the level."
    )


def to_dict(report: Report) -> dict[str, Any]:
    """Returns what JSON can hold."""
    return {
        "experiment": report.name,
        "title": report.experiment.title,
        "citation": report.experiment.citation,
        "corpus": report.experiment.corpus,
        "on": report.on,
        "part": report.part or CORPORA[report.on].test,
        "quick": report.quick,
        "where": where(report),
        "unread": {corpus: list(ids) for corpus, ids in report.unread.items()},
        "date": f"{datetime.now(timezone.utc):%Y-%m-%d}",
        "seeds": report.seeds,
        "seconds": report.seconds,
        "peak_mb": report.peak_mb,
        "tables": [
            {
                "number": table.number,
                "title": table.title,
                "columns": list(table.columns),
                "rows": [
                    {
                        "name": outcome.row.name,
                        "trained": outcome.trained,
                        "train": outcome.row.train,
                        "test": outcome.row.test,
                        "marks": outcome.row.marks,
                        "marks_used": outcome.marks,
                        "names_used": outcome.names,
                        "way": outcome.row.way,
                        "figures": list(table.figures_of(outcome.row)),
                        "paper": [_known(value) for value in outcome.row.paper],
                        "ours": [_known(value) for value in outcome.ours],
                        "deviations": [_known(value) for value in outcome.deviations],
                        "by_seed": [[_known(value) for value in row] for row in outcome.seeds],
                        "note": outcome.note,
                    }
                    for outcome in outcomes
                ],
            }
            for table, outcomes in report.tables
        ],
        "models": {name: dict(record) for name, record in report.models.items()},
        "versions": versions(),
    }


def to_markdown(report: Report) -> str:
    """Returns the tables, the paper's figure and ours in each cell."""
    lines = [f"# {report.name}: {report.experiment.title}", "", report.experiment.citation, ""]
    lines += [where(report), ""]
    for corpus, ids in report.unread.items():
        more = f" and {len(ids) - NAMED:,} more (all in the JSON)" if len(ids) > NAMED else ""
        named = ", ".join(f"`{id}`" for id in ids[:NAMED])
        lines += [f"Left out of {corpus}, not readable: {len(ids):,} notes: {named}{more}.", ""]
    if report.seeds > 1:
        lines += [f"Ours are means of {report.seeds} seeds ± their standard deviation.", ""]
    for table, outcomes in report.tables:
        lines += [f"## {table.title}", ""]
        head = ["", "trained here", *(f"{c}: paper / ours" for c in table.columns)]
        lines += [_line(head), _line(["---"] * len(head))]
        lines += [_line(cells) for cells in rows(table, outcomes)]
        notes = sorted({o.note for o in outcomes if o.note})
        lines += ["", *([table.note, ""] if table.note else [])]
        lines += [f"Not run: {note}\n" for note in notes]
    lines += ["## What it took", "", *_costs(report)]
    return "\n".join(lines)


def stem(report: Report) -> str:
    """Returns what names of files begin with: the paper, the corpus, and a part of one's choice."""
    return "-".join(filter(None, (report.name, "on", report.on, report.part)))


def _costs(report: Report) -> Iterator[str]:
    head = ["model", "notes", "marked identifiers", "epochs", "seconds", "MB"]
    yield _line(head)
    yield _line(["---"] * len(head))
    for name, record in report.models.items():
        learned = [row for row in record["data"] if row["use"] == "train"]
        notes, marks = (sum(row[key] for row in learned) for key in ("notes", "marks"))
        counts = [f"{n:,}" for n in (notes, marks, record["epochs"])]
        peak = record.get("peak_mb")
        cost = [f"{record['seconds']:,.0f}", "-" if peak is None else f"{peak:,}"]
        yield _line([name, *counts, *cost])
    yield ""
    yield (
        "MB is the most memory that the process had held when that training ended. The run that "
        f"wrote this took {report.seconds:,.0f} seconds."
    )
    yield ""


def rows(table: Table, outcomes: Sequence[Outcome]) -> Iterator[list[str]]:
    """Yields name, what was trained, and `paper / ours` for each column; ± between seeds."""
    for outcome in outcomes:
        none = (None,) * len(table.columns)
        figures = zip(
            outcome.row.paper or none,
            outcome.ours or none,
            outcome.deviations or none,
            strict=True,
        )
        cells = [
            f"{_number(paper)} / {_number(ours)}" + (f" ± {_number(sd)}" if sd is not None else "")
            for paper, ours, sd in figures
        ]
        missing = "not run" if outcome.row.system else "-"
        trained = outcome.trained
        if outcome.marks:
            trained += f", {outcome.marks:,} identifiers of B ({outcome.names:,} names)"
        yield [outcome.row.name, trained if outcome.ours else missing, *cells]


def plots(report: Report) -> Iterator[tuple[str, str]]:
    """Yields file names and SVGs of the tables that the paper shows as plots."""
    for table, outcomes in report.tables:
        done = [o for o in outcomes if any(v is not None for v in o.ours)]
        name = f"{stem(report)}-table-{table.number}.svg"
        if table.plot == "heat map" and done:
            # A column that is not known everywhere, as the leak without sentences, is not drawn.
            known = [
                i for i in range(len(table.columns)) if all(o.ours[i] is not None for o in done)
            ]
            values = [[o.ours[i] or 0.0 for i in known] for o in done]
            columns = [table.columns[i] for i in known]
            yield name, plot.heat_map([o.row.name for o in done], columns, values)
        elif table.plot == "curves" and done:
            series: dict[str, list[tuple[float, float]]] = {}
            for outcome in done:
                if outcome.ours[0] is None:
                    continue
                point = (float(outcome.marks or outcome.row.marks), outcome.ours[0])
                series.setdefault(outcome.row.way or outcome.row.name, []).append(point)
            if series:
                yield name, plot.curves(series, "marked identifiers of B", table.columns[0])


def _number(value: float | None) -> str:
    known = _known(value)
    return "-" if known is None else f"{known:.2f}"


def _known(value: float | None) -> float | None:
    """The value; None where the paper or the evaluation has none."""
    return None if value is None or math.isnan(value) else round(value, 4)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
