"""Notes of a pipe: a line in, a line out, in order and at once; nothing is put on disk.

Each line is worked on for itself, so what comes out depends on nothing else that comes in, nor on
when it comes: patients are known only within a line, as far as their notes are looked at together.
With a key and `meta.patient` their replacements agree all the same.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, NoteError, OutputError
from incognote.io.files import decode
from incognote.io.format import Record
from incognote.io.jsonl import line_reader
from incognote.run.batch.results import Result, as_row
from incognote.run.batch.sources import Ids, Sources
from incognote.run.batch.task import Task, Worker
from incognote.run.batch.undisturbed import undisturbed

NAME = "stdin"
"""What ids of lines begin with."""
FORMATS = ("jsonl", "txt")
_READ = 1 << 16
_TOGETHER = 16
"""So many lines that are there already are worked on at once."""
_ESCAPED = 6
"""So many bytes JSON may take for one of UTF-8 (`\\u0041`);"""
_BESIDE = 1_000_000
"""and so many a line may have beside its text."""


@dataclass(slots=True)
class Streamed:
    """What became of the lines."""

    lines: int = 0
    """Those that came in,"""
    out: int = 0
    """and those that went out."""
    labels: Counter[str] = field(default_factory=Counter)
    """Identifiers that left the text, by label."""
    values: int = 0
    """Values in places of their own that were replaced, or found."""
    other_languages: Counter[str] = field(default_factory=Counter)
    """Notes that seem to be in another language than the run's, by that language."""
    interrupted: bool = False
    closed: bool = False
    """Whether the reader of the output went away before its end."""


class ClosedError(OutputError):
    """Nobody reads the output any more."""


def run_stream(
    source: int,
    target: int,
    task: Task,
    sources: Sources,
    *,
    format: str = "",
    on_failure: Callable[[NoteError], None],
) -> Streamed:
    """Returns what became of the lines of a pipe; Ctrl-C ends it between two of them.

    A line that fails is told by its number and leaves none.

    Args:
        source: A file descriptor of JSON lines, or of one note as plain text.
        target: A file descriptor; gets each line as soon as it is done.
        task: What to do to each.
        sources: Of no path: how long a note may be, and what becomes of fields.
        format: One of `FORMATS`; '' is jsonl.
        on_failure: Called for each line that failed, in order.

    Raises:
        ConfigError: If the format is none of a stream.
        InputError: If the input cannot be read, or holds nothing.
        OutputError: If the output cannot be written.
        IncognoteError: If the task cannot be set up.
    """
    if format and format not in FORMATS:
        raise ConfigError(f"A stream is {' or '.join(FORMATS)}, not {format}; give files.")
    stream = _Stream(source, target, replace(task, fields=sources.fields, together=False), sources)
    try:
        if format == "txt":
            stream.note(on_failure)
        else:
            stream.all_lines(on_failure)
    except KeyboardInterrupt:
        stream.done.interrupted = True
    except ClosedError:
        stream.done.closed = True
    if not (stream.done.lines or stream.done.interrupted):
        wanted = "a note" if format == "txt" else "a line of JSON for each note"
        raise InputError(f"Standard input holds nothing: give {wanted}.")
    return stream.done


