"""`incognote review open`: the page of a project."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options, screen
from incognote.core.errors import ConfigError, counted
from incognote.replace.policy import OVERRIDES, POLICIES, get_policy


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
    policy: Annotated[
        str,
        typer.Option(
            metavar="POLICY",
            help="What R shows beside a note: what would be written with the marks that stand "
            f"({', '.join(POLICIES)}, or a .toml file).",
        ),
    ] = "all",
    replace: Annotated[
        str | None,
        typer.Option(
            metavar="HOW", help=f"In place of what the policy says: {', '.join(OVERRIDES)}."
        ),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Surrogates, shifts and codes as deid --key gives them. Without it one is drawn "
            "and not kept, so that a run gives others than the page shows.",
        ),
    ] = None,
) -> None:
    """Show the page of a project to a browser of this machine, until Ctrl-C.

    The address that is printed is good for one browser, once. Nobody on another machine can reach
    the page. Each decision is on the disk before the page shows it.
    """
    from incognote.review.project import Project
    from incognote.review.purposes import get_purpose
    from incognote.review.replaced import Replacer
    from incognote.review.server import serve

    name = reader.strip()
    if not name or len(name) > 100 or ";" in name or not name.isprintable():
        raise ConfigError("--reader NAME has 1 to 100 characters, none of them ';'.")
    chosen = get_policy(policy)
    chosen = chosen.with_action(replace) if replace else chosen
    replacing = options.ReplaceOptions(key=key)
    with Project(project) as opened:
        opened.check_source()
        replacer = None
        if not get_purpose(opened.purpose).as_left:  # else the notes are replaced already
            context = replacing.context(chosen, lang=opened.lang, patient_from="")
            replacer = Replacer(opened, chosen, context)

        def ready(address: str) -> None:
            typer.echo(f"Open {address}\nCtrl-C ends it; nothing is lost by that.")

        def told(fault: str) -> None:
            screen.say(
                f"incognote: {fault}: this is a bug; please report this line, which holds nothing "
                "from your notes."
            )

        with contextlib.suppress(KeyboardInterrupt):  # as it is meant to end
            serve(opened, name, port=port, ready=ready, told=told, replacer=replacer)
        typer.echo(f"Closed: {opened.done:,} of {counted(len(opened.notes), 'note')} read.")
