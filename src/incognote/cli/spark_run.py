"""`incognote deid --engine spark`: a table that Spark reads, divides and writes."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from incognote.cli import options, replace_options, screen
from incognote.core.errors import ConfigError, InputError, MissingExtraError, OutputError
from incognote.core.urls import is_url, shown
from incognote.io.csv_tables import Head, Stretch, read_head, stretches
from incognote.io.files import files_below
from incognote.io.format import Fields, get_format, nobody_decided
from incognote.io.recognise import files
from incognote.io.tables import check_asked
from incognote.run.arrow import FAULT, of_task
from incognote.run.batch import Summary, Task, check_apart

_KINDS = ("csv", "parquet")
_PARTS = 20
"""Parts of a CSV table for each core, as docs/scale.md says,"""
_SMALLEST, _LARGEST = 1 << 18, 1 << 23
"""of at least and at most so many bytes: from ten seconds of a core to five minutes."""


def check(
    engine: str,
    sources: Sequence[str],
    out: str,
    replacing: replace_options.ReplaceOptions,
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
    if not out or len(sources) != 1 or "-" in (sources[0], out):
        raise ConfigError("--engine spark reads one table, Parquet or CSV, into a folder -o OUT.")
    if given["--resume"]:
        raise ConfigError(
            "--engine spark does not take --resume: Spark repeats what a lost executor held, but a "
            "run that did not come to its end is run again, with a new OUT."
        )
    given = {
        **given,
        "--vault": replacing.vault,
        "--format": read.format not in ("", *_KINDS),
        "--patient-from": read.patient_from,
        "--jobs": read.jobs,
    }
    if asked := [name for name, value in given.items() if value]:
        raise ConfigError(f"--engine spark does not take {', '.join(asked)}: leave it out.")


def run(
    source: str, out: str, task: Task, read: options.ReadOptions, *, names_may_recur: bool
) -> Summary:
    """Returns what became of the rows of a table; `notes_in` and the others count rows.

    OUT holds them as Parquet, in a folder for each status: `status=failed` has those that failed,
    with the reason in `error` and nothing in their texts.

    Args:
        source: The table: a path, or the URL of Parquet.
        out: A new folder: a path or URL.
        task: What to do to each row.
        read: How records are read.
        names_may_recur: Whether names that stand in the table may be given as surrogates.

    Raises:
        ConfigError: If no column holds notes, or surrogates are asked for that do not recur.
        MissingExtraError: If PySpark is not installed.
        InputError: If the table cannot be read, or holds nothing, or two rows have one id.
        OutputError: If OUT exists already, or cannot be reached or written.
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
        from pyspark.sql import SparkSession, functions
    except ImportError:
        raise MissingExtraError("--engine spark", "spark") from None
    from incognote.engines.spark import of_csv, of_frame, schema_of

    begun = time.monotonic()
    if Path(source).exists() and not is_url(out):
        check_apart([Path(source)], Path(out))
    tables = _csv_files(source, read, task.fields)
    spark = SparkSession.builder.appName("incognote").getOrCreate()
    _check_new(spark, out)
    try:
        if tables:
            parts = _cut(tables, spark.sparkContext.defaultParallelism)
            rows = sum(part.size - part.blank for part in parts)
            names = tables[0][2].names
            dropped = {at for at, name in enumerate(names) if task.fields.decide(name) == "drop"}
            df = of_csv(spark, parts, names, without=dropped)
        else:
            df = spark.read.parquet(source)
            rows = df.count()
    except _errors() as error:  # whose message may show what a file holds
        reason = f"Spark cannot read it ({_reason(error)})"
        raise InputError(
            f"{shown(source)}: {reason}; give a file or folder of Parquet or, at a path, CSV."
        ) from None
    if not rows:
        raise InputError(f"{shown(source)}: holds no rows.")
    columns = df.drop(FAULT)
    if loose := task.fields.undecided(columns.columns):
        raise nobody_decided(loose)
    work = of_task(
        schema_of(columns),
        task,
        max_note_mb=read.max_note_mb,
        max_note_seconds=read.max_note_seconds,
        as_text=read.as_text,
    )
    try:
        for name in task.fields.named("id"):
            _check_ids(columns, name, source)
    except _errors() as error:
        raise InputError(f"{shown(source)}: Spark cannot read it ({_reason(error)}).") from None
    try:
        found = of_frame(df, work)
        found.write.partitionBy("status").parquet(out)
        done = spark.read.parquet(out)
        status = {row["status"]: row["count"] for row in done.groupBy("status").count().collect()}
        spans = done.select(functions.explode("spans").alias("span")).where("not span.kept")
        labels = spans.groupBy("span.label").count().collect()
    except _errors() as error:
        raise OutputError(
            f"{shown(out)}: the run did not come to its end ({_reason(error)}); see to it, remove "
            "what it left and run it again."
        ) from None
    failed = status.pop("failed", 0)
    summary = Summary(
        notes_out=sum(status.values()), notes_failed=failed, records=rows, holders=rows
    )
    summary.labels.update({row["label"]: row["count"] for row in labels})
    summary.seconds = time.monotonic() - begun
    if missing := rows - summary.notes_in:
        summary.problems.append(
            f"{shown(out)}: {abs(missing):,} rows are not accounted for; do not use it."
        )
    if summary.notes_failed:
        screen.say(
            f"{summary.notes_failed:,} rows failed: {shown(out)}/status=failed says why in 'error'."
        )
    return summary


