"""`incognote export`: a model folder as a checkpoint of Hugging Face."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options
from incognote.core.errors import MissingExtraError


def export(
    model: Annotated[Path, typer.Argument(metavar="MODEL", help="A model folder.")],
    *,
    out: Annotated[Path, options.out("FOLDER", "The new checkpoint.")],
) -> None:
    """Write a model as a checkpoint that `transformers.pipeline("token-classification")` runs.

    Only an encoder with a linear layer can be one: a model trained with the architecture
    `transformer` and no features (`incognote train johnson2020`). What a model has besides (a CRF,
    hints, characters ...) is named, and nothing is written. Needs the extra `train`.
    """
    try:
        from incognote.lab.training.exported_checkpoint import export_checkpoint
    except ImportError:
        raise MissingExtraError("Exporting a checkpoint", "train") from None
    export_checkpoint(model, out)
    typer.echo(f"Wrote {out}.")
