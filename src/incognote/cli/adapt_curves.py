"""`incognote adapt curves`: what labels are worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote.cli import options, screen
from incognote.core.errors import ConfigError
from incognote.core.language import DEFAULT
from incognote.io.format import get_format
from incognote.io.split import split

if TYPE_CHECKING:
    from incognote.core.document import Document


def curves(
    *,
    a: Annotated[
        Path, typer.Option(metavar="PATH", help="A: marked notes that an off-the-shelf model has.")
    ],
    b: Annotated[
        Path,
        typer.Option(
            metavar="PATH",
            help="B: marked notes of the site. Notes of A with the same text are left out of A.",
        ),
    ],
    sizes: Annotated[
        str, typer.Option(metavar="N,N,...", help="Numbers of labelled identifiers: 20,40,80,160.")
    ],
    out: Annotated[
        Path, options.out("FOLDER", "Points, table, JSON and plot; what it holds is used.")
    ],
    model: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="The off-the-shelf model, which must not know B."),
    ] = None,
    train: Annotated[
        str,
        typer.Option(
            metavar="CONFIG",
            help="Without --model, what it is trained with on A: a TOML file, or the name of one "
            "that ships.",
        ),
    ] = "en-fast",
    ways: Annotated[
        str,
        typer.Option(
            metavar="WAY,...",
            help="Of then, mix and only (incognote adapt run), and pick: then, with "
            "the notes that incognote adapt pick takes first.",
        ),
    ] = "then,mix,only",
    seeds: Annotated[
        int, typer.Option(min=1, metavar="N", help="Draws of the labelled notes at each size.")
    ] = 3,
    full: Annotated[
        bool, typer.Option(help="Whether a model is trained on all of B's notes to label.")
    ] = True,
    alone: Annotated[
        bool, typer.Option("--alone", help="Score the model by itself, without rules and lists.")
    ] = False,
    embed: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=PATH",
            help="For the table of embeddings, repeatable: A alone, after words or encoder have "
            "read these notes (.txt); b is those of B that may be labelled.",
        ),
    ] = None,
    reach: Annotated[
        float | None,
        typer.Option(
            metavar="RECALL",
            help="How many labels reach it is said for each way. Default: that of full "
            "customisation.",
        ),
    ] = None,
    have: Annotated[
        int, typer.Option(min=0, metavar="N", help="Identifiers that are labelled already.")
    ] = 0,
    config: Annotated[
        Path | None,
        typer.Option(metavar="FILE.toml", help="As of incognote adapt run (docs/adapt.md)."),
    ] = None,
    a_format: Annotated[str, options.format_of("Of A")] = "inline",
    b_format: Annotated[str, options.format_of("Of B")] = "inline",
    a_part: Annotated[
        str, typer.Option(metavar="PART", help="Only this part of A, by its split.tsv.")
    ] = "",
    b_part: Annotated[
        str, typer.Option(metavar="PART", help="Only this part of B, by its split.tsv.")
    ] = "",
    b_test: Annotated[
        str,
        typer.Option(
            metavar="PART", help="The part of B that is scored. Default: 40 % of its notes."
        ),
    ] = "",
    lang: options.Lang = DEFAULT,
    site: options.Site = None,
    unit: options.Unit = "",
    plot: Annotated[bool, typer.Option(help="Whether to draw curves.svg (extra report).")] = True,
) -> None:
    """Show recall by the number of labelled identifiers, for each way to adapt.

    As figure 2 of Hartman 2020: between an off-the-shelf model, made from A, and one made from all
    of B's notes. Each size is drawn from B by chance, with a training for each seed, and scored on
    notes of B that nobody labels. FOLDER gets curves.md, curves.json and curves.svg; started again,
    only what is missing is trained. Needs the extra `train`.
    """
    from dataclasses import replace

    from incognote.core.config import read_config
    from incognote.lab import training

    training.check_extra()
    if plot:
        from incognote.lab.training.plot import check_extra

        check_extra()
    from incognote.lab.reproduce.adapting import divide
    from incognote.lab.reproduce.curves import (
        CurveConfig,
        CurveNotes,
        run_curves,
        shelf_model,
        write_curves,
    )
    from incognote.lab.training.adapt import AdaptConfig

    settings = CurveConfig(
        _sizes(sizes),
        tuple(way.strip() for way in ways.split(",") if way.strip()),
        seeds,
        full,
        alone,
        replace(
            read_config(AdaptConfig, config) if config else AdaptConfig(), threads=options.cores()
        ),
        options.load_site(site, lang),
    )
    pool = _marked(b, b_format, lang, b_part)
    if b_test:
        test = _marked(b, b_format, lang, b_test)
    else:
        parts = divide(pool, test=0.4, dev=0.0, unit=unit)
        pool, test = parts.train, parts.test
    known = {doc.text for doc in (*pool, *test)}
    others = [doc for doc in _marked(a, a_format, lang, a_part) if doc.text not in known]
    if not others:
        raise ConfigError("A holds no note that is not in B; give other notes.")
    unmarked = _unmarked(embed or (), pool)
    if model is None:
        model = shelf_model(train, others, out / "model", threads=options.cores(), say=screen.say)
    found = run_curves(
        model, CurveNotes(others, pool, test, unmarked), out, settings, say=screen.say
    )
    typer.echo(write_curves(found, out, reach=reach, have=have, plot=plot))
    typer.echo(f"Wrote {out}: curves.md, curves.json{' and curves.svg' if plot else ''}.")


def _sizes(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(size) for size in text.split(","))
    except ValueError:
        raise ConfigError(f"--sizes {text}: must be numbers with commas, as 20,40,80.") from None


def _marked(path: Path, format: str, lang: str, part: str) -> list[Document]:
    """Marked notes of a part, in the scheme of a language."""
    from incognote.cli.calibrated import read_gold
    from incognote.lab.reproduce.adapting import in_order

    docs = read_gold(path, format, lang)
    if part:
        docs = list(split(docs, path / "split.tsv", part))
    return in_order(docs)


def _unmarked(given: list[str] | tuple[()], pool: list[Document]) -> dict[str, list[Document]]:
    found = {}
    for item in given:
        name, equals, path = item.partition("=")
        if item == "b":
            found["b"] = [doc.with_spans(()) for doc in pool]
        elif not (name and equals and path):
            raise ConfigError(f"--embed {item}: must be NAME=PATH, or b.")
        else:
            docs = get_format("txt").read(Path(path))
            found[name] = [doc.with_spans(()) for doc in docs]
    return found
