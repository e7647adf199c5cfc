"""What a system would do at other thresholds: fixed sensitivities, R@P, curves, calibration.

Everything works on `Scored`: for every unit of a corpus (a whitespace token or a character) the
probability that it is PHI, whether it is, and what the system chose. Probabilities come from the
spans' scores or from those of a model's own tokens (`Probabilities`). Spans know only what scored
above the point at which they were decoded; for high sensitivities give token probabilities.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from incognote.assure.evaluation import tokens as token_scores
from incognote.assure.evaluation.characters import alphanumeric, cover
from incognote.assure.evaluation.counts import PRF, SHARE, Array, Measure, Table
from incognote.assure.evaluation.intervals import Bootstrap, with_intervals
from incognote.assure.evaluation.matching import Pair
from incognote.assure.probabilities import Probabilities
from incognote.core.errors import NoteError

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]

REQUIRED = (1.0, 0.999, 0.997, 0.99)
"""Sensitivities of Johnson 2020, table 5."""


@dataclass(frozen=True, slots=True)
class Scored:
    """Units of a corpus with the probability that they are PHI.

    Attributes:
        p: Probability of each unit, an array [units].
        is_phi: Whether it is PHI.
        chosen: Whether the system took it for PHI at its default point.
        label: Index into `labels` of what the unit is marked as; -1 where it is not PHI.
        labels: Names: categories for tokens, labels for characters.
        note: Number of the note that each unit stands in.
        notes: How many notes there are.
        of: Units of the corpus that these were taken from.
    """

    p: Floats
    is_phi: Bools
    chosen: Bools
    label: npt.NDArray[np.int64]
    labels: tuple[str, ...]
    note: npt.NDArray[np.int64]
    notes: int
    of: int

    def of_label(self, name: str) -> Scored:
        """Returns the units of one label and those that are not PHI; rates stay of all units."""
        kept = (self.label == self.labels.index(name)) | ~self.is_phi
        arrays = ("p", "is_phi", "chosen", "label", "note")
        return replace(self, **{name: getattr(self, name)[kept] for name in arrays})


@dataclass(frozen=True, slots=True)
class Point:
    """What comes of one threshold: a unit is taken for PHI if its probability reaches it."""

    required: float | None
    """The sensitivity that was asked for; None for the default point."""
    threshold: float | None
    """None for the default point, which a decoder sets and not a threshold."""
    recall: float
    precision: float
    f1: float
    fn_per_1000: float
    """Misses per 1,000 units of the corpus."""
    fp_per_1000: float
    removed: float
    """Share of the units that are not PHI which are taken for it."""
    n: int
    """Units of the corpus."""
    n_phi: int


def by_token(
    pairs: Sequence[Pair], probabilities: Mapping[str, Probabilities] | None = None
) -> Scored:
    """Returns the whitespace tokens of a corpus; a token is as likely as its likeliest character.

    Args:
        pairs: The notes.
        probabilities: By id what a model says of its tokens; None takes the spans' scores.

    Raises:
        NoteError: If a note has no probabilities.
    """
    parts: list[_Part] = []
    index: dict[str, int] = {}
    for pair in pairs:
        tokens = token_scores.split(pair.text)
        likely = _likeliest(pair, probabilities)
        borders = np.stack([tokens.starts, tokens.ends], axis=1).ravel()
        p = np.maximum.reduceat(likely, borders)[::2] if len(tokens) else np.zeros(0)
        gold = token_scores.categories(pair.gold, tokens)
        found = token_scores.categories(pair.predicted, tokens)
        label = np.asarray(
            [-1 if c == token_scores.NONE else index.setdefault(c, len(index)) for c in gold],
            dtype=np.int64,
        )
        parts.append((p, label, np.asarray([c != token_scores.NONE for c in found], np.bool_)))
    return _joined(parts, index)


def by_character(
    pairs: Sequence[Pair], probabilities: Mapping[str, Probabilities] | None = None
) -> Scored:
    """Returns the letters and digits of a corpus, as `by_token`."""
    parts: list[_Part] = []
    index: dict[str, int] = {}
    for pair in pairs:
        alnum = alphanumeric(pair.text)
        label = np.full(len(pair.text), -1, dtype=np.int64)
        for span in pair.gold.spans:
            label[span.start : span.end] = index.setdefault(span.label, len(index))
        chosen = cover(pair.predicted.spans, len(pair.text))
        likely = _likeliest(pair, probabilities)[: len(pair.text)]
        parts.append((likely[alnum], label[alnum], chosen[alnum]))
    return _joined(parts, index)


_Part = tuple[Floats, npt.NDArray[np.int64], Bools]
"""Probability, number of the label (-1 where it is not PHI) and choice of each unit of a note."""


def _likeliest(pair: Pair, probabilities: Mapping[str, Probabilities] | None) -> Floats:
    """Probability of each code point, and a 0 behind the last for `reduceat`."""
    p = np.zeros(len(pair.text) + 1)
    # What the system marked counts with the mark's score, so that rules have their say.
    for span in pair.predicted.spans:
        p[span.start : span.end] = np.maximum(p[span.start : span.end], span.score)
    if probabilities is None:
        return p
    if pair.id not in probabilities:
        raise NoteError(pair.id, "has no token probabilities; compute them for every note")
    given = probabilities[pair.id]
    for start, end, value in zip(given.tokens.starts, given.tokens.ends, given.p_phi, strict=True):
        if not 0 <= start <= end <= len(pair.text) or not 0 <= value <= 1:
            raise NoteError(
                pair.id,
                f"token [{start}, {end}) with probability {value:.3f} does not fit the text",
            )
        p[start:end] = np.maximum(p[start:end], value)
    return p


def _joined(parts: Sequence[_Part], index: Mapping[str, int]) -> Scored:
    """The units of all notes; labels are numbered by name, whatever came first."""
    known = tuple(sorted(index))
    renumbered = np.full(len(index) + 1, -1, dtype=np.int64)  # the last is reached by -1
    for number, name in enumerate(known):
        renumbered[index[name]] = number
    label = renumbered[np.concatenate([np.zeros(0, np.int64), *(part[1] for part in parts)])]
    p = np.concatenate([np.zeros(0), *(part[0] for part in parts)])
    return Scored(
        p,
        label >= 0,
        np.concatenate([np.zeros(0, np.bool_), *(part[2] for part in parts)]),
        label,
        known,
        np.repeat(np.arange(len(parts)), [len(part[0]) for part in parts]),
        len(parts),
        len(p),
    )


@dataclass(frozen=True, slots=True)
class _Sweep:
    """Counts at each threshold that occurs, from the highest down to 0, where all is taken."""

    thresholds: Floats
    tp: Floats
    fp: Floats

    def point(self, scored: Scored, i: int, required: float | None) -> Point:
        """What comes of one of the thresholds."""
        tp, fp = float(self.tp[i]), float(self.fp[i])
        return _point(scored, tp, fp, float(self.thresholds[i]), required)


def _sweep(scored: Scored) -> _Sweep:
    order = np.argsort(-scored.p, kind="stable")
    p, hit = scored.p[order], scored.is_phi[order]
    last = np.append(np.flatnonzero(np.diff(p)), len(p) - 1) if len(p) else np.zeros(0, np.int64)
    tp = np.cumsum(hit)[last].astype(np.float64)
    return _Sweep(p[last], tp, last + 1 - tp)


def _point(
    scored: Scored, tp: float, fp: float, threshold: float | None, required: float | None
) -> Point:
    n, n_phi, of = len(scored.p), int(scored.is_phi.sum()), scored.of
    fn = n_phi - tp
    return Point(
        required,
        threshold,
        tp / n_phi if n_phi else 0.0,
        tp / (tp + fp) if tp else 0.0,
        2 * tp / (2 * tp + fp + fn) if tp else 0.0,
        1000 * fn / of if of else 0.0,
        1000 * fp / of if of else 0.0,
        fp / (n - n_phi) if n > n_phi else 0.0,
        of,
        n_phi,
    )


def default_point(scored: Scored) -> Point:
    """Returns what the system chose by itself."""
    tp = int((scored.chosen & scored.is_phi).sum())
    return _point(scored, tp, int(scored.chosen.sum()) - tp, None, None)


def fixed_sensitivity(scored: Scored, required: Sequence[float] = REQUIRED) -> list[Point]:
    """Returns for each sensitivity the point of the highest threshold that reaches it.

    Where some PHI has probability 0 a sensitivity of 1 takes everything for PHI: precision is
    then the share of PHI, and misses are 0. The last point is the system's default.
    """
    sweep, n_phi = _sweep(scored), int(scored.is_phi.sum())
    points = []
    for sensitivity in required if n_phi else ():
        # Rounding must not ask for one unit more than the share says.
        i = int(np.searchsorted(sweep.tp, sensitivity * n_phi - 1e-9))
        points.append(sweep.point(scored, i, sensitivity))
    return [*points, default_point(scored)]


def recall_at_precision(scored: Scored, precision: float = 0.85) -> Point:
    """Returns the point of highest recall whose precision is at least that (R@P, Hartman 2020).

    Where no threshold reaches the precision it is the default point.
    """
    sweep = _sweep(scored)
    good = np.flatnonzero((sweep.tp > 0) & (sweep.tp >= precision * (sweep.tp + sweep.fp) - 1e-9))
    if not good.size:
        return default_point(scored)
    i = good[-1]  # recall only grows from left to right
    return sweep.point(scored, int(i), None)


def curve(scored: Scored, *, points: int = 200) -> list[dict[str, float]]:
    """Returns recall against the share of other text removed, from strict thresholds to loose.

    Args:
        scored: The units; characters for what a reader loses.
        points: At most so many, spread evenly over what changes.
    """
    sweep, n_phi = _sweep(scored), int(scored.is_phi.sum())
    n_other = len(scored.p) - n_phi
    if not n_phi or not n_other:
        return []
    chosen = np.unique(np.linspace(0, len(sweep.tp) - 1, points).round().astype(np.int64))
    return [
        {
            "threshold": float(sweep.thresholds[i]),
            "recall": float(sweep.tp[i] / n_phi),
            "removed": float(sweep.fp[i] / n_other),
        }
        for i in chosen
    ]


def calibration(pairs: Sequence[Pair], *, bins: int = 10) -> list[dict[str, float]]:
    """Returns by bin of score how many predicted spans there are and what share of them is PHI.

    A span is PHI if at least half of its letters and digits are. Empty bins are left out.
    """
    scores, right = [], []
    for pair in pairs:
        alnum = alphanumeric(pair.text)
        gold = cover(pair.gold.spans, len(pair.text))
        for span in pair.predicted.spans:
            inside = alnum[span.start : span.end]
            phi = int((inside & gold[span.start : span.end]).sum())
            scores.append(span.score)
            right.append(2 * phi >= int(inside.sum()) and phi > 0)
    p, is_phi = np.asarray(scores, dtype=np.float64), np.asarray(right, dtype=np.bool_)
    which = np.minimum((p * bins).astype(np.int64), bins - 1)
    return [
        {
            "low": i / bins,
            "high": (i + 1) / bins,
            "n": int((which == i).sum()),
            "mean_score": float(p[which == i].mean()),
            "share_phi": float(is_phi[which == i].mean()),
        }
        for i in range(bins)
        if (which == i).any()
    ]


def operating_points(
    pairs: Sequence[Pair],
    probabilities: Mapping[str, Probabilities] | None = None,
    bootstrap: Bootstrap | None = None,
    groups: Sequence[str] | None = None,
) -> dict[str, Any]:
    """Returns the table, R@P=.85, the curves in all and by label, and the calibration, for JSON.

    Args:
        pairs: The notes.
        probabilities: By id what a model says of its tokens; None takes the spans' scores.
        bootstrap: How the intervals of the table and of R@P are made; None leaves them out.
        groups: Of each note the group that it is drawn with, as `groups_of` gives them.

    Raises:
        NoteError: If a note has no probabilities.
    """
    by_tokens, characters = by_token(pairs, probabilities), by_character(pairs, probabilities)
    points = [*fixed_sensitivity(by_tokens), recall_at_precision(by_tokens)]
    *table, best = map(asdict, points)
    if bootstrap is not None and pairs:
        found = point_intervals(by_tokens, points, bootstrap, groups)
        for point, intervals in zip([*table, best], found, strict=True):
            point["intervals"] = {name: list(ends) for name, ends in intervals.items()}
    return {
        "from": "span scores" if probabilities is None else "token probabilities",
        "fixed_sensitivity": table,
        "fixed_sensitivity_by_category": {
            name: list(map(asdict, fixed_sensitivity(by_tokens.of_label(name))))
            for name in by_tokens.labels
        },
        "recall_at_precision_85": best,
        "recall_at_precision_85_by_category": {
            name: asdict(recall_at_precision(by_tokens.of_label(name))) for name in by_tokens.labels
        },
        "default_characters": asdict(default_point(characters)),
        "curve": curve(characters),
        "curve_by_label": {
            name: curve(characters.of_label(name), points=60) for name in characters.labels
        },
        "calibration": calibration(pairs),
    }


Intervals = dict[str, tuple[float, float]]
"""By figure of a point (`recall`, `fn_per_1000` ...) the ends of its interval."""


def point_intervals(
    scored: Scored,
    points: Sequence[Point],
    bootstrap: Bootstrap,
    groups: Sequence[str] | None = None,
) -> list[Intervals]:
    """Returns for each point its intervals, by bootstrap over notes or groups of them.

    The threshold stays as it was set on the corpus: a hospital that sets it sets it once. So the
    interval of a required sensitivity says how far the one that is reached may lie from it.

    Args:
        scored: All units of the corpus, as `by_token` gives them.
        points: Points of these units.
        bootstrap: How the intervals are made.
        groups: Of each note the group that it is drawn with, as `groups_of` gives them.
    """
    size = scored.notes
    units = _per_note(np.ones(len(scored.p)), scored)
    counts: dict[Measure, Array] = {}
    for i, point in enumerate(points):
        taken = scored.chosen if point.threshold is None else scored.p >= point.threshold
        kinds = (taken & scored.is_phi, taken & ~scored.is_phi, ~taken & scored.is_phi)
        tp, fp, fn = (_per_note(which, scored) for which in kinds)
        counts[Measure(f"{i}", PRF)] = np.stack([tp, fp, fn], axis=1)
        # A share of which a thousandth is one unit.
        counts[Measure(f"{i}/fn_per_1000", SHARE)] = np.stack([1000 * fn, units], axis=1)
        counts[Measure(f"{i}/fp_per_1000", SHARE)] = np.stack([1000 * fp, units], axis=1)
    figures = with_intervals(Table(tuple(map(str, range(size))), counts), bootstrap, groups)
    found: list[Intervals] = [{} for _ in points]
    for name, figure in figures.items():
        number, _, rest = name.partition("/")
        if figure.low is not None and figure.high is not None:
            found[int(number)][rest.removesuffix("/share")] = (figure.low, figure.high)
    return found


def _per_note(values: np.ndarray[tuple[int], np.dtype[np.generic]], scored: Scored) -> Array:
    counts = np.bincount(scored.note, values.astype(np.float64), scored.notes)
    return counts.astype(np.float64)
