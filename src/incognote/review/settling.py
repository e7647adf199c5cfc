"""Two readers' marks of the same notes side by side: what a project to settle them is made from."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, InputError, NoteError, counted
from incognote.review.project import BOTH, SIDES, Project


def side_by_side(first: Project, second: Project) -> list[Document]:
    """Returns the notes with the marks of both, those in which the readers differ first.

    A mark that both made alike stands once, and both are its source; any other has its reader
    alone. Who read a note stands in its meta.

    Args:
        first: Of one reader, read to the end.
        second: Of the other.

    Raises:
        ConfigError: If the projects are not for the same, or the same person read both.
        InputError: If one is not read to its end, or they are not of the same notes.
        NoteError: If a note is not the same in both.
    """
    if first.kind != second.kind or first.lang != second.lang:
        raise ConfigError("The two projects are not for the same purpose and language.")
    if not (first.answers_for.gold or first.answers_for.as_left):
        raise ConfigError("Of a release no note is read by itself: there is nothing to settle.")
    for project in (first, second):
        if left := len(project.notes) - project.done:
            raise InputError(
                f"{project.path}: {counted(left, 'note')} {'is' if left == 1 else 'are'} not read "
                "yet; have it read to its end first."
            )
    numbers = {note.id: note.number for note in second.notes}
    if {note.id for note in first.notes} != numbers.keys():
        raise InputError("The two projects are not of the same notes.")
    docs = []
    for note in first.notes:
        pair = first.document(note.number), second.document(numbers[note.id])
        who = first.readers_of(note.number), second.readers_of(numbers[note.id])
        docs.append(_both(*pair, *who))
    return sorted(docs, key=lambda doc: (not _differ(doc), doc.id))


def _both(one: Document, two: Document, first: str, second: str) -> Document:
    if one.text != two.text:
        raise NoteError(one.id, "is not the same in the two projects")
    if same := {*first.split(BOTH)} & {*second.split(BOTH)}:
        raise ConfigError(
            f"{one.id}: '{min(same)}' read it in both projects; who settles needs two readers."
        )
    who = f"{first}{BOTH}{second}"
    alike = {_what(span) for span in one.spans} & {_what(span) for span in two.spans}
    spans = [
        replace(span, source=who if _what(span) in alike else name)
        for doc, name in ((one, first), (two, second))
        for span in doc.spans
        if doc is one or _what(span) not in alike
    ]
    order = sorted(spans, key=attrgetter("start", "end"))
    who_is_who = dict(zip(SIDES, (first, second), strict=True))
    return Document(one.id, one.text, tuple(order), {**one.meta, **who_is_who}, one.known)


def _differ(doc: Document) -> bool:
    return any(span.source in (doc.meta[name] for name in SIDES) for span in doc.spans)


def _what(span: Span) -> tuple[int, int, str]:
    return span.start, span.end, span.label
