"""Parquet comes back with its schema and all that was not to be replaced."""

from __future__ import annotations

import datetime
import json
from pathlib import Path

import pytest

from incognote.core.errors import InputError
from incognote.io.format import Fields, get_format
from incognote.run.batch import Sources
from tables import deid, failures, leaks

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

NOTE = "Maria Delgado (MRN 00482913) seen on 3/14/2019, no pain. Call (216) 555-0143."
ROLES = {
    "id": "code",
    "person": "patient",
    "name": "PATIENT",
    "born": "DATE",
    "seen": "shift",
    "note": "text",
    "kind": "keep",
    "more": "keep",
    "gone": "drop",
    "value": "keep",
}


@pytest.fixture
def table(tmp_path: Path) -> Path:
    day, noon = datetime.date(1961, 8, 9), datetime.datetime(2019, 3, 14, 12)
    columns = {
        "id": pa.array([5, 2**40, None], pa.int64()),
        "person": pa.array([11, 11, 12], pa.int32()),
        "name": pa.array(["Maria Delgado", "Maria Delgado", None]).dictionary_encode(),
        "born": pa.array([day, day, None], pa.date32()),
        "seen": pa.array([noon, None, noon], pa.timestamp("ns", "UTC")),
        "note": pa.array([NOTE, "", None], pa.large_string()),
        "kind": pa.array(["a", "a", "b"]).dictionary_encode(),
        "more": pa.array([[{"x": 1}], None, []], pa.list_(pa.struct({"x": pa.int8()}))),
        "gone": pa.array(["Okafor"] * 3),
        "value": pa.array([1.5, float("nan"), None]),
    }
    made = pa.table(columns)
    pq.write_table(made, tmp_path / "n.parquet", row_group_size=2, compression="zstd")
    return tmp_path / "n.parquet"


@pytest.mark.parametrize("replace", ["", "surrogate", "hash"])
def test_what_was_to_leave_is_gone_and_all_else_is_as_it_was(
    table: Path, tmp_path: Path, replace: str
) -> None:
    summary = deid(table, tmp_path / "out", ROLES, replace=replace)
    assert (summary.notes_out, summary.notes_failed) == (1, 0)
    assert leaks(tmp_path / "out") == []
    old, new = pq.ParquetFile(table), pq.ParquetFile(tmp_path / "out/n.parquet")
    left = [field for field in old.schema_arrow if field.name != "gone"]
    assert new.schema_arrow.equals(pa.schema(left), check_metadata=True)
    assert new.metadata.num_row_groups == old.metadata.num_row_groups
    assert new.metadata.row_group(0).column(0).compression == "ZSTD"
    before, after = old.read(), new.read()
    for name in ("kind", "more"):
        assert after[name].to_pylist() == before[name].to_pylist()
    assert after["value"].is_null().equals(before["value"].is_null())
    rows = after.to_pylist()
    assert [row["note"] for row in rows][1:] == ["", None]
    assert "no pain" in rows[0]["note"]
    assert rows[0]["person"] == rows[1]["person"] not in (11, 12)
    assert rows[2]["id"] is None
    assert rows[1]["id"] >= 2**31
    assert rows[0]["seen"].hour == 12
    assert rows[1]["seen"] is None
    if replace == "surrogate":
        assert rows[0]["name"] == rows[1]["name"]
        assert rows[0]["name"].split()[-1] in rows[0]["note"]
        days = (rows[0]["born"] - datetime.date(1961, 8, 9)).days
        assert (rows[0]["seen"].date() - datetime.date(2019, 3, 14)).days == days
    else:
        assert rows[0]["born"] is None  # a tag is no date


