"""`incognote attack`: what consistency costs."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from incognote.cli import options
from incognote.core.errors import ConfigError, InputError, unknown
from incognote.io.format import get_format
from incognote.io.split import split
from incognote.run.deidentifier import choose_model

if TYPE_CHECKING:
    from incognote.core.document import Document
    from incognote.replace.policy import Policy
    from incognote.assure.attack.missed_dates import ShiftRisk

MISSES = ("random", "real")
"""Which marks a reader finds missed: any, by chance, or those that the pipeline misses."""


def attack(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help="Notes with gold marks.")],
    *,
    from_format: Annotated[str, options.format_of("What CORPUS holds", "--from")] = "inline",
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
    lang: options.Lang = "en",
    scope: Annotated[str, typer.Option(metavar="SCOPE", help="As for deid.")] = "patient",
    misses: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help="random: marks are dropped by chance. real: those are missed that incognote deid "
            "misses, and what stays of dates is measured too.",
        ),
    ] = "random",
    model: options.Model = None,
    fast: options.Fast = False,
    policy: Annotated[
        str,
        typer.Option(
            metavar="POLICY", help="Whose range of shifts is measured; all is made surrogates."
        ),
    ] = "all",
    trials: Annotated[
        int, typer.Option(min=1, metavar="N", help="How often all notes are replaced.")
    ] = 10,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the misses and the keys.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Measure how often a reader who sees only the output picks an original that was missed.

    Marks are dropped at random, at 0.1, 1 and 5 %, or as deid misses them; the others are replaced
    by surrogates. The reader then guesses one mention a note, the one that disagrees with others of
    the same person, and with --misses real how far the dates of each patient moved.
    """
    from incognote.assure.attack import missed_names as reader
    from incognote.replace.policy import get_policy
    from incognote.replace.replacement import Context
    from incognote.assure.attack.missed_dates import shift_risk

    if misses not in MISSES:
        raise unknown("way to miss", misses, MISSES)

    docs = list(get_format(from_format).read(corpus))
    if part:
        docs = list(split(docs, corpus / "split.tsv", part))
    if not any(doc.spans for doc in docs):
        raise InputError(f"{corpus}: holds no marks; give notes with gold marks.")
    chosen = get_policy(policy).with_action("surrogate")
    found = None
    if misses == "real":
        if dict(chosen.rows())["DATE"] not in ("shift", "surrogate"):
            raise ConfigError(f"--policy {policy}: moves no dates, so there is no shift to guess.")
        found = found_marks(docs, lang, choose_model(lang, model, fast=fast), chosen, scope, seed)
    prices = [
        reader.price(
            docs,
            chosen,
            Context(str(seed).encode(), scope, lang, vary=p, options=chosen.options),
            miss_rate=rate,
            trials=trials,
            seed=seed,
            detected=found,
        )
        for rate in (reader.MISS_RATES if found is None else [_missed_share(docs, found, chosen)])
        for p in vary or [0.0, 0.5, 1.0]
    ]
    context = Context(str(seed).encode(), scope, lang, options=chosen.options)
    risk = shift_risk(zip(docs, found, strict=True), chosen, context) if found else None
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
            "misses": misses,
            "policy": policy,
        }
        told: dict[str, Any] = {"settings": settings, "prices": rows}
        if risk is not None:
            told["dates"] = {f.name: getattr(risk, f.name) for f in dataclasses.fields(risk)}
        typer.echo(json.dumps(told, indent=1))
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
    console = Console(highlight=False, markup=False, width=100)
    console.print(table)
    if risk is not None:
        for name, value in date_rows(risk):
            console.print(f"{name:45}{value}")


def date_rows(risk: ShiftRisk) -> list[tuple[str, str]]:
    """Returns what a reader learns of the shifts, a line each."""
    kinds = [f"{risk.missed[kind]} {kind}" for kind in sorted(risk.missed)]
    share = risk.guessed / risk.exposed if risk.exposed else 0.0
    return [
        (
            "dates missed",
            f"{risk.missed.total():,} of {risk.dates:,}: {', '.join(kinds) or 'none'}",
        ),
        ("patients with a date that tells", f"{risk.exposed:,} of {risk.patients:,}"),
        ("shifts that remain for these, on average", f"{risk.left:.1f} of {risk.shifts:,}"),
        ("their shift guessed", f"{share:.1%}, {risk.guessed / risk.patients:.2%} of all patients"),
    ]


def found_marks(
    docs: list[Document], lang: str, model: Path | None, policy: Policy, scope: str, seed: int
) -> list[Document]:
    """Returns the notes with the marks that `incognote deid` finds, its last search included."""
    from incognote.core.pipeline import Settings
    from incognote.replace.replacement import Context
    from incognote.replace.verify import make_verifier
    from incognote.run.deidentifier import load_pipeline

    pipeline = load_pipeline(Settings(lang, model))
    verifier = make_verifier(pipeline, lang)
    context = Context(str(seed).encode(), scope, lang, options=policy.options)
    bare = (doc.with_spans(()) for doc in docs)
    return [verifier.redact(doc, policy, context).doc for doc in pipeline.annotate(bare)]


def _missed_share(docs: list[Document], found: list[Document], policy: Policy) -> float:
    """Share of the gold marks of which nothing was found."""
    marks = missed = 0
    for doc, other in zip(docs, found, strict=True):
        leaving = policy.apply(other).spans
        for span in policy.apply(doc).spans:
            marks += 1
            missed += not any(s.start < span.end and span.start < s.end for s in leaving)
    return missed / marks if marks else 0.0
