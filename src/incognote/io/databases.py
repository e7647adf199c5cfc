"""Databases: the rows of a table or query in, a new table out, through SQLAlchemy.

A row is a record as a line of JSON is (`io/jsonl.py`): its line holds the cells that are to be
replaced, and nothing else of it leaves the process that reads. All of SQLAlchemy's errors quote
statements and values, so none of their messages is ever shown.
"""

from __future__ import annotations

import datetime
import decimal
import json
import math
import os
import shlex
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from incognote.core.config import parse_json
from incognote.core.errors import ConfigError, InputError, MissingExtraError, NoteError, OutputError
from incognote.core.pipeline import OnError
from incognote.io.checks import report
from incognote.io.format import Fields, Record
from incognote.io.tables import (
    DAYS,
    NO_ROOM,
    Plan,
    Sample,
    check_asked,
    check_shown,
    plan,
    samples,
)

ENV = "env:"
"""In place of a URL: the name of the environment variable that holds it."""
FORMAT = "jsonl"
"""The format that rewrites a row's line."""
_ROWS = 256
"""Read and written at once."""
_LOOKED_AT = 1_000
_SNAPSHOT = ("postgresql", "mysql", "mariadb")
_TRANSACTIONAL = ("postgresql", "sqlite", "mssql")
"""Databases that take back a new table with all else of a transaction; the others get a draft."""
DRAFT = "_incognote_part"


def is_url(given: str) -> bool:
    """Returns whether a source is a database: a URL of SQLAlchemy's, or `env:NAME`."""
    return "://" in given or given.startswith(ENV)


def _alchemy() -> Any:
    try:
        import sqlalchemy
    except ImportError:
        raise MissingExtraError("Reading databases", "databases") from None
    return sqlalchemy


class Line(str):
    """JSON of the cells to be replaced; where it was read, the whole row is with it."""

    __slots__ = ("row",)
    row: tuple[Any, ...]

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """Leaves the row behind: a worker needs no more of it, nor could take all types."""
        return str, (str(self),)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table or query."""

    name: str
    type: Any
    """SQLAlchemy's; None where SQLAlchemy knows none."""
    declared: str
    """As the database writes it."""
    nullable: bool
    is_key: bool

    @property
    def form(self) -> str:
        """What may stand in its cells, as `Value.form`; '' where they can only be kept."""
        types = _alchemy().types
        if self.type is None or isinstance(self.type, types.String):
            return "" if isinstance(self.type, types.Enum) else "text"
        if isinstance(self.type, types.Date | types.DateTime):
            return "date"
        return "integer" if isinstance(self.type, types.Integer | types.Numeric) else ""


class Database:
    """A database that is read or written.

    Args:
        given: A URL, or `env:NAME`.

    Raises:
        ConfigError: If it is no URL, its variable is not set, or its driver is not installed.
        MissingExtraError: If SQLAlchemy is not.
    """

    def __init__(self, given: str) -> None:
        alchemy = _alchemy()
        url = given
        if given.startswith(ENV):
            name = given.removeprefix(ENV)
            url = os.environ.get(name, "")
            if not url:
                raise ConfigError(f"The environment variable {name} is not set; it holds the URL.")
        try:
            self.url = alchemy.make_url(url)
            self.name = self.url.get_backend_name()
            self.engine = alchemy.create_engine(
                self.url, hide_parameters=True, poolclass=alchemy.pool.NullPool
            )
        except alchemy.exc.NoSuchModuleError:
            raise ConfigError(
                "The URL names a kind of database that SQLAlchemy does not know; install its "
                "dialect."
            ) from None
        except ImportError as error:
            raise ConfigError(
                f"The driver that the URL names is not installed: pip install {error.name}."
            ) from None
        except (alchemy.exc.ArgumentError, ValueError):
            raise ConfigError(
                "The URL is none that SQLAlchemy reads: dialect+driver://user@host/database."
            ) from None
        if self.name == "sqlite":
            if self.url.database and not Path(self.url.database).is_file():
                raise InputError("The file of the SQLite database does not exist.")
            # Python's sqlite3 begins no transaction before a CREATE TABLE.
            alchemy.event.listen(self.engine, "connect", _no_begin_of_its_own)
            alchemy.event.listen(self.engine, "begin", _begin)

    def is_same_file(self, other: Database) -> bool:
        """Returns whether both are one SQLite database, which takes one connection at a time."""
        names = [each.url.database for each in (self, other)]
        return (
            self.name == other.name == "sqlite"
            and all(names)
            and len({os.path.realpath(name) for name in names}) == 1
        )

    def connect(self, *, snapshot: bool = False) -> Any:
        """Returns a connection; with a snapshot all that it reads is of one moment.

        Raises:
            InputError: If there is none.
        """
        with told(InputError, "no connection to the database"):
            connection = self.engine.connect()
            if snapshot and self.name in _SNAPSHOT:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            connection.begin()
            if snapshot and self.name == "postgresql":
                # Else a large table may be read from any place on, each time another.
                connection.exec_driver_sql("SET LOCAL synchronize_seqscans = off")
            return connection

    def quoted(self, name: str) -> str:
        """Returns the name of a table, with its schema before a full stop, as SQL writes it."""
        quote = self.engine.dialect.identifier_preparer.quote
        return ".".join(quote(part) for part in name.split("."))


