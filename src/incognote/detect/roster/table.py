"""Reads what the hospital knows: one row per patient, in CSV or Parquet.

docs/roster.md describes the columns. No message holds a value: a row is named by its number.
"""

from __future__ import annotations

import csv
import datetime
import difflib
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from incognote.core.config import csv_fault, read_utf8
from incognote.core.errors import ConfigError, InputError, MissingExtraError
from incognote.core.known import Known

KNOWN = tuple(f.name for f in fields(Known))
"""What may be known of a patient."""
COLUMNS = ("patient", *KNOWN)
"""All that a roster may have; only `patient` is required."""

EVERYWHERE = ("addresses", "providers")
"""What a row without a patient may hold; these are searched in all notes, whatever their row."""


@dataclass(frozen=True, slots=True)
class Roster:
    """The rows of a file."""

    patients: Mapping[str, Known] = field(default_factory=dict, repr=False)
    everywhere: Known = field(default_factory=Known, repr=False)
    """Addresses and providers of all rows."""


def read_roster(path: Path) -> Roster:
    """Returns the rows of a roster; several of one patient are one.

    Args:
        path: CSV with a header, in UTF-8, or `.parquet`; several values divided by ';'.

    Raises:
        InputError: If it cannot be read, has no rows, or a row is not what it should be.
        ConfigError: If a column does not exist, or `patient` is missing.
        MissingExtraError: If Parquet needs a package that is not there.
    """
    if not path.is_file():
        what = "is a folder" if path.is_dir() else "there is no such file"
        raise InputError(f"{path}: {what}; give a CSV or Parquet file.")
    rows = _parquet(path) if path.suffix.lower() == ".parquet" else _csv(path)
    patients: dict[str, Known] = {}
    everywhere: dict[str, dict[str, None]] = {name: {} for name in EVERYWHERE}
    number = 0
    for number, values in rows:
        patient, row = _row(values, f"{path}, row {number}")
        for name in EVERYWHERE:
            everywhere[name].update(dict.fromkeys(getattr(row, name)))
        if patient:
            known = patients.get(patient)
            patients[patient] = known.united(row) if known else row
    if not number:
        raise InputError(f"{path}: holds no row below its header; export it again.")
    return Roster(patients, Known(**{name: tuple(values) for name, values in everywhere.items()}))


def _csv(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    text = read_utf8(path)
    if "\0" in text:
        raise InputError(f"{path}: holds NUL characters; it is not a CSV file.")
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    number = 1
    try:
        header = next(lines, [])
        _check_columns(header, path)
        for number, cells in enumerate(lines, start=2):
            if not cells:
                continue
            if len(cells) != len(header):
                raise InputError(
                    f"{path}, row {number}: has {len(cells)} cells instead of {len(header)}; quote "
                    "values that hold a comma."
                )
            yield number, dict(zip(header, cells, strict=True))
    except csv.Error as error:
        raise InputError(f"{path}, row {number + 1}: {csv_fault(error)}.") from None


def _parquet(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError("Reading Parquet", "tables") from None
    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            _check_columns(file.schema_arrow.names, path)
            number = 1
            for batch in file.iter_batches():
                for values in batch.to_pylist():
                    yield number, values
                    number += 1
    except (OSError, pyarrow.ArrowException):
        raise InputError(f"{path}: cannot be read as Parquet.") from None


def _check_columns(header: Sequence[str], path: Path) -> None:
    for number, name in enumerate(header, start=1):
        if name not in COLUMNS:
            # Not quoted: where the header is missing, it is a patient's name.
            near = difflib.get_close_matches(name.lower(), COLUMNS, n=1, cutoff=0.6)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise ConfigError(
                f"{path}: the first row must name the columns, and its cell {number} is none of "
                f"{', '.join(sorted(COLUMNS))}{hint or '.'}"
            )
    if len(set(header)) < len(header):
        raise ConfigError(f"{path}: a column stands twice.")
    if "patient" not in header:
        raise ConfigError(f"{path}: the column 'patient' is missing.")


def _row(values: Mapping[str, Any], where: str) -> tuple[str, Known]:
    """The patient ('' for none) and the values of a row."""
    values = dict(values)
    patient = tuple(_values(values.pop("patient"), f"{where}: patient"))
    if len(patient) > 1:
        raise InputError(f"{where}: there is more than one patient.")
    known = known_of(values, where)
    more = [name for name in values if getattr(known, name) and name not in EVERYWHERE]
    if not patient and more:
        raise InputError(
            f"{where}: has {more[0]} but no patient; a row without one may only hold "
            f"{' and '.join(EVERYWHERE)}."
        )
    return (patient[0] if patient else ""), known


def known_of(values: Mapping[str, Any], where: str) -> Known:
    """Returns what is known of a patient.

    Args:
        values: By names of fields of `Known`: a text, with semicolons between several, or a list.
        where: They stand, for messages, which quote none of them.

    Raises:
        InputError: If there is no such field, or a value is none.
    """
    if not set(values) <= set(KNOWN):
        raise InputError(f"{where}: has other fields than {', '.join(KNOWN)}.")
    cells = {name: tuple(_values(value, f"{where}: {name}")) for name, value in values.items()}
    for value in cells.get("birth_date", ()):
        try:
            datetime.date.fromisoformat(value)
        except ValueError:
            raise InputError(f"{where}: birth_date must be like 1961-08-19.") from None
    return Known(**cells)


def _values(cell: Any, where: str) -> Iterable[str]:
    if cell is None:
        return ()
    if isinstance(cell, datetime.date):
        cell = cell.isoformat()[:10]
    if isinstance(cell, str):
        cell = cell.split(";")
    if not isinstance(cell, list) or not all(isinstance(value, str) for value in cell):
        raise InputError(f"{where} must be text.")
    return [value.strip() for value in cell if value.strip()]
