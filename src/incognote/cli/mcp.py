"""`incognote mcp`: notes for a model's tools, without their identifiers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import replace_options
from incognote.cli.with_options import with_options


@with_options
def mcp(
    *,
    notes: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Notes, .txt, that the model may read.")
    ],
    answers: Annotated[
        Path, typer.Option(metavar="FOLDER", help="New: what the model writes, with the originals.")
    ],
    detect: replace_options.GuardOptions,
) -> None:
    """Give a model tools to read notes and to write answers, and show it no identifier.

    A server of the Model Context Protocol on standard input and output, for a client that starts it
    (docs/guard.md). The model reads notes with surrogates; what it writes gets the originals and
    lies in a folder of its owner's, which the model cannot read.
    """
    from incognote.guard.mcp_server import run

    run(detect.guard, notes, answers)
