"""Folders and files of notes: finding them and reading them whole.

Every folder format rests on this file. A note is found or reported, never passed over: whatever
stands in the way of one note (a name, a link, a permission, bytes that are not UTF-8) becomes a
`NoteError`; whatever stands in the way of all of them an `InputError`.
"""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from incognote.core.document import Document
from incognote.core.errors import InputError, NoteError
from incognote.core.pipeline import OnError
from incognote.core.plain import SAVE_AS, is_wide, what_file, what_name
from incognote.io.checks import report

MOST_BYTES = 10**9
"""A longer file is refused before it is read: it would fill the memory, and is no note."""

_NOT_PLAIN = frozenset(
    f".{suffix}"
    for suffix in (
        *("ann", "bio", "conll", "csv", "doc", "docx", "gz", "htm", "html", "json", "jsonl"),
        *("odt", "parquet", "pdf", "rtf", "tsv", "xml", "zip"),
    )
)
"""Suffixes of what is not plain text: read as such, a name could hide in an escape (`Nu\\u00f1ez`),
and many notes would count as one."""

_LITTER = frozenset({"thumbs.db", "desktop.ini", "_success", "_metadata", "_common_metadata"})
"""Files that an operating system leaves in any folder, and Spark beside Parquet files."""


def open_file(path: Path, form: str) -> BinaryIO:
    """Returns an open corpus file.

    Raises:
        InputError: If it is missing, a folder, or cannot be read.
    """
    try:
        if path.is_dir():
            raise InputError(
                f"{path}: is a folder, but {form} is read from one file; give that file, or "
                "the format that the folder holds."
            )
        file = path.open("rb")
        # A byte order mark belongs to the file, not to the first of its notes.
        if file.peek(3)[:3] == codecs.BOM_UTF8:
            file.read(3)
        return file
    except OSError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError) -> InputError:
    return InputError(
        f"{path}: cannot be read ({error.strerror}); make it readable or leave it out."
    )


def decode(data: bytes, id: str) -> str:
    """Returns the text of a note's bytes with every character kept, a BOM and NUL included.

    Raises:
        NoteError: If the bytes are not UTF-8, or are UTF-16 or UTF-32 that happens to pass for it.
    """
    if is_wide(data):
        raise NoteError(id, "is UTF-16 or UTF-32, not UTF-8; convert it: iconv -f UTF-16 -t UTF-8")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        offset = error.start
    raise NoteError(
        id,
        f"is not UTF-8 at byte {offset}; find out its encoding and convert it, for example: "
        "iconv -f WINDOWS-1252 -t UTF-8",
    )


def encode(text: str, id: str) -> bytes:
    """Returns the text as UTF-8.

    Raises:
        NoteError: If a character has none (half of a surrogate pair).
    """
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        offset = error.start
    raise NoteError(id, f"character {offset} is half of a surrogate pair and has no UTF-8 form")


