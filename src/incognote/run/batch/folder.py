"""What comes out: complete notes with their line in the record, or nothing of a note."""

from __future__ import annotations

import errno
import itertools
import json
import os
import re
import shutil
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from incognote.core import private
from incognote.core.config import parse_json
from incognote.core.errors import InputError, NoteError, OutputError
from incognote.core.pipeline import OnError
from incognote.io.checks import report
from incognote.io.files import files_below
from incognote.io.format import NO_FIELDS, Fields, Record, Seal, get_format
from incognote.io.recognise import PLAIN, read_file, read_records, recognise, suffixes
from incognote.replace.redact import Redacted
from incognote.run.batch.again import fields_of_output

PARTS = ".incognote-part"
"""Folder below the output, or suffix of a file, for what is not complete; gone after the run."""
SPANS, FAILED, AUDIT, LEDGER = "spans.jsonl", "failed.jsonl", "audit.json", "ledger.jsonl"
"""What stands in an output folder beside the notes."""


def beside(file: Path, record: str) -> Path:
    """Returns where a record of a run lies whose output is one file: `clean.csv.spans.jsonl`."""
    return file.with_name(f"{file.name}.{record}")


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
    """Of the new text, as it reads; '' where none was written."""
    joined: bool = False
    """Whether it is no text of its own there (`Written.joined`)."""


@dataclass(frozen=True, slots=True)
class Result:
    """What was done to a record."""

    texts: tuple[Done, ...]
    """In the order of `Record.texts`."""
    data: bytes = field(default=b"", repr=False)
    """What is written of it."""
    values: tuple[tuple[str, str], ...] = ()
    """Of each of its values the place and what became of it: `kept`, `replaced`, `left out`."""


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

    def rewrite(self, pieces: Iterable[tuple[int, int]], seal: Seal) -> None:
        """Writes pieces [begin, end) of the file anew, in this order, as `seal` does, at its end.

        Raises:
            OutputError: If they cannot be written; they stay as they are, under the file's draft
                name.
        """
        self._file.close()
        copy = self._part.with_name(f"{self._part.name}-sorted")
        try:
            with self._part.open("rb") as old:
                seal(_read(old, pieces), copy)
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


def _read(file: BinaryIO, pieces: Iterable[tuple[int, int]]) -> Iterator[bytes]:
    for begin, end in pieces:
        file.seek(begin)
        yield file.read(end - begin)


def _joined(pieces: Iterable[bytes], path: Path) -> None:
    with path.open("xb") as file:
        file.writelines(pieces)


class Pieces:
    """A file that holds what is written of many records, in the order in which they were read.

    Records of a patient are worked on together, so pieces may come in another order.

    Args:
        path: As `Growing`, and so are the errors.
        seal: What makes the file of its pieces; None: they stand one behind the other.
    """

    def __init__(self, path: Path, seal: Seal | None = None) -> None:
        self._file, self._seal = Growing(path), seal
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
        if keep and (self._seal or any(a > b for a, b in itertools.pairwise(self._places))):
            ordered = sorted(range(len(self._places)), key=self._places.__getitem__)
            ends = self._ends
            pieces = ((ends[i - 1] if i else 0, ends[i]) for i in ordered)
            self._file.rewrite(pieces, self._seal or _joined)
        self._file.close(keep=keep)


