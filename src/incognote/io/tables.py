"""Tables: what becomes of each column, whatever kind of file holds the rows.

A `Plan` is made once for a table of its columns and what was decided about them. It makes a record
of each row: cells of notes are its texts; cells to code, to move or of a type are its values; what
tells of the patient is searched in the row's notes as well. Cells that are kept are never decoded.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from incognote.core.document import Document
from incognote.core.errors import InputError, NoteError
from incognote.core.known import NAME_PARTS, Known, name_of, named
from incognote.core.labels import get_label
from incognote.io.column_names import BIRTH, FAMILY, GIVEN, RELATIVE, words_of
from incognote.io.files import encode
from incognote.io.format import NO_FIELDS, ROLES, Fields, Record
from incognote.replace.structured import TIME, Value

NO_NAMES = frozenset(("\\N", "<NA>", "NaN", "nan"))
NULLS = NO_NAMES | {"NULL", "null", "None", "NA", "N/A"}
"""How tables write that there is nothing, where that is no blank cell. Null and Na are surnames."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column that is not only kept."""

    at: int
    name: str
    role: str
    """One of `ROLES` or a type."""
    form: str = "text"
    """As `Value.form` for what has a type: `text` where any text may stand in its cells; of what is
    kept one of `KEPT`; of texts `concept` where they are those of one."""
    part: str = ""
    """As `Value.part`."""

    @property
    def is_value(self) -> bool:
        """Whether its cells become values."""
        return self.role not in ("text", "id", "keep", "drop", "")


@dataclass(frozen=True, slots=True)
class Plan:
    """What becomes of the columns of a table; picklable, one for all rows."""

    names: tuple[str, ...]
    columns: tuple[Column, ...]
    """Those whose cells are read."""
    undecided: tuple[str, ...] = ()
    dropped: frozenset[int] = frozenset()
    blank: frozenset[int] = frozenset()
    """Columns whose cells are left out while the column stays."""
    prefix: str = ""
    """Of the names of places: a table's within a folder of tables."""
    concepts: int = -1
    """A column of numbers of concepts: where it has one of the public vocabularies (up to two
    thousand million), the texts of its row whose form is `concept` are theirs, and stay."""

    @property
    def changes(self) -> bool:
        """Whether any cell may change."""
        return bool(self.columns or self.blank)

    def has_codes(self, at: int) -> bool:
        """Whether the cells of a column become codes."""
        return any(column.at == at and column.role in CODES for column in self.columns)

    def record(
        self,
        file: str,
        number: int,
        cells: Mapping[int, str | None] | Sequence[str | None],
        original: object,
        about: Callable[[Mapping[str, str]], tuple[str, Known | None]] | None = None,
    ) -> Record:
        """Returns the record of a row; `original` stands in it as `Row.raw`.

        Args:
            file: Where it is written to.
            number: Of the row, from 1.
            cells: By column, those of `columns`; None is null.
            original: What a rewriter needs.
            about: From the row's cells by name to its patient and what is known of that one, where
                other tables say so.

        Raises:
            NoteError: If the row has no id where a column gives ids.
        """
        id = f"{file}:{number}"
        texts: list[tuple[Column, str]] = []
        values: list[Value] = []
        places: list[Column] = []
        kept: list[tuple[Column, str]] = []
        told: list[tuple[Column, str, str]] = []
        patient = date = ""
        parts: dict[str, tuple[Column, str]] = {}
        for column in self.columns:
            cell = cells[column.at]
            if cell is None or is_null(cell, column.role):
                if column.role == "id":
                    raise NoteError(id, f"has no id in '{column.name}'; give each row one")
                continue
            if column.role == "text":
                texts.append((column, cell))
                continue
            if column.role == "keep":
                if not KEPT[column.form].fullmatch(cell.strip()):
                    values.append(Value(self.prefix + column.name, "cell", "drop"))
                    places.append(column)
                else:
                    kept.append((column, cell))
                continue
            if column.form in PARTS:
                parts[column.form] = column, cell
                continue
            if column.role == "id":
                id = cell.strip()
                continue
            inner, form = inner_of(cell, column)
            if column.role == "patient":
                patient = inner
                told.append((column, "MRN", inner))
            elif column.role == "date":
                date = inner[:10]
            elif column.role not in ROLES:
                told.append((column, column.role, inner))
            what = _WHAT.get(column.role, column.role)
            values.append(Value(self.prefix + column.name, inner, what, form, part=column.part))
            places.append(column)
        if self.concepts >= 0 and _PUBLIC.fullmatch((cells[self.concepts] or "").strip()):
            texts = [each for each in texts if each[0].form != "concept"]
        if day := _day_of(parts):
            for column, _ in parts.values():
                values.append(Value(self.prefix + column.name, day, column.role, "date"))
                places.append(column)
        known = known_of(told)
        if about is not None:
            said = {self.names[i]: text for i, text in _items(cells) if text is not None}
            of_others, more = about(said)
            patient = of_others or patient
            known = known.united(more) if known and more else more or known
        numbers = {_plain(number) for number in known.record_numbers} if known and kept else ()
        for column, cell in kept:
            if _plain(cell) in numbers:
                values.append(Value(self.prefix + column.name, "cell", "drop"))
                places.append(column)
        several = sum(column.role == "text" for column in self.columns) > 1
        meta = {k: v for k, v in (("patient", patient), ("date", date)) if v}
        docs = []
        for column, text in texts:
            name = f"{id}/{column.name}" if several else id
            encode(text, name)
            docs.append(Document(name, text, meta=meta, known=known if meta or known else None))
        row = Row(self, original, tuple(column.at for column, _ in texts), tuple(places))
        return Record(
            *(id, tuple(docs), file, number, self.undecided, row, tuple(values)),
            owner=patient,
            known=known,
        )


