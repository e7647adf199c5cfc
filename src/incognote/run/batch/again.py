"""What is written, as it reads: that is what readers get, a certificate is of and the vault opens.

A document may read otherwise than it was written: lines of a PDF are shorter, authors of a DOCX are
not in it any more, two fields of a resource that say the same are read once. So what is written is
read again, and the places of what was replaced are sought in that.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from incognote.core.errors import IncognoteError
from incognote.io.format import Fields, Record, get_format
from incognote.io.mapped import edits
from incognote.replace.redact import Redacted, Replaced


@dataclass(frozen=True, slots=True)
class Written:
    """A text of a record, as it reads where it was written."""

    redacted: Redacted
    gone: frozenset[int] = frozenset()
    """Numbers of what was replaced that cannot be brought back there: it stands in no text, or two
    originals read alike."""
    joined: bool = False
    """Whether it is no text of its own any more: another says the same."""


def fields_of_output(decided: Fields) -> Fields:
    """Returns what is decided about the fields of an output: what was left out is not there."""
    roles = {name: role for name, role in decided.decided.items() if role != "drop"}
    return Fields(roles, "keep")


def as_read(
    record: Record, data: bytes, redacted: Sequence[Redacted], fields: Fields
) -> list[Written]:
    """Returns the texts of a record as they read, those that it only has since it was written last.

    Args:
        record: As it was read.
        data: What is written of it.
        redacted: Its texts, with what was replaced.
        fields: As `fields_of_output`.
    """
    found = _texts(record, data, fields)
    if found is None:
        return [Written(each) for each in redacted]
    lost: list[frozenset[int]] = []
    there: list[Redacted] = []
    for each in redacted:
        new, gone = _moved(each, found.get(each.id, ""))
        there.append(new)
        lost.append(gone)
    # Of two lines that read alike now one is left, and nobody knows whose original is its.
    alike = {
        line
        for each, gone in zip(redacted, lost, strict=True)
        for i in gone
        for line in _lines(each.text, each.replaced[i])
    }
    done = []
    for each, new, gone in zip(redacted, there, lost, strict=True):
        doubtful = (i for i, r in enumerate(each.replaced) if alike & {*_lines(each.text, r)})
        done.append(Written(new, frozenset((*gone, *doubtful)), each.id not in found))
    for each in redacted:
        found.pop(each.id, None)
    return [*done, *(Written(Redacted(id, text)) for id, text in found.items())]


def _texts(record: Record, data: bytes, fields: Fields) -> dict[str, str] | None:
    """The texts of what was written by their ids; None where they are as they were written."""
    form = get_format(record.format) if record.format and record.texts else None
    if form is None or form.records is None or not form.reads_otherwise:
        return None
    with TemporaryDirectory() as folder:
        path = Path(folder) / PurePosixPath(record.file).name
        path.write_bytes(data)
        try:
            read = list(form.records(path, path.name, fields=fields))  # alone in its folder
        except IncognoteError:  # a message that leans on the one before it
            return None
    return {
        record.id + doc.id.removeprefix(each.id): doc.text for each in read for doc in each.texts
    }


def _moved(redacted: Redacted, text: str) -> tuple[Redacted, frozenset[int]]:
    """A note with the places of what was replaced in its text as it reads; which are not there."""
    if text == redacted.text:
        return redacted, frozenset()
    changed = list(edits(redacted.text, text))
    ends = [end for _, end, _ in changed]
    moves = [0, *accumulate(len(new) - (end - start) for start, end, new in changed)]

    def to_new(at: int, *, is_end: bool) -> int:
        """Where the start or end of a place is now; what stands around it is none of it."""
        i = bisect_right(ends, at)
        if is_end and i and changed[i - 1][0] == at:
            i -= 1
        if i < len(changed) and changed[i][0] < at:
            start, _, new = changed[i]
            return start + moves[i] + is_end * len(new)
        return at + moves[i]

    moved, gone = [], set()
    for i, place in enumerate(redacted.replaced):
        start = to_new(place.new_start, is_end=False)
        end = max(start, to_new(place.new_end, is_end=True))
        old = redacted.text[place.new_start : place.new_end]
        line = redacted.text.rfind("\n", 0, place.new_start) + 1
        ahead = _letters(redacted.text[line : place.new_start])[-_AHEAD:]
        is_it = _letters(text[max(0, start - _FAR) : start]).endswith(ahead)
        if old.strip() and not (is_it and _letters(old) == _letters(text[start:end])):
            gone.add(i)
            end = start  # so that no reader is shown a tag in place of what stands there
        moved.append(replace(place, new_start=start, new_end=end))
    return replace(redacted, text=text, replaced=tuple(moved)), frozenset(gone)


_AHEAD, _FAR = 12, 200
"""Letters before a place on its line that must stand before it, and how far they are looked for."""


def _letters(text: str) -> str:
    return "".join(text.split())


def _lines(text: str, place: Replaced) -> list[str]:
    """The lines that a place stands in."""
    start = text.rfind("\n", 0, place.new_start) + 1
    end = text.find("\n", place.new_end)
    return text[start : end if end >= 0 else len(text)].split("\n")
