"""What a path holds: told by the format that is named, or by its suffix and its content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePosixPath

from incognote.core import registry
from incognote.core.document import Document
from incognote.core.errors import InputError, NoteError
from incognote.core.pipeline import OnError
from incognote.io.checks import fail_alone, report
from incognote.io.files import files_below, read_bytes
from incognote.io.format import NO_FIELDS, Fields, Format, Record, get_format
from incognote.io.tables import Sample

PLAIN = "txt"


def recognise(path: Path) -> str:
    """Returns the name of the format of a file or folder; '' for a folder of files of any kind.

    Formats are asked that have its suffix, then all. A file that is none of them is of its suffix,
    whose format will say what is wrong; if no format has that, it is plain text.
    """
    if path.is_dir():
        of_folders = (name for name, form in _formats() if form.folders and form.is_it)
        return next((name for name in of_folders if _is_it(name, path)), "")
    if path.suffix.lower() == f".{PLAIN}" or not path.is_file():
        return PLAIN  # a pipe is not opened: whoever asked would wait for it
    by_name = [
        name for name, form in _formats() if path.name.lower().endswith(form.suffixes or ("\0",))
    ]
    for name in by_name:
        if get_format(name).is_it is None or _is_it(name, path):
            return name
    others = (name for name, form in _formats() if not form.folders and name != PLAIN)
    return next((name for name in others if _is_it(name, path)), (*by_name, PLAIN)[0])


def _is_it(name: str, path: Path) -> bool:
    form = get_format(name)
    if form.is_it is not None or form.content is None:
        return form.is_it is not None and form.is_it(path)
    try:
        return form.content.is_it(read_bytes(path, path.name))
    except NoteError:
        return False  # told when it is read


def suffixes() -> tuple[str, ...]:
    """Returns the suffixes by which files are known, longer ones first."""
    found = {suffix for _, form in _formats() for suffix in form.suffixes}
    return tuple(sorted(found, key=lambda suffix: (-len(suffix), suffix)))


def _formats() -> Iterator[tuple[str, Format]]:
    return ((name, get_format(name)) for name in registry.names("format"))


def files(path: Path, format: str, on_error: OnError | None) -> Iterator[tuple[Path, str, str]]:
    """Yields what is read as one thing: where it lies, its path below the source, its format.

    Args:
        path: A source: a file or folder.
        format: A registry row, or '' to recognise it.
        on_error: Called with each file that cannot be read as anything; None raises it.
    """
    form = format or recognise(path)
    if form:
        yield path, path.name, form
        return
    for file, name in files_below(path, suffixes(), on_error=on_error):
        yield file, name, recognise(file)


def look(paths: Iterable[Path], format: str) -> dict[str, Sample]:
    """Returns the fields of sources that somebody may have to decide about, with some values.

    Files that cannot be read are passed over: they are told when their turn comes.

    Raises:
        InputError: If none of them can be read.
    """
    found: dict[str, Sample] = {}
    wrong: InputError | None = None
    for path in paths:
        for file, read in _looked_at(path, format):
            try:
                seen = read(file)
            except InputError as error:
                wrong = error
                continue
            for name, sample in seen.items():
                found.setdefault(name, Sample()).add(sample.kind, sample.values)
    if wrong and not found:
        raise wrong
    return found


def _looked_at(
    path: Path, format: str
) -> Iterator[tuple[Path, Callable[[Path], Mapping[str, Sample]]]]:
    """The files of a source that have fields, each with what looks at it."""
    for file, _, name in files(path, format, lambda error: None):
        form = get_format(name)
        if form.look and file.is_dir() and not form.folders:
            below = files_below(file, form.suffixes, on_error=lambda error: None)
            yield from ((each, form.look) for each, _ in below)
        elif form.look:
            yield file, form.look


def read_records(
    path: Path, format: str, *, fields: Fields = NO_FIELDS, on_error: OnError | None = None
) -> Iterator[Record]:
    """Yields the records of a source, each with its format; a folder may hold files of any kind.

    Args:
        path: A file or folder.
        format: A registry row, or '' to recognise it.
        fields: What becomes of the fields.
        on_error: Called with what keeps a record from being read; None raises it.

    Raises:
        InputError: If the path itself cannot be read or holds nothing.
        NoteError: If `on_error` is None and a record cannot be read.
    """
    for file, name, found in files(path, format, on_error):
        if file is path:
            records = get_format(found).source(file, fields=fields, on_error=on_error)
            yield from (replace(record, format=found) for record in records)
        else:
            yield from read_file(file, name, found, fields, on_error=on_error)


def read_documents(
    path: Path,
    format: str = "",
    *,
    fields: Fields = NO_FIELDS,
    marks: bool = False,
    on_error: OnError | None = None,
) -> Iterator[Document]:
    """Yields the notes of a source, whatever it is.

    Args:
        path: As `read_records`, as the others are, and so are the errors.
        format: A registry row, or '' to recognise it.
        fields: Which fields are texts, and whose.
        marks: Whether a file that can hold marks is read as a corpus: with these.
        on_error: Called with what keeps a note from being read; None raises it.
    """
    for file, name, found in files(path, format, on_error):
        form = get_format(found)
        if marks and form.marked:
            if file is path:
                yield from form.read(file, on_error=on_error)
                continue
            records = _notes(form, file, name, on_error)
        elif file is path:
            records = form.source(file, fields=fields, on_error=on_error)
        else:
            records = read_file(file, name, found, fields, on_error=on_error)
        yield from (doc for record in records for doc in record.texts)


def read_file(
    file: Path,
    name: str,
    format: str,
    fields: Fields,
    *,
    on_error: OnError | None,
    below: bool = True,
) -> Iterator[Record]:
    """Yields the records of a file below a folder; `name` is its path there, others as above.

    Not `below` one it is a source of its own, and `name` what it is called.
    """
    form = get_format(format)
    if form.records is None:
        records = _notes(form, file, name, on_error)
    else:
        records = form.of_file(file, name, fields=fields, on_error=on_error, below=below)
    yield from (replace(record, format=format) for record in records)


def _notes(form: Format, file: Path, name: str, on_error: OnError | None) -> Iterator[Record]:
    """Notes of a file below a folder, whose ids say where it lies, or lay: `name` is its path."""
    folder = name.rpartition("/")[0]
    called = PurePosixPath(name).stem
    start = f"{folder}/" if folder else ""

    def failed(error: NoteError) -> None:
        report(NoteError(start + error.id, error.reason), on_error)

    for doc in fail_alone(partial(form.read, file, on_error=failed), file, name, on_error):
        id = start + (called if doc.id == file.stem else doc.id)
        yield Record(id, (replace(doc, id=id),), f"{id}.txt")
