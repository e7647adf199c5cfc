"""`incognote detect`: say where the identifiers are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import field_options, options, pipe, screen
from incognote.cli.with_options import with_options
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.run import batch


@with_options
def detect(
    sources: options.Sources,
    *,
    out: Annotated[
        Path,
        options.out(
            "FILE",
            "Where the record goes: a new file; - with SRC -: standard output.",
        ),
    ],
    fail_on_detect: options.FailOnDetect = False,
    detect: options.DetectOptions,
    read: options.ReadOptions,
    fields: field_options.FieldOptions,
    database: field_options.TableOptions,
) -> None:
    """Find identifiers and leave the notes as they are.

    Writes one JSON object per note to FILE: its id (the path below SRC without suffix) and the
    spans found, with label, score and offsets; no text. Spans that the policy would leave in the
    text have "kept": true.

    SRC - reads JSON lines from standard input, one note with --format txt.
    """
    policy = get_policy(detect.policy)
    settings = detect.settings_of_run(policy)
    task = detect.task(settings, policy, Context(lang=detect.lang), only_detect=True)
    url = database.url(sources)
    piped = not url and pipe.is_pipe(sources, out)
    paths = [] if url or piped else [Path(source) for source in sources]
    with database.rows(url) as rows:
        notes = read.sources(paths, fields.fields(), rows=rows, written=False)
        if piped:
            raise typer.Exit(pipe.run(task, read, notes, gate=fail_on_detect))
        batch.check_apart(paths, out)
        summary = read.run(notes, task, batch.SpansFile(out))
    screen.closing_table(summary)
    raise typer.Exit(screen.exit_code(summary, gate=fail_on_detect))
