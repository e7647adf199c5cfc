"""What comes out: complete notes with their line in the record, or nothing of a note."""

from __future__ import annotations

import errno
import itertools
import json
import os
import shutil
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from incognote.core import private
from incognote.core.config import parse_json
from incognote.core.document import Document
from incognote.core.errors import InputError, NoteError, OutputError
from incognote.core.pipeline import OnError
from incognote.io.files import read_folder, read_text
from incognote.io.format import Format, Record, get_format
from incognote.replace.redact import Redacted

PARTS = ".incognote-part"
"""Folder below the output, or suffix of a file, for what is not complete; gone after the run."""
SPANS, FAILED, AUDIT = "spans.jsonl", "failed.jsonl", "audit.json"
"""What stands in an output folder beside the notes."""


@dataclass(frozen=True, slots=True)
class Found:
    """One span as the record shows it; no text."""

    start: int
    end: int
    label: str
    score: float
    source: str
    kept: bool
    """Whether the policy left it in the text."""
    new_start: int = 0
    """Where its replacement stands in the new text, if there is one;"""
    new_end: int = 0
    action: str = ""
    """'' where no new text was written, or the span was kept."""


def found_in(redacted: Redacted) -> tuple[Found, ...]:
    """Returns the spans of a note that was written anew, in order."""
    gone = [
        Found(
            *(r.span.start, r.span.end, r.span.label, r.span.score, r.span.source, False),
            *(r.new_start, r.new_end, r.action),
        )
        for r in redacted.replaced
    ]
    kept = [Found(s.start, s.end, s.label, s.score, s.source, True) for s in redacted.kept]
    return tuple(sorted((*gone, *kept), key=lambda found: found.start))


@dataclass(frozen=True, slots=True)
class Done:
    """A note that was processed whole."""

    id: str
    words: int
    spans: tuple[Found, ...]
    sealed: Mapping[str, str] | None = field(default=None, repr=False)
    """The note's line of the vault, encrypted."""
    unread: int = 0
    """Marks that could not be read (a date, mostly) and stand as their tag."""
    added: int = 0
    """Marks that the search of the output added."""
    in_roster: bool = True
    """Whether its patient has a row, where there is a roster."""
    actions: tuple[tuple[str, str], ...] = ()
    """Label and action of everything that left the text."""
    other_language: str = ""
    """Which language it seems to be in, where that is not the run's."""
    sha256: str = ""
    """Of the new text; '' where none was written."""


class Growing:
    """A file that grows by whole lines or pieces and gets its name when it is complete.

    Args:
        path: Where it will lie.
        secret: Whether it is for its owner alone.

    Raises:
        OutputError: If it exists already or cannot be written.
    """

    def __init__(self, path: Path, *, secret: bool = False) -> None:
        self.path = path
        self._part = path.with_name(f".{path.name}{PARTS}")
        self.size = 0
        """Bytes of whole lines and pieces so far."""
        if path.exists():
            raise OutputError(f"{path}: exists already; give another name or remove it.")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Unbuffered: an error belongs to the line that it hits. New: two runs would mix theirs.
            self._file = (
                private.open_new(self._part, buffering=0)
                if secret
                else self._part.open("xb", buffering=0)
            )
        except FileExistsError:
            raise OutputError(
                f"{path}: another run is writing it, or one was killed and left {self._part.name}; "
                "give another name, or remove that file."
            ) from None
        except OSError as error:
            raise OutputError(
                f"{path}: cannot be written ({error.strerror}); give another place."
            ) from None

    def add(self, row: Mapping[str, Any]) -> int:
        """Appends a line of JSON, as `append`."""
        # A file name that is not UTF-8 holds lone surrogates: JSON has an escape for these.
        text = json.dumps(row, ensure_ascii=False) + "\n"
        return self.append(text.encode(errors="backslashreplace"))

    def append(self, data: bytes) -> int:
        """Appends a piece and returns where it began, for `undo`.

        Raises:
            OSError: If it cannot be written whole; nothing of it stays.
        """
        began = self.size
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
        except OSError:
            self.undo(began)
            raise
        self.size = self._file.tell()
        return began

    def undo(self, began: int) -> None:
        """Takes back all lines from `began` on."""
        self._file.truncate(began)
        self._file.seek(began)
        self.size = began

    def reorder(self, pieces: Iterable[tuple[int, int]]) -> None:
        """Writes pieces [begin, end) of the file anew, in this order and nothing else, at its end.

        Raises:
            OutputError: If they cannot be written; they stay as they are, under the file's draft
                name.
        """
        self._file.close()
        copy = self._part.with_name(f"{self._part.name}-sorted")
        try:
            with self._part.open("rb") as old, copy.open("xb") as new:
                for begin, end in pieces:
                    old.seek(begin)
                    new.write(old.read(end - begin))
            os.replace(copy, self._part)
        except OSError as error:
            copy.unlink(missing_ok=True)
            raise OutputError(
                f"{self.path}: cannot be put in order ({error.strerror}); all of it stands, in "
                f"another order, in {self._part.name}: make room and run again."
            ) from None

    def close(self, *, keep: bool) -> None:
        """Gives the file its name, or removes it.

        Raises:
            OutputError: If it cannot be given its name.
        """
        self._file.close()
        try:
            if keep:
                os.replace(self._part, self.path)
            else:
                self._part.unlink(missing_ok=True)
        except OSError as error:
            raise OutputError(f"{self.path}: cannot be written ({error.strerror}).") from None