KEPT = {
    "number": re.compile(r"[+-]?(?:\d{1,15}(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?"),
    "offset": re.compile(r"\d{1,7}(?:[-:,]\d{1,7})?"),
    "time": re.compile(r"\d\d?:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?[AaPp][Mm])?"),
    "day": re.compile(rf"[12]\d{{3}}-?\d\d-?\d\d(?:{TIME})?"),
    "flag": re.compile(r"[01YN]|true|false", re.IGNORECASE),
    "letter": re.compile(r"[A-Za-z]"),
    "key": re.compile(r"(?!.*\d{3})\w[\w ./()&+:-]{0,29}", re.ASCII),
    "version": re.compile(r"v?\d+(?:\.\d+){0,3}(?: \d\d-[a-z]{3}-\d\d)?", re.IGNORECASE),
    "domain": re.compile(
        r"condition|cost|death|device|drug|measurement|note|observation|payer|procedure|provider"
        r"|specimen|visit|visit detail",
        re.IGNORECASE,
    ),
}
"""Forms of columns that are kept, and what their cells must be: all else is left out."""
_PUBLIC = re.compile(r"0*(?:1?\d{1,9}|20{9})(?:\.0+)?")


def _plain(number: str) -> str:
    """A number without what a column of numbers adds to it, or takes from it."""
    return re.sub(r"^[+-]?0*|\.0*$", "", number.strip())


PARTS = {"year": slice(0, 4), "month": slice(5, 7), "day": slice(8, 10)}
"""Forms of columns that hold a part of one date, and where that stands in ISO."""


def _day_of(parts: Mapping[str, tuple[Column, str]]) -> str:
    """A date whose parts stand in columns of their own; a wrong part ends it, '' without a year."""
    day = ""
    for part in PARTS:
        plain = parts[part][1].strip().removesuffix(".0") if part in parts else ""
        if not re.fullmatch(r"\d{4}" if part == "year" else r"\d{1,2}", plain):
            break
        day += f"-{plain:0>2}" if day else plain
    return day or ("unknown" if parts else "")


_WHAT = {"patient": "code", "date": "shift"}
CODES = ("code", "patient")
"""Roles of columns whose cells become codes."""
NO_ROOM = "has no room in the type of its column; cast that to text"


