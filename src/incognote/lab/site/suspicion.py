"""How suspicious a note looks as it would be released: close calls, odd words, known names.

It helps to choose notes to learn from (pick.py). It steers no sample that a certificate rests on:
on real misses it hardly tells which notes hold them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

from incognote.core import registry
from incognote.core.document import Document
from incognote.core.pipeline import Detector, Settings
from incognote.core.resolve import FOUND

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


def suspicions(
    notes: Iterable[tuple[Document, int]], *, lang: str, roster: Collection[str] = ()
) -> list[float]:
    """Returns how suspicious each note is.

    Args:
        notes: As they would be released with tags, each with how many of its marks were weak.
        lang: Language, for the rules and lists that look at the notes again.
        roster: Names that are known to the site, in any case.
    """
    notes = list(notes)
    lower: set[str] = set()
    frequency: Counter[str] = Counter()
    for doc, _ in notes:
        words = set(_words(doc.text))
        lower.update(word for word in words if word.islower())
        frequency.update(words)
    detectors = _second_lookers(lang)
    names = {part for name in roster for part in _WORD.findall(name.casefold()) if len(part) > 2}
    return [
        WEIGHTS["weak mark"] * weak
        + WEIGHTS["second look"] * _second_look(doc, detectors)
        + _odd_words(doc.text, lower, frequency, names)
        for doc, weak in notes
    ]


@cache
def _second_lookers(lang: str) -> tuple[Detector, ...]:
    """Rules and lists: what looks at a released note again."""
    return tuple(registry.get("detector", name)(Settings(lang)) for name in ("rules", "lexicon"))


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
