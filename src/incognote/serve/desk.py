"""`Desk`: takes notes in from many callers, and a bounded number of workers does them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from incognote.core.document import Document, Span
from incognote.core.errors import IncognoteError, NoteError
from incognote.languages.identify import other_language
from incognote.replace.policy import Policy
from incognote.run.deidentifier import Deidentifier

T = TypeVar("T")
TOGETHER = 16
"""So many notes that wait are worked on at once,"""
CHARACTERS = 50_000
"""and so many characters, or one request."""


class FullError(IncognoteError):
    """So much waits already that nothing more is taken."""


class ClosedError(IncognoteError):
    """The desk takes nothing more: it is being closed."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be done with the notes of a request."""

    policy: str
    """A name of the desk's policies."""
    only_detect: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one note."""

    spans: tuple[Span, ...]
    """What was found; offsets in code points of the text that came in."""
    kept: tuple[bool, ...]
    """Of each span, whether the policy lets it stay."""
    text: str | None = field(default=None, repr=False)
    """The new text; None where only spans were asked for."""
    language: str = ""
    """The language that it was taken in,"""
    other_language: str = ""
    """and another one that it seems to be in, in which identifiers would be missed."""


Outcome = Answer | NoteError


@dataclass(frozen=True, slots=True)
class _Job:
    notes: tuple[Document, ...] = field(repr=False)
    wish: Wish
    future: Future[Any] = field(repr=False)
    call: Callable[[Deidentifier], Any] | None = field(default=None, repr=False)
    """What is done in place of finding in the notes, of which there are none."""

    @property
    def size(self) -> int:
        return sum(len(note.text) for note in self.notes)


class Desk:
    """Works on notes in threads, each of which has a pipeline of its own; none is shared.

    Notes of several requests that wait are found in together, as a run over files does, and each
    is redacted for itself: what comes back depends on nothing else that waits. What was taken in is
    done, also while the desk is being closed.

    Args:
        make: Makes what finds and replaces; called once in each worker.
        policies: By name what may be wished for.
        workers: Number of threads.
        waiting: So many requests may be held, those that are worked on among them.
        on_other_language: As `Task.other_language`.
    """

    def __init__(
        self,
        make: Callable[[], Deidentifier],
        policies: Mapping[str, Policy],
        *,
        workers: int = 1,
        waiting: int = 64,
        on_other_language: str = "warn",
    ) -> None:
        self._make = make
        self.policies = policies
        self.on_other_language = on_other_language
        self._jobs: queue.Queue[_Job | None] = queue.Queue()
        self._waiting = waiting
        self._lock = threading.RLock()
        self._held = 0
        self._closed = False
        self._ready = 0
        self.fault: Exception | None = None
        """Why a worker could not begin or ended, if one did."""
        self._threads = [
            threading.Thread(target=self._work, name=f"incognote-{i}", daemon=True)
            for i in range(workers)
        ]
        for thread in self._threads:
            thread.start()

    @property
    def is_ready(self) -> bool:
        """Whether all workers have loaded their models, and none has failed."""
        return self._ready == len(self._threads) and self.fault is None and not self._closed

    @property
    def held(self) -> int:
        """How many requests wait or are worked on."""
        return self._held

    def submit(self, notes: Sequence[Document], wish: Wish) -> Future[list[Outcome]]:
        """Takes notes in; the future gives what became of each, in order.

        A future that is cancelled before its notes are begun is left out.

        Args:
            notes: With different ids.
            wish: What to do with them.

        Raises:
            FullError: If too many wait.
            ClosedError: If the desk is being closed, or no worker works.
        """
        future: Future[list[Outcome]] = Future()
        self._take(_Job(tuple(notes), wish, future))
        return future

    def call(self, work: Callable[[Deidentifier], T], wish: Wish) -> Future[T]:
        """Takes other work in; the future gives what it returns. Raises as `submit`.

        Args:
            work: Gets what finds, and replaces as is wished for; nobody else has it meanwhile.
            wish: What to do.
        """
        future: Future[T] = Future()
        self._take(_Job((), wish, future, work))
        return future

    def _take(self, job: _Job) -> None:
        with self._lock:
            if self._closed or self.fault is not None:
                raise ClosedError("The service is stopping and takes nothing more.")
            if self._held >= self._waiting:
                raise FullError(
                    f"{self._held} requests wait already; ask again in a few seconds, or let more "
                    "wait (--queue)."
                )
            self._held += 1
            self._jobs.put(job)

    def close(self) -> None:
        """Waits until all that was taken in is done, and ends the workers."""
        with self._lock:
            if not self._closed:
                self._closed = True
                for _ in self._threads:
                    self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        try:
            flow = self._make()
            self._warm(flow)
        except Exception as error:
            self._fail(error)
            return
        flows = {name: replace(flow, policy=policy) for name, policy in self.policies.items()}
        with self._lock:
            self._ready += 1
        while (jobs := self._next()) is not None:
            self._do(jobs, flow, flows)

    def _warm(self, flow: Deidentifier) -> None:
        """One note, so that the first request waits for no table to be read."""
        flow("Seen.")

    def _fail(self, error: Exception) -> None:
        with self._lock:
            self.fault = error
            while not self._jobs.empty():
                job = self._jobs.get()
                if job is not None:
                    if job.future.set_running_or_notify_cancel():
                        job.future.set_exception(ClosedError("The service could not be started."))
                    self._held -= 1
            if self._closed:  # the others wait for their ends, which were taken out as well
                for _ in self._threads:
                    self._jobs.put(None)

    def _next(self) -> list[_Job] | None:
        """Jobs that wait, the oldest first; None where there will be none."""
        first = self._jobs.get()
        if first is None:
            return None
        jobs, notes, size = [first], len(first.notes), first.size
        while notes < TOGETHER and size < CHARACTERS:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:  # for this worker, when it is done with these
                self._jobs.put(None)
                break
            jobs.append(job)
            notes += len(job.notes)
            size += job.size
        return jobs

    def _do(
        self,
        jobs: Sequence[_Job],
        flow: Deidentifier,
        flows: Mapping[str, Deidentifier],
    ) -> None:
        begun = [job for job in jobs if job.future.set_running_or_notify_cancel()]
        with self._lock:
            self._held -= len(jobs) - len(begun)
        for job in begun:
            if job.call is not None:
                try:
                    job.future.set_result(job.call(flows[job.wish.policy]))
                except Exception as error:
                    job.future.set_exception(error)
        finding = [job for job in begun if job.call is None]
        try:
            done = self._outcomes(finding, flow, flows)
        except Exception as error:  # a bug of ours: these notes have no answer, the next ones do
            for job in finding:
                job.future.set_exception(error)
        else:
            for job, outcomes in zip(finding, done, strict=True):
                job.future.set_result(outcomes)
        with self._lock:
            self._held -= len(begun)

    def _outcomes(
        self,
        jobs: Sequence[_Job],
        flow: Deidentifier,
        flows: Mapping[str, Deidentifier],
    ) -> list[list[Outcome]]:
        # Notes of several callers may have the same id, so that each has a number here.
        numbered = [
            (f"{i}/{k}", note) for i, job in enumerate(jobs) for k, note in enumerate(job.notes)
        ]
        found: dict[str, Document | NoteError] = {}

        def failed(error: NoteError) -> None:
            found[error.id] = error

        taken = []
        others = {}
        for number, note in numbered:
            others[number] = self._other(flow, note)
            if others[number] and self.on_other_language == "fail":
                reason = f"seems to be in another language ({others[number]})"
                failed(NoteError(number, reason))
            else:
                taken.append(replace(note, id=number))
        for doc in flow.pipeline.annotate(taken, on_error=failed):
            found[doc.id] = doc
        return [
            [
                self._finish(note.id, found[f"{i}/{k}"], others[f"{i}/{k}"], job.wish, flows)
                for k, note in enumerate(job.notes)
            ]
            for i, job in enumerate(jobs)
        ]

    def _other(self, flow: Deidentifier, note: Document) -> str:
        if self.on_other_language == "pass":
            return ""
        return other_language(note.text, flow.language_of(note))

    def _finish(
        self,
        id: str,
        doc: Document | NoteError,
        other: str,
        wish: Wish,
        flows: Mapping[str, Deidentifier],
    ) -> Outcome:
        if isinstance(doc, NoteError):
            return NoteError(id, doc.reason)
        # Under its own id, by which replacements draw where no patient is known.
        doc = replace(doc, id=id)
        flow = flows[wish.policy]
        try:
            kept = tuple(not leaves for leaves in flow.policy.leaving(doc))
            lang = flow.language_of(doc)
            if wish.only_detect:
                return Answer(doc.spans, kept, None, lang, other)
            new = flow.redact(doc).redacted
            spans = sorted((*(each.span for each in new.replaced), *new.kept))
            stays = set(new.kept)
            return Answer(tuple(spans), tuple(s in stays for s in spans), new.text, lang, other)
        except NoteError as error:
            return NoteError(id, error.reason)
        except Exception as error:
            # Only the type: a replacement may come from another package and quote the note.
            return NoteError(id, f"not processed: {type(error).__name__} while replacing")
