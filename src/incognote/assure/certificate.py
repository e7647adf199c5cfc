"""The certificate: what may be left in a release at most, from the notes that were read.

All bounds hold together with the plan's confidence. The error that is allowed is parted: for how
well the readers read, for identifiers left (and so recall), for notes with anything left, and for
the groups of identifiers. A group is never worse than all together, so it takes the better of its
own bound and theirs.

Readers overlook things. What bounds what they would find, had they read all, bounds what is left
once it is divided by the share that they find at least; and that share is bounded by how many of
the planted identifiers they found (`bounds.share_lower`). Both hold but for their parts of the
error (Bonferroni). It is taken that what is left is found as readily as what was planted.

What a note that was not read may hold at most is nobody's to know before the reading. So a bound is
made for each of a few limits, `LIMITS`, that all hold together, and the one is told whose limit no
read note exceeds: chosen after the reading, it still holds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from incognote.assure.bounds import Floats, Ints, marked_upper, share_lower, total_upper
from incognote.assure.plan import LIMITS, Plan, Stratum
from incognote.assure.review import Reading
from incognote.core.errors import InputError, counted
from incognote.core.labels import CATEGORIES, LABELS, is_direct

PARTS = {"readers": 0.2, "left": 0.35, "notes": 0.25, "groups": 0.2}
"""How the allowed error is parted."""

DIRECT = "direct identifiers"
"""The group of what names a person, reaches one or is a person's own number."""

HARDER = 2
"""How many times less readily than what is planted what is left may well be found: what a page says
beside its bounds, which take both to be found alike."""


def of_one_category(most: int) -> int:
    """Returns for how many left of one category a note counts at most: few must not pay for many.

    Args:
        most: For how many a note counts of all.
    """
    return (most + 1) // 2


@dataclass(frozen=True, slots=True)
class Sensitivity:
    """How well the readers read."""

    planted: int
    found: int
    """How many of the planted identifiers they found."""
    least: float
    """Lower bound on the share of identifiers in a note that they find."""

    @property
    def estimate(self) -> float:
        """The share that they found."""
        return self.found / self.planted


@dataclass(frozen=True, slots=True)
class Bound:
    """What is left at most, of a group of identifiers or of all, and about how much it is."""

    name: str
    """`all`, `DIRECT`, or a category."""
    marks: int
    """Identifiers removed in the whole release."""
    found: int
    """Identifiers that the readers found left."""
    left: float
    """Upper bound on identifiers left in the whole release."""
    left_estimate: float
    """Estimate of the same."""
    recall: float
    """Lower bound on recall, from `left`."""
    recall_estimate: float
    """Estimate of recall."""
    notes_found: int
    """Read notes with such an identifier left."""
    notes_left: int
    """Upper bound on notes of the release with such an identifier left."""
    notes_estimate: float
    """Estimate of the same."""

    @property
    def says_little(self) -> bool:
        """Whether the limit of recall tells how few there were rather than how many were missed."""
        return self.recall < 0.5 <= self.recall_estimate

    def mended(self, precision: float, most: float = math.inf) -> Bound:
        """Returns the bound once what was found is taken out, which only lowers what is left.

        The number of notes keeps its bound: in a note in which something was found more may be
        left.

        Args:
            precision: As of the plan.
            most: What is left of all, at most.
        """
        left = min(self.left - self.found, most)
        about = max(0.0, self.left_estimate - self.found)
        removed = precision * self.marks + self.found
        return replace(
            self,
            left=left,
            left_estimate=about,
            recall=recall_of(removed, left),
            recall_estimate=recall_of(removed, about),
            notes_estimate=max(0.0, self.notes_estimate - self.notes_found),
        )