class Sink(Protocol):
    """Where the outcome of each record goes, in order."""

    whole: bool
    """Whether a run that does not come to its end leaves nothing of it."""

    def commit(self, record: Record, result: Result) -> None:
        """Makes a complete record visible.

        Args:
            record: As it was read.
            result: What was done to it.

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

    whole = False

    def __init__(self, path: Path) -> None:
        self.record = Growing(path)

    def commit(self, record: Record, result: Result) -> None:
        """Adds the line of each note."""
        try:
            _add_all(self.record, map(as_row, result.texts))
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

    Attributes:
        audit: Where the record of the run belongs,
        written: if it came to something.
    """

    whole = False

    def __init__(self, path: Path, vault: tuple[Path, Mapping[str, str]] | None = None) -> None:
        self.path, self._parts = path, path / PARTS
        self.audit, self.written = path / AUDIT, False
        self._vault: Growing | None = None
        if vault and path.resolve() in vault[0].resolve().parents:
            raise OutputError(f"{vault[0]}: lies inside the output; keep the vault apart from it.")
        self._failed: Growing | None = None
        self._joined: dict[str, Pieces] = {}
        self._ledger: dict[str, Counter[tuple[str, str]]] = {}
        self._listed: Growing | None = None
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

    def commit(self, record: Record, result: Result) -> None:
        """Writes a complete record to its place and adds its lines to `spans.jsonl`."""
        lines: list[tuple[Growing, Iterable[Mapping[str, Any]]]] = [
            (self.record, [as_row(each) for each in result.texts])
        ]
        if self._vault:
            # Before the note, so that none stands there that the vault cannot bring back.
            lines.append((self._vault, [each.sealed for each in result.texts if each.sealed]))
        began: list[tuple[Growing, int]] = []
        try:
            if takes_a_records_name(record.file):
                raise NoteError(
                    record.id,
                    "its folder or file is called like a file of the output; rename that folder",
                )
            if record.place is None and record.format not in ("", PLAIN):
                counts = Counter(counted_places(result))
                lines.append((self._ledger_file(), [_ledger_row(record.file, counts)]))
            try:
                for file, rows in lines:
                    began.append((file, _add_all(file, rows)))
                self._place(record, result)
            except (OSError, NoteError):  # a line without its note would be a lie
                for file, start in began:
                    file.undo(start)
                raise
        except OSError as error:
            raise _not_written(record.id, error) from None

    def _place(self, record: Record, result: Result) -> None:
        target = self.path / record.file
        if record.place is not None:
            if record.file not in self._joined:
                try:
                    seal = get_format(record.format).seal if record.format else None
                    self._joined[record.file] = Pieces(target, seal)
                except OutputError as error:
                    raise NoteError(record.id, str(error)) from None
            self._joined[record.file].add(record.place, result.data)
            self._ledger.setdefault(record.file, Counter()).update(counted_places(result))
            return
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

    def _ledger_file(self) -> Growing:
        self._listed = self._listed or Growing(self.path / LEDGER)
        return self._listed

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
        self.written = True
        shutil.rmtree(self._parts, ignore_errors=True)
        problems = []
        try:
            for name, counts in self._ledger.items():
                self._ledger_file().add(_ledger_row(name, counts))
        except (OSError, OutputError) as error:
            problems.append(f"{self.path / LEDGER}: is not complete ({type(error).__name__}).")
        files = (*self._joined.values(), self.record, self._vault, self._failed, self._listed)
        for file in files:
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
        for file in (self._failed, self._listed):
            if file is not None:
                file.close(keep=False)
        self._remove()

    def _remove(self) -> None:
        shutil.rmtree(self._parts, ignore_errors=True)
        if self._vault is not None:
            self._vault.close(keep=False)
        if self._made:
            self.path.rmdir()


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
    audit = record_of(folder, AUDIT)
    try:
        options = parse_json(audit.read_text(encoding="utf-8"))["options"]
        fields = fields_of_output(Fields(options.get("fields", {})))
        form = options.get("format", PLAIN)
        plain = form and get_format(form).records is None
        return (PLAIN if plain else form), fields, str(options.get("file") or "")
    except (FileNotFoundError, NotADirectoryError):
        return PLAIN, NO_FIELDS, ""
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        told = f"{audit}: is not the record that incognote deid writes; release again."
        raise InputError(told) from None


def _ledger_row(file: str, counts: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    """A line of the ledger: of a file by place what was done there, and how often."""
    places: dict[str, dict[str, int]] = {}
    for (place, became), count in sorted(counts.items()):
        places.setdefault(place, {})[became] = count
    return {"file": file, "places": places}


def counted_places(result: Result) -> Iterator[tuple[str, str]]:
    """Yields of everything that was replaced where it stood, and what was done; no text."""
    yield from result.values
    for done in result.texts:
        for label, action in done.actions:
            yield f"text: {label}", action


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
    return name in (SPANS, FAILED, AUDIT, LEDGER) or name.endswith(PARTS)


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
    replacement stands in the new text, as it reads, whose hash the line then has, too. A text that
    is none of its own there, since another says the same, has `"joined": true`. A note that seems
    to be in another language than the run's has that as `other_language`.
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
        **({"joined": True} if done.joined else {}),
    }
