"""Tables in Arrow's form in memory."""

from __future__ import annotations

import dataclasses
import datetime
import multiprocessing
import pickle
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from incognote.core.errors import ConfigError, InputError, ModelError
from incognote.core.pipeline import Pipeline
from incognote.io.format import Fields
from incognote.run import arrow
from incognote.run.arrow import ADDED, FAULT, deidentify_batch, of_task, prepare
from incognote.run.batch.task import Task, Worker
from pipelines import emails

KEY = bytes(range(32))
NOTE = "Seen by Dr. Ada Ruiz on 3/14/2019."
CLEAN = "Seen by Dr. [DOCTOR] on [DATE]."
TYPES = [
    pa.string(),
    pa.large_string(),
    pa.string_view(),
    pa.dictionary(pa.int8(), pa.string()),
    pa.dictionary(pa.int32(), pa.large_string()),
]


@pytest.fixture(autouse=True)
def _model(tiny_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny model where none is named."""
    monkeypatch.setattr(arrow, "choose_model", lambda lang, model, fast: model or tiny_model)


def column(values: list[Any], type: pa.DataType) -> pa.Array:
    if pa.types.is_dictionary(type):
        return pa.array(values, type.value_type).dictionary_encode().cast(type)
    return pa.array(values, type)


@pytest.mark.parametrize("type", TYPES, ids=str)
def test_text_keeps_its_type(type: pa.DataType) -> None:
    batch = pa.record_batch({"n": column([NOTE, None, "", NOTE, "no fever"], type)})
    found = deidentify_batch(batch, text="n")
    assert found.schema.field("n").type == type
    assert found["n"].to_pylist() == [CLEAN, None, "", CLEAN, "no fever"]
    assert found["status"].to_pylist() == ["done", "empty", "empty", "done", "done"]


@pytest.mark.parametrize("type", TYPES, ids=str)
@pytest.mark.parametrize("role", ["keep", "id"])
def test_a_dictionary_says_no_more_than_the_rows_do(type: pa.DataType, role: str) -> None:
    """Also of a column that is kept: it may hold what stands in rows of others."""
    whole = pa.record_batch({"n": column(["x", NOTE, "y"], type), "k": column([*"abc"], type)})
    found = deidentify_batch(whole.slice(0, 1), text="n", **{role: "k" if role == "id" else ["k"]})
    assert found["k"].to_pylist() == ["a"]
    if pa.types.is_dictionary(type):
        assert found["k"].dictionary.to_pylist() == ["a"]
        assert found["n"].dictionary.to_pylist() == ["x"]


def test_values_become_what_tables_make_of_them() -> None:
    day = datetime.date(2019, 3, 14)
    batch = pa.record_batch(
        {
            "n": [NOTE, "no fever"],
            "p": pa.array([7, 2**40]),
            "visit": ["a-1", "a-2"],
            "day": [day, None],
            "at": pa.array([datetime.datetime(2019, 3, 14, 5)] * 2, pa.timestamp("us", "UTC")),
            "zip": ["90210", "10001"],
            "more": [[1], None],
            "gone": ["Ada Ruiz", "Ada Ruiz"],
        }
    )
    found = deidentify_batch(
        *(batch,),
        **{"text": "n", "patient": "p", "code": ["visit"], "date": "day", "shift": ["at"]},
        **{"label": {"zip": "ZIP"}, "keep": ["more"], "drop": ["gone"], "key": KEY},
    )
    assert found.schema.names == [*batch.schema.names[:-1], *ADDED]
    for name in batch.schema.names[:-1]:
        assert found.schema.field(name).type == batch.schema.field(name).type
    assert found["more"].to_pylist() == [[1], None]
    for name in ("p", "visit", "at", "zip"):
        assert not {*found[name].to_pylist()} & {*batch[name].to_pylist()}
    moved = found["day"][0].as_py() - day
    assert moved.days
    assert found["at"][0].as_py() - batch["at"][0].as_py() == moved
    assert found["zip"].to_pylist() == ["[ZIP]", "[ZIP]"]


@pytest.mark.parametrize("role", ["patient", "code"])
@pytest.mark.parametrize(
    ("numbers", "type"),
    [([7.5, 7.0, None], pa.float64()), ([2**64 - 1, 7, None], pa.uint64())],
)
def test_a_number_whose_code_has_no_room_fails_its_row(
    role: str, numbers: list[Any], type: pa.DataType
) -> None:
    batch = pa.record_batch({"n": [NOTE] * 3, "p": pa.array(numbers, type)})
    found = deidentify_batch(
        batch, text="n", **{role: "p" if role == "patient" else ["p"]}, key=KEY
    )
    assert found["status"].to_pylist() == ["failed", "done", "done"]
    assert found["error"][0].as_py().startswith("the code of 'p' has no room in the type")
    assert found["n"][0].as_py() is None
    assert [cell is None for cell in found["p"].to_pylist()] == [True, False, True]


def test_a_row_that_fails_passes_nothing_on(monkeypatch: pytest.MonkeyPatch) -> None:
    long = f"{NOTE} " * 40_000
    batch = pa.record_batch({"n": ["no fever", long, NOTE], "p": [7, 7, 8], "k": [*"abc"]})
    options = {"text": "n", "patient": "p", "keep": ["k"], "key": KEY}
    found = deidentify_batch(batch, **options, max_note_mb=0.5).to_pylist()
    assert [row["status"] for row in found] == ["done", "failed", "done"]
    failed = found[1]
    assert (failed["n"], failed["p"], failed["k"], failed["spans"]) == (None, None, "b", None)
    assert failed["error"] == "is longer than 0.5 MB; split it, or raise max_note_mb"

    def broken(*args: object, **more: object) -> None:
        raise ValueError(NOTE)

    # A bug of ours, too, and in its message a note.
    monkeypatch.setattr(Pipeline, "annotate", broken)
    for row in deidentify_batch(batch, **options).to_pylist():
        assert (row["n"], row["p"], row["status"]) == (None, None, "failed")
        assert "ValueError" in row["error"]
        assert "Ruiz" not in row["error"]


def test_what_breaks_all_of_it_quotes_no_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> None:
        raise pa.ArrowInvalid(f"Could not convert {NOTE}")

    monkeypatch.setattr(arrow, "laid_over", broken)
    with pytest.raises(arrow.IncognoteError) as told:
        deidentify_batch(pa.record_batch({"n": [NOTE]}), text="n")
    assert "ArrowInvalid" in str(told.value)
    assert "Ruiz" not in str(told.value)
    assert told.value.__suppress_context__


ELSEWHERE = (
    "El paciente fue visto ayer en la consulta y no refiere dolor ni fiebre desde la semana "
    "pasada, por lo que se le da de alta con el mismo tratamiento."
)


def test_another_language_is_told() -> None:
    batch = pa.record_batch({"n": [NOTE, ELSEWHERE]})
    found = deidentify_batch(batch, text="n").to_pylist()
    assert [row["status"] for row in found] == ["done", "done"]
    assert "another language (es)" in found[1]["error"]
    found = deidentify_batch(batch, text="n", other_language="fail").to_pylist()
    assert [row["status"] for row in found] == ["done", "failed"]
    assert found[1]["n"] is None


@pytest.mark.parametrize(
    ("note", "more", "argument"),
    [
        (f"{NOTE} " * 40_000, {"max_note_mb": 0.5}, "raise max_note_mb"),
        ("MSH|^~\\&|ADT1|HOSP|||202001011200||ADT^A01|1|P|2.5\rPID|1||77\r", {}, "give as_text"),
        (ELSEWHERE, {"other_language": "fail"}, "with other_language warn"),
        (NOTE, {"max_note_seconds": 1e-9}, "see max_note_seconds"),
    ],
)
def test_errors_name_the_arguments_of_python(
    note: str, more: dict[str, object], argument: str
) -> None:
    (row,) = deidentify_batch(pa.record_batch({"n": [note]}), text="n", **more).to_pylist()
    assert row["status"] == "failed"
    assert argument in row["error"]
    assert "--" not in row["error"]


def test_what_a_command_asked_for_it_is_told_as_a_command() -> None:
    batch = pa.record_batch({"n": [f"{NOTE} " * 40_000]})
    work = prepare(batch.schema, text="n", max_note_mb=0.5)
    of_command = dataclasses.replace(work, _told=str)
    (row,) = of_command.batch(batch).to_pylist()
    assert "raise --max-note-mb" in row["error"]


def test_so_do_errors_that_end_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(*args: object) -> None:
        raise arrow.IncognoteError("A worker process ended; lower --max-note-mb.")

    monkeypatch.setattr(arrow, "process_here", ended)
    with pytest.raises(arrow.IncognoteError, match=r"lower max_note_mb\."):
        deidentify_batch(pa.record_batch({"n": [NOTE]}), text="n")


def test_a_patient_is_cut_by_no_border_of_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [1, 1, 1, None, None, 2, 2, 3, 3, 3, 3, 3, 3, 3, 4, None]
    table = pa.table({"p": pa.array(rows, pa.int64()), "n": [f"no fever {i}" for i in range(16)]})
    work = prepare(table.schema, text="n", patient="p", key=KEY)
    asked: list[list[str]] = []
    whole = Worker.process

    def process(self: Worker, records: Any) -> Any:
        asked.append([record.owner for record in records])
        return whole(self, records)

    monkeypatch.setattr(Worker, "process", process)
    expected = work.table(table)
    for size in range(1, 18):
        asked.clear()
        found = pa.Table.from_batches(work.stream(table.to_batches(max_chunksize=size)))
        assert found == expected
        for patient in "1234":
            assert sum(patient in owners for owners in asked) == 1, (size, patient)
            (owners,) = (each for each in asked if patient in each)
            assert owners.count(patient) == rows.count(int(patient))


def test_what_is_drawn_depends_on_no_other_row() -> None:
    """Nor on where rows stand: a task that is repeated, or a table divided anew, gives the same."""
    rows = [f"Dr. Ada Ruiz saw him on {day}/14/2019." for day in range(1, 7)] + [NOTE, None, NOTE]
    table = pa.table({"n": rows, "i": [*map(str, range(9))]})
    for options in ({"keep": ["i"]}, {"id": "i"}, {"keep": ["i"], "scope": "note"}):
        work = prepare(table.schema, text="n", replacement="surrogate", key=KEY, **options)
        whole = work.table(table)["n"].to_pylist()
        parts = [work.table(table.slice(i, 1))["n"][0].as_py() for i in range(9)]
        if "id" in options:
            assert parts == whole
            assert len({*parts[:6]}) == 6
        assert parts[:7] == whole[:7]  # of two rows that say the same one may differ
        again = work.table(table.take([8, 7, 6, 5, 4, 3, 2, 1, 0]))["n"].to_pylist()
        assert sorted(map(str, again)) == sorted(map(str, whole))


def test_rows_need_the_id_that_they_were_to_have() -> None:
    batch = pa.record_batch({"n": [NOTE, NOTE], "i": ["a", None]})
    found = deidentify_batch(batch, text="n", id="i").to_pylist()
    assert [row["status"] for row in found] == ["done", "failed"]
    assert found[1]["n"] is None
    assert "no id in 'i'" in found[1]["error"]


def test_the_key_is_in_nothing_that_is_shown(tmp_path: Path) -> None:
    schema = pa.schema([("n", pa.string()), ("p", pa.int64())])
    work = prepare(schema, text="n", patient="p", key=KEY)
    assert not [form for form in (KEY.hex(), repr(KEY), "\\x01\\x02") if form in repr(work)]
    file = tmp_path / "key"
    file.write_text(f"incognote-key-1:{KEY.hex()}\n")
    by_file = prepare(schema, text="n", patient="p", key=file)
    assert KEY in pickle.dumps(work)
    assert KEY not in pickle.dumps(by_file)
    table = pa.table({"n": [NOTE], "p": [7]})
    assert pickle.loads(pickle.dumps(by_file)).table(table) == work.table(table)
    file.unlink()
    with pytest.raises(InputError, match="cannot be read"):
        prepare(schema, text="n", patient="p", key=file)


def test_paths_mean_the_same_in_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker has a folder of its own."""
    monkeypatch.chdir(tmp_path)
    Path("key").write_text(f"incognote-key-1:{KEY.hex()}\n")
    Path("roster.csv").write_text("patient,names\n7,Tom Moss\n")
    options = {"text": "n", "patient": "p", "key": "key", "roster": "roster.csv"}
    work = prepare(pa.schema([("n", pa.string()), ("p", pa.string())]), **options)
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path / "other")
    arrow._worker.cache_clear()
    assert work.table(pa.table({"n": ["Tom M."], "p": ["7"]}))["status"].to_pylist() == ["done"]


