"""Sessions of engines for tests: Spark, whose two executors are processes of their own, and Ray."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

_Found = TypeVar("_Found")
_sessions: list[Any] = []


def spark() -> Any:
    """A session whose two executors are processes of their own."""
    if not _sessions:
        from pyspark.sql import SparkSession

        os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
        settings = {
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.host": "127.0.0.1",
            "spark.ui.enabled": "false",
            "spark.sql.shuffle.partitions": "3",
            "spark.log.level": "OFF",
        }
        made = SparkSession.builder.master("local-cluster[2,1,1024]")
        for name, value in settings.items():
            made = made.config(name, value)
        _sessions.append(made.getOrCreate())
    return _sessions[0]


def started_ray() -> Any:
    import ray

    if not ray.is_initialized():
        ray.init(
            num_cpus=2,
            include_dashboard=False,
            _node_ip_address="127.0.0.1",
            object_store_memory=200_000_000,
            log_to_driver=False,
            configure_logging=False,
        )
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.execution_options.preserve_order = True
    context.default_hash_shuffle_parallelism = 4
    return ray


def end_sessions() -> None:
    """Ends what was started; what is asked for again is started anew."""
    while _sessions:
        _sessions.pop().stop()
    if "ray" in sys.modules:
        sys.modules["ray"].shutdown()


@contextmanager
def sessions_ended(folders: pytest.TempPathFactory) -> Iterator[None]:
    """Gives Spark's workers a place to write, keeps Ray silent, and ends what was started."""
    before = dict(os.environ)
    os.environ["SPARK_WORKER_DIR"] = str(folders.mktemp("spark"))
    os.environ["SPARK_LOCAL_DIRS"] = str(folders.mktemp("spark"))
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, sys.path))  # the tests' modules, too
    yield
    end_sessions()
    os.environ.clear()
    os.environ |= before


def losing_an_executor(work: Callable[[], _Found]) -> _Found:
    """What a function gives; while its job of many tasks is in work, an executor is killed."""
    found: list[_Found] = []
    thread = threading.Thread(target=lambda: found.append(work()), daemon=True)
    tracker = spark().sparkContext.statusTracker()
    thread.start()

    def in_work() -> bool:
        stages = map(tracker.getStageInfo, tracker.getActiveStageIds())
        return any(s and s.numTasks > 4 and s.numCompletedTasks for s in stages)

    end = time.monotonic() + 300
    while not in_work():
        assert thread.is_alive(), "the job was over before an executor could be killed"
        assert time.monotonic() < end
        time.sleep(0.05)
    lost = executors()[0]
    os.kill(lost, signal.SIGKILL)
    thread.join(600)
    assert found, "the job did not come to its end"
    assert lost not in executors()
    return found[0]


def executors() -> list[int]:
    """The processes of this session's executors: those below this one."""
    parents, found = {}, []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text()
            if b"CoarseGrainedExecutorBackend" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
        parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])

    def is_ours(process: int) -> bool:
        while process > 1 and process != os.getpid():
            process = parents.get(process, 0)
        return process == os.getpid()

    return [process for process in found if is_ours(process)]
