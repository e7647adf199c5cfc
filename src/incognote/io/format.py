"""`Format`: how notes lie on disk, and `Record`: what is read from there and written back.

A format is a registry row of kind `format`, one module for each. As a corpus it has `read` and,
where we write it, `write`: documents with marks in and out. As the container of a run it is a
source of records and a sink for them: `records` yields them, `rewrite` returns what stands in
place of a record once its texts and values are replaced, all else as it was, and `seal` makes a
file of these pieces. Whatever a container holds is part of a record, also what has no text (the
header of a table). What is a document by itself (RTF, HTML ...), also within another container,
has a `Content`, which works on bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from incognote.core import registry
from incognote.core.document import Document
from incognote.core.errors import ConfigError, NoteError, unknown
from incognote.core.known import Known
from incognote.core.labels import TYPES
from incognote.core.pipeline import OnError
from incognote.io.checks import fail_alone, in_file
from incognote.io.files import files_below
from incognote.replace.structured import Value

ROLES: Mapping[str, str] = {
    "text": "a note: searched, and written back without its identifiers",
    "id": "what the row is called in messages and records; kept",
    "patient": "whose row it is; coded",
    "date": "the day of the note; moved by the patient's days",
    "code": "a keyed code, the same for the same value wherever it stands",
    "shift": "a date, moved by the patient's days",
    "keep": "kept as it is: it holds no identifiers",
    "drop": "left out",
}
"""What may be decided about a field; a type of ours (ZIP) is replaced as the policy says."""
KEYED = ("patient", "date", "code", "shift")
"""Roles whose fields are replaced with the key, whatever the policy says."""
OTHER = ("keep", "drop")
"""What may be done with all fields that are not named."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a container holds of one thing: a file, a line, a row, a message."""

    id: str
    """Unique within a run; stands in messages, so it must be no identifier of a patient."""
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
    values: tuple[Value, ...] = ()
    """What it holds in places of its own that must be replaced, too, and is not searched."""
    owner: str = field(default="", repr=False)
    """Its patient, where it has no text that says so (`patient`)."""
    known: Known | None = field(default=None, repr=False)
    """What it tells of people, for what is searched of it besides its texts (`Worker`)."""
    format: str = ""
    """The registry row that rewrites it; whoever reads records for a run sets it."""

    @property
    def patient(self) -> str:
        """Whose it is; '' where that is not known."""
        return self.owner or (self.texts[0].meta.get("patient", "") if self.texts else "")


@dataclass(frozen=True, slots=True)
class Fields:
    """What becomes of the fields of a container; one that nobody decided about is refused.

    A name stands for one field, `meta` for all of its parts, too (`names_of`).

    Raises:
        ConfigError: If a decision is neither one of `ROLES` nor a type of ours, or `other` is
            none of `OTHER`.
    """

    decided: Mapping[str, str] = field(default_factory=dict)
    """From name to one of `ROLES` or a type of ours."""
    other: str = ""
    """One of `OTHER` for all others; '': refused."""

    def __post_init__(self) -> None:
        """Checks that each decision is one."""
        if self.other and self.other not in OTHER:
            raise unknown("way with other fields", self.other, OTHER)
        known = (*ROLES, *(label.name for label in TYPES))
        for role in self.decided.values():
            if role not in known:
                raise unknown("way with a field", role, known)

    def named(self, *roles: str) -> tuple[str, ...]:
        """Returns the names of the fields of these roles, in the order in which they were given."""
        return tuple(name for name, role in self.decided.items() if role in roles)

    def decide(self, name: str) -> str:
        """Returns what becomes of a field: one of `ROLES` or a type; '' where nobody decided."""
        for said in names_of(name):
            if said in self.decided:
                return self.decided[said]
        return self.other

    def undecided(self, names: Iterable[str]) -> list[str]:
        """Returns those of the names of fields that nobody decided about.

        Raises:
            ConfigError: If a decision is about a part of a field, which stays or goes whole.
        """
        names = list(names)
        for name in names:
            for said in self.decided:
                if said.startswith(f"{name}.") and said not in names:
                    raise ConfigError(
                        f"The field '{name}' can only be kept or dropped whole; say so of "
                        f"'{name}', not of '{said}'."
                    )
        return [name for name in names if not self.decide(name)]

    def refusal(self, record: Record) -> str:
        """Returns why a record may not be written back, '' where it may; raises as `undecided`."""
        names = self.undecided(record.fields)
        return f"nobody decided about {', '.join(names)}: --keep or --drop it" if names else ""