def test_a_process_loads_its_models_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    whole = Worker.__init__

    def init(self: Worker, task: Any) -> None:
        made.append(task)
        whole(self, task)

    monkeypatch.setattr(Worker, "__init__", init)
    batch = pa.record_batch({"n": [NOTE]})
    for _ in range(3):
        work = prepare(batch.schema, text="n", recall_bias=0.125)
        pickle.loads(pickle.dumps(work)).batch(batch)
    assert len(made) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"text": []}, "Say with text="),
        ({"text": "n", "keep": ["n"]}, "'n' is given as"),
        ({"text": "n", "other": "keep", "shift": ["dya"], "key": KEY}, "dya"),
        ({"text": "n", "other": "maybe"}, "maybe"),
        ({"text": "n", "other": "keep", "label": {"p": "NOTHING"}}, "NOTHING"),
        ({"text": "n", "other": "keep", "patient": "b", "key": KEY}, "'b' can only be kept"),
        ({"text": "n", "other": "keep", "patient": "d", "key": KEY}, "(decimal128(38, 0)); cast"),
        ({"text": "n", "other": "keep", "patient": "day", "key": KEY}, "'day' holds dates"),
        ({"text": "n", "other": "keep", "code": ["at"], "key": KEY}, "'at' holds dates"),
        ({"text": "n", "other": "keep", "code": ["s"], "key": KEY}, "'s' (int8)"),
        ({"text": "n", "other": "keep", "lang": "xx"}, "xx"),
        ({"text": "n", "other": "keep", "key": b"", "code": ["p"]}, "give key="),
        ({"text": "n", "other": "keep", "max_note_mb": 0}, "above 0"),
        ({"text": "n", "other": "keep", "other_language": "no"}, "way with other languages"),
    ],
)
def test_what_cannot_be_is_refused_before_any_row(options: dict[str, Any], said: str) -> None:
    schema = pa.schema([("n", pa.string()), ("p", pa.int64()), ("b", pa.bool_()), ("s", pa.int8())])
    schema = schema.append(pa.field("d", pa.decimal128(38, 0)))
    schema = schema.append(pa.field("day", pa.date32()))
    schema = schema.append(pa.field("at", pa.timestamp("us")))
    with pytest.raises((ConfigError, InputError)) as told:
        prepare(schema, **options)
    assert said in str(told.value)


