"""`incognote detect`: say where the identifiers are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options, screen
from incognote.run import batch
from incognote.run.deidentifier import choose_model


def detect(
    sources: options.Sources,
    *,
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="FILE", help="Where the record goes: a new file."),
    ],
    lang: options.LangOrAuto = "en",
    other_language: options.OtherLanguage = None,
    model: options.Model = None,
    fast: options.Fast = False,
    policy: options.PolicyName = "all",
    patient_from: options.PatientFrom = "",
    roster: options.Roster = None,
    roster_required: options.RosterRequired = False,
    site: options.Site = None,
    overlay: options.Overlay = "",
    alone: options.Alone = False,
    recall_bias: options.RecallBias = 0.0,
    calibration: options.Calibration = None,
    jobs: options.Jobs = None,
    format: options.Format = "txt",
    max_note_mb: options.MaxNoteMb = batch.MAX_NOTE_MB,
    as_text: options.AsText = False,
    max_note_seconds: options.MaxNoteSeconds = batch.MAX_NOTE_SECONDS,
) -> None:
    """Find identifiers and leave the notes as they are.

    Writes one JSON object per note to FILE: its id (the path below SRC without suffix) and the
    spans found, with label, score and offsets; no text. Spans that the policy would leave in the
    text have "kept": true.
    """
    model = choose_model(lang, model, fast=fast)
    task = options.make_task(
        lang=lang,
        model=model,
        policy=policy,
        replace=None,
        recall_bias=recall_bias,
        roster=roster,
        roster_required=roster_required,
        site=site,
        overlay=overlay,
        alone=alone,
        calibration=calibration,
        other_language=other_language,
    )
    notes = batch.Sources(
        sources, format, max_note_mb=max_note_mb, patient_from=patient_from, as_text=as_text
    )
    batch.check_apart(sources, out)
    sink = batch.SpansFile(out)
    summary = options.run(notes, task, sink, jobs=jobs, max_note_seconds=max_note_seconds)
    screen.closing_table(summary)
    raise typer.Exit(screen.exit_code(summary))
