"""Does a change leave what is found as it was? Marks of all dev notes, and their hash.

    python bench/same_marks.py -o before.jsonl [--meddocan FOLDER]      # on the old commit
    python bench/same_marks.py --against before.jsonl                  # on the new one

Notes are the dev parts of notes_en, extra_en, notes_es and extra_es, all of records_en, records_es
and prose_en, and with --meddocan its dev part. The file holds offsets and labels, and no text.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from english_notes import read_marked
from incognote import load
from incognote.core.document import Document
from incognote.io.format import get_format

CORPORA = Path(__file__).parents[1] / "corpora"
PARTS = {
    "en": (("notes_en", "dev"), ("extra_en", "dev"), ("records_en", "test")),
    "es": (("notes_es", "dev"), ("extra_es", "dev"), ("records_es", "test")),
}
"""By language corpora and their parts; records have this one alone."""


def notes(lang: str, meddocan: Path | None) -> Iterator[tuple[str, Document]]:
    """Yields corpus and note, without its marks."""
    for name, part in PARTS[lang]:
        for doc in read_marked(CORPORA / name, part):
            yield name, doc.with_spans(())
    if lang == "en":
        for doc in get_format("jsonl").read(CORPORA / "prose_en/notes.jsonl"):
            yield "prose_en", doc
    if lang == "es" and meddocan is not None:
        for doc in get_format("brat").read(meddocan / "dev"):
            yield "meddocan", doc.with_spans(())


def marks(meddocan: Path | None) -> dict[str, list[list[object]]]:
    """Returns start, end and label of all marks by corpus and note."""
    found: dict[str, list[list[object]]] = {}
    for lang in PARTS:
        deid = load(lang)
        for corpus, doc in notes(lang, meddocan):
            spans = deid.detect(doc.text, id=doc.id)
            found[f"{corpus}/{doc.id}"] = [[s.start, s.end, s.label] for s in spans]
    return found


def main() -> None:
    """Writes or compares; ends with 1 where a note's marks are others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--out", type=Path, help="write the marks here")
    parser.add_argument("--against", type=Path, help="what -o wrote before")
    parser.add_argument("--meddocan", type=Path, help="its folder, which holds dev")
    args = parser.parse_args()
    found = marks(args.meddocan)
    lines = [json.dumps([name, spans]) for name, spans in sorted(found.items())]
    text = "\n".join(lines) + "\n"
    print(f"{len(found):,} notes, {sum(map(len, found.values())):,} marks")
    print(hashlib.sha256(text.encode()).hexdigest())
    if args.out is not None:
        args.out.write_text(text, encoding="utf-8")
    if args.against is None:
        return
    before = dict(json.loads(line) for line in args.against.read_text("utf-8").splitlines())
    others = 0
    for name in sorted({*before, *found}):
        old = {tuple(span) for span in before.get(name, [])}
        new = {tuple(span) for span in found.get(name, [])}
        if old != new or (name in before) != (name in found):
            others += 1
            print(f"{name}: gone {sorted(old - new)}, new {sorted(new - old)}")
    print(f"{others:,} notes have other marks")
    sys.exit(others > 0)


if __name__ == "__main__":
    main()