@pytest.mark.parametrize("name", ADDED)
def test_a_column_that_has_the_name_of_one_of_ours(name: str) -> None:
    schema = pa.schema([("n", pa.string()), (name, pa.string())])
    with pytest.raises(ConfigError, match=name):
        prepare(schema, text="n", other="keep")
    assert prepare(schema, text="n", drop=[name]).schema.names == ["n", *ADDED]


def test_a_model_that_is_not_there_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        prepare(pa.schema([("n", pa.string())]), text="n", model=tmp_path)


def test_a_table_of_another_schema_is_refused() -> None:
    work = prepare(pa.schema([("n", pa.string()), ("k", pa.int64())]), text="n", keep=["k"])
    for other in (
        {"n": [NOTE], "k": [1], "mrn": [7]},
        {"k": [1], "n": [NOTE]},
        {"n": [1], "k": [1]},
    ):
        with pytest.raises(InputError, match="other columns"):
            work.table(pa.table(other))


def test_what_a_schema_says_besides_is_left_out() -> None:
    field = pa.field("n", pa.string(), metadata={"of": "Ada Ruiz"})
    batch = pa.record_batch([["x"]], schema=pa.schema([field], metadata={"of": "Ada Ruiz"}))
    found = deidentify_batch(batch, text="n")
    assert not found.schema.metadata
    assert not found.schema.field("n").metadata
    work = prepare(batch.schema, text="n")
    assert found.schema == work.schema
    assert "Ruiz" not in repr(work)


