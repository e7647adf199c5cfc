"""Data frames of pandas: `deidentify(df, text="note_text", ...)` (docs/engines.md).

Importing this gives them `df.incognote.deidentify(text="note_text", ...)`, the same.
"""

from __future__ import annotations

from typing import Any

import pandas

from incognote.core.errors import InputError
from incognote.run.arrow import ADDED, TableDeidentifier, need_arrow, prepare


def deidentify(df: Any, **options: Any) -> Any:
    """Returns a data frame with the same columns, rows and index, its texts replaced.

    Beside its columns stand `spans`, `status` and `error`. Arguments as `prepare`.

    Raises:
        InputError: If the index says something, or a column holds values of several types.
        IncognoteError: As `prepare`.
    """
    return of_frame(df, prepare(schema_of(df), **options))


@pandas.api.extensions.register_dataframe_accessor("incognote")
class Incognote:
    """`df.incognote`: what this module does, of the frame itself."""

    def __init__(self, df: Any) -> None:
        """`df` is the data frame; pandas gives it."""
        self._df = df

    def deidentify(self, **options: Any) -> Any:
        """Returns a new data frame, as the function `deidentify`; arguments and errors are its."""
        return deidentify(self._df, **options)


def schema_of(df: Any) -> Any:
    """Returns the schema of a data frame in Arrow.

    Raises:
        InputError: As `deidentify`.
    """
    arrow = need_arrow("De-identifying data frames")
    # pandas makes numbers that follow each other a RangeIndex, whatever they are numbers of.
    if not isinstance(df.index, pandas.RangeIndex) or df.index.name is not None:
        raise undecided_index()
    names = list(df.columns)
    if not all(isinstance(name, str) for name in names) or len({*names}) < len(names):
        raise InputError("The columns of the data frame need names, of letters, each its own.")
    types = [_column(df, name).type for name in names]
    empty = arrow.null()  # of a column of objects without any
    return arrow.schema(
        (name, arrow.string() if type == empty else type)
        for name, type in zip(names, types, strict=True)
    )


def undecided_index() -> InputError:
    """Returns the error for a frame whose index says something."""
    return InputError(
        "The index of the data frame is a column about which nobody decided: reset_index() "
        "makes it one, reset_index(drop=True) leaves it out."
    )


def of_frame(df: Any, work: TableDeidentifier) -> Any:
    """Returns a data frame as `deidentify`, with what was prepared for its schema."""
    done = work.table(to_arrow(df, work))
    changing = {work.plan.names[column.at] for column in work.plan.columns}
    found = {}
    for name in done.schema.names:
        if name in ADDED:
            type = object if name == "spans" else "string"
            found[name] = pandas.Series(done[name].to_pylist(), dtype=type)
        elif name in changing:
            found[name] = _series(done[name], df[name])
        else:
            found[name] = df[name].reset_index(drop=True)
            if isinstance(found[name].dtype, pandas.CategoricalDtype):
                found[name] = found[name].cat.remove_unused_categories()
    return pandas.DataFrame(found).set_axis(df.index)


def to_arrow(df: Any, work: TableDeidentifier) -> Any:
    """Returns a data frame as a table of the schema for which the work was prepared."""
    import pyarrow as arrow

    columns = [_column(df, field.name, field.type) for field in work.asked]
    return arrow.Table.from_arrays(columns, schema=work.asked)


def _column(df: Any, name: str, type: Any = None) -> Any:
    import pyarrow as arrow

    try:
        made = arrow.array(df[name], type, from_pandas=True)
    except (arrow.ArrowException, TypeError, ValueError, OverflowError):  # which quote a value
        raise InputError(
            f"The column '{name}' of the data frame holds values of several types or of none that "
            "Arrow has: give it one type with astype(), or drop it."
        ) from None
    return made.combine_chunks() if isinstance(made, arrow.ChunkedArray) else made


def _series(column: Any, old: Any) -> Any:
    """A column of Arrow's with the type of the old one; integers get one that has nulls."""
    import pyarrow as arrow

    if isinstance(old.dtype, pandas.CategoricalDtype):
        return column.to_pandas()
    if arrow.types.is_integer(column.type) and column.null_count:
        return pandas.Series(column.to_pylist(), dtype="Int64")
    return column.to_pandas().astype(old.dtype)
