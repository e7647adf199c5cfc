"""What became of a record: its new texts, what was found in them and where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from incognote.io.format import Record
from incognote.io.recognise import PLAIN
from incognote.replace.redact import Redacted


@dataclass(frozen=True, slots=True)
class Found:
    """One span as the record shows it; no text."""

    start: int
    end: int
    label: str
    score: float
    source: str
    kept: bool
    """Whether the policy left it in the text."""
    new_start: int = 0
    """Where its replacement stands in the new text, if there is one;"""
    new_end: int = 0
    action: str = ""
    """'' where no new text was written, or the span was kept."""


def found_in(redacted: Redacted) -> tuple[Found, ...]:
    """Returns the spans of a note that was written anew, in order."""
    gone = [
        Found(
            *(r.span.start, r.span.end, r.span.label, r.span.score, r.span.source, False),
            *(r.new_start, r.new_end, r.action),
        )
        for r in redacted.replaced
    ]
    kept = [Found(s.start, s.end, s.label, s.score, s.source, True) for s in redacted.kept]
    return tuple(sorted((*gone, *kept), key=lambda found: found.start))


@dataclass(frozen=True, slots=True)
class Done:
    """A note that was processed whole."""

    id: str
    words: int
    spans: tuple[Found, ...]
    sealed: Mapping[str, str] | None = field(default=None, repr=False)
    """The note's line of the vault, encrypted."""
    unread: int = 0
    """Marks that could not be read (a date, mostly) and stand as their tag."""
    added: int = 0
    """Marks that the search of the output added."""
    in_roster: bool = True
    """Whether its patient has a row, where there is a roster."""
    actions: tuple[tuple[str, str], ...] = ()
    """Label and action of everything that left the text."""
    other_language: str = ""
    """Which language it seems to be in, where that is not the run's."""
    sha256: str = ""
    """Of the new text, as it reads; '' where none was written."""
    joined: bool = False
    """Whether it is no text of its own there (`Written.joined`)."""
    own_day: tuple[str, int] | None = field(default=None, repr=False)
    """Whose note it is and its own day, where dates moved: for their order alone, never written."""


@dataclass(frozen=True, slots=True)
class Result:
    """What was done to a record."""

    texts: tuple[Done, ...]
    """In the order of `Record.texts`."""
    data: bytes = field(default=b"", repr=False)
    """What is written of it."""
    values: tuple[tuple[str, str], ...] = ()
    """Of each of its values the place and what became of it: `kept`, `replaced`, `left out`."""


def as_row(done: Done) -> dict[str, Any]:
    """Returns a note's line of the record: id and spans in offsets of the original, no text.

    A span that the policy left in the text has `"kept": true`; one that was replaced has where its
    replacement stands in the new text, as it reads, whose hash the line then has, too. A text that
    is none of its own there, since another says the same, has `"joined": true`. A note that seems
    to be in another language than the run's has that as `other_language`.
    """
    return {
        "id": done.id,
        "spans": [
            {
                "start": s.start,
                "end": s.end,
                "label": s.label,
                "score": round(s.score, 4),
                "source": s.source,
                **({"kept": True} if s.kept else {}),
                **(
                    {"new_start": s.new_start, "new_end": s.new_end, "action": s.action}
                    if s.action
                    else {}
                ),
            }
            for s in done.spans
        ],
        **({"added_by_verification": done.added} if done.added else {}),
        **({"other_language": done.other_language} if done.other_language else {}),
        **({"sha256": done.sha256} if done.sha256 else {}),
        **({"joined": True} if done.joined else {}),
    }


def _counted_places(result: Result) -> Iterator[tuple[str, str]]:
    """Yields of everything that was replaced where it stood, and what was done; no text."""
    yield from result.values
    for done in result.texts:
        for label, action in done.actions:
            yield f"text: {label}", action


def file_of(record: Record) -> str:
    """Returns the file that a record with fields is in; '' of a note that is a file by itself."""
    return "" if record.format in ("", PLAIN) else record.file


@dataclass(slots=True)
class Counts:
    """What became of the records of a file."""

    out: int = 0
    failed: int = 0
    places: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often what was done at which place."""

    def add(self, record: Record, result: Result) -> None:
        """Counts what came out: a table's head and blank lines are no records."""
        self.out += record.place != 0 and bool(result.data.strip())
        self.places.update(_counted_places(result))

    def as_row(self, file: str) -> dict[str, Any]:
        """A line of the ledger."""
        places: dict[str, dict[str, int]] = {}
        for (place, became), count in sorted(self.places.items()):
            places.setdefault(place, {})[became] = count
        records = {"in": self.out + self.failed, "out": self.out, "failed": self.failed}
        return {"file": file, "records": records, "places": places}
