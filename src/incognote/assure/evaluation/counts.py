"""Counts per note, and the figures that are made of their sums.

Every scorer counts each note once. All figures are functions of sums of these counts over notes,
so that a stratum is a sum over some rows and a bootstrap resample a weighted sum: one matrix
product, however costly the counting was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from incognote.assure.evaluation.matching import Pair

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Counts:
    """Items found rightly, found wrongly and missed.

    Examples:
        >>> Counts(tp=8, fp=2, fn=0).precision
        0.8
    """

    tp: int = 0
    fp: int = 0
    fn: int = 0

    @classmethod
    def of_sets(cls, gold: Iterable[object], predicted: Iterable[object]) -> Counts:
        """Returns the counts of two sets of items: an item that stands twice counts once."""
        gold, predicted = frozenset(gold), frozenset(predicted)
        right = len(gold & predicted)
        return cls(right, len(predicted) - right, len(gold) - right)

    @property
    def precision(self) -> float:
        """Share of what was found that is right; 0 where nothing was found."""
        return self.tp / (self.tp + self.fp) if self.tp else 0.0

    @property
    def recall(self) -> float:
        """Share of what there is that was found; 0 where there is nothing."""
        return self.tp / (self.tp + self.fn) if self.tp else 0.0

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall."""
        return 2 * self.tp / (2 * self.tp + self.fp + self.fn) if self.tp else 0.0

    @property
    def row(self) -> tuple[float, ...]:
        """The three as a row of a table."""
        return (self.tp, self.fp, self.fn)

    def __add__(self, other: Counts) -> Counts:
        """Sums over notes (micro)."""
        return Counts(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)


@dataclass(frozen=True, slots=True)
class Kind:
    """How sums of counts become figures."""

    figures: tuple[str, ...]
    """Names of the figures."""
    columns: int
    """Number of counts in a row."""
    compute: Callable[[Array], Array]
    """From sums [..., columns] to figures [..., figures]; nan where a figure is not defined."""
    sizes: Callable[[Array], Array]
    """From sums [..., columns] to n, the number of items that each figure is a share of."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One thing that a scorer counts, in all or for one label."""

    name: str
    kind: Kind
    label: str = ""

    def __str__(self) -> str:
        """The name in figures: `ner`, or `ner/label=FECHAS`."""
        return f"{self.name}/label={self.label}" if self.label else self.name


Row = Mapping[Measure, tuple[float, ...]]
"""The counts of one note."""

Scorer = Callable[[Pair], Row]
"""A registry row of kind `scorer`."""


def _ratio(part: Array, whole: Array, defined: npt.NDArray[np.bool_]) -> Array:
    safe = np.where(whole == 0, 1, whole)
    return np.where(defined, part / safe, np.nan)


def _prf(sums: Array) -> Array:
    tp, fp, fn = np.moveaxis(sums, -1, 0)
    # As in the official scripts 0 where there is no denominator; undefined only where there is
    # nothing to find and nothing was found.
    defined = tp + fp + fn > 0
    return np.stack(
        [
            _ratio(tp, tp + fp, defined),
            _ratio(tp, tp + fn, defined),
            _ratio(2 * tp, 2 * tp + fp + fn, defined),
        ],
        axis=-1,
    )


def _prf_sizes(sums: Array) -> Array:
    tp, fp, fn = np.moveaxis(sums, -1, 0)
    return np.stack([tp + fp, tp + fn, tp + fn], axis=-1)


def _share(sums: Array) -> Array:
    return _ratio(sums[..., 0], sums[..., 1], sums[..., 1] > 0)[..., None]


def _macro(sums: Array) -> Array:
    p, p2, p_n, r, r2, r_n = np.moveaxis(sums, -1, 0)
    p_mean, r_mean = _ratio(p, p_n, p_n > 0), _ratio(r, r_n, r_n > 0)
    both = p_mean + r_mean
    f1 = np.where(both > 0, 2 * p_mean * r_mean / np.where(both > 0, both, 1), both)
    p_var = _ratio(p2, p_n, p_n > 0) - p_mean**2
    r_var = _ratio(r2, r_n, r_n > 0) - r_mean**2
    # Rounding can leave a variance just below zero.
    p_sd, r_sd = np.sqrt(np.maximum(p_var, 0)), np.sqrt(np.maximum(r_var, 0))
    return np.stack([p_mean, r_mean, f1, p_sd, r_sd], axis=-1)


