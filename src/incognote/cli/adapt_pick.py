"""`incognote adapt pick`: which notes to label next."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import field_options, options, replace_options, screen
from incognote.cli.with_options import with_options
from incognote.core.document import Document
from incognote.io.format import writer
from incognote.io.recognise import read_documents


@with_options
def pick(
    notes: Annotated[
        Path, typer.Argument(metavar="NOTES", help="The site's notes to choose from.")
    ],
    *,
    out: Annotated[Path, options.out("FILE", "Ids of the notes to label, one JSON object a line.")],
    budget: Annotated[int, typer.Option(min=1, metavar="N", help="How many notes to pick.")] = 50,
    format: Annotated[
        str,
        options.format_of("What NOTES holds, where suffix and content do not tell", "--format"),
    ] = "",
    labelled: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="Notes that are labelled already: they are not picked, and what is like them is "
            "worth less.",
        ),
    ] = None,
    labelled_format: Annotated[str, options.format_of("What they are in")] = "jsonl",
    to_label: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Writes the picked notes there with what is found so far marked as "
            "[[PATIENT|Ruiz]], to be corrected. HOLDS THE NOTES.",
        ),
    ] = None,
    roster: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Names, one a line; notes in which one is not found are suspicious.",
        ),
    ] = None,
    system: options.SystemOptions,
    fields: field_options.NoteOptions,
) -> None:
    """Pick the notes from whose labels the system can learn most.

    Those where its model doubts most, each kind of doubt once, and those that still look
    suspicious when released. The same notes give the same choice. FILE holds ids and numbers, no
    text.
    """
    from incognote.cli import calibrated
    from incognote.io.output import new_file
    from incognote.lab.site.pick import pick as choose
    from incognote.replace.policy import get_policy
    from incognote.run.deidentifier import load_pipeline

    settings = system.settings()
    docs: list[Document] = list(read_documents(notes, format, fields=fields.fields()))
    done = calibrated.read_gold(labelled, labelled_format, system.lang) if labelled else []
    ids = {doc.id for doc in docs}
    calibrated.check_texts((doc for doc in done if doc.id in ids), docs)
    pipeline = load_pipeline(settings)
    picks = choose(
        docs,
        pipeline,
        get_policy(system.policy),
        budget=budget,
        lang=system.lang,
        labelled=done,
        roster=replace_options.read_names(roster),
    )
    with new_file(out) as file:
        for found in picks:
            row = {key: v if key == "id" else round(v, 4) for key, v in asdict(found).items()}
            file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
        if to_label is not None:  # before the list has its name: a refusal leaves none behind
            named = {found.id for found in picks}
            some = [doc.with_spans(()) for doc in docs if doc.id in named]
            writer("inline")(pipeline.annotate(some), to_label)
    if to_label is not None:
        screen.say(f"{to_label} holds the picked notes: keep it where the notes may be kept.")
    typer.echo(
        f"Picked {len(picks):,} of {len(docs):,} notes; the model expects to be wrong in "
        f"{sum(found.doubt for found in picks):,.1f} words of them. Wrote {out}."
    )
