"""What `incognote adapt pick` chooses, beside notes drawn at random: `python bench/pick.py FOLDER`.

For each budget: how many identifiers that the pipeline misses stand in the picked notes, of how
many words, against draws of as many notes at random, and draws of as many words. Notes that the
model was trained on say nothing; give it others (`--part dev`).
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from incognote.core.document import Document
from incognote.core.pipeline import Settings
from incognote.io.format import get_format
from incognote.io.split import split
from incognote.lab.site.pick import pick
from incognote.replace.policy import get_policy
from incognote.run.deidentifier import load_pipeline

DRAWS = 2000


@dataclass(frozen=True)
class Notes:
    """The notes with what is missed in each."""

    docs: Sequence[Document]
    missed: np.ndarray
    alarms: np.ndarray
    words: np.ndarray


def read(folder: Path, format: str, part: str, lang: str, model: Path | None) -> tuple:
    """Returns the notes and the pipeline."""
    docs = list(get_format(format).read(folder))
    if part:
        docs = list(split(docs, folder / "split.tsv", part))
    docs.sort(key=lambda doc: doc.id)
    pipeline = load_pipeline(Settings(lang, model, threads=2))
    missed, alarms = [], []
    for doc, found in zip(docs, pipeline.annotate(doc.with_spans(()) for doc in docs), strict=True):
        hidden = {i for span in found.spans for i in range(span.start, span.end)}
        missed.append(
            sum(
                any(i not in hidden and doc.text[i].isalnum() for i in range(s.start, s.end))
                for s in doc.spans
            )
        )
        alarms.append(
            sum(
                not any(s.start < g.end and g.start < s.end for g in doc.spans) for s in found.spans
            )
        )
    words = [len(doc.text.split()) for doc in docs]
    return Notes(docs, np.array(missed), np.array(alarms), np.array(words)), pipeline


def at_random(notes: Notes, most: int, of_words: bool) -> tuple[float, float, float, float]:
    """Returns misses (mean, and middle 95 %), and false alarms, of draws of notes or of words."""
    rng = np.random.default_rng(0)
    missed, alarms = [], []
    for _ in range(DRAWS):
        order = rng.permutation(len(notes.docs))
        taken = order[:most]
        if of_words:
            taken = order[: int(np.searchsorted(np.cumsum(notes.words[order]), most)) + 1]
        missed.append(notes.missed[taken].sum())
        alarms.append(notes.alarms[taken].sum())
    low, high = np.quantile(missed, (0.025, 0.975))
    return float(np.mean(missed)), float(low), float(high), float(np.mean(alarms))


def main() -> None:
    """Prints the table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--format", default="inline")
    parser.add_argument("--part", default="")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--budgets", default="10,20,30,50")
    args = parser.parse_args()
    notes, pipeline = read(args.folder, args.format, args.part, args.lang, args.model)
    print(
        f"{args.folder.name} {args.part}: {len(notes.docs)} notes, {notes.words.sum():,} words, "
        f"{notes.missed.sum()} of {sum(len(d.spans) for d in notes.docs):,} identifiers missed, "
        f"{notes.alarms.sum()} false alarms\n"
    )
    print("| notes | words | missed in them | as many at random | as many words | false alarms |")
    print("|---:|---:|---:|---:|---:|---:|")
    number = {doc.id: i for i, doc in enumerate(notes.docs)}
    budgets = [int(b) for b in args.budgets.split(",") if int(b) <= len(notes.docs)]
    picks = pick(notes.docs, pipeline, get_policy("all"), budget=max(budgets), lang=args.lang)
    for budget in budgets:
        chosen = [number[found.id] for found in picks[:budget]]
        words = int(notes.words[chosen].sum())
        mean, low, high, alarms = at_random(notes, budget, of_words=False)
        same, *_ = at_random(notes, words, of_words=True)
        print(
            f"| {budget} | {words:,} | {notes.missed[chosen].sum()} | "
            f"{mean:.1f} ({low:.0f} to {high:.0f}) | {same:.1f} | "
            f"{notes.alarms[chosen].sum()} ({alarms:.1f}) |"
        )


if __name__ == "__main__":
    main()
