"""An output, read again: its records under their old ids, and how it was written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from incognote.core.config import parse_json
from incognote.core.errors import InputError, NoteError
from incognote.core.pipeline import OnError
from incognote.io.checks import report
from incognote.io.files import files_below
from incognote.io.format import NO_FIELDS, Fields, Record, get_format
from incognote.io.recognise import PLAIN, read_file, read_records, recognise, suffixes
from incognote.run.batch.again import fields_of_output
from incognote.run.batch.growing import PARTS

SPANS, FAILED, AUDIT, LEDGER = "spans.jsonl", "failed.jsonl", "audit.json", "ledger.jsonl"
"""What stands in an output folder beside the notes."""


def beside(file: Path, record: str) -> Path:
    """Returns where a record of a run lies whose output is one file: `clean.csv.spans.jsonl`."""
    return file.with_name(f"{file.name}.{record}")


def takes_a_records_name(file: str) -> bool:
    """Whether a file of the output would stand where a record, or its draft, has to."""
    # Some disks ignore case.
    name = file.partition("/")[0].casefold()
    return name in (SPANS, FAILED, AUDIT, LEDGER) or name.endswith(PARTS)


def read_output(folder: Path, *, on_error: OnError | None = None) -> Iterator[Record]:
    """Yields the records of an output folder, as they were written.

    Args:
        folder: What `OutputFolder` wrote, or `OutputFile`; what has no `audit.json` holds notes as
            .txt.
        on_error: Called with the error of each record that cannot be read; None raises it.

    Raises:
        InputError: If the folder or its `audit.json` cannot be read.
        NoteError: If `on_error` is None and a record cannot be read.
    """
    form, fields, source = how_written(folder)
    form = form or recognise(folder)

    def failed(error: NoteError) -> None:
        if not takes_a_records_name(error.id):
            report(error, on_error)

    def records() -> Iterator[Record]:
        if form and get_format(form).folders:
            yield from read_records(folder, form, fields=fields, on_error=failed)
            return
        if source and folder.is_file():  # whose records are called by the name of its source
            yield from read_file(folder, source, form, fields, on_error=on_error, below=False)
            return
        for file, name in files_below(folder, suffixes(), on_error=failed):
            if not takes_a_records_name(name):
                yield from read_file(file, name, form or recognise(file), fields, on_error=on_error)

    yield from _numbered_as_read(records(), _rows_that_failed(folder))


def record_of(output: Path, record: str) -> Path:
    """Returns where a record of the run lies that wrote an output, which is a folder or a file."""
    return beside(output, record) if output.is_file() else output / record


_ROW = re.compile(r"(.+):([0-9]{1,15})(?:/.*)?", re.DOTALL)
"""The id of what is called by its file and its number there."""


def _rows_that_failed(folder: Path) -> dict[str, list[int]]:
    """By file the numbers of the rows of its source that are not in it, in order."""
    found: dict[str, set[int]] = {}
    try:
        with record_of(folder, FAILED).open(encoding="utf-8") as lines:
            for line in lines:
                if row := _ROW.fullmatch(str(parse_json(line).get("id"))):
                    found.setdefault(row[1], set()).add(int(row[2]))
    except (FileNotFoundError, NotADirectoryError):
        pass
    except (OSError, ValueError, AttributeError):
        told = f"{folder / FAILED}: is not the list that incognote deid writes; release again."
        raise InputError(told) from None
    return {file: sorted(numbers) for file, numbers in found.items()}


def _numbered_as_read(
    records: Iterable[Record], failed: Mapping[str, list[int]]
) -> Iterator[Record]:
    """Records with the ids that they have in the source, where rows before them failed."""
    for record in records:
        was = f"{record.file}:{record.place}"
        if not record.place or record.id != was or record.file not in failed:
            yield record
            continue
        number = record.place
        for lost in failed[record.file]:
            number += lost <= number
        id = f"{record.file}:{number}"
        texts = (replace(doc, id=id + doc.id.removeprefix(was)) for doc in record.texts)
        yield replace(record, id=id, texts=tuple(texts))


def how_written(folder: Path) -> tuple[str, Fields, str]:
    """Returns the format that a run was asked for, the fields of its output, and its source.

    The source is the name of the file that it was, where the output is a file; else ''.
    """
    form, fields, source = how_asked(folder)
    return form, fields_of_output(fields), source


def how_asked(folder: Path) -> tuple[str, Fields, str]:
    """Returns the same as `how_written`, but what was decided about the fields of the source."""
    audit = record_of(folder, AUDIT)
    try:
        options = parse_json(audit.read_text(encoding="utf-8"))["options"]
        fields = Fields(options.get("fields", {}))
        form = options.get("format", PLAIN)
        plain = form and get_format(form).records is None
        return (PLAIN if plain else form), fields, str(options.get("file") or "")
    except (FileNotFoundError, NotADirectoryError):
        return PLAIN, NO_FIELDS, ""
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        told = f"{audit}: is not the record that incognote deid writes; release again."
        raise InputError(told) from None
