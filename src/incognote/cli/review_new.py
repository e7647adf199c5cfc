"""`incognote review new`: make a project from notes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import FAILED_NOTES, field_options, options, screen
from incognote.cli.with_options import with_options
from incognote.core.config import parse_json, read_lines
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, counted
from incognote.core.pipeline import Settings
from incognote.io.recognise import read_documents
from incognote.review.purposes import PURPOSES, Purpose, get_purpose

_PURPOSES = "; ".join(f"{name}: {row.about}" for name, row in PURPOSES.items())


@with_options
def new(
    project: Annotated[
        Path, typer.Argument(metavar="PROJECT", help="A new file. HOLDS THE NOTES.")
    ],
    sources: Annotated[
        list[Path],
        typer.Argument(
            metavar="SRC",
            help="Folders of notes, searched to any depth, or files; for settle two projects.",
        ),
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
            help="check, pick, release: take the marks that stand in SRC, and look for nothing. "
            "label: the same, but no reader sees them: recall is counted with them.",
        ),
    ] = False,
    spans: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="check, pick, release: take the marks of FILE, as incognote deid and detect write "
            "them, and look for nothing. label: as --marks.",
        ),
    ] = None,
    picked: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="pick: what adapt pick wrote: its notes of SRC, in its order."
        ),
    ] = None,
    target: Annotated[
        float,
        typer.Option(
            metavar="RECALL",
            help="check, label, certify: the recall that is to be shown; the page says how many "
            "more notes that takes. Default: none; of --plan the plan's.",
        ),
    ] = 0.0,
    plan: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="certify: of the plan its counts and its target, so that the page can show the "
            "bound on recall. Nothing of what was planted gets into the project.",
        ),
    ] = None,
    system: options.SystemOptions,
    fields: field_options.NoteOptions,
) -> None:
    """Make a project: notes to read, with what is found in them.

    With --for certify SRC is the folder that certify plan --to-read wrote. Who makes the project
    with --plan keeps the plan from the readers, since it says what was planted.
    """
    from incognote.io.output import check_apart
    from incognote.review.goal import Goal
    from incognote.review.making import make_project
    from incognote.review.source import stamp

    said = {
        "--marks": marks,
        "--spans": spans,
        "--picked": picked,
        "--plan": plan,
        "--target": target,
    }
    row = _check(purpose, [name for name, value in said.items() if value])
    for place in sources:
        check_apart(place, project)  # else the project would be one of its notes
    if row.settles:
        _settle(project, sources)
        return
    # Before anything is read: what changes meanwhile is not shown as if it had been read.
    source = stamp([*sources, *filter(None, (spans, picked))])
    docs: list[Document] = []
    for place in sources:
        # What certify plan wrote has its own brackets escaped.
        of = "inline" if row.as_left and not format else format
        with_marks = marks or row.as_left
        docs += read_documents(place, of, fields=fields.fields(), marks=with_marks)
    if picked is not None:
        docs = _picked(docs, picked)
    failed = 0
    if spans is not None:
        docs, failed = _with_spans(docs, spans, system.lang, run=row.gallery_first)
        if row.gallery_first:
            from incognote.review.released import check_released

            check_released(docs, spans)
    elif row.shows_marks and not marks:
        from incognote.replace.policy import get_policy
        from incognote.run.deidentifier import load_pipeline

        pipeline, policy = load_pipeline(system.settings()), get_policy(system.policy)
        docs = [policy.apply(doc) for doc in pipeline.annotate(docs)]
    elif not marks:
        docs = [doc.with_spans(()) for doc in docs]
    goal = Goal(target)
    if plan is not None:
        from incognote.assure.plan import read_plan
        from incognote.review.goal import goal_of_plan

        goal = goal_of_plan(read_plan(plan), [doc.id for doc in docs], target)
    make_project(project, docs, purpose=purpose, lang=system.lang, source=source, goal=goal)
    found = sum(len(doc.spans) for doc in docs)
    _wrote(project, len(docs), f", {counted(found, 'mark')}" if row.shows_marks else "")
    if failed and spans is not None:
        screen.say(
            f"{counted(failed, 'note')} of SRC left out: {spans.name} has no record of "
            f"{'it' if failed == 1 else 'them'}, so the run failed on "
            f"{'it' if failed == 1 else 'them'} and nothing of "
            f"{'it' if failed == 1 else 'them'} leaves."
        )
        raise typer.Exit(FAILED_NOTES)


def _check(purpose: str, said: list[str]) -> Purpose:
    """The row of a purpose, after refusing options that are not for it."""
    row = get_purpose(purpose)
    if wrong := [name for name in said if name not in row.takes]:
        of = ", ".join(row.takes) or "none of them"
        raise ConfigError(f"--for {purpose} takes {of}: leave out {', '.join(wrong)}.")
    if row.needs and not {*said} & {*row.needs}:
        raise ConfigError(f"--for {purpose} needs {row.needs[0]} FILE: it is to {row.about}.")
    if "--marks" in said and "--spans" in said:
        raise ConfigError("Give --marks or --spans: the marks are in SRC or in FILE.")
    if row.as_left and said == ["--target"]:
        raise ConfigError("--for certify needs --plan FILE to say how far a target is.")
    return row


def _with_spans(
    docs: list[Document], spans: Path, lang: str, *, run: bool
) -> tuple[list[Document], int]:
    """The notes with the marks of a file, and how many of them it has no record of.

    Args:
        docs: The notes.
        spans: The file.
        lang: Their language.
        run: Whether it is of a run: then notes that it has not are left out, else they fail.
    """
    from incognote.run.spans_in import SpansIn

    given = SpansIn(spans, Settings(lang))
    there = [doc for doc in docs if doc.id in given.spans] if run else docs
    found = list(given.annotate(there))
    if (more := len(given.spans) - len(found)) > 0:
        raise InputError(f"{spans}: holds marks of {counted(more, 'note')} not in SRC.")
    return found, len(docs) - len(found)


def _picked(docs: list[Document], picked: Path) -> list[Document]:
    """The notes that a file of `adapt pick` names, in its order."""
    of = {doc.id: doc for doc in docs}
    chosen = []
    for number, line in enumerate(read_lines(picked), start=1):
        if not line.strip():
            continue
        try:
            id = parse_json(line)["id"]
        except (ValueError, KeyError, TypeError):
            raise InputError(
                f"{picked}:{number}: is no line of incognote adapt pick, which has an id."
            ) from None
        if id not in of:
            raise InputError(f"{picked}:{number}: names a note that is not in SRC, or twice.")
        chosen.append(of.pop(id))
    return chosen


def _settle(project: Path, sources: list[Path]) -> None:
    """Makes a project of two others."""
    from incognote.review.making import make_project
    from incognote.review.project import Project
    from incognote.review.settling import side_by_side
    from incognote.review.source import stamp

    if len(sources) != 2 or sources[0].resolve() == sources[1].resolve():
        raise ConfigError("--for settle needs two projects: those of two readers.")
    source = stamp(sources)
    with Project(sources[0]) as first, Project(sources[1]) as second:
        docs, lang, settles = side_by_side(first, second), first.lang, first.kind
    make_project(project, docs, purpose="settle", lang=lang, source=source, settles=settles)
    with Project(project) as made:
        left, open = len(made.notes) - made.done, made.open
    _wrote(project, len(docs), f", {counted(open, 'mark')} that one made alone in {left:,} of them")


def _wrote(project: Path, notes: int, more: str) -> None:
    screen.say(f"{project} holds the notes: keep it where the notes may be kept.")
    typer.echo(
        f"Wrote {project}: {counted(notes, 'note')}{more}. "
        f"Open it: incognote review {project} --reader NAME"
    )
