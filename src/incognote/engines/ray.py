"""Datasets of Ray: `deidentify(ds, text="note_text", ...)` (docs/engines.md).

A Ray that starts tells its makers how it is used, unless a variable says no: it is set here, as in
`model.onnx_runtime`, so that what starts from now on is silent.
"""

from __future__ import annotations

import os
from typing import Any

from incognote.run.arrow import PATIENT, need_arrow, prepare

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # whatever stood there: the promise is 'no network'


def deidentify(ds: Any, **options: Any) -> Any:
    """Returns a dataset with the same columns, its texts replaced when it is read.

    Beside its columns stand `spans`, `status` and `error`. With `patient` rows of one patient are
    brought together. Arguments as `prepare`.

    Raises:
        IncognoteError: As `prepare`.
    """
    arrow = need_arrow("De-identifying datasets")
    schema = ds.schema()
    if schema is None:
        return ds  # without any row: Ray knows of no columns
    found = arrow.schema(list(zip(schema.names, schema.types, strict=True)))
    work = prepare(found, **options)
    if not work.has_patients:
        return ds.map_batches(work.table, batch_format="pyarrow")
    keyed = ds.map_batches(work.with_patient, batch_format="pyarrow")

    def of_patient(table: Any) -> Any:
        return work.table(table.drop_columns([PATIENT]))

    return keyed.groupby(PATIENT).map_groups(of_patient, batch_format="pyarrow")
