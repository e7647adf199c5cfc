"""What comes out: complete notes with their line in the record, or nothing of a note."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from incognote.core.errors import NoteError, OutputError
from incognote.io.format import Record
from incognote.run.batch import journal as journals
from incognote.run.batch.growing import (
    PARTS,
    Growing,
    Grown,
    Mark,
    NoRoomError,
    Pieces,
    changed,
    hash_file,
    is_of_the_disk,
    part_of,
    sync,
)
from incognote.run.batch.journal import Journal
from incognote.run.batch.results import Counts, Result, as_row, file_of
from incognote.run.batch.written import (
    AUDIT,
    FAILED,
    LEDGER,
    SPANS,
    takes_a_records_name,
)


class Sink(Protocol):
    """Where the outcome of each record goes, in order."""

    whole: bool
    """Whether a run that does not come to its end leaves nothing of it."""
    journal: Journal | None
    """What a run needs to be gone on with; None: it cannot be."""

    def commit(self, record: Record, result: Result) -> None:
        """Makes a complete record visible.

        Args:
            record: As it was read.
            result: What was done to it.

        Raises:
            NoteError: If that is not possible; nothing of the record stays.
            OutputError: If nothing more can be written and the run can be gone on with later.
        """

    def fail(self, error: NoteError, record: Record | None = None) -> None:
        """Takes note of a failure.

        Args:
            error: What failed.
            record: Where it could be read but not be worked on.

        Raises:
            OutputError: As `commit`.
        """

    def close(self) -> None:
        """Gives everything its name; what is not complete is removed.

        Raises:
            OutputError: If that cannot be done for a file; the others have theirs all the same.
        """

    def leave(self) -> None:
        """Stops here, with all that a run needs to go on; only where there is a journal."""

    def abandon(self) -> None:
        """Removes everything: there was no note at all."""


class SpansFile:
    """Only the record, as a file of its own.

    Args:
        path: Must not exist.

    Raises:
        OutputError: If it does, or cannot be written.
    """

    whole = False
    journal: Journal | None = None

    def __init__(self, path: Path) -> None:
        self.record = Growing(path)

    def commit(self, record: Record, result: Result) -> None:
        """Adds the line of each note."""
        try:
            _add_all(self.record, map(as_row, result.texts))
        except OSError as error:
            if is_of_the_disk(error):
                raise NoRoomError(self.record.path, error, "run again") from None
            raise _not_written(record.id, error) from None

    def fail(self, error: NoteError, record: Record | None = None) -> None:
        """Does nothing: a note without a line failed."""

    def close(self) -> None:
        """Gives the record its name."""
        self.record.close(keep=True)

    def leave(self) -> None:
        """Has no journal."""
        raise AssertionError

    def abandon(self) -> None:
        """Removes the record."""
        self.record.close(keep=False)


class OutputFolder:
    """What is written of each record, `spans.jsonl`, and `failed.jsonl` where notes failed.

    A record that is a file becomes a file of its own (`<id>.txt`), one of many in a file a piece
    of the file of the same name.

    Args:
        path: Must be empty or not there, where no run is gone on with.
        vault: Where what was replaced goes, encrypted, and its first line; apart from `path`.
        head: What the run is (`Journal`): it can then be gone on with, and its parts stay until
            `forget`. None: it cannot.
        resume: Whether it goes on with the run of that head, which did not come to its end.

    Raises:
        OutputError: If it is not, or cannot be written; or there is nothing to go on with.

    Attributes:
        audit: Where the record of the run belongs,
        written: if it came to something.
    """

    whole = False

    def __init__(
        self,
        path: Path,
        vault: tuple[Path, Mapping[str, str]] | None = None,
        *,
        head: Mapping[str, Any] | None = None,
        resume: bool = False,
    ) -> None:
        self.path, self._parts = path, path / PARTS
        self.audit, self.written = path / AUDIT, False
        self.journal: Journal | None = None
        self._vault: Growing | None = None
        if vault and path.resolve() in vault[0].resolve().parents:
            raise OutputError(f"{vault[0]}: lies inside the output; keep the vault apart from it.")
        self._failed: Growing | None = None
        self._joined: dict[str, Pieces] = {}
        self._files: defaultdict[str, Counts] = defaultdict(Counts)
        """What became of the files that hold records."""
        self._listed: Growing | None = None
        self._not_listed = ""
        self._since = _Since()
        self._ours: set[tuple[int, int]] | None = None
        if resume:
            assert head is not None
            self._made = False
            self._resume(vault[0] if vault else None, head)
            return
        try:
            if path.exists() and not path.is_dir():
                raise OutputError(f"{path}: is not a folder; give another name.")
            self._made = not path.exists()
            path.mkdir(parents=True, exist_ok=True)
            if any(path.iterdir()):
                self._refuse_to_mix(self._parts)
                raise OutputError(f"{path}: is not empty; give a new folder or empty this one.")
            self._parts.mkdir()
        except OSError as error:
            raise OutputError(
                f"{path}: cannot be written ({error.strerror}); give another place."
            ) from None
        try:
            if vault:
                self._vault = _new_vault(*vault)
            self.record = Growing(path / SPANS)
        except OutputError:
            self._remove()
            raise
        if head is not None:
            place = self._parts / journals.NAME
            try:
                self.journal = Journal.begin(place, self._out, head, self._mark)
            except OutputError:
                self.abandon()
                raise

    @property
    def _out(self) -> Path:
        """What the user calls it."""
        return self.path

    def _refuse_to_mix(self, parts: Path) -> None:
        try:
            journals.read_head(parts / journals.NAME, self._out)
        except OutputError:
            return
        raise OutputError(
            f"{self._out}: holds a run that did not come to its end; go on with it (--resume), or "
            "give another name."
        )

    def commit(self, record: Record, result: Result) -> None:
        """Writes a complete record to its place and adds its lines to `spans.jsonl`."""
        lines: list[tuple[Growing, Iterable[Mapping[str, Any]]]] = [
            (self.record, [as_row(each) for each in result.texts])
        ]
        if self._vault:
            # Before the note, so that none stands there that the vault cannot bring back.
            lines.append((self._vault, [each.sealed for each in result.texts if each.sealed]))
        began: list[tuple[Growing, int]] = []
        where = self._out
        try:
            if takes_a_records_name(record.file):
                raise NoteError(
                    record.id,
                    "its folder or file is called like a file of the output; rename that folder",
                )
            if record.place is None and file_of(record):
                alone = Counts()
                alone.add(record, result)
                lines.append((self._ledger_file(), [alone.as_row(record.file)]))
            try:
                for file, rows in lines:
                    # The vault may lie on another disk.
                    where = file.path if file is self._vault else self._out
                    began.append((file, _add_all(file, rows)))
                where = self._out
                self._place(record, result)
            except (OSError, NoteError, NoRoomError):  # a line without its note would be a lie
                for file, start in began:
                    file.undo(start)
                raise
        except NoRoomError as full:
            self._stop_if_full(full.error, where)
            raise
        except OSError as error:
            self._stop_if_full(error, where)
            raise _not_written(record.id, error) from None

    def _stop_if_full(self, error: Exception, where: Path) -> None:
        """Ends a run where no other note would be written, either."""
        if isinstance(error, OSError) and is_of_the_disk(error):
            way_out = "run again" if self.journal is None else "go on with --resume"
            raise NoRoomError(where, error, way_out) from None

    def _place(self, record: Record, result: Result) -> None:
        target = self.path / record.file
        if record.place is not None:
            if record.file not in self._joined:
                try:
                    pieces = Pieces(target, record.format, again=self._is_resumed)
                except NoRoomError:
                    raise
                except OutputError as error:
                    raise NoteError(record.id, str(error)) from None
                self._joined[record.file] = pieces
            self._joined[record.file].add(record.place, result.data)
            self._files[record.file].add(record, result)
            self._since.pieces[record.file] = None
            return
        self._discard(target)
        if (
            target.exists() or record.file in self._joined
        ):  # ids that differ in case only, on a disk that ignores case
            raise NoteError(record.id, f"{target} exists already; change the id")
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = self._parts / "note"
        try:
            draft.write_bytes(result.data)
            os.replace(draft, target)
        finally:
            draft.unlink(missing_ok=True)
        if self.journal is not None:
            self._since.placed[record.file] = hashlib.sha256(result.data).hexdigest()
        if self._ours is not None:
            self._ours.add(_identity(target))

    @property
    def _is_resumed(self) -> bool:
        return self._ours is not None

    def _discard(self, target: Path) -> None:
        """Removes what the run that is gone on with wrote after its last checkpoint."""
        if self._ours is not None and target.is_file() and _identity(target) not in self._ours:
            target.unlink()

    def _ledger_file(self) -> Growing:
        self._listed = self._listed or Growing(self.path / LEDGER, again=self._is_resumed)
        return self._listed

    def fail(self, error: NoteError, record: Record | None = None) -> None:
        """Adds a line to the list of failures; whether that worked is told by `close`."""
        try:
            if record is not None and record.place is None:
                self._discard(self.path / record.file)
            if self._failed is None:
                self._failed = Growing(self.path / FAILED, again=self._is_resumed)
            file = {"file": error.file} if error.file not in ("", error.id) else {}
            self._failed.add({"id": error.id, **file, "reason": error.reason})
            if error.file:
                self._files[error.file].failed += 1
                self._since.failed[error.file] = None
        except (OSError, OutputError) as problem:
            self._not_listed = _why(problem)
            self._stop_if_full(getattr(problem, "error", problem), self._out)

    def close(self) -> None:
        """Removes what is not complete and gives the records their names."""
        self.written = True
        problems = []
        if self.journal is not None:
            self.journal.checkpoint()
            self.journal.note({"closing": True})
        else:
            shutil.rmtree(self._parts, ignore_errors=True)
        try:
            for name, counts in self._files.items():
                self._ledger_file().add(counts.as_row(name))
        except (OSError, OutputError) as error:
            problems.append(f"{self.path / LEDGER}: is not complete ({_why(error)}).")
        for name, pieces in self._joined.items():
            try:
                pieces.close(keep=True)
                self._note_sealed(name)
                pieces.forget()
            except OutputError as error:
                problems.append(str(error))
                if not self.whole:
                    stays = part_of(self.path / name).name
                    problems.append(f"What came out of it stands, in another order, in {stays}.")
        for file in (self.record, self._vault, self._failed, self._listed):
            try:
                if file is not None:
                    file.close(keep=True)
            except OutputError as error:
                problems.append(str(error))
        if self._not_listed:
            problems.append(
                f"{self.path / FAILED}: is not complete ({self._not_listed}); all failures "
                "stand in the messages above."
            )
        if problems:
            raise OutputError(" ".join(problems))

    def _note_sealed(self, name: str) -> None:
        """Has the journal know of a file that is complete, so that its pieces may go."""
        if self.journal is None:
            return
        try:
            sync([self.path / name], self.path)
            found = hash_file(self.path / name)
        except OSError as error:
            raise OutputError(
                f"{self.path / name}: cannot be written ({error.strerror})."
            ) from None
        self.journal.note({"sealed": {name: found}})

    def forget(self) -> None:
        """Removes what the run would need to be gone on with; its output is complete.

        Raises:
            OutputError: If the disk does not take the output.
        """
        if self.journal is None:
            return
        try:
            sync(path for path in self._records() if path.is_file())
        except OSError as error:
            raise OutputError(f"{self._out}: cannot be written ({error.strerror}).") from None
        self.journal.close()
        self.journal = None
        shutil.rmtree(self._parts, ignore_errors=True)

    def _records(self) -> Iterator[Path]:
        """Where the records of the run stand in the end."""
        yield self.audit
        yield from (self.path / name for name in (SPANS, FAILED, LEDGER))
        if self._vault is not None:
            yield self._vault.path

    def leave(self) -> None:
        """Closes all as it is."""
        assert self.journal is not None
        self.written = False
        for file in (*self._joined.values(), self.record, self._vault, self._failed, self._listed):
            if file is not None:
                file.leave()
        self.journal.close()

    def abandon(self) -> None:
        """Removes everything that was made."""
        self.record.close(keep=False)
        for pieces in self._joined.values():
            pieces.close(keep=False)
        for file in (self._failed, self._listed):
            if file is not None:
                file.close(keep=False)
        self._remove()

    def _remove(self) -> None:
        if self.journal is not None:
            self.journal.close()
        shutil.rmtree(self._parts, ignore_errors=True)
        if self._vault is not None:
            self._vault.close(keep=False)
        if self._made:
            self.path.rmdir()

    # What the journal says of it ----------------------------------------------------------------

    def _growing(self) -> Iterator[tuple[str, Growing]]:
        """All that grows by lines, by the name that the journal has for it."""
        files = {"spans": self.record, "vault": self._vault}
        files |= {"failed": self._failed, "ledger": self._listed}
        yield from ((name, file) for name, file in files.items() if file is not None)

    def _mark(self) -> dict[str, Any]:
        """Returns what there is now and what came since the last time, once the disk has it."""
        since, self._since = self._since, _Since()
        sync((self.path / name for name in since.placed), self.path)
        return {
            "files": {name: file.mark() for name, file in self._growing()},
            "pieces": {
                name: {
                    "format": self._joined[name].format,
                    **self._joined[name].mark(),
                    "out": self._files[name].out,
                    "counts": [[*key, count] for key, count in self._files[name].places.items()],
                }
                for name in since.pieces
            },
            "failed": {name: self._files[name].failed for name in since.failed},
            "placed": since.placed,
        }

    def _resume(self, vault: Path | None, head: Mapping[str, Any]) -> None:
        """Brings all back to the last checkpoint."""
        self._ours = set()
        files: dict[str, Mark] = {}
        grown: dict[str, Grown] = {}
        formats: dict[str, str] = {}
        sealed: set[str] = set()
        closing = False

        def restore(row: Mapping[str, Any]) -> None:
            nonlocal closing
            closing = closing or "closing" in row
            files.update({name: Mark(*mark) for name, mark in row.get("files", {}).items()})
            for name, found in row.get("placed", {}).items():
                self._check(name, found)
            for name, found in row.get("sealed", {}).items():
                self._check(name, found)
                sealed.add(name)
            for name, found in row.get("pieces", {}).items():
                grown.setdefault(name, Grown()).add(found)
                formats[name] = found["format"]
                counts = {(place, became): count for place, became, count in found["counts"]}
                self._files[name].places = Counter(counts)
                self._files[name].out = found["out"]
            for name, failed in row.get("failed", {}).items():
                self._files[name].failed = failed

        self.journal = Journal.reopen(
            self._parts / journals.NAME, self._out, head, self._mark, restore
        )
        try:
            if closing:
                self._take_back(files, [*(grown.keys() - sealed)])
            else:
                self._check_free()
            self.record = Growing(self.path / SPANS, mark=files["spans"])
            if vault is not None:
                self._vault = Growing(vault, secret=True, mark=files["vault"])
            if "failed" in files:
                self._failed = Growing(self.path / FAILED, mark=files["failed"])
            if "ledger" in files:
                self._listed = Growing(self.path / LEDGER, mark=files["ledger"])
            for name, found in grown.items():
                target = self.path / name
                if name in sealed:
                    part_of(target).unlink(missing_ok=True)
                else:
                    self._joined[name] = Pieces(target, formats[name], grown=found)
        except BaseException:
            self.journal.close()
            raise

    def _take_back(self, files: Container[str], pieces: Iterable[str]) -> None:
        """Undoes what a run had done that was killed as it gave all files their names."""
        if "ledger" not in files:
            for place in (self.path / LEDGER, part_of(self.path / LEDGER)):
                place.unlink(missing_ok=True)
        for name in pieces:
            if part_of(self.path / name).exists():
                (self.path / name).unlink(missing_ok=True)

    def _check_free(self) -> None:
        """Refuses to go on where what would be written over is not the run's."""

    def _check(self, name: str, sha256: str) -> None:
        """Refuses an output of which a file is not what was written."""
        path = self._where(name)
        try:
            if hash_file(path) != sha256:
                raise changed(path)
            assert self._ours is not None
            self._ours.add(_identity(path))
        except OSError:
            raise changed(path) from None

    def _where(self, name: str) -> Path:
        """Where a file of the output lies that is complete."""
        return self.path / name


