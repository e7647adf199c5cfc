"""`incognote ensemble`: several models as one."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from incognote.cli import options
from incognote.core.errors import ConfigError


def ensemble(
    models: Annotated[list[Path], typer.Argument(metavar="MODEL", help="Two or more models.")],
    *,
    out: Annotated[Path, options.out("FOLDER", "The new ensemble.")],
    best_on: Annotated[
        Path | None,
        typer.Option(
            metavar="GOLD",
            help="Marked notes on which the best model for each label is chosen. Without it the "
            "models' scores are averaged.",
        ),
    ] = None,
    gold_format: Annotated[str, options.format_of("What GOLD holds")] = "jsonl",
    part: Annotated[
        str, typer.Option(metavar="PART", help="Only this part of GOLD, for example dev.")
    ] = "",
    recall_bias: Annotated[
        float,
        typer.Option(
            metavar="NUMBER",
            help="The ensemble's operating point: above 0 finds more, with more false alarms.",
        ),
    ] = 0.0,
    label_bias: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LABEL=NUMBER",
            help="The same for one label besides, repeatable: for what is missed most often.",
        ),
    ] = None,
    caseless_bias: Annotated[
        float,
        typer.Option(
            metavar="NUMBER",
            help="The same besides for notes without capitals, or with nothing else.",
        ),
    ] = 0.0,
    scout: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="NUMBER",
            help="Which MODEL, counted from 1, reads whole notes: the others then read only what "
            "stands around the tokens that it is in doubt of. What counts as doubt is set for the "
            "English model: measure with and without. Not with --best-on.",
        ),
    ] = None,
) -> None:
    """Join models of one language, label scheme and tokenizer: seeds of one, or different ones.

    FOLDER may be given wherever a model folder may: `deid --model`, `evaluate --model`, as the
    teacher of a training. Ties between models go to the first.
    """
    from incognote.assure.evaluation import evaluate
    from incognote.cli import marked
    from incognote.detect.neural.ensemble import write_ensemble

    if len(models) < 2:
        raise ConfigError("Give at least two models to join.")
    if scout is not None and (best_on is not None or scout > len(models)):
        raise ConfigError(
            f"--scout {scout}: must be one of the {len(models)} models, whose scores are averaged "
            "(no --best-on)."
        )
    by_label = _by_label(label_bias or [])
    write = partial(
        write_ensemble,
        models,
        out,
        recall_bias=recall_bias,
        label_bias=by_label,
        caseless_bias=caseless_bias,
        scout=None if scout is None else scout - 1,
    )
    if best_on is None:
        write()
        typer.echo(f"Wrote {out}: the mean of {len(models)} models.")
        return
    gold = marked.read_corpus(best_on, gold_format, part=part, option="--gold-format").docs
    scores = []
    for model in models:
        found = marked.load_system("", model).annotate(doc.with_spans(()) for doc in gold)
        figures = evaluate(gold, list(found), ["entities"]).figures
        scores.append(figures)
    labels = sorted({span.label for doc in gold for span in doc.spans})
    chosen = {}
    for label in labels:
        key = f"entities/strict/label={label}/f1"
        values = [figures[key].value or 0.0 for figures in scores]
        chosen[label] = values.index(max(values))
        typer.echo(f"{label:32} {models[chosen[label]].name}  F1 {max(values):.4f}")
    write(labels=chosen)
    typer.echo(f"Wrote {out}: {len(models)} models, the best for each label.")


def _by_label(given: list[str]) -> dict[str, float]:
    """What `--label-bias` says, by label."""
    biases = {}
    for text in given:
        label, _, number = text.partition("=")
        try:
            biases[label] = float(number)
        except ValueError:
            raise ConfigError(
                f"--label-bias '{text}' must be a label, '=' and a number: PROFESSION=0.4."
            ) from None
    return biases
