"""`evaluate`: every figure of one system on one corpus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from incognote.assure.evaluation.counts import Figure, Table, count
from incognote.assure.evaluation.intervals import (
    Bootstrap,
    Difference,
    compare,
    groups_of,
    no_such_field,
    with_intervals,
)
from incognote.assure.evaluation.matching import Pair, apply_policy, match, with_sentences
from incognote.assure.evaluation.mistakes import count_mistakes
from incognote.assure.evaluation.operating_points import operating_points
from incognote.assure.evaluation.strata import Seen, by_feature, by_meta, prose_only
from incognote.assure.evaluation.tokens import confusion
from incognote.assure.probabilities import Probabilities
from incognote.core import registry
from incognote.core.document import Document
from incognote.replace.policy import Policy


@dataclass(frozen=True, slots=True)
class Options:
    """What is computed beside the scores."""

    corpus: str = ""
    """Name of the corpus and its split, for the record."""
    system: str = ""
    """Name of the system, for the record."""
    policy: Policy | None = None
    """What counts as PHI: gold and prediction both pass through it. None keeps all."""
    sentence_counts: Mapping[str, int] | None = None
    """Sentences of each note by id, for MEDDOCAN's leak."""
    bootstrap: Bootstrap | None = None
    """How intervals are made; None leaves them out."""
    by: tuple[str, ...] = ()
    """Fields of meta to give every score by."""
    features: bool = False
    """Whether to give covered and exactly found identifiers by their features."""
    seen: Seen | None = None
    """Identifiers of the training part, for the feature `seen in training`."""
    prose: bool = False
    """Whether to give every score once more without the labelled lines of forms."""
    operating_points: bool = False
    """Whether to give what would be at other thresholds, and the confusion matrix."""
    mistakes: bool = False
    """Whether to count mistakes by kind."""
    probabilities: Mapping[str, Probabilities] | None = None
    """By id a model's token probabilities, for operating points; None takes spans' scores."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The figures of one system on one corpus; JSON with `to_dict`. Holds no note text.

    Attributes:
        corpus: Name of the corpus and its split.
        system: Name of the system.
        policy: Name of the policy that both sides passed through.
        notes: Number of notes.
        figures: By name, `meddocan/ner/f1` or `characters/identifiers_covered/label=DATE/share`.
        strata: By stratum, as `kind=voicemail`, figures as above.
        features: By feature of an identifier, as `letters`, how many were covered and found
            exactly: `identifiers_covered/label=all capitals/share`.
        prose: Figures without the labelled lines of forms.
        points: What would be at other thresholds, as `operating_points` gives it.
        confusion: Tokens of each gold category by the category given ('' is not PHI).
        mistakes: How many there are of each kind, and how many missed tokens stand beside a hit.
        tables: By scorer the counts of every note.
        groups: Of each note what it is drawn with in a bootstrap.
    """

    corpus: str
    system: str
    policy: str
    notes: int
    figures: Mapping[str, Figure]
    strata: Mapping[str, Mapping[str, Figure]] = field(default_factory=dict)
    features: Mapping[str, Mapping[str, Figure]] = field(default_factory=dict)
    prose: Mapping[str, Figure] = field(default_factory=dict)
    points: Mapping[str, Any] = field(default_factory=dict)
    confusion: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    mistakes: Mapping[str, Any] = field(default_factory=dict)
    tables: Mapping[str, Table] = field(default_factory=dict, repr=False)
    groups: Sequence[str] | None = field(default=None, repr=False)

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
            "figures": _to_dict(self.figures),
            "strata": {name: _to_dict(figures) for name, figures in self.strata.items()},
            "features": {name: _to_dict(figures) for name, figures in self.features.items()},
            "prose": _to_dict(self.prose),
            "operating_points": dict(self.points),
            "confusion": {gold: dict(row) for gold, row in self.confusion.items()},
            "mistakes": dict(self.mistakes),
        }


def _to_dict(figures: Mapping[str, Figure]) -> dict[str, Any]:
    return {name: figure.to_dict() for name, figure in figures.items()}