class _Stream:
    def __init__(self, source: int, target: int, task: Task, sources: Sources) -> None:
        self.source, self.target, self.sources = source, target, sources
        self.done = Streamed()
        self.only_detect = task.only_detect
        self.most = int(sources.max_note_mb * 1_000_000) * _ESCAPED + _BESIDE
        self.worker = Worker(task)

    def note(self, on_failure: Callable[[NoteError], None]) -> None:
        """The whole input as one note."""
        data = b""
        while part := self._read():
            data += part
            if len(data) > self.most:
                break
        if not data:
            return
        self.done.lines += 1
        try:
            if len(data) > self.most:
                raise NoteError(NAME, self.sources.too_long)
            record = Record(NAME, (Document(NAME, decode(data, NAME)),), f"{NAME}.txt")
            self._pass_on([self._accepted(record, NAME)], on_failure)
        except NoteError as error:
            on_failure(error)

    def all_lines(self, on_failure: Callable[[NoteError], None]) -> None:
        """Line by line; those that are there already are worked on together."""
        read = line_reader(self.sources.fields, NAME)
        for lines in self._lines():
            batch: list[Record | NoteError] = []
            for number, line in lines:
                place = f"{NAME}:{number}"
                self.done.lines += 1
                try:
                    if line is None:
                        raise NoteError(place, self.sources.too_long)
                    record = replace(read(line, number), format="jsonl")
                    batch.append(self._accepted(record, place))
                except NoteError as error:
                    batch.append(NoteError(place, error.reason.removeprefix(f"{place}: ")))
            self._pass_on(batch, on_failure)

    def _accepted(self, record: Record, place: str) -> Record:
        """The record, called by its place as far as our messages go."""
        taken = self.sources.accept(record, Ids())
        if isinstance(taken, NoteError):
            raise NoteError(place, taken.reason)
        return taken

    def _read(self) -> bytes:
        try:
            return os.read(self.source, _READ)
        except OSError as error:
            raise InputError(f"Standard input cannot be read ({error.strerror}).") from None

    def _lines(self) -> Iterator[list[tuple[int, bytes | None]]]:
        """Numbered lines as they come, some at a time; None for one that is too long."""
        number = 0
        rest: list[bytes] = []
        size = 0
        found: list[tuple[int, bytes | None]] = []

        def ended(part: bytes) -> None:
            nonlocal number, size
            number += 1
            whole = None if size + len(part) > self.most else b"".join((*rest, part))
            found.append((number, whole))
            rest.clear()
            size = 0

        while data := self._read():
            parts = data.split(b"\n")
            for part in parts[:-1]:
                ended(part + b"\n")
            size += len(parts[-1])
            if size > self.most:
                rest.clear()  # the rest of it is read over
            elif parts[-1]:
                rest.append(parts[-1])
            for begin in range(0, len(found), _TOGETHER):
                yield found[begin : begin + _TOGETHER]
            found.clear()
        if size:
            ended(b"")
            yield found

    def _pass_on(
        self, batch: list[Record | NoteError], on_failure: Callable[[NoteError], None]
    ) -> None:
        """Writes what became of some lines, in their order."""
        for some in _without_twins(batch):
            made = iter(self.worker.process([each for each in some if isinstance(each, Record)]))
            for each in some:
                outcome = each if isinstance(each, NoteError) else next(made)
                if isinstance(outcome, NoteError):
                    place = each.id if isinstance(each, NoteError) else _place(each)
                    on_failure(NoteError(place, outcome.reason))
                else:
                    self._out(outcome)

    def _out(self, result: Result) -> None:
        data = result.data
        if self.only_detect:
            rows = (json.dumps(as_row(done), ensure_ascii=False) for done in result.texts)
            data = "".join(f"{row}\n" for row in rows).encode(errors="backslashreplace")
        with undisturbed():
            self._write(data)
            self.done.out += 1
            self.done.values += len(result.values)
            for done in result.texts:
                self.done.labels.update(span.label for span in done.spans if not span.kept)
                if done.other_language:
                    self.done.other_languages[done.other_language] += 1

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self.target, left) :]
        except BrokenPipeError:
            raise ClosedError("") from None
        except OSError as error:
            raise OutputError(
                f"Standard output cannot be written ({error.strerror}) after "
                f"{self.done.out:,} lines."
            ) from None


def _place(record: Record) -> str:
    return NAME if record.place is None else f"{NAME}:{record.place}"


def _without_twins(batch: list[Record | NoteError]) -> Iterator[list[Record | NoteError]]:
    """Parts of a batch in each of which no id comes twice."""
    part: list[Record | NoteError] = []
    seen: set[str] = set()
    for each in batch:
        ids = {doc.id for doc in each.texts} if isinstance(each, Record) else set()
        if seen & ids:
            yield part
            part, seen = [], set()
        part.append(each)
        seen |= ids
    if part:
        yield part
