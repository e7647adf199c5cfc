"""`Door`: who and what comes in, and how all else is turned away: in words, and without a quote."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, TypeVar

from incognote.core.document import Document
from incognote.core.errors import MissingExtraError
from incognote.run.batch.task import where
from incognote.run.deidentifier import Deidentifier
from incognote.serve.answers import answer
from incognote.serve.desk import ClosedError, Desk, FullError, Outcome, Wish
from incognote.serve.metrics import Metrics
from incognote.serve.requests import admit, check_kind, json_object, read_body
from incognote.serve.terms import RefusedError, Terms

try:
    from starlette.requests import ClientDisconnect
    from starlette.routing import Route
except ImportError:
    raise MissingExtraError("incognote serve", "serve") from None

T = TypeVar("T")

Work = Callable[[Any], Awaitable[Any]]
"""From an admitted request to its answer; raises `RefusedError` for any that is none of 200."""


class Door:
    """Lets requests in that may come, and answers all others.

    Args:
        desk: Works on notes.
        terms: What is allowed.
        metrics: Counts requests and notes.
    """

    def __init__(self, desk: Desk, terms: Terms, metrics: Metrics) -> None:
        self.desk = desk
        self.terms = terms
        self.metrics = metrics
        self._inside = 0
        # For what is done beside the desk: patterns of a request, replacing what others found.
        self._hands = asyncio.Semaphore(2)

    def opens(self, path: str, work: Work, kinds: Sequence[str] = ()) -> Any:
        """Returns the route to a place.

        Args:
            path: Where it is.
            work: What is done there.
            kinds: Types of content that are taken, of POST; none: it is GET.
        """

        async def endpoint(request: Any) -> Any:
            began = time.monotonic()
            answer = await self._answer(request, work, kinds)
            self.metrics.answered(path, answer.status_code, time.monotonic() - began)
            return answer

        return Route(path, endpoint, methods=["POST" if kinds else "GET"])

    async def _answer(self, request: Any, work: Work, kinds: Sequence[str]) -> Any:
        try:
            admit(request, self.terms.token)
            if not kinds:
                return await work(request)
            check_kind(request, kinds)
            with self.place():
                return await work(request)
        except RefusedError as refused:
            return answer(refused.status, {"error": refused.reason})
        except ClientDisconnect:
            return answer(400, {"error": "The request broke off."})  # which nobody reads
        except Exception as error:
            # Its message may quote a note, and the server would print it.
            reason = f"Not processed: {where(error)}; this is a bug, please report it."
            return answer(500, {"error": reason})

    @contextmanager
    def place(self) -> Iterator[None]:
        """Holds one of the places for requests that are read or worked on.

        Raises:
            RefusedError: If there is none.
        """
        # Whoever sends slowly holds one as well, so that memory is bounded.
        if self._inside >= self.terms.waiting:
            raise RefusedError(
                429,
                f"{self._inside} requests are held already; ask again in a few seconds, or let "
                "more wait (--queue).",
            )
        self._inside += 1
        try:
            yield
        finally:
            self._inside -= 1

    async def body(self, request: Any) -> bytes:
        """Returns the body of a request.

        Raises:
            RefusedError: If it is too large or comes too slowly.
        """
        return await read_body(request, self.terms.max_bytes, self.terms.seconds)

    async def json(self, request: Any) -> dict[str, Any]:
        """Returns the JSON object that a request's body is.

        Raises:
            RefusedError: As `body`, or if it is none.
        """
        return json_object(await self.body(request), "The request")

    async def done(self, notes: Sequence[Document], wish: Wish) -> list[Outcome]:
        """Returns what became of notes, in order.

        Raises:
            RefusedError: If they cannot be worked on now, or not in time.
        """
        if not notes:
            return []
        outcomes = await self._in_time(lambda: self.desk.submit(notes, wish))
        self.metrics.noted(notes, outcomes)
        return outcomes

    async def called(self, work: Callable[[Deidentifier], T], wish: Wish) -> T:
        """Returns what work gives that the desk does with its own hands; raises as `done`."""
        return await self._in_time(lambda: self.desk.call(work, wish))

    async def _in_time(self, submit: Callable[[], Future[T]]) -> T:
        if not self.desk.is_ready:
            raise RefusedError(503, "The service is not ready: ask /ready.")
        try:
            return await asyncio.wait_for(asyncio.wrap_future(submit()), self.terms.seconds)
        except FullError as error:
            raise RefusedError(429, str(error)) from None
        except ClosedError as error:
            raise RefusedError(503, str(error)) from None
        except (asyncio.TimeoutError, TimeoutError):
            raise self._too_long() from None

    async def beside(self, work: Callable[[], T]) -> T:
        """Returns what work on a request gives that the desk knows nothing of; few at a time.

        Raises:
            RefusedError: If it is not done in time.
        """

        async def with_a_hand() -> T:
            async with self._hands:
                return await asyncio.to_thread(work)

        # Not cancelled: a thread cannot be, and keeps its hand until it is done.
        task = asyncio.create_task(with_a_hand())
        done, _ = await asyncio.wait({task}, timeout=self.terms.seconds)
        if done:
            return task.result()
        task.add_done_callback(asyncio.Task.exception)  # which nobody else asks for
        raise self._too_long()

    def _too_long(self) -> RefusedError:
        return RefusedError(503, f"Not done in {self.terms.seconds:g} seconds; send less at once.")
