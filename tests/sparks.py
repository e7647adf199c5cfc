"""A session of Spark for tests, whose two executors are processes of their own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

_sessions: list[Any] = []


def spark() -> Any:
    """A session whose two executors are processes of their own."""
    if not _sessions:
        from pyspark.sql import SparkSession

        os.environ |= {
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_LOCAL_IP": "127.0.0.1",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        }
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


@contextmanager
def session_ended(folders: pytest.TempPathFactory) -> Iterator[None]:
    """Gives Spark's workers a place to write, and ends what was started."""
    before = dict(os.environ)
    os.environ["SPARK_WORKER_DIR"] = str(folders.mktemp("spark"))
    os.environ["SPARK_LOCAL_DIRS"] = str(folders.mktemp("spark"))
    yield
    while _sessions:
        _sessions.pop().stop()
    os.environ.clear()
    os.environ |= before


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