def test_pandas_reads_what_is_left(table: Path, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pandas.read_parquet(table).to_parquet(tmp_path / "p.parquet")
    deid(tmp_path / "p.parquet", tmp_path / "out", ROLES)
    frame = pandas.read_parquet(tmp_path / "out/p.parquet")
    assert list(frame.columns) == [name for name in ROLES if name != "gone"]


def test_a_folder_of_parts_and_what_spark_leaves_beside_them(table: Path, tmp_path: Path) -> None:
    for part in ("year=2019/a.parquet", "year=2020/b.parquet"):
        (tmp_path / "in" / part).parent.mkdir(parents=True)
        (tmp_path / "in" / part).write_bytes(table.read_bytes())
    (tmp_path / "in/_SUCCESS").write_bytes(b"")
    summary = deid(tmp_path / "in", tmp_path / "out", {**ROLES, "year": "keep"})
    assert (summary.notes_out, summary.notes_failed) == (2, 0)
    assert [
        pq.ParquetFile(path).metadata.num_rows for path in (tmp_path / "out").rglob("*.parquet")
    ] == [
        3,
        3,
    ]
    assert Sources([tmp_path / "in"], fields=Fields(ROLES)).fields.undecided(
        get_format("parquet").fields(tmp_path / "in/year=2019/a.parquet")
    ) == ["year"]
    with pytest.raises(InputError, match="'year' stands in the names of its folders"):
        list(
            get_format("parquet").records(
                tmp_path / "in/year=2019/a.parquet", "a", fields=Fields({**ROLES, "year": "code"})
            )
        )


def test_rows_that_fail_are_left_out_and_no_other(tmp_path: Path) -> None:
    texts = [f"Call (216) 555-01{i:02}." for i in range(10)]
    texts[3] = "x" * 2_100_000
    names = pa.array([f"Person{i} Delgado{i}" for i in range(10)]).dictionary_encode()
    made = pa.table({"t": texts, "i": range(10), "n": names})
    pq.write_table(made, tmp_path / "t.parquet", row_group_size=3)
    deid(tmp_path / "t.parquet", tmp_path / "out", {"t": "text", "i": "keep", "n": "PATIENT"})
    assert list(failures(tmp_path / "out")) == ["t.parquet:4"]
    rows = pq.read_table(tmp_path / "out/t.parquet").to_pylist()
    left = [i for i in range(10) if i != 3]
    assert rows == [{"t": "Call [PHONE].", "i": i, "n": "[PATIENT]"} for i in left]
    assert leaks(tmp_path / "out") == []  # nor in a dictionary


def test_what_a_schema_says_of_people_is_left_out_and_told(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"note": [NOTE], "ward": ["W1"]}, pandas.Index([7], name="row"))
    frame["seen"] = pandas.to_datetime(["2020-01-01"]).tz_localize("America/New_York")
    frame.to_parquet(tmp_path / "plain.parquet")
    frame.attrs = {"patient": "Maria Delgado", "name": "Delgado", "columns": ["Delgado"]}
    frame.columns.name = "Delgado"
    made = pa.Table.from_pandas(frame)
    said = {"comment": "Maria Delgado"}
    inner = pa.field("x", pa.string(), metadata=said)
    for field, cells in (
        (pa.field("ward", pa.string(), metadata={**said, "PARQUET:field_id": "9"}), ["W1"]),
        (pa.field("deep", pa.list_(pa.struct([inner]))), [[{"x": "a"}]]),
        (pa.field("far", pa.map_(pa.string(), inner)), [[("k", "a")]]),
        (pa.field("kind", pa.opaque(pa.string(), "Delgado", "Okafor")), ["a"]),
    ):
        if field.name in made.column_names:
            made = made.set_column(made.column_names.index(field.name), field, [cells])
        else:
            made = made.append_column(field, [pa.array(cells, field.type)])
    told = {**made.schema.metadata, b"patient": b"Maria Delgado", b"00482913": b"Delgado"}
    pq.write_table(made.replace_schema_metadata(told), tmp_path / "p.parquet")
    deid(tmp_path / "p.parquet", tmp_path / "out", {"note": "text"}, other="keep")
    assert leaks(tmp_path / "out", "Maria") == []
    schema = pq.read_schema(tmp_path / "out/p.parquet")
    assert schema.field("ward").metadata == {b"PARQUET:field_id": b"9"}
    plain = json.loads(pq.read_schema(tmp_path / "plain.parquet").metadata[b"pandas"])
    kept = json.loads(schema.metadata[b"pandas"])
    assert kept == {key: value for key, value in plain.items() if key != "attributes"}
    assert pandas.read_parquet(tmp_path / "out/p.parquet").index.name == "row"
    (line,) = (tmp_path / "out/ledger.jsonl").read_text().splitlines()
    places = [*json.loads(line)["places"]]
    for place in ("patient", "pandas.attributes", "of ward", "of deep", "of far", "of kind"):
        assert f"metadata {place}" in places
    assert "00482913" not in line


def test_a_dictionary_holds_what_some_row_says_in_its_order(tmp_path: Path) -> None:
    def coded(ordered: bool = False) -> object:
        at = pa.array([3, None, 1, 3], pa.int8())
        words = ["Zquirk", "low", "Delgado", "high"]
        return pa.DictionaryArray.from_arrays(at, words, ordered=ordered)

    nested = pa.ListArray.from_arrays([0, 1, 2, 3, 4], coded())
    table = pa.table({"a": coded(), "b": coded(True), "c": nested, "t": ["x"] * 4})
    pq.write_table(table, tmp_path / "t.parquet", row_group_size=3)
    deid(tmp_path / "t.parquet", tmp_path / "out", {"t": "text"}, other="keep")
    old, new = (pq.read_table(tmp_path / name) for name in ("t.parquet", "out/t.parquet"))
    assert leaks(tmp_path / "out", "Zquirk") == []
    assert new.schema.equals(old.schema)
    assert new.to_pylist() == old.to_pylist()
    assert new["b"].chunk(0).dictionary.to_pylist() == ["low", "high"]


