"""`evaluate`: every figure of one system on one corpus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from incognote import registry
from incognote.document import Document
from incognote.evaluation.counts import Figure, Table, count
from incognote.evaluation.matching import Marks, Pair, apply_policy, match, with_sentences
from incognote.policy import Policy


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The figures of one system on one corpus; JSON with `to_dict`.

    Attributes:
        corpus: Name of the corpus and its split.
        system: Name of the system.
        policy: Name of the policy that both sides passed through.
        notes: Number of notes.
        figures: By name, `meddocan/ner/f1` or `characters/identifiers_covered/label=DATE/share`.
    """

    corpus: str
    system: str
    policy: str
    notes: int
    figures: Mapping[str, Figure]
    tables: Mapping[str, Table] = field(repr=False)
    """By scorer the counts of every note."""

    def __getitem__(self, name: str) -> float:
        """Returns the value of a figure; nan where it is not defined."""
        value = self.figures[name].value
        return float("nan") if value is None else value

    def to_dict(self) -> dict[str, Any]:
        """Returns what JSON can hold: everything but the counts of single notes."""
        return {
            "corpus": self.corpus,
            "system": self.system,
            "policy": self.policy,
            "notes": self.notes,
            "figures": {name: figure.to_dict() for name, figure in self.figures.items()},
        }


def evaluate(
    gold: Iterable[Document],
    predicted: Iterable[Document | Marks],
    scorers: Sequence[str],
    *,
    corpus: str = "",
    system: str = "",
    policy: Policy | None = None,
    sentence_counts: Mapping[str, int] | None = None,
) -> Evaluation:
    """Returns the figures of a system on marked notes.

    Args:
        gold: The notes as marked.
        predicted: The same notes as the system marked them, in any order.
        scorers: Registry rows of kind `scorer`: meddocan, i2b2-2014, tokens, entities, characters.
        corpus: Name of the corpus and split, for the record.
        system: Name of the system, for the record.
        policy: What counts as PHI: gold and prediction both pass through it. None keeps all.
        sentence_counts: Sentences of each note by id, for MEDDOCAN's leak.

    Raises:
        ConfigError: If there is no such scorer.
        NoteError: If the notes of the two sides do not fit, as `match` says.

    Example:
        >>> from incognote.document import Span
        >>> gold = Document("a", "Ada Ruiz, Leeds", (Span(0, 8, "PATIENT"), Span(10, 15, "CITY")))
        >>> found = gold.with_spans([Span(0, 8, "PATIENT")])
        >>> evaluate([gold], [found], ["characters"])["characters/identifiers_covered/share"]
        0.5
    """
    pairs = match(gold, predicted)
    if policy is not None:
        pairs = apply_policy(pairs, policy)
    if sentence_counts is not None:
        pairs = with_sentences(pairs, sentence_counts)
    tables = count_all(pairs, scorers)
    return Evaluation(
        corpus,
        system,
        policy.name if policy else "all",
        len(pairs),
        all_figures(tables),
        tables,
    )


def count_all(pairs: Sequence[Pair], scorers: Sequence[str]) -> dict[str, Table]:
    """Returns the counts of every note by scorer.

    Raises:
        ConfigError: If there is no such scorer.
    """
    return {name: count(pairs, registry.get("scorer", name)) for name in scorers}


def all_figures(tables: Mapping[str, Table]) -> dict[str, Figure]:
    """Returns the figures of several scorers, the scorer's name before each."""
    return {
        f"{scorer}/{name}": figure
        for scorer, table in tables.items()
        for name, figure in table.figures().items()
    }
