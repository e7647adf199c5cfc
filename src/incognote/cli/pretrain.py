"""`incognote pretrain`: an encoder reads unlabelled notes before it is trained."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli.screen import say
from incognote.cli.train import data_paths
from incognote.config import read_config
from incognote.errors import MissingExtraError


def pretrain(
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="A TOML file.")],
    *,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="The new checkpoint.")],
    data: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=PATH", help="Where what CONFIG names by KEY lies; repeatable."),
    ] = None,
) -> None:
    """Pre-train an encoder further on notes that nobody has marked, by guessing masked pieces.

    A training takes FOLDER as `model.checkpoint`. Needs the extra `train`. Like any checkpoint that
    has read notes, FOLDER may give away what stands in them: keep it where the notes may be kept.
    """
    try:
        from incognote.training.pretrain import PretrainConfig, Progress
        from incognote.training.pretrain import pretrain as run
    except ImportError:
        raise MissingExtraError("Pre-training", "train") from None

    def batch_ended(progress: Progress) -> None:
        if progress.done == progress.total:
            say(f"epoch {progress.epoch:3}  loss {progress.loss:.4f}  {progress.seconds:.0f} s")

    settings = read_config(PretrainConfig, config)
    run(settings, out, data=data_paths(data), base=config.parent, report=batch_ended)
    typer.echo(f"Wrote {out}.")
