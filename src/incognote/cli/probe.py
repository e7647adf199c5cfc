"""`incognote probe`: for which names, dates, numbers and places recall falls."""

from __future__ import annotations

import json
import random
import shlex
import sys
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from incognote.cli import field_options, options, screen
from incognote.cli.with_options import with_options
from incognote.core.errors import ConfigError, OutputError, counted, unknown
from incognote.core.site import read_site
from incognote.run.deidentifier import choose_model

if TYPE_CHECKING:
    from incognote.core.document import Document

_NAMED = 3
"""So many of the groups that miss a place are printed."""


@with_options
def probe(
    notes: Annotated[Path, typer.Argument(metavar="NOTES", help="The marked notes.")],
    *,
    ask: Annotated[
        str,
        typer.Option(
            metavar="QUESTIONS",
            help="names, writing, order, dates, days, months, phones, numbers, facilities, towns, "
            "with commas between. Default: all.",
        ),
    ] = "",
    sample: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="Ask in so many notes, drawn by --seed; 0 in all."),
    ] = 0,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Of the made-up values, the draw and the intervals.")
    ] = 20,
    resamples: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="Resamples for the intervals, and permutations that tell what falls; 0 leaves "
            "both out.",
        ),
    ] = 1000,
    unit: Annotated[
        str,
        typer.Option(
            metavar="UNIT",
            help="What is drawn: note, or a field of the notes such as patient, whose notes are "
            "then drawn together.",
        ),
    ] = "note",
    worst: Annotated[
        int,
        typer.Option(min=0, metavar="N", help="So many of the places that most groups miss."),
    ] = 100,
    values: Annotated[
        bool,
        typer.Option(
            "--values", help="Also say which made-up values were missed at the worst places."
        ),
    ] = False,
    name: Annotated[
        str, typer.Option(metavar="NAME", help="How the corpus is called. Default: its folder.")
    ] = "",
    out: Annotated[
        Path | None, options.out("FILE", "Write everything as JSON: for certify run --probe.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
    asked: options.MachineOptions,
    marks: field_options.GoldOptions,
) -> None:
    """Say for which names, dates, numbers and places a system's recall falls.

    The values at the gold marks are exchanged for made-up ones: people by origin, gender and how
    frequent their names are, in no list, also words, names of diseases; names in capitals, small
    letters, misspelled, in another order, as initials; dates, phones and numbers by form; places by
    how well they are known. The same places are asked in every group, and the system reads each
    note anew. Nothing of the notes is in the report but their ids and offsets. docs/probe.md says
    what the figures mean.

    For example: incognote probe corpora/notes_en --part dev --pipeline en --ask names
    """
    from incognote.assure.evaluation import Bootstrap, provenance
    from incognote.assure.evaluation.intervals import caution, drawn, groups_of
    from incognote.assure.evaluation.matching import match
    from incognote.assure.probe import weigh
    from incognote.assure.probe import worst as worst_of
    from incognote.cli import marked
    from incognote.cli.calibrated import check_labels
    from incognote.cli.evaluate import corpus_name
    from incognote.detect.neural import language_of
    from incognote.io.output import new_file
    from incognote.lab.probe import all_questions, answers

    if out is not None and out.exists() and out.stat().st_size:
        raise OutputError(f"{out}: exists already; choose another name or remove it.")
    model = choose_model(asked.pipeline, asked.model, fast=asked.fast)
    if not asked.pipeline and model is None:
        raise ConfigError("Give --pipeline LANG or --model FOLDER: the system that is asked.")
    lang = asked.pipeline or (language_of(model) if model else "")
    questions = all_questions(lang)
    chosen = [word.strip() for word in ask.split(",") if word.strip()] or list(questions)
    for word in chosen:
        if word not in questions:
            raise unknown("question", word, questions)
    corpus = marked.read_corpus(
        notes,
        marks.gold_format,
        part=asked.part,
        split_file=asked.split_file,
        fields=marks.fields(),
        spans=marks.gold_spans,
        option=marks.named,
    )
    marked.warn_unmarked(notes, corpus)
    check_labels(corpus.docs, lang)
    docs = corpus.docs
    if 0 < sample < len(docs):
        docs = random.Random(seed).sample(docs, sample)
    known = read_site(asked.site) if asked.site else None
    machine = marked.load_system(
        asked.pipeline, model, asked.overlay, site=known, recall_bias=asked.recall_bias
    )

    def annotate(docs: Sequence[Document]) -> list[Document]:
        return list(machine.annotate(docs))

    bootstrap = Bootstrap(resamples, seed=seed, unit=unit) if resamples else None
    units = groups_of(match(docs, docs), unit)
    owner = dict(zip((doc.id for doc in docs), units, strict=True)) if units else None
    bare = annotate([doc.with_spans(()) for doc in docs])
    found = []
    with screen.steps(sum(len(questions[word].groups) for word in chosen)) as told:
        for word in chosen:
            made = answers(
                questions[word], docs, bare, annotate, seed=str(seed), values=values, told=told
            )
            if made is not None:
                found.append(made)
    record: dict[str, Any] = {
        "corpus": name or corpus_name(notes, asked.part),
        "system": asked.told(model),
        "notes": len(docs),
        "seed": seed,
        "resamples": resamples,
        "unit": unit,
        "questions": [
            weigh(each, bootstrap, [owner[doc.id] for doc in each.notes] if owner else None)
            for each in found
        ],
        "not_asked": [word for word in chosen if word not in {each.name for each in found}],
        "worst": worst_of(found, worst, values=values),
        "date": f"{datetime.now(timezone.utc):%Y-%m-%d}",
        "command": shlex.join(["incognote", *sys.argv[1:]]),
        "versions": provenance.versions(),
        "hashes": {
            "corpus": provenance.hash_documents(docs),
            **marked.describe_system(asked.pipeline, model, known),
        },
    }
    if bootstrap and (warning := caution(drawn([doc.id for doc in docs], units), unit)):
        record["caution"] = warning
    text = json.dumps(record, ensure_ascii=False, indent=1)
    if out is not None:
        with new_file(out, shared=True) as file:
            file.write(text.encode() + b"\n")
    if as_json:
        typer.echo(text)
    else:
        _print(record)


def _print(record: dict[str, Any]) -> None:
    from rich.console import Console

    from incognote.assure.probe import ordered, percent, points, verdict
    from incognote.cli.evaluate import table_of

    width = None if sys.stdout.isatty() else 160
    console = Console(highlight=False, markup=False, width=width)
    console.print(
        f"corpus {record['corpus']} ({counted(record['notes'], 'note')}), "
        f"system {record['system']}, seed {record['seed']}"
    )
    for question in record["questions"]:
        console.print("", f"{question['question']}: {question['what']}", sep="\n")
        console.print(
            f"{counted(question['places'], 'place')} in {counted(question['notes'], 'note')}; "
            "difference from: "
            f"{question['reference']}"
        )
        table = table_of("group", "recall %", "difference", "p", "", "characters %", "difference")
        for row in ordered(question):
            difference = row.get("difference", {})
            table.add_row(
                row["group"],
                percent(row["recall"]),
                points(difference.get("recall")),
                f"{row['p']:.3f}" if "p" in row else "",
                "falls" if row.get("falls") else "",
                percent(row["masked"]),
                points(difference.get("masked")),
            )
        for title, figures in _beside(question):
            recall, letters = percent(figures["recall"]), percent(figures["masked"])
            table.add_row(title, recall, "", "", "", letters, "")
        console.print(table)
        console.print(verdict(question))
    for word in record["not_asked"]:
        console.print(f"{word}: no note has such a place.")
    if record["worst"]:
        table = table_of("worst places", "start", "end", "missed in", "label and groups")
        table.columns[-1].justify = "left"
        for row in record["worst"]:
            stands = ", also as it stands" if row["missed_as_it_stands"] else ""
            table.add_row(
                row["id"],
                f"{row['start']}",
                f"{row['end']}",
                f"{row['missed']} of {row['groups']}",
                f"{row['label']}{stands}; {_groups(row['missed_in'])}",
            )
        console.print("", table, sep="\n")
    if "caution" in record:
        console.print("", record["caution"], sep="\n")


def _beside(question: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """What stands below the groups, as far as it is none of them."""
    from incognote.assure.probe import MEAN

    groups = {row["group"] for row in question["groups"]}
    rows = [("as it stands", question["as_it_stands"])]
    if question["reference"] == MEAN:
        rows.insert(0, (MEAN, question["mean"]))
    return [(title, figures) for title, figures in rows if title not in groups]


def _groups(missed_in: dict[str, list[str]]) -> str:
    """The first groups of each question."""
    told = []
    for question, groups in missed_in.items():
        more = f" and {len(groups) - _NAMED} more" if len(groups) > _NAMED else ""
        told.append(f"{question}: {', '.join(groups[:_NAMED])}{more}")
    return "; ".join(told)
