"""What `incognote adapt rules` proposes and what it does to held-out notes: counts, no text.

`python bench/site_rules.py FOLDER --part dev`. Notes that the model was trained on say nothing: it
misses too little of them. `--peculiar` makes one site of the notes: a number of seven digits on top
of each, and nicknames for its wards.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from incognote.core.document import Document, Span
from incognote.core.pipeline import Settings
from incognote.io.format import get_format
from incognote.io.split import split
from incognote.lab.site.proposals import propose
from incognote.replace.policy import get_policy

WARDS = ("glasshouse", "the ark", "lantern", "Tidal 3", "blue end", "Orrery")


def peculiar(docs: list[Document]) -> list[Document]:
    """Returns the notes with a number on top, and nicknames in place of their wards."""
    rng = np.random.default_rng(0)
    made = []
    for doc in docs:
        text = str(rng.integers(1_000_000, 9_999_999))
        spans = [Span(0, len(text), "MRN")]
        text += "\n"
        last = 0
        for span in doc.spans:
            text += doc.text[last : span.start]
            old = doc.text[span.start : span.end]
            new = WARDS[rng.integers(len(WARDS))] if span.label == "UNIT" else old
            spans.append(Span(len(text), len(text) + len(new), span.label))
            text += new
            last = span.end
        made.append(Document(doc.id, text + doc.text[last:], tuple(spans), doc.meta))
    return made


def main() -> None:
    """Prints a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--format", default="inline")
    parser.add_argument("--part", default="")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--peculiar", action="store_true")
    args = parser.parse_args()
    docs = list(get_format(args.format).read(args.folder))
    if args.part:
        docs = list(split(docs, args.folder / "split.tsv", args.part))
    if args.peculiar:
        docs = peculiar(docs)
    print(
        "| seed | notes | entries | patterns | never | helpful | missed, held out | "
        "false alarms, held out | seconds |"
    )
    print("|---:|---:|---:|---:|---:|---:|---|---|---:|")
    for seed in range(args.seeds):
        start = time.perf_counter()
        found = propose(docs, Settings(args.lang, args.model), get_policy("all"), seed=seed)
        kinds = [proposal.kind for proposal in found.proposals]
        helpful = sum(proposal.effect.helps for proposal in found.proposals)
        print(
            f"| {seed} | {found.made_from.notes} + {found.before.notes} | "
            + " | ".join(str(kinds.count(kind)) for kind in ("entry", "pattern", "never"))
            + f" | {helpful} | {found.before.missed} -> {found.after.missed} of "
            f"{found.before.identifiers:,} | {found.before.alarms} -> {found.after.alarms} | "
            f"{time.perf_counter() - start:.0f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
