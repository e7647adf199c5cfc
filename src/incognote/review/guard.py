"""Who is let in to the page's server, and what browsers are told that the page may do."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable, Collection
from typing import Any

from incognote.core.errors import MissingExtraError

try:
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
except ImportError:
    raise MissingExtraError("The page", "review") from None

HOST = "127.0.0.1"
MOST_BYTES = 1_000_000
"""Of what a browser may send at once."""
_SHOWS = "x-incognote-page"
"""The header in which a page says which project it shows, and to whom."""

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

Send = Callable[[Any], Awaitable[None]]
Receive = Callable[[], Awaitable[Any]]


class Entrance:
    """Who may enter: the token of the start's address, good for one exchange."""

    def __init__(self) -> None:
        self.token = secrets.token_urlsafe(32)
        self._session = secrets.token_urlsafe(32)
        self._open = True

    def exchange(self, token: str) -> str:
        """Returns what the cookie holds; '' where the token is wrong or was used."""
        right = hmac.compare_digest(token.encode(), self.token.encode())
        if not (right and self._open):
            return ""
        self._open = False
        return self._session

    def knows(self, cookie: str) -> bool:
        """Returns whether somebody entered with this cookie."""
        return hmac.compare_digest(cookie.encode(), self._session.encode())


class Guard:
    """Refuses what does not come from our own page, and says to browsers what it may do.

    Args:
        app: Answers what is let through.
        port: Where it is served.
        entrance: Who may enter.
        told: Gets a line for each fault of ours: a type of error and a place, nothing of a note.
        shows: Which project, to whom.
        free: The addresses that anybody may ask for.
    """

    def __init__(
        self,
        app: Any,
        *,
        port: int,
        entrance: Entrance,
        told: Callable[[str], None],
        shows: str,
        free: Collection[str],
    ):
        self._app, self._entrance, self._told = app, entrance, told
        self._shows, self._free = shows, free
        self._hosts = {f"{HOST}:{port}", f"localhost:{port}"}
        self.cookie = f"incognote-review-{port}"

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answers one request."""
        if scope["type"] != "http":
            return
        request = Request(scope)
        began = False

        async def answered(message: Any) -> None:
            nonlocal began
            if message["type"] == "http.response.start":
                began = True
                more = [(k.lower().encode(), v.encode()) for k, v in _HEADERS.items()]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        refusal = self._refusal(request)
        if refusal is not None:
            await refusal(scope, receive, answered)
            return
        try:
            body = await _body(receive)
            if body is None:
                await said("That is more than the page may send at once.", 413)(
                    scope, receive, answered
                )
                return
            scope["incognote.body"] = body
            await self._app(scope, receive, answered)
        except Exception as error:
            from incognote.run.batch.task import where

            self._told(where(error))  # never its message, which may quote a note
            if not began:
                fault = said("This is a bug; the command line has a line to report.", 500)
                await fault(scope, receive, answered)

    def _refusal(self, request: Request) -> Response | None:
        heads = request.headers
        host = heads.get("host", "")
        if host not in self._hosts:
            return said("This page answers on its own address alone.", 421)
        if request.method == "POST":
            if heads.get("origin", "") != f"http://{host}":
                return said("This was not sent by the page itself.", 403)
            if heads.get("content-type", "").partition(";")[0] != "application/json":
                return said("This was not sent by the page itself.", 415)
        elif request.method not in ("GET", "HEAD"):
            return said("There is no such request.", 405)
        if request.url.query:
            return said("There is no such address.", 404)
        if request.url.path not in self._free and not self._entrance.knows(
            request.cookies.get(self.cookie, "")
        ):
            return said("Open the address that the command line shows.", 401)
        # A tab that was left open while another project got its port: the cookie lets it in.
        if heads.get(_SHOWS, self._shows) != self._shows:
            return said("This tab shows another project, or is another reader's.", 410)
        return None


async def _body(receive: Receive) -> bytes | None:
    """What was sent; None where it is too much."""
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return b""
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > MOST_BYTES:
            return None
        if not message.get("more_body", False):
            return b"".join(parts)


def said(words: str, status: int) -> Response:
    """Returns an answer that says why not."""
    return JSONResponse({"error": words}, status)
