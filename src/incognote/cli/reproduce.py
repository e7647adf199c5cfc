"""`incognote reproduce`: a paper's experiment, its figures beside ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options
from incognote.cli.screen import say
from incognote.core.config import parse_json
from incognote.core.errors import ConfigError, InputError, MissingExtraError


def reproduce(
    paper: Annotated[
        str,
        typer.Argument(
            metavar="PAPER",
            help="johnson2020, hartman2020, ahmed2020, amirifardchime2025 or hadoken2019.",
        ),
    ] = "",
    *,
    list_: Annotated[
        bool,
        typer.Option(
            "--list",
            help="Print every table and figure of all papers, or of PAPER, and how it stands, no "
            "more.",
        ),
    ] = False,
    out: Annotated[
        Path | None, options.out("FOLDER", "Models, tables and plots; what it holds is used.")
    ] = None,
    data: Annotated[
        list[str] | None,
        typer.Option(
            metavar="DIR",
            help="Where the corpus lies; or NAME=DIR, repeatable, for several corpora and for "
            "checkpoints that a configuration names.",
        ),
    ] = None,
    table: Annotated[
        list[int] | None, typer.Option(metavar="N", help="Only this table, repeatable.")
    ] = None,
    on: Annotated[
        str,
        typer.Option(
            metavar="CORPUS", help="An open corpus instead: meddocan, notes-en or extra-en."
        ),
    ] = "",
    part: Annotated[
        str,
        typer.Option(
            metavar="PART",
            help="Score this part of every corpus, train, dev or test, not the one that it is "
            "scored on unless told otherwise: test, or dev where the test is kept apart.",
        ),
    ] = "",
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=VALUE",
            help="A setting of all trainings, repeatable: device=cuda, loop.epochs=5.",
        ),
    ] = None,
    seeds: Annotated[
        int,
        typer.Option(
            metavar="N", help="Train each system N times; figures are means ± their deviation."
        ),
    ] = 1,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="One epoch on a few notes: shows that it runs, nothing else."),
    ] = False,
) -> None:
    """Run a paper's experiment and print its tables, the paper's figures beside ours.

    FOLDER gets PAPER-on-CORPUS.json (PAPER-on-CORPUS-PART.json with --part), the same as Markdown,
    plots where the paper has them, and the models. Started again, it trains only what is missing. A
    row that cannot be run says why; where none can be nothing is written and that is an error.
    Epochs are chosen on a tenth of the training notes, never on what is scored. Needs the extra
    `train`; plots need `report`.
    """
    try:
        from incognote.lab.reproduce import report as reports
        from incognote.lab.reproduce.corpora import lies_with
        from incognote.lab.reproduce.experiment import names, read_experiment
        from incognote.lab.reproduce.listing import listing, to_text
        from incognote.lab.reproduce.run import reproduce as run
        from incognote.lab.training.plot import check_extra
    except ImportError:
        raise MissingExtraError("Reproducing an experiment", "train") from None

    if list_:
        only = {paper} if paper and read_experiment(paper) else set(names())
        typer.echo(to_text(one for one in listing() if one.paper in only))
        return
    if not paper or out is None:
        raise ConfigError("name a paper and a folder with --out, or ask for --list.")
    experiment = read_experiment(paper)
    if any(t.plot for t in experiment.table if not table or t.number in table):
        check_extra()  # not only when all is trained
    corpus = lies_with(on or experiment.corpus)
    paths = {}
    for item in data or ():
        key, equals, path = item.partition("=")
        paths[key if equals else corpus] = Path(path if equals else key)
    done = run(
        paper,
        out,
        data=paths,
        on=on,
        part=part,
        tables=tuple(table or ()),
        quick=quick,
        seeds=seeds,
        settings=_settings(set_ or []),
        say=say,
    )
    asked = [o for _, outcomes in done.tables for o in outcomes if o.row.system]
    if not any(o.ours for o in asked):  # or it would take the place of an earlier result
        raise InputError(f"no row of {paper} could be run; of the first: {asked[0].note}")
    out.mkdir(parents=True, exist_ok=True)
    stem = reports.stem(done)
    markdown = reports.to_markdown(done)
    text = json.dumps(reports.to_dict(done), ensure_ascii=False, indent=1)
    (out / f"{stem}.json").write_text(text, encoding="utf-8")
    (out / f"{stem}.md").write_text(markdown, encoding="utf-8")
    for name, svg in reports.plots(done):
        (out / name).write_text(svg, encoding="utf-8")
    typer.echo(markdown)


def _settings(items: list[str]) -> dict[str, object]:
    """Settings as TOML values: a number, true, or else a word."""
    found: dict[str, object] = {}
    for item in items:
        name, equals, value = item.partition("=")
        if not (name and equals):
            raise ConfigError(f"--set {item}: must be NAME=VALUE, as in loop.epochs=5.")
        try:
            found[name] = parse_json(value)
        except ValueError:
            found[name] = value
    return found
