"""`incognote certify`: which notes of a release to read, and what reading them proves."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options
from incognote.core import registry
from incognote.core.errors import ConfigError, unknown

_FORMATS = ", ".join(registry.names("format"))


def certify(
    what: Annotated[str, typer.Argument(metavar="plan|run|apply", help="What to do.")],
    output: Annotated[
        Path,
        typer.Argument(metavar="OUTPUT", help="What incognote deid wrote: a folder, or a file."),
    ],
    *,
    plan: Annotated[
        Path,
        typer.Option(
            metavar="FILE",
            help="The plan: written by plan, read by run and apply; keep it from the readers.",
        ),
    ],
    read: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="plan: how many notes to read. Default: so many that --target is proven if half "
            "of what it allows is missed.",
        ),
    ] = None,
    target: Annotated[
        float,
        typer.Option(
            metavar="RECALL",
            help="plan: the recall that must be shown for the release to pass; recorded.",
        ),
    ] = 0.99,
    plant: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="plan: into how many of the notes to read a made-up identifier is put; how many "
            "of them the readers find says how well they read.",
        ),
    ] = 60,
    confidence: Annotated[
        float, typer.Option(metavar="SHARE", help="plan: with which all bounds hold together.")
    ] = 0.95,
    most_per_note: Annotated[
        int,
        typer.Option(
            min=1,
            metavar="N",
            help="plan: a note that is not read counts for at most N identifiers left, or 2, 4 or "
            "8 times N where a read note has more; a higher N takes more reading.",
        ),
    ] = 10,
    precision: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            help="plan: taken as given, the share of the removals that are identifiers, at least "
            "(incognote evaluate measures it).",
        ),
    ] = 0.8,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="plan: of the draw; recorded. Default: a new one that nobody chose."
        ),
    ] = None,
    to_read: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="plan: writes the notes to read there, with tags for all that was replaced, for "
            "marking what is left as [[PATIENT|Ruiz]].",
        ),
    ] = None,
    calibration: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="run, apply: the calibration that the release was made with; the packet says what "
            "it was set for.",
        ),
    ] = None,
    attack: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="run, apply: what incognote attack --out wrote of notes like these; the packet "
            "says what readers who know other things could do.",
        ),
    ] = None,
    reviewed: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH", help="run, apply: what the readers found left in the notes of the plan."
        ),
    ] = None,
    reviewed_format: Annotated[
        str,
        typer.Option(
            metavar="FORMAT",
            help='run, apply: what PATH holds: left (lines {"id", "left": [{"label", "start", '
            '"end"}], "reader"}), or the notes to read with marks on what was left, in '
            f"{_FORMATS}.",
        ),
    ] = "inline",
    reader: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="run, apply: who read the notes whose field or meta 'reader' does not say it, "
            "repeatable; the packet has how many notes each read.",
        ),
    ] = None,
    name: Annotated[
        str,
        typer.Option(metavar="NAME", help="run, apply: how the release is called in the packet."),
    ] = "",
    mended: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="apply: where the release goes without what was found: a folder, new or empty; "
            "a new file where OUTPUT is one.",
        ),
    ] = None,
    utility: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="run, apply: what incognote utility --out wrote of this release; the packet says "
            "which clinical facts were kept.",
        ),
    ] = None,
    probe: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="run, apply: what incognote probe showed of the same system; the packet says for "
            "which groups recall falls.",
        ),
    ] = None,
    packet: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="run, apply: the page to sign, .html or .pdf (extra report); it holds no PHI.",
        ),
    ] = None,
    out: Annotated[
        Path | None, options.out("FILE", "run, apply: writes the bounds as JSON.")
    ] = None,
) -> None:
    """Say which notes a person must read (plan), what that proves (run), and mend them (apply).

    plan draws notes by chance, and of those with most room for identifiers all, and says what
    reading them can prove. run takes what the readers found left and gives a lower bound on recall
    and upper bounds on identifiers left and on notes with anything left, which all hold together
    with the confidence of the plan, however well the readers read. apply does so, too, and writes
    the release anew with tags in place of what was found and of the same wherever else it stands;
    its bounds are of that release. docs/adapt.md explains what they rest on.
    """
    if what == "plan":
        from incognote.cli.certify_plan import make

        make(
            output,
            plan,
            read=read,
            planted=plant,
            terms=(confidence, most_per_note, precision, target),
            seed=seed,
            to_read=to_read,
        )
    elif what in ("run", "apply"):
        from incognote.cli.certify_run import run

        if reviewed is None:
            raise ConfigError(f"certify {what} needs --reviewed PATH: what the readers found left.")
        if (mended is None) != (what == "run"):
            raise ConfigError(
                "certify apply needs --mended PATH: where the mended release goes."
                if what == "apply"
                else "certify run changes nothing; certify apply writes --mended PATH."
            )
        run(
            output,
            plan,
            reviewed,
            reviewed_format,
            readers=reader or [],
            name=name or (mended or output).name,
            calibration=calibration,
            attack=attack,
            probe=probe,
            mended=mended,
            utility=utility,
            packet=packet,
            out=out,
        )
    else:
        raise unknown("action", what, ("plan", "run", "apply"))
