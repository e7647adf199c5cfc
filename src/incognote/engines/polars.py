"""Data frames of polars: `deidentify(df, text="note_text", ...)` (docs/engines.md).

Importing this gives them `df.incognote.deidentify(text="note_text", ...)`, the same.
"""

from __future__ import annotations

from typing import Any

import polars

from incognote.core.errors import InputError
from incognote.run.arrow import need_arrow, prepare


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
    table = df.to_arrow()
    return polars.from_arrow(prepare(table.schema, **options).table(table))


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
