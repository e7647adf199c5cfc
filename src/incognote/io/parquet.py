"""Parquet: a file, a folder of files, a partitioned one.

Only the columns that somebody decided to replace are ever taken out of Arrow. What is written of a
row are its cells that changed; when the file is complete (`write_table`) the source is read again,
row group by row group, and these cells are laid over it. So whatever stays is as it was: schema,
types, order, nulls, compression, encodings. Statistics are made anew, and so are dictionaries: they
hold what some row says, and no more. Of metadata what tells pandas of its columns stays.
"""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from incognote.core.config import parse_json
from incognote.core.errors import InputError, MissingExtraError, NoteError
from incognote.core.pipeline import OnError
from incognote.io.checks import report
from incognote.io.csv_tables import About
from incognote.io.format import Fields, Format, New, Record, check_fields
from incognote.io.tables import (
    CODES,
    NAME,
    NO_ROOM,
    PARQUET,
    Column,
    Plan,
    Row,
    Sample,
    check_asked,
    check_shown,
    plan,
    samples,
    seal,
)
from incognote.io.unpacking import bytes_left, unpacked
from incognote.replace.structured import Value

_ROWS = 256
"""Read at once, of the columns that are read."""
_AT_ONCE = 1 << 26
"""Bytes, where there is a bound."""
_LOOKED_AT = 1_000


def _arrow() -> Any:
    try:
        import pyarrow
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        raise MissingExtraError("Reading Parquet", "tables") from None
    return pyarrow


def _open(path: Path, where: str) -> Any:
    arrow = _arrow()
    try:
        file = arrow.parquet.ParquetFile(path)
    except (arrow.ArrowException, OSError):
        raise InputError(
            f"{where}: is no Parquet file that can be read: cut, damaged or encrypted."
        ) from None
    check_shown([*file.schema_arrow.names, *partitions(path)], where)
    return file


def kind_of(type: Any) -> str:
    """Returns what may be done with cells of an Arrow type; '' where they can only be kept.

    Either `text`, `date`, `timestamp`, `float`, or `int` with its bits.
    """
    types = _arrow().types
    if types.is_dictionary(type):
        return "text" if kind_of(type.value_type) == "text" else ""
    if types.is_string(type) or types.is_large_string(type) or _is_view(type):
        return "text"
    if types.is_date(type):
        return "date"
    if types.is_timestamp(type):
        return "timestamp"
    if types.is_integer(type):
        return f"int{type.bit_width - types.is_signed_integer(type)}"
    return "float" if types.is_float64(type) else ""


_PERMUTED_BITS = 31
"""Codes of integers have so many bits, or 63 where the integer needs more."""


def plan_of(file: Any, path: Path, fields: Fields, where: str) -> Plan:
    """Returns what becomes of the columns of an open file, those in its folders' names too.

    Raises:
        InputError: As `plan`; or if a type has no room for what is asked for.
    """
    for name in partitions(path):
        if fields.decide(name) not in ("", "keep"):
            raise InputError(
                f"{where}: the column '{name}' stands in the names of its folders and can only be "
                "kept; write it into the table first if it tells of a patient."
            )
    found = plan_of_schema(file.schema_arrow, fields, where)
    loose = fields.undecided(partitions(path))
    if not loose:
        return found
    return Plan(found.names, found.columns, (*found.undecided, *loose), found.dropped)


def plan_of_schema(schema: Any, fields: Fields, where: str) -> Plan:
    """Returns what becomes of the columns of a table in memory; raises as `plan_of`."""
    kinds = {at: kind_of(field.type) for at, field in enumerate(schema)}
    for at, field in enumerate(schema):
        role = fields.decide(field.name)
        small = kinds[at].startswith("int") and int(kinds[at][3:]) < _PERMUTED_BITS
        if role == "text" and kinds[at] != "text":
            raise InputError(f"{where}: the column '{field.name}' holds no text ({field.type}).")
        if role in CODES and small:
            raise InputError(
                f"{where}: codes have no room in the column '{field.name}' ({field.type}); cast "
                "it to int32 or int64, or drop it."
            )
    forms = {"text": "text", "date": "date", "timestamp": "date"}
    return plan(
        schema.names,
        fields,
        where,
        forms={at: forms.get(kind, "integer") for at, kind in kinds.items()},
        only_kept={at: str(schema.field(at).type) for at, kind in kinds.items() if not kind},
    )


