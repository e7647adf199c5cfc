"""CSV and TSV, also packed (.gz): rows of cells, byte for byte as they were but for what changes.

Rows end in LF or CRLF, or all in CR. A cell may stand in quotes, in which a quote is doubled or
(where the file does that) has a backslash before it, and which may hold line ends and be of any
length. Which sign divides cells and how quotes are written is told by the first megabyte.
"""

from __future__ import annotations

import codecs
import contextlib
import gzip
import io
import re
import zlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from incognote.core.errors import InputError, NoteError
from incognote.core.known import Known
from incognote.core.pipeline import OnError
from incognote.core.plain import is_wide
from incognote.io.checks import report
from incognote.io.files import decode, encode
from incognote.io.format import Fields, Format, New, Record, check_fields
from incognote.io.tables import (
    GZIP,
    Column,
    Plan,
    Row,
    Sample,
    check_asked,
    check_names,
    plan,
    samples,
    seal,
)

_SAMPLE = 1 << 20
_LONGEST_ROW = 100_000_000
"""Bytes of a row: a quote that never ends must not fill the memory."""
_LOOKED_AT = 1_000
"""Rows from whose values something is proposed."""

About = Callable[[Mapping[str, str]], tuple[str, Known | None]]


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a file divides its cells."""

    delimiter: bytes
    quote: bytes = b'"'
    """b'': quotes are letters like others."""
    backslash: bool = False
    """Whether a backslash takes the meaning from the letter behind it."""
    line_end: bytes = b"\n"

    def split(self, raw: bytes) -> list[bytes]:
        """Returns the cells of a row without its end, each as it stands there.

        Raises:
            ValueError: If a quote ends before its cell does.
            EOFError: If one does not end.
        """
        if not (self.quote and self.quote in raw) and not self.backslash:
            return raw.split(self.delimiter)
        cells, at = [], 0
        plain, quoted = _cells(self)
        while True:
            if self.quote and raw.startswith(self.quote, at):
                end = quoted.match(raw, at + 1).end()  # type: ignore[union-attr]
                if not raw.startswith(self.quote, end):
                    raise EOFError
                end += 1
                if end < len(raw) and not raw.startswith(self.delimiter, end):
                    raise ValueError
            else:
                end = plain.match(raw, at).end()  # type: ignore[union-attr]
            cells.append(raw[at:end])
            if end >= len(raw):
                return cells
            at = end + 1

    def text(self, cell: bytes, id: str) -> str:
        """Returns what a cell says.

        Raises:
            NoteError: If it is not UTF-8.
        """
        if self.quote and cell.startswith(self.quote):
            cell = cell[1:-1].replace(self.quote * 2, self.quote)
        if self.backslash and cell != b"\\N":
            cell = _ESCAPED.sub(rb"\1", cell)
        return decode(cell, id)

    def cell(self, text: str, old: bytes, id: str) -> bytes:
        """Returns a cell with another text, in quotes where the old one is or it needs them.

        Raises:
            NoteError: If the file has no way to write it.
        """
        new = encode(text, id)
        quoted = self.quote and (old.startswith(self.quote) or new.startswith(self.quote))
        if not quoted and not re.search(rb"[\r\n" + re.escape(self.delimiter) + rb"]", new):
            return new.replace(b"\\", b"\\\\") if self.backslash else new
        if not self.quote:
            raise NoteError(id, "its new text holds what ends a cell, and this file has no quotes")
        if self.backslash:
            new = new.replace(b"\\", b"\\\\").replace(self.quote, b"\\" + self.quote)
        else:
            new = new.replace(self.quote, self.quote * 2)
        return self.quote + new + self.quote


_ESCAPED = re.compile(rb"\\(.)", re.DOTALL)
_PATTERNS: dict[Dialect, tuple[re.Pattern[bytes], re.Pattern[bytes]]] = {}


def _cells(dialect: Dialect) -> tuple[re.Pattern[bytes], re.Pattern[bytes]]:
    """What matches a cell without quotes, and what one has within them."""
    if dialect not in _PATTERNS:
        no, quote = re.escape(dialect.delimiter), re.escape(dialect.quote)
        if dialect.backslash:
            plain = rb"[^\\" + no + rb"]*(?:\\.[^\\" + no + rb"]*)*"
            within = rb"[^\\" + quote + rb"]*(?:(?:\\.|" + quote * 2 + rb")[^\\" + quote + rb"]*)*"
        else:
            plain = rb"[^" + no + rb"]*"
            within = rb"[^" + quote + rb"]*(?:" + quote * 2 + rb"[^" + quote + rb"]*)*"
        _PATTERNS[dialect] = re.compile(plain, re.DOTALL), re.compile(within, re.DOTALL)
    return _PATTERNS[dialect]


@dataclass(frozen=True, slots=True)
class Raw:
    """A row as it stands in its file."""

    dialect: Dialect
    cells: list[bytes] = field(repr=False)
    end: bytes
    start: bytes = b""
    """What the file begins with, of its first row."""

    def written(self, row: Row, new: Mapping[int, bytes]) -> bytes:
        """The bytes of the row with other cells, without those of columns that are dropped."""
        left = [
            new.get(at, cell) for at, cell in enumerate(self.cells) if at not in row.plan.dropped
        ]
        return self.start + self.dialect.delimiter.join(left) + self.end


def _rows(file: BinaryIO, dialect: Dialect) -> Iterator[tuple[list[bytes] | str, bytes]]:
    """Yields the cells of each row and what ends it; in place of cells why there are none."""
    lines = _lines(file, dialect)
    quote, escape = dialect.quote, b"\\" if dialect.backslash else b""
    for line in lines:
        if len(line) > _LONGEST_ROW:
            yield "is longer than 100 MB, and the rest was not read", b""
            return
        if quote and quote in line:
            parts = [line]
            size = len(line)
            state = _Scan(dialect)
            while state.within(parts[-1]):
                following = next(lines, None)
                size += len(following or b"")
                if following is None or size > _LONGEST_ROW:
                    yield "a quote that begins here does not end", b""
                    return
                parts.append(following)
            line = b"".join(parts)
        elif escape and escape in line:
            while _escapes_its_end(line) and (following := next(lines, None)) is not None:
                line += following
        plain = line.rstrip(b"\r\n")
        end = line[len(plain) :]
        if len(end) > 2 or end[:1] == b"\n":  # blank lines or returns of the last cell
            end = b"\r\n" if line.endswith(b"\r\n") else line[-1:]
            plain = line[: -len(end)]
        try:
            yield dialect.split(plain), end
        except ValueError:
            yield "has a quote within a cell", end
        except EOFError:
            yield "has a quote that does not end", end


def _lines(file: BinaryIO, dialect: Dialect) -> Iterator[bytes]:
    if dialect.line_end == b"\r":
        return _ended_by_returns(file)
    return iter(lambda: file.readline(_LONGEST_ROW + 1), b"")


def _ended_by_returns(file: BinaryIO) -> Iterator[bytes]:
    rest = b""
    while block := file.read(_SAMPLE):
        *lines, rest = (rest + block).split(b"\r")
        for line in lines:
            yield line + b"\r"
        if len(rest) > _LONGEST_ROW:
            break
    if rest:
        yield rest


def _escapes_its_end(line: bytes) -> bool:
    plain = line.rstrip(b"\r\n")
    return (len(plain) - len(plain.rstrip(b"\\"))) % 2 == 1 and len(plain) < _LONGEST_ROW


class _Scan:
    """Follows a row through its lines: each is looked at once, however long the row is."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect, self.inside = dialect, False

    def within(self, line: bytes) -> bool:
        """Returns whether a quoted cell goes on behind this line."""
        dialect = self.dialect
        plain, quoted = _cells(dialect)
        at = 0
        while True:
            if self.inside or line.startswith(dialect.quote, at):
                at = quoted.match(line, at if self.inside else at + 1).end()  # type: ignore[union-attr]
                self.inside = at >= len(line)
                if self.inside:
                    return True
                at += 1
                if at >= len(line) or line[at : at + 1] in b"\r\n":
                    return False
                if not line.startswith(dialect.delimiter, at):
                    return False  # a fault, which `split` tells
            else:
                at = plain.match(line, at).end()  # type: ignore[union-attr]
                if at >= len(line):
                    return False
            at += 1


