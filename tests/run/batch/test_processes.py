"""How worker processes are started and ended; what they do with notes is in test_workers.py."""

from __future__ import annotations

import _thread
import atexit
import contextlib
import errno
import gc
import math
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from multiprocessing import reduction
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

import pipelines
from incognote.core.document import Document
from incognote.core.errors import IncognoteError, ModelError
from incognote.core.pipeline import Pipeline
from incognote.io.format import Record
from incognote.run.batch import Task
from incognote.run.batch.processes import (
    Launcher,
    Process,
    _fork,
    _forked,
    _Loaded,
    _one_thread_each,
    _said,
    how_it_ended,
)
from incognote.run.batch.task import Worker

LINUX = sys.platform == "linux"
on_linux = pytest.mark.skipif(not LINUX, reason="processes are forked on Linux alone")


KEPT: list[object] = []
"""What a detector of somebody else would keep."""


def with_a_thread() -> Pipeline:
    threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
    return pipelines.emails()


def with_a_native_thread() -> Pipeline:
    _thread.start_new_thread(time.sleep, (600,))  # of which Python's list of threads says nothing
    return pipelines.emails()


def with_a_thread_that_leaves() -> Pipeline:
    _thread.start_new_thread(time.sleep, (0.4,))
    return pipelines.emails()


def with_a_file() -> Pipeline:
    KEPT.append(Path(__file__).open())  # noqa: SIM115
    return pipelines.emails()


def with_a_connection() -> Pipeline:
    KEPT.append(socket.socketpair())
    return pipelines.emails()


def with_a_process() -> Pipeline:
    KEPT.append(subprocess.Popen(["cat"], stdin=subprocess.PIPE))
    return pipelines.emails()


def with_something_to_clean_up(place: Path) -> Pipeline:
    place.touch()
    atexit.register(place.unlink)
    return pipelines.emails()


@pytest.fixture
def launcher(request: pytest.FixtureRequest) -> Iterator[Launcher]:
    load = getattr(request, "param", pipelines.emails)
    made = Launcher(Task(load, only_detect=True), math.inf, shared=True)
    yield made
    made.stop()


