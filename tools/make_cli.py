"""Writes docs/cli.md from the commands themselves: `python tools/make_cli.py`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

from incognote import cli

PAGE = Path(__file__).parents[1] / "docs/cli.md"
HEAD = """# The command line

<!-- Written by tools/make_cli.py from the commands themselves; a test holds the two together. -->

Exit codes: **0** every note came out; **1** notes failed, the others came out; **2** nothing was
done, and the message says why; **3** a bug, to be reported; **4** something was
found and `--fail-on-detect` was given; **5** fewer clinical facts were kept than
`utility --at-least` asks for; **130** interrupted (Ctrl-C, SIGTERM).

Messages go to stderr, one line each, and never hold note text. Results go to stdout. A bar shows
the progress on a terminal, none in a pipe.
"""


def describe(parameter: Any) -> str:
    """Returns one parameter as a row of a Markdown table."""
    names = ", ".join(f"`{name}`" for name in [*parameter.opts, *parameter.secondary_opts])
    if parameter.param_type_name == "argument":
        names = f"`{parameter.metavar or parameter.name}`"
    elif parameter.metavar:
        names += f" {parameter.metavar}"
    default = parameter.default
    shown = (
        "required"
        if parameter.required
        else ""
        if default is None or default is False
        else f"`{default}`"
    )
    return f"| {names} | {shown} | {parameter.help} |"


def page() -> str:
    """Returns the whole page."""
    parts = [HEAD]
    for name, command in commands(typer.main.get_command(cli.app)):
        parts.append(f"## incognote {name}\n\n{inspect.cleandoc(command.help)}\n")
        rows = "\n".join(describe(p) for p in command.params if p.name != "help")
        if rows:
            parts.append(f"| option | default | |\n|---|---|---|\n{rows}\n")
    return "\n".join(parts)


def commands(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Yields all commands of a group with their names, each group before its own."""
    context = typer.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield before + name, command
        if hasattr(command, "list_commands"):
            yield from commands(command, f"{before}{name} ")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
