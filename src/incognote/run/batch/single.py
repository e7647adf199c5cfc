"""An output that is one file, with the records of the run beside it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from incognote.core.errors import OutputError
from incognote.io.format import Record
from incognote.io.recognise import PLAIN, suffixes
from incognote.run.batch.folder import (
    AUDIT,
    FAILED,
    LEDGER,
    PARTS,
    SPANS,
    OutputFolder,
    Result,
    beside,
)


def is_one_file(sources: Sequence[Path], out: Path) -> bool:
    """Returns whether an output is meant to be a file: the source is one, and its name says so."""
    if len(sources) != 1 or not sources[0].is_file() or out.is_dir():
        return False
    return bool(out.suffix) and (
        out.suffix.lower() == sources[0].suffix.lower()
        or out.name.lower().endswith((f".{PLAIN}", *suffixes()))
    )


class OutputFile(OutputFolder):
    """What is written of one file, as a file; `clean.csv.spans.jsonl` and so on lie beside it.

    All is made in a hidden folder beside it and moved when it is whole, the file itself last.

    Args:
        path: Must not exist, nor what would lie beside it.
        vault: As `OutputFolder`.

    Raises:
        OutputError: If one of them does, or cannot be written.
    """

    whole = True

    def __init__(self, path: Path, vault: tuple[Path, Mapping[str, str]] | None = None) -> None:
        self.target = path
        self._name = ""
        places = [path, *(beside(path, name) for name in (SPANS, LEDGER, FAILED, AUDIT))]
        for place in places:
            if os.path.lexists(place):
                raise OutputError(f"{place}: exists already; give another name or remove it.")
        if vault and vault[0].resolve() in {place.resolve() for place in places}:
            raise OutputError(f"{vault[0]}: is a file of the output; give the vault another name.")
        hidden = path.with_name(f".{path.name}{PARTS}")
        if os.path.lexists(hidden):
            raise OutputError(
                f"{path}: another run is writing it, or one was killed and left {hidden.name}; "
                "give another name, or remove that folder."
            )
        super().__init__(hidden, vault)
        self.audit = beside(path, AUDIT)

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
        made = self.path / self._name
        try:
            if self._name and made.is_file():
                names: tuple[str, ...] = (SPANS, LEDGER, FAILED)
            else:
                self.written, names = False, (FAILED,)
            for name in names:
                if (self.path / name).exists():
                    os.replace(self.path / name, beside(self.target, name))
            if self.written:
                os.replace(made, self.target)
        except OSError as error:
            self.written = False
            problem = OutputError(f"{self.target}: cannot be written ({error.strerror}).")
        if problem is not None:
            self.abandon()
            raise problem
        self._remove()

    def _remove(self) -> None:
        if self._vault is not None and not self.written:
            self._vault.close(keep=False)
        shutil.rmtree(self.path, ignore_errors=True)
