"""`incognote corpus`: what a corpus holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote.cli import options, screen
from incognote.core.errors import unknown
from incognote.io.format import get_format

if TYPE_CHECKING:
    from incognote.io.paper_tables import PaperTable
    from incognote.io.stats import Stats


def corpus(
    what: Annotated[str, typer.Argument(metavar="stats", help="What to do.")],
    source: Annotated[Path, typer.Argument(metavar="SRC", help="A folder or file.")],
    *,
    from_format: Annotated[str, options.format_of("What SRC holds", "--from")],
    part: Annotated[
        str,
        typer.Option(
            metavar="PART",
            help="Only the notes of this part, as split.tsv in SRC or the corpus says: train, "
            "dev, test.",
        ),
    ] = "",
    table: Annotated[
        str,
        typer.Option(
            metavar="TABLE",
            help="Print instead a paper's table of its corpus, in its layout: johnson2020-1 "
            "(tokens of marks by category and type), hartman2020-1 (patients, notes, parts, tokens "
            "and marks) or ahmed2020-2 (sentences, vocabulary, tokens, PHI by part).",
        ),
    ] = "",
) -> None:
    """Count notes, tokens and marks of a corpus, by category and label.

    Tokens of marks are cut at whitespace; the share is that of all tokens of marks. For a published
    corpus "source" is its own type. --table prints a paper's table instead. A note that cannot be
    read is named on stderr and left out of the counts.
    """
    from incognote.io.paper_tables import TABLES
    from incognote.io.split import split, with_parts
    from incognote.io.stats import count

    if what != "stats":
        raise unknown("action", what, ("stats",))
    if table and table not in TABLES:
        raise unknown("table", table, TABLES)
    failures = screen.Failures()
    split_file = source / "split.tsv"
    docs = get_format(from_format).read(source, on_error=failures)
    if table:
        docs = with_parts(docs, split_file, failed=failures)
    if part:
        docs = split(docs, split_file, part, failed=failures)
    made = TABLES[table](docs) if table else _own_table(count(docs))
    typer.echo(made.title)
    if failures:
        typer.echo(f"{len(failures):,} notes failed and are not counted")

    from rich.console import Console
    from rich.table import Table

    view = Table(box=None, pad_edge=False)
    for i, column in enumerate(made.columns):
        view.add_column(column, justify="left" if i < made.numbers else "right")
    for row in made.rows:
        view.add_row(*row)
    Console(markup=False, highlight=False).print(view)
    raise typer.Exit(1 if failures else 0)


def _own_table(stats: Stats) -> PaperTable:
    """The counts by category, label and source."""
    from incognote.io.paper_tables import PaperTable

    notes = ", ".join(f"{name} {number:,}" for name, number in stats.parts)
    title = f"{stats.notes:,} notes{f' ({notes})' if notes else ''}, {stats.tokens:,} tokens"
    all_tokens = stats.marked_tokens
    rows = [("ALL", "", "", f"{stats.marks:,}", f"{all_tokens:,}", "")]
    before = ""
    for row in stats.rows:
        share = f"{100 * row.tokens / all_tokens:.1f}" if all_tokens else ""
        category = row.category if row.category != before else ""
        counts = (f"{row.marks:,}", f"{row.tokens:,}", share)
        rows.append((category, row.label, row.source, *counts))
        before = row.category
    heads = ("category", "label", "source", "marks", "tokens", "%")
    return PaperTable(title, heads, tuple(rows), 3)
