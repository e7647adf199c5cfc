"""`incognote corpus`: what a corpus holds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote import registry
from incognote.cli import screen
from incognote.errors import NoteError, unknown


def corpus(
    what: Annotated[str, typer.Argument(metavar="stats", help="What to do.")],
    source: Annotated[Path, typer.Argument(metavar="SRC", help="A folder or file.")],
    *,
    from_format: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="FORMAT",
            help=f"What SRC holds: {', '.join(registry.names('reader'))}.",
        ),
    ],
    part: Annotated[
        str,
        typer.Option(
            metavar="PART",
            help="Only the notes of this part, as split.tsv in SRC or the corpus says: train, "
            "dev, test.",
        ),
    ] = "",
) -> None:
    """Count notes, tokens and marks of a corpus, by category and label.

    The table is that of Johnson 2020 (table 1): the tokens of marks, cut at whitespace, and their
    share of all tokens of marks. For a published corpus "source" is its own type. A note that
    cannot be read is named on stderr and left out of the counts.
    """
    from incognote.corpora.split import split
    from incognote.corpora.stats import count

    if what != "stats":
        raise unknown("action", what, ("stats",))
    failures: list[str] = []

    def failed(error: NoteError) -> None:
        failures.append(error.id)
        screen.say(str(error))

    docs = registry.get("reader", from_format)(source, on_error=failed)
    stats = count(split(docs, source / "split.tsv", part, failed=failures) if part else docs)

    from rich.console import Console
    from rich.table import Table

    notes = ", ".join(f"{name} {number:,}" for name, number in stats.parts)
    typer.echo(f"{stats.notes:,} notes{f' ({notes})' if notes else ''}, {stats.tokens:,} tokens")
    if failures:
        typer.echo(f"{len(failures):,} notes failed and are not counted")
    view = Table(box=None, pad_edge=False)
    for column in ("category", "label", "source"):
        view.add_column(column)
    for column in ("marks", "tokens", "%"):
        view.add_column(column, justify="right")
    all_tokens = stats.marked_tokens
    view.add_row("ALL", "", "", f"{stats.marks:,}", f"{all_tokens:,}", "")
    category = ""
    for row in stats.rows:
        view.add_row(
            row.category if row.category != category else "",
            row.label,
            row.source,
            f"{row.marks:,}",
            f"{row.tokens:,}",
            f"{100 * row.tokens / all_tokens:.1f}" if all_tokens else "",
        )
        category = row.category
    Console(markup=False, highlight=False).print(view)
    raise typer.Exit(1 if failures else 0)
