"""`incognote convert`: turn one format into another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options, screen


def convert(
    source: Annotated[Path, typer.Argument(metavar="SRC", help="A folder or file.")],
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="A new or empty folder, or a new file.")
    ],
    *,
    from_format: Annotated[str, options.format_of("What SRC holds", "--from")],
    to_format: options.ToFormat,
) -> None:
    """Turn annotated notes of one format into another.

    A note that cannot be read or written whole is named on stderr and left out.
    """
    from incognote.io import convert as corpora

    failures = screen.Failures()
    written = corpora.convert(
        source, out, from_format=from_format, to_format=to_format, on_error=failures
    )
    failed = len(failures)
    typer.echo(f"{written + failed:,} notes in = {written:,} out + {failed:,} failed")
    raise typer.Exit(1 if failures or not written else 0)
