"""Whether surrogates are found as well as the originals: neither easier nor harder to see.

    python bench/recognisable.py corpora/notes_en
    python bench/recognisable.py corpora/notes_es --lang es

The notes with gold marks are given to the whole pipeline; then the same notes with a surrogate in
place of every mark. An identifier counts as found where every letter and digit of it is covered.
Marks that become a tag are left out on both sides, and of 'mid-July' in place of a feast only the
month is held against the detector, as the corpus' guidelines mark it. The interval is a bootstrap
over notes.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from incognote.core.document import Document, Span
from incognote.core.pipeline import Pipeline, Settings
from incognote.io.format import get_format
from incognote.io.split import split
from incognote.replace.policy import get_policy
from incognote.replace.redact import redact
from incognote.replace.replacement import Context
from incognote.run.deidentifier import load_pipeline
from record import record

CHUNK = 16
"""Notes that one worker is given at a time."""
RESAMPLES = 2000

_PART_OF_MONTH = re.compile(r"(?:early |mid-|late |(?:principios|mediados|finales) de )", re.I)

_loaded: list[Pipeline] = []
"""The pipeline of a worker process."""

Paired = tuple[int, int, int]
"""Identifiers, those found as originals, those found as surrogates."""


def with_surrogates(doc: Document, context: Context) -> tuple[Document, list[Span]]:
    """Returns the note with surrogates and their marks, and the marks in the old note."""
    done = redact(doc, get_policy("all").with_action("surrogate"), context)
    changes = [change for change in done.replaced if not change.unread]
    marks = [
        replace(
            c.span, start=c.new_start + _before(done.text[c.new_start : c.new_end]), end=c.new_end
        )
        for c in changes
    ]
    return Document(doc.id, done.text, tuple(marks), doc.meta), [c.span for c in changes]


def _before(surface: str) -> int:
    """How many characters of a date say which part of the month it is."""
    found = _PART_OF_MONTH.match(surface)
    return found.end() if found else 0


def whole(text: str, marks: Sequence[Span], found: Sequence[Span]) -> list[bool]:
    """Returns of each mark whether all of its letters and digits are covered."""
    inside = bytearray(len(text))
    for span in found:
        inside[span.start : span.end] = b"\1" * len(span)
    return [all(inside[i] for i in range(m.start, m.end) if text[i].isalnum()) for m in marks]


def _start(lang: str) -> None:
    _loaded[:] = [load_pipeline(Settings(lang))]


def _compare(docs: Sequence[Document], *, lang: str, keys: int) -> list[dict[str, Paired]]:
    """Returns of each note by label how many identifiers were found, over all keys."""
    originals = list(_loaded[0].annotate([doc.with_spans(()) for doc in docs]))
    rows: list[dict[str, Counter[str]]] = [defaultdict(Counter) for _ in docs]
    for key in range(keys):
        context = Context(bytes([key + 1]) * 32, lang=lang)
        made = [with_surrogates(doc, context) for doc in docs]
        found = _loaded[0].annotate([new.with_spans(()) for new, _ in made])
        for row, doc, old, (new, marks), again in zip(
            rows, docs, originals, made, found, strict=True
        ):
            before = whole(doc.text, marks, old.spans)
            after = whole(new.text, new.spans, again.spans)
            for mark, was, is_now in zip(marks, before, after, strict=True):
                for label in (mark.label, ""):
                    row[label].update({"all": 1, "old": was, "new": is_now})
    return [{k: (c["all"], c["old"], c["new"]) for k, c in row.items()} for row in rows]


def total(rows: Sequence[dict[str, Paired]], label: str) -> Paired:
    """Returns the sums over notes for a label, '' for all."""
    n, old, new = (sum(row.get(label, (0, 0, 0))[i] for row in rows) for i in range(3))
    return n, old, new


def difference(rows: Sequence[dict[str, Paired]], label: str = "") -> tuple[float, float, float]:
    """Returns surrogates less originals in percentage points, with the bounds of 95 %."""
    n, old, new = total(rows, label)
    rng = random.Random(7)
    draws = []
    for _ in range(RESAMPLES):
        a, b, c = total(rng.choices(rows, k=len(rows)), label)
        draws.append(100 * (c - b) / a if a else 0.0)
    draws.sort()
    low, high = draws[int(0.025 * RESAMPLES)], draws[int(0.975 * RESAMPLES)]
    return 100 * (new - old) / n, low, high


def main() -> None:
    """Measures and records."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--part", default="dev")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--keys", type=int, default=3, help="worlds to measure over")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    read = get_format("inline").read
    docs = list(split(read(args.corpus), args.corpus / "split.tsv", args.part))
    chunks = [docs[i : i + CHUNK] for i in range(0, len(docs), CHUNK)]
    work = partial(_compare, lang=args.lang, keys=args.keys)
    with ProcessPoolExecutor(args.jobs, initializer=_start, initargs=(args.lang,)) as pool:
        rows = [row for part in pool.map(work, chunks) for row in part]
    lines = []
    labels = sorted({label for row in rows for label in row}, key=lambda k: -total(rows, k)[0])
    for label in labels:
        n, old, new = total(rows, label)
        if n < 20 * args.keys:
            continue
        figures = [label or "all", f"{n // args.keys:,}", f"{old / n:.1%}", f"{new / n:.1%}"]
        if label:
            lines.append((*figures, f"{100 * (new - old) / n:+.1f}"))
        else:
            point, low, high = difference(rows)
            lines.append((*figures, f"{point:+.2f} ({low:+.2f} to {high:+.2f})"))
    title = f"Surrogates given back to the detector ({args.lang}, {args.part})"
    head = ("label", "identifiers", "originals found whole", "surrogates", "points")
    note = f"{len(docs)} notes, {args.keys} keys; labels with at least 20 identifiers."
    print(record(title, lines, note=note, head=head, dry=args.dry))


if __name__ == "__main__":
    main()
