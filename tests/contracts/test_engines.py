"""Every engine of data frames does the same with a table, and that is what `load()` does.

Polars, DuckDB, Dask, Ray and Spark come with the extra `engines`; where one is missing its tests
are skipped by name.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as pq
import pytest

import incognote
from incognote import cli
from incognote.core.errors import ConfigError, InputError, MissingExtraError
from incognote.run.arrow import deidentify_batch, prepare
from sessions import losing_an_executor, sessions_ended, spark, started_ray

pytestmark = [
    # PySpark says that it does not know pandas 3 yet; Ray and Dask leave sockets to the end.
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
KEY = bytes(range(32))
NOTE = "Seen by Dr. Ada Ruiz on 3/14/2019."
PAIN = f"{'Chest pain at rest, no fever.':<600}"  # most of it blanks, which no detector reads long
LONG = (PAIN * 2_000)[:999_900] + " Seen by Dr. Ada Ruiz on 3/14/2019."
ROWS = [
    # note_id, person_id, note_text, addendum, kind
    (1, "7", NOTE, "Dr. Eva Lind saw Tom Moss on 4/2/2018.", "ward"),
    (2, "8", None, None, "ward"),
    (3, "8", "", "Seen: 1/1/2017", None),
    (4, " 7 ", "<html><body><p>Tom Moss</p></body></html>", NOTE, "letter"),  # fails
    (5, None, "   ", "", "letter"),
    (6, "9", LONG, None, "ward"),
    (
        7,
        None,
        "Patient Tom Moss came on 4/2/2018 with pain.\r\nNaïve Ruiz 😀 3/14/2019",
        "x",
        "ward",
    ),
    (8, "7", "BP 120/80, pain of 5/10.", "NaN", "ward"),
]
NAMES = ("note_id", "person_id", "note_text", "addendum", "kind")
ASKED = {"text": ["note_text", "addendum"], "keep": ["note_id", "kind"]}


def table_of(rows: list[tuple[Any, ...]], text: pa.DataType | None = None) -> pa.Table:
    words = pa.string()
    types = (pa.int64(), words, text or words, words, words)
    columns = [
        pa.array([row[i] for row in rows], words if i else types[0]).cast(types[i])
        for i in range(len(NAMES))
    ]
    return pa.table(dict(zip(NAMES, columns, strict=True)))


Run = Callable[..., pa.Table]
"""From a table and options to what the engine makes of it."""


def by_arrow(table: pa.Table, **options: Any) -> pa.Table:
    (batch,) = table.combine_chunks().to_batches() or [
        pa.RecordBatch.from_pylist([], schema=table.schema)
    ]
    return pa.Table.from_batches([deidentify_batch(batch, **options)])


def by_pandas(table: pa.Table, **options: Any) -> pa.Table:
    import_module("incognote.engines.pandas")  # gives frames the accessor
    found = table.to_pandas().incognote.deidentify(**options)
    return pa.Table.from_pandas(found, preserve_index=False)


def by_polars(table: pa.Table, **options: Any) -> pa.Table:
    import polars

    import_module("incognote.engines.polars")  # gives frames the namespace
    return polars.from_arrow(table).incognote.deidentify(**options).to_arrow()


def by_duckdb(table: pa.Table, **options: Any) -> pa.Table:
    import duckdb

    from incognote.engines.duckdb import deidentify

    with duckdb.connect() as connection:
        clean = deidentify(connection.from_arrow(table), **options)
        assert clean.num_rows == table.num_rows
        return connection.sql("from clean").to_arrow_table()


def by_dask(table: pa.Table, **options: Any) -> pa.Table:
    import dask
    import dask.dataframe

    from incognote.engines.dask import deidentify

    with dask.config.set(scheduler="sync"):
        df = dask.dataframe.from_pandas(table.to_pandas(), npartitions=3)
        found = deidentify(df, **options).compute()
    return pa.Table.from_pandas(found, preserve_index=False)


def by_ray(table: pa.Table, **options: Any) -> pa.Table:
    from incognote.engines.ray import deidentify

    ray = started_ray()
    found = deidentify(ray.data.from_arrow(table).repartition(3), **options)
    parts = [part for part in ray.get(found.to_arrow_refs()) if part.num_columns]
    return pa.concat_tables(parts) if parts else pa.table({})


def by_spark(table: pa.Table, **options: Any) -> pa.Table:
    from incognote.spark import deidentify

    df = spark().createDataFrame(table)
    return deidentify(df, **options).toArrow()


ENGINES: dict[str, tuple[Run, tuple[str, ...]]] = {
    "arrow": (by_arrow, ()),
    "pandas": (by_pandas, ()),
    "polars": (by_polars, ("polars",)),
    "duckdb": (by_duckdb, ("duckdb",)),
    "dask": (by_dask, ("dask",)),
    "ray": (by_ray, ("ray",)),
    "spark": (by_spark, ("pyspark", "java")),
}
needs_spark = pytest.mark.needs("pyspark", "java")


@pytest.fixture(scope="module", autouse=True)
def _work_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where Spark's workers write; and an end of all that was started."""
    with sessions_ended(tmp_path_factory):
        yield


