"""Where the time goes: processor time of one thread by stage, and what is found in that time.

    python bench/stages.py corpora/notes_en [--lang es] [--fast]

Each dev note goes through the library alone, tags in place of what is found. A network's time is
what the runtime takes; what stands around it (tokens, windows, arrays, tags) is the model's rest.
The share of characters masked and removed of these very notes stands beside it.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import incognote
from incognote.core.document import Document
from incognote.io.inline import read
from incognote.io.split import split
from record import record

STAGES = {
    "EnsembleDetector": "the model without its networks: tokens, windows, arrays, tags",
    "NeuralDetector": "the model without its networks: tokens, windows, arrays, tags",
    "RuleDetector": "rules",
    "LexiconDetector": "lists",
    "PropagationDetector": "names that were found, searched again",
    "RosterDetector": "what is known of the patient",
    "ProtectionDetector": "protection",
}


class Clock:
    """Counts the processor time of calls by the stage they belong to, without that of the inner."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self._inner = [0.0]

    def timed(self, stage: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """Returns the call, counted."""

        def counted(*args: Any, **kwargs: Any) -> Any:
            self._inner.append(0.0)
            start = time.process_time()
            try:
                return call(*args, **kwargs)
            finally:
                took = time.process_time() - start
                self.seconds[stage] += took - self._inner.pop()
                self._inner[-1] += took

        return counted


def masked_and_removed(gold: Document, found: list[tuple[int, int]]) -> tuple[int, int, int, int]:
    """Returns how many letters and digits of marks are masked, of how many; the same of others."""
    marked, covered = (
        {i for a, b in spans for i in range(a, b)}
        for spans in ([(span.start, span.end) for span in gold.spans], found)
    )
    signs = {i for i, sign in enumerate(gold.text) if sign.isalnum()}
    phi, other = signs & marked, signs - marked
    return len(phi & covered), len(phi), len(other & covered), len(other)


def main() -> None:
    """Runs the notes and writes the section."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path, help="in inline form")
    parser.add_argument("--lang", default="en", choices=("en", "es"))
    parser.add_argument("--fast", action="store_true")
    args = parser.parse_args()
    docs = list(split(read(args.corpus), args.corpus / "split.tsv", "dev"))
    deid = incognote.load(args.lang, fast=args.fast)
    clock = Clock()
    for detector in deid.pipeline.detectors:
        name = type(detector).__name__
        detector.detect = clock.timed(STAGES.get(name, name), detector.detect)  # type: ignore[method-assign]
        for number, member in enumerate(getattr(detector, "members", [detector])):
            if hasattr(member, "_run"):
                member._run = clock.timed(f"network {number} of the model", member._run)
    for doc in docs[:5]:  # warm-up
        deid(doc.text)
    clock.seconds.clear()
    counts = [0, 0, 0, 0]
    start = time.process_time()
    for doc in docs:
        found = deid(doc.text).replaced
        scored = masked_and_removed(doc, [(each.span.start, each.span.end) for each in found])
        counts = [a + b for a, b in zip(counts, scored, strict=True)]
    whole = time.process_time() - start
    words = sum(len(doc.text.split()) for doc in docs)
    clock.seconds["replacing, uniting and the rest"] = whole - sum(clock.seconds.values())
    rows = [("characters masked", f"{100 * counts[0] / counts[1]:.2f} %")]
    rows += [("clinical text removed", f"{100 * counts[2] / counts[3]:.2f} %")]
    rows += [("words a second of processor time", f"{words / whole:,.0f}")]
    rows += [
        (stage, f"{100 * seconds / whole:.1f} %") for stage, seconds in clock.seconds.most_common()
    ]
    title = f"Where the time goes ({args.lang}{', --fast' if args.fast else ''})"
    print(record(title, rows, note=f"{len(docs)} dev notes, {words:,} words, note by note."))


if __name__ == "__main__":
    main()
