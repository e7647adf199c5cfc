"""For which names, dates, numbers and places recall falls on our own notes (docs/probe.md).

    python bench/probe.py en names writing order dates days months phones numbers facilities towns
    python bench/probe.py es names writing order dates days months phones numbers facilities towns

Each question writes a section of its own into results.md: recall by place and by character of each
group, and the difference from the reference at the same places. Intervals are bootstraps over
notes (1,000 resamples, 95 %), p holds for all groups of a question together. Names in English are
59 groups of half a minute each: with --keep FOLDER a run that was stopped goes on with the groups
that are left, as long as nothing of the pipeline changed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from incognote.assure.evaluation import Bootstrap
from incognote.assure.probe import ordered, percent, points, verdict, weigh
from incognote.core.document import Document, Span
from incognote.core.pipeline import Pipeline, Settings
from incognote.io import inline
from incognote.io.split import split
from incognote.lab.probe import all_questions, answers
from incognote.lab.probe.questions import Annotate
from incognote.run.deidentifier import load_pipeline
from record import record

SEED = 20
CHUNK = 16
"""Notes that one worker is given at a time."""
HEAD = ("group", "recall %", "points", "p", "characters masked %", "points")
_loaded: list[Pipeline] = []
"""The pipeline of a worker process."""


def _start(lang: str, model: Path | None) -> None:
    _loaded[:] = [load_pipeline(Settings(lang, model))]


def _annotate(docs: Sequence[Document]) -> list[Document]:
    return list(_loaded[0].annotate(docs))


def kept_in(folder: Path, annotate: Annotate) -> Annotate:
    """Returns the system with a memory of the notes that it has read, a file for each call."""
    folder.mkdir(parents=True, exist_ok=True)

    def remembered(notes: Sequence[Document]) -> list[Document]:
        texts = "\0".join(f"{doc.id}\0{doc.text}" for doc in notes)
        path = folder / f"{hashlib.sha256(texts.encode()).hexdigest()[:24]}.json"
        if not path.exists():
            spans = [[(s.start, s.end, s.label) for s in doc.spans] for doc in annotate(notes)]
            path.write_text(json.dumps(spans), encoding="utf-8")
        found = json.loads(path.read_text(encoding="utf-8"))
        return [
            doc.with_spans(Span(start, end, label) for start, end, label in spans)
            for doc, spans in zip(notes, found, strict=True)
        ]

    return remembered


def rows(question: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    """Returns the table of a question, the lowest recall first."""
    found: list[tuple[str, ...]] = []
    for row in ordered(question):
        difference = row.get("difference", {})
        p = f"{row['p']:.3f}{', falls' if row['falls'] else ''}" if "p" in row else ""
        told = (points(difference.get(name)) for name in ("recall", "masked"))
        by_place, by_letter = told
        found.append(
            (row["group"], percent(row["recall"]), by_place, p, percent(row["masked"]), by_letter)
        )
    for title in ("mean", "as_it_stands"):
        figures = question[title]
        name = title.replace("_", " ")
        found.append((name, percent(figures["recall"]), "", "", percent(figures["masked"]), ""))
    return found


def main() -> None:
    """Asks the questions that are named and records each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("lang", choices=("en", "es"))
    parser.add_argument("questions", nargs="+")
    parser.add_argument("--corpus", type=Path, help="default: corpora/notes_LANG")
    parser.add_argument("--part", default="dev")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--groups", default="", help="these alone, with semicolons between")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="go on from what lies there")
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    corpus = args.corpus or Path("corpora") / f"notes_{args.lang}"
    docs = list(split(list(inline.read(corpus)), corpus / "split.tsv", args.part))
    asked = all_questions(args.lang)
    chosen = {name.strip() for name in args.groups.split(";") if name.strip()}
    with ProcessPoolExecutor(
        args.jobs, initializer=_start, initargs=(args.lang, args.model)
    ) as pool:

        def annotate(notes: Sequence[Document]) -> list[Document]:
            chunks = [notes[i : i + CHUNK] for i in range(0, len(notes), CHUNK)]
            return [doc for part in pool.map(_annotate, chunks) for doc in part]

        system = kept_in(args.keep, annotate) if args.keep else annotate
        bare = system([doc.with_spans(()) for doc in docs])
        for name in args.questions:
            question = asked[name]
            if chosen:
                kept = [group for group in question.groups if group.name in chosen]
                question = replace(question, groups=kept)
            made = answers(question, docs, bare, system, seed=str(SEED))
            if made is None:
                print(f"{name}: no note has such a place.")
                continue
            weighed = weigh(made, Bootstrap(seed=SEED), None)
            note = (
                f"{weighed['places']:,} places in {weighed['notes']:,} notes, "
                f"{len(question.groups)} of {len(asked[name].groups)} groups; points are from: "
                f"{weighed['reference']}. {verdict(weighed)}"
            )
            title = f"Questions turned around: {name} ({corpus.name}, {args.part})"
            print(record(title, rows(weighed), note=note, head=HEAD, dry=args.dry))


if __name__ == "__main__":
    main()
