"""`incognote train`: make a model folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote.errors import ConfigError

if TYPE_CHECKING:
    from incognote.training.loop import Epoch


def train(
    config: Annotated[
        str, typer.Argument(metavar="CONFIG", help="A TOML file, or the name of one that ships.")
    ],
    *,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FOLDER", help="The new model folder.")
    ],
    data: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=PATH", help="Where a corpus lies that CONFIG names by KEY; repeatable."
        ),
    ] = None,
) -> None:
    """Train a model; `incognote deid --model FOLDER` runs it.

    Needs the extra `train`. Prints a line per epoch. Started again after it was stopped, it goes
    on from the last epoch.
    """
    from incognote import training

    paths = {}
    for item in data or ():
        key, equals, path = item.partition("=")
        if not (key and equals and path):
            raise ConfigError(f"--data {item}: must be KEY=PATH, as in notes_en=corpora/notes_en.")
        paths[key] = Path(path)

    def epoch_ended(epoch: Epoch) -> None:
        typer.echo(
            f"epoch {epoch.number:3}  loss {epoch.loss:8.4f}  P {epoch.precision:.4f}  "
            f"R {epoch.recall:.4f}  F1 {epoch.f1:.4f}  {epoch.seconds:.0f} s"
            f"{'  best' if epoch.best else ''}"
        )

    training.train(config, out, data=paths, report=epoch_ended)
    typer.echo(f"Wrote {out}.")
