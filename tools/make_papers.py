"""Fills the tables of docs/papers.md from `bench/reproduced`: `python tools/make_papers.py`.

A table stands between `<!-- RUN TABLE -->` and `<!-- end -->`, RUN being a file of
`bench/reproduced` without its ending: `<!-- ahmed2020-on-notes-en 3 -->`. The days of the results
go into the experiments' TOML, where `incognote reproduce --list` finds them. A result whose table
or training was defined otherwise than today says so in both places until it is run again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from incognote.lab.reproduce.experiment import read_experiment

PAGE = Path(__file__).parents[1] / "docs/papers.md"
REPRODUCED = Path(__file__).parents[1] / "bench/reproduced"
PAPERS = Path(__file__).parents[1] / "src/incognote/lab/reproduce/papers"
EARLIER = "of an earlier definition"
_TABLE = re.compile(r"<!-- ([a-z0-9-]+) (\d+) -->\n.*?<!-- end -->", re.DOTALL)


def filled(text: str) -> str:
    """Returns the page with its tables as they were recorded."""
    return _TABLE.sub(lambda match: _between(match[1], int(match[2])), text)


def _between(run: str, number: int) -> str:
    record = json.loads((REPRODUCED / f"{run}.json").read_text(encoding="utf-8"))
    (table,) = (t for t in record["tables"] if t["number"] == number)
    head = ["", "trained here", *(f"{c}: paper / ours" for c in table["columns"])]
    lines = [f"<!-- {run} {number} -->", _line(head), _line(["---"] * len(head))]
    none = [None] * len(table["columns"])
    for row in table["rows"]:
        if not row["ours"]:
            continue
        spreads = row.get("deviations") or none
        cells = zip(row["paper"] or none, row["ours"], spreads, strict=True)
        shown = [f"{_number(p)} / {_number(o)}" + (f" ± {d:.1f}" if d else "") for p, o, d in cells]
        lines.append(_line([row["name"], row["trained"], *shown]))
    return "\n".join([*lines, "", _note(record, table), "<!-- end -->"])


def _note(record: Mapping[str, Any], table: Mapping[str, Any]) -> str:
    """How often and when it was run, and whether it would be run so today."""
    seeds = record.get("seeds", 1)
    runs = "One seed" if seeds == 1 else f"Means of {seeds} seeds ± their deviation"
    earlier = f", {EARLIER} (see CHANGELOG.md)" if is_of_earlier(record, table) else ""
    return f"{runs}, {record['date']}{earlier}."


def is_of_earlier(record: Mapping[str, Any], table: Mapping[str, Any]) -> bool:
    """Returns whether a recorded table was measured or trained otherwise than it would be today.

    Args:
        record: The JSON of a run.
        table: One of its tables.
    """
    experiment = read_experiment(record["experiment"])
    (today,) = (t for t in experiment.table if t.number == table["number"])
    titles = (today.title, today.caption)  # results of 2026-11-22 have captions
    if table.get("title", table.get("caption")) not in titles:
        return True
    if tuple(table["columns"]) != today.columns:
        return True
    figures = {row.name: list(today.figures_of(row)) for row in today.row}
    if any(
        row.get("figures", figures.get(row["name"])) != figures.get(row["name"])
        for row in table["rows"]
    ):
        return True
    chosen = {model["chosen_by"] for model in record["models"].values()}
    return not experiment.held_out and chosen != {"last"}


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def dated(text: str, paper: str) -> str:
    """Returns an experiment's TOML with the days of its recorded results at each table."""
    days: dict[int, dict[str, str]] = {}
    for path in sorted(REPRODUCED.glob("*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        if record["experiment"] == paper:
            for table in record["tables"]:
                day = record["date"]
                if is_of_earlier(record, table):
                    day = f"{day}, {EARLIER}"
                days.setdefault(table["number"], {})[record["on"]] = day
    text = re.sub(r"^recorded = .*\n", "", text, flags=re.MULTILINE)
    for number, found in days.items():
        rows = ", ".join(f'"{on}" = "{day}"' for on, day in found.items())
        text = text.replace(
            f"\nnumber = {number}\n", f"\nnumber = {number}\nrecorded = {{ {rows} }}\n"
        )
    return text


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    for path in PAPERS.glob("*.toml"):
        path.write_text(dated(path.read_text(encoding="utf-8"), path.stem), encoding="utf-8")
