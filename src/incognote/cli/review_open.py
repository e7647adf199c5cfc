"""`incognote review open`: the page of a project."""

from __future__ import annotations

import contextlib
import shlex
from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import replace_options, screen
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
    then: Annotated[
        str,
        typer.Option(
            metavar="COMMAND",
            help="What takes the answers once all is done, as behind incognote review finish "
            "PROJECT: the page then has a button that closes it and runs this.",
        ),
    ] = "",
) -> None:
    """Show the page of a project to a browser of this machine, until Ctrl-C.

    The address that is printed is good for one browser, once. Nobody on another machine can reach
    the page. Each decision is on the disk before the page shows it.
    """
    from incognote.cli.review_finish import hand_on
    from incognote.review.onward import command_of
    from incognote.review.project import Project
    from incognote.review.replaced import Replacer
    from incognote.review.server import serve

    name = reader.strip()
    if not name or len(name) > 100 or ";" in name or not name.isprintable():
        raise ConfigError("--reader NAME has 1 to 100 characters, none of them ';'.")
    chosen = get_policy(policy)
    chosen = chosen.with_action(replace) if replace else chosen
    replacing = replace_options.ReplaceOptions(key=key)
    try:
        follows = shlex.split(then)
    except ValueError:
        raise ConfigError("--then has a quotation mark without its other half.") from None
    gone_on = False
    with Project(project) as opened:
        opened.check_source()
        if follows:
            command_of(opened.answers_for, follows)
        replacer = None
        # Notes of a certificate are replaced already; of two readers nothing stands yet.
        if not (opened.answers_for.as_left or opened.settles):
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
            gone_on = serve(
                opened,
                name,
                port=port,
                ready=ready,
                told=told,
                replacer=replacer,
                then=f"incognote {shlex.join(follows)}" if follows else "",
            )
        typer.echo(f"Closed: {opened.done:,} of {counted(len(opened.notes), 'note')} read.")
    if gone_on:
        raise typer.Exit(hand_on(project, follows))
