"""`incognote review agree`: how far two readers agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from incognote.core.errors import ConfigError, InputError, counted


def agree(
    first: Annotated[
        Path, typer.Argument(metavar="FIRST", help="The project that one reader read.")
    ],
    second: Annotated[
        Path, typer.Argument(metavar="SECOND", help="The project of the same notes of another.")
    ],
    *,
    differences: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="What they disagree on: note, place and type, one JSON object a line; no text.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print every figure as JSON.")] = False,
) -> None:
    """Say how far two readers agree, over the notes that both have read.

    Each reads a project of their own, so that neither sees what the other does. By type: Cohen's
    kappa over letters and digits, F1 of the marks (exact place and type), and the share of the
    letters and digits that anyone marked that both marked. A type is all it takes to differ in
    F1 of all types; their kappa and characters ask only whether a character is marked.
    """
    from incognote.assure.evaluation.agreement import agreement
    from incognote.assure.evaluation.agreement import differences as differing
    from incognote.assure.evaluation.matching import match
    from incognote.io.output import new_file
    from incognote.review.answers import read_by
    from incognote.review.project import Project

    if first.resolve() == second.resolve():
        raise ConfigError("FIRST and SECOND are the same project: name those of two readers.")
    with Project(first) as one, Project(second) as two:
        docs = [{doc.id: doc for doc in read_by(project)} for project in (one, two)]
    both = docs[0].keys() & docs[1].keys()
    if not both:
        raise InputError("There is no note that both have read.")
    pairs = match(*([doc for id, doc in of.items() if id in both] for of in docs))
    rows = agreement(pairs)
    if differences is not None:
        readers = [{id: doc.meta["reader"] for id, doc in of.items()} for of in docs]
        with new_file(differences, shared=True) as file:
            for each in differing(pairs):
                line = {
                    "note": each.note,
                    "reader": readers[each.whose][each.note],
                    "start": each.start,
                    "end": each.end,
                    "label": each.label,
                    "differs": each.kind,
                }
                file.write(f"{json.dumps(line, ensure_ascii=False)}\n".encode())
    left = [len(of) - len(both) for of in docs]
    if as_json:
        figures = {
            row.label: {
                "kappa": row.kappa,
                "f1": row.f1,
                "characters": row.characters,
                "both": row.marks.tp,
                "first": row.marks.fn,
                "second": row.marks.fp,
            }
            for row in rows
        }
        told = {"notes": len(both), "read_by_first_alone": left[0], "read_by_second_alone": left[1]}
        typer.echo(json.dumps({**told, "types": figures}, indent=1))
        return
    from rich.console import Console
    from rich.table import Table

    head = ("kappa", "F1", "characters", "both", "first", "second")
    table = Table("type", box=None, pad_edge=False)
    for name in head:
        table.add_column(name, justify="right")
    for row in rows:
        figures_of = (f"{x:.3f}" for x in (row.kappa, row.f1, row.characters))
        marks = (f"{n:,}" for n in (row.marks.tp, row.marks.fn, row.marks.fp))
        table.add_row(row.label, *figures_of, *marks)
    Console(highlight=False, markup=False).print(table)
    alone = f"; {counted(sum(left), 'note')} that one alone has read left out" if any(left) else ""
    typer.echo(f"{counted(len(both), 'note')} that both have read{alone}.")
