"""Data frames of polars: `deidentify(df, text="note_text", ...)` (docs/engines.md)."""

from __future__ import annotations

from typing import Any

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
    import polars

    if not isinstance(df, polars.DataFrame):
        raise InputError("A lazy frame has no rows yet: collect() it first.")
    table = df.to_arrow()
    return polars.from_arrow(prepare(table.schema, **options).table(table))