def _items(
    cells: Mapping[int, str | None] | Sequence[str | None],
) -> Iterable[tuple[int, str | None]]:
    return cells.items() if isinstance(cells, Mapping) else enumerate(cells)


@dataclass(frozen=True, slots=True)
class Row:
    """`Record.original` of a row."""

    plan: Plan
    raw: object = field(repr=False)
    texts: tuple[int, ...] = ()
    """The columns of the record's texts, in order,"""
    values: tuple[Column, ...] = ()
    """and of its values."""

    def new_cells(
        self,
        record: Record,
        texts: Sequence[str],
        values: Sequence[str | None],
        cell: Callable[[int], str | None],
    ) -> dict[int, str | None]:
        """Returns by column what stands in the cells that change; None: nothing.

        Args:
            record: The row's.
            texts: New ones,
            values: and new ones of these.
            cell: From a column to what stood there.
        """
        new: dict[int, str | None] = dict.fromkeys(self.plan.blank)
        for at, doc, text in zip(self.texts, record.texts, texts, strict=True):
            if text != doc.text:
                new[at] = text
        for column, old, value in zip(self.values, record.values, values, strict=True):
            if value != old.text:
                new[column.at] = (
                    None if value is None else outer_of(cell(column.at) or "", column, value)
                ) or None
        return new


def plan(
    names: Sequence[str],
    fields: Fields,
    where: str,
    *,
    forms: Mapping[int, str] | None = None,
    only_kept: Mapping[int, str] | None = None,
) -> Plan:
    """Returns what becomes of the columns of a table.

    Args:
        names: Of all its columns.
        fields: What was decided.
        where: The file, for messages.
        forms: As `Column.form`, by column.
        only_kept: Columns whose cells cannot be replaced, with their types.

    Raises:
        InputError: If nothing was decided at all, two columns have one name, something was
            decided about a column that cannot be done with it, or as `check_shown`.
        ConfigError: As `Fields.undecided`.
    """
    check_shown(names, where)
    if len({*names}) < len(names):
        twice = next(name for name in names if list(names).count(name) > 1)
        raise InputError(f"{where}: two columns are called '{twice}'; rename one of them.")
    roles = [fields.decide(name) for name in names]
    columns = []
    for at, (name, role) in enumerate(zip(names, roles, strict=True)):
        if role in ("", "keep", "drop"):
            continue
        if only_kept and at in only_kept:
            raise InputError(
                f"{where}: the column '{name}' can only be kept or dropped, by its type "
                f"({only_kept[at]}); cast it, to text or int64 say, where it is to be: {role}."
            )
        form = (forms or {}).get(at, "text")
        if role in CODES and form == "date":
            raise InputError(
                f"{where}: the column '{name}' holds dates, in which codes have no room: cast it "
                f"to text where it is to be: {role}."
            )
        columns.append(Column(at, name, role, form, _part(name, names)))
    for role in ("id", "patient", "date"):
        if roles.count(role) > 1:
            raise InputError(f"{where}: several columns are given as --{role}; give one.")
    dropped = frozenset(at for at, role in enumerate(roles) if role == "drop")
    return Plan(tuple(names), tuple(columns), tuple(fields.undecided(names)), dropped)


def check_asked(names: Sequence[str], fields: Fields, where: str) -> None:
    """Refuses to read a table of which nobody said anything.

    Raises:
        InputError: With the names of its columns.
    """
    if fields == NO_FIELDS:
        raise InputError(
            f"{where}: say with --text which of its columns hold notes: {', '.join(names)}."
        )


def is_null(cell: str, role: str = "text") -> bool:
    """Returns whether a cell of such a column says that there is nothing."""
    plain = cell.strip()
    if not plain:
        return True
    if role in ("text", "id"):
        return role == "text" and plain in NO_NAMES
    name = role not in ROLES and get_label(role).category == "NAME"
    return plain in (NO_NAMES if name else NULLS)


