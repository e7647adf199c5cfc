"""`incognote deid`: de-identify notes."""

from __future__ import annotations

import dataclasses
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import typer

from incognote.cli import audit, field_options, options, pipe, replace_options, screen, spark_run
from incognote.cli.with_options import with_options
from incognote.core.errors import ConfigError, OutputError
from incognote.core.urls import check_path
from incognote.io.databases import Database
from incognote.io.format import KEYED
from incognote.replace.policy import get_policy
from incognote.run import batch, spans_in
from incognote.run.batch.database import OutputTable

_STAY = {
    "keep": "lets dates stay, so --shift and --date move none",
    "generalise": "lets the year stay of a date, so --shift and --date leave no more",
}
"""What a policy does with dates that makes a column to move none."""
_UNUSED = "--key is not used: tags take none; --replace surrogate does."


@with_options
def deid(
    sources: options.Sources,
    *,
    out: Annotated[
        str,
        options.out(
            "OUT",
            "Where the new notes go: a folder, new or empty; a new file where SRC is one, "
            "named with its suffix; - with SRC -: standard output; of a database the folder of the "
            "run's records, if any; with --engine spark a new folder or its URL.",
        ),
    ] = "",
    spans: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Replaces what this file says of each note by its id, and runs no detector: what "
            "incognote detect wrote, or jsonl with spans. A note that is not in it fails.",
        ),
    ] = None,
    fail_on_detect: options.FailOnDetect = False,
    engine: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="What divides the work between machines: spark, for spark-submit "
            "(docs/engines.md). SRC is Parquet or CSV, OUT a folder of Parquet whose folders "
            "tell rows that failed; there are no spans.jsonl and no audit.json.",
        ),
    ] = "",
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="Goes on with the run that was interrupted or killed while it wrote OUT; the end "
            "is byte for byte as if nothing had happened, but for nonces of the vault. All but "
            "--jobs has to be as it was. Not without the --key that replacements need, not of a "
            "database or a stream.",
        ),
    ] = False,
    detect: options.DetectOptions,
    replacing: replace_options.ReplaceOptions,
    read: options.ReadOptions,
    fields: field_options.FieldOptions,
    database: field_options.DatabaseOptions,
) -> None:
    """De-identify notes.

    Writes each note to the folder OUT under its path below SRC, a file of many notes (jsonl, a
    table) under its name, and to OUT/spans.jsonl what was found: label, score and offsets into the
    original, no text. OUT/audit.json tells what it was done with and how it went. A note that
    cannot be processed whole is named on stderr and in OUT/failed.jsonl, and leaves no output.
    Where OUT is a file these lie beside it (OUT.spans.jsonl ...). A run that is interrupted
    (Ctrl-C, SIGTERM), finds the disk full or is killed leaves complete notes but neither
    spans.jsonl nor audit.json, and no OUT that is a file: --resume goes on with it. One that
    cannot be resumed (no --key where replacements need one) is closed with what is complete; the
    notes in work of one that was interrupted are named as failed. SRC - and OUT - read JSON lines
    from standard input, one note with --format txt, and write each at once; nothing else is
    written.
    """
    named = get_policy(detect.policy)
    policy = named.with_action(replacing.replace) if replacing.replace else named
    for caution in policy.cautions:
        screen.say(caution)
    decided = fields.fields()
    if (dates := dict(policy.rows())["DATE"]) in _STAY and decided.named("shift", "date"):
        screen.say(f"The policy {policy.name} {_STAY[dates]}; hipaa-expert and gdpr move dates.")
    if engine:
        apart = {
            "--resume": resume,
            "--spans": spans,
            "--table": database.table,
            "--query": database.query,
        }
        spark_run.check(engine, sources, out, replacing, read, apart)
        context = replacing.context(
            policy, lang=detect.lang, patient_from="", keyed=bool(decided.named(*KEYED))
        )
        settings = detect.settings_of_run(named)
        task = detect.task(settings, policy, context, verify=replacing.verify, fields=decided)
        recur = replacing.names_may_recur
        summary = spark_run.run(sources[0], out, task, read, names_may_recur=recur)
        screen.closing_table(summary)
        raise typer.Exit(screen.exit_code(summary, gate=fail_on_detect))
    url = database.url(sources)
    to = check_path(out, "--out") if out else None
    piped = not url and pipe.is_pipe(sources, to)
    if to is None and not url:
        raise ConfigError("Say with -o where the new notes go.")
    paths = [] if url or piped else [Path(source) for source in sources]
    if resume and (url or piped):
        raise ConfigError(
            "--resume is for files: a new table of a database is written whole or not at all, and "
            "a stream leaves nothing on disk."
        )
    with database.rows(url) as rows:
        notes = read.sources(paths, decided, rows=rows)
        if to is not None and not piped:
            batch.check_apart(paths, to)
        notes.check_fields()
        if notes.rows_are_patients and (policy.is_keyed or decided.named("shift", "date")):
            screen.say(
                "No --patient: each row is a patient of its own, so rows of one patient do not "
                "agree in people and dates; name the column that says whose a row is."
            )
        needs_key = policy.is_keyed or notes.keyed
        if resume and needs_key and replacing.key is None:
            raise ConfigError(
                "--resume needs --key: without one, replacements are drawn with a key that is not "
                "kept, so nothing can go on with that run; remove OUT and run again."
            )
        context = replacing.context(
            policy, lang=detect.lang, patient_from=read.patient_from, keyed=notes.keyed
        )
        settings = detect.settings_of_run(named)
        one = not (rows or piped) and to is not None and batch.is_one_file(paths, to)
        before = batch.read_head(to, one=one) if resume and to is not None else {}
        lock = replacing.lock(before.get("vault"))
        task = detect.task(settings, policy, context, lock=lock, verify=replacing.verify)
        if spans is not None:
            detect.check_spans_alone()
            task = dataclasses.replace(task, load=spans_in.loader(spans, settings))
        # Said of a run that begins: what is refused needs no advice about a key.
        unused = replacing.key is not None and not (replacing.vault or needs_key)
        if piped:
            vault, told = replacing.vault is not None, _UNUSED if unused else ""
            code = pipe.run(task, read, notes, gate=fail_on_detect, vault=vault, told=told)
            raise typer.Exit(code)
        system = audit.describe(detect.lang, settings.model, policy, settings.site)
        if spans is not None:
            system = {**system, "model": "none", "rules": "none", "spans": audit.hash_file(spans)}
        asked = {
            **_said(detect, replacing, read),
            "fields": dict(decided.decided),
            "other": decided.other,
            "policy": policy.name,
            "other_language": task.other_language,
            "replace": replacing.replace or "policy",
            "key": replacing.key is not None,
            "vault": replacing.vault is not None,
            **({"table": database.table or "a query", "to": database.to} if rows else {}),
        }
        head = (replacing.vault, lock.head) if replacing.vault and lock else None
        sink: batch.OutputFolder
        if rows is not None:
            base = Database(database.to_url) if database.to_url else rows.database
            sink = OutputTable(rows, decided, base, database.to, to, head)
        else:
            assert to is not None
            asked["file"] = paths[0].name if one else None
            state = notes.state()
            if before:
                notes.check_unchanged(before.get("sources", []), state, to)
            of_run = {
                "options": asked,
                "system": system,
                "sources": state,
                "key": replacing.fingerprint(context) if needs_key or lock else None,
                "vault": lock.head if lock else None,
                "year": date.today().year,  # from which dates without one tell an age
            }
            sink = (batch.OutputFile if one else batch.OutputFolder)(
                to,
                head,
                head=of_run if replacing.key is not None or not needs_key else None,
                resume=resume,
            )
        if unused:
            screen.say(_UNUSED)
        summary = read.run(notes, task, sink, avoid_names=not replacing.names_may_recur)
    try:
        if sink.written:
            audit.write_audit(sink.audit, summary, system=system, options=asked)
        if not summary.resumable:
            sink.forget()
    except OutputError as error:  # the notes are there: told like any other problem
        summary.problems.append(str(error))
        if sink.journal is not None:
            sink.leave()
            summary.resumable = True
    screen.closing_table(summary)
    if policy.is_keyed and summary.notes_out > 1 and not notes.tell_patients:
        screen.say(
            "Each note was taken for a patient of its own: --patient-from says how a file's name "
            "tells whose note it is, so that one patient's notes agree in people and dates."
        )
    raise typer.Exit(screen.exit_code(summary, gate=fail_on_detect))


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
