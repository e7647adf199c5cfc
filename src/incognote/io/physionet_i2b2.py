"""PhysioNet's deid notes, marked again after the guidelines of i2b2 2014, as CSV.

The text is id.text, the marks are comma-separated files beside it: one for all notes with the
columns `record_id,begin,length,type`, or one per note (`.ann`, in any folder below) with
`document_id,annotation_id,annotator,start,stop,entity,entity_type,comment`. The CSV tell a note by
two numbers, patient and note, with anything between (`1||||2||||`, `1-2`).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from incognote.core.config import csv_fault
from incognote.core.document import Document
from incognote.core.errors import InputError
from incognote.core.pipeline import OnError
from incognote.io import i2b2_2014
from incognote.io.format import Format
from incognote.io.physionet import Listed, Mark, lay_over, text_file
from incognote.io.records import record_id

TYPES: Mapping[str, str] = {
    **i2b2_2014.TYPES,
    # Where a file has categories for types. A name may be anyone's: of patients the least is lost.
    "NAME": "PATIENT",
    "LOCATION": "LOCATION_OTHER",
    "CONTACT": "PHONE",
    "ID": "IDNUM",
}
"""From the type in the file, in capitals, to our label."""

_COLUMNS = (
    ("record_id", "begin", "length", "type"),
    ("document_id", "start", "stop", "entity_type"),
)
_RECORD = re.compile(r"\D*([0-9]{1,9})\D+([0-9]{1,9})\D*")
_NUMBER = re.compile(r"[0-9]{1,9}")


def read(path: Path, *, on_error: OnError | None = None) -> Iterator[Document]:
    """Returns the notes of id.text with the marks of all .csv and .ann files beside or below it.

    Where a file has the column `entity`, each span is checked against it. `Span.source` is the
    type in the file; `meta` has patient and part, as for `physionet`. The marks are held in
    memory, the notes one at a time. Arguments and errors as `format.Read`.

    Raises:
        InputError: Also if a row of a file is broken, or marks a note that id.text lacks.
    """
    text = text_file(path)
    folder = text.parent
    files = sorted(p for p in folder.rglob("*") if p.suffix.lower() in {".csv", ".ann"})
    if not files:
        raise InputError(f"{folder}: holds no .csv or .ann file of marks beside {text.name}.")
    marks: dict[str, list[Mark]] = {}
    for file in files:
        _read_marks(file, file.relative_to(folder).as_posix(), marks)
    return lay_over(text, Listed(folder, marks, TYPES), on_error)


def _read_marks(path: Path, name: str, marks: dict[str, list[Mark]]) -> None:
    number, problem = 1, ""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file, strict=True)
            columns = next((c for c in _COLUMNS if set(c) <= set(rows.fieldnames or ())), None)
            if columns is None:
                problem = f"the header must have {' or '.join(','.join(c) for c in _COLUMNS)}"
            else:
                for row in rows:
                    number = rows.reader.line_num
                    id, mark = _mark(row, columns, f"{path}:{number}", f"{name}:{number}")
                    marks.setdefault(id, []).append(mark)
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
    except UnicodeDecodeError:
        problem = "is not UTF-8"
    except csv.Error as error:
        number, problem = rows.reader.line_num, csv_fault(error)
    if problem:
        raise InputError(f"{path}:{number}: {problem}.")


def _mark(
    row: Mapping[str, str | None], columns: tuple[str, ...], where: str, place: str
) -> tuple[str, Mark]:
    record, first, second, type_ = ((row[column] or "").strip() for column in columns)
    match = _RECORD.fullmatch(record)
    if match is None or None in row or not (_NUMBER.fullmatch(first) and _NUMBER.fullmatch(second)):
        raise InputError(f"{where}: must have a patient and note, and two whole numbers.")
    start = int(first)
    end = int(second) + (start if columns[2] == "length" else 0)
    mark = Mark(place, start, end, type_, row.get("entity") or "")
    return record_id(match[1], match[2]), mark


FORMAT = Format(read)
