"""`incognote attack`: what readers who know other things make of released notes."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from incognote.cli import options
from incognote.core.errors import ConfigError, InputError, unknown
from incognote.core.language import DEFAULT
from incognote.core.pipeline import Settings
from incognote.io.format import get_format
from incognote.io.split import split
from incognote.run.deidentifier import choose_model

if TYPE_CHECKING:
    from incognote.assure.attack.missed_dates import ShiftRisk
    from incognote.assure.attack.record import Attack
    from incognote.core.document import Document
    from incognote.replace.policy import Policy
    from incognote.replace.redact import Redacted
    from incognote.replace.replacement import Context

MISSES = ("random", "real")
"""Which marks a reader finds missed: any, by chance, or those that the pipeline misses."""
READERS = ("missed", "traits", "dates", "links")
"""What a reader goes by: originals that were missed, or one of what stays in all released notes."""


def attack(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help="Notes with gold marks.")],
    *,
    from_format: Annotated[str, options.format_of("What CORPUS holds", "--from")] = "inline",
    part: Annotated[
        str, typer.Option(metavar="PART", help="Of CORPUS/split.tsv; '' takes all notes.")
    ] = "",
    reader: Annotated[
        list[str] | None,
        typer.Option(
            metavar="READER",
            help="What the reader goes by, repeatable. missed: originals that were missed. traits: "
            "age, sex, occupation and the like that stay, and how many people of a synthetic "
            "population agree. dates: what tells how far dates moved. links: other notes of the "
            "same patients. Default: missed.",
        ),
    ] = None,
    vary: Annotated[
        list[float] | None,
        typer.Option(
            min=0.0,
            max=1.0,
            metavar="P",
            help="missed: probability that a mention is replaced anew; give it several times to "
            "compare. Default: 0, 0.5 and 1.",
        ),
    ] = None,
    lang: options.Lang = DEFAULT,
    replace: Annotated[
        str | None, typer.Option(metavar="HOW", help="As for deid, of the policies.")
    ] = None,
    scope: Annotated[str, typer.Option(metavar="SCOPE", help="As for deid.")] = "patient",
    whole_weeks: Annotated[
        bool, typer.Option("--whole-weeks", help="As for deid: dates move by whole weeks.")
    ] = False,
    misses: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help="random: all gold marks are replaced, but for those that missed drops by chance. "
            "real: those that incognote deid finds, and missed tells what stays of dates, too.",
        ),
    ] = "random",
    model: options.Model = None,
    fast: options.Fast = False,
    site: options.Site = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="POLICY",
            help="traits: as it is, repeatable. dates, links: with surrogates and moved dates. "
            "missed: its range of shifts; all is made surrogates. Default: all.",
        ),
    ] = None,
    people: Annotated[
        int,
        typer.Option(min=1, metavar="N", help="traits: of the place that the notes are from."),
    ] = 1_000_000,
    trials: Annotated[
        int, typer.Option(min=1, metavar="N", help="missed: how often all notes are replaced.")
    ] = 10,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Of the misses, the keys and the people.")
    ] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    out: Annotated[
        Path | None,
        options.out("FILE", "traits, dates, links: the figures for certify --attack."),
    ] = None,
) -> None:
    """Measure what readers who know other things make of released notes.

    Marks are replaced as a policy says, and readers who see only the output are held against the
    originals. missed: marks are dropped at random, at 0.1, 1 and 5 %, or as deid misses them, and
    the reader guesses one mention a note, the one that disagrees with others of the same person.
    The others need no miss; docs/attack.md says what each knows and does.
    """
    from incognote.replace.policy import get_policy
    from incognote.replace.replacement import Context

    if misses not in MISSES:
        raise unknown("way to miss", misses, MISSES)
    readers = list(dict.fromkeys(reader or ["missed"]))
    for each in readers:
        if each not in READERS:
            raise unknown("reader", each, READERS)
    if out is not None and readers == ["missed"]:
        raise ConfigError("--out holds what traits, dates and links find; give one by --reader.")
    docs = list(get_format(from_format).read(corpus))
    if part:
        docs = list(split(docs, corpus / "split.tsv", part))
    if not any(doc.spans for doc in docs):
        raise InputError(f"{corpus}: holds no marks; give notes with gold marks.")
    policies = [get_policy(name) for name in policy or ["all"]]
    if replace:
        policies = [each.with_action(replace) for each in policies]
    chosen = policies[0].with_action("surrogate")
    # What a packet says of a release is of its dates as they are, not as they might be.
    of_dates = policies[0] if out is not None and "dates" in readers else chosen
    moves = dict(of_dates.rows())["DATE"] in ("shift", "surrogate")
    if not moves and ("dates" in readers or ("missed" in readers and misses == "real")):
        raise ConfigError(
            f"--policy {policies[0].name}: moves no dates, so there is no shift to guess; give "
            "--replace if deid had it, or leave the reader of dates out."
        )
    context = Context(
        str(seed).encode(), scope, lang, options=chosen.options, whole_weeks=whole_weeks
    )
    found, settings = None, None
    if misses == "real":
        settings = Settings(
            lang, choose_model(lang, model, fast=fast), site=options.load_site(site, lang)
        )
        found = found_marks(docs, settings, chosen, context)
    told: dict[str, Any] = {
        "settings": {
            "corpus": corpus.name,
            "part": part,
            "scope": scope,
            "trials": trials,
            "seed": seed,
            "misses": misses,
            "policy": policies[0].name,
            "replace": replace,
            "whole_weeks": whole_weeks,
        }
    }
    if "missed" in readers:
        told |= _missed(docs, found, chosen, context, vary, trials, seed, as_json=as_json)
    stays = attack_on(docs, found, policies, context, readers=readers, people=people, seed=seed)
    made_with = _made_with(policies, context, settings, readers)
    stays = dataclasses.replace(stays, hashes=made_with)
    if out is not None:
        _write(out, stays)
    if as_json:
        if stays.traits or stays.shifts or stays.links:
            told["stays"] = dataclasses.asdict(stays)
        typer.echo(json.dumps(told, indent=1))
    else:
        _show(stays)


def attack_on(
    docs: Sequence[Document],
    found: Sequence[Document] | None,
    policies: Sequence[Policy],
    context: Context,
    *,
    readers: Sequence[str],
    people: int,
    seed: int,
) -> Attack:
    """Returns what the readers find that need no miss.

    Args:
        docs: Notes with gold marks.
        found: The same with the marks that are replaced; None for the gold marks.
        policies: Each as it is for traits; of the first, with surrogates, dates and links.
        context: Key, scope, language, and options of the first policy.
        readers: Of `READERS`.
        people: Of the synthetic population.
        seed: Of its draw.
    """
    from incognote.assure.attack.links import links
    from incognote.assure.attack.moved_dates import what_dates_tell
    from incognote.assure.attack.population import Population, trait_risk
    from incognote.assure.attack.record import Attack
    from incognote.assure.attack.traits import read_traits
    from incognote.replace.redact import redact

    marked = docs if found is None else found

    def released(policy: Policy) -> list[tuple[Document, Redacted]]:
        drawn = dataclasses.replace(context, options=policy.options)
        done = (redact(doc, policy, drawn) for doc in marked)
        return list(zip(docs, done, strict=True))

    traits = []
    if "traits" in readers:
        population = Population(context.lang, people, seed)
        for policy in policies:
            of_notes = [read_traits(done) for _, done in released(policy)]
            traits.append(trait_risk(of_notes, population, policy.name))
    pairs = []
    if "dates" in readers or "links" in readers:
        pairs = released(policies[0].with_action("surrogate"))
    return Attack(
        len(docs),
        context.lang,
        "gold" if found is None else "found",
        tuple(traits),
        tuple(what_dates_tell(pairs, context)) if "dates" in readers else (),
        policies[0].name if "dates" in readers else "",
        tuple(links(pairs, context)) if "links" in readers else (),
    )


def _made_with(
    policies: Sequence[Policy], context: Context, settings: Settings | None, readers: Sequence[str]
) -> dict[str, str]:
    """What the figures hold for, as `audit.read_system` names what made a release.

    Where people marked the notes no model and no rule took part; where dates do not count, nothing
    that moves them.
    """
    from incognote.cli.audit import how_dates_move
    from incognote.cli.calibrated import describe, describe_policy

    made = {"language": context.lang, "policy": ", ".join(map(describe_policy, policies))}
    if settings is not None:
        of = describe(settings.lang, settings.model, settings.site)
        made |= {what: of[what] for what in ("model", "rules", "site")}
    if "dates" in readers or "links" in readers:
        made |= how_dates_move(context.scope, whole_weeks=context.whole_weeks)
    return made


def _write(out: Path, stays: Attack) -> None:
    from incognote.assure.record import to_json
    from incognote.io.output import new_file

    with new_file(out, shared=True) as file:
        file.write(to_json(stays).encode())


def _show(stays: Attack) -> None:
    from rich.console import Console
    from rich.table import Table

    from incognote.assure.attack.record import no_links, tables, too_few

    console = Console(highlight=False, markup=False, width=120)
    for each in tables(stays):
        table = Table(title=each.title, title_justify="left", box=None, pad_edge=False)
        for place, head in enumerate(each.head):
            table.add_column(head, justify="right" if place else "left")
        for row in each.rows:
            table.add_row(*row)
        console.print(table)
    if none := no_links(stays):
        console.print(none)
    if (stays.traits or stays.shifts or stays.links) and (warning := too_few(stays)):
        console.print("", warning, sep="\n")


def _missed(
    docs: list[Document],
    found: list[Document] | None,
    chosen: Policy,
    context: Context,
    vary: list[float] | None,
    trials: int,
    seed: int,
    *,
    as_json: bool,
) -> dict[str, Any]:
    """Returns what the reader of missed originals finds, after it printed a table of it."""
    from incognote.assure.attack import missed_names as reader
    from incognote.assure.attack.missed_dates import shift_risk

    prices = [
        reader.price(
            docs,
            chosen,
            dataclasses.replace(context, vary=p),
            miss_rate=rate,
            trials=trials,
            seed=seed,
            detected=found,
        )
        for rate in (reader.MISS_RATES if found is None else [_missed_share(docs, found, chosen)])
        for p in vary or [0.0, 0.5, 1.0]
    ]
    risk = shift_risk(zip(docs, found, strict=True), chosen, context) if found else None
    told: dict[str, Any] = {
        "prices": [
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
    }
    if risk is not None:
        told["dates"] = {f.name: getattr(risk, f.name) for f in dataclasses.fields(risk)}
    if as_json:
        return told
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
    return told


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
    docs: list[Document], settings: Settings, policy: Policy, context: Context
) -> list[Document]:
    """Returns the notes with the marks that `incognote deid` finds, its last search included."""
    from incognote.replace.verify import make_verifier
    from incognote.run.deidentifier import load_pipeline

    pipeline = load_pipeline(settings)
    verifier = make_verifier(pipeline, context.lang)
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
