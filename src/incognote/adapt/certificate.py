"""The certificate: what may be left in a release at most, from the notes that were read.

All bounds hold together with the plan's confidence. The error that is allowed is parted: for
identifiers left (and so recall), for notes with anything left, and for the labels. A label is never
worse than all labels together, so it takes the better of its own bound and theirs.

What a note that was not read may hold at most is nobody's to know before the reading. So a bound is
made for each of a few limits, `LIMITS`, that all hold together, and the one is told whose limit no
read note exceeds: chosen after the reading, it still holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from incognote.adapt.bounds import Floats, Ints, marked_upper, total_upper
from incognote.adapt.plan import TRUE_RECALLS, Plan, Stratum
from incognote.errors import InputError, NoteError, counted

PARTS = {"left": 0.45, "notes": 0.35, "labels": 0.2}
"""How the allowed error is parted."""

PER_LABEL = 3
"""Of one label an unread note counts for at most so many left: few must not pay for many."""

LIMITS = {1: 0.7, 2: 0.1, 4: 0.1, 8: 0.1}
"""By how much an unread note's limit may be raised: each with its part of the error. The first gets
most, so that a release with few left pays little for the others (bench/guarantees.py)."""

_FEW = 5
"""In so many read notes it says nothing that not one place was marked."""

_TOGETHER = 2
"""Identifiers left come in notes of so many, for what a plan says it could prove."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What is left at most, of one label or of all."""

    label: str
    """`all` for all."""
    marks: int
    """Identifiers removed in the whole release."""
    found: int
    """Identifiers that the readers found left."""
    left: float
    """Identifiers left in the whole release, at most;"""
    recall: float
    """so recall is at least that."""
    notes_found: int
    """Read notes with such an identifier left."""
    notes_left: int
    """Notes of the release with one left, at most."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """Bounds for a release."""

    plan: Plan
    overall: Bound
    labels: tuple[Bound, ...]
    """By label, the worst first."""
    most: tuple[int, ...]
    """By stratum: an unread note counts for at most so many identifiers left; 0 if there is none.
    """
    crowded: int
    """Read notes with more left than that, though it is the highest of `LIMITS`."""

    @property
    def unmarked(self) -> bool:
        """Whether not one place was marked in all that was read: so do pages look nobody read."""
        return not self.overall.found and len(self.plan.sample) > _FEW

    @property
    def left_per_1000(self) -> float:
        """Identifiers left per 1,000 notes, at most."""
        return 1000 * self.overall.left / self.plan.notes

    @property
    def notes_per_1000(self) -> float:
        """Of 1,000 notes, those with anything left, at most."""
        return 1000 * self.overall.notes_left / self.plan.notes


def unread_limits(strata: Sequence[Stratum], most: int) -> Ints:
    """Returns for each stratum what an unread note counts for at most, 0 where all are read.

    `most` where a read note stands for the most others; where it stands for fewer, as many times
    more, which makes no bound worse: what it pays for is a note's weight times what is left.
    """
    weights = np.array([s.notes / max(1, s.read) for s in strata])
    partly = np.array([s.read < s.notes for s in strata])
    limits = np.floor(most * weights[partly].max(initial=1.0) / weights + 1e-9)
    return np.where(partly, limits, 0).astype(np.int64)


def left_upper(
    left: Floats, drawn: Ints, strata: Sequence[Stratum], most: int, error: float
) -> float:
    """Returns the upper bound on identifiers left in a release.

    Args:
        left: [read notes] found left in each.
        drawn: [read notes] the stratum of each.
        strata: Strata.
        most: As of `unread_limits`; what was found counts whole.
        error: Chance that the bound is too low, at most.
    """
    partly = np.array([s.read < s.notes for s in strata], np.bool_)[drawn]
    limits = unread_limits(strata, most)
    over = beyond(left, drawn, limits)
    known = float(left[~partly].sum() + over.sum())
    if not partly.any():
        return known
    values = (left - over)[partly]
    weights = np.array([s.notes / max(1, s.read) for s in strata])[drawn][partly]
    bound = total_upper(values, weights, most, error)
    unread = sum(int(m) * (s.notes - s.read) for m, s in zip(limits, strata, strict=True))
    return known + min(bound, float(values.sum()) + unread)


def beyond(left: Floats, drawn: Ints, limits: Ints) -> Floats:
    """Returns how far each read note exceeds the limit of its stratum; 0 where all are read."""
    limit = limits[drawn]
    return np.where(limit > 0, np.maximum(left - limit, 0.0), 0.0)


def limited_upper(
    left: Floats, drawn: Ints, strata: Sequence[Stratum], most: int, error: float
) -> tuple[float, Ints]:
    """Returns the upper bound on identifiers left, and the limits of unread notes in it.

    Those are of `most` times the lowest of `LIMITS` at which no read note exceeds its own, else the
    highest; arguments as `left_upper`.
    """
    for times in LIMITS:
        limits = unread_limits(strata, most * times)
        if not beyond(left, drawn, limits).any():
            break
    return left_upper(left, drawn, strata, most * times, LIMITS[times] * error), limits


def notes_upper(left: Floats, drawn: Ints, strata: Sequence[Stratum], error: float) -> int:
    """Returns the upper bound on notes with anything left; arguments as `left_upper`."""
    found = [int((left[drawn == number] > 0).sum()) for number in range(len(strata))]
    partly = [i for i, s in enumerate(strata) if s.read < s.notes]
    known = sum(x for i, x in enumerate(found) if i not in partly)
    if not partly:
        return known
    return known + marked_upper(
        [found[i] for i in partly],
        [strata[i].notes for i in partly],
        [strata[i].read for i in partly],
        error,
    )


def recall_lower(marks: float, left: float) -> float:
    """Returns recall from identifiers removed, at least, and left, at most."""
    return marks / (marks + left) if marks + left else 1.0


def certify(plan: Plan, reviewed: Mapping[str, Sequence[str]]) -> Certificate:
    """Returns the certificate of a release.

    Args:
        plan: Says which notes were to be read.
        reviewed: By id of each read note the labels of the identifiers that were left in it.

    Raises:
        NoteError: If a reviewed note is not in the plan.
        InputError: If a note of the plan was not reviewed.
    """
    planned = {drawn.id for drawn in plan.sample}
    for id in reviewed:
        if id not in planned:
            raise NoteError(
                id,
                "is reviewed but not in the plan; notes of one's own choice prove nothing, "
                "leave it out",
            )
    unread = [drawn.id for drawn in plan.sample if drawn.id not in reviewed]
    if unread:
        which = "1 note of the plan is not reviewed,"
        if len(unread) > 1:
            which = f"{len(unread):,} notes of the plan are not reviewed, the first is"
        raise InputError(
            f"{which} '{unread[0]}': read them all, since leaving some out would bias what is "
            "counted."
        )
    drawn = np.array([d.stratum for d in plan.sample], np.int64)
    rows = [reviewed[d.id] for d in plan.sample]
    error = 1 - plan.confidence
    everything = np.array([len(row) for row in rows], np.float64)
    overall, most = _bound(
        "all",
        everything,
        drawn,
        plan,
        sum(plan.marks.values()),
        (PARTS["left"] * error, PARTS["notes"] * error),
        None,
    )
    labels = sorted({*plan.marks, *(label for row in rows for label in row)})
    part = PARTS["labels"] * error / (2 * max(1, len(labels)))
    bounds = [
        _bound(
            label,
            np.array([list(row).count(label) for row in rows], np.float64),
            drawn,
            plan,
            plan.marks.get(label, 0),
            (part, part),
            overall,
        )[0]
        for label in labels
    ]
    return Certificate(
        plan,
        overall,
        tuple(sorted(bounds, key=lambda b: (-b.found, b.recall, b.label))),
        tuple(most.tolist()),
        int((beyond(everything, drawn, most) > 0).sum()),
    )


def _bound(
    label: str,
    left: Floats,
    drawn: Ints,
    plan: Plan,
    marks: int,
    errors: tuple[float, float],
    overall: Bound | None,
) -> tuple[Bound, Ints]:
    """The bound, and the limits of unread notes in it."""
    first = plan.most if overall is None else min(PER_LABEL, plan.most)
    most_left, most = limited_upper(left, drawn, plan.strata, first, errors[0])
    most_notes = notes_upper(left, drawn, plan.strata, errors[1])
    if overall is not None:
        crowded = beyond(left, drawn, most).any()
        most_left = overall.left if crowded else min(most_left, overall.left)
        most_notes = min(most_notes, overall.notes_left)
    bound = Bound(
        label,
        marks,
        int(left.sum()),
        most_left,
        recall_lower(plan.precision * marks, most_left),
        int((left > 0).sum()),
        most_notes,
    )
    return bound, most


def found_left(bound: Bound) -> str:
    """Returns what the readers found left, as it stands in a sentence on the notes they read."""
    if not bound.found:
        return "no identifier left in any of them"
    return f"{counted(bound.found, 'identifier')} left in {counted(bound.notes_found, 'note')}"


@dataclass(frozen=True, slots=True)
class Prospect:
    """What reading as planned would prove if recall were so much."""

    recall: float
    proved: float
    """Lower bound on recall,"""
    left_per_1000: float
    """upper bound on identifiers left per 1,000 notes,"""
    notes_per_1000: float
    """and on notes with anything left of 1,000."""


def prospects(
    strata: Sequence[Stratum],
    marks: int,
    *,
    confidence: float,
    most: int,
    precision: float,
    recalls: Sequence[float] = TRUE_RECALLS,
) -> list[Prospect]:
    """Returns what a plan could prove at which true recall.

    For identifiers left that are spread over all strata alike, two to a note; where suspicion
    points at them the bounds come out better.
    """
    notes = sum(s.notes for s in strata)
    error = 1 - confidence
    found = []
    for recall in recalls:
        share = min(1.0, precision * marks * (1 - recall) / recall / notes / _TOGETHER)
        left = np.concatenate(
            [
                np.where(np.arange(s.read) < round(share * s.read), float(_TOGETHER), 0.0)
                for s in strata
            ]
        )
        drawn = np.repeat(np.arange(len(strata)), [s.read for s in strata])
        total, _ = limited_upper(left, drawn, strata, most, PARTS["left"] * error)
        found.append(
            Prospect(
                recall,
                recall_lower(precision * marks, total),
                1000 * total / notes,
                1000 * notes_upper(left, drawn, strata, PARTS["notes"] * error) / notes,
            )
        )
    return found
