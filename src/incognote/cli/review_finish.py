"""`incognote review finish`: the command that comes next, with what was decided."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import screen
from incognote.core.errors import counted

app = typer.Typer(add_completion=False, rich_markup_mode="markdown", pretty_exceptions_enable=False)


# What stands behind PROJECT is another command's, options and all.
@app.command(context_settings={"allow_interspersed_args": False, "ignore_unknown_options": True})
def finish(
    project: Annotated[
        Path, typer.Argument(metavar="PROJECT", help="As incognote review new wrote it.")
    ],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="COMMAND ...",
            help="The command that comes next, with what it has to be told besides the answers. "
            "Without it the commands that these answers are for are shown.",
        ),
    ] = None,
) -> None:
    """Hand what was decided to the command that comes next.

    `incognote review finish ward.db calibrate --target all=.95 --unit note -o dial.json` is
    `incognote calibrate` with the answers of ward.db for gold notes: they lie beside the project
    while it runs, and are removed then. Of a project for certify it is `certify run` and `apply`,
    of a release `deid`, of the others `calibrate`, `evaluate`, `adapt rules` and `adapt MODEL`.
    What is still to be read is refused or told as by `review export`.
    """
    from incognote.review.onward import examples
    from incognote.review.project import Project

    if not words:
        with Project(project) as opened:
            ways = examples(opened.answers_for, project, opened.lang)
            many = counted(len(opened.notes), "note")
            typer.echo(f"{opened.done:,} of {many} read. What takes the answers:")
        for way in ways:
            typer.echo(f"  {way}")
        return
    raise typer.Exit(hand_on(project, words))


def hand_on(project: Path, words: Sequence[str]) -> int:
    """Runs the command that words say on the answers of a project; returns its exit code.

    Raises:
        ConfigError: If the answers are not for that command.
        InputError: If there are no answers yet.
        OutputError: If the answers cannot be written beside the project.
    """
    from incognote.cli import run
    from incognote.review.answers import write
    from incognote.review.lent import lent
    from incognote.review.onward import command_line, command_of
    from incognote.review.project import Project

    with contextlib.ExitStack() as behind:
        with Project(project) as opened:
            name, besides = command_of(opened.answers_for, words)
            # A folder of its owner's, where the notes lie already; reports call the notes so.
            answers = behind.enter_context(lent(project)) / f"{project.stem}.jsonl"
            write(opened, answers)
            if left := len(opened.notes) - opened.done:
                how = "as decided" if opened.answers_for.gallery_first else "left out"
                screen.say(f"{counted(left, 'note')} not read yet: {how}.")
            line = command_line(name, besides, answers, opened.lang)
        return run(line)