def partitions(path: Path) -> list[str]:
    """Returns the names of the columns that stand in the names of a file's folders."""
    names: list[str] = []
    for folder in path.parents:
        name, equals, _ = folder.name.partition("=")
        if not (equals and name):
            break
        names.insert(0, name)
    return names


def read_records(
    path: Path, name: str, *, fields: Fields, on_error: OnError | None = None
) -> Iterator[Record]:
    """Yields the schema and the rows of a file; arguments and errors as `Records`."""
    file = _open(path, name)
    check_asked(file.schema_arrow.names, fields, name)
    return records_of(path, name, file, plan_of(file, path, fields, name), on_error=on_error)


def _rows_at_once(file: Any) -> int:
    """How many rows are read at once; few where they may be large and there is a bound.

    Raises:
        TooMuchError: If the file says itself that it unpacks to more than that.
    """
    if bytes_left() is None:
        return _ROWS
    said = file.metadata
    groups = [said.row_group(i) for i in range(said.num_row_groups)]
    sizes: list[int] = [
        group.column(i).total_uncompressed_size for group in groups for i in range(said.num_columns)
    ]
    unpacked(sum(sizes))
    # A value that a column has once may stand in all of its rows.
    return max(1, min(_ROWS, _AT_ONCE // max(1, *sizes, 1)))


def records_of(
    path: Path,
    name: str,
    file: Any,
    decided: Plan,
    *,
    about: About | None = None,
    on_error: OnError | None = None,
) -> Iterator[Record]:
    """Yields the records of an open file as a plan says; others as `Plan.record`."""
    arrow = _arrow()
    schema = file.schema_arrow
    state = path.stat()
    kinds = {column.at: kind_of(schema.field(column.at).type) for column in decided.columns}
    head = {
        "path": str(path.resolve()),
        "state": [state.st_size, state.st_mtime_ns],
        "dropped": sorted(decided.dropped),
        "blank": sorted(decided.blank),
        "changing": sorted(kinds),
        "whole": not kinds,
    }
    told = tuple(Value(place, "", "drop") for place in _left_out(schema, decided.dropped))
    yield Record(f"{name}:head", (), name, 0, decided.undecided, Row(decided, head), told)
    if not kinds:
        return
    wanted = list(kinds)
    rows = _rows_at_once(file)
    number = 0
    try:
        for batch in file.iter_batches(rows, columns=[schema.names[at] for at in wanted]):
            columns = {
                at: texts_of(batch.column(batch.schema.get_field_index(schema.names[at])), kind)
                for at, kind in kinds.items()
            }
            for i in range(batch.num_rows):
                number += 1
                cells = {at: columns[at][i] for at in wanted}
                raw = {at: (kind, cells[at]) for at, kind in kinds.items()}
                try:
                    record = decided.record(name, number, cells, raw, about)
                except NoteError as error:
                    report(error, on_error)
                else:
                    yield record
    except (arrow.ArrowException, OSError):
        reason = "the file is cut or damaged here, and the rest was not read"
        report(NoteError(f"{name}:{number + 1}", reason), on_error)


def texts_of(column: Any, kind: str) -> list[str | None]:
    """Returns the cells of a column of a kind (`kind_of`) as text; of times the day alone."""
    arrow = _arrow()
    if kind == "timestamp":
        column = column.cast(arrow.timestamp(column.type.unit)).cast(arrow.date32(), safe=False)
    if kind in ("date", "timestamp"):
        return _days_of(column)
    values = column.to_pylist()
    if kind == "text":
        return list(values)
    if kind == "float":
        return [None if v is None or v != v else _plain(v) for v in values]
    return [None if v is None else str(v) for v in values]


def _days_of(column: Any) -> list[str | None]:
    """Days as ISO; one beyond what a calendar has (infinity, as some write it) is unknown."""
    arrow = _arrow()
    days = column.cast(arrow.date32()).cast(arrow.int32()).to_pylist()
    first, last = (day.toordinal() - _EPOCH for day in (datetime.date.min, datetime.date.max))
    return [
        None
        if day is None
        else datetime.date.fromordinal(day + _EPOCH).isoformat()
        if first <= day <= last
        else "unknown"
        for day in days
    ]


_EPOCH = datetime.date(1970, 1, 1).toordinal()


def _plain(number: float) -> str:
    return str(int(number)) if number.is_integer() else repr(number)


def cells_of(path: Path, file: Any, columns: Iterable[Column]) -> Iterator[dict[int, str | None]]:
    """Yields some cells of each row; what cannot be read is told when its records are read."""
    arrow = _arrow()
    columns = list(columns)
    schema = file.schema_arrow
    names = [schema.names[column.at] for column in columns]
    try:
        for batch in file.iter_batches(_ROWS, columns=names):
            found = {
                column.at: texts_of(batch.column(i), kind_of(batch.schema.field(i).type))
                for name, column in zip(names, columns, strict=True)
                for i in (batch.schema.get_field_index(name),)
            }
            for row in range(batch.num_rows):
                yield {at: cells[row] for at, cells in found.items()}
    except (arrow.ArrowException, OSError):
        return


def rewrite(record: Record, new: New) -> bytes:
    """Returns a line of JSON with the row's number and its cells that change.

    Raises:
        NoteError: If nobody decided about a column, or a value has no room in its column.
    """
    check_fields(record, new.fields)
    row: Row = record.original
    raw: Any = row.raw
    if not record.place:
        return PARQUET + json.dumps(raw).encode() + b"\n"
    cells = row.new_cells(record, new.texts, new.values, lambda at: raw[at][1])
    changed = []
    for at, text in cells.items():
        if at not in raw:
            continue
        kind, old = raw[at]
        cell = None if text is None else _fitting(text, kind, old, record.id)
        if cell is None and text and row.plan.has_codes(at):
            raise NoteError(record.id, f"the code of '{row.plan.names[at]}' {NO_ROOM}")
        changed.append((at, cell))
    return json.dumps([record.place, changed]).encode() + b"\n"


def _fitting(text: str, kind: str, old: str, id: str) -> str | int | None:
    """What stands in the column of a kind; None for what cannot."""
    if kind == "text":
        return text
    if kind in ("date", "timestamp"):
        try:
            return (_day(text) - _day(old)).days if len(text) >= 10 else None
        except ValueError:
            return None
    room = 1 << (53 if kind == "float" else int(kind[3:]))
    try:
        number = int(text)
    except ValueError:
        return None
    if not -room <= number < room:
        raise NoteError(id, f"a value that replaces another {NO_ROOM}")
    return number


def _day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text[:10])


# Writing ----------------------------------------------------------------------------------------


def write_table(head: bytes, pieces: Iterable[bytes], path: Path) -> None:
    """Writes a file with the rows of its source that have a piece, each with its changes.

    Raises:
        OSError: If the source changed since, or the file cannot be written.
    """
    arrow = _arrow()
    told = parse_json(head)
    source = Path(told["path"])
    state = source.stat()
    if [state.st_size, state.st_mtime_ns] != told["state"]:
        raise OSError(5, "its source changed meanwhile; run again when it is at rest")
    rows = map(parse_json, pieces)
    try:
        with arrow.parquet.ParquetFile(source) as file, path.open("xb") as out:
            _write(file, told, rows, out)
    except arrow.ArrowException as error:
        raise OSError(5, f"Arrow: {type(error).__name__}") from None


def _write(file: Any, told: Mapping[str, Any], rows: Iterator[Any], out: Any) -> None:
    arrow = _arrow()
    schema = file.schema_arrow
    changing = {*told["changing"], *told["blank"]}
    for at in sorted(changing):
        schema = schema.set(at, schema.field(at).with_nullable(True))
    left = [at for at in range(len(schema)) if at not in {*told["dropped"]}]
    fields = [bare(schema.field(at)) for at in left]
    kept = arrow.schema(fields, _metadata(fields, schema.metadata or {}))
    with arrow.parquet.ParquetWriter(out, kept, **_as_written(file, left)) as writer:
        begin = 0
        row = next(rows, None)
        for group in range(file.num_row_groups):
            table = _without_views(file.read_row_group(group))
            size = table.num_rows
            stay: list[int] = []
            changes: dict[int, tuple[list[int], list[Any]]] = {at: ([], []) for at in changing}
            while row is not None and row[0] <= begin + size:
                for at, new in row[1]:
                    changes[at][0].append(len(stay))
                    changes[at][1].append(new)
                stay.append(row[0] - 1 - begin)
                row = next(rows, None)
            begin += size
            if not told["whole"] and len(stay) < size:
                table = table.take(arrow.array(stay, arrow.int64()))
            columns = [
                arrow.nulls(table.num_rows, field.type)
                if at in told["blank"]
                else laid_over(table.column(at), field, *changes.get(at, ([], [])))
                for at, field in zip(left, fields, strict=True)
            ]
            table = arrow.Table.from_arrays(columns, schema=kept)
            writer.write_table(table, row_group_size=max(1, table.num_rows))


def _without_views(table: Any) -> Any:
    """The table with its views of text, as polars writes them, as text: Arrow takes no views."""
    arrow = _arrow()
    for at, field in enumerate(table.schema):
        if _is_view(field.type):
            plain = table.column(at).cast(arrow.large_string())
            table = table.set_column(at, field.with_type(plain.type), plain)
    return table


def _is_view(type: Any) -> bool:
    return str(type) == "string_view"


def laid_over(column: Any, field: Any, places: list[int], new: list[Any]) -> Any:
    """Returns a column with new cells at some places; of dates days that are added to old ones."""
    arrow = _arrow()
    type = field.type
    # Made anew even where no cell changes: a dictionary may hold what no cell of it says.
    plain = column.cast(bare(field, decoded=True).type)
    if not places:
        return _encoded(plain, column, type)
    at = arrow.array(places, arrow.int64())
    if arrow.types.is_temporal(type):
        size = arrow.int32() if arrow.types.is_date32(type) else arrow.int64()
        unit = 1 if arrow.types.is_date32(type) else _PER_DAY[getattr(type, "unit", "ms")]
        old = plain.take(at).cast(size)
        days = arrow.array([None if n is None else n * unit for n in new], size)
        cells = arrow.compute.add(old, days).cast(type)
    else:
        cells = arrow.array(new, plain.type)
    mask = [False] * len(plain)
    for place in places:
        mask[place] = True
    # By index, since a column of text may be too long for one array.
    order = arrow.array(_order(mask, len(plain)), arrow.int64())
    joined = arrow.chunked_array([*plain.chunks, *_chunks(cells)], plain.type)
    return _encoded(joined.take(order), column, type)


def _encoded(plain: Any, column: Any, type: Any) -> Any:
    """Cells in their type: a dictionary has what they say, in the order of the old one."""
    arrow = _arrow()
    if not arrow.types.is_dictionary(type):
        return plain.cast(type)
    said = plain.unique().drop_null()
    order = arrow.chunked_array([*(c.dictionary for c in column.chunks), said], type.value_type)
    order = order.unique().filter(arrow.compute.is_in(order.unique(), value_set=said))
    at = arrow.compute.index_in(plain, value_set=order).cast(type.index_type)
    made = (arrow.DictionaryArray.from_arrays(c, order, ordered=type.ordered) for c in at.chunks)
    return arrow.chunked_array(made, type)


def _order(mask: list[bool], size: int) -> list[int]:
    taken = iter(range(size, 2 * size))
    return [next(taken) if new else i for i, new in enumerate(mask)]


def _chunks(cells: Any) -> list[Any]:
    return list(getattr(cells, "chunks", [cells]))


_PER_DAY = {"s": 86_400, "ms": 86_400_000, "us": 86_400_000_000, "ns": 86_400_000_000_000}


# What a schema says besides ---------------------------------------------------------------------

_EXTENSIONS = ("arrow.bool8", "arrow.json", "arrow.uuid")
"""Types that say no more than their names; another is written as what it is stored as."""
_IDS = b"PARQUET:field_id"
_LETTERS = re.compile(r"[^\W\d]+|\d{4,}")
_WORDS = frozenset(
    _LETTERS.findall(
        "unicode string str bytes object mixed empty bool boolean int integer uint Int UInt float "
        "Float floating decimal complex double date datetime datetimetz time timedelta timestamp "
        "category categorical period interval list large_string item values indices ordered UTC "
        "UTF range dictionary struct map tz s ms us ns pyarrow python numpy fastparquet left both"
    )
)
"""Of what pandas calls its types."""
_DESCRIBES = frozenset(
    _LETTERS.findall(
        "index_columns column_indexes columns creator pandas_version kind name encoding "
        "field_name pandas_type numpy_type metadata num_categories ordered precision scale "
        "timezone unit library version"
    )
)
"""What pandas' description of columns holds."""


def bare(field: Any, *, decoded: bool = False) -> Any:
    """Returns a field without metadata at any depth; `decoded`: nor dictionaries and views."""
    arrow = _arrow()
    types, type = arrow.types, field.type
    if isinstance(type, arrow.BaseExtensionType) and type.extension_name not in _EXTENSIONS:
        return bare(field.with_type(type.storage_type), decoded=decoded)
    inner = [bare(type.field(i), decoded=decoded) for i in range(type.num_fields)]
    if types.is_dictionary(type):
        type = type.value_type if decoded else type
    elif decoded and _is_view(type):
        type = arrow.large_string()
    elif types.is_struct(type):
        type = arrow.struct(inner)
    elif types.is_map(type):
        key, item = (bare(each, decoded=decoded) for each in (type.key_field, type.item_field))
        type = arrow.map_(key, item, type.keys_sorted)
    elif types.is_fixed_size_list(type):
        type = arrow.list_(inner[0], type.list_size)
    elif types.is_large_list(type):
        type = arrow.large_list(inner[0])
    elif inner:
        type = arrow.list_(inner[0])
    number = (field.metadata or {}).get(_IDS, b"")
    known = {_IDS: number} if number.isdigit() else None
    return arrow.field(field.name, type, field.nullable, known)


def _metadata(fields: Sequence[Any], told: Mapping[bytes, bytes]) -> dict[bytes, bytes] | None:
    """How pandas describes the columns that are left; all else may tell of anybody."""
    names = {field.name for field in fields}
    words = _WORDS.union(*(_LETTERS.findall(str(field.type)) for field in fields))

    def known(said: Any) -> Any:
        if isinstance(said, dict):
            return {key: known(value) for key, value in said.items() if key in _DESCRIBES}
        if isinstance(said, list):
            return [known(each) for each in said]
        if (
            isinstance(said, str)
            and said not in names
            and not words.issuperset(_LETTERS.findall(said))
        ):
            return None
        return said

    pandas = known(_pandas(told))
    if not pandas:
        return None
    pandas["columns"] = [row for row in pandas.get("columns", ()) if _name(row) in names]
    # A range goes: of record numbers that follow each other pandas makes one, too.
    rows = pandas.get("index_columns", ())
    pandas["index_columns"] = [row for row in rows if isinstance(row, str) and row in names]
    return {b"pandas": json.dumps(pandas).encode()}


def _name(row: Any) -> Any:
    return (row.get("field_name") or row.get("name")) if isinstance(row, dict) else None


def _pandas(told: Mapping[bytes, bytes] | None) -> dict[str, Any]:
    """What pandas says; nothing where nobody knows what stands in its place."""
    try:
        said = parse_json((told or {}).get(b"pandas", b"{}"))
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _left_out(schema: Any, dropped: Container[int]) -> Iterator[str]:
    """The places of what a schema says that nobody decided about."""
    told = schema.metadata or {}
    for number, key in enumerate(told, start=1):
        if key != b"pandas" or not _pandas(told):
            name = key.decode(errors="replace")
            yield f"metadata {name if NAME.fullmatch(name) else number}"
    if _pandas(told).get("attributes"):
        yield "metadata pandas.attributes"
    ranges = [row for row in _pandas(told).get("index_columns", ()) if isinstance(row, dict)]
    if any(row.get("name") is not None or row.get("start") for row in ranges):
        yield "metadata pandas.index_columns"
    for at, field in enumerate(schema):
        if at not in dropped and not field.equals(bare(field), check_metadata=True):
            yield f"metadata of {field.name}"


def _as_written(file: Any, left: list[int]) -> dict[str, Any]:
    """How the source was written: version, compression, dictionaries, for its columns left."""
    meta = file.metadata
    version = meta.format_version if meta.format_version in ("1.0", "2.4", "2.6") else "2.6"
    names = {file.schema_arrow.names[at] for at in left}
    compression: dict[str, str] = {}
    encoded: list[str] = []
    int96 = False
    for i in range(meta.num_columns if meta.num_row_groups else 0):
        column = meta.row_group(0).column(i)
        path = column.path_in_schema
        if path.split(".")[0] not in names and path not in names:
            continue
        compression[path] = column.compression if column.compression != "UNCOMPRESSED" else "NONE"
        if any("DICTIONARY" in encoding for encoding in column.encodings):
            encoded.append(path)
        int96 = int96 or column.physical_type == "INT96"
    return {
        "version": version,
        "compression": compression or "NONE",
        "use_dictionary": encoded or False,
        "use_deprecated_int96_timestamps": int96,
        "store_schema": b"ARROW:schema" in (meta.metadata or {}),
    }


def _fields(path: Path) -> Iterator[str]:
    return iter([*_open(path, path.name).schema_arrow.names, *partitions(path)])


def look(path: Path) -> dict[str, Sample]:
    """Returns the columns with values of the first rows, for what proposes decisions."""
    file = _open(path, path.name)
    schema = file.schema_arrow
    rows = (
        [None if cell is None else str(cell) for cell in row]
        for batch in file.iter_batches(100)
        for row in zip(*(column.to_pylist() for column in batch.columns), strict=True)
    )
    found = samples(islice(rows, _LOOKED_AT), schema.names, [_shown(f.type) for f in schema])
    folder = path.parent
    for name in reversed(partitions(path)):
        found[name] = Sample("folder", [folder.name.partition("=")[2]])
        folder = folder.parent
    return found


def _shown(type: Any) -> str:
    """What a type is for a proposal (`tables.KINDS`)."""
    kind = kind_of(type)
    if kind.startswith("int"):
        return "number" if int(kind[3:]) >= _PERMUTED_BITS else "small"
    if not kind:
        types = _arrow().types
        whole = types.is_nested(type) or types.is_binary(type) or types.is_large_binary(type)
        return "nested" if whole or types.is_fixed_size_binary(type) else "fixed"
    return {"timestamp": "date", "float": "number"}.get(kind, kind)


FORMAT = Format(
    records=read_records,
    rewrite=rewrite,
    seal=seal,
    suffixes=(".parquet", ".pq"),
    fields=_fields,
    look=look,
)
