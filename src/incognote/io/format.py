"""`Format`: how notes lie on disk, and `Record`: what is read from there and written back.

A format is a registry row of kind `format`, one module for each. As a corpus it has `read` and,
where we write it, `write`: documents with marks in and out. As the container of a run it is a
source of records and a sink for them: `records` yields them, and `rewrite` returns what stands in
place of a record once its texts are replaced, all else as it was. Whatever a container holds is
part of a record, also what has no text (the header of a table), so that the sink has only to put
the pieces of a file one behind the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from incognote.core import registry
from incognote.core.document import Document
from incognote.core.errors import ConfigError, NoteError, unknown
from incognote.core.pipeline import OnError

OTHER = ("keep", "drop")
"""What may be done with all fields that are not named."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a container holds of one thing: a file, a line, a row, a message."""

    id: str
    """Unique within a run."""
    texts: tuple[Document, ...]
    """What is read for identifiers: notes of one patient, each with an id of its own."""
    file: str
    """The path, below the output folder, of the file that it is written to."""
    place: int | None = None
    """Where it stands in that file, by which pieces are ordered; None: it is the whole file."""
    fields: tuple[str, ...] = ()
    """Names of what else it says, which somebody must decide about (`Fields`)."""
    original: Any = field(default=None, repr=False)
    """What `rewrite` needs to leave all else as it was; picklable."""

    @property
    def patient(self) -> str:
        """Whose it is; '' where that is not known."""
        return self.texts[0].meta.get("patient", "") if self.texts else ""


@dataclass(frozen=True, slots=True)
class Fields:
    """What becomes of the fields beside the texts; one that nobody decided about is refused.

    A name stands for all that lies within it, too: `meta` for `meta.patient`.

    Raises:
        ConfigError: If a field is both kept and dropped, or `other` is none of `OTHER`.
    """

    keep: tuple[str, ...] = ()
    """Written back as they are: they hold no identifiers."""
    drop: tuple[str, ...] = ()
    """Left out."""
    other: str = ""
    """One of `OTHER` for all others; '': refused."""

    def __post_init__(self) -> None:
        """Checks that there is one decision for each."""
        if self.other and self.other not in OTHER:
            raise unknown("way with other fields", self.other, OTHER)
        for name in {*self.keep} & {*self.drop}:
            raise ConfigError(f"The field '{name}' is both kept and dropped; say one of the two.")

    def decide(self, name: str) -> str:
        """Returns `keep` or `drop`; '' where nobody decided."""
        part = name
        while part:
            if part in self.keep or part in self.drop:
                return "keep" if part in self.keep else "drop"
            part = part.rpartition(".")[0]
        return self.other

    def undecided(self, record: Record) -> list[str]:
        """Returns the names of a record's fields that nobody decided about.

        Raises:
            ConfigError: If a decision is about a part of a field, which stays or goes whole.
        """
        for name in record.fields:
            for said in (*self.keep, *self.drop):
                if said.startswith(f"{name}."):
                    raise ConfigError(
                        f"The field '{name}' can only be kept or dropped whole; say so of "
                        f"'{name}', not of '{said}'."
                    )
        return [name for name in record.fields if not self.decide(name)]

    def refusal(self, record: Record) -> str:
        """Returns why a record may not be written back, '' where it may; raises as `undecided`."""
        names = self.undecided(record)
        return f"nobody decided about {', '.join(names)}: --keep or --drop it" if names else ""


class Read(Protocol):
    """Yields the documents of a path, one at a time, with the marks that it has."""

    def __call__(self, path: Path, /, *, on_error: OnError | None = None) -> Iterator[Document]:
        """See docs/formats.md for what each format holds.

        Args:
            path: A folder or a file.
            on_error: Called with the error of each note that cannot be read; None raises it.

        Raises:
            InputError: If the path itself cannot be read or holds no note.
            NoteError: If `on_error` is None and a note cannot be read.
        """
        ...


class Write(Protocol):
    """Writes documents, taken one at a time, to a new file or folder."""

    def __call__(
        self, docs: Iterable[Document], path: Path, /, *, on_error: OnError | None = None
    ) -> None:
        """See docs/formats.md for what each format has no place for.

        Args:
            docs: Taken one at a time.
            path: A new file, or a new or empty folder.
            on_error: Called with the error of each note that cannot be written; None raises it.

        Raises:
            OutputError: If something stands there already, or it cannot be written.
            NoteError: If `on_error` is None and a note cannot be written; of a file nothing is
                left then, of a folder the notes before it.
        """
        ...


class Records(Protocol):
    """Yields the records of a path, one at a time."""

    def __call__(self, path: Path, /, *, on_error: OnError | None = None) -> Iterator[Record]:
        """Raises as `Read`."""
        ...


Rewrite = Callable[[Record, Sequence[str], Fields], bytes]
"""A record with these texts in place of its own, as it is written; a function of a module."""


def text_alone(record: Record, texts: Sequence[str], fields: Fields) -> bytes:
    """Returns the texts as UTF-8: a record of one note in a file of its own."""
    return "".join(texts).encode()


@dataclass(frozen=True, slots=True)
class Format:
    """How notes lie on disk; a registry row of kind `format`."""

    read: Read
    write: Write | None = None
    """None where we only read it."""
    records: Records | None = None
    """None for what is no container to write back to: each note comes out as `<id>.txt`."""
    rewrite: Rewrite = text_alone

    def source(self, path: Path, *, on_error: OnError | None = None) -> Iterator[Record]:
        """Yields the records of a path.

        Args:
            path: A file or folder.
            on_error: Called with what keeps a record from being read; None raises it.

        Raises:
            InputError: If the path itself cannot be read or holds nothing.
            NoteError: If `on_error` is None and a record cannot be read.
        """
        if self.records is not None:
            return self.records(path, on_error=on_error)
        docs = self.read(path, on_error=on_error)
        return (Record(doc.id, (doc,), f"{doc.id}.txt") for doc in docs)


def get_format(name: str) -> Format:
    """Returns the format of that name.

    Raises:
        ConfigError: If there is none; the message lists those that are.
    """
    found = registry.get("format", name)
    if not isinstance(found, Format):
        raise ConfigError(
            f"The format '{name}' of another package is no incognote.io.format.Format."
        )
    return found


def writer(format: str) -> Write:
    """Returns what writes a format.

    Raises:
        ConfigError: If there is no such format, or it is only read.
    """
    found = get_format(format).write
    if found is None:
        raise unknown("format to write", format, written_formats())
    return found


def written_formats() -> list[str]:
    """Returns the names of the formats that can be written."""
    return [name for name in registry.names("format") if get_format(name).write is not None]


def check_fields(record: Record, fields: Fields) -> None:
    """Refuses a record with fields that nobody decided about.

    Raises:
        NoteError: If there is one.
        ConfigError: As `Fields.undecided`.
    """
    if reason := fields.refusal(record):
        raise NoteError(record.id, reason)