def _is_packed(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == GZIP


def _open(path: Path) -> BinaryIO:
    """The bytes of a table, unpacked.

    Raises:
        InputError: If it cannot be read.
    """
    try:
        if path.is_dir():
            raise InputError(f"{path}: is a folder, but a table is one file.")
        if _is_packed(path):
            return io.BufferedReader(gzip.GzipFile(path), 1 << 16)
        return path.open("rb")
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}).") from None


@dataclass(frozen=True, slots=True)
class Head:
    """What a file says before its first row."""

    names: tuple[str, ...]
    dialect: Dialect
    packed: bool
    mark: bytes


def read_head(path: Path, where: str) -> Head:
    """Returns the names of the columns and how the file is written.

    Raises:
        InputError: If it cannot be read, is not UTF-8, or its first line names no columns.
    """
    with _open(path) as file:
        try:
            start = file.read(_SAMPLE)
        except (OSError, EOFError, zlib.error):
            raise InputError(f"{path}: cannot be unpacked; it is cut or damaged.") from None
    if is_wide(start):
        raise InputError(
            f"{path}: is UTF-16 or UTF-32, not UTF-8; save it as CSV UTF-8 (Excel), or convert it: "
            "iconv -f UTF-16 -t UTF-8."
        )
    mark = codecs.BOM_UTF8 if start.startswith(codecs.BOM_UTF8) else b""
    start = start.removeprefix(mark)
    if not start.strip():
        raise InputError(f"{path}: holds nothing.")
    if re.match(rb"\"?sep=.\"?[\r\n]", start, re.IGNORECASE):
        raise InputError(
            f"{path}: begins with 'sep=', which Excel alone reads; take that line away."
        )
    dialect = _sniff(start, path.name.lower())
    cells, _ = next(_rows(io.BytesIO(start), dialect))
    if isinstance(cells, str):
        raise InputError(f"{path}: its first line {cells}; see which program wrote it.")
    try:
        names = check_names([dialect.text(cell, where) for cell in cells], where)
    except NoteError as error:
        raise InputError(f"{error}.") from None
    return Head(names, dialect, _is_packed(path), mark)


