"""Relations of DuckDB: `deidentify(con.sql("from notes"), text="note_text")` (docs/engines.md)."""

from __future__ import annotations

from typing import Any

from incognote.run.arrow import check_apart, need_arrow, prepare


def deidentify(relation: Any, **options: Any) -> Any:
    """Returns a table of Arrow's with the columns and rows of a relation, its texts replaced.

    DuckDB reads it by the name of its variable: `con.sql("create table clean as from found")`.
    Beside its columns stand `spans`, `status` and `error`. Arguments as `prepare`.

    Raises:
        IncognoteError: As `prepare`.
    """
    need_arrow("De-identifying relations")
    # At once: a connection that is asked again gives no more rows of what it was asked before.
    table = relation.to_arrow_table()
    work = prepare(table.schema, **options)
    check_apart(work.schema.names, "DuckDB")
    return work.table(table)
