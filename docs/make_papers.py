"""Fills the tables of docs/papers.md from what `bench/reproduced` holds: `python docs/make_papers.py`.

A table stands between `<!-- RUN TABLE -->` and `<!-- end -->`, RUN being a file of `bench/reproduced`
without its ending: `<!-- ahmed2020-on-notes-en 3 -->`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

PAGE = Path(__file__).with_name("papers.md")
REPRODUCED = Path(__file__).parents[1] / "bench/reproduced"
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
    return "\n".join([*lines, "<!-- end -->"])


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def _line(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
