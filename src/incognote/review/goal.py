"""What reading is to show: a recall, and of a certificate what its plan counts, nothing more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from incognote.core.errors import ConfigError, InputError

if TYPE_CHECKING:
    from incognote.assure.plan import Plan


@dataclass(frozen=True, slots=True)
class Counts:
    """What a plan counts; which notes something was planted in, and what, is left in the plan."""

    marks: int
    """Identifiers that were removed in the whole release."""
    planted: int
    """How many were planted in the notes to read; readers are told that there are some."""
    confidence: float
    most: int
    precision: float
    strata: Sequence[tuple[str, int, int]]
    """Name, notes, notes to read of each."""
    drawn: Mapping[str, int]
    """By note to read its stratum."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What reading is to show.

    Raises:
        ConfigError: If the target is no share.
    """

    target: float = 0.0
    """The recall that is wanted; 0: none was said."""
    counts: Counts | None = field(default=None)
    """Of a certificate, where its plan was given."""

    def __post_init__(self) -> None:
        """Refuses a target that cannot be."""
        if not 0 <= self.target < 1:
            raise ConfigError(f"A target lies between 0 and 1, not at {self.target:g}.")


def goal_of_plan(plan: Plan, ids: Sequence[str], target: float = 0.0) -> Goal:
    """Returns the goal of a certificate.

    Args:
        plan: Of whose notes
        ids: those to read have these ids.
        target: In place of the plan's; 0: the plan's.

    Raises:
        InputError: If the notes are not those of the plan.
    """
    drawn = {each.id: each.stratum for each in plan.sample}
    if drawn.keys() != {*ids}:
        raise InputError(
            "The notes are not those that the plan drew: give the folder that certify plan "
            "--to-read wrote with it."
        )
    terms = plan.terms
    counts = Counts(
        sum(plan.marks.values()),
        plan.planted,
        terms.confidence,
        terms.most,
        terms.precision,
        tuple((s.name, s.notes, s.read) for s in plan.strata),
        drawn,
    )
    return Goal(target or terms.target, counts)


def read_goal(row: Mapping[str, Any]) -> Goal:
    """Returns the goal that a project holds."""
    counts = row["counts"]
    return Goal(row["target"], Counts(**counts) if counts else None)