def read_bytes(path: Path, id: str) -> bytes:
    """Returns all of a file.

    Raises:
        NoteError: If it cannot be read, or is too long to be one note.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise NoteError(id, f"{path.name} is longer than {MOST_BYTES // 10**9} GB; split it")
        return path.read_bytes()
    except OSError as error:
        raise NoteError(
            id, f"{path.name} cannot be read ({error.strerror}); mend or remove it"
        ) from None


def read_text(path: Path, id: str) -> str:
    """Returns the text of a file, exactly as it stands.

    Raises:
        NoteError: If it cannot be read, is not UTF-8, or by its first bytes no text at all.
    """
    data = read_bytes(path, id)
    try:
        return decode(data, id)
    except NoteError:
        what = what_file(data)  # its encoding is then nothing to mend
        if not what:
            raise
    raise NoteError(id, f"seems to be {what}, not plain text; take its text out first")


def find(
    source: Path, suffixes: tuple[str, ...], *, strays: bool, on_error: OnError | None
) -> Iterator[tuple[str, Mapping[str, Path]]]:
    """Yields the id and the files of each note, in the order of the ids' parts.

    A file below a folder has its path without suffix as id, with `/` between the parts; a single
    file its stem, whatever its suffix, unless that is of what is not plain text. Links are
    followed. Memory is bounded by the largest single folder.

    Args:
        source: A folder, searched to any depth, or one file.
        suffixes: In lower case; files are matched whatever their case. The first is the text's.
        strays: Whether files of other suffixes are errors too. Hidden files (a name that begins
            with a dot) and what an operating system leaves behind never are.
        on_error: Called with what stands in the way of a note; None raises it.

    Yields:
        The id, and from suffix to path; at most one file for each suffix.

    Raises:
        InputError: If the source is missing, cannot be read, or is a folder without any note.
        NoteError: If `on_error` is None and a note or a stray file stands in the way.
    """
    try:
        mode = source.stat().st_mode
    except OSError as error:
        raise _unreadable(source, error) from None
    if stat.S_ISDIR(mode):
        return _below(source, suffixes, strays, on_error)
    suffix = source.suffix.lower()
    reason = ""
    if not stat.S_ISREG(mode):
        reason = "is neither a folder nor a regular file; give its text as a file"
    elif suffix not in suffixes and (suffix in _NOT_PLAIN or suffix in SAVE_AS):
        convert = "say which format it has (--format), or convert it to text"
        reason = _stray(suffix, suffixes, convert)
    if reason:
        # A note that failed, as it would be within a folder: it must be counted.
        report(NoteError(printable(source.name), reason), on_error)
        return iter(())
    if suffix not in suffixes:
        return iter([(printable(source.stem), {suffixes[0]: source})])
    files = {s: source if s == suffix else source.with_suffix(s) for s in suffixes}
    present = {s: path for s, path in files.items() if path.is_file()}
    return iter([(printable(source.stem), present)])


def _stray(name: str, wanted: tuple[str, ...], way_out: str) -> str:
    """Why a file of another suffix than those `wanted` is not read."""
    if what := what_name(name):
        return f"is {what}"
    return f"is not a {_kinds(wanted)}; {way_out}"


def _kinds(suffixes: tuple[str, ...]) -> str:
    if len(suffixes) > _FEW:
        return "file of a kind that incognote reads"
    return f"{' or '.join(suffixes)} file"


_FEW = 3
"""Suffixes that a message may list."""


@dataclass(frozen=True, slots=True)
class _Folder:
    """A folder still to visit."""

    prefix: str
    """Its path below the source, with a slash at the end; empty for the source."""
    above: frozenset[tuple[int, int]]
    """Identities of it and the folders above it, to notice a link that leads back up."""


_Note = tuple[str, Mapping[str, Path]]
_Entry = NoteError | _Folder | _Note


def files_below(
    source: Path, suffixes: tuple[str, ...], *, on_error: OnError | None
) -> Iterator[tuple[Path, str]]:
    """Yields the files of a folder that have one of the suffixes, in the order of their paths.

    Files of other suffixes are errors, as in `find`.

    Yields:
        Where the file lies, and its path below the source, with / between.
    """
    for id, files in find(source, suffixes, strays=True, on_error=on_error):
        folder = id.rpartition("/")[0]
        for path in files.values():
            yield path, "/".join(filter(None, (folder, path.name)))


def _below(
    root: Path, suffixes: tuple[str, ...], strays: bool, on_error: OnError | None
) -> Iterator[tuple[str, Mapping[str, Path]]]:
    """`find` for a folder."""
    try:
        os.scandir(root).close()
    except OSError as error:
        raise _unreadable(root, error) from None
    seen = False
    info = root.stat()
    top = _Folder("", frozenset({(info.st_dev, info.st_ino)}))
    # A stack, since folders may lie deeper than Python's recursion goes.
    stack = [_entries(root, top, suffixes, strays)]
    while stack:
        entry = next(stack[-1], None)
        if entry is None:
            stack.pop()
        elif isinstance(entry, _Folder):
            stack.append(_entries(root / entry.prefix, entry, suffixes, strays))
        else:
            seen = True
            if isinstance(entry, NoteError):
                report(entry, on_error)
            else:
                yield entry
    if not seen:
        raise InputError(f"{root}: holds no {_kinds(suffixes)}.")


def _entries(
    path: Path, folder: _Folder, suffixes: tuple[str, ...], strays: bool
) -> Iterator[_Entry]:
    """Yields the notes, folders and obstacles of one folder, sorted, notes before folders."""
    prefix = folder.prefix
    try:
        with os.scandir(path) as found:
            names = sorted(entry.name for entry in found)
    except OSError as error:
        yield NoteError(
            prefix.rstrip("/"), f"folder cannot be read ({error.strerror}); mend or remove it"
        )
        return
    items: list[tuple[str, int, _Entry]] = []
    notes: dict[str, list[tuple[str, Path]]] = {}
    for name in names:
        file, id = path / name, printable(prefix + name)
        suffix = next((s for s in suffixes if name.lower().endswith(s)), "")
        quiet = not strays or name.lower() in _LITTER or "/." in f"/{prefix}{name}"
        try:
            info = file.stat()
        except OSError as error:
            if suffix or not quiet or file.is_symlink():
                problem = NoteError(id, f"cannot be read ({error.strerror}); mend or remove it")
                items.append((name, 0, problem))
            continue
        is_folder, identity = stat.S_ISDIR(info.st_mode), (info.st_dev, info.st_ino)
        reason = ""
        if id != prefix + name and (is_folder or (suffix and stat.S_ISREG(info.st_mode))):
            reason = f"the {'folder' if is_folder else 'file'}'s name is not UTF-8; rename it"
        elif is_folder and identity in folder.above:
            reason = "links back to a folder above it; remove the link"
        elif is_folder and suffix:
            reason = "is a folder with the name of a note; rename it"
        elif not is_folder and not suffix:
            if quiet:
                continue
            reason = _stray(name, suffixes, "convert it to text or move it elsewhere")
        elif not is_folder and not stat.S_ISREG(info.st_mode):
            reason = "is not a regular file; move it elsewhere"
        elif name.lower() == suffix:
            reason = "the file has only a suffix for a name; rename it"
        if reason:
            items.append((name, int(is_folder), NoteError(id, reason)))
        elif is_folder:
            items.append((name, 1, _Folder(f"{prefix}{name}/", folder.above | {identity})))
        else:
            notes.setdefault(name[: -len(suffix)], []).append((suffix, file))
    for stem, files in notes.items():
        by_suffix = dict(files)
        if len(by_suffix) == len(files):
            items.append((stem, 0, (prefix + stem, by_suffix)))
            continue
        for _, file in files:
            problem = NoteError(
                prefix + stem, f"{file.name} shares this id with another file; rename one of them"
            )
            items.append((stem, 0, problem))
    for _, _, item in sorted(items, key=lambda item: item[:2]):
        yield item


def printable(name: str) -> str:
    """The name with bytes that are not UTF-8 written out, so that it can stand in a message."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def read_folder(
    source: Path,
    suffixes: tuple[str, ...],
    parse: Callable[[str, Mapping[str, Path]], Document],
    *,
    strays: bool = False,
    on_error: OnError | None,
) -> Iterator[Document]:
    """Returns the documents of a folder or of one file, one at a time.

    Args:
        source: As `find`, and so are `suffixes` and `strays`.
        suffixes: What `parse` knows.
        parse: From an id and the note's files by suffix to the document.
        strays: Whether other files are errors.
        on_error: Called with the error of each note that cannot be read; None raises it.

    Raises:
        InputError: If the source itself cannot be read or holds nothing.
        NoteError: If `on_error` is None and a note cannot be read.
    """
    return _parsed(find(source, suffixes, strays=strays, on_error=on_error), parse, on_error)


def _parsed(
    found: Iterator[tuple[str, Mapping[str, Path]]],
    parse: Callable[[str, Mapping[str, Path]], Document],
    on_error: OnError | None,
) -> Iterator[Document]:
    for id, files in found:
        try:
            doc = parse(id, files)
        except NoteError as error:
            report(error, on_error)
        else:
            yield doc
