"""What the readers found, as one file and as tables: figures alone, no text and no ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from incognote.assure.attack.links import Linked
from incognote.assure.attack.population import LIMITS, TraitRisk
from incognote.assure.attack.shifts import Learned
from incognote.assure.attack.traits import OTHERS
from incognote.assure.evaluation.intervals import FEWEST, wilson
from incognote.assure.record import read_record
from incognote.core.errors import counted

KIND = "incognote attack"
FORMAT_VERSION = 3
DIAGNOSES = "Rare diagnoses, procedures and events are in clinical words, and are not counted."
"""What no table counts."""


@dataclass(frozen=True, slots=True)
class Attack:
    """Figures of the readers that were asked."""

    notes: int
    lang: str
    marks: str
    """Whose marks were replaced: `gold`, or `found` where the pipeline's misses count."""
    traits: tuple[TraitRisk, ...] = ()
    """By policy."""
    shifts: tuple[Learned, ...] = ()
    shifts_of: str = ""
    """The policy whose dates moved."""
    links: tuple[Linked, ...] = ()
    hashes: Mapping[str, str] = field(default_factory=dict)
    """What the figures hold for: language and policy, and by what else was attacked model, rules,
    site's file and how dates move; as a plan says of a release."""
    kind: str = field(default=KIND)
    format_version: int = FORMAT_VERSION


class Table(NamedTuple):
    """A table of what a reader found."""

    title: str
    head: tuple[str, ...]
    rows: list[tuple[str, ...]]


def read_attack(path: Path) -> Attack:
    """Returns the figures that a file holds.

    Raises:
        InputError: If it cannot be read, or holds none.
    """
    return read_record(Attack, path, kind=KIND, version=FORMAT_VERSION, by="incognote attack --out")


def too_few(attack: Attack) -> str:
    """Returns what to say of figures of so few notes; '' where there are enough."""
    if attack.notes >= FEWEST:
        return ""
    return (
        f"These figures rest on {counted(attack.notes, 'note')} and show little: with fewer than "
        f"{FEWEST} intervals of risks are too narrow, and other notes may tell much more."
    )


def no_links(attack: Attack) -> str:
    """Returns what to say where the reader of links had no note to hold; '' elsewhere."""
    if not attack.links or attack.links[0].held:
        return ""
    return (
        "Other notes: no two of these notes say that they are of one patient, so nothing could be "
        "asked of a reader who holds another note of a patient."
    )


def tables(attack: Attack) -> Iterator[Table]:
    """Yields what the readers found, a table each, for the screen, results.md and the packet."""
    if attack.traits:
        yield Table(
            f"People of {attack.traits[0].people:,} who agree with what a note tells (k)",
            (
                "policy", "notes", "k: lower quarter, median, upper",
                *(f"notes with k below {limit}" for limit in LIMITS),
                "journalist's risk", "prosecutor's risk", "notes like no other",
            ),
            [_k(risk) for risk in attack.traits],
        )  # fmt: skip
        yield Table(
            "What notes tell, and how many times more people would agree without it",
            ("trait", *(risk.policy for risk in attack.traits)),
            list(_traits(attack.traits)),
        )
    if attack.shifts:
        yield Table(
            f"What is found of how far dates moved ({attack.shifts_of})",
            (
                "evidence", "patients with it", "shifts left of all", "least",
                "found exactly", "within a week",
            ),
            [_learned(row) for row in attack.shifts],
        )  # fmt: skip
    if any(row.held for row in attack.links):
        yield Table(
            "Released notes linked to another note of the patient",
            ("by", "notes held", "first of all", "by chance", "among ten", "by chance"),
            [_linked(row) for row in attack.links],
        )


def _k(risk: TraitRisk) -> tuple[str, ...]:
    return (
        risk.policy,
        f"{risk.notes:,}",
        ", ".join(f"{k:,}" for k in risk.k_quartiles),
        *(_of(risk.below[str(limit)], risk.notes) for limit in LIMITS),
        "{:.4f} ({:.4f} to {:.4f})".format(risk.journalist, *risk.journalist_between),
        f"{risk.prosecutor:.2f}",
        f"{risk.alone:,}",
    )


def _traits(risks: Sequence[TraitRisk]) -> Iterator[tuple[str, ...]]:
    counted = risks[0].counted
    others = [t for t in (*OTHERS, "race", "nation", "occupation", "veteran") if t not in counted]
    for trait in (*counted, *others):
        cells = []
        for risk in risks:
            told = risk.telling.get(trait, 0)
            more = risk.matters.get(trait)
            cells.append(f"{told:,}" + (f" (x {more:,.0f})" if more is not None else ""))
        if any(cell != "0" for cell in cells):
            yield (trait if trait in counted else f"{trait}, not counted", *cells)


def _learned(row: Learned) -> tuple[str, ...]:
    return (
        row.evidence,
        f"{row.exposed:,} of {row.patients:,}",
        f"{row.left:.1f} of {row.shifts:,}",
        f"{row.least:.0f}",
        _of(row.exactly, row.exposed),
        _of(row.within_a_week, row.exposed),
    )


def _linked(row: Linked) -> tuple[str, ...]:
    """Notes of one patient go together, so the intervals count each patient once."""
    return (
        row.signs,
        f"{row.held:,} of {row.patients:,} patients",
        _of(row.first, row.held, row.patients),
        f"{row.first_by_chance:.1f}",
        _of(row.among_ten, row.held, row.patients),
        f"{row.among_ten_by_chance:.1f}",
    )


def _of(part: float, whole: int, units: int = 0) -> str:
    """A number, its share of the whole, and the interval of that share over so many units."""
    if not whole:
        return "-"
    low, high = wilson(part / whole, units or whole)
    share = f"{part / whole:.1%}, {100 * low:.1f} to {100 * high:.1f}"
    return f"{part:.1f} ({share})".replace(".0 (", " (")
