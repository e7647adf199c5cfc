"""Chunks of notes go out to worker processes, outcomes come back in order, none is lost.

A note may have a bound of time: the parent ends a process that takes longer over its notes.

Every worker has a pipe of its own and holds one chunk at a time. Whatever ends a process (lack of
memory, a crash in native code), the parent knows which notes it held: they are tried again one by
one, and only the note at which a process ends once more is failed. Notes of one patient are worked
on together, so they are tried, and fail, together.
"""

from __future__ import annotations

import math
import multiprocessing
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait

from incognote.core.errors import ConfigError, IncognoteError, NoteError
from incognote.io.format import Record
from incognote.run.batch.processes import (
    WAY_OUT,
    Launcher,
    Process,
    ended_in_set_up,
    how_it_ended,
    longest,
    units,
)
from incognote.run.batch.task import Outcome, Task, Worker
from incognote.run.batch.undisturbed import undisturbed

CRASHES_IN_A_ROW = 8
"""So many processes may end one after another, with no note finished between, before we give up."""


@dataclass(slots=True)
class Chunk:
    """Records that are worked on together."""

    number: int
    records: list[Record] = field(default_factory=list)
    failed: list[NoteError] = field(default_factory=list)
    """What already failed while it was read, and why."""
    outcomes: list[Outcome] = field(default_factory=list)
    """One per record, once the chunk is done."""


@dataclass(slots=True)
class _Worker:
    process: Process
    pipe: Connection
    ready: bool = False
    chunk: Chunk | None = None
    until: float = math.inf
    """When it is ended unless its notes are done, by `time.monotonic`."""
    positions: Sequence[int] = ()


def check_seconds(max_note_seconds: float) -> None:
    """Refuses a bound that cannot be.

    Raises:
        ConfigError: If it is negative, infinite or no number.
    """
    if not 0 <= max_note_seconds < math.inf:
        raise ConfigError(
            f"The longest time for a note must be 0 or more seconds, not {max_note_seconds}."
        )


def process_here(worker: Worker, chunks: Iterator[Chunk]) -> Generator[Chunk, None, None]:
    """Yields the chunks done, in order, worked on in this process."""
    for chunk in chunks:
        chunk.outcomes = worker.process(chunk.records)
        yield chunk


def process_beside(
    task: Task, chunks: Iterator[Chunk], jobs: int, max_note_seconds: float = 0.0
) -> Generator[Chunk, None, None]:
    """Yields the chunks done, in order, worked on in up to `jobs` processes.

    At most four chunks per process are read ahead or wait for their turn, so that memory does not
    grow with the number of notes.

    Args:
        task: What to do to each note.
        chunks: Read as far as is needed to keep the processes busy.
        jobs: Number of processes; each is started when there is work for it.
        max_note_seconds: How long a note may take; 0: as long as it likes. Notes that go out
            together get the time of one, and where that is not enough each is tried by itself.

    Raises:
        ConfigError: If a format keeps in its records what cannot be pickled.
        IncognoteError: If the task cannot be set up, or processes keep ending.
    """
    pool = _Pool(task, jobs, max_note_seconds)
    try:
        yield from pool.run(chunks)
    finally:
        with undisturbed():
            pool.stop()


class Beside:
    """A process beside this one that stays from one call to the next, for callers of their own.

    What ends it, the bound of time or a crash, costs the note at which it ends.

    Args:
        task: What to do to each note.
        max_note_seconds: How long a note may take, as `process_beside`.

    Raises:
        ConfigError: If this process may start no other.
    """

    def __init__(self, task: Task, max_note_seconds: float) -> None:
        if multiprocessing.current_process().daemon:
            raise ConfigError(
                "A bound of time for each note needs a process beside each worker, and this worker "
                "may start none: leave out max_note_seconds, or have the engine start workers that "
                "may (Dask: distributed.worker.daemon: false)."
            )
        self._pool = _Pool(task, 1, max_note_seconds)

    def process(self, chunks: Iterable[Chunk]) -> list[Chunk]:
        """Returns the chunks done, in order; raises as `process_beside`."""
        try:
            return list(self._pool.run(iter(chunks)))
        except BaseException:
            pool = self._pool
            self._pool = _Pool(pool.task, 1, pool.max_note_seconds)
            pool.stop()
            raise


