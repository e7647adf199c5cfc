"""Measures surrogates on notes with gold marks: consistency, intervals, throughput.

    python bench/replacement.py corpora/notes_en

Three sections of results.md: what stays the same for a patient, which measurements false alarms
falsify, and what surrogates cost in time. What readers make of the output measures attack.py.

Same person: each mention of a gold person is held against the person's longest mention, word by
word: the same word must have the same surrogate, and an initial that of the word it stands for.
Words that share nothing with the longest mention (a nickname) are counted apart.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from incognote.core.case import fold
from incognote.core.document import Document
from incognote.core.labels import our_type
from incognote.io.inline import read
from incognote.io.split import split
from incognote.replace import dates
from incognote.replace.note_dates import habits_of
from incognote.replace.policy import get_policy
from incognote.replace.redact import Redacted, redact
from incognote.replace.replacement import Context
from incognote.replace.shift import days_of
from incognote.replace.verify import Verifier
from incognote.run.deidentifier import Deidentifier, load
from record import record

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
PEOPLE = ("PATIENT", "DOCTOR")
PLAIN = ("measure", "figure")
TURNS = ("measure", "all marks", "sure marks alone")
Section = tuple[str, Sequence[Sequence[str]], str, Sequence[str]]
"""Title, rows, note and head of a table."""


def mentions(doc: Document, done: Redacted) -> Iterator[tuple[tuple[str, str], str, str]]:
    """Yields (person, old, new) of each mention of a numbered person."""
    for change in done.replaced:
        kind = our_type(change.span.label)
        if kind in PEOPLE and change.span.entity:
            old = doc.text[change.span.start : change.span.end]
            yield (kind, change.span.entity), old, done.text[change.new_start : change.new_end]


def words(old: str, new: str) -> list[tuple[str, str]]:
    """Returns the pairs of old and new words of a mention, folded; [] where they do not align."""
    a, b = WORD.findall(old), WORD.findall(new)
    return [(fold(x), fold(y)) for x, y in zip(a, b, strict=True)] if len(a) == len(b) else []


def consistency(found: Iterable[tuple[tuple[str, str], str, str]]) -> Counter[str]:
    """Returns how many mentions agree, disagree, or share nothing with the person's longest."""
    people: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for person, old, new in found:
        people[person].append((old, new))
    counts: Counter[str] = Counter()
    for pairs in people.values():
        longest = max(pairs, key=lambda pair: (len(pair[0]), pair[0]))
        known = dict(words(*longest))
        for old, new in pairs:
            if (old, new) == longest and len(pairs) == 1:
                continue
            shared, wrong = 0, 0
            for a, b in words(old, new):
                if a in known:
                    shared, wrong = shared + 1, wrong + (known[a] != b)
                elif len(a) == 1:
                    partners = [v[0] for k, v in known.items() if k[0] == a]
                    shared, wrong = (
                        shared + bool(partners),
                        wrong + bool(partners and b[0] not in partners),
                    )
            if not shared:
                counts["other words"] += 1
            else:
                counts["disagree" if wrong else "agree"] += 1
    return counts


def measured(docs: list[Document], lang: str, keys: int) -> Counter[str]:
    """Returns the counts of all notes over all keys; `within` and `across` before those of pairs.

    Args:
        docs: Notes of patients, with entity numbers.
        lang: Their language.
        keys: Worlds to measure over.
    """
    policy = get_policy("all").with_action("surrogate")
    tally: Counter[str] = Counter()
    for number in range(keys):
        context = Context(bytes([number]) * 32, lang=lang)
        by_patient: dict[str, list[tuple[tuple[str, str], str, str]]] = defaultdict(list)
        for doc in docs:
            done = redact(doc, policy, context)
            found = list(mentions(doc, done))
            tally.update({f"within {k}": n for k, n in consistency(found).items()})
            by_patient[context.group(doc)] += found
            originals = {fold(old) for _, old, _ in found}
            faces: dict[str, set[str]] = defaultdict(set)
            for (_, entity), old, new in found:
                tally["names"] += 1
                tally["originals returned"] += fold(new) in originals
                if len(WORD.findall(old)) > 1:
                    faces[fold(new)].add(entity)
            tally["two people, one surrogate"] += sum(len(who) > 1 for who in faces.values())
            tally += dates_of(doc, done, context)
        for found in by_patient.values():
            tally.update({f"across {k}": n for k, n in consistency(found).items()})
    return tally


