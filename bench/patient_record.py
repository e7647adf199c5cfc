"""What a patient's other notes and a roster add: identifiers covered, names missed, speed.

    python bench/patient_record.py corpora/notes_en

The roster is made of the gold marks: of every person the longest surface (what a hospital knows),
or all of them; numbers, contacts and streets of the patient's notes. Verification is measured over
all notes of the part: how many get marks added, and whether these are identifiers.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from incognote.core.document import Document
from incognote.core.errors import NoteError
from incognote.core.pipeline import Settings
from incognote.detect.roster.table import COLUMNS
from incognote.io.format import get_format
from incognote.io.split import split
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.replace.verify import make_verifier
from incognote.run.deidentifier import load_pipeline
from record import record

_CELLS = {"PHONE": "phones", "EMAIL": "emails", "MRN": "record_numbers", "SSN": "record_numbers",
          "HEALTHPLAN": "record_numbers", "ACCOUNT": "record_numbers",
          "STREET": "addresses"}  # fmt: skip


def write_roster(docs: Iterable[Document], path: Path, *, all_forms: bool) -> None:
    """Writes what the gold marks say of each patient; entity 1 is the patient."""
    people: dict[str, dict[tuple[str, str], dict[str, None]]] = defaultdict(dict)
    cells: dict[str, dict[str, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
    for doc in docs:
        patient = doc.meta["patient"]
        for span in doc.spans:
            surface = doc.text[span.start : span.end].replace(";", " ")
            if span.label in ("PATIENT", "DOCTOR"):
                forms = people[patient].setdefault((span.label, span.entity), {})
                forms[surface] = None
            elif span.label in _CELLS:
                cells[patient][_CELLS[span.label]][surface] = None
    for patient, known in people.items():
        for (label, entity), forms in known.items():
            column = "providers" if label == "DOCTOR" else "relatives"
            column = "names" if (label, entity) == ("PATIENT", "1") else column
            kept = list(forms) if all_forms else [max(forms, key=len)]
            cells[patient][column].update(dict.fromkeys(kept))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for patient, row in cells.items():
            writer.writerow({"patient": patient, **{k: "; ".join(v) for k, v in row.items()}})


def covered(gold: Sequence[Document], found: Sequence[Document]) -> dict[str, int]:
    """Counts gold marks, those of which every letter and digit is covered, and false characters."""
    counts: dict[str, int] = defaultdict(int)
    for doc, other in zip(gold, found, strict=True):
        inside = bytearray(len(doc.text))
        for span in other.spans:
            inside[span.start : span.end] = b"\1" * len(span)
        for span in doc.spans:
            whole = all(inside[i] for i in range(span.start, span.end) if doc.text[i].isalnum())
            kinds = ["all"] + (["names"] if span.label == "PATIENT" else [])
            for kind in kinds:
                counts[kind] += 1
                counts[f"{kind} whole"] += whole
            inside[span.start : span.end] = b"\0" * len(span)
        counts["false"] += sum(doc.text[i].isalnum() for i, c in enumerate(inside) if c)
        counts["characters"] += sum(map(str.isalnum, doc.text))
    return counts


def row_of(name: str, gold: list[Document], settings: Settings, records: bool) -> tuple[str, str]:
    """Returns the line of one way to detect."""
    pipeline = load_pipeline(settings)
    list(pipeline.annotate(gold[:2]))  # warm-up
    started = time.perf_counter()
    found = list(pipeline.annotate(gold, records=records))
    seconds = time.perf_counter() - started
    c = covered(gold, found)
    words = sum(len(doc.text.split()) for doc in gold)
    return name, (
        f"{c['all whole']} of {c['all']} identifiers whole; patient and relative names missed: "
        f"{c['names'] - c['names whole']} of {c['names']}; other characters removed: "
        f"{c['false'] / c['characters']:.2%}; {words / seconds:,.0f} words/s"
    )


def verification(docs: list[Document], settings: Settings) -> list[tuple[str, str]]:
    """Returns what the search of the outputs finds, with tags and with surrogates."""
    pipeline = load_pipeline(settings)
    rows = []
    found = list(pipeline.annotate(docs))
    gold = {doc.id: doc for doc in docs}
    for action in ("tag", "surrogate"):
        policy = get_policy("all").with_action(action)
        added = right = notes = retagged = failed = 0
        seconds = 0.0
        for mode in ("redact", "fail"):
            verifier = make_verifier(pipeline, settings.lang, mode)
            for doc in found:
                started = time.perf_counter()
                try:
                    done = verifier.redact(doc, policy, Context(b"k" * 32, lang=settings.lang))
                except NoteError:
                    failed += 1
                    continue
                if mode == "fail":
                    continue
                seconds += time.perf_counter() - started
                notes += done.added > 0
                retagged += done.retagged
                new = set(done.doc.spans) - set(doc.spans)
                added += len(new)
                right += sum(
                    any(g.start < s.end and s.start < g.end for g in gold[doc.id].spans)
                    for s in new
                )
        words = sum(len(doc.text.split()) for doc in docs)
        rows.append((
            f"outputs searched, {action}: {len(docs)} notes",
            f"{notes} get {added} marks added, {right} of them identifiers; "
            f"{retagged} surrogates become tags; --verify fail gives no output for {failed}; "
            f"replacing and searching {words / seconds:,.0f} words/s",
        ))  # fmt: skip
    return rows


def main() -> None:
    """Measures and records."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--part", default="dev")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    read = get_format("inline").read
    docs = list(split(read(args.corpus), args.corpus / "split.tsv", args.part))
    longitudinal = [doc for doc in docs if doc.meta.get("patient")]
    plain = Settings(args.lang)
    rows = [
        row_of("each note alone", longitudinal, plain, False),
        row_of("all notes of a patient", longitudinal, plain, True),
    ]
    with tempfile.TemporaryDirectory() as place:
        for name, all_forms in (("one form of each name", False), ("all forms", True)):
            path = Path(place) / "roster.csv"
            write_roster(longitudinal, path, all_forms=all_forms)
            settings = Settings(args.lang, roster=path)
            rows.append(row_of(f"with a roster, {name}", longitudinal, settings, True))
    rows += verification(docs, plain)
    title = f"A patient's record and roster ({args.lang}, {args.part})"
    note = f"{len(longitudinal)} notes of patients with several notes, {len(docs)} in all."
    print(record(title, rows, note=note, dry=args.dry))


if __name__ == "__main__":
    main()
