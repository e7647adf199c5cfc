"""`incognote labels`: the types of identifier."""

from __future__ import annotations

from typing import Annotated

import typer

from incognote.core import labels as table
from incognote.core.errors import unknown
from incognote.run.deidentifier import LANGUAGES


def labels(
    *,
    lang: Annotated[
        str,
        typer.Option(metavar="LANG", help=f"Language of the notes: {', '.join(LANGUAGES)}."),
    ] = "en",
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print a Markdown table, as in the README.")
    ] = False,
) -> None:
    """List the types of identifier, with examples."""
    if lang not in LANGUAGES:
        raise unknown("language", lang, LANGUAGES)
    rows = table.SCHEMES[LANGUAGES[lang].scheme]
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

    view = Table(*head, box=None, pad_edge=False)
    for line in cells:
        view.add_row(*line)
    Console(markup=False, highlight=False).print(view)
