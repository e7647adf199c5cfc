"""What was decided, for the commands that take it, and who decided what, without words of notes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from incognote.core.document import Document
from incognote.core.errors import InputError, counted
from incognote.io.format import writer
from incognote.io.output import new_file
from incognote.review.project import Project


def answers(project: Project) -> Iterator[Document]:
    """Yields the notes that are read, with the marks that stand; who read each is in its meta.

    Of a release it is all notes, since marks of many are decided about at once. What somebody
    decided about has the probability 1 and the reader as its source; what nobody decided about
    stays as it was found.

    Raises:
        InputError: If no note is read, or the purpose needs them all.
    """
    notes = len(project.notes)
    left = notes - project.done
    purpose = project.answers_for
    if (purpose.every_note or project.settles) and left:
        raise InputError(
            f"{counted(left, 'note')} of {notes:,} {'is' if left == 1 else 'are'} not read yet: "
            "read them all, since leaving some out would bias what is counted."
        )
    if not project.done and not purpose.gallery_first:
        raise InputError("No note is read yet: answers are of notes that somebody calls read.")
    return _documents(project, unread_too=purpose.gallery_first)


def read_by(project: Project) -> Iterator[Document]:
    """Yields the notes that are read, as `answers`, whatever the purpose and however many are."""
    return _documents(project, unread_too=False)


def _documents(project: Project, *, unread_too: bool) -> Iterator[Document]:
    for note in project.notes:
        state = project.state(note.number)
        if not (state.done or unread_too):
            continue
        said = {"reader": project.readers_of(note.number), "patient": note.patient}
        meta = {name: value for name, value in said.items() if value}
        yield replace(project.document(note.number), meta=meta, known=None)


def write(project: Project, path: Path, to: str = "") -> None:
    """Writes the answers.

    Args:
        project: Open.
        path: A new file, or a new or empty folder.
        to: A format that marked notes can be written in; of answers that say what is left, `left`.

    Raises:
        InputError: As `answers`.
        OutputError: If it cannot be written.
    """
    docs = answers(project)
    if project.answers_for.as_left:
        with new_file(path) as file:
            file.writelines(map(as_left, docs))
    else:
        writer(to or "jsonl")(docs, path)


def as_left(doc: Document) -> bytes:
    """Returns a line that `certify run --reviewed-format left` reads."""
    left = [{"label": s.label, "start": s.start, "end": s.end} for s in doc.spans]
    row = {"id": doc.id, "left": left, "reader": doc.meta["reader"]}
    return f"{json.dumps(row, ensure_ascii=False)}\n".encode()


def audit(project: Project) -> Iterator[bytes]:
    """Yields a line for each decision: who, when, what and where; no text, and no comment's."""
    ids = {note.number: note.id for note in project.notes}
    for each in project.history.all:
        wish = each.wish
        row: dict[str, object] = {
            "number": each.number,
            "at": each.at,
            "reader": each.reader,
            "note": ids[each.note],
            "kind": wish.kind,
        }
        if wish.mark:
            row["mark"] = wish.mark
        if wish.kind in ("keep", "drop") and (mark := project.found(each.note, wish.mark)):
            row |= {"start": mark.start, "end": mark.end, "label": mark.label}
            row |= {"found_by": mark.source}
        if wish.label:
            row |= {"start": wish.start, "end": wish.end, "label": wish.label}
        if each.batch != each.number:
            row["with"] = each.batch
        if each.undoes:
            row["undoes"] = each.undoes
        yield f"{json.dumps(row, ensure_ascii=False)}\n".encode()
