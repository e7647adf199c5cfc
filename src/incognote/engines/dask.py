"""Data frames of Dask: `deidentify(df, text="note_text", ...)` (docs/engines.md)."""

from __future__ import annotations

from functools import partial
from typing import Any

from incognote.engines import pandas as frames
from incognote.run.arrow import PATIENT, TableDeidentifier, need_arrow, prepare


def deidentify(df: Any, **options: Any) -> Any:
    """Returns a data frame with the same columns, its texts replaced when it is computed.

    Beside its columns stand `spans`, `status` and `error`. With `patient` rows of one patient are
    brought into one partition. The index is left out: rows of a partition are numbered from 0.
    Arguments as `prepare`.

    Raises:
        InputError: If the index has a name.
        IncognoteError: As `prepare`.
    """
    need_arrow("De-identifying data frames")
    if df.index.name is not None:
        raise frames.undecided_index()
    schema = frames.schema_of(df._meta_nonempty.reset_index(drop=True))
    work = prepare(schema, **options)
    meta = frames.of_frame(_empty(df), work)
    if work.has_patients:
        keyed = df.map_partitions(partial(_with_patient, work=work), meta=_keyed(df))
        df = keyed.shuffle(on=PATIENT)
    return df.map_partitions(partial(_of_partition, work=work), meta=meta)


def _empty(df: Any) -> Any:
    return df._meta.reset_index(drop=True)


def _keyed(df: Any) -> Any:
    return _empty(df).assign(**{PATIENT: _empty(df).iloc[:, 0].astype("string")})


def _with_patient(part: Any, work: TableDeidentifier) -> Any:
    part = part.reset_index(drop=True)
    batch = frames.to_arrow(part, work)
    return part.assign(**{PATIENT: work.patients(batch)}).astype({PATIENT: "string"})


def _of_partition(part: Any, work: TableDeidentifier) -> Any:
    part = part.drop(columns=[PATIENT], errors="ignore").reset_index(drop=True)
    return frames.of_frame(part, work)
