"""Which notes of a release a person must read, drawn so that bounds can be had from them.

A stratified random sample without replacement: of suspicious notes more are read than of others,
not many more, since most of a release looks harmless and only reading some of it shows that it is.
The release lies fixed when the notes are drawn, so the draw is all the chance there is: neither
that identifiers of one note or patient are missed together, nor how the thresholds were chosen, can
make a bound wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from incognote.adapt.bounds import Floats, Ints
from incognote.adapt.record import read_record, to_json
from incognote.adapt.release import Released, hash_release
from incognote.errors import ConfigError, InputError

FORMAT_VERSION = 1
KIND = "incognote reading plan"

TRUE_RECALLS = (0.999, 0.998, 0.995, 0.99, 0.98, 0.95)
"""For which a plan says what it could prove."""

_SUSPICIOUS_NOTES = 0.15
"""The most suspicious notes are this part of the release, and"""
_SUSPICIOUS_READ = 0.25
"""this part of the reading. bench/guarantees.py tried others: more pays only where much is left."""


@dataclass(frozen=True, slots=True)
class Stratum:
    """Notes among which those to read were drawn with equal chances."""

    name: str
    notes: int
    read: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A note to read."""

    id: str
    stratum: int
    sha256: str
    """Of its text in the release."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which notes to read, and what the release was when they were drawn."""

    outputs: str
    """Hash of ids and texts of the release."""
    notes: int
    marks: Mapping[str, int]
    """Identifiers that were removed, by label."""
    strata: tuple[Stratum, ...]
    sample: tuple[Drawn, ...]
    seed: int
    confidence: float
    most: int
    """A note that is not read counts for at most so many identifiers left, or for a multiple of it
    where a read note has more (`certificate.LIMITS`)."""
    precision: float
    """Taken as given: the share of the marks that are identifiers, at least."""
    system: Mapping[str, str]
    """Hashes and versions of what made the release."""
    format_version: int = FORMAT_VERSION
    kind: str = KIND

    def to_json(self) -> str:
        """Returns the content of the file."""
        return to_json(self)

    def check_outputs(self, outputs: str) -> None:
        """Refuses a release that is not the one that the plan was made for.

        Raises:
            InputError: If it is another.
        """
        if outputs != self.outputs:
            raise InputError(
                "The plan was made for other outputs: a note was added, removed or changed since; "
                "give the folder as it was, or make a plan for this one and read again."
            )


def read_plan(path: Path) -> Plan:
    """Returns the plan that a file holds.

    Raises:
        InputError: If it cannot be read, or is none.
    """
    plan = read_record(Plan, path, kind=KIND, version=FORMAT_VERSION, by="incognote certify plan")
    counts = Counter(drawn.stratum for drawn in plan.sample)
    if [s.read for s in plan.strata] != [counts[i] for i in range(len(plan.strata))] or not (
        0 < len(plan.strata) < 3 and all(0 < s.read <= s.notes for s in plan.strata)
    ):
        raise InputError(f"{path}: its notes do not fit its strata; make the plan again.")
    return plan


def draw(suspicion: Floats, read: int, rng: np.random.Generator) -> tuple[list[Stratum], Ints]:
    """Returns strata and which of them each note is drawn in.

    Args:
        suspicion: [notes]
        read: How many to read, at most all.
        rng: Draws, and breaks ties.

    Returns:
        The strata, and for each note the number of its stratum if it is to be read, else -1.
    """
    notes = len(suspicion)
    order = rng.permutation(notes)
    order = order[np.argsort(-suspicion[order], kind="stable")]
    drawn = np.full(notes, -1, np.int64)
    if read >= notes:
        drawn[:] = 0
        return [Stratum("all notes", notes, notes)], drawn
    # Not more than look suspicious at all; where none does, one stratum.
    first = min(int((suspicion > suspicion.min()).sum()), round(_SUSPICIOUS_NOTES * notes))
    in_first = min(first, round(_SUSPICIOUS_READ * read))
    parts = [("suspicious", order[:first], in_first), ("others", order[first:], read - in_first)]
    strata: list[Stratum] = []
    for name, among, count in parts if in_first else [("all notes", order, read)]:
        drawn[rng.choice(among, size=count, replace=False)] = len(strata)
        strata.append(Stratum(name, len(among), count))
    return strata, drawn


def make_plan(
    release: Sequence[Released],
    *,
    read: int,
    seed: int,
    confidence: float,
    most: int,
    precision: float,
    system: Mapping[str, str],
) -> Plan:
    """Returns a plan for a release.

    Args:
        release: Its notes.
        read: How many of them to read.
        seed: Of the draw.
        confidence: With which all bounds are to hold together.
        most: A note that is not read counts for at most so many identifiers left.
        precision: The share of the marks that are identifiers, at least.
        system: Hashes and versions of what made the release.

    Raises:
        ConfigError: If a number cannot be, or there is nothing to draw from.
    """
    check_terms(confidence, most, precision)
    if not release or read < 1:
        raise ConfigError("A plan needs a release with notes, and at least one note to read.")
    if seed < 0:
        raise ConfigError(f"The seed of the draw must be 0 or more, not {seed}.")
    suspicion = np.array([note.suspicion for note in release])
    strata, drawn = draw(suspicion, read, np.random.default_rng(seed))
    marks: Counter[str] = Counter()
    for note in release:
        marks.update(note.marks)
    return Plan(
        hash_release(release),
        len(release),
        dict(sorted(marks.items())),
        tuple(strata),
        tuple(
            Drawn(note.id, int(number), note.sha256)
            for note, number in zip(release, drawn, strict=True)
            if number >= 0
        ),
        seed,
        confidence,
        most,
        precision,
        dict(system),
    )


def check_terms(confidence: float, most: int, precision: float) -> None:
    """Refuses terms that cannot be.

    Raises:
        ConfigError: With what is wrong.
    """
    if not 0 < confidence < 1 or most < 1 or not 0 < precision <= 1:
        raise ConfigError(
            "A plan needs a confidence between 0 and 1, at least 1 identifier left that a note "
            f"counts for, and a precision above 0 up to 1, not {confidence:g}, {most} and "
            f"{precision:g}."
        )
