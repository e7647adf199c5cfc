"""`incognote review open`: the page of a project."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import screen
from incognote.core.errors import ConfigError, counted


def open_(
    project: Annotated[
        Path, typer.Argument(metavar="PROJECT", help="As incognote review new wrote it.")
    ],
    *,
    reader: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="Who reads: stands beside each decision, and in the packet."
        ),
    ],
    port: Annotated[
        int,
        typer.Option(
            min=0, max=65535, metavar="N", help="Of this machine's own address; 0: a free one."
        ),
    ] = 0,
) -> None:
    """Show the page of a project to a browser of this machine, until Ctrl-C.

    The address that is printed is good for one browser, once. Nobody on another machine can reach
    the page. Each decision is on the disk before the page shows it.
    """
    from incognote.review.project import Project
    from incognote.review.server import serve

    name = reader.strip()
    if not name or len(name) > 100 or ";" in name or not name.isprintable():
        raise ConfigError("--reader NAME has 1 to 100 characters, none of them ';'.")
    with Project(project) as opened:
        opened.check_source()

        def ready(address: str) -> None:
            typer.echo(f"Open {address}\nCtrl-C ends it; nothing is lost by that.")

        def told(fault: str) -> None:
            screen.say(
                f"incognote: {fault}: this is a bug; please report this line, which holds nothing "
                "from your notes."
            )

        with contextlib.suppress(KeyboardInterrupt):  # as it is meant to end
            serve(opened, name, port=port, ready=ready, told=told)
        typer.echo(f"Closed: {opened.done:,} of {counted(len(opened.notes), 'note')} read.")
