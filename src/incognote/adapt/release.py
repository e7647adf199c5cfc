"""A release as a certificate sees it: its notes, how many marks each had, how suspicious each is.

Suspicion only decides which notes are read more often. It is no part of any bound: a poor one
costs reading, never validity.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from incognote import registry
from incognote.config import read_lines
from incognote.document import Document
from incognote.errors import InputError, NoteError
from incognote.labels import LABELS
from incognote.pipeline import Detector, Settings
from incognote.resolve import FOUND

WEIGHTS: Mapping[str, float] = {
    "roster": 5.0,
    "second look": 2.0,
    "number": 1.0,
    "capital": 1.0,
    "weak mark": 0.5,
}
"""What each suspicious thing in a note counts for."""

WEAK = 0.8
"""Marks that score less were close calls, and close calls come together."""

_RARE = 2
"""A word that stands in at most so many notes is rare."""

_TAG = re.compile(r"\[[A-Z_]+(?: [0-9a-f]+)?\]|X{2,}")
_WORD = re.compile(r"[^\W\d_]+|\w*\d\w*")
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Released:
    """One note of a release."""

    id: str
    sha256: str
    """Of its text."""
    marks: Mapping[str, int]
    """How many identifiers were found and removed, by label."""
    suspicion: float


@dataclass(frozen=True, slots=True)
class Record:
    """What the record of a release says of one note."""

    marks: Mapping[str, int]
    weak: int
    """How many of the marks scored low."""


def read_record(path: Path) -> dict[str, Record]:
    """Returns by note what `spans.jsonl` of `incognote deid` says of it.

    Raises:
        InputError: If it cannot be read, or a line is not as deid writes it.
    """
    lines = read_lines(path, way_out="give the folder that incognote deid wrote")
    found: dict[str, Record] = {}
    for number, line in enumerate(lines, start=1):
        try:
            row = json.loads(line)
            gone = [span for span in row["spans"] if not span.get("kept", False)]
            marks = Counter(str(span["label"]) for span in gone)
            weak = sum(float(span["score"]) < WEAK for span in gone)
            id = str(row["id"])
        except (ValueError, KeyError, TypeError, AttributeError):
            raise InputError(
                f"{path}:{number}: is not a line that incognote deid writes; release again."
            ) from None
        if id in found or not set(marks) <= set(LABELS):
            raise InputError(
                f"{path}:{number}: holds an id twice or a label that does not exist; release again."
            )
        found[id] = Record(dict(sorted(marks.items())), weak)
    return found


def read_release(
    notes: Callable[[], Iterable[Document]],
    record: Mapping[str, Record],
    *,
    lang: str,
    roster: Collection[str] = (),
) -> list[Released]:
    """Returns the notes of a release, sorted by id.

    Args:
        notes: Gives the notes as they were released; called twice, one note is held at a time.
        record: What was found in each.
        lang: Language, for the rules and lists that look at the notes again.
        roster: Names that are known to the site, in any case.

    Raises:
        NoteError: If a note has no line in the record.
        InputError: If the record has lines of notes that are not there.
    """
    lower: set[str] = set()
    frequency: Counter[str] = Counter()
    for doc in notes():
        words = set(_words(doc.text))
        lower.update(word for word in words if word.islower())
        frequency.update(words)
    detectors = _second_lookers(lang)
    names = {part for name in roster for part in _WORD.findall(name.casefold()) if len(part) > 2}
    found = []
    for doc in notes():
        if doc.id not in record:
            raise NoteError(doc.id, "has no line in spans.jsonl; release all notes in one run")
        of = record[doc.id]
        score = (
            WEIGHTS["weak mark"] * of.weak
            + WEIGHTS["second look"] * _second_look(doc, detectors)
            + _odd_words(doc.text, lower, frequency, names)
        )
        found.append(Released(doc.id, hash_text(doc.text), of.marks, score))
    if len(found) < len(record):
        there = {note.id for note in found}
        first = next(id for id in record if id not in there)
        raise InputError(
            f"spans.jsonl names notes that are not in the release, the first is '{first}': "
            "give the whole folder that incognote deid wrote."
        )
    return sorted(found, key=lambda note: note.id)


@cache
def _second_lookers(lang: str) -> tuple[Detector, ...]:
    """Rules and lists: what looks at a released note again."""
    return tuple(registry.get("detector", name)(Settings(lang)) for name in ("rules", "lexicon"))


def hash_text(text: str) -> str:
    """Returns the SHA-256 of a text in hexadecimal."""
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def hash_release(notes: Sequence[Released]) -> str:
    """Returns a hash of ids and texts, whatever the order."""
    total = hashlib.sha256()
    for note in sorted(notes, key=lambda note: note.id):
        total.update(json.dumps([note.id, note.sha256]).encode())
    return total.hexdigest()


def _words(text: str) -> Iterator[str]:
    """Words and numbers of a note, without the tags that deid left."""
    return (match.group() for match in _WORD.finditer(_TAG.sub(" ", text)))


def _odd_words(
    text: str, lower: Collection[str], frequency: Mapping[str, int], names: Collection[str]
) -> float:
    score = 0.0
    for word in _words(text):
        if word.casefold() in names:
            score += WEIGHTS["roster"]
        elif frequency[word] > _RARE:
            continue
        elif sum(c.isdigit() for c in word) >= _DIGITS:
            score += WEIGHTS["number"]
        elif word[0].isupper() and len(word) > 2 and word.lower() not in lower:
            score += WEIGHTS["capital"]
    return score


def _second_look(doc: Document, detectors: Sequence[Detector]) -> int:
    """How much rules and lists would mark in the released text, tags left aside."""
    tags = [match.span() for match in _TAG.finditer(doc.text)]
    spans = [span for detector in detectors for span in detector.detect([doc])[0]]
    return len(
        {
            span.start
            for span in spans
            if span.score >= FOUND
            and not any(start < span.end and span.start < end for start, end in tags)
        }
    )