def _sniff(start: bytes, name: str) -> Dialect:
    """The way to write that most rows of a sample agree with."""
    line_end = b"\n" if b"\n" in start or b"\r" not in start else b"\r"
    first = re.split(rb"[\r\n]", start, maxsplit=1)[0]
    quote = b"'" if first.startswith(b"'") else b'"'
    order = b"\t,;|" if ".tsv" in name or ".tab" in name else b",;\t|"
    outside = re.sub(re.escape(quote) + rb"[^\r\n]*?" + re.escape(quote), b"", first)
    delimiter = max((bytes([sign]) for sign in order), key=outside.count)
    whole = start[: start.rfind(line_end) + 1] if len(start) >= _SAMPLE else start
    best: tuple[int, Dialect] | None = None
    for backslash, mark in ((False, quote), (True, quote), (False, b"")):
        dialect = Dialect(delimiter, mark, backslash, line_end)
        rows = list(islice(_rows(io.BytesIO(whole), dialect), _LOOKED_AT))
        width = len(rows[0][0]) if rows else 0
        if len(start) >= _SAMPLE and isinstance(rows[-1][0], str):
            rows.pop()  # it was cut
        bad = sum(isinstance(cells, str) or len(cells) != width for cells, _ in rows)
        if best is None or bad < best[0]:
            best = bad, dialect
    assert best is not None
    return best[1]


