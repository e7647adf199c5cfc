"""`Metrics`: how much came and what became of it, for Prometheus: numbers, and our own names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from incognote.core.document import Document
from incognote.core.errors import MissingExtraError, NoteError
from incognote.serve.desk import Outcome

try:
    from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
    from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
except ImportError:
    raise MissingExtraError("incognote serve", "serve") from None

KIND = CONTENT_TYPE_LATEST
"""The type of content of what `text` returns."""


class Metrics:
    """Counts requests by place and status, notes, characters and spans by label.

    Args:
        held: Says how many requests wait or are worked on.
        ready: Says whether all models are loaded.
    """

    def __init__(self, held: Callable[[], float], ready: Callable[[], float]) -> None:
        # One of its own: what else the process counts (its memory, other libraries) is not told.
        self._all = CollectorRegistry()
        place = ["place"]
        self._requests = self._made(
            Counter, "incognote_requests_total", "Requests answered.", [*place, "status"]
        )
        self._seconds = self._made(
            Histogram,
            "incognote_request_seconds",
            "From the head of a request to its answer.",
            place,
        )
        self._notes = self._made(
            Counter, "incognote_notes_total", "Notes by what became of them.", ["outcome"]
        )
        self._characters = self._made(
            Counter, "incognote_characters_total", "Code points of all notes taken in."
        )
        self._spans = self._made(
            Counter, "incognote_spans_total", "Identifiers found, by label.", ["label"]
        )
        self._made(Gauge, "incognote_requests_held", "Waiting or worked on.").set_function(held)
        self._made(Gauge, "incognote_ready", "1 where all models are loaded.").set_function(ready)

    def _made(self, kind: Any, name: str, says: str, labels: Sequence[str] = ()) -> Any:
        return kind(name, says, labels, registry=self._all)

    def answered(self, place: str, status: int, seconds: float) -> None:
        """Counts an answer.

        Args:
            place: The path of the route, none of what somebody asked for.
            status: Of HTTP.
            seconds: That it took.
        """
        self._requests.labels(place, str(status)).inc()
        self._seconds.labels(place).observe(seconds)

    def noted(self, notes: Sequence[Document], outcomes: Sequence[Outcome]) -> None:
        """Counts notes that were worked on."""
        for note, outcome in zip(notes, outcomes, strict=True):
            self._characters.inc(len(note.text))
            failed = isinstance(outcome, NoteError)
            self._notes.labels("failed" if failed else "done").inc()
            if not isinstance(outcome, NoteError):
                for span in outcome.spans:
                    self._spans.labels(span.label).inc()

    def text(self) -> bytes:
        """Returns all counts in Prometheus' text format."""
        told: bytes = generate_latest(self._all)
        return told
