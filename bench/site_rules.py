"""What `incognote adapt rules` proposes and what it does to held-out notes: counts, no text.

`python bench/site_rules.py FOLDER --part dev`. Notes that the model was trained on say nothing: it
misses too little of them.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from incognote import registry
from incognote.adapt.proposals import propose
from incognote.pipeline import Settings
from incognote.policy import get_policy


def main() -> None:
    """Prints a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--format", default="inline")
    parser.add_argument("--part", default="")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--seeds", type=int, default=1)
    args = parser.parse_args()
    docs = list(registry.get("reader", args.format)(args.folder))
    if args.part:
        docs = list(registry.get("split", "tsv")(docs, args.folder / "split.tsv", args.part))
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
