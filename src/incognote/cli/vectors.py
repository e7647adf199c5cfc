"""`incognote vectors`: word vectors or a character encoder from unlabelled notes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options
from incognote.cli.screen import say
from incognote.io.format import get_format


def vectors(
    source: Annotated[
        Path, typer.Argument(metavar="SRC", help="Notes; their marks, if any, are not read.")
    ],
    *,
    out: Annotated[Path, options.out("FILE", "The new file.")],
    format: Annotated[str, options.format_of("What SRC holds")] = "txt",
    characters: Annotated[
        bool,
        typer.Option(
            "--characters", help="Train a character encoder (char2vec) in place of words."
        ),
    ] = False,
    checkpoint: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="Take what this pre-trained encoder makes of each word alone, and of all words of "
            "its vocabulary, instead of word2vec: a folder, `package:...`, or the hub name of one "
            "that was downloaded before.",
        ),
    ] = "",
    size: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Of a vector. Default: 200, a character's 25."),
    ] = None,
    min_count: Annotated[
        int, typer.Option(min=1, metavar="N", help="How often a word must occur to get a vector.")
    ] = 10,
    epochs: Annotated[
        int, typer.Option(min=1, metavar="N", help="How often the notes are read.")
    ] = 5,
    seed: Annotated[int, typer.Option(min=0, metavar="N", help="Of all chance.")] = 1,
) -> None:
    """Train word vectors on notes that nobody has marked.

    FILE is in word2vec's text format; a training takes it as `model.vectors`. With --characters it
    holds a character encoder, which a training takes as `model.character_vectors`. Needs the extra
    `train`. The notes stay where they are, but FILE tells which words stand in them.
    """
    from incognote.core.errors import MissingExtraError

    read = get_format(format).read
    if checkpoint:
        try:
            from incognote.lab.training.data import count_words
            from incognote.lab.training.pieces import find_checkpoint
            from incognote.lab.training.vectors import encoded_vectors
        except ImportError:
            raise MissingExtraError("Vectors of an encoder", "train") from None
        count = encoded_vectors(
            find_checkpoint(checkpoint, {}, Path()),
            count_words(read(source), min_count),
            out,
            size=size or 200,
        )
        typer.echo(f"Wrote {out}: {count:,} words.")
        return
    if not characters:
        from incognote.lab.training.vectors import train_vectors

        count = train_vectors(
            lambda: read(source),
            out,
            size=size or 200,
            min_count=min_count,
            epochs=epochs,
            seed=seed,
        )
        typer.echo(f"Wrote {out}: {count:,} words.")
        return
    try:
        from incognote.lab.training.characters import train_characters
    except ImportError:
        raise MissingExtraError("Training character vectors", "train") from None
    from incognote.lab.training.data import count_characters, count_words

    docs = list(read(source))
    words = count_words(docs, min_count, cased=True)
    train_characters(
        words,
        count_characters(docs),
        out,
        size=size or 25,
        epochs=epochs,
        seed=seed,
        report=lambda epoch, loss: say(f"epoch {epoch:3}  loss {loss:.4f}"),
    )
    typer.echo(f"Wrote {out}: a character encoder from {len(words):,} words.")
