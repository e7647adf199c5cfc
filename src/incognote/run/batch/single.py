"""An output that is one file, with the records of the run beside it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from incognote.core.errors import OutputError
from incognote.io.format import Record
from incognote.io.recognise import PLAIN, suffixes
from incognote.run.batch import journal
from incognote.run.batch.folder import OutputFolder
from incognote.run.batch.growing import PARTS, part_of
from incognote.run.batch.results import Result
from incognote.run.batch.written import AUDIT, FAILED, LEDGER, SPANS, beside


def is_one_file(sources: Sequence[Path], out: Path) -> bool:
    """Returns whether an output is meant to be a file: the source is one, and its name says so."""
    if len(sources) != 1 or not sources[0].is_file() or out.is_dir():
        return False
    return bool(out.suffix) and (
        out.suffix.lower() == sources[0].suffix.lower()
        or out.name.lower().endswith((f".{PLAIN}", *suffixes()))
    )


def _hidden(file: Path) -> Path:
    """Where a file is made."""
    return part_of(file)


def read_head(out: Path, *, one: bool) -> Mapping[str, Any]:
    """Returns what the run is that an output can be gone on with (`Journal`).

    Args:
        out: What it was given.
        one: Whether that is meant to be a file.

    Raises:
        OutputError: If there is no such run.
    """
    return journal.read_head((_hidden(out) if one else out) / PARTS / journal.NAME, out)


class OutputFile(OutputFolder):
    """What is written of one file, as a file; `clean.csv.spans.jsonl` and so on lie beside it.

    All is made in a hidden folder beside it and moved when it is whole, the file itself last.

    Args:
        path: Must not exist, nor what would lie beside it.
        vault: As `OutputFolder`, and so are the others.

    Raises:
        OutputError: If one of them does, or cannot be written; or there is nothing to go on with.
    """

    whole = True

    def __init__(
        self,
        path: Path,
        vault: tuple[Path, Mapping[str, str]] | None = None,
        *,
        head: Mapping[str, Any] | None = None,
        resume: bool = False,
    ) -> None:
        self.target = path
        self._name = ""
        hidden = _hidden(path)
        if not resume:
            self._refuse_to_mix(hidden / PARTS)
            self._check_free()
            if vault and vault[0].resolve() in {place.resolve() for place in self._places()}:
                raise OutputError(
                    f"{vault[0]}: is a file of the output; give the vault another name."
                )
            if os.path.lexists(hidden):
                raise OutputError(
                    f"{path}: another run is writing it, or one was killed and left {hidden.name}; "
                    "give another name, or remove that folder."
                )
        super().__init__(hidden, vault, head=head, resume=resume)
        self.audit = beside(path, AUDIT)

    @property
    def _out(self) -> Path:
        return self.target

    def _places(self) -> list[Path]:
        """All that comes to be."""
        records = (SPANS, LEDGER, FAILED, AUDIT)
        return [self.target, *(beside(self.target, name) for name in records)]

    def _check_free(self) -> None:
        for place in self._places():
            if os.path.lexists(place):
                raise OutputError(f"{place}: exists already; give another name or remove it.")

    def _place(self, record: Record, result: Result) -> None:
        name = record.file
        if self._name not in ("", name):
            raise OutputError(f"{self.target}: several files come out; give a folder.")
        kind = next((s for s in suffixes() if name.lower().endswith(s)), Path(name).suffix)
        if not self.target.name.lower().endswith(kind.lower()):
            raise OutputError(
                f"{self.target}: what comes out is a file '{kind}'; give OUT that suffix."
            )
        self._name = name
        super()._place(record, result)

    def close(self) -> None:
        """Moves everything to its place, or removes what did not become whole."""
        problem: OutputError | None = None
        try:
            super().close()
        except OutputError as error:
            problem = error
        made = self._where(self._name)
        try:
            if self._name and made.is_file():
                names: tuple[str, ...] = (SPANS, LEDGER, FAILED)
            else:
                self.written, names = False, (FAILED,)
            for name in names:
                if (self.path / name).exists():
                    os.replace(self.path / name, beside(self.target, name))
            if self.written and made != self.target:
                os.replace(made, self.target)
        except OSError as error:
            self.written = False
            problem = OutputError(f"{self.target}: cannot be written ({error.strerror}).")
        if problem is not None:
            if self.journal is None:
                self.abandon()
            raise problem
        if self.journal is None:
            self._remove()

    def forget(self) -> None:
        """Removes the hidden folder, as all else that only a run needs."""
        if self.journal is not None:
            super().forget()
            self._remove()

    def _records(self) -> Iterator[Path]:
        yield from self._places()
        if self._vault is not None:
            yield self._vault.path

    def _take_back(self, files: Container[str], pieces: Iterable[str]) -> None:
        for name in (SPANS, FAILED, LEDGER):
            if not (self.path / name).exists() and beside(self.target, name).exists():
                os.replace(beside(self.target, name), self.path / name)
        super()._take_back(files, pieces)

    def _check(self, name: str, sha256: str) -> None:
        self._name = name
        super()._check(name, sha256)

    def _where(self, name: str) -> Path:
        made = self.path / name
        return self.target if self._name and not made.exists() else made

    def _remove(self) -> None:
        if self.journal is not None:
            self.journal.close()
        if self._vault is not None and not self.written:
            self._vault.close(keep=False)
        shutil.rmtree(self.path, ignore_errors=True)
