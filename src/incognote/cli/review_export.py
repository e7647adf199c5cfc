"""`incognote review export`: what was decided, for the commands that take it."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options, screen
from incognote.core.errors import ConfigError, counted


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
    from incognote.review.answers import audit as lines
    from incognote.review.answers import write
    from incognote.review.project import Project

    if out is None and audit is None:
        raise ConfigError("Say with --out or --audit what is to be written.")
    if out is not None and audit is not None and out.resolve() == audit.resolve():
        raise ConfigError("--out and --audit name the same file: give each its own.")
    with Project(project) as opened, contextlib.ExitStack() as behind:
        purpose = opened.answers_for
        if to_format and purpose.as_left and to_format != "left":
            raise ConfigError("The answers of a certificate's readers are written as left.")
        if audit is not None:
            # Before the answers, and under its name behind them: both are written, or none.
            file = behind.enter_context(new_file(audit, shared=True))
            file.writelines(lines(opened))
        if out is not None:
            write(opened, out, to_format)
            screen.say(f"{out} holds the notes: keep it where the notes may be kept.")
            unread = len(opened.notes) - opened.done
            what = "left as decided" if purpose.gallery_first else "not read yet left out"
            told = f"; {counted(unread, 'note')} {what}" if unread else ""
            typer.echo(f"Wrote {out}: {counted(opened.done, 'note')} read{told}.")
    if audit is not None:
        typer.echo(f"Wrote {audit}.")
