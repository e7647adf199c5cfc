"""`incognote pretrain`: an encoder reads unlabelled notes before it is trained."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options
from incognote.cli.screen import say
from incognote.cli.train import data_paths
from incognote.core.config import read_config, read_toml
from incognote.core.errors import MissingExtraError


def pretrain(
    config: Annotated[
        str,
        typer.Argument(
            metavar="CONFIG", help="A TOML file, or the name of a training's configuration."
        ),
    ],
    *,
    out: Annotated[Path, options.out("PATH", "What is to be written.")],
    data: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY=PATH", help="Where what CONFIG names by KEY lies; repeatable."),
    ] = None,
) -> None:
    """Let a network read notes that nobody has marked, before it is trained.

    An encoder is trained further by guessing masked pieces; a training takes the folder PATH as
    `model.checkpoint`. Of a training's configuration with a table [reading] the BiLSTM guesses the
    next word both ways; that training takes the file PATH as its `start`. Needs the extra `train`.
    Like any checkpoint that has read notes, PATH may give away what stands in them: keep it where
    the notes may be kept.
    """
    try:
        from incognote.lab.training import find_config, read_train_config
        from incognote.lab.training.language_model import read_ahead
        from incognote.lab.training.pretrain import PretrainConfig, Progress
        from incognote.lab.training.pretrain import pretrain as run
    except ImportError:
        raise MissingExtraError("Pre-training", "train") from None

    def batch_ended(progress: Progress) -> None:
        if progress.done == progress.total:
            say(f"epoch {progress.epoch:3}  loss {progress.loss:.4f}  {progress.seconds:.0f} s")

    paths = data_paths(data)
    path = find_config(config)
    if "model" in read_toml(path):
        learned = read_train_config(path)
        read_ahead(learned, out, data=paths, base=path.parent, report=batch_ended)
    else:
        settings = read_config(PretrainConfig, path)
        run(settings, out, data=paths, base=path.parent, report=batch_ended)
    typer.echo(f"Wrote {out}.")
