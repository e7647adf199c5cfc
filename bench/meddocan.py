"""What the Spanish pipeline finds on splits of MEDDOCAN and on notes of other shapes.

    python bench/meddocan.py score --gold FOLDER/dev --sentence-counts FOLDER/sentence_counts.tsv \
        --model MODEL
    python bench/meddocan.py notes --notes corpora/notes_es --part dev
    python bench/meddocan.py seeds SEED-1 SEED-2 SEED-3 --ensemble MEAN --gold FOLDER/dev ...

`score` gives the official scores of any folder of brat files: NER, leak, strict, merged, and NER
without the lines of the form; --alone scores the model without rules and second pass. What ships
has learned from MEDDOCAN's dev part, so dev is scored with trainings of es.toml, which have not.
`notes` gives what a privacy officer asks of notes in inline marks, in all and by folder. `seeds`
puts several trainings of one configuration, their mean and what they are as one side by side.

Results go into results.md; with --dry, only to the screen, and --sample N looks at N notes.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

from incognote.assure.evaluation import Bootstrap, Options, evaluate
from incognote.assure.evaluation.counts import Figure
from incognote.assure.evaluation.matching import read_sentence_counts
from incognote.core.document import Document
from incognote.core.pipeline import Settings
from incognote.core.resolve import resolve
from incognote.detect.neural import EnsembleDetector, NeuralDetector
from incognote.io import brat, inline
from incognote.io.split import split
from incognote.replace.policy import get_policy
from incognote.run.deidentifier import load_pipeline, shipped_model
from record import record

Rows = list[tuple[str, ...]]
BOOTSTRAP = Bootstrap(seed=20)
CORPORA = Path(__file__).parents[1] / "corpora"
CHUNK = 64
"""Notes that are looked at together."""
OFFICIAL = {
    "NER precision": "meddocan/ner/precision",
    "NER recall": "meddocan/ner/recall",
    "NER F1": "meddocan/ner/f1",
    "strict F1": "meddocan/strict/f1",
    "merged F1": "meddocan/merged/f1",
    "leak": "meddocan/leak/share",
}
NER = {name: key for name, key in OFFICIAL.items() if name.startswith("NER")}
CHARACTERS = {
    "characters masked": "characters/masked/share",
    "clinical text removed": "characters/removed/share",
    "identifiers fully covered": "characters/identifiers_covered/share",
    "notes fully masked": "characters/notes_masked/share",
}


LEARNED = "What ships learned from MEDDOCAN's train and dev parts: on them this is no test."


def annotate(docs: Sequence[Document], model: Path | None, alone: bool) -> list[Document]:
    """Returns the notes as the pipeline marks them, or with `alone` the model within it."""
    bare = [doc.with_spans(()) for doc in docs]
    pipeline = load_pipeline(Settings("es", model))
    if not alone:
        return list(pipeline.annotate(bare))
    for start in range(0, len(bare), CHUNK):
        some = bare[start : start + CHUNK]
        for detector in pipeline.detectors:
            found = detector.detect(some)
            if isinstance(detector, NeuralDetector | EnsembleDetector):
                # What the detectors before it found is evidence that it reads, and no more.
                some = [d.with_spans(resolve(f, d.text)) for d, f in zip(some, found, strict=True)]
                break
            some = [d.with_spans((*d.spans, *f)) for d, f in zip(some, found, strict=True)]
        bare[start : start + CHUNK] = some
    return bare


def score(args: argparse.Namespace) -> tuple[str, Rows, str]:
    """The official scores of a split, and NER without the lines of the form."""
    gold = list(brat.read(args.gold))[: args.sample]
    counts = read_sentence_counts(args.sentence_counts) if args.sentence_counts else None
    options = Options(sentence_counts=counts, bootstrap=BOOTSTRAP, prose=True)
    result = evaluate(gold, annotate(gold, args.model, args.alone), ["meddocan"], options)
    rows = rows_of(result.figures, OFFICIAL)
    rows += [(f"{name}, prose only", figure(result.prose[key])) for name, key in NER.items()]
    system = "model alone" if args.alone else "whole pipeline"
    ships = args.model is None or args.model.resolve().is_relative_to(shipped_model("es"))
    note = f"Official scorer. {LEARNED}" if ships else "Official scorer."
    return f"MEDDOCAN {args.gold.name}, {len(gold)} notes, {system}", rows, note


def notes(args: argparse.Namespace) -> tuple[str, Rows, str]:
    """Characters of notes of other shapes, in all and by folder, policy all."""
    docs = split(inline.read(args.notes), args.notes / "split.tsv", args.part)
    gold = list(docs)[: args.sample]
    options = Options(policy=get_policy("all"), bootstrap=BOOTSTRAP, by=("folder",))
    result = evaluate(gold, annotate(gold, args.model, args.alone), ["characters"], options)
    rows = rows_of(result.figures, CHARACTERS)
    for stratum, figures in result.strata.items():
        folder = stratum.partition("=")[2]
        short = dict(list(CHARACTERS.items())[:2])
        rows += [(f"{folder}: {name}", text) for name, text in rows_of(figures, short)]
    system = "model alone" if args.alone else "whole pipeline"
    return f"{args.notes.name} {args.part}, {len(gold)} notes, {system}", rows, "Policy all."


def seeds(args: argparse.Namespace) -> tuple[str, Rows, str, tuple[str, ...]]:
    """Figures of several models, their mean and deviation, and of an ensemble of them."""
    gold = list(brat.read(args.gold))[: args.sample]
    counts = read_sentence_counts(args.sentence_counts) if args.sentence_counts else None
    official = Options(sentence_counts=counts, prose=True)
    marked = list(split(inline.read(args.notes), args.notes / "split.tsv", "dev"))[: args.sample]
    everything = Options(policy=get_policy("all"))
    columns: list[dict[str, float]] = []
    for model in (*args.models, *([args.ensemble] if args.ensemble else [])):
        result = evaluate(gold, annotate(gold, model, args.alone), ["meddocan"], official)
        values = {
            name: result.figures[key].value
            for name, key in OFFICIAL.items()
            if key in result.figures
        }
        values["NER recall, prose only"] = result.prose[NER["NER recall"]].value
        found = annotate(marked, model, args.alone)
        figures = evaluate(marked, found, ["characters"], everything).figures
        for name, key in list(CHARACTERS.items())[:2]:
            values[f"{args.notes.name}: {name}"] = figures[key].value
        columns.append({name: 100 * (value or 0.0) for name, value in values.items()})
    trained = columns[: len(args.models)]
    rows = []
    for name in columns[0]:
        values_of = [column[name] for column in trained]
        mean = f"{statistics.fmean(values_of):.2f} ({statistics.stdev(values_of):.2f})"
        rows.append(
            (
                name,
                *(f"{column[name]:.2f}" for column in trained),
                mean,
                *(f"{column[name]:.2f}" for column in columns[len(trained) :]),
            )
        )
    head = ("%", *(f"seed {i}" for i, _ in enumerate(trained, 1)), "mean (deviation)")
    title = f"MEDDOCAN {args.gold.name} and {args.notes.name} dev, {len(trained)} seeds"
    note = "Whole pipeline, official scorer; characters under policy all."
    return title, rows, note, (*head, *(["ensemble of them"] if args.ensemble else []))


def rows_of(figures: Mapping[str, Figure], wanted: Mapping[str, str]) -> Rows:
    """Returns the figures that are wanted and defined, by their names."""
    return [(name, figure(figures[key])) for name, key in wanted.items() if key in figures]


def figure(figure: Figure) -> str:
    """Returns a share in percent with its interval and n."""
    if figure.value is None:
        return "-"
    text = f"{100 * figure.value:.2f} %"
    if figure.low is not None and figure.high is not None:
        text += f" ({100 * figure.low:.2f} to {100 * figure.high:.2f})"
    return f"{text}, n {figure.n:,}"


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    official = commands.add_parser("score", help="official scores of a split")
    official.add_argument("--gold", type=Path, required=True, help="a folder of brat files")
    official.add_argument("--sentence-counts", type=Path, help="for the leak")
    marked = commands.add_parser("notes", help="characters of notes in inline marks")
    marked.add_argument("--notes", type=Path, required=True, help="notes_es")
    marked.add_argument("--part", default="dev")
    several = commands.add_parser("seeds", help="several trainings side by side")
    several.add_argument("models", type=Path, nargs="+", metavar="MODEL")
    several.add_argument("--ensemble", type=Path, help="one more model, outside the mean")
    several.add_argument("--gold", type=Path, required=True, help="a folder of brat files")
    several.add_argument("--sentence-counts", type=Path, help="for the leak")
    several.add_argument("--notes", type=Path, default=CORPORA / "notes_es", help="notes_es")
    for scoring in (official, marked):
        scoring.add_argument("--model", type=Path, help="in place of the one that ships")
    for scoring in (official, marked, several):
        scoring.add_argument("--alone", action="store_true", help="the model within the pipeline")
        scoring.add_argument("--sample", type=int, help="the first N notes only")
        scoring.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    if args.command == "seeds" and len(args.models) < 2:
        parser.error("seeds takes two models or more: one has no deviation")
    head: tuple[str, ...] = ("measure", "figure")
    if args.command == "seeds":
        title, rows, note, head = seeds(args)
    else:
        title, rows, note = (score if args.command == "score" else notes)(args)
    print(record(title, rows, note=note, head=head, dry=args.dry))


if __name__ == "__main__":
    main()
