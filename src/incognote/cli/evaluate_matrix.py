"""`incognote evaluate-matrix`: each system on each corpus."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from incognote.cli import options
from incognote.core import registry
from incognote.core.errors import ConfigError
from incognote.core.site import Site, read_site

if TYPE_CHECKING:
    from incognote.assure.evaluation.matrix import Predict
    from incognote.core.document import Document


def evaluate_matrix(
    system: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=SYSTEM",
            help="A row, repeatable: a model folder, or pipeline:LANG. NAME says what it was "
            "trained on.",
        ),
    ],
    corpus: Annotated[
        list[str],
        typer.Option(
            metavar="NAME=FORMAT:PATH[@PART]",
            help="A column, repeatable: marked notes "
            f"({', '.join(registry.names('format'))}), or the part that split.tsv names.",
        ),
    ],
    *,
    site: options.Site = None,
    category: Annotated[
        str, typer.Option(metavar="CATEGORY", help="Which category counts.")
    ] = "NAME",
    as_json: Annotated[bool, typer.Option("--json", help="Print every figure as JSON.")] = False,
) -> None:
    """Score each system on each corpus: F1, sensitivity and PPV of names, token by token.

    After Johnson 2020, table 4: only one category counts, and a token is of it or not.

    For example: incognote evaluate-matrix --system en=pipeline:en --system mine=models/mine
    --corpus dev=inline:corpora/notes_en@dev --corpus ward=jsonl:ward.jsonl
    """
    from incognote.assure.evaluation.matrix import BLOCKS
    from incognote.assure.evaluation.matrix import evaluate_matrix as score
    from incognote.cli import marked

    corpora = {}
    for name, value in _named(corpus, "--corpus", "NAME=FORMAT:PATH[@PART]"):
        format, colon, place = value.partition(":")
        if not (format and colon and place):
            raise ConfigError(f"--corpus {name}: must be NAME=FORMAT:PATH[@PART].")
        # A folder may itself be called so.
        path, _, part = place.rpartition("@")
        if not path or Path(place).exists():
            path, part = place, ""
        corpora[name] = marked.read_corpus(
            Path(path), format, part=part, option="NAME=FORMAT:PATH"
        ).docs
    known = read_site(site) if site else None
    systems = {
        name: _system(value, known) for name, value in _named(system, "--system", "NAME=SYSTEM")
    }
    blocks = score(systems, corpora, category=category)
    if as_json:
        figures = {
            block: {
                row: {column: figure.to_dict() for column, figure in cells.items()}
                for row, cells in rows.items()
            }
            for block, rows in blocks.items()
        }
        typer.echo(json.dumps({"category": category, **figures}, ensure_ascii=False, indent=1))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(f"{category}, binary tokens, %", *corpora, box=None, pad_edge=False)
    for block, rows in blocks.items():
        table.add_row(BLOCKS[block])
        for row, cells in rows.items():
            values = (figure.value for figure in cells.values())
            table.add_row(f"  {row}", *("-" if v is None else f"{100 * v:.2f}" for v in values))
    Console(highlight=False, markup=False).print(table)


def _named(items: Iterable[str], option: str, form: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for item in items:
        name, equals, value = item.partition("=")
        if not (name and equals and value):
            raise ConfigError(f"{option} {item}: must be {form}.")
        if name in dict(found):
            raise ConfigError(f"{option} {name}: the name stands twice.")
        found.append((name, value))
    return found


def _system(value: str, site: Site | None) -> Predict:
    from incognote.cli import marked

    kind, colon, lang = value.partition(":")
    if kind == "pipeline" and colon:
        machine = marked.load_system(lang, None, site=site)
    else:
        machine = marked.load_system("", Path(value), site=site)

    def predict(docs: Sequence[Document]) -> Iterable[Document]:
        return machine.annotate(docs)

    return predict
