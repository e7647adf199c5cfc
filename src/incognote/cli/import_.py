"""`incognote import`: a checkpoint of Hugging Face as a model folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options
from incognote.core.errors import MissingExtraError
from incognote.core.language import DEFAULT


def import_(
    checkpoint: Annotated[
        Path,
        typer.Argument(metavar="CHECKPOINT", help="The folder of a token-classification model."),
    ],
    *,
    out: Annotated[Path, options.out("FOLDER", "The new model folder.")],
    lang: options.Lang = DEFAULT,
    labels: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="What its labels are here, where their names do not say: a TOML file with lines "
            'such as STAFF = "DOCTOR", or "O" for what is no PHI.',
        ),
    ] = None,
    tokens: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help="What gets one label, that of its first piece: `words` of letters and digits, all "
            "else by itself; `blanks`, what stands between blanks, where it has learned so "
            "(bert-deid, PyHealth); `plain`, letters and digits apart, where it has learned the "
            "labels of all pieces.",
        ),
    ] = "words",
    int8: Annotated[
        bool,
        typer.Option(
            "--int8",
            help="Keep weights in 8 bits: a quarter of the size and faster, and scores that are no "
            "longer the checkpoint's to the last digits.",
        ),
    ] = False,
) -> None:
    """Make a model folder of a checkpoint of Hugging Face; `deid --model FOLDER` runs it.

    CHECKPOINT is a folder as `save_pretrained` writes it, of any family (BERT, RoBERTa, DeBERTa
    ...), with its tokenizer; nothing is downloaded. Labels of known corpora and models are known by
    name, with the prefixes of BIO, BIOES or BILOU or without; if one is not, all such are listed
    and nothing is written. Needs the extra `train`.
    """
    try:
        from incognote.lab.training.imported_checkpoint import import_checkpoint, read_labels
    except ImportError:
        raise MissingExtraError("Importing a checkpoint", "train") from None
    given = {} if labels is None else read_labels(labels)
    plan = import_checkpoint(checkpoint, out, language=lang, labels=given, tokens=tokens, int8=int8)
    for theirs, ours in plan.labels.items():
        typer.echo(f"{theirs:24} {ours}")
    typer.echo(f"Wrote {out}.")
