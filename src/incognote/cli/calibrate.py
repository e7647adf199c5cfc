"""`incognote calibrate`: set the recall dial on reviewed notes."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote.cli import field_options, options
from incognote.cli.with_options import with_options
from incognote.core.errors import counted

if TYPE_CHECKING:
    from incognote.assure.calibration import Calibration


@with_options
def calibrate(
    *,
    gold: Annotated[
        Path,
        typer.Option(
            metavar="PATH",
            help="Reviewed notes of the site with every identifier marked, drawn by chance.",
        ),
    ],
    target: Annotated[
        str,
        typer.Option(
            metavar="NAME=RECALL,...",
            help="Recall to meet: all, a category or a label, such as all=.99,NAME=.995.",
        ),
    ],
    out: Annotated[Path, options.out("FILE", "Where the calibration goes.")],
    notes: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH", help="The notes before the review, to check that no text was changed."
        ),
    ] = None,
    notes_format: Annotated[
        str, options.format_of("What the notes are in, where suffix and content do not tell")
    ] = "",
    confidence: Annotated[
        float, typer.Option(metavar="SHARE", help="With which all targets are met together.")
    ] = 0.95,
    most_per_note: Annotated[
        int,
        typer.Option(
            min=1,
            metavar="N",
            help="A note counts for at most N identifiers. 1: recall is the mean over notes of the "
            "share found in each; higher: nearer to the share of all identifiers, at the price "
            "of more notes.",
        ),
    ] = 1,
    unit: Annotated[
        str | None,
        typer.Option(
            metavar="FIELD",
            help="Field of the notes' meta whose notes are drawn together, such as patient; note "
            "for each by itself. Must be said where notes share a patient.",
        ),
    ] = None,
    diagram: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Draws (.svg or .png) how far the model's probabilities are right, by label, and "
            "what calibration makes of them; needs the extra report.",
        ),
    ] = None,
    of: options.SystemOptions,
    marks: field_options.GoldOptions,
) -> None:
    """Find the thresholds that meet recall targets with a confidence, and say what they cost.

    The guarantee holds at any number of notes, for notes like the reviewed ones: these must be a
    random draw from the site's notes that the model was not trained on. Where they are too few for
    a target nothing is written and the message says how many more it takes. `incognote deid
    --calibration FILE` applies the result. docs/adapt.md explains what is guaranteed.
    """
    from incognote.assure.calibration import Terms, check_targets, read_targets
    from incognote.assure.calibration import calibrate as make
    from incognote.assure.diagram import check_kind, draw
    from incognote.assure.evaluation import provenance
    from incognote.assure.scored import check_applies, score_notes
    from incognote.cli import calibrated
    from incognote.io.output import new_file
    from incognote.io.recognise import read_documents
    from incognote.replace.policy import get_policy
    from incognote.run.deidentifier import load_pipeline

    targets, terms = read_targets(target), Terms(confidence, most_per_note)
    if diagram is not None:
        check_kind(diagram.suffix)
    settings, chosen = replace(of.settings(), whole=True), get_policy(of.policy)
    fields = marks.fields()
    docs = calibrated.read_gold(
        gold, marks.gold_format, of.lang, fields=fields, spans=marks.gold_spans, option=marks.named
    )
    if notes is not None:
        calibrated.check_texts(docs, read_documents(notes, notes_format, fields=fields))
    # Before the model reads anything: that takes minutes.
    check_targets(targets, (span.label for doc in docs for span in chosen.apply(doc).spans))
    unit = calibrated.choose_unit(docs, unit)
    scored = score_notes(docs, load_pipeline(settings), chosen, unit=unit)
    result = make(
        scored,
        targets,
        terms,
        lang=of.lang,
        policy=calibrated.describe_policy(chosen),
        unit=unit,
        recall_bias=of.recall_bias,
        system=calibrated.describe(of.lang, settings.model, settings.site),
        corpus=provenance.hash_documents(docs),
    )
    dialled = load_pipeline(replace(settings, thresholds=dict(result.thresholds)))
    check_applies(docs, dialled, chosen, scored.found(result.thresholds))
    with new_file(out, shared=True) as file:
        file.write(result.to_json().encode())
    if diagram is not None:
        with new_file(diagram, shared=True) as file:
            file.write(draw(result.reliability, diagram.suffix.lower().lstrip(".")))
    _print(result)
    typer.echo(f"Wrote {out}: apply it with {_deid(out, of)}.")


def _deid(out: Path, of: options.SystemOptions) -> str:
    """The command with what it must be told alike, or it refuses; the bias stands in the file."""
    unsaid = options.SystemOptions()
    alike = {
        "--calibration": str(out),
        "--lang": "" if of.lang == unsaid.lang else of.lang,
        "--model": str(of.model or ""),
        "--site": str(of.site or ""),
        "--policy": "" if of.policy == unsaid.policy else of.policy,
    }
    words = [word for name, value in alike.items() if value for word in (name, value)]
    return shlex.join(["incognote", "deid", *words, *(["--fast"] if of.fast else [])])


def _print(result: Calibration) -> None:
    for found in result.targets:
        typer.echo(
            f"{found.name}: recall of at least {found.recall:g} is shown at threshold "
            f"{found.threshold:g} (in the review {found.found:.4f}: {found.missed:,} of "
            f"{counted(found.identifiers, 'identifier')} missed, "
            f"{counted(found.units, result.unit)})"
        )
    price = result.price
    typer.echo(
        f"All of this holds with confidence {result.confidence:g}; recall is {result.recall_means}."
        "\n"
        f"Price: clinical text removed {100 * price['removed_before']:.2f} % -> "
        f"{100 * price['removed']:.2f} %, false alarms per 1,000 tokens "
        f"{price['false_alarms_before']:.2f} -> {price['false_alarms']:.2f}"
    )
    for row in result.reliability:
        typer.echo(
            f"Probabilities of {row['label']} ({row['n']:,} tokens): off by "
            f"{100 * row['error']:.2f} points on average, calibrated "
            f"{100 * row['error_after']:.2f}"
        )
        for part in row["bins"] if row["label"] == "all" else ():
            typer.echo(
                f"  {part['low']:5.3f} - {part['high']:5.3f} {part['n']:8,.0f} tokens  "
                f"says {part['mean_score']:.3f}  calibrated {part['calibrated']:.3f}  "
                f"is PHI {part['share_phi']:.3f}"
            )
