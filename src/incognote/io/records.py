"""Text of many notes in one file, as PhysioNet's id.text holds it.

    START_OF_RECORD=1||||2||||
    Seen by Dr. Ruiz.
    ||||END_OF_RECORD

The numbers are those of the patient and of the note; a date may follow them. The text is what
stands between the two lines, the last line end included, and offsets count from its start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from incognote.core.errors import InputError, NoteError
from incognote.core.pipeline import OnError
from incognote.io.checks import report
from incognote.io.files import decode, open_file

_START = re.compile(rb"START_OF_RECORD=([0-9]{1,9})\|{4}([0-9]{1,9})\|{4}[0-9/-]*\s*")
_END = b"||||END_OF_RECORD"


def read_records(path: Path, *, on_error: OnError | None) -> Iterator[tuple[str, str]]:
    """Yields id (`patient/note`) and text of each record, one at a time.

    Args:
        path: The file.
        on_error: Called with the error of each record that cannot be read; None raises it.

    Raises:
        InputError: If the file cannot be read, holds no record, or a line stands outside of one
            or a record has no end.
        NoteError: If `on_error` is None and the text of a record is not UTF-8.
    """
    id, lines, found = "", list[bytes](), 0
    with open_file(path, "a file of records") as file:
        for number, line in enumerate(file, start=1):
            start = _START.fullmatch(line)
            if start and not id:
                id, lines = "/".join(part.decode() for part in start.groups()), []
            elif id and not start:
                before, end, after = line.partition(_END)
                lines.append(before)
                if end and not after.strip():
                    found += 1
                    try:
                        text = decode(b"".join(lines), id)
                    except NoteError as error:
                        report(error, on_error)
                    else:
                        yield id, text
                    id = ""
                elif end:
                    lines.append(end + after)
            elif id or line.strip():
                missing = _END.decode() if id else "START_OF_RECORD=patient||||note||||"
                raise InputError(f"{path}:{number}: {missing} is missing before this line.")
    if id or not found:
        raise InputError(
            f"{path}: record {id} has no {_END.decode()}." if id else f"{path}: holds no record."
        )


def record_id(patient: str, note: str) -> str:
    """Returns the id of a record, by the numbers as files of marks write them."""
    return f"{int(patient)}/{int(note)}"