def parent_of(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def told(pipe: Connection, place: Path, note: str = "") -> int:
    """The number of the process that is at the other end of a pipe, which works on a note."""
    place.touch()
    before = len(place.read_text().split())
    text = f"{note} TELL {place}"
    pipe.send([Record("a", (Document("a", text),), "a")])
    assert pipe.poll(60)
    (result,) = pipe.recv()
    (done,) = result.texts
    assert [found.label for found in done.spans] == (["EMAIL"] if note else [])
    return int(place.read_text().split()[before:][0])


def ready(launcher: Launcher) -> tuple[Process, Connection]:
    process, pipe, has_said = launcher.start()
    if not has_said:
        assert pipe.poll(60)
        assert pipe.recv() == "ready"
    return process, pipe


@on_linux
def test_several_are_forks_of_one_that_has_loaded_everything(
    launcher: Launcher, tmp_path: Path
) -> None:
    started = [ready(launcher) for _ in range(3)]
    pids = [told(pipe, tmp_path / "told", "x@y.org") for _, pipe in started]
    parents = {parent_of(pid) for pid in pids}
    assert len(set(pids)) == 3
    assert len(parents) == 1
    assert parents.isdisjoint({os.getpid(), *pids})
    for process, pipe in started:
        pipe.close()
        process.join()
        assert process.exitcode == 0
    launcher.stop()
    assert not any(Path(f"/proc/{pid}").exists() for pid in {*pids, *parents})


@pytest.mark.parametrize(
    "launcher",
    [with_a_thread, with_a_native_thread, with_a_file, with_a_connection, with_a_process],
    indirect=True,
)
def test_what_has_threads_or_holds_something_open_is_not_forked(
    launcher: Launcher, tmp_path: Path
) -> None:
    started = [ready(launcher) for _ in range(2)]
    pids = [told(pipe, tmp_path / "told", "x@y.org") for _, pipe in started]
    assert len(set(pids)) == 2
    if LINUX:
        assert {parent_of(pid) for pid in pids} == {os.getpid()}
    for process, pipe in started:
        pipe.close()
        process.join()
        assert process.exitcode == 0


@on_linux
@pytest.mark.parametrize("launcher", [with_a_thread_that_leaves], indirect=True)
def test_a_thread_that_ends_with_loading_does_not_matter(
    launcher: Launcher, tmp_path: Path
) -> None:
    _, pipe = ready(launcher)
    assert parent_of(told(pipe, tmp_path / "told")) != os.getpid()


@pytest.mark.parametrize("shared", [True, False])
def test_what_loading_made_is_cleaned_up(tmp_path: Path, shared: bool) -> None:
    place = tmp_path / "made"
    task = Task(partial(with_something_to_clean_up, place), only_detect=True)
    launcher = Launcher(task, math.inf, shared=shared)
    process, pipe = ready(launcher)
    assert place.exists()
    pipe.close()
    process.join()
    launcher.stop()
    assert not place.exists()


@pytest.mark.parametrize(
    ("end", "code"), [("kill", -signal.SIGKILL), ("terminate", -signal.SIGTERM)]
)
def test_how_a_process_was_ended(
    launcher: Launcher, end: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = ready(launcher)
    getattr(first, end)()
    first.join()
    assert first.exitcode == code
    with monkeypatch.context() as patched:
        patched.setattr(os, "kill", pytest.fail)  # its number may be another's by now
        first.kill()
    first.join()
    assert first.exitcode == code
    second, pipe = ready(launcher)
    pipe.close()
    second.join()
    assert second.exitcode == 0


@on_linux
def test_where_the_loaded_process_is_gone_another_is_made(
    launcher: Launcher, tmp_path: Path
) -> None:
    orphan, pipe = ready(launcher)
    loaded = parent_of(told(pipe, tmp_path / "told"))
    assert loaded != os.getpid()
    os.kill(loaded, signal.SIGKILL)
    _, other = ready(launcher)  # at once, before anybody else knows
    assert told(pipe, tmp_path / "told", "x@y.org")  # it goes on
    assert parent_of(told(other, tmp_path / "told")) not in {loaded, os.getpid()}
    other.close()
    pipe.close()
    orphan.join()
    assert orphan.exitcode is None
    assert how_it_ended(orphan.exitcode) == "ended"


@on_linux
def test_how_it_was_ended_is_known_where_whoever_started_us_ignores_such_ends() -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    launcher = Launcher(Task(pipelines.emails, only_detect=True), math.inf, shared=True)
    try:
        process, _ = ready(launcher)
        process.kill()
        process.join()
        launcher.stop()
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert process.exitcode == -signal.SIGKILL


@on_linux
def test_ctrl_c_while_a_process_is_forked_leaves_the_next_ones_as_they_should_be(
    launcher: Launcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = ready(launcher)

    def interrupted(*given: object) -> None:
        signal.raise_signal(signal.SIGINT)
        reduction_sendfds(*given)

    reduction_sendfds = reduction.sendfds
    with monkeypatch.context() as patched:
        patched.setattr(reduction, "sendfds", interrupted)
        with pytest.raises(KeyboardInterrupt):
            launcher.start()
    second, pipe = ready(launcher)
    first.kill()
    first.join()
    pipe.close()
    second.join()
    assert (first.exitcode, second.exitcode) == (-signal.SIGKILL, 0)


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("left", range(4))
def test_where_no_more_files_may_be_open_it_says_so(left: int, shared: bool) -> None:
    resource = pytest.importorskip("resource")
    launcher = Launcher(Task(pipelines.emails, only_detect=True), math.inf, shared=shared)
    started = [ready(launcher)]
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken: list[int] = []
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, before[1]))
    try:
        with contextlib.suppress(OSError):
            while True:
                taken.append(os.open(os.devnull, os.O_RDONLY))
        for each in [taken.pop() for _ in range(left)]:
            os.close(each)
        with pytest.raises(IncognoteError, match="could not be started: Too many open files"):
            started.extend(launcher.start()[:2] for _ in range(4))
    finally:
        for each in taken:
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    started.append(ready(launcher))
    for process, pipe in started:
        pipe.close()
        process.join()
        assert process.exitcode == 0
    launcher.stop()


def test_threads_that_start_processes_at_once_leave_the_environment_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    within, done = threading.Event(), threading.Event()

    def other() -> None:
        with _one_thread_each():
            within.set()
            done.wait(60)

    beside = threading.Thread(target=other)
    with _one_thread_each():
        beside.start()
        within.wait(0.3)  # longer than it needs, where nothing holds it back
        assert os.environ["MKL_NUM_THREADS"] == "1"
    assert within.wait(60)
    done.set()
    beside.join()
    assert os.environ["OMP_NUM_THREADS"] == "7"
    assert "MKL_NUM_THREADS" not in os.environ


@pytest.mark.parametrize(
    ("launcher", "kind", "told"),
    [
        (pipelines.broken_model, ModelError, "config.json is missing"),
        (pipelines.bug, IncognoteError, "could not be set up: KeyError"),
        (pipelines.dies_at_once, IncognoteError, r"was killed \(SIGKILL\) while it was set up"),
    ],
    indirect=["launcher"],
)
def test_what_cannot_be_set_up_says_so(
    launcher: Launcher, kind: type[Exception], told: str
) -> None:
    for _ in range(2):
        with pytest.raises(kind, match=told):
            ready(launcher)


@on_linux
@pytest.mark.parametrize("shared", [True, False])
def test_a_process_that_the_system_refuses_is_told(
    monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    def refused(*given: object) -> int:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr("multiprocessing.util.spawnv_passfds", refused)
    launcher = Launcher(Task(pipelines.emails, only_detect=True), math.inf, shared=shared)
    with pytest.raises(IncognoteError, match="could not be started: Resource temporarily"):
        launcher.start()
    launcher.stop()


def test_a_fork_that_the_system_refuses_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(os, "fork", refused)
    ours, theirs = multiprocessing.Pipe()
    worker = Worker(Task(pipelines.emails, only_detect=True))
    beside = threading.Thread(target=_fork, args=(theirs, worker, math.inf))
    beside.start()
    loaded = _Loaded(multiprocessing.current_process(), ours)
    assert _said(loaded) == "forks"
    with pytest.raises(IncognoteError, match="could not be started: Resource temporarily"):
        _forked(loaded)
    ours.close()
    beside.join(60)
    gc.unfreeze()
    assert not beside.is_alive()