def read_records(
    path: Path, name: str, *, fields: Fields, on_error: OnError | None = None
) -> Iterator[Record]:
    """Yields the header and the rows of a table; arguments and errors as `Records`.

    The id of a row is the file and its number, or what `--id` says.
    """
    head = read_head(path, name)
    check_asked(head.names, fields, name)
    return records_of(path, name, head, plan(head.names, fields, name), on_error=on_error)


def records_of(
    path: Path,
    name: str,
    head: Head,
    decided: Plan,
    *,
    about: About | None = None,
    on_error: OnError | None = None,
) -> Iterator[Record]:
    """Yields the records of a table as a plan says; others as `read_records` and `Plan.record`."""
    dialect = head.dialect
    wanted = [column.at for column in decided.columns]
    with _open(path) as file:
        file.read(len(head.mark))
        rows = _unpacked(_rows(file, dialect))
        cells, end = next(rows)
        assert not isinstance(cells, str)
        start = (GZIP if head.packed else b"") + head.mark
        raw = Raw(dialect, cells, end, start)
        yield Record(f"{name}:head", (), name, 0, decided.undecided, Row(decided, raw))
        for number, (cells, end) in enumerate(rows, start=1):
            where = f"{name}:{number}"
            try:
                cells = _whole(cells, head, where)
                raw = Raw(dialect, cells, end)
                if _is_blank(cells, head):
                    yield Record(where, (), name, number, original=Row(decided, raw))
                    continue
                texts = {at: dialect.text(cells[at], where) for at in wanted}
                record = decided.record(name, number, texts, raw, about)
            except NoteError as error:
                report(error, on_error)
            else:
                yield record


def _whole(cells: list[bytes] | str, head: Head, where: str) -> list[bytes]:
    """The cells of a row, one for each column, or of a blank line.

    Raises:
        NoteError: If it has none, or more or fewer.
    """
    if isinstance(cells, str):
        raise NoteError(where, cells or "the file is cut or damaged here")
    if len(cells) != len(head.names) and not _is_blank(cells, head):
        raise NoteError(
            where,
            f"has {len(cells)} cells; the first line has {len(head.names)} (a cell that holds the "
            "sign between cells must stand in double quotes)",
        )
    return cells


