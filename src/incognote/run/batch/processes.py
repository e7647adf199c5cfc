"""Worker processes: how they are started, what they do until their pipe ends, how they ended.

Several are forks of one process that has loaded everything and does nothing else, so that they
share lists, patterns and weights: a page of memory is copied when one of them writes to it. A
process is forked only while it has one thread, as another thread's locks would be copied as they
are, and holds open nothing that loading has opened, as all forks would read the same file or talk
through the same connection, and one get what another asked for. Where it has more (torch, a GPU, a
detector that asks a server), and on systems other than Linux, each loads its own.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import math
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from multiprocessing import reduction
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from incognote.core.errors import IncognoteError
from incognote.io.format import Record
from incognote.run.batch.task import Task, Worker, where
from incognote.run.batch.undisturbed import ENDS, undisturbed

WAY_OUT = "give it more memory, or lower --jobs or --max-note-mb"

_GRACE = 30.0
"""Seconds after which a process whose parent did not end it in time ends by itself."""
_LEAVING = 1.0
"""Seconds that a thread which was joined may take until the system no longer counts it."""
_READY, _FORKS = "ready", "forks"
"""What a process says once it is set up: that it takes notes, that it makes others which do."""


class Process(Protocol):
    """What can be done to a worker process, as `multiprocessing.Process` has it."""

    @property
    def exitcode(self) -> int | None:
        """As `multiprocessing` has it; None also where nobody can know any more."""

    def terminate(self) -> None:
        """Asks it to end."""

    def kill(self) -> None:
        """Ends it."""

    def join(self) -> None:
        """Waits for its end."""


class Launcher:
    """Starts worker processes.

    Args:
        task: What they do to each note.
        max_note_seconds: How long a note may take (`inf`: as long as it likes).
        shared: Whether they are forked from a process that has loaded the task, where that is safe.
    """

    def __init__(self, task: Task, max_note_seconds: float, *, shared: bool) -> None:
        self.task, self.max_note_seconds, self.shared = task, max_note_seconds, shared
        self._loaded: _Loaded | None = None

    def start(self) -> tuple[Process, Connection, bool]:
        """Returns a new process, its pipe, and whether it has already said that it is ready.

        Raises:
            IncognoteError: If the task cannot be set up or no process be started.
        """
        if self._loaded is not None:
            with contextlib.suppress(_EndedError):  # by the system, mostly: another is made
                return *_forked(self._loaded), False
            self.stop()
        if self.shared:
            self._loaded = _Loaded(*self._spawned())
            try:
                said = _said(self._loaded)
            except BaseException:
                self._loaded.process.terminate()
                self.stop()
                raise
            if said == _READY:
                process, pipe = self._loaded
                self._loaded, self.shared = None, False
                return process, pipe, True
            return *_forked(self._loaded), False
        return *self._spawned(), False

    def stop(self) -> None:
        """Ends what the workers were forked from, once they have ended."""
        if self._loaded is not None:
            self._loaded.pipe.close()  # at which it ends in good order: what it made is cleaned up
            self._loaded.process.join()
            self._loaded = None

    def _spawned(self) -> tuple[BaseProcess, Connection]:
        # Spawned, not forked: a fork would copy the threads' locks of whoever calls this library.
        context = multiprocessing.get_context("spawn")
        with _not_started():
            ours, theirs = context.Pipe()
            given = (theirs, self.task, self.max_note_seconds, self.shared)
            process = context.Process(target=_serve, args=given, daemon=True)
            with _one_thread_each():
                process.start()
        theirs.close()  # so that the end of the process is seen as the end of the pipe
        return process, ours


@contextlib.contextmanager
def _not_started() -> Iterator[None]:
    """Tells in our words what the system refuses: another process, or files for its pipe."""
    try:
        yield
    except OSError as error:
        raise _refused(error) from None


def _refused(error: OSError) -> IncognoteError:
    return IncognoteError(f"A worker process could not be started: {error.strerror}; {WAY_OUT}.")


_STARTING = threading.Lock()


@contextlib.contextmanager
def _one_thread_each() -> Iterator[None]:
    """Processes that start within it, which stand beside each other, have no threads that compete.

    The numeric libraries start theirs when they are imported, so it must be told before that.
    """
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    with _STARTING:  # two at once (Dask's threads) would each take the other's setting for ours
        before = {name: os.environ.get(name) for name in names}
        os.environ.update(dict.fromkeys(names, "1"))
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value


class _EndedError(IncognoteError):
    """A process has ended before it said what was waited for."""


class _Loaded(NamedTuple):
    """A process that has loaded everything, of which workers are forks."""

    process: BaseProcess
    pipe: Connection


class _Forked:
    """A worker that is a fork: only the process that forked it can wait for it."""

    exitcode: int | None = None
    _gone = False
    """Whether its number may be another's by now."""

    def __init__(self, pid: int, loaded: _Loaded) -> None:
        self._pid, self._loaded = pid, loaded

    def terminate(self) -> None:
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        self._signal(signal.SIGKILL)

    def join(self) -> None:
        if self._gone:
            return
        self._gone = True
        # Where nobody answers, nobody knows; its pipe has told that it ended, or ends it.
        with undisturbed(), contextlib.suppress(EOFError, OSError):
            self._loaded.pipe.send(self._pid)
            self.exitcode = self._loaded.pipe.recv()

    def _signal(self, number: signal.Signals) -> None:
        if not self._gone:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._pid, number)