@pytest.mark.parametrize(
    ("roles", "said"),
    [
        ({"value": "text"}, "the column 'value' holds no text"),
        ({"more": "code"}, "'more' can only be kept or dropped"),
        ({"person": "id", "id": "id"}, "several columns are given as --id"),
    ],
)
def test_what_cannot_be_done_with_a_column(table: Path, roles: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        list(get_format("parquet").source(table, fields=Fields(roles, "keep")))


def test_a_file_that_is_cut_is_told(table: Path) -> None:
    table.write_bytes(table.read_bytes()[:-20])
    with pytest.raises(InputError, match="is no Parquet file that can be read"):
        list(get_format("parquet").source(table, fields=Fields({}, "keep")))


def test_text_as_a_view_is_text(tmp_path: Path) -> None:
    """As polars writes it."""
    view = pa.string_view()
    columns = {"note": [NOTE, "", None, "x"], "k": ["a", "b", "c", "d"], "id": ["1", "2", "3", ""]}
    made = pa.table({name: pa.array(cells, view) for name, cells in columns.items()})
    pq.write_table(made, tmp_path / "n.parquet")
    roles = {"note": "text", "k": "keep", "id": "id"}
    deid(tmp_path / "n.parquet", tmp_path / "out", roles)
    assert leaks(tmp_path / "out") == []
    assert [*failures(tmp_path / "out")] == ["n.parquet:4"]
    new = pq.ParquetFile(tmp_path / "out/n.parquet").read()
    assert new.schema == made.schema
    assert new["note"].to_pylist()[1:] == ["", None]
    assert new["k"].to_pylist() == ["a", "b", "c"]


@pytest.mark.parametrize("name", ["MRN 00482913", "seen 3/14/2019", "216 555-0143"])
def test_a_column_whose_name_holds_a_date_or_number_is_refused_without_it(
    tmp_path: Path, name: str
) -> None:
    pq.write_table(pa.table({"note": [NOTE], name: ["x"]}), tmp_path / "n.parquet")
    for other in ("keep", "drop", ""):
        with pytest.raises(InputError, match="the name of column 2 holds a date") as caught:
            deid(tmp_path / "n.parquet", tmp_path / f"out{other}", {"note": "text"}, other=other)
        assert name not in str(caught.value)


@pytest.mark.parametrize(
    ("type", "far"),
    [
        *((pa.date32(), 3_000_000), (pa.date32(), -1_000_000), (pa.date32(), 2**31 - 1)),
        *((pa.timestamp("ms", "UTC"), 2**53), (pa.timestamp("ms"), -(2**50))),
    ],
)
@pytest.mark.parametrize("role", ["shift", "DATE", "date"])
@pytest.mark.parametrize("policy", ["all", "hipaa", "limited-data-set"])
def test_a_day_that_no_calendar_has_is_left_out(
    tmp_path: Path, type: object, far: int, role: str, policy: str
) -> None:
    days = pa.array([far, 0, None], pa.int32() if type == pa.date32() else pa.int64()).cast(type)
    pq.write_table(pa.table({"note": [NOTE, "", "ok"], "day": days}), tmp_path / "n.parquet")
    roles = {"note": "text", "day": role}
    summary = deid(tmp_path / "n.parquet", tmp_path / "out", roles, policy=policy)
    assert summary.notes_failed == 0
    new = pq.read_table(tmp_path / "out/n.parquet").column("day")
    assert new.type == type
    assert new.is_null().to_pylist()[::2] == [True, True]


@pytest.mark.parametrize(("start", "told"), [(482913, True), (0, False)])
def test_record_numbers_that_follow_each_other_are_in_no_description_of_the_index(
    tmp_path: Path, start: int, *, told: bool
) -> None:
    """Of which pandas makes a range that stands in the file's metadata alone."""
    import pandas

    index = pandas.RangeIndex(start, start + 2, name="mrn" if start else None)
    frame = pandas.DataFrame({"note": [NOTE, "x"]}, index=index)
    frame.to_parquet(tmp_path / "p.parquet")
    assert str(start).encode() in (tmp_path / "p.parquet").read_bytes()
    deid(tmp_path / "p.parquet", tmp_path / "out", {"note": "text"})
    assert leaks(tmp_path / "out", "482913", "482915") == []
    assert list(pandas.read_parquet(tmp_path / "out/p.parquet").index) == [0, 1]
    ledger = (tmp_path / "out/ledger.jsonl").read_text()
    assert ("metadata pandas.index_columns" in ledger) is told