@pytest.fixture(
    params=[pytest.param(n, marks=pytest.mark.needs(*e[1])) for n, e in ENGINES.items()]
)
def run(request: pytest.FixtureRequest) -> Run:
    return ENGINES[request.param][0]


@pytest.fixture(scope="module")
def plain(tiny_model: Path) -> Callable[[str], incognote.Redacted]:
    """What `load()` makes of a text."""
    return cache(incognote.load(model=tiny_model))


def by_number(table: pa.Table) -> dict[int, dict[str, Any]]:
    return {row["note_id"]: row for row in table.to_pylist()}


def test_the_contract(
    run: Run, tiny_model: Path, plain: Callable[[str], incognote.Redacted]
) -> None:
    """Nulls, a row that fails, a million characters, two columns of text; nothing is reordered."""
    found = run(table_of(ROWS), **ASKED, drop=["person_id"], model=tiny_model)
    left = [name for name in NAMES if name != "person_id"]
    assert found.column_names == [*left, "spans", "status", "error"]
    assert found["note_id"].to_pylist() == [row[0] for row in ROWS]
    assert found["kind"].to_pylist() == [row[4] for row in ROWS]
    for row, (_, _, *texts, _) in zip(found.to_pylist(), ROWS, strict=True):
        new = [row["note_text"], row["addendum"]]
        if row["note_id"] == 4:
            assert (new, row["status"], row["spans"]) == ([None, None], "failed", None)
            assert "HTML" in row["error"]
            assert "Moss" not in row["error"]
            continue
        there = [text for text in texts if text and text.strip() and text != "NaN"]
        assert (row["status"], row["error"]) == ("done" if there else "empty", None)
        for old, text, column in zip(texts, new, ASKED["text"], strict=True):
            if old not in there:
                assert text == old
                continue
            expected = plain(old)
            assert text == expected.text
            spans = [span for span in row["spans"] if span["column"] == column]
            assert [(span["start"], span["end"], span["action"]) for span in spans] == [
                (change.span.start, change.span.end, change.action) for change in expected.replaced
            ]


def test_nothing_in_nothing_out(run: Run, tiny_model: Path) -> None:
    found = run(table_of([]), **ASKED, drop=["person_id"], model=tiny_model)
    assert found.num_rows == 0


