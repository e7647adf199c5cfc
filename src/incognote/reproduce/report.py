"""A report as JSON, Markdown and plots."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from incognote.evaluation.provenance import versions
from incognote.reproduce.corpora import CORPORA
from incognote.reproduce.experiment import Table
from incognote.reproduce.run import Outcome, Report
from incognote.training import plot

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
        "tables": [
            {
                "number": table.number,
                "caption": table.caption,
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
                        "paper": [_known(value) for value in outcome.row.paper],
                        "ours": [_known(value) for value in outcome.ours],
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
    for table, outcomes in report.tables:
        lines += [f"## {title(table)}", ""]
        head = ["", "trained here", *(f"{c}: paper / ours" for c in table.columns)]
        lines += [_line(head), _line(["---"] * len(head))]
        lines += [_line(cells) for cells in rows(table, outcomes)]
        notes = sorted({o.note for o in outcomes if o.note})
        lines += ["", *([table.note, ""] if table.note else [])]
        lines += [f"Not run: {note}\n" for note in notes]
    return "\n".join(lines)


def stem(report: Report) -> str:
    """Returns what names of files begin with: the paper, the corpus, and a part of one's choice."""
    return "-".join(filter(None, (report.name, "on", report.on, report.part)))


def title(table: Table) -> str:
    """Returns the heading of a table."""
    return f"Table {table.number}: {table.caption}" if table.number < 101 else table.caption


def rows(table: Table, outcomes: Sequence[Outcome]) -> Iterator[list[str]]:
    """Yields name, what was trained, and `paper / ours` for each column."""
    for outcome in outcomes:
        paper = outcome.row.paper or (None,) * len(table.columns)
        ours = outcome.ours or (None,) * len(table.columns)
        cells = [f"{_number(p)} / {_number(o)}" for p, o in zip(paper, ours, strict=True)]
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