class Pieces:
    """A file that holds what is written of many records, in the order in which they were read.

    Records of a patient are worked on together, so pieces may come in another order.

    Args:
        path: As `Growing`, and so are the errors.
    """

    def __init__(self, path: Path) -> None:
        self._file = Growing(path)
        # Of each piece the place of its record and where it ends; of a million rows 16 MB.
        self._places, self._ends = array("q"), array("q")

    def add(self, place: int, piece: bytes) -> None:
        """Appends the piece of a record.

        Raises:
            OSError: If it cannot be written whole; nothing of it stays.
        """
        self._file.append(piece)
        self._places.append(place)
        self._ends.append(self._file.size)

    def close(self, *, keep: bool) -> None:
        """Brings the pieces into order and gives the file its name, or removes it.

        Raises:
            OutputError: If that cannot be done.
        """
        if keep and any(a > b for a, b in itertools.pairwise(self._places)):
            ordered = sorted(range(len(self._places)), key=self._places.__getitem__)
            ends = self._ends
            self._file.reorder((ends[i - 1] if i else 0, ends[i]) for i in ordered)
        self._file.close(keep=keep)


class Sink(Protocol):
    """Where the outcome of each record goes, in order."""

    def commit(self, record: Record, done: Sequence[Done], data: bytes) -> None:
        """Makes a complete record visible.

        Args:
            record: As it was read.
            done: What was done to each of its texts.
            data: What is written of it.

        Raises:
            NoteError: If that is not possible; nothing of the record stays.
        """

    def fail(self, error: NoteError) -> None:
        """Takes note of a failure."""

    def close(self) -> None:
        """Gives everything its name; what is not complete is removed.

        Raises:
            OutputError: If that cannot be done for a file; the others have theirs all the same.
        """

    def abandon(self) -> None:
        """Removes everything: there was no note at all."""


