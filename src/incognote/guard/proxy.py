"""A proxy in front of a language model: OpenAI's API in, the same out, no identifier beyond.

It opens connections to the URL that its operator gives, and to no other. Nothing is kept between
requests (each holds its whole conversation) and nothing is logged.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from incognote.core.config import parse_json
from incognote.core.errors import ConfigError, MissingExtraError, NoteError
from incognote.guard import messages
from incognote.guard.events import ChatEvents, ResponseEvents
from incognote.guard.messages import RefusedError, Slots
from incognote.guard.session import Guard, Session
from incognote.run.batch.task import where

try:
    import httpx2
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.requests import ClientDisconnect
    from starlette.responses import StreamingResponse
    from starlette.routing import Route
except ImportError:
    raise MissingExtraError("incognote proxy", "proxy") from None

from incognote.serve.answers import answer
from incognote.serve.requests import JSON, admit, check_kind, json_object, read_body
from incognote.serve.terms import RefusedError as RefusedRequestError

_PASSED = ("authorization", "api-key", "openai-organization", "openai-project")
"""Headers that go on: who pays. No other may say who asks."""
CONVERSATION = "incognote-conversation"
"""The header that names a conversation which is to be kept."""
_KEPT = "kept "
_CONNECT = 10.0
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What the proxy takes."""

    max_bytes: int = 10_000_000
    """Of a request, and of an answer that does not come as events."""
    seconds: float = 600.0
    """So long a request may take to come, and the model to say its next word."""
    waiting: int = 64
    """Requests that are worked on at a time; 429 beyond."""
    token: str = field(default="", repr=False)
    """What a request must show; '': nothing, and then it must come from this machine."""
    api_key: str = field(default="", repr=False)
    """What the model's API is shown for all who show the token."""


def check_url(url: str) -> str:
    """Returns the URL of a model's API without its last slash.

    Raises:
        ConfigError: If it is none, holds a password or a query, or would go in the clear to
            another machine.
    """
    try:
        parts = urlsplit(url)
        host, known = parts.hostname, (parts.username, parts.password, parts.query, parts.fragment)
    except ValueError:
        raise ConfigError("--to is no URL.") from None
    if parts.scheme not in ("http", "https") or not host:
        raise ConfigError("--to must be a URL that begins with https://.")
    if any(known):
        raise ConfigError("--to may hold no user, password, query or fragment.")
    if parts.scheme == "http" and not _is_local(host):
        raise ConfigError("--to must be https: what goes to another machine is encrypted.")
    return url.rstrip("/")


def _is_local(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def make_proxy(guard: Guard, to: str, limits: Limits | None = None) -> Any:
    """Returns the ASGI application.

    Args:
        guard: Replaces, and puts back.
        to: Where requests go on to, as `check_url` gives it.
        limits: What it takes.
    """
    proxy = _Proxy(guard, to, limits or Limits())

    @asynccontextmanager
    async def lifespan(app: Any) -> AsyncIterator[None]:
        yield
        await proxy.client.aclose()

    routes = [
        Route("/health", proxy.health, methods=["GET"]),
        Route("/v1/models", proxy.models, methods=["GET"]),
        Route("/v1/chat/completions", proxy.chat, methods=["POST"]),
        Route("/v1/responses", proxy.responses, methods=["POST"]),
    ]
    app = Starlette(
        routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _no_such_place}
    )
    app.router.redirect_slashes = False
    return app


