"""`match`: puts gold and predicted notes side by side by id, and refuses what does not fit.

A scorer that looks only at ids present on both sides forgets the identifiers of a note that the
system never wrote. Here every gold note needs a prediction and every prediction a gold note.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from incognote.core.config import read_lines
from incognote.core.document import Document
from incognote.core.errors import InputError, NoteError
from incognote.replace.policy import Policy


@dataclass(frozen=True, slots=True)
class Pair:
    """One note as the annotators marked it and as the system did; both hold the same text."""

    gold: Document
    predicted: Document
    sentences: int | None = None
    """Number of sentences, where a file gives it (MEDDOCAN's leak)."""

    @property
    def id(self) -> str:
        """The note's id."""
        return self.gold.id

    @property
    def text(self) -> str:
        """The note's text."""
        return self.gold.text


def match(gold: Iterable[Document], predicted: Iterable[Document]) -> list[Pair]:
    """Returns one pair for each note, sorted by id.

    Args:
        gold: The marked notes.
        predicted: The same notes as the system marked them, in any order.

    Raises:
        NoteError: Where an id stands twice on one side or on one side only, or where the two texts
            differ. The message names the note.
    """
    expected = _by_id(gold, "the gold notes")
    found = _by_id(predicted, "the predictions")
    for id in found:
        if id not in expected:
            raise NoteError(id, "is predicted but is not among the gold notes; score one corpus")
    pairs = []
    for id in sorted(expected):
        if id not in found:
            raise NoteError(id, "is among the gold notes but has no prediction; predict every note")
        _check_text(expected[id], found[id])
        pairs.append(Pair(expected[id], found[id]))
    return pairs


def _by_id(docs: Iterable[Document], side: str) -> dict[str, Document]:
    table: dict[str, Document] = {}
    for doc in docs:
        if doc.id in table:
            raise NoteError(doc.id, f"stands twice among {side}; ids must be unique")
        table[doc.id] = doc
    return table


def _check_text(gold: Document, found: Document) -> None:
    if found.text == gold.text:
        return
    at = next(
        (i for i, (a, b) in enumerate(zip(gold.text, found.text, strict=False)) if a != b),
        min(len(gold.text), len(found.text)),
    )
    raise NoteError(
        gold.id,
        f"the gold text ({len(gold.text)} characters) and the predicted one "
        f"({len(found.text)}) differ from character {at} on; predict on the text as it is",
    )


def apply_policy(pairs: Iterable[Pair], policy: Policy) -> list[Pair]:
    """Returns the pairs with only the spans that leave the text under the policy, both sides."""
    return [
        replace(pair, gold=policy.apply(pair.gold), predicted=policy.apply(pair.predicted))
        for pair in pairs
    ]


def read_sentence_counts(path: Path) -> dict[str, int]:
    """Returns the number of sentences by note id from lines of id, split, count (tabs between).

    Raises:
        InputError: If the file cannot be read, or a line is not of that form.
    """
    lines = read_lines(path)
    counts: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        fields = line.split("\t")
        if len(fields) != 3 or not fields[2].isdecimal():
            raise InputError(f"{path}:{number}: expected id, split and count with tabs between.")
        if fields[0] in counts:
            raise InputError(f"{path}:{number}: the id stands twice.")
        counts[fields[0]] = int(fields[2])
    return counts


def with_sentences(pairs: Sequence[Pair], counts: Mapping[str, int]) -> list[Pair]:
    """Returns the pairs with the number of sentences of each note.

    Raises:
        NoteError: If a note has no count.
    """
    for pair in pairs:
        if pair.id not in counts:
            raise NoteError(pair.id, "has no number of sentences in the sentence counts file")
    return [replace(pair, sentences=counts[pair.id]) for pair in pairs]
