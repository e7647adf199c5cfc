"""A bound of time in engines that divide work between processes: what takes too long fails alone,
nothing waits for it, and no process is left when the work is over."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from incognote.io.format import Fields
from incognote.run.arrow import TableDeidentifier, of_task
from incognote.run.batch.task import Task
from pipelines import emails
from sessions import end_sessions, sessions_ended, spark, started_ray

pytestmark = [
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
BOUND = 3.0
"""Seconds; what a note of these tests takes otherwise is a hundredth."""
LONGEST = 600.0
"""Seconds until what runs is taken to hang: engines take long to start."""


def prepared(schema: pa.Schema) -> TableDeidentifier:
    """What `prepare` gives with a bound, but for the pipeline: one that obeys the notes."""
    task = Task(emails, fields=Fields({"n": "text", "i": "keep"}))
    return of_task(schema, task, max_note_mb=1, max_note_seconds=BOUND, as_text=False)


def by_dask(table: pa.Table) -> pa.Table:
    import dask
    import dask.dataframe

    from incognote.engines.dask import deidentify

    with dask.config.set(scheduler="processes", num_workers=2):
        df = dask.dataframe.from_pandas(table.to_pandas(), npartitions=2)
        found = deidentify(df).compute()
    return pa.Table.from_pandas(found, preserve_index=False)


def by_ray(table: pa.Table) -> pa.Table:
    from incognote.engines.ray import deidentify

    ray = started_ray()
    found = deidentify(ray.data.from_arrow(table).repartition(2))
    return pa.concat_tables(ray.get(found.to_arrow_refs()))


def by_spark(table: pa.Table) -> pa.Table:
    from incognote.engines.spark import deidentify

    return deidentify(spark().createDataFrame(table).repartition(2)).toArrow()


ENGINES: dict[str, tuple[Callable[[pa.Table], pa.Table], tuple[str, ...]]] = {
    "dask": (by_dask, ("dask",)),
    "ray": (by_ray, ("ray",)),
    "spark": (by_spark, ("pyspark", "java")),
}


@pytest.fixture(scope="module", autouse=True)
def _work_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with sessions_ended(tmp_path_factory):
        yield


def ended(work: Callable[[], Any]) -> Any:
    """What a function gives; fails where it takes so long that it seems to hang."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(LONGEST)
    assert found, "it hangs"
    if isinstance(found[0], BaseException):
        raise found[0]
    return found[0]


def is_there(process: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except FileNotFoundError:
        return False


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.needs(*needs)) for name, (_, needs) in ENGINES.items()],
)
def test_a_note_over_the_bound_fails_alone_and_leaves_no_process(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"incognote.engines.{name}.prepare", lambda schema: prepared(schema))
    told = tmp_path / "processes"
    notes = [f"a{i}@example.org came, TELL {told}" for i in range(12)]
    bad = {2: "SLEEP", 5: "DIE", 9: "SLEEP"}
    for at, command in bad.items():
        notes[at] = f"{command} b{at}@example.org TELL {told}"
    table = pa.table({"i": list(range(12)), "n": notes})
    rows = {row["i"]: row for row in ended(lambda: ENGINES[name][0](table)).to_pylist()}
    assert rows.keys() == {*range(12)}
    for at, row in rows.items():
        if at not in bad:
            assert (row["status"], row["n"]) == ("done", f"[EMAIL] came, TELL {told}")
            continue
        assert (row["status"], row["n"]) == ("failed", None)
        said = "was killed" if bad[at] == "DIE" else f"longer than {BOUND:g} seconds"
        assert said in row["error"]
        assert "example.org" not in row["error"]
    processes = {int(line) for line in told.read_text().split()}
    assert len(processes) > 3  # as those at which one ended had others after them
    end_sessions()
    until = time.monotonic() + 120
    while left := [process for process in processes if is_there(process)]:
        assert time.monotonic() < until, f"{len(left)} processes are left"
        time.sleep(0.1)
