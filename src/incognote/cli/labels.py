"""`incognote labels`: the types of identifier."""

from __future__ import annotations

from typing import Annotated

import typer

from incognote.cli import options
from incognote.core.labels import labels_of
from incognote.core.language import DEFAULT


def labels(
    *,
    lang: options.Lang = DEFAULT,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print a Markdown table, as in docs/labels.md.")
    ] = False,
) -> None:
    """List the types of identifier, with examples."""
    rows = labels_of(lang)
    head = ("label", "category", "Safe Harbor", "what", "example")
    cells = [
        (row.name, row.category, "yes" if row.hipaa else "", row.description, row.example)
        for row in rows
    ]
    if markdown:
        for line in (head, ("---",) * len(head), *cells):
            typer.echo(f"| {' | '.join(line)} |".replace("|  |", "| |"))
        return
    from rich.console import Console
    from rich.table import Table

    view = Table(box=None, pad_edge=False)
    for name in head:
        view.add_column(name, no_wrap=name == "label", overflow="fold")
    for line in cells:
        view.add_row(*line)
    Console(markup=False, highlight=False).print(view)
