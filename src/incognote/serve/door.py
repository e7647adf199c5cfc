"""`Door`: who and what comes in, and how all else is turned away: in words, and without a quote."""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, TypeVar

from incognote.core.config import parse_exact_json
from incognote.core.document import Document
from incognote.core.errors import MissingExtraError
from incognote.run.batch.task import where
from incognote.run.deidentifier import Deidentifier
from incognote.serve.desk import ClosedError, Desk, FullError, Outcome, Wish
from incognote.serve.metrics import Metrics
from incognote.serve.terms import RefusedError, Terms

try:
    from starlette.requests import ClientDisconnect
    from starlette.responses import Response
    from starlette.routing import Route
except ImportError:
    raise MissingExtraError("incognote serve", "serve") from None

T = TypeVar("T")
JSON = "application/json"
_LOCAL = re.compile(r"(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?")
_CHARSET = re.compile(r";\s*charset\s*=")
_UTF_8 = re.compile(r";\s*charset\s*=\s*\"?(?:utf-?8|us-ascii)\"?\s*(?:;|$)")
_LATER = {"retry-after": "2"}
_HEADERS: Mapping[int, Mapping[str, str]] = {
    401: {"www-authenticate": "Bearer"},
    429: _LATER,
    503: _LATER,
}

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
            self._admit(request)
            if not kinds:
                return await work(request)
            self._check_kind(request, kinds)
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

    def _admit(self, request: Any) -> None:
        if self.terms.token:
            shown = request.headers.get("authorization", "")
            wanted = f"Bearer {self.terms.token}"
            if not hmac.compare_digest(shown.encode(), wanted.encode()):
                raise RefusedError(401, "Show the token: Authorization: Bearer TOKEN.")
        elif not _LOCAL.fullmatch(request.headers.get("host", "")):
            # A page in a browser here whose name leads to this machine is somebody else's.
            raise RefusedError(421, "Name this machine as localhost, 127.0.0.1 or [::1].")
        elif _is_of_a_page(request.headers.get("origin", "")):
            raise RefusedError(403, "A page of another place may not ask.")

    @staticmethod
    def _check_kind(request: Any, kinds: Sequence[str]) -> None:
        if kind_of(request) not in kinds:
            raise RefusedError(415, f"Send {' or '.join(kinds)}.")
        said = request.headers.get("content-type", "").lower()
        if _CHARSET.search(said) and not _UTF_8.search(said):
            raise RefusedError(415, "Send UTF-8; convert what is in another character set.")
        if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
            raise RefusedError(415, "Send it as it is, not compressed (content-encoding).")

    async def body(self, request: Any) -> bytes:
        """Returns the body of a request.

        Raises:
            RefusedError: If it is too large or comes too slowly.
        """
        most = self.terms.max_bytes
        too_large = RefusedError(413, f"The request has more than {most:,} bytes; send less.")
        said = request.headers.get("content-length", "0")
        if said.isdecimal() and int(said) > most:
            raise too_large
        data = bytearray()
        async for part in in_time(request.stream(), self.terms.seconds, together=True):
            data.extend(part)
            if len(data) > most:
                raise too_large
        return bytes(data)

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

    async def beside(self, work: Callable[[], Any]) -> Any:
        """Returns what work on a request gives that the desk knows nothing of; few at a time.

        Raises:
            RefusedError: If it is not done in time.
        """
        try:
            async with self._hands:
                done = asyncio.shield(asyncio.to_thread(work))
                return await asyncio.wait_for(done, self.terms.seconds)
        except (asyncio.TimeoutError, TimeoutError):
            raise self._too_long() from None

    def _too_long(self) -> RefusedError:
        return RefusedError(503, f"Not done in {self.terms.seconds:g} seconds; send less at once.")


def _is_of_a_page(origin: str) -> bool:
    """Whether a browser says that a page of another machine has it ask."""
    return bool(origin) and not _LOCAL.fullmatch(origin.partition("://")[2])


async def in_time(
    parts: AsyncIterator[bytes], seconds: float, *, together: bool
) -> AsyncIterator[bytes]:
    """Yields the parts of a body.

    Args:
        parts: As they come.
        seconds: So long they may take.
        together: Whether all of them, or each.

    Raises:
        RefusedError: If they come too slowly.
    """
    ends = time.monotonic() + seconds
    while True:
        left = ends - time.monotonic() if together else seconds
        try:
            part = await asyncio.wait_for(anext(parts, None), max(0, left))
        except (asyncio.TimeoutError, TimeoutError):
            raise RefusedError(408, "The request came too slowly.") from None
        if part is None:
            return
        yield part


def json_object(data: bytes, name: str) -> dict[str, Any]:
    """Returns a JSON object.

    Args:
        data: The text in UTF-8.
        name: What it is called, for the message.

    Raises:
        RefusedError: If it is none.
    """
    try:
        asked = parse_exact_json(data.decode("utf-8"))
    except ValueError:  # whose message may quote the body
        reason = f"{name} is no JSON in UTF-8, or says something twice."
        raise RefusedError(400, reason) from None
    if not isinstance(asked, dict):
        raise RefusedError(400, f"{name} is no JSON object.")
    return asked


def kind_of(request: Any) -> str:
    """Returns the type of a request's content, without its parameters."""
    said: str = request.headers.get("content-type", "")
    return said.partition(";")[0].strip().lower()


def answer(status: int, content: Any) -> Any:
    """Returns an answer of JSON."""
    # In ASCII, so that half of a surrogate pair comes back as it came.
    return raw_answer(status, json.dumps(content).encode(), JSON)


def raw_answer(
    status: int, content: bytes, kind: str, more: Mapping[str, str] | None = None
) -> Any:
    """Returns an answer of some type, with `more` headers."""
    headers = {
        # Not as `media_type`, to which a character set would be added.
        "content-type": kind,
        **(more or {}),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        **_HEADERS.get(status, {}),
    }
    return Response(content, status_code=status, headers=headers)