class SpansFile:
    """Only the record, as a file of its own.

    Args:
        path: Must not exist.

    Raises:
        OutputError: If it does, or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self.record = Growing(path)

    def commit(self, record: Record, done: Sequence[Done], data: bytes) -> None:
        """Adds the line of each note."""
        try:
            _add_all(self.record, map(as_row, done))
        except OSError as error:
            raise _not_written(record.id, error) from None

    def fail(self, error: NoteError) -> None:
        """Does nothing: a note without a line failed."""

    def close(self) -> None:
        """Gives the record its name."""
        self.record.close(keep=True)

    def abandon(self) -> None:
        """Removes the record."""
        self.record.close(keep=False)


class OutputFolder:
    """What is written of each record, `spans.jsonl`, and `failed.jsonl` where notes failed.

    A record that is a file becomes a file of its own (`<id>.txt`), one of many in a file a piece
    of the file of the same name.

    Args:
        path: Must be empty or not there.
        vault: Where what was replaced goes, encrypted, and its first line; apart from `path`.

    Raises:
        OutputError: If it is not, or cannot be written.
    """

    def __init__(self, path: Path, vault: tuple[Path, Mapping[str, str]] | None = None) -> None:
        self.path, self._parts = path, path / PARTS
        self._vault: Growing | None = None
        if vault and path.resolve() in vault[0].resolve().parents:
            raise OutputError(f"{vault[0]}: lies inside the output; keep the vault apart from it.")
        self._failed: Growing | None = None
        self._joined: dict[str, Pieces] = {}
        self._not_listed = ""
        try:
            if path.exists() and not path.is_dir():
                raise OutputError(f"{path}: is not a folder; give another name.")
            self._made = not path.exists()
            path.mkdir(parents=True, exist_ok=True)
            if any(path.iterdir()):
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

    def commit(self, record: Record, done: Sequence[Done], data: bytes) -> None:
        """Writes a complete record to its place and adds its lines to `spans.jsonl`."""
        lines: list[tuple[Growing, Iterable[Mapping[str, Any]]]] = [
            (self.record, [as_row(each) for each in done])
        ]
        if self._vault:
            # Before the note, so that none stands there that the vault cannot bring back.
            lines.append((self._vault, [each.sealed for each in done if each.sealed]))
        began: list[tuple[Growing, int]] = []
        try:
            if takes_a_records_name(record.file):
                raise NoteError(
                    record.id,
                    "its folder or file is called like a file of the output; rename that folder",
                )
            try:
                for file, rows in lines:
                    began.append((file, _add_all(file, rows)))
                self._place(record, data)
            except (OSError, NoteError):  # a line without its note would be a lie
                for file, start in began:
                    file.undo(start)
                raise
        except OSError as error:
            raise _not_written(record.id, error) from None

    def _place(self, record: Record, data: bytes) -> None:
        target = self.path / record.file
        if record.place is not None:
            if record.file not in self._joined:
                try:
                    self._joined[record.file] = Pieces(target)
                except OutputError as error:
                    raise NoteError(record.id, str(error)) from None
            self._joined[record.file].add(record.place, data)
            return
        if (
            target.exists() or record.file in self._joined
        ):  # ids that differ in case only, on a disk that ignores case
            raise NoteError(record.id, f"{target} exists already; change the id")
        target.parent.mkdir(parents=True, exist_ok=True)
        draft = self._parts / "note"
        try:
            draft.write_bytes(data)
            os.replace(draft, target)
        finally:
            draft.unlink(missing_ok=True)

    def fail(self, error: NoteError) -> None:
        """Adds a line to the list of failures; whether that worked is told by `close`."""
        try:
            if self._failed is None:
                self._failed = Growing(self.path / FAILED)
            self._failed.add({"id": error.id, "reason": error.reason})
        except (OSError, OutputError) as problem:
            self._not_listed = getattr(problem, "strerror", None) or "no file"

    def close(self) -> None:
        """Removes what is not complete and gives the records their names."""
        shutil.rmtree(self._parts, ignore_errors=True)
        problems = []
        for file in (*self._joined.values(), self.record, self._vault, self._failed):
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

    def abandon(self) -> None:
        """Removes everything that was made."""
        self.record.close(keep=False)
        for pieces in self._joined.values():
            pieces.close(keep=False)
        if self._failed is not None:
            self._failed.close(keep=False)
        self._remove()

    def _remove(self) -> None:
        shutil.rmtree(self._parts, ignore_errors=True)
        if self._vault is not None:
            self._vault.close(keep=False)
        if self._made:
            self.path.rmdir()


def read_output(
    folder: Path, *, on_error: OnError | None = None
) -> tuple[Format, Iterator[Record]]:
    """Returns the format of an output folder and its records, as they were written.

    Args:
        folder: What `OutputFolder` wrote; one without `audit.json` holds notes as .txt.
        on_error: Called with the error of each record that cannot be read; None raises it.

    Raises:
        InputError: If the folder or its `audit.json` cannot be read.
        NoteError: If `on_error` is None and a record cannot be read.
    """
    name = "txt"
    try:
        options = parse_json((folder / AUDIT).read_text(encoding="utf-8"))["options"]
        name = options.get("format", name)
    except (FileNotFoundError, NotADirectoryError):
        pass
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        told = f"{folder / AUDIT}: is not the record that incognote deid writes; release again."
        raise InputError(told) from None
    form = get_format(name)
    return form, _written(folder, form, on_error)


def _written(folder: Path, form: Format, on_error: OnError | None) -> Iterator[Record]:
    if form.records is not None:
        for path in sorted(folder.iterdir()):
            if path.is_file() and not takes_a_records_name(path.name):
                yield from form.records(path, on_error=on_error)
        return

    def parse(id: str, files: Mapping[str, Path]) -> Document:
        return Document(id, read_text(files[".txt"], id))

    for doc in read_folder(folder, (".txt",), parse, on_error=on_error):
        yield Record(doc.id, (doc,), f"{doc.id}.txt")


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


def takes_a_records_name(file: str) -> bool:
    """Whether a file of the output would stand where a record, or its draft, has to."""
    # Some disks ignore case.
    name = file.partition("/")[0].casefold()
    return name in (SPANS, FAILED, AUDIT) or name.endswith(PARTS)


def _new_vault(path: Path, head: Mapping[str, Any]) -> Growing:
    vault = Growing(path, secret=True)
    try:
        vault.add(head)
    except OSError as error:
        vault.close(keep=False)
        raise OutputError(f"{path}: cannot be written ({error.strerror}).") from None
    return vault


def _not_written(id: str, error: OSError) -> NoteError:
    """Returns the error of a note whose output could not be written."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
    way_out = "make room" if full else "see to it"
    return NoteError(id, f"cannot be written ({error.strerror}); {way_out} and run this note again")


def as_row(done: Done) -> dict[str, Any]:
    """Returns a note's line of the record: id and spans in offsets of the original, no text.

    A span that the policy left in the text has `"kept": true`; one that was replaced has where its
    replacement stands in the new text, whose hash the line then has, too. A note that seems to be
    in another language than the run's has that as `other_language`.
    """
    return {
        "id": done.id,
        "spans": [
            {
                "start": s.start,
                "end": s.end,
                "label": s.label,
                "score": round(s.score, 4),
                "source": s.source,
                **({"kept": True} if s.kept else {}),
                **(
                    {"new_start": s.new_start, "new_end": s.new_end, "action": s.action}
                    if s.action
                    else {}
                ),
            }
            for s in done.spans
        ],
        **({"added_by_verification": done.added} if done.added else {}),
        **({"other_language": done.other_language} if done.other_language else {}),
        **({"sha256": done.sha256} if done.sha256 else {}),
    }