def _forked(loaded: _Loaded) -> tuple[_Forked, Connection]:
    with _not_started():
        ours, theirs = multiprocessing.Pipe()
        # All is open before anything is said, so that what was begun to be said can be ended.
        way = socket.socket(fileno=os.dup(loaded.pipe.fileno()))
    with undisturbed():  # else an answer that was not waited for is taken for that of the next
        with theirs, way, contextlib.suppress(OSError):  # its silence tells that it has ended
            loaded.pipe.send(None)
            reduction.sendfds(way, [theirs.fileno()])
        return _Forked(_said(loaded), loaded), ours


def _said(loaded: _Loaded) -> Any:
    try:
        said = loaded.pipe.recv()
    except (EOFError, OSError):
        loaded.process.join()
        raise _EndedError(ended_in_set_up(loaded.process.exitcode)) from None
    if isinstance(said, Exception):
        raise said
    return said


def how_it_ended(exitcode: int | None) -> str:
    """Returns words for an exit code; None: nobody can know it any more."""
    if exitcode is None:
        return "ended"
    if exitcode < 0:
        try:
            return f"was killed ({signal.Signals(-exitcode).name})"
        except ValueError:
            return f"was killed (signal {-exitcode})"
    return f"ended (exit code {exitcode})"


def ended_in_set_up(exitcode: int | None) -> str:
    """Returns what is said of a process that ended before it could take notes."""
    return f"A worker process {how_it_ended(exitcode)} while it was set up; {WAY_OUT}."


def units(records: Sequence[Record], positions: Sequence[int]) -> list[list[int]]:
    """Returns the positions of the records that are worked on together, patient by patient."""
    found: list[list[int]] = []
    last = ""
    for position in positions:
        patient = records[position].patient
        if patient and patient == last:
            found[-1].append(position)
        else:
            found.append([position])
        last = patient
    return found


def longest(records: Sequence[Record]) -> int:
    """Returns how many of the records at most are worked on together."""
    return max(map(len, units(records, range(len(records)))))


def _serve(pipe: Connection, task: Task, max_note_seconds: float, shared: bool) -> None:
    """The life of a process that was spawned."""
    # Ctrl-C and the end of a terminal reach the whole group; the parent alone decides what becomes
    # of the notes, and ends us by SIGTERM.
    for number in ENDS:
        if number != signal.SIGTERM:
            signal.signal(number, signal.SIG_IGN)
    before = _open()
    try:
        worker = Worker(task)
    except IncognoteError as error:
        _answer(pipe, error)
        return
    except Exception as error:
        _answer(pipe, IncognoteError(f"A worker process could not be set up: {where(error)}."))
        return
    if shared and _has_one_thread() and _open() <= before:
        # Where whoever started us ignores it, so would we, and never learn how a fork ended.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _fork(pipe, worker, max_note_seconds)
    else:
        _work(pipe, worker, max_note_seconds)


def _has_one_thread() -> bool:
    """Whether this process has one thread, by what Linux knows of it."""
    threads = Path("/proc/self/task")
    if not threads.is_dir():
        return False
    # A thread that loading has joined is still there for a moment.
    until = time.monotonic() + _LEAVING
    while len(list(threads.iterdir())) > 1:
        if threading.active_count() > 1 or time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def _open() -> set[tuple[str, str]]:
    """The files, connections and devices that this process holds, by what Linux knows of it."""
    held = set()
    for link in Path("/proc/self/fd").glob("*"):
        with contextlib.suppress(FileNotFoundError):  # the one that lists them
            held.add((link.name, os.readlink(link)))
    return held


def _fork(pipe: Connection, worker: Worker, max_note_seconds: float) -> None:
    """Makes a worker, or tells how one ended, whenever it is asked, until the pipe ends."""
    # A collection writes to every object that it looks at, so that its page would be copied.
    gc.collect()
    gc.freeze()
    message: Any = _FORKS
    while _answer(pipe, message):
        try:
            ended = pipe.recv()
            if ended is not None:
                message = os.waitstatus_to_exitcode(os.waitpid(ended, 0)[1])
                continue
            handle = reduction.recv_handle(pipe)
        except (EOFError, OSError):
            return
        try:
            message = os.fork()
        except OSError as error:
            message = _refused(error)
        if message == 0:
            try:
                pipe.close()
                _work(Connection(handle), worker, max_note_seconds)
            except BaseException:  # of which Python would print the message, whatever it quotes
                os._exit(1)
            os._exit(0)
        os.close(handle)


def _work(pipe: Connection, worker: Worker, max_note_seconds: float) -> None:
    """Gives one answer per chunk until the pipe ends."""
    message: Any = _READY
    nowhere = os.open(os.devnull, os.O_WRONLY)
    while _answer(pipe, message):
        try:
            records = pipe.recv()
        except (EOFError, OSError):  # the parent is gone, in peace or not
            return
        if max_note_seconds < math.inf:
            # A parent that was killed ends nothing. This needs neither it nor Python's own lock.
            faulthandler.dump_traceback_later(
                min(longest(records) * max_note_seconds + _GRACE, threading.TIMEOUT_MAX),
                exit=True,
                file=nowhere,
            )
        try:
            message = worker.process(records)
        except IncognoteError as error:
            message = error
        faulthandler.cancel_dump_traceback_later()


def _answer(pipe: Connection, message: Any) -> bool:
    """Sends a message; False where the parent is gone."""
    try:
        pipe.send(message)
    except OSError:
        return False
    return True