def test_a_patient_is_one_person(run: Run, tiny_model: Path, tmp_path: Path) -> None:
    """However his number is written, and wherever his notes stand: codes and surrogates agree."""
    key = tmp_path / "key"
    key.write_text(f"incognote-key-1:{KEY.hex()}\n")
    rows = [row for row in ROWS if row[0] not in (4, 6)]
    rows += [(100 + i, f"{i % 3 + 7}{' ' * (i % 2)}", NOTE, None, None) for i in range(20)]
    options = {**ASKED, "patient": "person_id", "replacement": "surrogate", "model": tiny_model}
    found = by_number(run(table_of(rows), **options, key=key))
    expected = by_number(prepare(table_of(rows).schema, **options, key=KEY).table(table_of(rows)))
    assert found.keys() == expected.keys()
    for number, row in expected.items():
        assert {**found[number], "spans": None} == {**row, "spans": None}
    codes = {found[100 + i]["person_id"].strip() for i in range(20)}
    assert len(codes) == 3
    assert not codes & {"7", "8", "9"}
    assert found[7]["person_id"] is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"text": "note"}, "note_text"),
        ({"text": "note_text"}, "Nobody decided about note_id, person_id, addendum, kind"),
        ({"text": "note_id", "other": "keep"}, "'note_id' holds no text"),
        ({"text": "note_text", "other": "keep", "patient": "person_id"}, "give key="),
        ({"text": "note_text", "other": "keep", "replacement": "surrogate"}, "give key="),
        ({"text": "note_text", "other": "keep", "patient": "mrn", "key": KEY}, "mrn"),
        ({"text": "note_text", "other": "keep", "verify": "no"}, "verify"),
        ({"text": "note_text", "other": "keep", "policy": "none-such"}, "none-such"),
    ],
)
def test_what_cannot_be_is_told_before_work_begins(
    run: Run, options: dict[str, Any], said: str
) -> None:
    with pytest.raises((ConfigError, InputError)) as told:
        run(table_of(ROWS[:3]), **options)
    assert said in str(told.value)
    assert "Ruiz" not in str(told.value)
    assert KEY.hex() not in str(told.value)


def test_the_accessor_is_the_function(tiny_model: Path) -> None:
    from incognote.engines.pandas import deidentify

    df = table_of(ROWS[:3]).to_pandas()
    options = {**ASKED, "drop": ["person_id"], "model": tiny_model}
    assert df.incognote.deidentify(**options).equals(deidentify(df, **options))
    assert "Ruiz" not in repr(df.incognote)
    with pytest.raises(TypeError, match="model"):
        df.incognote.deidentify(**ASKED, modell=tiny_model)


@pytest.mark.needs("polars")
def test_a_lazy_frame_of_polars_is_told_to_collect() -> None:
    import polars

    import_module("incognote.engines.polars")
    frame = polars.from_arrow(table_of(ROWS[:3])).lazy()
    with pytest.raises(InputError, match="collect"):
        frame.incognote.deidentify(**ASKED)


@pytest.mark.needs("polars")
def test_a_type_of_polars_that_arrow_has_not_is_told() -> None:
    import polars

    import_module("incognote.engines.polars")
    frame = polars.DataFrame({"note_text": [NOTE], "n": polars.Series([7], dtype=polars.Int128)})
    with pytest.raises(InputError, match=r"The column 'n' .* \(Int128\): cast it"):
        frame.incognote.deidentify(**ASKED)


@pytest.mark.needs("duckdb")
def test_names_that_duckdb_does_not_tell_apart_are_refused() -> None:
    """It would call one of the two otherwise, without a word."""
    import duckdb

    from incognote.engines.duckdb import deidentify

    with duckdb.connect() as connection:
        notes = connection.sql("select 'x' as note_text, 2 as STATUS")
        with pytest.raises(InputError, match="DuckDB cannot tell the column 'STATUS' from another"):
            deidentify(notes, text="note_text", keep=["STATUS"])


ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/engines.md").read_text(encoding="utf-8")
SHOWN = dict(re.findall(r"^## ([A-Z]?[a-zA-Z]+).*?^```python\n(.*?)^```$", PAGE, re.M | re.S))


def test_the_page_shows_all_engines() -> None:
    assert {name.lower() for name in SHOWN} == {*ENGINES} - {"arrow"}


@pytest.mark.filterwarnings("ignore::UserWarning")  # what the policies say of themselves
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.needs(*ENGINES[n.lower()][1])) for n in SHOWN]
)
def test_what_the_page_shows_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    assert cli.run(["key", "new", "demo.key"]) == 0
    if name in ("Ray", "Spark"):
        started_ray() if name == "Ray" else spark()
    # Processes that were started before have a folder of their own, in which they would look.
    there = re.sub(r'"((?:examples/|demo|clean)[^"]*)"', rf'"{tmp_path}/\1"', SHOWN[name])
    exec(compile(there, f"{name} of docs/engines.md", "exec"), {})
    found = pa.dataset.dataset("clean.parquet").to_table().to_pylist()
    assert [row["note_id"] for row in sorted(found, key=lambda row: int(row["note_id"]))]
    assert len(found) == 4
    assert {row["status"] for row in found} == {"done", "empty"}
    assert not [word for word in NAMES_IN_EXAMPLE if word in str(found)]


