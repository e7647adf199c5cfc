"""Data frames of Spark: `deidentify(df, text="note_text", ...)` (docs/engines.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from incognote.core.errors import InputError, MissingExtraError
from incognote.run.arrow import PATIENT, TableDeidentifier, prepare


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
        InputError: If Spark could not name a column.
    """
    try:
        from pyspark.sql.pandas.types import to_arrow_schema
    except ImportError:
        raise MissingExtraError("De-identifying data frames of Spark", "spark") from None
    if odd := [name for name in df.columns if {*".`"} & {*name}]:
        raise InputError(f"Spark cannot name the column '{odd[0]}': rename it, without dots.")
    return to_arrow_schema(df.schema)


def of_frame(df: Any, work: TableDeidentifier, *, partitions: int = 0, counts: Any = None) -> Any:
    """Returns a data frame as `deidentify`, with what was prepared for its schema."""
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StringType, StructField, StructType

    if work.has_patients:
        schema = StructType([*df.schema.fields, StructField(PATIENT, StringType())])
        number = partitions or int(df.sparkSession.conf.get("spark.sql.shuffle.partitions"))
        df = df.mapInArrow(_with_patient(work), schema).repartition(number, f"`{PATIENT}`")
        df = df.sortWithinPartitions(f"`{PATIENT}`").drop(PATIENT)
    return df.mapInArrow(_deidentified(work, counts), from_arrow_schema(work.schema))


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