def _check_new(spark: Any, out: str) -> None:
    """Makes sure that OUT can be reached and is not there, wherever Spark looks for it."""
    try:
        place = spark.sparkContext._jvm.org.apache.hadoop.fs.Path(out)
        files = place.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())
        there = files.exists(place)
    except _errors() as error:
        raise OutputError(f"{shown(out)}: Spark cannot reach it ({_reason(error)}).") from None
    if there:
        raise OutputError(f"{shown(out)}: exists already; give a new folder.")


def _csv_files(
    source: str, read: options.ReadOptions, fields: Fields
) -> list[tuple[Path, str, Head]]:
    """The files of a source of CSV with their names and heads, checked as a plain run's.

    None where it is no CSV.
    """
    path, suffixes = Path(source), get_format("csv").suffixes
    if is_url(source) and (read.format == "csv" or path.name.lower().endswith(suffixes)):
        raise InputError(
            f"{shown(source)}: CSV is read at a path that all machines see, not at a URL; mount "
            "its store there, or write it as Parquet first."
        )
    if read.format != "csv":
        if read.format or not path.exists():
            return []  # a URL or pattern, perhaps, which Spark knows to read
        kinds = {form for _, _, form in files(path, "", lambda error: None)}
        if "csv" not in kinds:
            return []
        if kinds != {"csv"}:
            others = ", ".join(sorted(kinds - {"csv"}))
            raise InputError(f"{source}: holds not only CSV ({others}); take the others away.")
    read.sources([path], fields).check_fields()
    whole = [(path, path.name)]
    if path.is_dir():
        whole = list(files_below(path, suffixes, on_error=None))
    found = [(file, name, read_head(file, name)) for file, name in whole]
    for _, name, head in found:
        check_asked(head.names, fields, name)
        if head.names != found[0][2].names:
            raise InputError(
                f"{name}: has other columns than {found[0][1]}, or in another order; run each into "
                "a folder of its own."
            )
    return found


def _cut(tables: Sequence[tuple[Path, str, Head]], cores: int) -> list[Stretch]:
    """All rows, in parts of which each core gets several."""
    whole = sum(path.stat().st_size for path, _, _ in tables)
    size = min(max(whole // (cores * _PARTS), _SMALLEST), _LARGEST)
    return [
        part
        for path, name, head in tables
        # Absolute: workers have folders of their own.
        for part in stretches(path.absolute(), name, head, size)
    ]


def _check_ids(df: Any, name: str, source: str) -> None:
    """Refuses rows that have one id: they could not be told apart."""
    from pyspark.sql import functions

    id = functions.regexp_replace(df[f"`{name}`"].cast("string"), r"(?U)^\s+|\s+$", "")
    ids = df.select(id.alias("id")).where("id != ''").groupBy("id").count()
    twice = ids.where("count > 1").count()
    if twice:
        raise InputError(
            f"{source}: {twice:,} of the ids in '{name}' stand in several rows; ids must be "
            "unique: --code the column in place of --id."
        )


def _errors() -> tuple[type[Exception], ...]:
    """What Spark raises, also by itself and where its process is gone."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    return PySparkException, Py4JError, ConnectionError


def _reason(error: Any) -> str:
    """What kind of error it is; its message may show what a file or URL holds."""
    condition = getattr(error, "getCondition", lambda: None)()
    java = getattr(error, "java_exception", None) or getattr(error, "_origin", None)
    return condition or (java and java.getClass().getSimpleName()) or type(error).__name__
