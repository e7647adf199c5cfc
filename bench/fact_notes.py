"""Notes whose clinical facts a person read, and how well the extractor reads them.

The notes are those of corpora/, the facts lie in tests/data/facts/, one file a language; its head
says how they are written.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from incognote.core.document import Document
from incognote.detect.facts import FactExtractor
from incognote.io.format import get_format

ROOT = Path(__file__).parent.parent
READ = ROOT / "tests/data/facts"
Stretch = tuple[int, int]
_SHOWN = re.compile(r"(.*)\{(.+)\}(.*)")
"""A fact in braces, with what stands around it."""


@dataclass(frozen=True)
class ReadNote:
    """A note and what a person found in it."""

    doc: Document
    facts: Mapping[str, Sequence[Stretch]]
    """By kind."""


def read_notes(lang: str) -> list[ReadNote]:
    """Returns the notes of a language that were read.

    Raises:
        ValueError: If a fact does not stand in its note so often.
    """
    notes: list[ReadNote] = []
    corpora: dict[str, dict[str, Document]] = {}
    facts: dict[str, list[Stretch]] = {}
    places: dict[str, int] = {}
    for line in (READ / f"{lang}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if line.startswith("= "):
            corpus, id = line[2:].split(" ")
            if corpus not in corpora:
                read = get_format("inline").read(ROOT / "corpora" / corpus)
                corpora[corpus] = {doc.id: doc for doc in read}
            facts = defaultdict(list)
            notes.append(ReadNote(corpora[corpus][id], facts))
            continue
        kind, _, listed = line.partition(": ")
        places = defaultdict(int)
        for surface in listed.split("; "):
            text = notes[-1].doc.text
            before, what, behind = (
                _SHOWN.fullmatch(surface).groups() if "{" in surface else ("", surface, "")
            )
            pattern = rf"{re.escape(before)}({re.escape(what)}){re.escape(behind)}"
            if what[0].isdigit() and not before:
                pattern = rf"(?<![\d.,/]){pattern}(?!\d|[.,/]\d)"
            elif not before:
                pattern = rf"(?<!\w){pattern}(?!\w)"
            found = re.compile(pattern).search(text, places[surface])
            if found is None:
                raise ValueError(f"{notes[-1].doc.id}: {kind} '{surface}' does not stand there")
            places[surface] = found.end()
            facts[kind.lower()].append(found.span(1))
    return notes


@dataclass(frozen=True)
class Score:
    """How many facts of a kind a person and the extractor found, and both."""

    read: int
    found: int
    both: int
    exact: int
    """Of those found, how many stand exactly so."""


def score(notes: Sequence[ReadNote], extractor: FactExtractor) -> dict[str, Score]:
    """Returns the score by kind: a fact is found where one of its kind touches it, one for one.

    Of a negation what it denies counts. Kinds that nobody read (terms) are left out.
    """
    read, found, both, exact = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for note in notes:
        of_kind: dict[str, list[Stretch]] = defaultdict(list)
        terms = {f.parts[0] for f in extractor.extract(note.doc.text) if f.kind == "diagnosis"}
        for fact in extractor.extract(note.doc.text):
            part = next((p for p in fact.parts if p in terms), fact.parts[0])
            of_kind[fact.kind].append(part if fact.kind == "negation" else fact.parts[0])
        for kind in {*of_kind, *note.facts} - {"term"}:
            gold, mine = sorted(note.facts.get(kind, ())), sorted(of_kind[kind])
            read[kind] += len(gold)
            found[kind] += len(mine)
            for start, end in mine:
                hit = next((g for g in gold if g[0] < end and start < g[1]), None)
                if hit:
                    gold.remove(hit)
                    both[kind] += 1
                    exact[kind] += hit == (start, end)
    return {k: Score(read[k], found[k], both[k], exact[k]) for k in sorted({*read, *found})}
