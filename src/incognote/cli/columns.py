"""`incognote columns`: look at a table and propose what becomes of each column."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import field_options, options
from incognote.cli.with_options import with_options


@with_options
def columns(
    source: Annotated[
        str,
        typer.Argument(
            metavar="SRC",
            help="A table, a folder of tables of one kind, or a database by its URL (env:NAME).",
        ),
    ],
    *,
    format: Annotated[
        str, options.format_of("What SRC holds, where suffix and content do not tell", "--format")
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Also writes the proposal as TOML, for you to mend: deid --columns takes it. A "
            "new file.",
        ),
    ] = None,
    database: field_options.TableOptions,
) -> None:
    """Propose what becomes of each column of a table.

    Looks at the names and at the values of up to 1,000 rows of each file, and says for each column
    a role and the reason for it; no value is shown or written. What may hold anything is proposed
    as a text that is searched. The proposal is yours to check: only you know what a column holds.
    """
    from incognote.core.errors import InputError
    from incognote.io.columns import as_options, as_toml, propose
    from incognote.io.output import new_file
    from incognote.io.recognise import look

    with database.rows(database.url([source])) as rows:
        found = look([Path(source)], format) if rows is None else rows.samples()
        kind = f" --format {format}" if format else ""
        words = f"{shlex.quote(source)}{kind}" if rows is None else rows.words
    if not found:
        raise InputError(
            f"{source}: holds no table whose columns need a decision; where it is one of another "
            "suffix, say so with --format csv."
        )
    proposals = propose(found)
    width = max(len(each.name) for each in proposals)
    for each in proposals:
        typer.echo(f"{each.name:{width}}  {each.role:13}  {each.reason}")
    if out is not None:
        with new_file(out) as file:
            file.write(as_toml(proposals).encode())
        said = f"--columns {shlex.quote(str(out))}"
    else:
        said = as_options({each.name: each.role for each in proposals})
    typer.echo(f"\nincognote deid {words} -o OUT {said}")
