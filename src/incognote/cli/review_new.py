"""`incognote review new`: make a project from notes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options, screen
from incognote.cli.with_options import with_options
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, counted
from incognote.core.pipeline import Settings
from incognote.io.recognise import read_documents
from incognote.review.purposes import PURPOSES, get_purpose

_PURPOSES = "; ".join(f"{name}: {row.about}" for name, row in PURPOSES.items())


@with_options
def new(
    project: Annotated[
        Path, typer.Argument(metavar="PROJECT", help="A new file. HOLDS THE NOTES.")
    ],
    sources: Annotated[
        list[Path],
        typer.Argument(metavar="SRC", help="Folders of notes, searched to any depth, or files."),
    ],
    *,
    purpose: Annotated[
        str,
        typer.Option("--for", metavar="PURPOSE", help=f"What is done with them. {_PURPOSES}."),
    ] = "check",
    format: Annotated[
        str, options.format_of("What SRC holds, where suffix and content do not tell", "--format")
    ] = "",
    marks: Annotated[
        bool,
        typer.Option(
            "--marks",
            help="check, release: take the marks that stand in SRC, and look for nothing.",
        ),
    ] = False,
    spans: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="check, release: take the marks of FILE, as incognote deid and detect write them, "
            "and look for nothing.",
        ),
    ] = None,
    system: options.SystemOptions,
    fields: options.NoteOptions,
) -> None:
    """Make a project: notes to read, with what is found in them.

    With --for certify SRC is the folder that certify plan --to-read wrote; the plan itself is not
    asked for, since it says what was planted.
    """
    from incognote.io.output import check_apart
    from incognote.replace.policy import get_policy
    from incognote.review.project import make_project
    from incognote.run.deidentifier import load_pipeline
    from incognote.run.spans_in import SpansIn

    row = get_purpose(purpose)
    for source in sources:
        check_apart(source, project)  # else the project would be one of its notes
    if (marks or spans) and not row.shows_marks:
        raise ConfigError(f"--for {purpose} shows no marks: leave out --marks and --spans.")
    if row.gallery_first and not (marks or spans):
        raise ConfigError("--for release needs --spans FILE: the spans.jsonl of the run.")
    if marks and spans:
        raise ConfigError("Give --marks or --spans: the marks are in SRC or in FILE.")
    docs: list[Document] = []
    for source in sources:
        # What certify plan wrote has its own brackets escaped.
        of = "inline" if row.as_left and not format else format
        with_marks = marks or row.as_left
        docs += read_documents(source, of, fields=fields.fields(), marks=with_marks)
    if row.shows_marks and spans is not None:
        given = SpansIn(spans, Settings(system.lang))
        many = len(docs)
        if row.gallery_first:  # what the run failed on does not leave
            docs = [doc for doc in docs if doc.id in given.spans]
        if failed := many - len(docs):
            screen.say(f"{counted(failed, 'note')} without a record in {spans.name} left out.")
        docs = list(given.annotate(docs))
        if (more := len(given.spans) - len(docs)) > 0:
            raise InputError(f"{spans}: holds marks of {counted(more, 'note')} not in SRC.")
    elif row.shows_marks and not marks:
        pipeline, policy = load_pipeline(system.settings()), get_policy(system.policy)
        docs = [policy.apply(doc) for doc in pipeline.annotate(docs)]
    elif not row.shows_marks:
        docs = [doc.with_spans(()) for doc in docs]
    roots = [*sources, *([spans] if spans else [])]
    make_project(project, docs, purpose=purpose, lang=system.lang, roots=roots)
    screen.say(f"{project} holds the notes: keep it where the notes may be kept.")
    found = sum(len(doc.spans) for doc in docs)
    typer.echo(
        f"Wrote {project}: {counted(len(docs), 'note')}"
        + (f", {counted(found, 'mark')}" if row.shows_marks else "")
        + f". Open it: incognote review {project} --reader NAME"
    )