PRF = Kind(("precision", "recall", "f1"), 3, _prf, _prf_sizes)
"""Counts tp, fp, fn. n is what was found (precision) or what there is (recall, F1)."""

SHARE = Kind(("share",), 2, _share, lambda sums: sums[..., 1:])
"""Counts part, whole. n is the whole."""

MACRO = Kind(
    ("precision", "recall", "f1", "precision_sd", "recall_sd"),
    6,
    _macro,
    lambda sums: sums[..., [2, 5, 5, 2, 5]],
)
"""Precision, its square, 1, recall, its square, 1 of each note. n is the number of notes. The
deviation is that of the notes at hand (divided by n); F1 is that of the two means."""


def macro_row(counts: Counts, *, empty_as_zero: bool) -> tuple[float, ...]:
    """Returns the row of a `MACRO` measure for one note.

    Args:
        counts: The note's counts.
        empty_as_zero: Whether a note in which nothing was found has precision 0 and one that holds
            nothing recall 0, as in i2b2's script; else it has none and does not enter the mean.
    """
    p, r = counts.precision, counts.recall
    p_n = float(empty_as_zero or counts.tp + counts.fp > 0)
    r_n = float(empty_as_zero or counts.tp + counts.fn > 0)
    return (p, p * p, p_n, r, r * r, r_n)


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of an evaluation."""

    value: float | None
    """None where it is not defined: nothing there and nothing found."""
    n: int
    """How many items it is a share of, or how many notes it is a mean over."""
    low: float | None = None
    """Ends of the interval, where one was asked for."""
    high: float | None = None

    def to_dict(self) -> dict[str, float | None]:
        """Returns what JSON can hold; the interval only where there is one."""
        found = {"value": self.value, "n": self.n}
        return found if self.low is None else {**found, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class Table:
    """The counts of many notes.

    Attributes:
        ids: The notes, in the order of the rows.
        counts: By measure an array [notes, columns of its kind].
    """

    ids: tuple[str, ...]
    counts: Mapping[Measure, Array]

    def rows(self, indices: Sequence[int]) -> Table:
        """Returns the table of some notes only."""
        chosen = np.asarray(indices, dtype=np.intp)
        return Table(
            tuple(self.ids[i] for i in indices),
            {measure: array[chosen] for measure, array in self.counts.items()},
        )

    def grouped(self, groups: Sequence[str]) -> Table:
        """Returns the table with the rows of each group (a patient) summed, by group name."""
        names = sorted(set(groups))
        index = np.asarray([names.index(group) for group in groups], dtype=np.intp)
        summed = {}
        for measure, array in self.counts.items():
            total = np.zeros((len(names), array.shape[1]))
            np.add.at(total, index, array)
            summed[measure] = total
        return Table(tuple(names), summed)

    def figures(self) -> dict[str, Figure]:
        """Returns all figures by name, as `ner/f1` or `ner/label=FECHAS/f1`."""
        found = {}
        for measure, array in self.counts.items():
            sums = array.sum(axis=0)
            values, sizes = measure.kind.compute(sums), measure.kind.sizes(sums)
            for name, value, n in zip(measure.kind.figures, values, sizes, strict=True):
                found[f"{measure}/{name}"] = Figure(
                    None if np.isnan(value) else float(value), int(n)
                )
        return found


def count(pairs: Sequence[Pair], scorer: Scorer) -> Table:
    """Returns the counts of every note; a measure that a note does not have counts 0 there.

    Measures without a label come first, in the scorer's order, then those of labels by name.
    """
    rows = [scorer(pair) for pair in pairs]
    measures = sorted(
        dict.fromkeys(measure for row in rows for measure in row), key=lambda m: m.label
    )
    counts = {m: np.zeros((len(rows), m.kind.columns)) for m in measures}
    for i, row in enumerate(rows):
        for measure, values in row.items():
            counts[measure][i] = values
    return Table(tuple(pair.id for pair in pairs), counts)
