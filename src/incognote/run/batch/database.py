"""Rows of a database in, a new table out: a source and a sink of a run."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from incognote.core.errors import IncognoteError, InputError
from incognote.core.pipeline import OnError
from incognote.io.checks import in_file
from incognote.io.databases import FORMAT, Database, NewTable, Rows
from incognote.io.format import Fields, Record
from incognote.io.tables import Sample
from incognote.run.batch.folder import OutputFolder
from incognote.run.batch.results import Result
from incognote.run.batch.sources import MAX_NOTE_MB, Sources


class DatabaseSources(Sources):
    """The rows of a table or query; other arguments as `Sources`."""

    def __init__(
        self,
        rows: Rows,
        *,
        max_note_mb: float = MAX_NOTE_MB,
        patient_from: str = "",
        as_text: bool = False,
        fields: Fields,
        written: bool = True,
    ) -> None:
        super().__init__(
            [],
            FORMAT,
            max_note_mb=max_note_mb,
            patient_from=patient_from,
            as_text=as_text,
            fields=fields,
            written=written,
        )
        self.rows = rows
        self.tell_patients = True
        self.formats = {Path(rows.name): {FORMAT}}
        self.paths = tuple(self.formats)

    def _read(self, path: Path, on_error: OnError) -> Iterator[Record]:
        try:
            for record in self.rows.records(self.fields, in_file(self.rows.name, on_error)):
                yield replace(record, format=FORMAT)
        except InputError as error:
            # Which ends the run: a table that could not be read to its end is not written.
            raise IncognoteError(str(error)) from None

    def _field_names(self) -> Iterator[str]:
        return iter(self.rows.names)

    def _look(self) -> dict[str, Sample]:
        return self.rows.samples()

    def _words(self) -> str:
        return self.rows.words

    def _nothing_in(self, path: Path) -> str:
        return f"{path}: holds no rows."


class OutputTable(OutputFolder):
    """A new table, all or nothing, with the records of the run in a folder.

    Args:
        rows: The source.
        fields: What becomes of its columns.
        to: Where the table goes.
        name: The table's.
        path: Of the folder, new or empty; None: there is none.
        vault: As `OutputFolder`.

    Raises:
        OutputError: If the table exists or cannot be made; as `OutputFolder`.
        ConfigError: As `NewTable`.
        InputError: As `Rows.plan`.
    """

    whole = True

    def __init__(
        self,
        rows: Rows,
        fields: Fields,
        to: Database,
        name: str,
        path: Path | None = None,
        vault: tuple[Path, Mapping[str, str]] | None = None,
    ) -> None:
        self._temporary = path is None
        super().__init__(path or Path(tempfile.mkdtemp(prefix="incognote-")), vault)
        try:
            self._table = NewTable(rows, rows.plan(fields), to, name)
        except BaseException:
            super().abandon()
            raise

    def _place(self, record: Record, result: Result) -> None:
        self._table.add(record, result.data)
        self._files[record.file].add(record, result)

    def close(self) -> None:
        """Gives the table its name, then the records theirs."""
        try:
            self._table.commit()
        except BaseException:
            super().abandon()
            raise
        super().close()
        if self._temporary:
            self.written = False
            shutil.rmtree(self.path, ignore_errors=True)

    def abandon(self) -> None:
        """Takes all back."""
        try:
            self._table.abandon()
        finally:
            super().abandon()

    def _remove(self) -> None:
        if self._temporary:
            self._made = False
        super()._remove()
        if self._temporary:
            shutil.rmtree(self.path, ignore_errors=True)
