"""What de-identification cost in clinical facts: shares kept by kind, what went, the file of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from incognote.assure.evaluation.counts import SHARE, Figure, Measure, Table
from incognote.assure.evaluation.intervals import Bootstrap, with_intervals
from incognote.assure.record import read_record, to_json
from incognote.assure.rounding import at_least, at_most
from incognote.assure.utility.compare import LOST, NEW, OTHERWISE, Compared
from incognote.core.errors import InputError, unknown
from incognote.detect.facts import KINDS

KIND, FORMAT_VERSION = "incognote utility", 1
ALL = "all"


@dataclass(frozen=True, slots=True)
class Share:
    """Of the facts of one kind how many are kept."""

    kind: str
    """One of `facts.KINDS`, or `all`."""
    facts: int
    kept: int
    read_otherwise: int = 0
    """Of the kept: not found any more by the extractor, though their content stands there."""
    added: int = 0
    """Found after, in words that were not there before."""
    low: float | None = None
    """Ends of the interval over notes, where there is one."""
    high: float | None = None

    @property
    def value(self) -> float | None:
        """The share; None where there are no facts."""
        return self.kept / self.facts if self.facts else None

    @property
    def lost(self) -> int:
        """How many are not kept."""
        return self.facts - self.kept

    @property
    def shown(self) -> tuple[str, str]:
        """The share in per cent and its interval, neither ever flattering."""
        if self.value is None:
            return "none there", ""
        if self.low is None or self.high is None:
            return at_least(100 * self.value), ""
        return at_least(
            100 * self.value
        ), f"{at_least(100 * self.low)} - {at_most(100 * self.high)}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a fact stood in a note, or stands after, without its text."""

    id: str
    kind: str
    parts: tuple[tuple[int, int], ...]
    fate: str
    """`lost`, `read otherwise`, or `new after`: then the offsets are those of the second form."""
    label: str = ""
    """Of the mark that took it, where that is known,"""
    source: str = ""
    """and who made it."""


@dataclass(frozen=True, slots=True)
class Utility:
    """What is kept of notes."""

    language: str
    notes: int
    outputs: str
    """Hash of the de-identified notes."""
    total: Share
    """Of all kinds that count."""
    shares: tuple[Share, ...]
    """By kind, those that do not count too."""
    without: tuple[str, ...] = ()
    """Kinds that the total leaves out."""
    aside: int = 0
    """Facts that lie in identifiers which people marked: they are none."""
    gone: tuple[Place, ...] = ()
    """What went and what is read otherwise, note by note."""
    new: tuple[Place, ...] = ()
    """What only the de-identified notes seem to hold."""
    versions: Mapping[str, str] = field(default_factory=dict)
    date: str = ""
    kind: str = KIND
    format_version: int = FORMAT_VERSION

    def taken_by(self) -> list[tuple[str, str, int]]:
        """Returns kind, label of what took it, and how many facts, the most first."""
        counts = Counter((p.kind, p.label) for p in self.gone if p.fate == LOST and p.label)
        return [(*key, n) for key, n in sorted(counts.items(), key=lambda c: (-c[1], c[0]))]

    def reaches(self, percent: float) -> bool:
        """Returns whether at least so many per cent of the facts that count are kept.

        Without any fact nothing is shown to be kept.
        """
        return self.total.facts > 0 and 100 * self.total.kept >= percent * self.total.facts

    def figures(self) -> dict[str, object]:
        """Returns the counts by kind and in all for JSON, without ids."""
        return {
            "notes": self.notes,
            "without": list(self.without),
            "total": asdict(self.total),
            "kinds": [asdict(share) for share in self.shares],
        }

    def to_json(self) -> str:
        """Returns the content of its file: ids, offsets and kinds, no text of notes."""
        return to_json(self)


def check_kinds(kinds: Collection[str]) -> None:
    """Refuses a kind that does not exist.

    Raises:
        ConfigError: With those that there are.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise unknown("kind of facts", kind, KINDS)


def sum_up(
    compared: Sequence[Compared],
    *,
    lang: str,
    outputs: str,
    without: Collection[str] = (),
    bootstrap: Bootstrap | None = None,
    date: str = "",
    versions: Mapping[str, str] | None = None,
) -> Utility:
    """Returns what is kept of notes.

    Args:
        compared: What became of the facts of each note.
        lang: Their language.
        outputs: Hash of the de-identified notes.
        without: Kinds that do not count in the total.
        bootstrap: How intervals are made, over notes; None leaves them out.
        date: Of the comparison, YYYY-MM-DD.
        versions: Of the software.

    Raises:
        ConfigError: If a kind does not exist.
    """
    check_kinds(without)
    shares = dict(_shares(compared, (*KINDS, ALL), without, bootstrap))
    return Utility(
        lang,
        len(compared),
        outputs,
        shares.pop(ALL),
        tuple(share for share in shares.values() if share.facts or share.added),
        tuple(kind for kind in KINDS if kind in without),
        sum(note.aside for note in compared),
        tuple(_places(compared)),
        tuple(Place(n.id, fact.kind, fact.parts, NEW) for n in compared for fact in n.added),
        versions or {},
        date,
    )


def _places(compared: Sequence[Compared]) -> Iterator[Place]:
    for note in compared:
        for outcome in note.outcomes:
            if outcome.fate in (LOST, OTHERWISE):
                fact = outcome.fact
                yield Place(note.id, fact.kind, fact.parts, outcome.fate, *outcome.taken_by)


def _shares(
    compared: Sequence[Compared],
    kinds: Sequence[str],
    without: Collection[str],
    bootstrap: Bootstrap | None,
) -> Iterator[tuple[str, Share]]:
    table = Table(
        tuple(note.id for note in compared),
        {
            Measure(kind, SHARE): np.array([_row(n, kind, without) for n in compared], float)
            for kind in kinds
        },
    )
    figures: Mapping[str, Figure] = {}
    if compared:
        figures = with_intervals(table, bootstrap) if bootstrap else table.figures()
    for kind in kinds:
        rows = [_row(note, kind, without) for note in compared]
        outcomes = [
            o for note in compared for o in note.outcomes if _counts(o.fact.kind, kind, without)
        ]
        figure = figures.get(f"{kind}/share", Figure(None, 0))
        yield (
            kind,
            Share(
                kind,
                sum(facts for _, facts in rows),
                sum(kept for kept, _ in rows),
                sum(o.fate == OTHERWISE for o in outcomes),
                sum(_counts(fact.kind, kind, without) for note in compared for fact in note.added),
                figure.low,
                figure.high,
            ),
        )


def _row(note: Compared, kind: str, without: Collection[str]) -> tuple[int, int]:
    """How many facts a note keeps, and has."""
    fates = [o.fate for o in note.outcomes if _counts(o.fact.kind, kind, without)]
    return sum(fate != LOST for fate in fates), len(fates)


def _counts(of: str, kind: str, without: Collection[str]) -> bool:
    return of not in without if kind == ALL else of == kind


def read_utility(path: Path) -> Utility:
    """Returns what a file says of notes.

    Raises:
        InputError: If it cannot be read, or is none.
    """
    found = read_record(Utility, path, kind=KIND, version=FORMAT_VERSION, by="incognote utility")
    for share in (found.total, *found.shares):
        if not 0 <= share.kept <= share.facts:
            raise InputError(f"{path}: holds counts that cannot be; run incognote utility again.")
    return found
