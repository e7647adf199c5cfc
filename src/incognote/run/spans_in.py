"""Marks that a file of spans gives, in place of what detectors would find."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, NoteError
from incognote.core.language import AUTO
from incognote.core.pipeline import OnError, Pipeline, Settings
from incognote.io.checks import check_disjoint, report
from incognote.io.jsonl import SpansById
from incognote.run.deidentifier import make_detector


class SpansIn(Pipeline):
    """Gives each note the spans that a file has for its id; what is not in the file fails.

    Its roster, which is no model, is there for the search of the output alone.

    Args:
        path: The `spans.jsonl` of a run, what `incognote detect` wrote, or jsonl with spans.
        settings: Of which only language and roster count.

    Raises:
        InputError: If the file cannot be read, or a line of it is broken.
    """

    def __init__(self, path: Path, settings: Settings) -> None:
        super().__init__([make_detector("roster", settings)])
        self.spans = SpansById(path)

    def annotate(
        self,
        docs: Iterable[Document],
        *,
        on_error: OnError | None = None,
        records: bool = False,
    ) -> Iterator[Document]:
        """Yields each document with the spans of the file, those of one label united.

        Raises:
            NoteError: If a note is not in the file, its spans do not fit, or two of different
                labels overlap, and `on_error` is None.
        """
        for doc in docs:
            try:
                yield _united(self.spans.lay_over(doc))
            except NoteError as error:
                report(error, on_error)


def _united(doc: Document) -> Document:
    """The note with its spans as they are but for those of one label that overlap."""
    found: list[Span] = []
    for span in doc.spans:
        last = found[-1] if found else None
        if last is None or last.end <= span.start:
            found.append(span)
        elif last.label == span.label:
            found[-1] = replace(last, end=max(last.end, span.end))
        else:
            # Whichever of them went first, a policy that keeps its label would keep the other.
            check_disjoint(doc.id, (last, span), "a note to be replaced", "leave one of them out")
    return doc.with_spans(found)


def load(path: Path, settings: Settings) -> Pipeline:
    """Returns the pipeline; a function of a module, so that it reaches the workers."""
    return SpansIn(path, settings)


def loader(path: Path, settings: Settings) -> partial[Pipeline]:
    """Returns what makes the pipeline, after checking that nothing else was asked to find spans.

    Raises:
        ConfigError: If a language is to be told note by note.
    """
    if settings.lang == AUTO:
        raise ConfigError(f"--spans needs the language of the notes, not --lang {AUTO}.")
    return partial(load, path, settings)
