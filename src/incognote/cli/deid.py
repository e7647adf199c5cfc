"""`incognote deid`: de-identify notes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote import batch, registry
from incognote.cli import options, screen


def deid(
    sources: options.Sources,
    *,
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FOLDER", help="Where the new notes go: new, or empty."
        ),
    ],
    lang: options.Lang = "en",
    model: options.Model = None,
    policy: options.PolicyName = "all",
    replace: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help="What stands in place of an identifier: "
            f"{', '.join(registry.names('replacement'))}.",
        ),
    ] = "tag",
    recall_bias: options.RecallBias = 0.0,
    jobs: options.Jobs = None,
    format: options.Format = "txt",
    max_note_mb: options.MaxNoteMb = 10.0,
) -> None:
    """De-identify notes.

    Writes each note to FOLDER under its path below SRC, and to FOLDER/spans.jsonl what was found
    in it: label, score and offsets into the original, no text. A note that cannot be processed
    whole is named on stderr and in FOLDER/failed.jsonl, and leaves no output.
    """
    task = options.make_task(
        lang=lang,
        model=model,
        policy=policy,
        replace=replace,
        recall_bias=recall_bias,
        max_note_mb=max_note_mb,
    )
    notes = batch.Sources(sources, format)
    batch.check_apart(sources, out)
    sink = batch.OutputFolder(out)
    with screen.progress(lambda: options.count_notes(sources, format)) as (failed, advanced):
        summary = batch.run(
            notes,
            task,
            sink,
            jobs=jobs or options.cores(),
            on_failure=failed,
            on_progress=advanced,
        )
    screen.closing_table(summary)
    raise typer.Exit(screen.exit_code(summary))
