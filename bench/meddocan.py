"""Spanish: trains the model that ships, and scores the whole pipeline on splits you point it to.

    python bench/meddocan.py train --meddocan FOLDER -o MODEL
    python bench/meddocan.py train --meddocan FOLDER -o MODEL --config es-all --seeds 3
    python bench/meddocan.py score --gold FOLDER/dev --sentence-counts FOLDER/sentence_counts.tsv \
        --model MODEL
    python bench/meddocan.py notes --notes corpora/notes_es --part dev
    python bench/meddocan.py seeds SEED-1 SEED-2 SEED-3 --ensemble MEAN --gold FOLDER/dev ...

`train` makes what es.toml asks for, word vectors of the unlabelled notes, pieces from grammars and
weights that have read the unlabelled notes, and runs `incognote train es`; FOLDER holds `train`,
`dev` and `background` as the corpus is published; two epochs more, in which each note is seen once,
end it. With `--config es-all --seeds 3` it makes what ships: three seeds, joined at the operating
point that ships.
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
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from incognote.assure.evaluation import Bootstrap, Options, evaluate
from incognote.assure.evaluation.counts import Figure
from incognote.assure.evaluation.matching import read_sentence_counts
from incognote.core.document import Document
from incognote.core.pipeline import Settings
from incognote.core.resolve import resolve
from incognote.detect.neural import EnsembleDetector, NeuralDetector
from incognote.detect.neural.ensemble import read_ensemble, write_ensemble
from incognote.io import brat, inline
from incognote.io.split import split
from incognote.lab.training import TrainConfig, find_config, read_train_config
from incognote.lab.training import train as train_model
from incognote.lab.training.language_model import read_ahead
from incognote.model.model_folder import check_new
from incognote.replace.policy import get_policy
from incognote.run.deidentifier import load_pipeline, shipped_model
from record import record

Rows = list[tuple[str, ...]]
BOOTSTRAP = Bootstrap(seed=20)
CORPORA = Path(__file__).parents[1] / "corpora"
VECTORS = ("--size", "100", "--min-count", "3", "--epochs", "6")
PIECES = ("--count", "1500", "--seed", "7", "--to", "jsonl")
"""As es.toml asks for."""
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


def train(args: argparse.Namespace) -> None:
    """Makes vectors, pieces and a start and trains the configuration, or seeds of it as one."""
    check_new(args.out)
    vectors, pieces = args.out.with_suffix(".vec"), args.out.with_suffix(".jsonl")
    reading = args.out.with_suffix(".pt")
    steps = {
        vectors: ["vectors", str(args.meddocan / "background"), "-o", str(vectors), *VECTORS],
        pieces: ["synthesize", "es", "-o", str(pieces), *PIECES],
    }
    for path, step in steps.items():
        if path.exists():
            print(f"{path}: is there already.")
            continue
        subprocess.run([sys.executable, "-m", "incognote", *step], check=True)
    data = {
        "meddocan-train": args.meddocan / "train",
        "meddocan-dev": args.meddocan / "dev",
        "notes_es": args.notes,
        "extra_es": args.extra,
        "background": args.meddocan / "background",
        "pieces": pieces,
        "vectors": vectors,
        "reading": reading,
    }
    several = args.seeds > 1
    members = [args.out.with_name(f"{args.out.name}-{n}") for n in range(args.seeds)]
    config = configuration(args.config, args.only)
    if reading.exists():
        print(f"{reading}: is there already.")
    elif config.start == "reading":
        # Without the dev part of es-all, so that one start serves both configurations.
        read_ahead(configuration("es", args.only), reading, data=data, base=Path())
    for more, out in enumerate(members if several else [args.out]):
        if several and out.exists():
            print(f"{out}: is there already.")
            continue
        seeded = replace(config, seed=(args.seed or config.seed) + more)
        if config.start == "reading":
            before = out.with_name(f"{out.name}-before")
            if not before.exists():
                train_model(seeded, before, data=data, report=print)
            data["before"] = before.with_name(f"{before.name}.run") / "weights.pt"
            seeded = finishing(seeded)
        train_model(seeded, out, data=data, report=print)
    if several:
        point = read_ensemble(shipped_model("es"))
        write_ensemble(
            members,
            args.out,
            recall_bias=point.recall_bias,
            label_bias=point.label_bias,
            caseless_bias=point.caseless_bias,
        )


def configuration(name: str, only: Sequence[str] | None) -> TrainConfig:
    """Returns a configuration, of whose corpora those named alone are learned from."""
    config = read_train_config(find_config(name))
    rows = tuple(row for row in config.train if not only or row.data in only)
    return replace(config, train=rows)


def finishing(config: TrainConfig) -> TrainConfig:
    """Returns the end of a training: two epochs at a third of the rate, each note seen once."""
    loop = replace(config.loop, epochs=2, patience=2, learning_rate=config.loop.learning_rate / 3)
    rows = tuple(replace(row, repeat=1) for row in config.train)
    return replace(config, start="before", train=rows, loop=loop)


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
    training = commands.add_parser("train", help="train the model")
    training.add_argument("--meddocan", type=Path, required=True, help="train, dev, background")
    training.add_argument("--notes", type=Path, default=CORPORA / "notes_es", help="notes_es")
    training.add_argument("--extra", type=Path, default=CORPORA / "extra_es", help="extra_es")
    training.add_argument("--config", default="es", help="a configuration by name or path")
    training.add_argument("--seeds", type=int, default=1, help="so many, joined as what ships is")
    training.add_argument("--only", nargs="+", metavar="DATA", help="learn from these alone")
    training.add_argument("--seed", type=int, help="in place of the configuration's")
    training.add_argument("-o", "--out", type=Path, required=True, help="the new model folder")
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
    if args.command == "train":
        train(args)
        return
    head: tuple[str, ...] = ("measure", "figure")
    if args.command == "seeds":
        title, rows, note, head = seeds(args)
    else:
        title, rows, note = (score if args.command == "score" else notes)(args)
    if args.dry:
        print(title, *(": ".join(row) for row in rows), note, sep="\n")
    else:
        print(record(title, rows, note=note, head=head))


if __name__ == "__main__":
    main()
