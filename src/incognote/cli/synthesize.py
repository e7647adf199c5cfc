"""`incognote synthesize`: make a training corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options
from incognote.core.errors import unknown
from incognote.core.language import language_codes
from incognote.io.format import get_format, writer
from incognote.io.split import split


def synthesize(
    recipe: Annotated[
        str,
        typer.Argument(
            metavar="RECIPE",
            help=f"A TOML file, or a language for its own recipe: {', '.join(language_codes())}.",
        ),
    ],
    source: Annotated[
        Path | None,
        typer.Argument(metavar="[SRC]", help="Annotated notes to vary; none for pieces alone."),
    ] = None,
    *,
    out: Annotated[Path, options.out("OUT", "A new or empty folder, or a new file.")],
    count: Annotated[int, typer.Option(min=1, help="How many notes to make.")] = 1000,
    seed: Annotated[int, typer.Option(help="Another seed makes other notes.")] = 0,
    from_format: Annotated[str, options.format_of("What SRC holds", "--from")] = "inline",
    to_format: options.ToFormat = "inline",
    part: Annotated[
        str | None,
        typer.Option(metavar="PART", help="Vary only the notes of this part in SRC/split.tsv."),
    ] = None,
) -> None:
    """Make annotated notes: varied, written from grammars, damaged, as a recipe says.

    The same recipe, source, count and seed make the same notes. docs/synthesis.md describes the
    ingredients.
    """
    from incognote.core.config import read_config
    from incognote.lab import synthesis

    if recipe in language_codes():
        settings = synthesis.Recipe(language=recipe, note=1.0 if source else 0.0)
    elif not recipe.endswith(".toml") and not Path(recipe).exists():
        raise unknown("recipe", recipe, language_codes())
    else:
        settings = read_config(synthesis.Recipe, Path(recipe))
    docs = []
    if source is not None:
        found = get_format(from_format).read(source)
        if part is not None:
            found = split(found, source / "split.tsv", part)
        docs = sorted(found, key=lambda doc: doc.id)
    made = synthesis.synthesize(docs, settings, seed=seed, count=count)
    writer(to_format)(made, out)
    typer.echo(f"Wrote {count:,} notes to {out}.")
