"""`incognote deid --engine spark`: a table that Spark reads, divides and writes."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from incognote.cli import options, screen
from incognote.core.errors import ConfigError, InputError, MissingExtraError, OutputError
from incognote.io.format import nobody_decided
from incognote.run.arrow import of_task
from incognote.run.batch import MAX_NOTE_SECONDS, Summary, Task


def check(
    engine: str,
    sources: Sequence[str],
    out: Path | None,
    replacing: options.ReplaceOptions,
    read: options.ReadOptions,
    given: Mapping[str, object],
) -> None:
    """Refuses what a run of this engine cannot do.

    Args:
        engine: Its name.
        sources: As the command's,
        out: and so are the others.
        replacing: What stands in place of what was found.
        read: How records are read.
        given: By option what only other runs take.

    Raises:
        ConfigError: If something of that was asked for.
    """
    if engine != "spark":
        raise ConfigError(f"There is no engine '{engine}'. Available: spark.")
    if out is None or len(sources) != 1 or "-" in (sources[0], str(out)):
        raise ConfigError("--engine spark reads one table of Parquet files, into a folder -o OUT.")
    given = {
        **given,
        "--vault": replacing.vault,
        "--format": read.format not in ("", "parquet"),
        "--patient-from": read.patient_from,
        "--jobs": read.jobs,
        "--max-note-seconds": read.max_note_seconds != MAX_NOTE_SECONDS,
    }
    if asked := [name for name, value in given.items() if value]:
        raise ConfigError(f"--engine spark does not take {', '.join(asked)}: leave it out.")


def run(
    source: str, out: Path, task: Task, read: options.ReadOptions, *, names_may_recur: bool
) -> Summary:
    """Returns what became of the rows of a table; `notes_in` and the others count rows.

    OUT holds them as Parquet, in a folder for each status: `status=failed` has those that failed,
    with the reason in `error` and nothing in their texts.

    Args:
        source: The table.
        out: A new folder.
        task: What to do to each row.
        read: How records are read.
        names_may_recur: Whether names that stand in the table may be given as surrogates.

    Raises:
        ConfigError: If no column holds notes, or surrogates are asked for that do not recur.
        MissingExtraError: If PySpark is not installed.
        InputError: If the table cannot be read, or holds nothing.
        OutputError: If OUT exists already or cannot be written.
        IncognoteError: As `prepare`.
    """
    if not task.fields.named("text"):
        raise ConfigError("Say with --text which columns hold notes.")
    if task.gives_surrogates and not names_may_recur:
        raise ConfigError(
            "--engine spark does not look first which names stand in SRC: say with "
            "--names-may-recur that surrogates may be among them."
        )
    try:
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession, functions
    except ImportError:
        raise MissingExtraError("--engine spark", "spark") from None
    from incognote.engines.spark import of_frame, schema_of

    begun = time.monotonic()
    spark = SparkSession.builder.appName("incognote").getOrCreate()
    try:
        df = spark.read.parquet(source)
        rows = df.count()
    except PySparkException as error:  # whose message may show what a file holds
        reason = f"Spark cannot read it ({_reason(error)})"
        raise InputError(f"{source}: {reason}; give a file or folder of Parquet.") from None
    if not rows:
        raise InputError(f"{source}: holds no rows.")
    if loose := task.fields.undecided(df.columns):
        raise nobody_decided(loose)
    work = of_task(schema_of(df), task, max_note_mb=read.max_note_mb, as_text=read.as_text)
    try:
        found = of_frame(df, work)
        found.write.partitionBy("status").parquet(str(out))
        done = spark.read.parquet(str(out))
        status = {row["status"]: row["count"] for row in done.groupBy("status").count().collect()}
        spans = done.select(functions.explode("spans").alias("span")).where("not span.kept")
        labels = spans.groupBy("span.label").count().collect()
    except PySparkException as error:
        raise OutputError(
            f"{out}: the run did not come to its end ({_reason(error)}); see to it, remove what it "
            "left and run it again."
        ) from None
    failed = status.pop("failed", 0)
    summary = Summary(notes_out=sum(status.values()), notes_failed=failed, records=rows)
    summary.labels.update({row["label"]: row["count"] for row in labels})
    summary.seconds = time.monotonic() - begun
    if missing := rows - summary.notes_in:
        summary.problems.append(
            f"{out}: {abs(missing):,} rows are not accounted for; do not use it."
        )
    if summary.notes_failed:
        screen.say(
            f"{summary.notes_failed:,} rows failed: {out}/status=failed says why in 'error'."
        )
    return summary


def _reason(error: Any) -> str:
    return error.getCondition() or type(error).__name__
