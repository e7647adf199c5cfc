"""What 8-bit weights cost in score and gain in speed, for each model folder given.

    python bench/int8.py corpora/notes_en MODEL... --format inline --part dev

Each MODEL must have been exported without int8; a copy of it with 8-bit weights is made, scored and
timed beside it, on one thread.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from pathlib import Path

import onnx

from architectures import words_per_second
from incognote.assure.evaluation import evaluate
from incognote.detect.neural import NeuralDetector
from incognote.io.format import get_format
from incognote.io.split import split
from incognote.lab.training.export import quantize
from incognote.model.model_folder import CONFIG, WEIGHTS, file_hash
from record import record

FIGURES = ("entities/strict/f1", "tokens/binary/recall")
HEAD = ("model", "weights", "F1", "PHI tokens found", "size", "words per second")


def quantized(folder: Path, out: Path) -> Path:
    """Returns a copy of a model folder with 8-bit weights, as training would have exported it."""
    types = {tensor.data_type for tensor in onnx.load(str(folder / WEIGHTS)).graph.initializer}
    if onnx.TensorProto.INT8 in types:
        raise SystemExit(f"{folder}: has 8-bit weights already.")
    shutil.copytree(folder, out)
    config = json.loads((out / CONFIG).read_text())
    pieces = bool(config["encoder"]["pieces"])
    quantize(folder / WEIGHTS, out / WEIGHTS, products=pieces)
    config["encoder"]["alone"] = pieces
    config["sha256"][WEIGHTS] = file_hash(out / WEIGHTS)
    (out / CONFIG).write_text(json.dumps(config))
    return out


def main() -> None:
    """Scores and times both forms of each model and records the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("gold", type=Path)
    parser.add_argument("models", type=Path, nargs="+")
    parser.add_argument("--format", default="inline")
    parser.add_argument("--part", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    docs = get_format(args.format).read(args.gold)
    if args.part:
        docs = split(docs, args.gold / "split.tsv", args.part)
    gold = list(docs)
    bare = [doc.with_spans(()) for doc in gold]
    lines = []
    for model in args.models:
        with tempfile.TemporaryDirectory() as name:
            small = quantized(model, Path(name) / "model")
            for folder, weights in ((model, "fp32"), (small, "int8")):
                spans = NeuralDetector(folder).detect(bare)
                found = [doc.with_spans(s) for doc, s in zip(bare, spans, strict=True)]
                result = evaluate(gold, found, ["entities", "tokens"])
                lines.append(
                    (
                        model.name,
                        weights,
                        *(f"{100 * result[figure]:.2f}" for figure in FIGURES),
                        f"{(folder / WEIGHTS).stat().st_size / 1e6:.1f} MB",
                        f"{words_per_second(folder, gold, rounds=args.rounds):,.0f}",
                    )
                )
    title = f"8-bit weights on {' '.join(filter(None, (args.gold.name, args.part)))}"
    print(
        record(
            title, lines, head=HEAD, note="Models without hints, alone, one thread.", dry=args.dry
        )
    )


if __name__ == "__main__":
    main()