@dataclass(frozen=True, slots=True)
class Mended:
    """What was taken out of a release after it was read."""

    outputs: str
    """Hash of the mended release."""
    found: int
    """Places that the readers marked."""
    elsewhere: int
    """Other places where the same stood."""
    notes: int
    """Notes in which something was taken out."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """Bounds for a release."""

    plan: Plan
    sensitivity: Sensitivity
    overall: Bound
    groups: tuple[Bound, ...]
    """Direct identifiers, then each category of which something was removed or found."""
    found: dict[str, int]
    """By label, what the readers found left."""
    most: tuple[int, ...]
    """By stratum: a note counts for at most so many identifiers left that readers would find."""
    roomy: int
    """Notes that were not read and look as if they had room for more than that."""
    crowded: int
    """Read notes with more left than that, though it is the highest of `LIMITS`."""
    mended_as: Mended | None = None

    @property
    def passed(self) -> bool:
        """Whether recall is shown to be at least the target that the plan set.

        Nothing is shown where a read note had more left than the bounds count for any note.
        """
        return not self.crowded and self.overall.recall >= self.plan.terms.target

    @property
    def verdict(self) -> str:
        """Whether it passed, and the condition on which bounds of what was not read hold."""
        if not self.passed:
            return "NOT PASSED"
        if len(self.plan.sample) == self.plan.notes:
            return "PASSED"
        looks = (
            f", and by their looks {counted(self.roomy, 'such note')} could" if self.roomy else ""
        )
        return (
            f"PASSED if no note that was not read has more than {min(self.most):,} left that "
            f"readers would find{looks}"
        )

    def recall_if_harder(self, times: float) -> float:
        """Returns recall at least, were what is left found so many times less readily.

        Less readily, that is, than what was planted, by which the readers were measured.
        """
        taken = self.overall.found if self.mended_as else 0
        removed = self.plan.terms.precision * self.overall.marks + taken
        return recall_of(removed, times * (self.overall.left + taken) - taken)

    @property
    def outputs(self) -> str:
        """Hash of the release that the bounds are of."""
        return self.mended_as.outputs if self.mended_as else self.plan.outputs

    @property
    def left_per_1000(self) -> float:
        """Identifiers left per 1,000 notes, at most."""
        return 1000 * self.overall.left / self.plan.notes

    @property
    def notes_per_1000(self) -> float:
        """Of 1,000 notes, those with anything left, at most."""
        return 1000 * self.overall.notes_left / self.plan.notes

    def mended(self, how: Mended) -> Certificate:
        """Returns the certificate of the release with what was found taken out."""
        precision = self.plan.terms.precision
        overall = self.overall.mended(precision)
        return replace(
            self,
            overall=overall,
            groups=tuple(group.mended(precision, overall.left) for group in self.groups),
            mended_as=how,
        )


def unread_limits(strata: Sequence[Stratum], most: int) -> Ints:
    """Returns for each stratum what a note counts for at most.

    `most` where a read note stands for the most others; where it stands for fewer, as many times
    more, which makes no bound worse: what it pays for is a note's weight times what is left.
    """
    weights = np.array([s.notes / s.read for s in strata])
    limits: Ints = np.floor(most * weights.max() / weights + 1e-9).astype(np.int64)
    return limits


def left_upper(
    left: Floats,
    drawn: Ints,
    strata: Sequence[Stratum],
    most: int,
    error: float,
    *,
    sensitivity: float = 1.0,
) -> float:
    """Returns the upper bound on identifiers left in a release.

    Args:
        left: [read notes] found left in each.
        drawn: [read notes] the stratum of each.
        strata: Strata.
        most: As of `unread_limits`; what was found counts whole.
        error: Chance that the bound is too low, at most.
        sensitivity: The share of what is left that readers find, at least.
    """
    over = beyond(left, drawn, unread_limits(strata, most))
    weights = np.array([s.notes / s.read for s in strata])[drawn]
    bound = total_upper(left - over, weights, most, error)
    return (float(over.sum()) + bound) / sensitivity


def beyond(left: Floats, drawn: Ints, limits: Ints) -> Floats:
    """Returns how far each read note exceeds the limit of its stratum."""
    return np.maximum(left - limits[drawn], 0.0)


def limited_upper(
    left: Floats,
    drawn: Ints,
    strata: Sequence[Stratum],
    most: int,
    error: float,
    *,
    sensitivity: float = 1.0,
) -> tuple[float, int]:
    """Returns the upper bound on identifiers left, and how often `most` was taken for it.

    That is the lowest of `LIMITS` at which no read note exceeds its own, else the highest;
    arguments as `left_upper`.
    """
    for times in LIMITS:
        if not beyond(left, drawn, unread_limits(strata, most * times)).any():
            break
    part = LIMITS[times] * error
    return left_upper(left, drawn, strata, most * times, part, sensitivity=sensitivity), times


def notes_upper(
    left: Floats,
    drawn: Ints,
    strata: Sequence[Stratum],
    error: float,
    *,
    sensitivity: float = 1.0,
) -> int:
    """Returns the upper bound on notes with anything left; arguments as `left_upper`.

    A reader who finds a share of what is left in a note, on average, finds some of it with at
    least that chance.
    """
    return marked_upper(
        [int((left[drawn == number] > 0).sum()) for number in range(len(strata))],
        [s.notes for s in strata],
        [s.read for s in strata],
        error,
        sensitivity=sensitivity,
    )


def recall_of(removed: float, left: float) -> float:
    """Returns recall from identifiers removed and left."""
    return removed / (removed + left) if removed + left else 1.0


def certify(plan: Plan, reading: Reading) -> Certificate:
    """Returns the certificate of a release.

    Args:
        plan: Says which notes were to be read.
        reading: What was found in them.

    Raises:
        InputError: If the readers found nothing of what was planted.
    """
    error = 1 - plan.terms.confidence
    planted, found = plan.planted, reading.planted_found
    sensitivity = Sensitivity(planted, found, share_lower(found, planted, PARTS["readers"] * error))
    if not sensitivity.least:
        raise InputError(
            f"Of the {planted:,} identifiers that were planted in the notes the readers marked "
            "none, so their reading proves nothing: have the notes read to their ends."
        )
    rows = [[span.label for span in reading.left[drawn.id]] for drawn in plan.sample]
    held = {*plan.marks, *(label for row in rows for label in row)}
    of_category = {
        category: {label for label in held if LABELS[label].category == category}
        for category in CATEGORIES
    }
    groups = {DIRECT: set(filter(is_direct, held)), **{k: v for k, v in of_category.items() if v}}
    counts = _Counts(plan, rows, sensitivity)
    overall, times = counts.bound(
        "all", held, plan.terms.most, (PARTS["left"] * error, PARTS["notes"] * error)
    )
    part = PARTS["groups"] * error / (2 * len(groups))
    few = of_one_category(plan.terms.most)
    limits = unread_limits(plan.strata, times * plan.terms.most)
    return Certificate(
        plan,
        sensitivity,
        overall,
        tuple(
            counts.bound(
                *(name, labels, plan.terms.most if name == DIRECT else few, (part, part)), overall
            )[0]
            for name, labels in groups.items()
        ),
        dict(sorted(Counter(label for row in rows for label in row).items())),
        tuple(limits.tolist()),
        plan.roomy[str(times)],
        int((beyond(counts.of(held), counts.drawn, limits) > 0).sum()),
    )


def found_left(bound: Bound) -> str:
    """Returns what the readers found left, as it stands in a sentence on the notes they read."""
    if not bound.found:
        return "no identifier left in any of them"
    return f"{counted(bound.found, 'identifier')} left in {counted(bound.notes_found, 'note')}"


class _Counts:
    """What was found left in each read note."""

    def __init__(self, plan: Plan, rows: Sequence[Sequence[str]], sensitivity: Sensitivity) -> None:
        self.plan = plan
        self.rows = rows
        self.sensitivity = sensitivity
        self.drawn = np.array([drawn.stratum for drawn in plan.sample], np.int64)
        self.weights = np.array([s.notes / s.read for s in plan.strata])[self.drawn]

    def of(self, labels: Collection[str]) -> Floats:
        """[read notes] how many identifiers of these labels."""
        return np.array([sum(label in labels for label in row) for row in self.rows], np.float64)

    def bound(
        self,
        name: str,
        labels: Collection[str],
        most: int,
        errors: tuple[float, float],
        overall: Bound | None = None,
    ) -> tuple[Bound, int]:
        """The bound of a group, no worse than that of all, and how often `most` was taken."""
        strata, read = self.plan.strata, self.sensitivity
        left = self.of(labels)
        upper, times = limited_upper(
            left, self.drawn, strata, most, errors[0], sensitivity=read.least
        )
        notes = notes_upper(left, self.drawn, strata, errors[1], sensitivity=read.least)
        if overall is not None:
            crowded = beyond(left, self.drawn, unread_limits(strata, most * times)).any()
            upper = overall.left if crowded else min(upper, overall.left)
            notes = min(notes, overall.notes_left)
        about = float((self.weights * left).sum()) / read.estimate
        notes_about = float((self.weights * (left > 0)).sum()) / read.estimate
        marks = sum(n for label, n in self.plan.marks.items() if label in labels)
        removed = self.plan.terms.precision * marks
        return (
            Bound(
                name,
                marks,
                int(left.sum()),
                upper,
                about,
                recall_of(removed, upper),
                recall_of(removed, about),
                int((left > 0).sum()),
                notes,
                min(float(self.plan.notes), notes_about),
            ),
            times,
        )
