"""Measures each source of the lexicon detector: precision, recall of names and places, speed.

    python bench/lexicon.py FOLDER --lang en [--reader inline] [--split split.tsv:train]

A span counts as right when it touches a mark of its category, exact when it equals one.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from incognote.core.document import Document
from incognote.core.labels import LABELS
from incognote.detect.lexicon import LexiconDetector
from incognote.io.format import get_format


def report(docs: Sequence[Document], lang: str, show: str = "") -> None:
    """Prints a line for each source, then speed."""
    detector = LexiconDetector(lang)
    begin = time.perf_counter()
    found = detector.detect([doc.with_spans(()) for doc in docs])
    seconds = time.perf_counter() - begin
    total: Counter[str] = Counter()
    right: Counter[str] = Counter()
    exact: Counter[str] = Counter()
    for doc, spans in zip(docs, found, strict=True):
        marks = {(m.start, m.end) for m in doc.spans}
        for span in spans:
            hit = any(m.start < span.end and span.start < m.end for m in doc.spans)
            total[span.source] += 1
            right[span.source] += hit
            exact[span.source] += (span.start, span.end) in marks
            if span.source == f"lexicon/{show}" and not hit:
                print("  ", repr(doc.text[max(0, span.start - 20) : span.end + 20]))
    print("source\tfound\tprecision\texact")
    for source in sorted(total):
        n = total[source]
        print(f"{source}\t{n}\t{right[source] / n:.3f}\t{exact[source] / n:.3f}")
    for category in ("NAME", "LOCATION"):
        marks_all = marks_hit = marks_sure = 0
        for doc, spans in zip(docs, found, strict=True):
            for mark in doc.spans:
                if LABELS[mark.label].category != category:
                    continue
                touching = [s for s in spans if s.start < mark.end and mark.start < s.end]
                marks_all += 1
                marks_hit += bool(touching)
                marks_sure += any(s.score >= 0.5 for s in touching)
        if marks_all:
            print(
                f"{category}: {marks_all} marks, {marks_hit / marks_all:.3f} with evidence, "
                f"{marks_sure / marks_all:.3f} found"
            )
    words = sum(len(doc.text.split()) for doc in docs)
    print(f"{words} words in {seconds:.2f} s: {words / seconds:,.0f} words/s")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lang", default="en")
    parser.add_argument("--reader", default="inline")
    parser.add_argument("--split", type=Path, help="table of note and split; only train is read")
    parser.add_argument("--show", default="", help="source whose errors are printed")
    args = parser.parse_args()
    documents = list(get_format(args.reader).read(args.folder))
    if args.split:
        rows = dict(line.split("\t") for line in args.split.read_text().splitlines()[1:])
        documents = [doc for doc in documents if rows.get(f"{doc.id}.txt") == "train"]
    report(documents, args.lang, args.show)
