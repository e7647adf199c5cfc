"""The papers' architectures and a fine-tuned MiniLM on one corpus: score, time, size, speed.

    python bench/architectures.py meddocan MEDDOCAN --out WORK
    python bench/architectures.py notes-en corpora/notes_en --out WORK

MEDDOCAN holds the folders train, dev and, for vectors, background. Each is trained on the train
part with the settings of its configuration; the epoch is chosen on a tenth of it, and what is
scored is dev. Words per second are those of the model folder in ONNX Runtime on one thread, from
text to spans. WORK keeps the models: started again, only what is missing is trained.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

from incognote.core.document import Document
from incognote.detect.neural import NeuralDetector
from incognote.lab.reproduce.corpora import read_parts
from incognote.lab.reproduce.experiment import Experiment, Row, System, Table
from incognote.lab.reproduce.run import reproduce
from record import record

SYSTEMS = (
    System("BiLSTM", "ahmed2020-bilstm"),
    System("BiLSTM-CRF", "ahmed2020-bilstm-crf"),
    System("Char2Vec-BiLSTM-CRF", "ahmed2020-char2vec-bilstm-crf", vectors="characters"),
    System("Transformer", "ahmed2020-transformer"),
    System("Transformer-CRF", "ahmed2020-transformer-crf"),
    System("Transformer-BiLSTM", "ahmed2020-transformer-bilstm"),
    System("Hartman 2020's BiLSTM-CRF", "hartman2020", vectors="words"),
    System("MiniLM, softmax", "minilm-softmax"),
    System("MiniLM, CRF", "minilm-crf"),
)
FIGURES = (
    "entities/strict/precision",
    "entities/strict/recall",
    "entities/strict/f1",
    "tokens/binary/recall",
)
HEAD = (
    "architecture",
    "precision",
    "recall",
    "F1",
    "PHI tokens found",
    "epochs",
    "training",
    "size",
    "words per second",
)


def words_per_second(folder: Path, docs: Sequence[Document], *, rounds: int) -> float:
    """Returns the speed of a model folder on one thread, the best of some rounds."""
    detector = NeuralDetector(folder, threads=1)
    bare = [doc.with_spans(()) for doc in docs]
    words = sum(len(doc.text.split()) for doc in bare)
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for i in range(0, len(bare), 64):
            detector.detect(bare[i : i + 64])
        best = min(best, time.perf_counter() - start)
    return words / best


def main() -> None:
    """Trains, scores and records."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", choices=("meddocan", "notes-en"))
    parser.add_argument("path", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="keeps models and vectors")
    parser.add_argument("--only", nargs="*", default=[s.config for s in SYSTEMS], metavar="CONFIG")
    parser.add_argument("--epochs", type=int, help="in place of each configuration's")
    parser.add_argument("--device", default="cpu", choices=("cpu", "cuda"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3, help="of timing")
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    systems = tuple(s for s in SYSTEMS if s.config in args.only)
    rows = tuple(Row(s.name, s.name) for s in systems)
    columns = ("precision", "recall", "f1", "phi")
    experiment = Experiment(
        "Architectures", "", args.corpus, systems, (Table(1, "All", columns, FIGURES, rows),)
    )
    data = {args.corpus: args.path}
    settings: dict[str, object] = {"device": args.device, "threads": args.threads}
    if args.epochs:
        settings |= {"loop.epochs": args.epochs, "loop.patience": args.epochs}
    out = args.out / args.corpus
    report = reproduce(
        "architectures", out, experiment=experiment, data=data, settings=settings, say=print
    )
    docs = read_parts(args.corpus, data).test
    lines = []
    for outcome in report.tables[0][1]:
        if not outcome.ours:
            lines.append((outcome.row.name, f"not run: {outcome.note}", *[""] * 7))
            continue
        folder = out / "models" / outcome.model
        made = report.models[outcome.model]
        size = (folder / "model.onnx").stat().st_size / 1e6
        speed = words_per_second(folder, docs, rounds=args.rounds)
        figures = (f"{value:.2f}" for value in outcome.ours)
        seconds = f"{made['seconds']:,.0f} s"
        epochs = str(made["epochs"])
        lines.append(
            (outcome.row.name, *figures, epochs, seconds, f"{size:.1f} MB", f"{speed:,.0f}")
        )
    title = f"Architectures on {args.corpus} dev"
    note = (
        "Spans with exact offsets and label, in per cent; of whitespace tokens that are PHI, the "
        f"share found as PHI of any kind. Trained on {args.device}."
    )
    print(record(title, lines, note=note, head=HEAD, dry=args.dry))


if __name__ == "__main__":
    main()