def evaluate(
    gold: Iterable[Document],
    predicted: Iterable[Document],
    scorers: Sequence[str],
    options: Options | None = None,
) -> Evaluation:
    """Returns the figures of a system on marked notes.

    Args:
        gold: The notes as marked.
        predicted: The same notes as the system marked them, in any order.
        scorers: Registry rows of kind `scorer`: meddocan, i2b2-2014, tokens, entities, characters.
        options: What else to compute; None is the scores alone.

    Raises:
        ConfigError: If there is no such scorer, or no note has a field that was asked for.
        NoteError: If the notes of the two sides do not fit, as `match` says.

    Examples:
        >>> from incognote.core.document import Span
        >>> gold = Document("a", "Ada Ruiz, Leeds", (Span(0, 8, "PATIENT"), Span(10, 15, "CITY")))
        >>> found = gold.with_spans([Span(0, 8, "PATIENT")])
        >>> evaluate([gold], [found], ["characters"])["characters/identifiers_covered/share"]
        0.5
    """
    return evaluate_pairs(match(gold, predicted), scorers, options or Options())


def evaluate_pairs(pairs: Sequence[Pair], scorers: Sequence[str], options: Options) -> Evaluation:
    """Returns the figures of notes that are matched already, as `evaluate`."""
    if options.policy is not None:
        pairs = apply_policy(pairs, options.policy)
    if options.sentence_counts is not None:
        pairs = with_sentences(pairs, options.sentence_counts)
    for key in options.by:
        if pairs and not any(pair.gold.meta.get(key) for pair in pairs):
            raise no_such_field(key, pairs)
    tables = _count_all(pairs, scorers)
    groups = None if options.bootstrap is None else groups_of(pairs, options.bootstrap.unit)
    prose = _count_all(prose_only(pairs), scorers) if options.prose else {}
    return Evaluation(
        corpus=options.corpus,
        system=options.system,
        policy=options.policy.name if options.policy else "all",
        notes=len(pairs),
        figures=_figures(tables, options.bootstrap, groups),
        strata=_strata(pairs, tables, options, groups),
        features=_features(pairs, options, groups) if options.features else {},
        prose=_figures(prose, options.bootstrap, groups),
        points=operating_points(pairs, options.probabilities, options.bootstrap, groups)
        if options.operating_points
        else {},
        confusion=confusion(pairs) if options.operating_points else {},
        mistakes=count_mistakes(pairs) if options.mistakes else {},
        tables=tables,
        groups=groups,
    )


def _strata(
    pairs: Sequence[Pair],
    tables: Mapping[str, Table],
    options: Options,
    groups: Sequence[str] | None,
) -> dict[str, dict[str, Figure]]:
    return {
        f"{key}={value}": _figures(
            {scorer: table.rows(rows) for scorer, table in tables.items()},
            options.bootstrap,
            groups and [groups[i] for i in rows],
        )
        for key in options.by
        for value, rows in by_meta(pairs, key).items()
    }


def _features(
    pairs: Sequence[Pair], options: Options, groups: Sequence[str] | None
) -> dict[str, dict[str, Figure]]:
    return {
        feature: _figures_of(table, options.bootstrap, groups)
        for feature, table in by_feature(pairs, options.seen).items()
    }


def compare_systems(
    first: Evaluation, second: Evaluation, bootstrap: Bootstrap
) -> dict[str, Difference]:
    """Returns by how much each figure of the first exceeds the second's, on paired resamples.

    Raises:
        ConfigError: If the two were not scored on the same notes.
    """
    return {
        f"{scorer}/{name}": difference
        for scorer, table in first.tables.items()
        if scorer in second.tables
        for name, difference in compare(
            table, second.tables[scorer], bootstrap, first.groups
        ).items()
    }


def _count_all(pairs: Sequence[Pair], scorers: Sequence[str]) -> dict[str, Table]:
    return {name: count(pairs, registry.get("scorer", name)) for name in scorers}


def _figures(
    tables: Mapping[str, Table], bootstrap: Bootstrap | None, groups: Sequence[str] | None
) -> dict[str, Figure]:
    """The figures of several scorers, the scorer's name before each."""
    return {
        f"{scorer}/{name}": figure
        for scorer, table in tables.items()
        for name, figure in _figures_of(table, bootstrap, groups).items()
    }


def _figures_of(
    table: Table, bootstrap: Bootstrap | None, groups: Sequence[str] | None
) -> dict[str, Figure]:
    return table.figures() if bootstrap is None else with_intervals(table, bootstrap, groups)
