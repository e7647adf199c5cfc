"""Intervals by bootstrap over notes or patients, and two systems compared on the same resamples.

A note is drawn whole, never a token: errors within a note, and within a patient's notes, go
together. Counts are made once; a resample is a row of weights and all resamples are one product.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist

import numpy as np

from incognote.assure.evaluation.counts import Array, Figure, Table
from incognote.assure.evaluation.matching import Pair
from incognote.core.errors import ConfigError, unknown

FEWEST = 10
"""Below so many notes or patients a bootstrap knows too little of what others would show."""
_CHUNK = 250
"""Resamples whose weights are held at a time."""


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """How intervals are made."""

    resamples: int = 1000
    level: float = 0.95
    """Share of resamples within the interval."""
    seed: int = 20
    unit: str = "note"
    """What is drawn: `note`, or a field of meta that names whose notes they are (`patient`)."""

    def __post_init__(self) -> None:
        """Refuses what cannot be.

        Raises:
            ConfigError: If there are no resamples or the level is not between 0 and 1.
        """
        if self.resamples < 1 or not 0 < self.level < 1:
            raise ConfigError(
                f"a bootstrap needs resamples >= 1 and 0 < level < 1, not {self.resamples} and "
                f"{self.level}."
            )


@dataclass(frozen=True, slots=True)
class Difference:
    """By how much a figure of one system exceeds that of another on the same notes."""

    value: float
    low: float
    high: float
    p: float
    """Two-sided: twice the share of resamples in which the difference vanishes or turns; the
    smallest that the number of resamples can show is 1 / (resamples + 1)."""
    n: int

    def to_dict(self) -> dict[str, float]:
        """Returns what JSON can hold."""
        return asdict(self)


def groups_of(pairs: Sequence[Pair], unit: str) -> list[str] | None:
    """Returns of each note the group that is drawn with it; None where notes are drawn singly.

    A note that does not name its group is one of its own.

    Raises:
        ConfigError: If no note names a group.
    """
    if unit == "note":
        return None
    if pairs and not any(pair.gold.meta.get(unit) for pair in pairs):
        raise no_such_field(unit, pairs)
    return [
        f"{unit}:{name}" if (name := pair.gold.meta.get(unit)) else f"note:{pair.id}"
        for pair in pairs
    ]


def drawn(ids: Sequence[str], groups: Sequence[str] | None) -> int:
    """Returns how many units a bootstrap draws from: notes, or groups of them."""
    return len(ids) if groups is None else len(set(groups))


def caution(units: int, unit: str = "note") -> str:
    """Returns what to say of intervals over so few units; '' where there are enough.

    Args:
        units: As `drawn` counts them.
        unit: As in `Bootstrap`.
    """
    if units < 2:
        return f"There are no intervals: one {unit} cannot show how far {unit}s differ."
    if units < FEWEST:
        return (
            f"The intervals rest on {units} {unit}s and are too narrow: with fewer than {FEWEST} "
            f"they leave out what other {unit}s would show."
        )
    return ""


def no_such_field(name: str, pairs: Sequence[Pair]) -> ConfigError:
    """Returns the error for a field that no note of the corpus has, with those that there are."""
    fields = {key for pair in pairs for key in pair.gold.meta}
    if not fields:
        return ConfigError(f"There is no field '{name}': the gold notes carry no fields at all.")
    return unknown("field of the gold notes", name, fields)


def with_intervals(
    table: Table, bootstrap: Bootstrap, groups: Sequence[str] | None = None
) -> dict[str, Figure]:
    """Returns all figures of a table with their intervals (percentiles of the resamples).

    Where one note or group is all that can be drawn there are no intervals: every resample is the
    corpus itself, and an interval without width would say that nothing is left to chance.

    Args:
        table: Counts per note.
        bootstrap: How the intervals are made.
        groups: Of each note the group that it is drawn with, as `groups_of` gives them.
    """
    figures = table.figures()
    if drawn(table.ids, groups) < 2:
        return figures
    tail = 50 * (1 - bootstrap.level)
    found = {}
    for name, values in _resampled(table if groups is None else table.grouped(groups), bootstrap):
        figure = figures[name]
        # In a resample without any instance a figure is not defined: it says nothing there.
        values = values[~np.isnan(values)]
        if figure.value is None or not values.size:
            found[name] = figure
            continue
        low, high = np.percentile(values, [tail, 100 - tail])
        found[name] = Figure(figure.value, figure.n, float(low), float(high))
    return found


def wilson(share: float, units: int) -> tuple[float, float]:
    """Returns the ends of the 95 % interval of a share, for where a bootstrap has nothing to draw.

    It has a width at 0 and 1, too, and the share may be of an expected number (Wilson 1927,
    Probable inference, the law of succession, and statistical inference).

    Args:
        share: From 0 to 1.
        units: Of how many that do not depend on each other.
    """
    z = NormalDist().inv_cdf(0.975)
    middle = share + z * z / (2 * units)
    width = z * math.sqrt(share * (1 - share) / units + (z / (2 * units)) ** 2)
    scale = 1 + z * z / units
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def compare(
    first: Table, second: Table, bootstrap: Bootstrap, groups: Sequence[str] | None = None
) -> dict[str, Difference]:
    """Returns for each figure of both systems the first's minus the second's, on paired resamples.

    Raises:
        ConfigError: If the two were not counted on the same notes.
    """
    if first.ids != second.ids:
        raise ConfigError("Two systems can be compared only on the same notes.")
    values = first.figures(), second.figures()
    tables = [t if groups is None else t.grouped(groups) for t in (first, second)]
    other = dict(_resampled(tables[1], bootstrap))
    tail = 50 * (1 - bootstrap.level)
    found = {}
    for name, mine in _resampled(tables[0], bootstrap):
        if name not in other:
            continue
        a, b = values[0][name].value, values[1][name].value
        differences = mine - other[name]
        differences = differences[~np.isnan(differences)]
        if a is None or b is None or not differences.size:
            continue
        low, high = np.percentile(differences, [tail, 100 - tail])
        turned = min(np.mean(differences <= 0), np.mean(differences >= 0))
        p = max(2 * float(turned), 1 / (bootstrap.resamples + 1))
        found[name] = Difference(a - b, float(low), float(high), min(1.0, p), values[0][name].n)
    return found


def _resampled(table: Table, bootstrap: Bootstrap) -> Iterator[tuple[str, Array]]:
    """Each figure's name and its value in every resample, an array [resamples]."""
    measures = list(table.counts)
    if not measures:
        return
    columns = np.concatenate([table.counts[m] for m in measures], axis=1)
    rng = np.random.default_rng(bootstrap.seed)
    n = len(table.ids)
    parts = []
    for begin in range(0, bootstrap.resamples, _CHUNK):
        size = min(_CHUNK, bootstrap.resamples - begin)
        weights = rng.multinomial(n, np.full(n, 1 / n), size=size)
        parts.append(weights.astype(np.float64) @ columns)
    sums = np.concatenate(parts)
    at = 0
    for measure in measures:
        width = measure.kind.columns
        values = measure.kind.compute(sums[:, at : at + width])
        at += width
        for i, name in enumerate(measure.kind.figures):
            yield f"{measure}/{name}", values[:, i]