def dates_of(doc: Document, done: Redacted, context: Context) -> Counter[str]:
    """Returns how many dates a note has, are tagged, are full, and moved by the patient's days."""
    tally: Counter[str] = Counter()
    habits, days = habits_of(doc, context), days_of(doc, context)
    for change in done.replaced:
        if our_type(change.span.label) != "DATE":
            continue
        tally["dates"] += 1
        tally["dates tagged"] += change.unread
        form = dates.read(doc.text[change.span.start : change.span.end], habits)
        date = dates.date_of(form, habits) if form else None
        if date and not change.unread:
            moved = dates.read(done.text[change.new_start : change.new_end], habits)
            new = dates.date_of(moved, habits) if moved else None
            tally["full dates"] += 1
            tally["intervals kept"] += bool(new and (new - date).days == days)
    return tally


def same_person(tally: Counter[str], where: str) -> str:
    """Returns the share of mentions that agree with the person's longest, and of how many."""
    agree, disagree = tally[f"{where} agree"], tally[f"{where} disagree"]
    return f"{agree / (agree + disagree):.2%} of {agree + disagree:,} mentions"


def kept_rows(docs: list[Document], lang: str, keys: int) -> list[tuple[str, str]]:
    """Returns what stays the same over a patient's notes."""
    tally = measured(docs, lang, keys)
    return [
        ("same person, same surrogate, within a note", same_person(tally, "within")),
        ("same person, same surrogate, across a patient's notes", same_person(tally, "across")),
        ("names that are an original of their note", f"{tally['originals returned']:,}"),
        ("two people of a note with one surrogate", f"{tally['two people, one surrogate']:,}"),
        (
            "full dates moved by exactly the patient's days",
            f"{tally['intervals kept'] / tally['full dates']:.2%} of {tally['full dates']:,}",
        ),
        ("dates tagged", f"{tally['dates tagged'] / tally['dates']:.2%} of {tally['dates']:,}"),
    ]


def falsified_rows(docs: list[Document], lang: str, policy: str) -> list[tuple[str, str, str]]:
    """Returns what is falsified where doubtful marks are tagged, and where they are not.

    By surrogates for all, or by what another policy does. A mark that overlaps no gold identifier
    and became another value is falsified: a number if it has a digit, or one stands beside it with
    no more than a blank, hyphen or slash between.
    """
    deid = load(
        lang,
        policy=policy,
        replacement="surrogate" if policy == "all" else None,
        key=b"k" * 32,
    )
    verifier = deid.verifier
    assert verifier is not None
    found = list(deid.pipeline.annotate([doc.with_spans(()) for doc in docs]))
    tallies: list[Counter[str]] = []
    for doubtful in ("surrogate", "tag"):
        tally: Counter[str] = Counter()
        context = replace(deid.context, doubtful=doubtful)
        for gold, doc in zip(docs, found, strict=True):
            tally += falsified(gold, doc, verifier.redact(doc, deid.policy, context).redacted)
        tallies.append(tally)
    return [(name, *(shown(tally, key) for tally in tallies)) for name, key in FALSIFIED.items()]


FALSIFIED = {
    "clinical numbers falsified": "number",
    "notes with one": "notes",
    "other false alarms that became another value": "word",
    "false alarms that became a tag": "tagged",
    "true identifiers that became a tag": "lost",
}


def shown(tally: Counter[str], key: str) -> str:
    """Returns a count, of true identifiers with their share."""
    share = f" ({tally[key] / tally['true']:.1%} of {tally['true']:,})" if key == "lost" else ""
    return f"{tally[key]:,}{share}"