@pytest.mark.needs("ray")
def test_a_ray_that_starts_after_the_import_tells_nobody_how_it_is_used() -> None:
    asked = (
        "import incognote.engines.ray; from ray._common.usage import usage_lib; "
        "print(usage_lib.usage_stats_enabled())"
    )
    told = os.environ | {"RAY_USAGE_STATS_ENABLED": "1"}
    done = subprocess.run(
        [sys.executable, "-c", asked], env=told, capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"


NAMES_IN_EXAMPLE = ("Delgado", "Okafor", "Leadville", "Kevin", "Marsh", "00482913")


@pytest.mark.parametrize(
    ("engine", "module", "said"),
    [("pandas", "pyarrow", "data frames"), ("spark", "pyspark.sql.pandas.types", "Spark")],
)
def test_a_missing_extra_is_named(
    engine: str, module: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError, match=said):
        import_module(f"incognote.engines.{engine}").deidentify(None, text="note_text")


def test_an_index_and_mixed_values_are_refused_without_a_word_of_them() -> None:
    import pandas

    from incognote.engines.pandas import deidentify

    df = pandas.DataFrame({"n": [NOTE], "mrn": ["00482913"]})
    mixed = pandas.DataFrame({"n": [NOTE, 7], "k": [1, 2]}, dtype=object)
    numbered = df.assign(mrn=[482913]).set_index("mrn")  # of which pandas 3 makes a range
    numbered.index = pandas.RangeIndex(482913, 482914, name="mrn")
    for frame, said in ((df.set_index("mrn"), "index"), (numbered, "index"), (mixed, "'n'")):
        with pytest.raises(InputError, match=said) as told:
            deidentify(frame, text="n", other="keep")
        assert not [word for word in ("Ruiz", "00482913") if word in str(told.value)]
        assert "482913" not in str(told.value)
        assert told.value.__suppress_context__ or told.value.__context__ is None


def test_pandas_keeps_types_and_no_more_than_the_rows_say() -> None:
    import pandas

    from incognote.engines.pandas import deidentify

    df = pandas.DataFrame(
        {
            "n": pandas.Categorical([NOTE, "no fever", "Tom Moss"]),
            "p": [7, 8, 2**40],
            "ward": pandas.Categorical(["a", "b", "Dr. Ruiz"]),
            "size": pandas.array([1, None, 3], dtype="Int32"),
        },
    )
    df.attrs["of"] = "Ada Ruiz"
    df = df.head(2)
    found = deidentify(df, text="n", patient="p", keep=["ward", "size"], key=KEY)
    for name in ("p", "size"):
        assert found[name].dtype == df[name].dtype
    assert [*found["ward"].cat.categories] == ["a", "b"]
    assert "Moss" not in str(found["n"].cat.categories)
    assert not found.attrs
    assert found.index.equals(df.index)


# Spark ------------------------------------------------------------------------------------------


@needs_spark
def test_spark_shows_the_key_nowhere(tiny_model: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from incognote.spark import counter, deidentify

    counts = counter(spark())
    df = spark().createDataFrame(table_of(ROWS[:4]))
    options = {**ASKED, "patient": "person_id", "replacement": "surrogate", "model": tiny_model}
    found = deidentify(df, **options, key=KEY, counts=counts)
    found.explain("extended")
    found.collect()
    shown = "".join(capfd.readouterr()) + found._jdf.queryExecution().toString()
    assert "MapInArrow" in shown
    assert not [form for form in (KEY.hex(), str(KEY), "Ruiz") if form in shown]
    assert (counts.value["done"], counts.value["failed"]) == (2, 1)
    assert counts.value["DOCTOR"]


@needs_spark
def test_spark_refuses_a_patient_of_a_type_without_codes(tiny_model: Path) -> None:
    from incognote.spark import deidentify

    df = spark().sql("select 'x' note_text, true person, cast(7 as tinyint) small")
    for name, said in (("person", "can only be kept or dropped"), ("small", "cast it to int32")):
        with pytest.raises(InputError) as told:
            deidentify(df, text="note_text", patient=name, other="keep", key=KEY)
        assert said in str(told.value)


@needs_spark
def test_spark_refuses_streams_of_patients_and_types_that_arrow_has_not(tiny_model: Path) -> None:
    from incognote.spark import deidentify

    options = {"text": "note_text", "other": "keep", "model": tiny_model}
    rate = spark().readStream.format("rate").load()
    rows = rate.selectExpr("'x' note_text", "value person")
    assert deidentify(rows, **options).isStreaming
    with pytest.raises(InputError, match="A stream never has all rows of a patient"):
        deidentify(rows, patient="person", key=KEY, **options)
    span = spark().sql("select 'x' note_text, make_interval(1) span")
    with pytest.raises(InputError, match=r"'span' has a type that Arrow has not \(interval\)"):
        deidentify(span, **options)


@needs_spark
def test_spark_loses_an_executor_and_nothing_else(tiny_model: Path) -> None:
    from incognote.spark import deidentify

    rows = [(i, str(i % 17), f"{NOTE} {'Chest pain. ' * 500}", None, None) for i in range(400)]
    session = spark()
    options = {**ASKED, "patient": "person_id", "model": tiny_model, "key": KEY}
    df = deidentify(session.createDataFrame(table_of(rows)), **options, partitions=16)
    table = losing_an_executor(df.toArrow)
    expected = prepare(table_of(rows).schema, **options).table(table_of(rows))
    assert by_number(table) == by_number(expected)


@needs_spark
def test_the_command_line_runs_in_spark(
    tiny_model: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    spark()
    pq.write_table(table_of([row for row in ROWS if row[0] != 6]), tmp_path / "notes.parquet")
    options = ["--text", "note_text", "--text", "addendum", "--patient", "person_id"]
    options += ["--keep", "note_id", "--keep", "kind", "--model", str(tiny_model)]
    out = tmp_path / "out"
    words = ["deid", str(tmp_path / "notes.parquet"), "-o", str(out), "--engine", "spark"]
    assert cli.run([*words, *options[:-4]]) == 2
    assert "Nobody decided about" in capfd.readouterr().err
    assert cli.run([*words, *options]) == 1  # since a row failed
    shown = capfd.readouterr()
    assert "1 rows failed" in shown.err
    assert "Ruiz" not in shown.err + shown.out
    parts = {part: pq.ParquetDataset(out / f"status={part}").read() for part in ("done", "failed")}
    assert {*out.glob("status=*")} == {out / f"status={p}" for p in ("done", "failed", "empty")}
    (failed,) = parts["failed"].to_pylist()
    assert (failed["note_id"], failed["note_text"], failed["person_id"]) == (4, None, None)
    assert "HTML" in failed["error"]
    done = by_number(parts["done"])
    assert done[1]["note_text"] == "Seen by Dr. [DOCTOR] on [DATE]."
    assert done[1]["person_id"] == done[8]["person_id"] != "7"
    assert cli.run([*words, *options]) == 2
    assert "exists already" in capfd.readouterr().err
    assert cli.run([*words, *options, "--replace", "surrogate"]) == 2
    assert "--names-may-recur" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--engine", "none"], "no engine 'none'"),
        (["--engine", "spark", "--jobs", "2"], "does not take --jobs"),
        (["--engine", "spark", "--vault", "v"], "does not take --vault"),
        (["--engine", "spark", "--resume"], "does not take --resume"),
        (["--engine", "spark", "--format", "hl7"], "does not take --format"),
        (["--engine", "spark", "-o", "-"], "into a folder"),
        (["--engine", "spark"], "--text"),
    ],
)
def test_what_the_command_line_cannot_do_in_spark(
    more: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["deid", "notes.parquet", "-o", str(tmp_path / "out"), *more]) == 2
    assert said in capsys.readouterr().err
