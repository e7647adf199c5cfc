"""Measures surrogates on notes with gold marks: consistency, intervals, throughput.

    python bench/replacement.py corpora/notes_en --part dev --folder longitudinal

Same person: each mention of a gold person is held against the person's longest mention, word by
word: the same word must have the same surrogate, and an initial that of the word it stands for.
Words that share nothing with the longest mention (a nickname) are counted apart.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from incognote.corpora.inline import read
from incognote.corpora.split import split
from incognote.document import Document
from incognote.labels import our_type
from incognote.policy import get_policy
from incognote.redact import Redacted, redact
from incognote.replace import dates
from incognote.replace.shift import days_of, habits_of
from incognote.replacement import Context
from incognote.values.case import fold

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
PEOPLE = ("PATIENT", "DOCTOR")


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


def share(counts: Counter[str]) -> float:
    """Returns the percentage of mentions that agree."""
    total = counts["agree"] + counts["disagree"]
    return round(100 * counts["agree"] / total, 2) if total else 100.0


def main() -> None:
    """Prints the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--part", default="dev")
    parser.add_argument("--folder", default="longitudinal")
    parser.add_argument("--lang", default="en")
    parser.add_argument("--keys", type=int, default=5, help="worlds to measure over")
    args = parser.parse_args()
    docs = [
        doc
        for doc in split(read(args.corpus), args.corpus / "split.tsv", args.part)
        if doc.id.startswith(args.folder)
    ]
    policy = get_policy("all").with_action("surrogate")
    within: Counter[str] = Counter()
    across: Counter[str] = Counter()
    tally: Counter[str] = Counter()
    for number in range(args.keys):
        context = Context(bytes([number]) * 32, lang=args.lang)
        by_patient: dict[str, list[tuple[tuple[str, str], str, str]]] = defaultdict(list)
        for doc in docs:
            done = redact(doc, policy, context)
            found = list(mentions(doc, done))
            within += consistency(found)
            by_patient[context.group(doc)] += found
            originals = {fold(old) for _, old, _ in found}
            faces: dict[str, set[str]] = defaultdict(set)
            for (_, entity), old, new in found:
                tally["names"] += 1
                tally["originals returned"] += fold(new) in originals
                if len(WORD.findall(old)) > 1:
                    faces[fold(new)].add(entity)
            tally["two people, one surrogate"] += sum(len(who) > 1 for who in faces.values())
            habits, days = habits_of(doc, context), days_of(doc, context)
            for change in done.replaced:
                old = doc.text[change.span.start : change.span.end]
                tally["marks"] += 1
                tally["marks tagged"] += change.unread
                if our_type(change.span.label) != "DATE":
                    continue
                tally["dates"] += 1
                tally["dates tagged"] += change.unread
                form = dates.read(old, habits)
                kinds = {piece.kind for piece in form or ()}
                if {"day", "year"} <= kinds and {"month", "monthname"} & kinds and form:
                    new = done.text[change.new_start : change.new_end]
                    moved = dates.read(new, habits)
                    tally["full dates"] += 1
                    tally["intervals kept"] += bool(
                        moved
                        and (dates.date_of(moved, habits) - dates.date_of(form, habits)).days
                        == days
                    )
        for found in by_patient.values():
            across += consistency(found)
    result: dict[str, object] = {
        "notes": len(docs),
        "keys": args.keys,
        "same person within a note, %": share(within),
        "same person across a patient's notes, %": share(across),
        "mentions within": dict(within),
        "mentions across": dict(across),
        **tally,
    }
    size = sum(len(doc.text.split()) for doc in docs)
    for action in ("tag", "surrogate"):
        chosen, context = get_policy("all").with_action(action), Context(b"k" * 32, lang=args.lang)
        for doc in docs:
            redact(doc, chosen, context)
        best = min(timed(docs, chosen, context) for _ in range(3))
        result[f"{action}, microseconds a word"] = round(1e6 * best / size, 2)
    print(json.dumps(result, indent=1))


def timed(docs: list[Document], policy: object, context: Context) -> float:
    """Returns the seconds that all notes take."""
    start = time.perf_counter()
    for doc in docs:
        redact(doc, policy, context)  # type: ignore[arg-type]
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
