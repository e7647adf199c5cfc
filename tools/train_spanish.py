"""Spanish: trains the model that ships, from MEDDOCAN and what the repository holds.

    python tools/train_spanish.py --meddocan FOLDER -o MODEL --config es-all --seeds 3
    python tools/train_spanish.py --meddocan FOLDER -o MODEL

The first line makes what ships: three seeds, joined at the operating point that ships. The second
trains es.toml, which learns nothing from MEDDOCAN's dev part and can be scored on it.

FOLDER holds `train`, `dev` and `background` as the corpus is published. Word vectors of the
unlabelled notes, pieces from grammars and weights that have read the unlabelled notes are made
first, beside MODEL; a training ends with two epochs more, in which each note is seen once. Started
again after it was stopped, the command passes over what is done. `python bench/meddocan.py score
--model MODEL` measures it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from incognote.detect.neural.ensemble import read_ensemble, write_ensemble
from incognote.lab.training import TrainConfig, find_config, read_train_config
from incognote.lab.training import train as train_model
from incognote.lab.training.language_model import read_ahead
from incognote.model.model_folder import check_new
from incognote.run.deidentifier import shipped_model

CORPORA = Path(__file__).parents[1] / "corpora"
VECTORS = ("--size", "100", "--min-count", "3", "--epochs", "6")
PIECES = ("--count", "1500", "--seed", "7", "--to", "jsonl")
"""As es.toml asks for."""


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
        write_ensemble(members, args.out, **read_ensemble(shipped_model("es")).point)


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


def main() -> None:
    """Trains what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--meddocan", type=Path, required=True, help="train, dev, background")
    parser.add_argument("--notes", type=Path, default=CORPORA / "notes_es", help="notes_es")
    parser.add_argument("--extra", type=Path, default=CORPORA / "extra_es", help="extra_es")
    parser.add_argument("--config", default="es", help="a configuration by name or path")
    parser.add_argument("--seeds", type=int, default=1, help="so many, joined as what ships is")
    parser.add_argument("--only", nargs="+", metavar="DATA", help="learn from these alone")
    parser.add_argument("--seed", type=int, help="in place of the configuration's")
    parser.add_argument("-o", "--out", type=Path, required=True, help="the new model folder")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
