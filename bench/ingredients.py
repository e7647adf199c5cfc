"""What each ingredient of the English training is worth: the small model without it.

    python bench/ingredients.py corpora --pieces PIECES --vectors VECTORS --out WORK

Trains `en-fast` for a few epochs with everything, and once without each ingredient, and scores the
whole pipeline with each on the dev parts of notes_en and extra_en, whole and damaged. PIECES and
VECTORS are made as en-fast.toml says. WORK keeps the models: started again, only what is missing
is trained. One seed each: differences of a few tenths may be chance.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import english
import english_notes
from incognote.lab.training import find_config, read_train_config, train
from incognote.lab.training.config import TrainConfig
from record import record

HEAD = (
    "trained without",
    "F1 alone",
    "notes_en: masked / removed",
    "extra_en: masked / removed",
    "small letters: masked",
    "OCR: masked",
)


def _without_data(key: str) -> Callable[[TrainConfig], TrainConfig]:
    return lambda c: replace(c, train=tuple(row for row in c.train if row.data != key))


INGREDIENTS: Mapping[str, Callable[[TrainConfig], TrainConfig]] = {
    "nothing": lambda c: c,
    "extra_en": _without_data("extra_en"),
    "pieces from grammars": _without_data("pieces"),
    "prose without identifiers": _without_data("prose_en"),
    "any variation": lambda c: replace(c, loop=replace(c.loop, vary=0.0)),
    "new values for marks": lambda c: replace(c, variation={"refill": 0.0}),
    "damage": lambda c: replace(
        c, variation={"damage": {}}, loop=replace(c.loop, upper=0.0, lower=0.0)
    ),
    "what rules and lists say": lambda c: replace(c, hints=()),
    "vectors of words": lambda c: replace(c, model=replace(c.model, vectors="")),
}


def main() -> None:
    """Trains what is missing, scores and records."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpora", type=Path, help="the folder with notes_en, extra_en, prose_en")
    parser.add_argument("--pieces", type=Path, required=True)
    parser.add_argument("--vectors", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="keeps the models")
    parser.add_argument("--only", nargs="*", default=list(INGREDIENTS), metavar="INGREDIENT")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    data = {key: args.corpora / key for key in ("notes_en", "extra_en")} | {
        "prose_en": args.corpora / "prose_en" / "notes.jsonl",
        "pieces": args.pieces,
        "vectors": args.vectors,
    }
    whole = read_train_config(find_config("en-fast"))
    whole = replace(whole, loop=replace(whole.loop, epochs=args.epochs, patience=args.epochs))
    notes, extra = (english_notes.read_marked(data[key]) for key in ("notes_en", "extra_en"))
    parts = [notes, extra, *(english_notes.damaged(notes, kind) for kind in ("lower", "ocr"))]
    rows = []
    for name in args.only:
        model = args.out / name.replace(" ", "-")
        if not model.exists():
            train(INGREDIENTS[name](whole), model, data=data, report=print)
        f1 = json.loads((model / "config.json").read_text(encoding="utf-8"))["training"]["f1"]
        system = english.System(model, 1)
        scored = [english.score(gold, system.annotate(gold)).figures for gold in parts]
        masked, removed = (
            [f"{100 * (figures[english.FIGURES[key]].value or 0):.2f}" for figures in scored]
            for key in ("characters masked", "clinical text removed")
        )
        both = (f"{masked[i]} / {removed[i]}" for i in (0, 1))
        rows.append((name, f"{100 * f1:.1f}", *both, *masked[2:]))
        print(*rows[-1], sep=" | ", flush=True)
    title = f"Ingredients of the English training, {args.epochs} epochs"
    note = "The BiLSTM-CRF of --fast with the whole pipeline, no bias, policy all."
    print(record(title, rows, note=note, head=HEAD, dry=args.dry))


if __name__ == "__main__":
    main()
