"""`incognote adapt`: what a site can do with its own notes.

Its commands are the rows of kind `adapt`; `incognote adapt MODEL ...` is the row `run`.
"""

from __future__ import annotations

from typing import Any

import typer

from incognote.cli import Commands
from incognote.core import registry


class Ways(Commands):
    """The rows of kind `adapt`; what is none of them is a model to adapt."""

    kind = "adapt"

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Puts `run` before arguments that begin with no command."""
        known = (*registry.names(self.kind), *ctx.help_option_names)
        if args and args[0] not in known:
            args = ["run", *args]
        return super().parse_args(ctx, args)


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
