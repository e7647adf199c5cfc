"""`incognote attack`: what consistency costs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from incognote import registry
from incognote.errors import InputError


def attack(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help="Notes with gold marks.")],
    *,
    from_format: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="FORMAT",
            help=f"What CORPUS holds: {', '.join(registry.names('reader'))}.",
        ),
    ] = "inline",
    part: Annotated[
        str, typer.Option(metavar="PART", help="Of CORPUS/split.tsv; '' takes all notes.")
    ] = "",
    vary: Annotated[
        list[float] | None,
        typer.Option(
            min=0.0,
            max=1.0,
            metavar="P",
            help="Probability that a mention is replaced anew; give it several times to compare. "
            "Default: 0, 0.5 and 1.",
        ),
    ] = None,
    lang: Annotated[str, typer.Option(metavar="LANG", help="Language of the notes.")] = "en",
    scope: Annotated[str, typer.Option(metavar="SCOPE", help="As for deid.")] = "patient",
    trials: Annotated[
        int, typer.Option(min=1, metavar="N", help="How often all notes are replaced.")
    ] = 10,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the misses and the keys.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Measure how often a reader who sees only the output picks an original that was missed.

    Marks are dropped at random, at 0.1, 1 and 5 %, the others replaced by surrogates; the reader
    then guesses one mention a note, the one that disagrees with others of the same person.
    """
    from incognote.evaluation import attack as reader
    from incognote.policy import get_policy
    from incognote.replacement import Context

    docs = list(registry.get("reader", from_format)(corpus))
    if part:
        docs = list(registry.get("split", "tsv")(docs, corpus / "split.tsv", part))
    if not any(doc.spans for doc in docs):
        raise InputError(f"{corpus}: holds no marks; give notes with gold marks.")
    policy = get_policy("all").with_action("surrogate")
    prices = [
        reader.price(
            docs,
            policy,
            Context(str(seed).encode(), scope, lang, vary=p),
            miss_rate=rate,
            trials=trials,
            seed=seed,
        )
        for rate in reader.MISS_RATES
        for p in vary or [0.0, 0.5, 1.0]
    ]
    rows = [
        {
            "miss_rate": p.miss_rate,
            "vary": p.vary,
            "notes": p.notes,
            "notes_with_an_original": p.leaking,
            "guess_right_in_these": round(p.chance, 4),
            "random_guess_right_in_these": round(p.base, 4),
            "notes_lost_of_all": round(p.notes_lost, 5),
            "surest_guess_of_corpus_right": round(p.corpus_found, 4),
        }
        for p in prices
    ]
    if as_json:
        settings = {
            "corpus": corpus.name,
            "part": part,
            "scope": scope,
            "trials": trials,
            "seed": seed,
        }
        typer.echo(json.dumps({"settings": settings, "prices": rows}, indent=1))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    heads = (
        "missed",
        "vary",
        "notes leaking",
        "guess right",
        "at random",
        "of all notes",
        "surest",
    )
    for head in heads:
        table.add_column(head, justify="right")
    for p in prices:
        table.add_row(
            f"{p.miss_rate:.1%}",
            f"{p.vary:g}",
            f"{p.leaking:,} of {p.notes:,}",
            f"{p.chance:.1%}",
            f"{p.base:.1%}",
            f"{p.notes_lost:.2%}",
            f"{p.corpus_found:.0%}",
        )
    Console(highlight=False, markup=False, width=100).print(table)