@dataclass(slots=True)
class _Since:
    """What was written since the last checkpoint."""

    placed: dict[str, str] = field(default_factory=dict)
    """The SHA-256 of files of their own, by name;"""
    pieces: dict[str, None] = field(default_factory=dict)
    """the names of files that got pieces, in the order of the first;"""
    failed: dict[str, None] = field(default_factory=dict)
    """and of those in which a record failed."""


def _identity(path: Path) -> tuple[int, int]:
    info = path.stat()
    return info.st_dev, info.st_ino


def _add_all(file: Growing, rows: Iterable[Mapping[str, Any]]) -> int:
    """Appends all lines or none, and returns where the first began."""
    began = file.size
    try:
        for row in rows:
            file.add(row)
    except OSError:
        file.undo(began)
        raise
    return began


def _new_vault(path: Path, head: Mapping[str, Any]) -> Growing:
    vault = Growing(path, secret=True)
    try:
        vault.add(head)
    except OSError as error:
        vault.close(keep=False)
        raise OutputError(f"{path}: cannot be written ({error.strerror}).") from None
    return vault


def _why(error: OSError | OutputError) -> str:
    """What keeps a line from its file, in the system's words; else the file could not be made."""
    return getattr(error, "strerror", None) or "no file"


def _not_written(id: str, error: OSError) -> NoteError:
    """Returns the error of a note whose output could not be written."""
    return NoteError(id, f"cannot be written ({error.strerror}); see to it and run this note again")
