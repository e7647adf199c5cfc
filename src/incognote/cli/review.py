"""`incognote review`: a page on this machine where people check, correct and sign.

Its commands are the rows of kind `review`; `incognote review PROJECT ...` is the row `open`.
"""

from __future__ import annotations

from typing import Any

import typer

from incognote.cli import Commands
from incognote.core import registry


class Ways(Commands):
    """The rows of kind `review`; what is none of them is a project to open."""

    kind = "review"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Puts `open` before arguments that begin with no command."""
        known = (*registry.names(self.kind), *ctx.help_option_names)
        if args and args[0] not in known:
            args = ["open", *args]
        return super().parse_args(ctx, args)


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
