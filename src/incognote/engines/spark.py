"""Data frames of Spark: `deidentify(df, text="note_text", ...)` (docs/engines.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any

from incognote.core.errors import InputError, MissingExtraError, NoteError
from incognote.io.csv_tables import Stretch, rows_of
from incognote.run.arrow import (
    FAULT,
    PATIENT,
    TableDeidentifier,
    check_apart,
    not_in_arrow,
    prepare,
)

_ROWS = 256
"""Of a batch that is read, at most;"""
_CHARACTERS = 4_000_000
"""it ends with the row that makes it as long as this."""


def deidentify(df: Any, *, partitions: int = 0, counts: Any = None, **options: Any) -> Any:
    """Returns a data frame with the same columns, its texts replaced when it is computed.

    Beside its columns stand `spans`, `status` and `error`. With `patient` the rows of each patient
    are brought into one partition, side by side.

    Args:
        df: A data frame.
        partitions: Into how many the patients are divided; 0: `spark.sql.shuffle.partitions`.
        counts: As `counter` gives; gets what became of the rows that were computed.
        options: As `prepare`.

    Raises:
        IncognoteError: As `prepare`.
    """
    return of_frame(df, prepare(schema_of(df), **options), partitions=partitions, counts=counts)


def schema_of(df: Any) -> Any:
    """Returns the schema of a data frame in Arrow.

    Raises:
        MissingExtraError: If PySpark is not installed.
        InputError: If Spark could not name a column, or Arrow has not its type.
    """
    try:
        from pyspark.errors import PySparkTypeError
        from pyspark.sql.pandas.types import to_arrow_schema, to_arrow_type
    except ImportError:
        raise MissingExtraError("De-identifying data frames of Spark", "spark") from None
    if odd := [name for name in df.columns if {*".`"} & {*name}]:
        raise InputError(f"Spark cannot name the column '{odd[0]}': rename it, without dots.")
    check_apart(df.columns, "Spark")
    for each in df.schema.fields:
        try:
            to_arrow_type(each.dataType)
        except PySparkTypeError:
            raise not_in_arrow(each.name, each.dataType.simpleString()) from None
    return to_arrow_schema(df.schema)


def of_frame(df: Any, work: TableDeidentifier, *, partitions: int = 0, counts: Any = None) -> Any:
    """Returns a data frame as `deidentify`, with what was prepared for its schema.

    Raises:
        InputError: If Spark cannot tell its columns apart, or it is a stream with patients.
    """
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StringType, StructField, StructType

    check_apart(work.schema.names, "Spark")
    if work.has_patients:
        if df.isStreaming:
            raise InputError(
                "A stream never has all rows of a patient: leave out patient=, so that each row "
                "stands for itself, or write the stream and de-identify what was written."
            )
        schema = StructType([*df.schema.fields, StructField(PATIENT, StringType())])
        number = partitions or int(df.sparkSession.conf.get("spark.sql.shuffle.partitions"))
        df = df.mapInArrow(_with_patient(work), schema).repartition(number, f"`{PATIENT}`")
        df = df.sortWithinPartitions(f"`{PATIENT}`").drop(PATIENT)
    return df.mapInArrow(_deidentified(work, counts), from_arrow_schema(work.schema))


def of_csv(
    spark: Any, stretches: Sequence[Stretch], names: Sequence[str], *, without: Container[int]
) -> Any:
    """Returns a data frame of the rows of CSV files, a partition for each stretch.

    Its columns are text. One more, `FAULT`, says why a row could not be read; its cells are null.
    Spark's own reader is not used since it does not refuse what ours refuses and the plain run
    with it: bytes that are not UTF-8 become U+FFFD, the cells of a row that has too many are left
    out, a quote within a cell or one that does not end takes other rows with it, and columns of one
    name are given others, all without a word.

    Args:
        spark: The session.
        stretches: Of files with the same columns, which stand at the same paths on all machines.
        names: Of the columns.
        without: Columns that are dropped, which are not decoded.
    """
    from pyspark.sql.types import StringType, StructField, StructType

    schema = StructType([StructField(name, StringType()) for name in (*names, FAULT)])
    numbers = spark.range(0, len(stretches), 1, max(1, len(stretches)))
    return numbers.mapInArrow(_read(stretches, (*names, FAULT), without), schema)


def counter(spark: Any) -> Any:
    """Returns an accumulator of a session, whose `value` is a `Counter`.

    It counts rows by their status and identifiers that left the texts by their label. A task that
    Spark repeats counts twice: what stands in `status` and `spans` is exact.
    """
    return spark.sparkContext.accumulator(Counter(), _Sum())


class _Sum:
    def zero(self, value: Counter[str]) -> Counter[str]:
        return Counter()

    def addInPlace(self, one: Counter[str], other: Counter[str]) -> Counter[str]:
        one.update(other)
        return one


_Function = Callable[[Iterable[Any]], Iterator[Any]]


def _read(stretches: Sequence[Stretch], names: Sequence[str], without: Container[int]) -> _Function:
    def read(batches: Iterable[Any]) -> Iterator[Any]:
        import pyarrow as arrow

        schema = arrow.schema([(name, arrow.string()) for name in names])
        for batch in batches:
            for number in batch.column(0).to_pylist():
                rows = rows_of(stretches[number], without=without)
                while some := _some(rows, names):
                    columns = zip(*some, strict=True)
                    arrays = [arrow.array(column, arrow.string()) for column in columns]
                    yield arrow.RecordBatch.from_arrays(arrays, schema=schema)

    return read


def _some(
    rows: Iterator[list[str | None] | NoteError], names: Sequence[str]
) -> list[list[str | None]]:
    """The next rows, so few that memory does not grow with the longest."""
    found: list[list[str | None]] = []
    size = 0
    for row in rows:
        found.append(_with_fault(row, names))
        size += sum(len(cell or "") for cell in found[-1])
        if len(found) == _ROWS or size >= _CHARACTERS:
            break
    return found


def _with_fault(row: list[str | None] | NoteError, names: Sequence[str]) -> list[str | None]:
    if isinstance(row, NoteError):
        return [*[None] * (len(names) - 1), str(row)]
    return [*row, None]


def _with_patient(work: TableDeidentifier) -> _Function:
    def with_patient(batches: Iterable[Any]) -> Iterator[Any]:
        return map(work.with_patient, batches)

    return with_patient


def _deidentified(work: TableDeidentifier, counts: Any) -> _Function:
    def deidentified(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in work.stream(batches):
            if counts is not None:
                counts.add(work.counts(batch))
            yield batch

    return deidentified
