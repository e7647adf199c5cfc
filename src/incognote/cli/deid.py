"""`incognote deid`: de-identify notes."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import audit, options, screen
from incognote.cli.drawing import make_context, make_lock
from incognote.core.errors import OutputError
from incognote.replace.policy import OVERRIDES, get_policy
from incognote.replace.replacement import DOUBTFUL, SCOPES
from incognote.replace.verify import MODES
from incognote.run import batch
from incognote.run.deidentifier import choose_model


def deid(
    sources: options.Sources,
    *,
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FOLDER", help="Where the new notes go: new, or empty."
        ),
    ],
    lang: options.LangOrAuto = "en",
    other_language: options.OtherLanguage = None,
    model: options.Model = None,
    fast: options.Fast = False,
    policy: options.PolicyName = "all",
    replace: Annotated[
        str | None,
        typer.Option(
            metavar="HOW",
            help="What stands in place of all identifiers that leave the text, instead of what the "
            f"policy says: {', '.join(OVERRIDES)}.",
        ),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Secret for surrogates, date shifts and codes, made by incognote key; the same "
            "key gives the same replacements. Without it one is drawn for this run and not kept.",
        ),
    ] = None,
    scope: Annotated[
        str,
        typer.Option(
            metavar="SCOPE",
            help=f"How far the same text gets the same replacement: {', '.join(SCOPES)}.",
        ),
    ] = "patient",
    patient_from: options.PatientFrom = "",
    roster: options.Roster = None,
    roster_required: options.RosterRequired = False,
    site: options.Site = None,
    overlay: options.Overlay = "",
    alone: options.Alone = False,
    vary: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=1.0,
            metavar="P",
            help="Probability that a mention is replaced anew, so that one that was missed does "
            "not stand out (incognote attack); dates and ages are not varied.",
        ),
    ] = 0.0,
    day_first: Annotated[
        bool | None,
        typer.Option(
            "--day-first/--month-first",
            help="Whether 3/4 is 3 April. Default: what each note shows, then the language.",
        ),
    ] = None,
    never: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Names, one a line, that are never produced: the corpus's own patients and staff.",
        ),
    ] = None,
    names_may_recur: Annotated[
        bool,
        typer.Option(
            "--names-may-recur",
            help="Let surrogates be names that stand somewhere in SRC. Without it none is, for "
            "which SRC is read once more, and names then depend on what else SRC holds.",
        ),
    ] = False,
    whole_weeks: Annotated[
        bool,
        typer.Option("--whole-weeks", help="Shift dates by whole weeks, so that weekdays stay."),
    ] = False,
    mixed_origins: Annotated[
        bool,
        typer.Option("--mixed-origins", help="Draw names from all origins, not that of the old."),
    ] = False,
    wrong_checks: Annotated[
        bool,
        typer.Option(
            "--wrong-check-digits",
            help="Give numbers with a check digit a wrong one, so that nobody can have them.",
        ),
    ] = False,
    doubtful: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help="What may be no identifier, where a surrogate, shifted date or less exact value "
            f"would stand for it, becomes: {', '.join(DOUBTFUL)}. surrogate gives it that value; "
            "another number in place of a measurement falsifies the note.",
        ),
    ] = "tag",
    vault: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also writes what was replaced, encrypted with the key, for incognote reveal; "
            "needs --key.",
        ),
    ] = None,
    verify: Annotated[
        str,
        typer.Option(
            metavar="HOW",
            help="What is done where an identifier that left the text still stands in the output: "
            f"{', '.join(MODES)}. redact removes it there too and tells how many; fail gives no "
            "output for that note.",
        ),
    ] = "redact",
    recall_bias: options.RecallBias = 0.0,
    calibration: options.Calibration = None,
    jobs: options.Jobs = None,
    format: options.Format = "txt",
    max_note_mb: options.MaxNoteMb = batch.MAX_NOTE_MB,
    as_text: options.AsText = False,
    max_note_seconds: options.MaxNoteSeconds = batch.MAX_NOTE_SECONDS,
) -> None:
    """De-identify notes.

    Writes each note to FOLDER under its path below SRC, and to FOLDER/spans.jsonl what was found
    in it: label, score and offsets into the original, no text. FOLDER/audit.json tells with what
    and how it went. A note that cannot be processed whole is named on stderr and in
    FOLDER/failed.jsonl, and leaves no output; so are the notes in work when a run is interrupted
    (Ctrl-C, SIGTERM), which says how many it did not begin. A run that is killed leaves complete
    notes but neither spans.jsonl nor audit.json: remove FOLDER and run again.
    """
    model = choose_model(lang, model, fast=fast)
    chosen = get_policy(policy)
    chosen = chosen.with_action(replace) if replace else chosen
    for caution in chosen.cautions:
        screen.say(caution)
    context = make_context(
        chosen,
        key=key,
        scope=scope,
        lang=lang,
        patient_from=patient_from,
        vary=vary,
        day_first=day_first,
        never=never,
        whole_weeks=whole_weeks,
        mixed_origins=mixed_origins,
        wrong_checks=wrong_checks,
        doubtful=doubtful,
    )
    task = options.make_task(
        lang=lang,
        model=model,
        policy=policy,
        replace=replace or "policy",
        recall_bias=recall_bias,
        calibration=calibration,
        context=context,
        roster=roster,
        roster_required=roster_required,
        site=site,
        overlay=overlay,
        alone=alone,
        verify=verify,
        other_language=other_language,
    )
    if key is not None and not vault and not chosen.is_keyed:
        screen.say("--key is not used: tags take none; --replace surrogate does.")
    lock = make_lock(key) if vault else None
    task = dataclasses.replace(task, lock=lock)
    system = audit.describe(lang, model, chosen, options.load_site(site, lang))
    asked = {
        "lang": lang,
        "other_language": task.other_language,
        "fast": fast,
        "policy": chosen.name,
        "replace": replace or "policy",
        "key": key is not None,
        "scope": scope,
        "vary": vary,
        "names_may_recur": names_may_recur,
        "whole_weeks": whole_weeks,
        "mixed_origins": mixed_origins,
        "wrong_checks": wrong_checks,
        "doubtful": doubtful,
        "day_first": day_first,
        "patient_from": patient_from,
        "roster": roster and audit.hash_file(roster),
        "roster_required": roster_required,
        "verify": verify,
        "recall_bias": recall_bias,
        "overlay": overlay,
        "alone": alone,
        "calibration": calibration and audit.hash_file(calibration),
        "format": format,
        "max_note_mb": max_note_mb,
        "as_text": as_text,
        "max_note_seconds": max_note_seconds,
        "vault": vault is not None,
    }
    notes = batch.Sources(
        sources, format, max_note_mb=max_note_mb, patient_from=patient_from, as_text=as_text
    )
    batch.check_apart(sources, out)
    sink = batch.OutputFolder(out, (vault, lock.head) if vault and lock else None)
    summary = options.run(
        notes,
        task,
        sink,
        jobs=jobs,
        avoid_names=not names_may_recur,
        max_note_seconds=max_note_seconds,
    )
    if out.is_dir():
        try:
            audit.write_audit(out, summary, system=system, options=asked)
        except OutputError as error:  # the notes are there: told like any other problem
            summary.problems.append(str(error))
    screen.closing_table(summary)
    if chosen.is_keyed and summary.notes_out > 1 and not notes.tell_patients:
        screen.say(
            "Each note was taken for a patient of its own: --patient-from says how a file's name "
            "tells whose note it is, so that one patient's notes agree in people and dates."
        )
    raise typer.Exit(screen.exit_code(summary))
