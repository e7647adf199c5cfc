"""Data frames of polars: `deidentify(df, text="note_text", ...)` (docs/engines.md).

Importing this gives them `df.incognote.deidentify(text="note_text", ...)`, the same.
"""

from __future__ import annotations

from typing import Any

import polars

from incognote.core.errors import InputError
from incognote.run.arrow import need_arrow, not_in_arrow, prepare


def deidentify(df: Any, **options: Any) -> Any:
    """Returns a data frame with the same columns and rows, its texts replaced.

    Beside its columns stand `spans`, `status` and `error`. Arguments as `prepare`.

    Raises:
        InputError: If it is a lazy frame.
        IncognoteError: As `prepare`.
    """
    need_arrow("De-identifying data frames")
    if not isinstance(df, polars.DataFrame):
        raise InputError("A lazy frame has no rows yet: collect() it first.")
    table = _to_arrow(df)
    return polars.from_arrow(prepare(table.schema, **options).table(table))


def _to_arrow(df: Any) -> Any:
    import pyarrow as arrow

    faults = (arrow.ArrowException, polars.exceptions.PolarsError, NotImplementedError)
    try:
        return df.to_arrow()
    except faults as error:
        for name, type in df.schema.items():
            try:
                df.select(name).clear().to_arrow()
            except faults:
                raise not_in_arrow(name, type) from None
        # What it says may quote a cell.
        what = f"The data frame cannot be made a table of Arrow ({error.__class__.__name__})."
        raise InputError(what) from None


@polars.api.register_lazyframe_namespace("incognote")
@polars.api.register_dataframe_namespace("incognote")
class Incognote:
    """`df.incognote`: what this module does, of the frame itself."""

    def __init__(self, df: Any) -> None:
        """`df` is the data frame; polars gives it."""
        self._df = df

    def deidentify(self, **options: Any) -> Any:
        """Returns a new data frame, as the function `deidentify`; arguments and errors are its."""
        return deidentify(self._df, **options)