def falsified(gold: Document, doc: Document, done: Redacted) -> Counter[str]:
    """Returns the counts of one note: gold marks, found marks, the note as it was written."""
    tally: Counter[str] = Counter()
    for change in done.replaced:
        if change.action not in READ:
            continue
        span, new = change.span, done.text[change.new_start : change.new_end]
        old = doc.text[span.start : span.end]
        if any(mark.start < span.end and span.start < mark.end for mark in gold.spans):
            tally.update({"true": 1, "lost": int(change.unread)})
        elif change.unread or new == old:
            tally["tagged"] += change.unread
        else:
            beside = doc.text[max(0, span.start - 2) : span.start], doc.text[span.end :][:2]
            number = (
                any(map(str.isdigit, old)) or BEFORE.search(beside[0]) or AFTER.match(beside[1])
            )
            tally["number" if number else "word"] += 1
    tally["notes"] = int(tally["number"] > 0)
    return tally


READ = ("surrogate", "shift", "generalise")
"""Actions that give another value."""
BEFORE, AFTER = re.compile(r"\d[ /-]?$"), re.compile(r"[ /-]?\d")


def speed_rows(docs: list[Document], lang: str, turns: int) -> list[tuple[str, str]]:
    """Returns what tags and surrogates take with detection and search of the output.

    Time of the processor in this process, so that others on the machine do not count.
    """
    deids = {a: load(lang, replacement=a, key=b"k" * 32) for a in ("tag", "surrogate")}
    pipeline = deids["tag"].pipeline
    bare = [doc.with_spans(()) for doc in docs]
    list(pipeline.annotate(bare[:4]))  # warm-up
    found: list[Document] = []
    detecting = min(_seconds(lambda: found.extend(pipeline.annotate(bare))) for _ in range(turns))
    found = found[: len(docs)]
    words = sum(len(doc.text.split()) for doc in docs)
    spent = {}
    for action, deid in deids.items():
        verifier = deid.verifier
        assert verifier is not None

        def replaced(deid: Deidentifier = deid, verifier: Verifier = verifier) -> None:
            for doc in found:
                verifier.redact(doc, deid.policy, deid.context)

        replaced()  # reads the tables
        spent[action] = min(_seconds(replaced) for _ in range(5))
    rows = [
        (
            f"detection, {action} and search of the output",
            f"{words / (detecting + seconds):,.0f} words/s",
        )
        for action, seconds in spent.items()
    ]
    slower = 1 - (detecting + spent["tag"]) / (detecting + spent["surrogate"])
    each = 1e6 * (spent["surrogate"] - spent["tag"]) / words
    return [*rows, ("surrogates are slower by", f"{slower:.1%}, {each:.1f} microseconds a word")]


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def main() -> None:
    """Measures and records."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--part", default="dev")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--keys", type=int, default=12, help="worlds to measure over")
    parser.add_argument(
        "--turns", type=int, default=3, help="of detection, by the clock; the best counts"
    )
    parser.add_argument("--only", choices=("kept", "false", "speed"), help="one of them")
    parser.add_argument("--policy", default="all", help="of what is falsified")
    parser.add_argument("--dry", action="store_true", help="print, do not touch results.md")
    args = parser.parse_args()
    docs = list(split(read(args.corpus), args.corpus / "split.tsv", args.part))
    patients = [doc for doc in docs if doc.meta.get("patient")]
    where = f"({args.lang}, {args.part})"
    sections: list[Section] = []
    if args.only in (None, "kept") and patients:
        rows = kept_rows(patients, args.lang, args.keys)
        note = (
            f"{len(patients)} notes of patients with several notes, gold marks, {args.keys} keys."
        )
        sections.append((f"Surrogates of a patient's record {where}", rows, note, PLAIN))
    if args.only in (None, "false"):
        note = (
            f"{len(docs)} notes of {args.corpus.name}, what the whole pipeline finds, policy "
            f"{args.policy}."
        )
        by = "surrogates" if args.policy == "all" else f"the policy {args.policy}"
        title = f"Falsified by {by} ({args.corpus.name}, {args.part})"
        sections.append((title, falsified_rows(docs, args.lang, args.policy), note, TURNS))
    if args.only in (None, "speed"):
        note = f"Whole pipeline with search of the outputs; processor time, best of {args.turns}."
        rows = speed_rows(docs, args.lang, args.turns)
        sections.append((f"Speed of surrogates {where}", rows, note, PLAIN))
    for title, rows, note, head in sections:
        print(record(title, rows, note=note, head=head, dry=args.dry))


if __name__ == "__main__":
    main()
