"""What a plan could prove, before anybody reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from incognote.assure.bounds import share_lower
from incognote.assure.certificate import PARTS, limited_upper, notes_upper, recall_of
from incognote.assure.plan import Stratum, Terms

TRUE_RECALLS = (0.999, 0.998, 0.995, 0.99, 0.98, 0.95)
"""For which a plan says what it could prove."""

_TOGETHER = 2
"""Assumed of what could be proved: so many identifiers are left in each note that has any."""
READ_WELL = 0.95
"""Assumed of what could be proved: the share of planted identifiers that readers find."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What reading as planned would prove, were the true recall `recall`."""

    recall: float
    proved: float
    """Lower bound on recall."""
    left_per_1000: float
    """Upper bound on identifiers left per 1,000 notes."""
    notes_per_1000: float
    """Upper bound on notes with anything left, per 1,000."""


def found_of(planted: int) -> int:
    """Returns how many of so many planted identifiers readers are assumed to find."""
    return round(READ_WELL * planted)


def most_proved(strata: Sequence[Stratum], marks: int, planted: int, terms: Terms) -> float:
    """Returns the recall that a plan proves where nothing is left and all planted are found."""
    (best,) = prospects(strata, marks, planted=planted, terms=terms, recalls=(1.0,), found=planted)
    return best.proved


def prospects(
    strata: Sequence[Stratum],
    marks: int,
    *,
    planted: int,
    terms: Terms,
    recalls: Sequence[float] = TRUE_RECALLS,
    found: int | None = None,
) -> list[Prospect]:
    """Returns what a plan could prove at which true recall.

    For identifiers left that are spread over all strata alike, two to a note.

    Args:
        strata: Of the plan.
        marks: Identifiers that were removed.
        planted: How many identifiers are planted.
        terms: What the certificate is to say.
        recalls: For which it is told.
        found: How many of those planted the readers find; None: `READ_WELL` of them.
    """
    notes = sum(s.notes for s in strata)
    error = 1 - terms.confidence
    found = found_of(planted) if found is None else found
    least = share_lower(found, planted, PARTS["readers"] * error)
    rows = []
    for recall in recalls:
        share = min(1.0, terms.precision * marks * (1 - recall) / recall / notes / _TOGETHER)
        left = np.concatenate(
            [
                np.where(
                    np.arange(s.read) < round(READ_WELL * share * s.read), float(_TOGETHER), 0.0
                )
                for s in strata
            ]
        )
        drawn = np.repeat(np.arange(len(strata)), [s.read for s in strata])
        total, _ = limited_upper(
            left, drawn, strata, terms.most, PARTS["left"] * error, sensitivity=least
        )
        marked = notes_upper(left, drawn, strata, PARTS["notes"] * error, sensitivity=least)
        rows.append(
            Prospect(
                recall,
                recall_of(terms.precision * marks, total),
                1000 * total / notes,
                1000 * marked / notes,
            )
        )
    return rows
