"""The command line: each command parses, calls the library and prints.

A command is a function with typer's annotations and a registry row of kind `command`. It is
imported when it is run or when help lists it, and imports what is heavy inside itself, so that
`incognote --help` stays fast.

Exit codes: 0 every note came out; 1 notes failed, the others came out; 2 nothing was done, the
message says why; 3 a bug; 4 identifiers were found and --fail-on-detect was given; 5 fewer clinical
facts were kept than --at-least asks for; 130 interrupted.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Annotated, Any

import typer
import typer.core
import typer.main

import incognote
from incognote.cli import screen
from incognote.cli.screen import INTERRUPTED, say
from incognote.core import registry
from incognote.core.errors import IncognoteError
from incognote.core.urls import check_path

FAILED_NOTES, REFUSED, BUG = 1, 2, 3


class Command(typer.core.TyperCommand):
    """A command whose paths are paths: a URL in place of one would become a folder `s3:`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Returns as the class above.

        Raises:
            ConfigError: If a URL was given where a path has to be.
        """
        rest = super().parse_args(ctx, args)
        for parameter in self.params:
            if parameter.type.name != "path":
                continue
            given = ctx.params.get(parameter.name)
            for each in given if isinstance(given, (list, tuple)) else [given]:
                if each is not None:
                    check_path(each, parameter.opts[0])
        return rest


class Commands(typer.core.TyperGroup):
    """The rows of the registry as commands; each is imported when it is asked for.

    A row is a function with typer's annotations, or a `typer.Typer`: a group of commands.
    """

    kind = "command"
    """Of the rows."""
    default = ""
    """The row that arguments are for which begin with none; '': there is none."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Puts the default before arguments that begin with no command."""
        known = (*registry.names(self.kind), *ctx.help_option_names)
        if self.default and args and args[0] not in known:
            args = [self.default, *args]
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """Returns the names of all commands."""
        return registry.names(self.kind)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Returns the command of that name.

        Raises:
            ConfigError: If there is none.
        """
        found = registry.get(self.kind, cmd_name)  # an unknown name raises
        if isinstance(found, typer.Typer):
            group = typer.main.get_command(found)
            group.name = cmd_name  # what help lists it under
            return group
        app = typer.Typer(
            add_completion=False, pretty_exceptions_enable=False, rich_markup_mode="markdown"
        )
        app.command(cmd_name, cls=Command)(found)
        return typer.main.get_command(app)


app = typer.Typer(
    name="incognote",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    pretty_exceptions_show_locals=False,  # locals hold note text
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 every note came out; 1 notes failed, the others came out; "
    "2 nothing was done; 3 a bug; 4 found with --fail-on-detect; 130 interrupted.",
)


def _version(value: bool) -> None:
    if value:
        typer.echo(f"incognote {incognote.__version__}")
        raise typer.Exit


@app.callback()
def _root(
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    """Find and replace protected health information in clinical notes, offline."""


def run(args: Sequence[str] | None = None) -> int:
    """Returns the exit code of a command line.

    Args:
        args: What stands behind `incognote`; None takes it from `sys.argv`.
    """
    command = typer.main.get_command(app)
    try:
        command.main(args=None if args is None else list(args), prog_name="incognote")
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except IncognoteError as error:
        say(f"incognote: {error}")
        return REFUSED
    except KeyboardInterrupt:
        say("incognote: interrupted.")
        return INTERRUPTED
    except Exception as error:
        from incognote.run.batch.task import where

        # Never the message or the traceback: either may quote a note.
        say(
            f"incognote: {where(error)}: this is a bug; please report this line, which holds "
            "nothing from your notes."
        )
        return BUG
    return 0


def _stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> None:
    """Runs the command line and leaves with its exit code."""
    # What a scheduler or a closed terminal sends gets the same orderly end as Ctrl-C; what nohup
    # has set to be ignored stays so.
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)
    screen.accept_all_letters()
    sys.exit(run())