NO_FIELDS = Fields()


def agreed(given: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Returns decisions, given as names and roles, as `Fields` takes them; '' is no name.

    Raises:
        ConfigError: If two contradict each other.
    """
    decided: dict[str, str] = {}
    for name, role in given:
        if name and decided.setdefault(name, role) != role:
            raise ConfigError(
                f"The field '{name}' is given as {decided[name]} and as {role}; say one of the two."
            )
    return decided


def nobody_decided(names: Iterable[str], proposed: str = "") -> ConfigError:
    """Returns the error for fields that nobody decided about, with what is proposed behind it."""
    return ConfigError(
        f"Nobody decided about {', '.join(names)}: --keep NAME writes a field as it is, "
        "--drop NAME leaves it out, --other keep or --other drop decides about all others."
        f"{proposed}"
    )


def check_spelt(fields: Fields, is_there: Callable[[str], bool], names: Iterable[str]) -> None:
    """Refuses a decision about a field that does not exist, where it would let its field through.

    Raises:
        ConfigError: If the field is to be read, or to go where all others stay.
    """
    for name, role in fields.decided.items():
        if not is_there(name) and (role in _NEEDED or fields.other == "keep"):
            raise unknown("field", name, names, role)


_NEEDED = ("text", "id", "patient", "date", "shift")
"""Roles whose fields must be there: without them the run would be another."""


class Edited(str):
    """A new text that knows where it differs from the old one; else a `str` like any other."""

    edits: Sequence[tuple[int, int, str]]
    """Start and end in the old text, and what stands there now; in order."""

    def __new__(cls, text: str, edits: Sequence[tuple[int, int, str]]) -> Edited:
        """Returns the text with its edits."""
        self = super().__new__(cls, text)
        self.edits = edits
        return self


@dataclass(frozen=True, slots=True)
class New:
    """What stands in place of what a record held."""

    texts: Sequence[str] = field(repr=False)
    """In the order of `Record.texts`; `Edited` where it is known what changed."""
    values: Sequence[str | None] = field(default=(), repr=False)
    """In the order of `Record.values`; None: what stood there is left out."""
    fields: Fields = field(default_factory=Fields)
    """What becomes of its fields."""
    actions: frozenset[str] = frozenset()
    """What the policy does (tag, surrogate ...), for containers that have to say so."""

    @property
    def edits(self) -> Sequence[Sequence[tuple[int, int, str]]]:
        """Of each text what changed (`Edited`); empty where that is not known of all."""
        found = [text.edits for text in self.texts if isinstance(text, Edited)]
        return found if len(found) == len(self.texts) else ()


def names_of(field: str) -> tuple[str, ...]:
    """Returns the names by which a decision can be about a field, the one that goes first first.

    Only `meta` has parts, so that a field `ward.name` is none of a field `ward`.
    """
    return (field, "meta") if field.startswith("meta.") else (field,)


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
    """Yields the records of one file, one at a time, every time the same."""

    def __call__(
        self, path: Path, name: str, /, *, fields: Fields, on_error: OnError | None = None
    ) -> Iterator[Record]:
        """Raises as `Read`.

        Args:
            path: The file.
            name: Its path below the source, with / between: `Record.file`, and how ids begin.
            fields: Which are texts, whose patient they tell, and what becomes of the others.
            on_error: Called with what keeps a record from being read; None raises it.
        """
        ...


Rewrite = Callable[[Record, New], bytes]
"""What stands in place of a record; a function of a module, so that it reaches the workers."""

Seal = Callable[[Iterable[bytes], Path], None]
"""Writes the pieces of a file, in order, to a new file; raises OSError if it cannot."""


def text_alone(record: Record, new: New) -> bytes:
    """Returns the texts as UTF-8: a record of one note in a file of its own."""
    return "".join(new.texts).encode()


class Content(Protocol):
    """A kind of document that can be taken apart and put together again, in memory.

    Each method is given all of its bytes, and an id for messages. The same bytes give the same
    texts every time.
    """

    def is_it(self, data: bytes) -> bool:
        """Returns whether the bytes seem to be of this kind, whatever their name."""
        ...

    def texts(self, data: bytes, id: str) -> tuple[str, ...]:
        """Returns all that a reader could see or find in it, as plain text.

        Raises:
            NoteError: If it cannot be read whole.
        """
        ...

    def write(self, data: bytes, texts: Sequence[str], id: str) -> bytes:
        """Returns the document with other texts, in the order of `texts`, and all else as it was.

        Raises:
            NoteError: If that cannot be done.
        """
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """How notes lie on disk; a registry row of kind `format`."""

    documents: Read | None = None
    """None: they are those of its records."""
    write: Write | None = None
    """None where we do not write it as a corpus."""
    records: Records | None = None
    """None for what is no container to write back to: each note comes out as `<id>.txt`."""
    rewrite: Rewrite = text_alone
    seal: Seal | None = None
    """None: the pieces stand one behind the other."""
    suffixes: tuple[str, ...] = ()
    """In small letters, with the dot: by which a file is known to be of it (`io/recognise.py`)."""
    is_it: Callable[[Path], bool] | None = None
    """Whether a file, or folder where it takes these, is of it by its content; None: its suffix
    says so."""
    fields: Callable[[Path], Iterable[str]] | None = None
    """The names of a file's fields, each once, read before anything is written; None where nobody
    has to decide about any."""
    look: Callable[[Path], Mapping[str, Any]] | None = None
    """The fields of a file, each with values of its first records (`tables.Sample`), for what
    proposes decisions about them (`io/columns.py`); None where nothing is proposed."""
    check: Callable[[Path, Fields], None] | None = None
    """Raises ConfigError, before anything is written, where decisions do not fit a file or one is
    missing; for formats that decide about most fields themselves and so list none (`fields`)."""
    content: Content | None = None
    """Where a file is one document of its kind (`io/documents.py`)."""
    reads_otherwise: bool = False
    """Whether what is written may have other texts than it was given: lines of a PDF are shorter,
    an attachment may be one (`run/batch/again.py`)."""
    keyed: bool = False
    """Whether it holds ids and dates of its own that become codes and move with the key."""
    folders: bool = False
    """Whether `records` takes a folder as a whole, since its files belong together."""

    beside: bool = False
    """Whether files of a folder tell of each other: `records` is told whether one is `below` it."""

    @property
    def marked(self) -> bool:
        """Whether its files can hold marks: it is a corpus'."""
        return self.documents is not None and self.content is None

    def read(
        self, path: Path, *, on_error: OnError | None = None, **more: Any
    ) -> Iterator[Document]:
        """Yields the documents of a path, with the marks that it has.

        Args:
            path: A file or folder.
            on_error: Called with what keeps a document from being read; None raises it.
            more: What the reader of a corpus takes besides, as its own module says.

        Raises:
            InputError: If the path itself cannot be read or holds nothing.
            NoteError: If `on_error` is None and a document cannot be read.
        """
        if self.documents is not None:
            return self.documents(path, on_error=on_error, **more)
        return (doc for record in self.source(path, on_error=on_error) for doc in record.texts)

    def source(
        self, path: Path, *, fields: Fields = NO_FIELDS, on_error: OnError | None = None
    ) -> Iterator[Record]:
        """Yields the records of a path.

        Args:
            path: A file, or a folder, searched to any depth.
            fields: What becomes of the fields.
            on_error: Called with what keeps a record from being read; None raises it.

        Raises:
            InputError: If the path itself cannot be read or holds nothing.
            NoteError: If `on_error` is None and a record cannot be read.
        """
        if self.records is None:
            docs = self.read(path, on_error=on_error)
            yield from (Record(doc.id, (doc,), f"{doc.id}.txt") for doc in docs)
        elif self.folders or not path.is_dir():
            told = on_error if self.folders else in_file(path.name, on_error)
            yield from self.records(path, path.name, fields=fields, on_error=told)
        else:
            for file, name in files_below(path, self.suffixes, on_error=on_error):
                yield from self.of_file(file, name, fields=fields, on_error=on_error, below=True)

    def of_file(
        self, file: Path, name: str, *, fields: Fields, on_error: OnError | None, below: bool
    ) -> Iterator[Record]:
        """Yields the records of a file, which fails alone; `below` a folder or not."""
        assert self.records is not None
        more: dict[str, Any] = {"below": below} if self.beside else {}
        told = in_file(name, on_error)
        read = partial(self.records, file, name, fields=fields, on_error=told, **more)
        return fail_alone(read, file, name, told)


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
