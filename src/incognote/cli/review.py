"""`incognote review`: a page on this machine where people check, correct and sign.

Its commands are the rows of kind `review`; `incognote review PROJECT ...` is the row `open`.
"""

from __future__ import annotations

import typer

from incognote.cli import Commands


class Ways(Commands):
    """The rows of kind `review`; what is none of them is a project to open."""

    kind, default = "review", "open"


app = typer.Typer(
    cls=Ways,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


@app.callback()
def review() -> None:
    """Read notes on a page, and decide about marks with the keyboard; docs/review.md shows it.

    `incognote review PROJECT ...` is short for `incognote review open PROJECT ...`.
    """