def _is_blank(cells: list[bytes] | str, head: Head) -> bool:
    """Whether it is a blank line, which is no row."""
    if isinstance(cells, str):
        return False
    width = len(head.names)
    return 1 < width != len(cells) and not b"".join(cells).strip()


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rows of a file that stand one behind the other, for a reader of their own; picklable."""

    path: Path
    """Where all readers find the file."""
    name: str
    """As in `read_records`."""
    head: Head
    state: tuple[int, int]
    """The size of the file and when it was written."""
    start: int
    """Bytes before them, unpacked,"""
    before: int
    """and rows, blank lines among them; the first line is no row."""
    size: int
    """How many they are, blank lines among them."""
    blank: int
    """How many blank lines."""


def stretches(path: Path, name: str, head: Head, size: int) -> Iterator[Stretch]:
    """Yields all rows of a file, in stretches of about so many bytes.

    The file is read to its end once, since nothing else tells which line ends are those of rows.

    Raises:
        InputError: If it cannot be read.
    """
    state = _state(path)
    if head.dialect.line_end == b"\r":  # read block by block: where a row ends is not known
        size = _LONGEST_ROW * 1_000_000
    with _open(path) as file:
        rows = _rows_behind(file, head, 0)
        start = before = number = blank = 0
        for number, (cells, _) in enumerate(rows, start=1):
            blank += _is_blank(cells, head)
            if (at := file.tell()) - start >= size:
                yield Stretch(path, name, head, state, start, before, number - before, blank)
                start, before, blank = at, number, 0
        if number > before:
            yield Stretch(path, name, head, state, start, before, number - before, blank)


def rows_of(stretch: Stretch, *, without: Container[int]) -> Iterator[list[str | None] | NoteError]:
    """Yields the cells of each row as text, or why there are none; blank lines are no rows.

    Args:
        stretch: Of the rows.
        without: Columns that are dropped: their cells are None.

    Raises:
        InputError: If the file is another than it was, or cannot be read.
    """
    head, found = stretch.head, 0
    changed = InputError(
        f"{stretch.name}: changed while it was read; run again when it is at rest."
    )
    if _state(stretch.path) != stretch.state:
        raise changed
    with _open(stretch.path) as file:
        rows = islice(_rows_behind(file, head, stretch.start), stretch.size)
        for found, (cells, _) in enumerate(rows, start=1):
            where = f"{stretch.name}:{stretch.before + found}"
            try:
                whole = _whole(cells, head, where)
                if not _is_blank(whole, head):
                    yield [
                        None if at in without else head.dialect.text(cell, where)
                        for at, cell in enumerate(whole)
                    ]
            except NoteError as error:
                yield error
    if found < stretch.size:
        raise changed


def _rows_behind(
    file: BinaryIO, head: Head, start: int
) -> Iterator[tuple[list[bytes] | str, bytes]]:
    """The rows of an open file that stand behind so many bytes; the first line is none."""
    file.seek(start or len(head.mark))
    rows = _unpacked(_rows(file, head.dialect))
    if not start:
        next(rows)
    return rows


def _state(path: Path) -> tuple[int, int]:
    try:
        info = path.stat()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}).") from None
    return info.st_size, info.st_mtime_ns


def _unpacked(
    rows: Iterator[tuple[list[bytes] | str, bytes]],
) -> Iterator[tuple[list[bytes] | str, bytes]]:
    """The rows, and one at fault where a packed file is cut."""
    try:
        yield from rows
    except (OSError, EOFError, zlib.error):
        yield "the file is cut or damaged here, and the rest was not read", b""


def cells_of(path: Path, head: Head, columns: Iterable[Column]) -> Iterator[dict[int, str | None]]:
    """Yields some cells of each row; rows at fault are told when their records are read."""
    with _open(path) as file:
        file.read(len(head.mark))
        for cells, _ in islice(_unpacked(_rows(file, head.dialect)), 1, None):
            if len(cells) == len(head.names) and not isinstance(cells, str):
                with contextlib.suppress(NoteError):
                    yield {c.at: head.dialect.text(cells[c.at], path.name) for c in columns}


def rewrite(record: Record, new: New) -> bytes:
    """Returns the row with other texts and values, and without the columns to drop.

    Raises:
        NoteError: If nobody decided about a column, or it cannot be written.
    """
    check_fields(record, new.fields)
    row: Row = record.original
    raw: Raw = row.raw  # type: ignore[assignment]
    if not (row.texts or row.values or row.plan.blank) or not record.place:
        return raw.written(row, {})
    dialect = raw.dialect
    changed = row.new_cells(
        record, new.texts, new.values, lambda at: dialect.text(raw.cells[at], record.id)
    )
    if len(raw.cells) != len(row.plan.names):
        changed = {}  # a blank line
    cells = {
        at: _empty(raw.cells[at], dialect)
        if text is None
        else dialect.cell(text, raw.cells[at], record.id)
        for at, text in changed.items()
    }
    return raw.written(row, cells)


def _empty(old: bytes, dialect: Dialect) -> bytes:
    return dialect.quote * 2 if dialect.quote and old.startswith(dialect.quote) else b""


def _fields(path: Path) -> Iterator[str]:
    return iter(read_head(path, path.name).names)


def look(path: Path) -> dict[str, Sample]:
    """Returns the columns with values of the first rows, for what proposes decisions."""
    head = read_head(path, path.name)
    columns = [Column(at, name, "keep") for at, name in enumerate(head.names)]
    rows = islice(cells_of(path, head, columns), _LOOKED_AT)
    return samples((tuple(row.values()) for row in rows), head.names)


_NAMES = ("csv", "tsv", "psv", "tab")

FORMAT = Format(
    records=read_records,
    rewrite=rewrite,
    seal=seal,
    suffixes=tuple(f".{name}{packed}" for name in _NAMES for packed in ("", ".gz")),
    fields=_fields,
    look=look,
)
