"""Whether notes are still those that a finished run made its output from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from incognote.assure.release import Records, released_note
from incognote.core.document import Document
from incognote.core.errors import InputError, counted
from incognote.replace.redact import Redacted
from incognote.run.batch.written import SPANS, read_output


def check_released(docs: Sequence[Document], spans: Path) -> None:
    """Refuses notes that changed since a run: its marks would stand on other words.

    What a run did not replace stands in its output as it stood in the note; so all that lies
    between the marks is compared. A text that is none of its own in the output, since another says
    the same, is compared there.

    Args:
        docs: The notes.
        spans: The `spans.jsonl` of the run, beside its output.

    Raises:
        InputError: If a note is another, the output is not there, or `spans` is of no run.
        NoteError: If a note of the output was changed.
    """
    output = _output_of(spans)
    records = Records(spans)
    notes = {doc.id: doc.text for doc in docs if doc.id in records}
    changed: list[str] = []
    for record in read_output(output):
        for doc in record.texts:
            if doc.id not in notes and doc.id not in records:
                continue
            text = notes.pop(doc.id, None)
            if text is None or not _was_made_from(released_note(doc, records), text):
                changed.append(doc.id)
    if notes:
        raise InputError(
            f"{output}: {counted(len(notes), 'note')} of {spans.name} "
            f"{'is' if len(notes) == 1 else 'are'} not there, the first is '{min(notes)}': give a "
            "finished run as it was written."
        )
    if changed:
        raise InputError(
            f"{counted(len(changed), 'note')} changed since {output} was made, the first is "
            f"'{min(changed)}', and the marks of the run would stand on other words: run incognote "
            "deid again, and check that run."
        )


def _output_of(spans: Path) -> Path:
    """Returns what a run wrote whose record this is: a folder, or a file."""
    name = spans.name
    output = spans.parent if name == SPANS else spans.with_name(name.removesuffix(f".{SPANS}"))
    if output == spans or not output.exists():
        raise InputError(
            f"{spans}: does not lie beside what the run wrote (OUT/{SPANS}, or OUT.{SPANS}), so "
            "nobody can tell whether these are the notes that it was made from; for marks from "
            "elsewhere there is --for check."
        )
    return output


def _was_made_from(released: Redacted, text: str) -> bool:
    """Whether a note stands in what was made from it, but for what was replaced."""
    old = new = 0
    for place in released.replaced:
        if text[old : place.span.start] != released.text[new : place.new_start]:
            return False
        old, new = place.span.end, place.new_end
    return text[old:] == released.text[new:]