class _Proxy:
    def __init__(self, guard: Guard, to: str, limits: Limits) -> None:
        self.guard, self.to, self.limits = guard, to, limits
        self.held = 0
        # No proxy of the environment, no redirection: no other place than was said.
        self.client = httpx2.AsyncClient(
            timeout=httpx2.Timeout(limits.seconds, connect=_CONNECT),
            trust_env=False,
            follow_redirects=False,
        )

    async def health(self, request: Any) -> Any:
        return answer(200, {"status": "ok"})

    async def models(self, request: Any) -> Any:
        return await self._answer(request, self._models)

    async def chat(self, request: Any) -> Any:
        async def done(request: Any) -> Any:
            return await self._passed_on(
                request, "/chat/completions", messages.slots_of_chat, ChatEvents
            )

        return await self._answer(request, done)

    async def responses(self, request: Any) -> Any:
        async def done(request: Any) -> Any:
            return await self._passed_on(
                request, "/responses", messages.slots_of_responses, ResponseEvents
            )

        return await self._answer(request, done)

    async def _answer(self, request: Any, done: Callable[[Any], Any]) -> Any:
        try:
            admit(request, self.limits.token)
            if request.url.query:
                raise RefusedError("A query is not passed on: leave it out.")
            return await done(request)
        except RefusedRequestError as refused:
            return _error(refused.status, refused.reason)
        except RefusedError as refused:
            return _error(400, str(refused), "refused")
        except NoteError as error:
            return _error(422, f"Not sent: {error}", "not_processed")
        except ClientDisconnect:
            return _error(400, "The request broke off.")  # which nobody reads
        except httpx2.TimeoutException:
            return _error(504, "The model's API did not answer in time.")
        except httpx2.HTTPError as error:
            return _error(502, f"The model's API cannot be reached ({type(error).__name__}).")
        except Exception as error:
            # Its message may quote the request, and the server would print it.
            return _error(500, f"Not sent: {where(error)}; this is a bug, please report it.")

    async def _models(self, request: Any) -> Any:
        async with self.client.stream(
            "GET", f"{self.to}/models", headers=self._headers(request)
        ) as got:
            return answer(got.status_code, await self._content(got))

    async def _passed_on(
        self,
        request: Any,
        path: str,
        read: Callable[[Mapping[str, Any]], tuple[dict[str, Any], Slots]],
        events: Callable[[Session], ChatEvents | ResponseEvents],
    ) -> Any:
        check_kind(request, [JSON])
        data = await read_body(request, self.limits.max_bytes, self.limits.seconds)
        asked = json_object(data, "The request")
        body, slots = read(asked)
        if self.held >= self.limits.waiting:
            raise RefusedRequestError(429, "Too many requests are held already.")
        self.held += 1
        try:
            id = self._conversation(request) or _opening(body)
            session = await asyncio.to_thread(self._protected, slots, id)
        finally:
            self.held -= 1
        # In ASCII, so that half of a surrogate pair goes as it came.
        sent = self.client.build_request(
            "POST",
            f"{self.to}{path}",
            content=json.dumps(body).encode(),
            headers={**self._headers(request), "content-type": "application/json"},
        )
        got = await self.client.send(sent, stream=True)
        if got.headers.get("content-type", "").startswith("text/event-stream"):
            return StreamingResponse(
                _events(got, events(session)),
                status_code=got.status_code,
                media_type="text/event-stream",
                headers={"cache-control": "no-store"},
            )
        try:
            said = await self._content(got)
        finally:
            await got.aclose()
        back = messages.restored(said, lambda text, in_json: session.restore(text, in_json=in_json))
        return answer(got.status_code, back)

    def _headers(self, request: Any) -> dict[str, str]:
        """Who pays, as the API is told."""
        if self.limits.api_key:  # what the client shows is the token, which is ours
            key = self.limits.api_key
            return {"authorization": f"Bearer {key}", "api-key": key}
        found = {name: request.headers.get(name) for name in _PASSED}
        return {name: value for name, value in found.items() if value}

    def _conversation(self, request: Any) -> str:
        """The id of a conversation that is kept: of whoever asks and nobody else; '' for none."""
        named = request.headers.get(CONVERSATION, "")
        if not named:
            return ""
        if self.guard.conversations is None:
            raise RefusedError(f"{CONVERSATION}: no conversation is kept here (--conversations).")
        shown = [request.headers.get(name, "") for name in _PASSED]
        return _KEPT + hashlib.sha256(json.dumps([named, *shown]).encode()).hexdigest()

    def _protected(self, slots: Slots, id: str) -> Session:
        """The session of a request whose texts were replaced."""
        session = self.guard.session(id, keep=id.startswith(_KEPT))
        session.protect_slots(slots)
        return session

    async def _content(self, got: Any) -> Any:
        data = bytearray()
        async for part in got.aiter_bytes():
            data.extend(part)
            if len(data) > self.limits.max_bytes:
                raise RefusedRequestError(502, "The model's API answered with too much.")
        try:
            return parse_json(data.decode("utf-8"))
        except ValueError:
            raise RefusedRequestError(
                502, f"The model's API answered with status {got.status_code} and no JSON."
            ) from None


def _opening(body: Mapping[str, Any]) -> str:
    """What a conversation begins with, the same in each of its turns, so that these draw alike."""
    said = body.get("messages", body.get("input"))
    if isinstance(said, list):
        asked = [i for i, each in enumerate(said) if each.get("role") == "user"]
        said = said[: asked[0] + 1 if asked else 1]
    text = json.dumps([body.get("instructions"), said])
    return hashlib.sha256(text.encode()).hexdigest()


async def _events(got: Any, events: ChatEvents | ResponseEvents) -> AsyncIterator[bytes]:
    """The events of an answer, restored; one that breaks off ends with an error and no [DONE]."""
    try:
        async for data in _data_of(got):
            if data == "[DONE]":
                for event in events.end():
                    yield _event(event)
                yield b"data: [DONE]\n\n"
                return
            for event in events.take(parse_json(data)):
                yield _event(event)
        for event in events.end():
            yield _event(event)
        if not events.is_whole:
            raise httpx2.ReadError("no end came")
    except Exception as error:
        reason = "The model's API broke off." if isinstance(error, httpx2.HTTPError) else ""
        reason = reason or f"Not processed: {where(error)}."
        yield _event({"error": {"message": reason, "type": "api_error"}})
    finally:
        await got.aclose()


async def _data_of(got: Any) -> AsyncIterator[str]:
    data: list[str] = []
    async for line in got.aiter_lines():
        if line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif not line and data:
            yield "\n".join(data)
            data = []
    if data:
        yield "\n".join(data)


def _event(event: Mapping[str, Any]) -> bytes:
    name = f"event: {event['type']}\n" if isinstance(event.get("type"), str) else ""
    return f"{name}data: {json.dumps(event)}\n\n".encode()


def _error(status: int, reason: str, code: str | None = None) -> Any:
    kind = "invalid_request_error" if status < 500 else "api_error"
    return answer(status, {"error": {"message": reason, "type": kind, "param": None, "code": code}})


async def _no_such_place(request: Any, error: Any) -> Any:
    return _error(error.status_code, "There is no such place or method here: see docs/guard.md.")
