"""`incognote evaluate`: score a system on marked notes."""

from __future__ import annotations

import json
import shlex
import sys
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from incognote.assure.rounding import at_least, at_most
from incognote.cli import field_options, options, screen
from incognote.cli.with_options import with_options
from incognote.core import registry
from incognote.core.errors import ConfigError, InputError, OutputError
from incognote.core.site import read_site
from incognote.run.deidentifier import choose_model

if TYPE_CHECKING:
    from rich.table import Table

    from incognote.assure.evaluation import Evaluation
    from incognote.assure.evaluation.counts import Figure

_MAIN = (
    "characters/masked/share",
    "characters/removed/share",
    "entities/strict/f1",
    "tokens/binary/recall",
    "meddocan/ner/f1",
    "i2b2-2014/strict/f1",
)
"""What is printed of strata."""

_FORMATS = ", ".join(registry.names("format"))


@with_options
def evaluate(
    gold: Annotated[Path, typer.Argument(metavar="GOLD", help="The marked notes.")],
    predicted: Annotated[
        Path | None,
        typer.Argument(
            metavar="PREDICTED",
            help="What a system found in the same notes. Left out with --pipeline or --model.",
        ),
    ] = None,
    *,
    predicted_format: Annotated[
        str,
        typer.Option(
            metavar="FORMAT",
            help=f"What PREDICTED holds: {_FORMATS}, or spans, which `incognote detect` writes. "
            "A file with text is jsonl.",
        ),
    ] = "spans",
    save_probabilities: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep what the model makes of each token, a new file: --probabilities reads it. "
            "Holds ids and offsets of the notes, no text.",
        ),
    ] = None,
    probabilities: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="In place of a model what --save-probabilities kept of it, with or without "
            "--pipeline: another --recall-bias or --points without running it again.",
        ),
    ] = None,
    scorer: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help=f"What to count, repeatable: {', '.join(registry.names('scorer'))}. "
            "Default: characters, entities.",
        ),
    ] = None,
    policy: Annotated[
        str, typer.Option(metavar="POLICY", help="What counts as an identifier, on both sides.")
    ] = "all",
    sentence_counts: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Lines of id, split, number of sentences: for MEDDOCAN's leak."
        ),
    ] = None,
    resamples: options.Resamples = 1000,
    unit: Annotated[
        str,
        typer.Option(
            metavar="UNIT",
            help="What is resampled: note, or a field of the notes such as patient, whose notes "
            "are then drawn together.",
        ),
    ] = "note",
    by: Annotated[
        str,
        typer.Option(
            metavar="FIELDS", help="Also by these fields of the notes: kind,setting or folder."
        ),
    ] = "",
    features: Annotated[
        bool,
        typer.Option(
            "--features",
            help="Also by features of an identifier: label, capitals, length, form or prose, and "
            "with --part or --seen whether training held it.",
        ),
    ] = False,
    seen: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="For --features: the marked notes of training, in GOLD's format. Default: the "
            "other parts.",
        ),
    ] = None,
    prose: Annotated[
        bool,
        typer.Option("--prose", help="Also without the labelled lines of forms (Nombre: ...)."),
    ] = False,
    points: Annotated[
        bool,
        typer.Option(
            "--points",
            help="Also what would be at other thresholds: fixed sensitivities, R@P, curves.",
        ),
    ] = False,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="OTHER",
            help="Compare with what another system found, in the same format, by paired bootstrap.",
        ),
    ] = None,
    mistakes: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write every mistake with its context. HOLDS PHI."),
    ] = None,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="How the corpus is called. Default: its folder.")
    ] = "",
    out: Annotated[
        Path | None, options.out("FILE", "Write every figure as JSON: for `report`.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print every figure as JSON.")] = False,
    asked: options.MachineOptions,
    marks: field_options.GoldOptions,
) -> None:
    """Score what a system found in marked notes.

    Prints the figures in all with their intervals and n; --json has those by label and everything
    else. docs/evaluation.md explains each figure. Gold notes without a prediction, predictions
    without a gold note and texts that differ are errors: nothing is left out of a score.

    For example: incognote evaluate corpora/notes_en --gold-format inline --part dev --pipeline en
    """
    from incognote.assure.evaluation import (
        Bootstrap,
        Options,
        compare_systems,
        matching,
        provenance,
    )
    from incognote.assure.evaluation import evaluate as score
    from incognote.assure.evaluation.intervals import caution, drawn
    from incognote.assure.evaluation.mistakes import render
    from incognote.assure.evaluation.strata import Seen
    from incognote.assure.probabilities import token_probabilities
    from incognote.cli import marked
    from incognote.io.output import new_file
    from incognote.replace.policy import get_policy

    scorers = scorer or ["characters", "entities"]
    for scorer_name in scorers:
        registry.get("scorer", scorer_name)
    for path in filter(None, (out, mistakes, save_probabilities)):
        # Before the model reads anything: that takes minutes.
        if path.exists() and path.stat().st_size:
            raise OutputError(f"{path}: exists already; choose another name or remove it.")
    chosen = get_policy(policy)
    counts = matching.read_sentence_counts(sentence_counts) if sentence_counts else None
    corpus = marked.read_corpus(
        gold,
        marks.gold_format,
        part=asked.part,
        split_file=asked.split_file,
        fields=marks.fields(),
        spans=marks.gold_spans,
        option=marks.named,
    )
    marked.warn_unmarked(gold, corpus)
    training = (
        marked.read_corpus(seen, marks.gold_format, option=marks.named).docs
        if seen
        else corpus.others
    )
    likely = None
    made_of = {"corpus": provenance.hash_documents(corpus.docs)}
    if predicted is not None:
        if asked.is_named:
            raise ConfigError(
                "Give PREDICTED, or --pipeline, --model and what goes with them, not both."
            )
        if probabilities or save_probabilities:
            raise ConfigError("Give PREDICTED or probabilities, not both.")
        found = marked.read_predictions(predicted, predicted_format, corpus)
        made_of["predictions"] = provenance.hash_documents(found)
        system = predicted.stem
    else:
        if probabilities and (asked.model or asked.fast or save_probabilities):
            raise ConfigError(
                "--probabilities stands in place of a model: leave out --model, --fast and "
                "--save-probabilities."
            )
        if probabilities and not probabilities.is_file():
            raise InputError(f"{probabilities}: cannot be read (it is no file).")
        model = probabilities or choose_model(asked.pipeline, asked.model, fast=asked.fast)
        now = 0.0 if save_probabilities else asked.recall_bias
        known = read_site(asked.site) if asked.site else None
        machine = marked.load_system(
            asked.pipeline, model, asked.overlay, site=known, recall_bias=now, whole=points
        )
        made_of |= marked.describe_system(asked.pipeline, model, known)
        if save_probabilities:
            machine, keeper = marked.record(machine, made_of["model"], asked.recall_bias)
        found = list(machine.annotate(doc.with_spans(()) for doc in corpus.docs))
        if points or save_probabilities:
            # Kept as well for --points: a pipeline may read a note otherwise than it stands.
            likely = token_probabilities(machine, corpus.docs)
        if save_probabilities:
            with new_file(save_probabilities) as file:
                keeper.write(file)
        system = asked.told(model)
    bootstrap = Bootstrap(resamples, unit=unit) if resamples else None
    wanted = Options(
        corpus=name or corpus_name(gold, asked.part),
        system=system,
        policy=chosen,
        sentence_counts=counts,
        bootstrap=bootstrap,
        by=tuple(filter(None, by.split(","))),
        features=features,
        seen=Seen.of(training) if training else None,
        prose=prose,
        operating_points=points,
        mistakes=True,
        probabilities=likely if points else None,
    )
    result = score(corpus.docs, found, scorers, wanted)
    record: dict[str, Any] = {
        **result.to_dict(),
        "policy_description": chosen.description,
        "date": f"{datetime.now(timezone.utc):%Y-%m-%d}",
        "command": shlex.join(["incognote", *sys.argv[1:]]),
        "versions": provenance.versions(),
        "hashes": {**made_of, "policy": f"{chosen.name} {provenance.hash_policy(chosen)}"},
    }
    few = drawn([doc.id for doc in corpus.docs], result.groups)
    if bootstrap and (warning := caution(few, unit)):
        record["caution"] = warning
    if against is not None:
        other = score(
            corpus.docs, marked.read_predictions(against, predicted_format, corpus), scorers, wanted
        )
        record["difference"] = {
            "against": against.stem,
            "figures": {
                key: difference.to_dict()
                if few > 1
                else {"value": difference.value, "n": difference.n}
                for key, difference in compare_systems(
                    result, other, bootstrap or Bootstrap(unit=unit)
                ).items()
            },
        }
    text = json.dumps(record, ensure_ascii=False, indent=1)
    if out is not None:
        with new_file(out, shared=True) as file:
            file.write(text.encode() + b"\n")
    if mistakes is not None:
        pairs = matching.apply_policy(matching.match(corpus.docs, found), chosen)
        with new_file(mistakes) as file:
            for line in render(pairs):
                file.write(line.encode() + b"\n")
        screen.say(f"{mistakes} holds PHI: keep it where the notes may be kept.")
    if as_json:
        typer.echo(text)
    else:
        _print(result, record)


