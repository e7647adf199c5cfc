"""`incognote review export`: what was decided, for the commands that take it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options, screen
from incognote.core.errors import ConfigError, counted
from incognote.io.format import writer


def export(
    project: Annotated[
        Path, typer.Argument(metavar="PROJECT", help="As incognote review new wrote it.")
    ],
    *,
    out: Annotated[
        Path | None,
        options.out("OUT", "Where the answers go: a new file, or a new or empty folder."),
    ] = None,
    to_format: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="FORMAT",
            help="What OUT gets: a format that docs/formats.md writes. Of a project for certify it "
            "is left, which certify run --reviewed-format left takes.",
        ),
    ] = "",
    audit: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Who decided what, when and where, one JSON object a line; it holds no text.",
        ),
    ] = None,
) -> None:
    """Write the answers of a project: the notes that were read, with the marks that stand.

    calibrate --gold, evaluate, adapt rules --gold and adapt MODEL --labelled take them; those of a
    project for certify are for certify run and apply, and are written once every note is read.
    """
    from incognote.io.output import new_file
    from incognote.review.answers import answers, as_left
    from incognote.review.answers import audit as lines
    from incognote.review.project import Project
    from incognote.review.purposes import get_purpose

    if out is None and audit is None:
        raise ConfigError("Say with --out or --audit what is to be written.")
    with Project(project) as opened:
        purpose = get_purpose(opened.purpose)
        if to_format and purpose.as_left and to_format != "left":
            raise ConfigError("The answers of a project for certify are written as left.")
        if out is not None:
            docs = answers(opened)
            if purpose.as_left:
                with new_file(out) as file:
                    file.writelines(map(as_left, docs))
            else:
                writer(to_format or "jsonl")(docs, out)
                screen.say(f"{out} holds the notes: keep it where the notes may be kept.")
            unread = len(opened.notes) - opened.done
            what = "left as decided" if purpose.gallery_first else "not read yet left out"
            behind = f"; {counted(unread, 'note')} {what}" if unread else ""
            typer.echo(f"Wrote {out}: {counted(opened.done, 'note')} read{behind}.")
        if audit is not None:
            with new_file(audit, shared=True) as file:
                file.writelines(lines(opened))
            typer.echo(f"Wrote {audit}.")