def _no_begin_of_its_own(connection: Any, record: Any) -> None:
    connection.isolation_level = None


def _begin(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN")


@contextmanager
def told(kind: type[InputError] | type[OutputError], what: str) -> Iterator[None]:
    """Turns an error of a database into one of ours, without its message: it may quote a row."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    except _alchemy().exc.SQLAlchemyError as error:
        raised = getattr(error, "orig", None) or error
        code = getattr(raised, "sqlstate", None) or getattr(raised, "sqlite_errorname", None)
        said = f"{type(raised).__name__}{f' {code}' if code else ''}"
    else:
        return
    raise kind(f"{what[0].upper()}{what[1:]} ({said}); the database's log says more.")


class Rows:
    """The rows of a table or query, read anew as often as asked, always from one snapshot.

    Args:
        database: Where they lie.
        table: Its name, with its schema before a full stop if need be; or
        query: a SELECT, read in the order that it gives.

    Raises:
        ConfigError: If not one of the two is given.
        InputError: If the database cannot be reached or read, or as `check_shown`.
    """

    def __init__(self, database: Database, table: str = "", query: str = "") -> None:
        if bool(table) == bool(query):
            raise ConfigError("Say which rows of the database: --table NAME or --query SELECT.")
        self.database, self.query = database, query.strip().rstrip(";")
        self.name = table or "query"
        self._table = table
        self.columns = self._look_at_columns()
        check_shown(self.names, self.name)
        self.connection = database.connect(snapshot=True)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def _look_at_columns(self) -> tuple[Column, ...]:
        alchemy, quoted = _alchemy(), self.database.quoted
        connection = self.database.connect()
        what = f"the table '{self._table}'" if self._table else "the query"
        try:
            with told(InputError, f"{what} cannot be read"):
                name = self._table
                if self.query:
                    # Where a driver takes a per cent sign for a parameter, two stand for one.
                    formats = self.database.engine.dialect.paramstyle in ("format", "pyformat")
                    query = self.query.replace("%", "%%") if formats else self.query
                    name = f"incognote_{os.getpid()}"
                    connection.exec_driver_sql(
                        f"CREATE TEMPORARY TABLE {quoted(name)} AS "
                        f"SELECT * FROM ({query}) rows_of_query WHERE 1 = 0"
                    )
                schema, _, plain = name.rpartition(".")
                look = alchemy.inspect(connection)
                found = look.get_columns(plain, schema or None)
                keys = look.get_pk_constraint(plain, schema or None)["constrained_columns"]
                declared = self._declared(connection, name, found)
        finally:
            connection.rollback()
            connection.close()
        return tuple(
            Column(
                each["name"],
                None if isinstance(each["type"], alchemy.types.NullType) else each["type"],
                declared[each["name"]],
                bool(each["nullable"]),
                each["name"] in keys,
            )
            for each in found
        )

    def _declared(self, connection: Any, name: str, columns: Sequence[Any]) -> dict[str, str]:
        if self.database.name == "sqlite":
            pragma = f"PRAGMA table_info({self.database.quoted(name.rpartition('.')[2])})"
            return {row[1]: row[2] for row in connection.exec_driver_sql(pragma)}
        dialect = self.database.engine.dialect
        null = _alchemy().types.NullType
        return {
            each["name"]: ""
            if isinstance(each["type"], null)
            else each["type"].compile(dialect=dialect)
            for each in columns
        }

    def plan(self, fields: Fields) -> Plan:
        """Returns what becomes of the columns.

        Raises:
            InputError: As `tables.plan`, or if a column of notes holds no text.
            ConfigError: As `tables.plan`.
        """
        check_asked(self.names, fields, self.name)
        raw = self.database.name == "sqlite"
        for column in self.columns:
            role = fields.decide(column.name)
            if role == "text" and column.form != "text":
                raise InputError(
                    f"{self.name}: the column '{column.name}' holds no text ({column.declared})."
                )
            if not (raw or column.type is not None or role == "drop"):
                raise InputError(
                    f"{self.name}: SQLAlchemy does not know the type of '{column.name}'; --drop it "
                    "or cast it in --query."
                )
        forms = {at: column.form for at, column in enumerate(self.columns)}
        if raw:  # where a date is text as well
            days = {at for at, name in enumerate(self.names) if fields.decide(name) in DAYS}
            forms |= {at: "text" for at, form in forms.items() if form == "date" and at not in days}
        return plan(
            self.names,
            fields,
            self.name,
            forms={at: form or "text" for at, form in forms.items()},
            only_kept={at: self.columns[at].declared for at, form in forms.items() if not form},
        )

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """Yields the rows, all columns of each, a bounded number at a time.

        Raises:
            InputError: If they cannot be read to their end.
        """
        alchemy = _alchemy()
        raw = self.database.name == "sqlite"  # any value may stand in a column of any type
        columns = [alchemy.column(each.name, None if raw else each.type) for each in self.columns]
        if self.query:
            rows = alchemy.text(self.query.replace(":", "\\:")).columns(*columns)
        else:
            schema, _, plain = self._table.rpartition(".")
            rows = alchemy.select(*columns).select_from(alchemy.table(plain, schema=schema or None))
            keys = [c for c, each in zip(columns, self.columns, strict=True) if each.is_key]
            rows = rows.order_by(*keys)
        with told(InputError, f"{self.name} cannot be read to its end"):
            found = self.connection.execute(
                rows, execution_options={"stream_results": True, "yield_per": _ROWS}
            )
        with closing(found):
            while True:
                with told(InputError, f"{self.name} cannot be read to its end"):
                    some = found.fetchmany(_ROWS)
                if not some:
                    return
                yield from map(tuple, some)

    def records(self, fields: Fields, on_error: OnError | None) -> Iterator[Record]:
        """Yields the rows as records; raises as `plan` and `__iter__`."""
        decided = self.plan(fields)
        for number, row in enumerate(self, start=1):
            id = f"{self.name}:{number}"
            try:
                cells = {each.at: _cell(row[each.at], each.name, id) for each in decided.columns}
                texts = {at: None if cell is None else str(cell) for at, cell in cells.items()}
                line = Line(json.dumps({decided.names[at]: cell for at, cell in cells.items()}))
                line.row = row
                yield decided.record(self.name, number, texts, line)
            except NoteError as error:
                report(error, on_error)

    @property
    def words(self) -> str:
        """What stands in a command line that reads them; not the URL, which may hold a password."""
        asked = "--query SELECT" if self.query else shlex.join(["--table", self.name])
        return f"URL {asked} --to NEW"

    def samples(self) -> dict[str, Sample]:
        """Returns by column some values, for what proposes decisions."""
        rows = (
            [None if cell is None else str(cell) for cell in row]
            for row in islice(self, _LOOKED_AT)
        )
        return samples(rows, self.names, [self._shown(column) for column in self.columns])

    def _shown(self, column: Column) -> str:
        """What a column is for a proposal (`tables.KINDS`)."""
        if column.type is None and self.database.name != "sqlite":
            return "nested"  # which can only be left out
        if isinstance(column.type, _alchemy().types.SmallInteger):
            return "small"
        return {"integer": "number", "": "fixed"}.get(column.form, column.form)

    def close(self) -> None:
        """Ends the connection."""
        self.connection.rollback()
        self.connection.close()


def _cell(value: Any, name: str, id: str) -> str | int | None:
    """What of a cell is replaced: of times the day alone."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, float | decimal.Decimal):
        return int(value) if math.isfinite(value) and value == int(value) else str(value)
    raise NoteError(id, f"'{name}' holds what is no text, number or date")


def put(old: Any, new: str | int | None, column: Column, id: str) -> Any:
    """Returns what stands in a cell: the new value as the old one's type.

    Raises:
        NoteError: If the column has no room for it.
    """
    if new is None or isinstance(old, str):
        return new
    if isinstance(old, datetime.date):
        day = old.date() if isinstance(old, datetime.datetime) else old
        try:
            return old + (datetime.date.fromisoformat(str(new)[:10]) - day)
        except (ValueError, OverflowError):
            return None  # a year alone is no date
    try:
        number = int(new)
    except ValueError:
        return None
    types = _alchemy().types
    bits = 15 if isinstance(column.type, types.SmallInteger) else 63
    if type(column.type).__name__.upper() in ("INTEGER", "INT") and "sqlite" not in str(
        type(column.type).__module__
    ):
        bits = 31
    if isinstance(old, int) and not -(1 << bits) <= number < 1 << bits:
        raise NoteError(id, f"what replaces '{column.name}' {NO_ROOM}")
    return type(old)(number)


class NewTable:
    """A table that is made of rows, all in one transaction.

    Args:
        rows: The source.
        decided: What became of its columns.
        database: Where it goes.
        name: The table's; with its schema before a full stop if need be.

    Raises:
        OutputError: If it exists, or cannot be made.
        ConfigError: If a type has no equal in another kind of database.
    """

    def __init__(self, rows: Rows, decided: Plan, database: Database, name: str) -> None:
        self.name, self._rows, self._database = name, rows, database
        self._left = [at for at in range(len(rows.columns)) if at not in decided.dropped]
        self._decided = decided
        shared = database.is_same_file(rows.database)
        self._connection = rows.connection if shared else database.connect()
        self._shared = shared
        self._waiting: list[dict[str, Any]] = []
        self.draft = name if database.name in _TRANSACTIONAL else f"{name}{DRAFT}"
        try:
            for each in dict.fromkeys((name, self.draft)):
                self._refuse_if_there(each)
            types = {at: self._type_of(at, decided) for at in self._left}
            with told(OutputError, f"the table '{name}' cannot be made"):
                self._connection.exec_driver_sql(self._definition(decided, types))
        except BaseException:
            self._end()
            raise
        alchemy = _alchemy()
        schema, _, plain = self.draft.rpartition(".")
        raw = rows.database.name == "sqlite"
        columns = [
            alchemy.column(rows.columns[at].name, None if raw else rows.columns[at].type)
            for at in self._left
        ]
        self._insert = alchemy.insert(alchemy.table(plain, *columns, schema=schema or None))

    def _refuse_if_there(self, name: str) -> None:
        schema, _, plain = name.rpartition(".")
        with told(OutputError, "the database cannot be looked at"):
            look = _alchemy().inspect(self._connection)
            there = look.has_table(plain, schema=schema or None)
        if there:
            raise OutputError(f"The table '{name}' exists already; give another name or drop it.")

    def _type_of(self, at: int, decided: Plan) -> str:
        """As the source has it; text that changes may be of any length."""
        column, alchemy = self._rows.columns[at], _alchemy()
        changes = any(each.at == at and each.role != "id" for each in decided.columns)
        same = self._database.name == self._rows.database.name
        dialect = self._database.engine.dialect
        if changes and isinstance(column.type, alchemy.types.String) and column.type.length:
            return str(alchemy.types.Text().compile(dialect=dialect))
        if same:
            return column.declared
        try:
            plain = alchemy.types.Text() if column.type is None else column.type.as_generic()
            return str(plain.compile(dialect=dialect))
        except (NotImplementedError, alchemy.exc.CompileError):
            raise ConfigError(
                f"The type of '{column.name}' ({column.declared}) has no equal in "
                f"{self._database.name}; --drop it, or cast it in --query."
            ) from None

    def _definition(self, decided: Plan, types: Mapping[int, str]) -> str:
        """Keys and NOT NULL stay where nothing can break them."""
        quote = self._database.quoted
        roles = {each.at: each.role for each in decided.columns}
        rows = []
        for at in self._left:
            column = self._rows.columns[at]
            kept = roles.get(at, "keep") in ("keep", "id") and at not in decided.blank
            parts = [self._quoted(column.name), types[at]]
            parts += ["NOT NULL"] if kept and not column.nullable else []
            rows.append(" ".join(filter(None, parts)))
        keys = [at for at, column in enumerate(self._rows.columns) if column.is_key]
        if keys and all(
            at in self._left and roles.get(at, "keep") in ("keep", "id", "code", "patient")
            for at in keys
        ):
            named = ", ".join(self._quoted(self._rows.columns[at].name) for at in keys)
            rows.append(f"PRIMARY KEY ({named})")
        return f"CREATE TABLE {quote(self.draft)} ({', '.join(rows)})"

    def _quoted(self, column: str) -> str:
        return str(self._database.engine.dialect.identifier_preparer.quote(column))

    def add(self, record: Record, line: bytes) -> None:
        """Adds the row of a record with its new cells.

        Raises:
            NoteError: If a column has no room for one.
            OutputError: If the database does not take it; the table then is no more.
        """
        row = record.original.raw.row
        new: Mapping[str, str | int | None] = parse_json(line)
        cells: dict[str, Any] = {}
        for at in self._left:
            column = self._rows.columns[at]
            old = row[at]
            if column.name in new and new[column.name] != _cell(old, column.name, record.id):
                cells[column.name] = cell = put(old, new[column.name], column, record.id)
                if cell is None and new[column.name] and self._decided.has_codes(at):
                    raise NoteError(record.id, f"the code of '{column.name}' {NO_ROOM}")
            else:
                cells[column.name] = old
        self._waiting.append(cells)
        if len(self._waiting) >= _ROWS:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            with told(OutputError, f"the table '{self.name}' does not take a row"):
                self._connection.execute(self._insert, self._waiting)
            self._waiting.clear()

    def commit(self) -> None:
        """Gives the table its name.

        Raises:
            OutputError: If that cannot be done; the table then is no more.
        """
        try:
            self._flush()
            with told(OutputError, f"the table '{self.name}' cannot be completed"):
                if self.draft != self.name:
                    plain = self.name.rpartition(".")[2]
                    self._connection.exec_driver_sql(
                        f"ALTER TABLE {self._database.quoted(self.draft)} "
                        f"RENAME TO {self._quoted(plain)}"
                    )
                self._connection.commit()
        except OutputError:
            self.abandon()
            raise
        self._end()

    def abandon(self) -> None:
        """Takes all back."""
        with told(OutputError, f"the table '{self.draft}' cannot be removed"):
            self._connection.rollback()
            if self.draft != self.name:
                self._connection.exec_driver_sql(
                    f"DROP TABLE IF EXISTS {self._database.quoted(self.draft)}"
                )
                self._connection.commit()
        self._end()

    def _end(self) -> None:
        if not self._shared:
            self._connection.close()
