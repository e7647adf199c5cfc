"""`Summary`: what became of the notes of a run, in numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any


@dataclass(slots=True, kw_only=True)
class Summary:
    """What became of the notes of a run."""

    notes_out: int = 0
    notes_failed: int = 0
    records: int = 0
    """Records that came out or failed; most hold one note."""
    holders: int = 0
    """Those of them that hold notes, or failed: a header holds none, a row may hold several."""
    words: int = 0
    """Words (between blanks) of the notes that came out."""
    seconds: float = 0.0
    labels: Counter[str] = field(default_factory=Counter)
    """Identifiers that left the text, by label."""
    unread: int = 0
    """Those of them that could not be read, so that their tag stands there."""
    added: int = 0
    """Marks that the search of the outputs added,"""
    notes_added: int = 0
    """in so many notes."""
    not_in_roster: int = 0
    """Notes whose patient has no row in the roster, where there is one."""
    days: list[tuple[str, str, int]] = field(default_factory=list, repr=False, compare=False)
    """Id, patient and own day of the first notes whose dates moved; never written anywhere."""
    other_languages: dict[str, list[str]] = field(default_factory=dict)
    """Ids of the notes that seem to be in another language than the run's, by that language."""
    actions: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Identifiers that left the text, by label and what was done."""
    values: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Values in places of their own, by place and by what became of them."""
    problems: list[str] = field(default_factory=list)
    """What went wrong apart from single notes: an empty source, a run that had to stop."""
    interrupted: bool = False
    taken_back: bool = False
    """Whether nothing was written, since the run did not come to its end and its output is one
    thing: the notes that were done count as failed."""
    resumable: bool = False
    """Whether the run did not come to its end and can be gone on with."""
    not_begun: int | None = 0
    """Notes that a run did not come to, which are not among `notes_in`; None: so many that are not
    known, since finding them means reading the sources."""

    @property
    def notes_in(self) -> int:
        """Notes that came out or failed."""
        return self.notes_out + self.notes_failed

    @property
    def came_out(self) -> int:
        """Records of which something was written."""
        return self.records - self.notes_failed

    @property
    def ok(self) -> bool:
        """Whether every source was read to its end and every note came out."""
        return not (self.notes_failed or self.problems or self.interrupted)

    @property
    def in_order_of_days(self) -> bool:
        """Whether notes of many patients, whose dates moved, stand in the order of their days.

        Their order then tells how far dates moved (`assure/attack/moved_dates.py`). It is that of
        their ids, numbers in them as numbers; a patient's own notes may follow each other.
        """
        ordered = sorted(self.days, key=lambda note: _natural(note[0]))
        pairs = [(a[2], b[2]) for a, b in pairwise(ordered) if a[1] != b[1]]
        rising = sum(before <= after for before, after in pairs)
        return len(pairs) >= _FEWEST and rising >= _IN_ORDER * len(pairs)

    @property
    def words_per_second(self) -> float:
        """Words of the notes that came out, by seconds of the whole run."""
        return self.words / self.seconds if self.seconds else 0.0

    def add(self, more: Summary) -> None:
        """Counts what became of other notes, too."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(more, name))
        self.days += more.days[: max(0, _MOST - len(self.days))]
        for lang, ids in more.other_languages.items():
            self.other_languages.setdefault(lang, []).extend(ids)
        self.labels.update(more.labels)
        self.actions.update(more.actions)
        self.values.update(more.values)

    def as_row(self) -> dict[str, Any]:
        """Returns the counts as they can be written as JSON, for `from_row`."""
        return {
            "notes_in": self.notes_in,
            **{name: getattr(self, name) for name in _COUNTS},
            "other_languages": self.other_languages,
            "labels": self.labels,
            "actions": [[*key, count] for key, count in self.actions.items()],
            "values": [[*key, count] for key, count in self.values.items()],
        }

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Summary:
        """Returns the counts of a row."""
        return cls(
            **{name: row[name] for name in _COUNTS},
            other_languages=dict(row["other_languages"]),
            labels=Counter(row["labels"]),
            actions=Counter({(a, b): count for a, b, count in row["actions"]}),
            values=Counter({(a, b): count for a, b, count in row["values"]}),
        )


_FEWEST, _IN_ORDER, _MOST = 20, 0.9, 5000
"""Neighbours from which on an order is told, by what share of them rises (by chance half do), and
how many notes are looked at."""


def _natural(id: str) -> list[tuple[int, str]]:
    """An id as it is sorted: 2 before 10."""
    return [(int(part), "") if i % 2 else (0, part) for i, part in enumerate(_NUMBER.split(id))]


_NUMBER = re.compile(r"(\d{1,18})")
_COUNTS = (
    *("notes_out", "notes_failed", "records", "holders", "words", "seconds"),
    *("unread", "added", "notes_added", "not_in_roster"),
)