_INTEGER = re.compile(r"(-?(?:0|[1-9][0-9]*))(\.0+)?")
ISO_DAY = re.compile(
    rf"([12]\d{{3}})([-/.]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])((?:{TIME})?)", re.ASCII
)
"""A day as ISO says it, however year, month and day are divided, and a time behind it."""
DAYS = ("shift", "date", "DATE")
"""Roles of columns of dates."""
_YEAR = re.compile(r"[12]\d{3}(-\d\d)?")
_NO_DAY = re.compile(rf"{_YEAR.pattern}|\[.*\]")
"""What cannot stand in a column of days: a year alone, a tag."""


def inner_of(cell: str, column: Column) -> tuple[str, str]:
    """Returns what of a cell is to be replaced, in the form that `Value` takes, and that form.

    Blanks around it stay, and so does the `.0` of an integer in a column of numbers; a date is ISO
    however its year, month and day are divided.
    """
    plain = cell.strip()
    if column.role in CODES:
        found = _INTEGER.fullmatch(plain)
        return (found[1], "integer") if found else (plain, "token")
    if column.role in DAYS:
        found = ISO_DAY.fullmatch(plain)
        if found:
            return f"{found[1]}-{found[3]}-{found[4]}{found[5]}", "date"
        return plain, "date" if _YEAR.fullmatch(plain) else "text"
    return plain, column.form


def outer_of(cell: str, column: Column, new: str) -> str:
    """Returns a cell with another value in it: the reverse of `inner_of`."""
    plain = cell.strip()
    if column.form in PARTS:
        new = new[PARTS[column.form]].lstrip("0")
    elif column.role in CODES:
        found = _INTEGER.fullmatch(plain)
        new += (found[2] or "") if found else ""
    elif column.role in DAYS:
        found, moved = ISO_DAY.fullmatch(plain), ISO_DAY.fullmatch(new)
        if found and moved:
            new = found[2].join(moved.group(1, 3, 4)) + moved[5]
        elif column.form == "date" and _NO_DAY.fullmatch(new):
            return ""
    return cell.replace(plain, new, 1) if plain else new


# What a row tells of its patient -----------------------------------------------------------------

_ADDRESS = ("STREET", "CITY", "STATE", "ZIP")
_NUMBERS = ("MRN", "SSN", "HEALTHPLAN", "ACCOUNT", "IDNUM", "LICENSE")


def _part(name: str, names: Iterable[str]) -> str:
    """Which part of a name a column holds, by its own; a lone `nombre` may hold a whole one."""
    if FAMILY.search(words_of(name)):
        return "family"
    is_given = GIVEN.search(words_of(name)) and any(FAMILY.search(words_of(n)) for n in names)
    return "given" if is_given else ""


def known_of(told: Iterable[tuple[Column, str, str]]) -> Known | None:
    """Returns what cells with a type say of their row's patient; None where that is nothing.

    Args:
        told: Of each the column, its type and what stands there.
    """
    own: dict[str, list[str]] = {part: [] for part in NAME_PARTS}
    found: dict[str, list[str]] = {}
    address: dict[str, list[str]] = {}
    for column, type, text in told:
        if type in ("PATIENT", "DOCTOR"):
            kind = "relatives" if RELATIVE.search(words_of(column.name)) else "names"
            kind = "providers" if type == "DOCTOR" else kind
            if column.part and kind == "names":
                own[column.part].append(text)
            else:
                found.setdefault(kind, []).append(named(text, column.part))
        elif type == "DATE":
            if BIRTH.search(words_of(column.name)) and ISO_DAY.fullmatch(text):
                found.setdefault("birth_date", []).append(text[:10])
        elif type in _ADDRESS:
            address.setdefault(type, []).append(text)
        elif type in _KNOWN:
            found.setdefault(_KNOWN[type], []).append(text)
    if any(own.values()):
        found.setdefault("names", []).append(name_of(*map(" ".join, own.values())))
    if "STREET" in address or "CITY" in address:
        rest = (text for type in _ADDRESS[1:] for text in address.get(type, ()))
        found["addresses"] = [", ".join((*address.get("STREET", [""]), *rest))]
    elif "ZIP" in address:
        found["addresses"] = address["ZIP"]
    return Known(**{key: tuple(values) for key, values in found.items()}) if found else None


