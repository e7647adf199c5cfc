"""What a site's labels are worth: recall by labelled identifiers, for each way to adapt.

    python bench/curves.py notes-en corpora/notes_en --site nursing --out WORK
    python bench/curves.py meddocan MEDDOCAN --notes corpora/notes_es --out WORK

The off-the-shelf model is trained on A, which holds no note of the site: notes_en's train part
without one of its folders, or MEDDOCAN's train folder. Labels are drawn from the site's train part,
and its dev part is scored; a folder of notes_en is small, so every third of its train notes is
scored, too, and never labelled. MEDDOCAN holds the folder train. WORK keeps points and the
off-the-shelf model: started again, only what is missing is run. --epochs, --most, --sizes, --seeds
and --ways bound how long it takes: A mix B trains on A anew for each point. The table shows all
points in WORK, those of earlier calls too. Sizes above what there is to label are left out.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from incognote.core.document import Document
from incognote.io.format import get_format
from incognote.io.split import split
from incognote.lab.reproduce.curves import (
    EMBEDDING,
    NAMES,
    CurveConfig,
    CurveNotes,
    Curves,
    projections,
    run_curves,
    shelf_model,
    to_markdown,
    write_curves,
)
from incognote.lab.training.adapt import AdaptConfig, count
from record import record

HEAD = ("way", "identifiers", "recall of PHI words (95 %)", "R@P .85", "precision", "seconds")


def notes_en(path: Path, site: str) -> CurveNotes:
    """Returns all of notes_en but one folder as A, and that folder as the site."""
    docs = list(get_format("inline").read(path))
    train, dev = (list(split(docs, path / "split.tsv", part)) for part in ("train", "dev"))

    def here(doc: Document) -> bool:
        return doc.id.startswith(f"{site}/")

    own = sorted(filter(here, train), key=lambda doc: doc.id)
    pool = [doc for place, doc in enumerate(own) if place % 3]
    return CurveNotes(
        [doc for doc in train if not here(doc)],
        pool,
        [*own[::3], *filter(here, dev)],
        {"site": [doc.with_spans(()) for doc in pool]},
    )


def meddocan(path: Path, notes: Path) -> CurveNotes:
    """Returns MEDDOCAN's train folder as A, and notes_es as the site."""
    docs = list(get_format("inline").read(notes))
    pool, test = (list(split(docs, notes / "split.tsv", part)) for part in ("train", "dev"))
    others = sorted(get_format("brat").read(path / "train"), key=lambda doc: doc.id)
    return CurveNotes(others, pool, test, {"site": [doc.with_spans(()) for doc in pool]})


def rows(found: Curves) -> list[tuple[str, ...]]:
    """Returns the points as lines of the page of results."""
    return [
        (
            NAMES.get(row["way"], row["way"].replace(EMBEDDING, "A with words of A and ")),
            f"{row['identifiers']:,.0f}",
            f"{100 * row['recall']:.2f} ({100 * row['low']:.2f} to {100 * row['high']:.2f})",
            f"{100 * row['at_85']:.2f}",
            f"{100 * row['precision']:.2f}",
            f"{row['seconds']:.0f}",
        )
        for row in found.rows()
    ]


def main() -> None:
    """Runs what is missing and records all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", choices=("notes-en", "meddocan"))
    parser.add_argument("path", type=Path)
    parser.add_argument("--notes", type=Path, help="meddocan: the site, corpora/notes_es")
    parser.add_argument("--site", default="nursing", help="notes-en: which folder is the site")
    parser.add_argument("--out", type=Path, required=True, help="keeps points and the model of A")
    parser.add_argument("--train", metavar="CONFIG", help="of the model of A")
    parser.add_argument("--model", type=Path, help="in place of it, one that does not know B")
    parser.add_argument("--sizes", default="20,40,80,160,320,640,1000")
    parser.add_argument("--ways", default="then,only")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=0, help="of trainings from the start")
    parser.add_argument("--most", type=int, default=0, help="identifiers of A in A mix B")
    parser.add_argument("--notes-of-a", type=int, default=0, help="at most so many; 0 for all")
    parser.add_argument("--no-full", action="store_true", help="without full customisation")
    parser.add_argument("--no-embeddings", action="store_true", help="without their table")
    parser.add_argument("--alone", action="store_true", help="models without rules and lists")
    parser.add_argument("--reach", type=float, help="recall to say the labels for")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    if args.corpus == "meddocan" and args.notes is None:
        parser.error("meddocan needs --notes: the site")
    english = args.corpus == "notes-en"
    notes = notes_en(args.path, args.site) if english else meddocan(args.path, args.notes)
    if args.notes_of_a:
        notes = replace(notes, others=notes.others[: args.notes_of_a])
    if args.no_embeddings:
        notes = replace(notes, unmarked={})
    work = args.out / (f"{args.site}-alone" if args.alone else args.site)
    shelf = args.model or shelf_model(
        args.train or ("en-fast" if english else "es-bilstm-crf"),
        notes.others,
        args.out / f"{args.corpus}-without-{args.site}",
        threads=args.threads,
        say=print,
        epochs=args.epochs,
    )
    config = CurveConfig(
        tuple(size for size in map(int, args.sizes.split(",")) if size <= count(notes.pool)),
        tuple(args.ways.split(",")),
        args.seeds,
        not args.no_full,
        args.alone,
        AdaptConfig(scratch_epochs=args.epochs, most=args.most, threads=args.threads),
    )
    found = run_curves(shelf, notes, work, config, say=print)
    write_curves(found, work, reach=args.reach)
    site = f"notes_en {args.site}" if english else "notes_es"
    a = "the other folders of notes_en" if english else "MEDDOCAN"
    what = "the model alone" if args.alone else "the whole pipeline"
    title = f"Labels of a site: {site}, {len(notes.test)} notes, {what}"
    told = [
        line
        for line in to_markdown(found, projections(found, args.reach)).splitlines()
        if line and not line.startswith("|")
    ]
    note = (
        f"Off the shelf: trained on {a}, {len(notes.others):,} notes; {found.wanted:,} PHI words "
        "are scored. A mix B takes at most --most identifiers of A (0: all). Ways and sizes that "
        "the command does not name are of earlier calls with the same WORK. " + " ".join(told)
    )
    print(record(title, rows(found), note=note, head=HEAD, dry=args.dry))


if __name__ == "__main__":
    main()
