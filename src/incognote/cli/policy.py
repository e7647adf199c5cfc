"""`incognote policy`: show, check and start policies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.core.errors import ConfigError, OutputError, unknown


def policy(
    what: Annotated[str, typer.Argument(metavar="show|check|new", help="What to do.")],
    name: Annotated[
        str,
        typer.Argument(
            metavar="POLICY", help="show, check: a name or a .toml file; new: the file to write."
        ),
    ],
    *,
    start: Annotated[
        str, typer.Option("--from", metavar="POLICY", help="new: the policy to begin with.")
    ] = "hipaa",
) -> None:
    """Show what a policy does with each label, check a file, or begin a file of your own."""
    from incognote.replace.policy import get_policy, path_of, read_policy

    if what == "show":
        chosen = get_policy(name)
        typer.echo(f"{chosen.name}: {chosen.description}")
        if chosen.warning:
            typer.echo(f"  warning: {chosen.warning}")
        for row, value in chosen.rows():
            typer.echo(f"  {row:36}{value}")
    elif what == "check":
        chosen = read_policy(Path(name)) if Path(name).exists() else get_policy(name)
        typer.echo(f"{name}: the policy '{chosen.name}' is valid.")
    elif what == "new":
        if not name.endswith(".toml"):
            raise ConfigError(f"{name}: a policy file ends in .toml.")
        text = path_of(start).read_text(encoding="utf-8")
        try:
            with Path(name).open("x", encoding="utf-8") as file:
                file.write(text.replace(f'name = "{start}"', f'name = "{Path(name).stem}"', 1))
        except FileExistsError:
            raise OutputError(f"{name}: exists already; give another name.") from None
        except OSError as error:
            raise OutputError(f"{name}: cannot be written ({error.strerror}).") from None
        typer.echo(
            f"{name}: begun from '{start}'; change it and run incognote policy check {name}."
        )
    else:
        raise unknown("action", what, ("show", "check", "new"))
