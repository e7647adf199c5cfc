"""`incognote adapt`: what a site can do with its own notes.

Its commands are the rows of kind `adapt`; `incognote adapt MODEL ...` is the row `run`.
"""

from __future__ import annotations

import typer

from incognote.cli import Commands


class Ways(Commands):
    """The rows of kind `adapt`; what is none of them is a model to adapt."""

    kind, default = "adapt", "run"


app = typer.Typer(
    cls=Ways,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)


@app.callback()
def adapt() -> None:
    """Fit a model, rules and lists to a site's own notes; docs/adapt.md walks through it.

    `incognote adapt MODEL ...` is short for `incognote adapt run MODEL ...`.
    """