def corpus_name(gold: Path, part: str) -> str:
    """Returns what a corpus is called: its folder; `dev` says nothing without its parent."""
    from incognote.io.split import part_of

    folder = gold.absolute()
    of = folder.parent.name if folder.is_dir() and not part and part_of("", folder) else ""
    return " ".join(filter(None, [of, folder.name, part]))


def _print(result: Evaluation, record: dict[str, Any]) -> None:
    from rich.console import Console

    # In a file or a pipe nothing has to be cut to the width of a screen.
    width = None if sys.stdout.isatty() else 160
    console = Console(highlight=False, markup=False, width=width)
    console.print(
        f"corpus {result.corpus} ({result.notes:,} notes), system {result.system}, "
        f"policy {result.policy}"
    )
    sections = [("figure", result.figures)]
    if result.prose:
        sections.append(("prose only", result.prose))
    for title, figures in sections:
        table = table_of(title, "%", "interval", "n")
        for key, figure in figures.items():
            if "/label=" not in key:
                table.add_row(key, *_cells(figure), f"{figure.n:,}")
        console.print("", table, sep="\n")
    for field in dict.fromkeys(name.partition("=")[0] for name in result.strata):
        console.print("", _strata(field, result), sep="\n")
    for title, figures in result.features.items():
        table = table_of(title, "covered %", "interval", "found exactly %", "interval", "n")
        for key, figure in figures.items():
            measure, _, rest = key.partition("/label=")
            if measure == "identifiers_covered":
                exact = figures[f"found_exactly/label={rest}"]
                value = rest.removesuffix("/share")
                table.add_row(value, *_cells(figure), *_cells(exact), f"{figure.n:,}")
        console.print("", table, sep="\n")
    if result.points:
        table = table_of(
            "required sensitivity",
            "threshold",
            "Se %",
            "interval",
            "PPV %",
            "interval",
            "F1 %",
            "FN/1000",
            "FP/1000",
        )
        for point in result.points["fixed_sensitivity"]:
            table.add_row(
                "default" if point["required"] is None else f"{100 * point['required']:g}",
                "-" if point["threshold"] is None else f"{point['threshold']:.4f}",
                *_point_cells(point, "recall"),
                *_point_cells(point, "precision"),
                f"{100 * point['f1']:.2f}",
                *(f"{point[key]:.2f}" for key in ("fn_per_1000", "fp_per_1000")),
            )
        console.print("", f"Whitespace tokens, from {result.points['from']}:", table, sep="\n")
        if any(point["threshold"] == 0 for point in result.points["fixed_sensitivity"]):
            console.print(
                "Threshold 0: only taking every token for PHI would reach that sensitivity."
                + (
                    " Span scores say nothing of what was not found; --pipeline and --model give "
                    "token probabilities."
                    if result.points["from"] == "span scores"
                    else ""
                )
            )
        best = result.points["recall_at_precision_85"]
        console.print(
            f"R@P=85: recall {100 * best['recall']:.2f} at precision {100 * best['precision']:.2f}"
        )
    if "difference" in record:
        table = table_of(f"minus {record['difference']['against']}", "points", "interval", "p")
        for key, difference in record["difference"]["figures"].items():
            if "/label=" not in key:
                ends = []
                if "low" in difference:
                    ends.append(at_least(100 * difference["low"], sign="+"))
                    ends.append(at_most(100 * difference["high"], sign="+"))
                table.add_row(
                    key,
                    f"{100 * difference['value']:+.2f}",
                    " - ".join(ends),
                    f"{difference['p']:.3f}" if ends else "",
                )
        console.print("", table, sep="\n")
    if "caution" in record:
        console.print("", record["caution"], sep="\n")


def _strata(field: str, result: Evaluation) -> Table:
    """The main figures of each value of a field; --json has every one with its interval."""
    shown = [name for name in _MAIN if name in result.figures]
    table = table_of(field, *(f"{name} %" for name in shown))
    for name, figures in result.strata.items():
        of, _, value = name.partition("=")
        if of == field:
            table.add_row(value, *(_cells(figures[key])[0] for key in shown))
    return table


def table_of(first: str, *others: str) -> Table:
    """Returns an empty table: a column of words, then of numbers."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _point_cells(point: dict[str, Any], key: str) -> tuple[str, str]:
    from incognote.assure.evaluation.counts import Figure

    ends = point.get("intervals", {}).get(key)
    return _cells(Figure(point[key], point["n_phi"], *(ends or ())))


def _cells(figure: Figure) -> tuple[str, str]:
    """Value and interval in per cent."""
    value = "-" if figure.value is None else f"{100 * figure.value:.2f}"
    if figure.low is None or figure.high is None:
        return value, ""
    return value, f"{at_least(100 * figure.low)} - {at_most(100 * figure.high)}"
