"""`incognote adapt rules`: what to tell the system of a site, with what it would do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote.cli import field_options, options, screen
from incognote.cli.with_options import with_options
from incognote.core.errors import unknown

if TYPE_CHECKING:
    from incognote.lab.site.proposals import Proposals

_ACCEPT = ("none", "helpful")


@with_options
def rules(
    *,
    gold: Annotated[
        Path, typer.Option(metavar="PATH", help="Notes of the site with every identifier marked.")
    ],
    out: Annotated[
        Path,
        options.out(
            "FILE.toml", "Where the proposals go, as a site's file. HOLDS WORDS FROM THE NOTES."
        ),
    ],
    accept: Annotated[
        str,
        typer.Option(
            metavar="WHICH",
            help="Which proposals are accepted: none, so that all are comments and a person takes "
            "the # away; helpful, those that do good and no harm on the held-out notes.",
        ),
    ] = "none",
    held_out: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            help="Share of the notes that nothing is proposed from: effects are measured on them.",
        ),
    ] = 0.4,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the division of the notes.")] = 0,
    unit: options.Unit = "",
    system: options.SystemOptions,
    marks: field_options.GoldOptions,
) -> None:
    """Propose a site's lists, patterns and phrases never to mark from its marked notes.

    They come from what is missed and wrongly marked in one part of the notes. Each is measured on
    the other part: identifiers that are then found, false alarms that come or go. FILE.toml has
    them with these figures; what you accept in it every command applies with --site FILE.toml.
    A file given with --site is carried over.
    """
    from incognote.cli import calibrated
    from incognote.core.site import Site
    from incognote.io.output import new_file
    from incognote.lab.site.proposals import propose
    from incognote.lab.site.site_file import render
    from incognote.replace.policy import get_policy

    if accept not in _ACCEPT:
        raise unknown("choice for --accept", accept, _ACCEPT)
    settings, policy = system.settings(), get_policy(system.policy)
    docs = calibrated.read_gold(
        gold,
        marks.gold_format,
        system.lang,
        fields=marks.fields(),
        spans=marks.gold_spans,
        option=marks.named,
    )
    found = propose(docs, settings, policy, unit=unit, held_out=held_out, seed=seed)
    accepted = [
        number
        for number, proposal in enumerate(found.proposals)
        if accept == "helpful" and proposal.effect.helps
    ]
    with new_file(out) as file:
        for line in render(settings.site or Site(), found, accepted):
            file.write(line.encode() + b"\n")
    _print(found)
    screen.say(f"{out} holds words from the notes: keep it where the notes may be kept.")
    typer.echo(
        f"Wrote {out} with {len(accepted)} proposals accepted: read it, change it, and apply it "
        f"with --site {out}."
    )


def _print(found: Proposals) -> None:
    here, before, after = found.made_from, found.before, found.after
    for kind, what in (
        ("entry", "list entries"),
        ("pattern", "patterns"),
        ("never", "phrases never to mark"),
    ):
        of_kind = [proposal for proposal in found.proposals if proposal.kind == kind]
        typer.echo(
            f"{what}: {len(of_kind)} proposed from {here.notes:,} notes, "
            f"{sum(p.effect.helps for p in of_kind)} helpful on {before.notes:,} others"
        )
    typer.echo(
        f"With all that help, on the held-out notes: missed {before.missed:,} -> {after.missed:,} "
        f"of {before.identifiers:,} identifiers, false alarms {before.alarms:,} -> "
        f"{after.alarms:,}"
    )