_KNOWN = {
    "PHONE": "phones",
    "FAX": "phones",
    "EMAIL": "emails",
    **dict.fromkeys(_NUMBERS, "record_numbers"),
}


# Names of columns --------------------------------------------------------------------------------

_TELLS = re.compile(r"\d{5}|\d[-/.]\d{1,2}[-/.]\d\d|\d{3}\W{1,2}\d{4}")
"""What no name may hold that is shown: a day, a long number, also in groups."""
NAME = re.compile(rf"(?!.*(?:{_TELLS.pattern}))[^\W\d][^\r\n\t@=\"]{{0,63}}")
"""What a first line may call a column."""


def check_shown(names: Iterable[str], where: str) -> None:
    """Refuses columns or fields that are named as no one would who did not mean somebody.

    Raises:
        InputError: If a name holds a date or a long number: it would be shown, and stay.
    """
    for at, name in enumerate(names, start=1):
        if _TELLS.search(name):
            raise InputError(
                f"{where}: the name of column {at} holds a date or a long number, and names of "
                "columns stay and are shown; give it another."
            )


def check_names(names: Sequence[str], where: str) -> tuple[str, ...]:
    """Returns the names of a first line's columns, one without any by its number.

    Raises:
        InputError: If they do not look like names: they would be shown, and hold patients.
    """
    given = [name.strip() or f"column {at}" for at, name in enumerate(names, start=1)]
    for at, name in enumerate(given, start=1):
        if not NAME.fullmatch(name):
            raise InputError(
                f"{where}: the first line does not name the columns (see column {at}): put a line "
                "above it with a name for each, of letters first, at most 64 characters, without "
                "a date or long number; cells are divided by , ; | or tab."
            )
    return tuple(given)


# Writing -----------------------------------------------------------------------------------------

PARQUET = b"PAR1"
"""How the first piece of a Parquet file begins;"""
GZIP = b"\x1f\x8b"
"""that of a file that is to be compressed."""


def seal(pieces: Iterable[bytes], path: Path) -> None:
    """Writes the pieces of a table, of which the first says of which kind it is, to a new file.

    Raises:
        OSError: If it cannot be written.
    """
    rest = iter(pieces)
    first = next(rest, b"")
    if first.startswith(PARQUET):
        from incognote.io.parquet import write_table

        write_table(first.removeprefix(PARQUET), rest, path)
        return
    with path.open("xb") as file:
        if not first.startswith(GZIP):
            file.writelines(chain([first], rest))
            return
        # No name and no time in its head: the same rows give the same bytes.
        with gzip.GzipFile("", "wb", fileobj=file, compresslevel=6, mtime=0) as packed:
            packed.writelines(chain([first.removeprefix(GZIP)], rest))


KINDS = ("text", "number", "date", "mixed", "small", "fixed", "nested", "folder", "table")
"""What the cells of a column are, and so what can become of it (`io/columns.py`); those behind
decide where a column is of several: numbers without room for codes, what can only be kept or
dropped, lists and objects, what stands in the names of folders, a table in place of a column."""


@dataclass(slots=True)
class Sample:
    """Some values of a column, those that are not blank."""

    kind: str = ""
    """One of `KINDS`; '' for no value yet."""
    values: list[str] = field(default_factory=list, repr=False)

    def add(self, kind: str, values: Iterable[str]) -> None:
        """Takes in more of its values."""
        if self.kind and kind not in ("", self.kind):
            kind = max("mixed", self.kind, kind, key=KINDS.index)
        self.kind = kind or self.kind
        self.values.extend(value for value in values if value.strip())


def samples(
    rows: Iterable[Sequence[str | None]], names: Sequence[str], kinds: Sequence[str] = ()
) -> dict[str, Sample]:
    """Returns by column the values of some rows.

    Args:
        rows: Their cells; None is null.
        names: Of the columns,
        kinds: and what they are; text, unless given.
    """
    told = kinds or ["text"] * len(names)
    found = {name: Sample(kind) for name, kind in zip(names, told, strict=True)}
    for row in rows:
        for name, cell in zip(names, row, strict=False):
            found[name].add(found[name].kind, () if cell is None else (cell,))
    return found