def test_a_note_that_takes_too_long_or_ends_its_process_fails_alone() -> None:
    """And the process beside this one stays, so that no model is loaded for each batch."""
    table = pa.table({"n": ["to a@b.c", "SLEEP a@b.c", "DIE a@b.c", None, "from d@e.f"]})
    task = Task(emails, fields=Fields({"n": "text"}))
    work = of_task(table.schema, task, max_note_mb=1, max_note_seconds=5, as_text=False)
    found = work.table(table)
    assert found["n"].to_pylist() == ["to [EMAIL]", None, None, None, "from [EMAIL]"]
    assert found["status"].to_pylist() == ["done", "failed", "failed", "empty", "done"]
    assert "longer than 5 seconds" in found["error"][1].as_py()
    assert "was killed" in found["error"][2].as_py()
    assert "a@b" not in str(found["error"])
    before = {process.pid for process in multiprocessing.active_children()}
    again = work.table(table.slice(4))
    assert again["n"].to_pylist() == ["from [EMAIL]"]
    assert {process.pid for process in multiprocessing.active_children()} == before


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf")])
def test_a_bound_of_time_that_cannot_be_is_refused(seconds: float) -> None:
    with pytest.raises(ConfigError, match="longest time"):
        prepare(pa.schema([("n", pa.string())]), text="n", max_note_seconds=seconds)


def test_a_worker_that_may_start_no_process_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(multiprocessing.current_process()._config, "daemon", True)
    table = pa.table({"n": [NOTE]})
    work = prepare(table.schema, text="n", max_note_seconds=7)
    with pytest.raises(ConfigError, match="may start none"):
        work.table(table)


def test_a_row_that_could_not_be_read_fails_with_its_reason() -> None:
    table = pa.table({"n": [NOTE, None], FAULT: [None, "t.csv:2: has 3 cells"]})
    found = prepare(pa.schema([("n", pa.string())]), text="n").table(table)
    assert found.column_names == ["n", *ADDED]
    assert found["status"].to_pylist() == ["done", "failed"]
    assert found["error"].to_pylist() == [None, "t.csv:2: has 3 cells"]
