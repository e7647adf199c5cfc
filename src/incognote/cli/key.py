"""`incognote key`: make a key file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.core.errors import unknown


def key(
    what: Annotated[str, typer.Argument(metavar="new", help="What to do.")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the key goes.")],
) -> None:
    """Make a key for surrogates, date shifts, codes and the vault.

    Only you can read the file. Keep it apart from the output: who holds both can try guesses at the
    originals. Without it a later run cannot give the same surrogates, and no vault can be opened.
    """
    from incognote.replace.keys import new_key

    if what != "new":
        raise unknown("action", what, ("new",))
    new_key(file)
    typer.echo(f"{file}: written, readable by you alone.")