class _Pool:
    def __init__(self, task: Task, jobs: int, max_note_seconds: float) -> None:
        self.max_note_seconds = max_note_seconds or math.inf
        self.task, self.jobs = task, jobs
        self.launcher = Launcher(task, self.max_note_seconds, shared=jobs > 1)
        self.processes: list[_Worker] = []
        self.waiting: deque[tuple[Chunk, Sequence[int]]] = deque()
        self.results: dict[int, dict[int, Outcome]] = {}
        self.crashes = 0

    def run(self, chunks: Iterator[Chunk]) -> Iterator[Chunk]:
        order: deque[Chunk] = deque()
        more = True
        while True:
            self._hand_out()
            # One chunk is read ahead while all processes are busy, so that none waits for the disk.
            while more and not self.waiting and len(order) < 4 * self.jobs:
                chunk = next(chunks, None)
                if chunk is None:
                    more = False
                    break
                order.append(chunk)
                self.results[chunk.number] = {}
                if chunk.records:
                    self.waiting.append((chunk, range(len(chunk.records))))
                self._hand_out()
            while order and len(self.results[order[0].number]) == len(order[0].records):
                chunk = order.popleft()
                outcomes = self.results.pop(chunk.number)
                chunk.outcomes = [outcomes[i] for i in range(len(chunk.records))]
                yield chunk
            if any(p.chunk for p in self.processes):
                self._collect()
            elif not (order or more or self.waiting):
                return

    def _hand_out(self) -> None:
        while self.waiting:
            free = next((p for p in self.processes if p.chunk is None), None)
            if free is None:
                if len(self.processes) == self.jobs:
                    return
                free = self._start()
            chunk, positions = self.waiting.popleft()
            free.chunk, free.positions = chunk, positions
            if free.ready:
                self._send(free)

    def _start(self) -> _Worker:
        self.processes.append(_Worker(*self.launcher.start()))
        return self.processes[-1]

    def _send(self, worker: _Worker) -> None:
        assert worker.chunk is not None
        records = [worker.chunk.records[i] for i in worker.positions]
        worker.until = time.monotonic() + longest(records) * self.max_note_seconds
        try:
            worker.pipe.send(records)
        except OSError:
            self._crashed(worker)
        except Exception as error:  # whatever pickle makes of what is in them
            raise ConfigError(
                f"The format '{records[0].format}' keeps in its records what cannot be handed to "
                f"worker processes ({type(error).__name__}); mend its Record.original, or run with "
                "--jobs 1 --max-note-seconds 0."
            ) from None

    def _collect(self) -> None:
        """Waits for at least one process and takes what it has to say; ends those out of time."""
        by_pipe = {p.pipe: p for p in self.processes if p.chunk is not None}
        left = min(p.until for p in by_pipe.values()) - time.monotonic()
        said = wait(list(by_pipe), None if left == math.inf else max(0.0, left))
        for pipe, worker in by_pipe.items():
            if pipe not in said and worker.until <= time.monotonic():
                self._too_long(worker)
        for spoken in said:
            worker = by_pipe[spoken]  # type: ignore[index]
            try:
                message = worker.pipe.recv()
            except (EOFError, OSError):
                self._crashed(worker)
                continue
            if isinstance(message, Exception):
                raise message
            if not worker.ready:
                worker.ready = True
                self._send(worker)
                continue
            assert worker.chunk is not None
            self.results[worker.chunk.number].update(zip(worker.positions, message, strict=True))
            worker.chunk, worker.until = None, math.inf
            self.crashes = 0

    def _too_long(self, worker: _Worker) -> None:
        """Ends a process, whatever it is doing."""
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()
        self.processes.remove(worker)
        each = f"took longer than {self.max_note_seconds:g} seconds; see --max-note-seconds"
        self._again_or_failed(worker, each, f"with the other notes of its patient {each}")

    def _crashed(self, worker: _Worker) -> None:
        worker.process.join()
        worker.pipe.close()
        self.processes.remove(worker)
        self.crashes += 1
        if not worker.ready:
            raise IncognoteError(ended_in_set_up(worker.process.exitcode))
        ended = how_it_ended(worker.process.exitcode)
        if self.crashes > CRASHES_IN_A_ROW:
            raise IncognoteError(
                f"{self.crashes} worker processes in a row ended, the last {ended}; {WAY_OUT}."
            )
        way = f"the worker process {ended} on %s; {WAY_OUT}"
        self._again_or_failed(worker, way % "this note", way % "the notes of this patient")

    def _again_or_failed(self, worker: _Worker, of_one: str, of_several: str) -> None:
        """Has the notes of a process that ended tried one by one; one that was alone fails."""
        assert worker.chunk is not None
        tried = units(worker.chunk.records, worker.positions)
        if len(tried) > 1:
            # First in line, so that the order in which notes come out stays within bounds.
            self.waiting.extendleft((worker.chunk, unit) for unit in reversed(tried))
            return
        (unit,) = tried
        reason = of_one if len(unit) == 1 else of_several
        for position in unit:
            id = worker.chunk.records[position].id
            self.results[worker.chunk.number][position] = NoteError(id, reason)

    def stop(self) -> None:
        """Ends all processes; those that are idle see the end of their pipe."""
        for worker in self.processes:
            worker.pipe.close()
            if worker.chunk is not None or not worker.ready:
                worker.process.terminate()
        for worker in self.processes:
            worker.process.join()
        self.processes.clear()
        self.launcher.stop()
