"""`incognote deid`: de-identify notes."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated, Any

import typer

from incognote.cli import audit, options, screen
from incognote.cli.with_options import with_options
from incognote.core.errors import OutputError
from incognote.replace.policy import get_policy
from incognote.run import batch


@with_options
def deid(
    sources: options.Sources,
    *,
    out: Annotated[Path, options.out("FOLDER", "Where the new notes go: new, or empty.")],
    detect: options.DetectOptions,
    replacing: options.ReplaceOptions,
    read: options.ReadOptions,
    fields: options.FieldOptions,
) -> None:
    """De-identify notes.

    Writes each note to FOLDER under its path below SRC, a file of many notes (jsonl) under its
    name, and to FOLDER/spans.jsonl what was found: label, score and offsets into the original, no
    text. FOLDER/audit.json tells what it was done with and how it went. A note that cannot be
    processed whole is named on stderr and in FOLDER/failed.jsonl, and leaves no output; so are the
    notes in work when a run is interrupted (Ctrl-C, SIGTERM), which says how many it did not begin.
    A run that is killed leaves complete notes but neither spans.jsonl nor audit.json: remove FOLDER
    and run again.
    """
    named = get_policy(detect.policy)
    policy = named.with_action(replacing.replace) if replacing.replace else named
    for caution in policy.cautions:
        screen.say(caution)
    decided = fields.fields()
    notes = read.sources(sources, decided)
    keyed = notes.keyed
    context = replacing.context(
        policy, lang=detect.lang, patient_from=read.patient_from, keyed=keyed
    )
    settings = detect.settings_of_run(named)
    if replacing.key is not None and not (replacing.vault or policy.is_keyed or keyed):
        screen.say("--key is not used: tags take none; --replace surrogate does.")
    lock = replacing.lock()
    task = detect.task(settings, policy, context, lock=lock, verify=replacing.verify)
    system = audit.describe(detect.lang, settings.model, policy, settings.site)
    asked = {
        **_said(detect, replacing, read),
        "fields": dict(decided.decided),
        "other": decided.other,
        "policy": policy.name,
        "other_language": task.other_language,
        "replace": replacing.replace or "policy",
        "key": replacing.key is not None,
        "vault": replacing.vault is not None,
    }
    batch.check_apart(sources, out)
    notes.check_fields()
    head = (replacing.vault, lock.head) if replacing.vault and lock else None
    summary = read.run(
        notes,
        task,
        batch.OutputFolder(out, head),
        avoid_names=not replacing.names_may_recur,
    )
    if out.is_dir():
        try:
            audit.write_audit(out, summary, system=system, options=asked)
        except OutputError as error:  # the notes are there: told like any other problem
            summary.problems.append(str(error))
    screen.closing_table(summary)
    if policy.is_keyed and summary.notes_out > 1 and not notes.tell_patients:
        screen.say(
            "Each note was taken for a patient of its own: --patient-from says how a file's name "
            "tells whose note it is, so that one patient's notes agree in people and dates."
        )
    raise typer.Exit(screen.exit_code(summary))


def _said(*given: Any) -> dict[str, Any]:
    """What the run was asked for, but for what `audit.describe` tells; of files their hashes."""
    said = {
        field.name: getattr(options, field.name)
        for options in given
        for field in dataclasses.fields(options)
        if field.name not in ("model", "site", "jobs", "key", "vault")
    }
    return {
        name: audit.hash_file(value) if isinstance(value, Path) else value
        for name, value in said.items()
    }
