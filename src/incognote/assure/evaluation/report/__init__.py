"""`make_report`: an evaluation as one HTML file and as Markdown.

First a page for whoever has to sign, in plain words (`officer.py`); then tables and plots
(`details.py`). Both are made of the same blocks (`page.py`). The HTML loads nothing: style and
pictures lie within it, and a content policy forbids the rest. It holds no note text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from incognote.assure.evaluation.report.details import make_details
from incognote.assure.evaluation.report.officer import make_officer_page
from incognote.assure.page import to_html, to_markdown
from incognote.assure.record import read_json
from incognote.core.errors import InputError


@dataclass(frozen=True, slots=True)
class Report:
    """One report in two forms."""

    html: str
    markdown: str


def read_record(path: Path) -> dict[str, Any]:
    """Returns what `incognote evaluate --out` wrote.

    Raises:
        InputError: If the file cannot be read or is no such record, or if it lacks what a report
            is made of; the message says how to make one that has it.
    """
    record = read_json(path, "`incognote evaluate --out`")
    if not isinstance(record, dict) or not isinstance(record.get("figures"), dict):
        raise InputError(f"{path}: is no evaluation; give what `incognote evaluate --out` wrote.")
    missing = [name for name in _NEEDED if name not in record["figures"]]
    if missing:
        raise InputError(
            f"{path}: lacks {missing[0]}; evaluate with --scorer characters (and --points "
            "--features for the plots)."
        )
    return record


_NEEDED = tuple(
    f"characters/{name}/share"
    for name in ("masked", "removed", "identifiers_covered", "notes_masked")
)


def make_report(record: Mapping[str, Any]) -> Report:
    """Returns the report of an evaluation.

    Args:
        record: As `read_record` gives it.

    Raises:
        MissingExtraError: If matplotlib is not installed.
    """
    title = f"{record['system']} on {record['corpus']}"
    blocks = [*make_officer_page(record), *make_details(record)]
    return Report(to_html(title, blocks), to_markdown(blocks))
