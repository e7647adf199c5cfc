"""HTTP: requests become notes, outcomes become answers, and no answer quotes a request."""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from incognote.core.config import parse_json
from incognote.core.document import Document
from incognote.core.errors import MissingExtraError, NoteError
from incognote.run.batch.task import where
from incognote.serve.desk import ClosedError, Desk, FullError, Outcome, Wish
from incognote.serve.schema import describe

try:
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.requests import ClientDisconnect
    from starlette.responses import Response
    from starlette.routing import Route
except ImportError:
    raise MissingExtraError("incognote serve", "serve") from None

DEFAULT = "default"
"""The replacement that leaves each action as the policy says."""
_LOCAL = frozenset({"localhost", "127.0.0.1", "[::1]"})
_NOTE = {"id", "text", "patient"}
_WISH = {"policy", "replacement"}


@dataclass(frozen=True, slots=True)
class Terms:
    """What the operator allows."""

    version: str
    provenance: Mapping[str, str]
    """What every answer says of the system, without the policy."""
    policies: Mapping[str, Mapping[str, str]]
    """By policy and replacement the name of the desk's policy. The first of each is meant where a
    request names none."""
    hashes: Mapping[str, str]
    """By name of the desk's policy what answers say of it."""
    token: str = field(default="", repr=False)
    """What a request must show; '': nothing, and then it must name a host of this machine."""
    max_bytes: int = 10_000_000
    """Of a request's body."""
    max_notes: int = 256
    """Of a request."""
    seconds: float = 60.0
    """So long a body may take to come, and its answer to be made."""


class RefusedError(Exception):
    """An answer that is none of 200; the reason never quotes the request."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


def make_app(desk: Desk, terms: Terms) -> Any:
    """Returns the ASGI application.

    Args:
        desk: Works on the notes; closed when the application shuts down, after its requests.
        terms: What is allowed.
    """
    service = _Service(desk, terms)

    @asynccontextmanager
    async def lifespan(app: Any) -> Any:
        yield
        await asyncio.to_thread(desk.close)

    routes = [
        Route("/health", service.health, methods=["GET"]),
        Route("/ready", service.ready, methods=["GET"]),
        Route("/openapi.json", service.openapi, methods=["GET"]),
        Route("/v1/detect", service.detect, methods=["POST"]),
        Route("/v1/deidentify", service.deidentify, methods=["POST"]),
    ]
    handlers = {HTTPException: _no_such_place}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    # A path that is nearly one would be sent back, query and all, in a Location.
    app.router.redirect_slashes = False
    return app


class _Service:
    def __init__(self, desk: Desk, terms: Terms) -> None:
        self.desk = desk
        self.terms = terms
        self.replacements = list(dict.fromkeys(r for p in terms.policies.values() for r in p))

    async def health(self, request: Any) -> Any:
        return _json(200, {"status": "ok", "version": self.terms.version})

    async def ready(self, request: Any) -> Any:
        if self.desk.is_ready:
            return _json(200, {"status": "ready"})
        return _json(503, {"status": "not ready"})

    async def openapi(self, request: Any) -> Any:
        return _json(
            200, describe(self.terms.version, list(self.terms.policies), self.replacements)
        )

    async def detect(self, request: Any) -> Any:
        return await self._answer(request, only_detect=True)

    async def deidentify(self, request: Any) -> Any:
        return await self._answer(request, only_detect=False)

    async def _answer(self, request: Any, *, only_detect: bool) -> Any:
        try:
            return await self._done(request, only_detect)
        except RefusedError as refused:
            return _json(refused.status, {"error": refused.reason})
        except ClientDisconnect:
            return _json(400, {"error": "The request broke off."})  # which nobody reads
        except Exception as error:
            # Its message may quote a note, and the server would print it.
            reason = f"Not processed: {where(error)}; this is a bug, please report it."
            return _json(500, {"error": reason})

    async def _done(self, request: Any, only_detect: bool) -> Any:
        self._admit(request)
        asked = await json_body(request, self.terms.max_bytes, self.terms.seconds)
        many = "notes" in asked
        wish = Wish(self._policy(asked), only_detect)
        notes = self._notes(asked)
        if not notes:
            return _json(200, {"notes": [], "provenance": self._provenance(wish)})
        if not self.desk.is_ready:
            raise RefusedError(503, "The service is not ready: ask /ready.")
        try:
            future = asyncio.wrap_future(self.desk.submit(notes, wish))
            outcomes = await asyncio.wait_for(future, self.terms.seconds)
        except FullError as error:
            raise RefusedError(429, str(error)) from None
        except ClosedError as error:
            raise RefusedError(503, str(error)) from None
        except (asyncio.TimeoutError, TimeoutError):
            raise RefusedError(
                503, f"Not done in {self.terms.seconds:g} seconds; send less at once."
            ) from None
        told = [_told(note.id, outcome) for note, outcome in zip(notes, outcomes, strict=True)]
        if many:
            return _json(200, {"notes": told, "provenance": self._provenance(wish)})
        (one,) = told
        return _json(422 if "error" in one else 200, {**one, "provenance": self._provenance(wish)})

    def _admit(self, request: Any) -> None:
        if self.terms.token:
            shown = request.headers.get("authorization", "")
            wanted = f"Bearer {self.terms.token}"
            if not hmac.compare_digest(shown.encode(), wanted.encode()):
                raise RefusedError(401, "Show the token: Authorization: Bearer TOKEN.")
        else:
            check_host(request)

    def _policy(self, asked: Mapping[str, Any]) -> str:
        policy = asked.get("policy", next(iter(self.terms.policies)))
        # What was sent is not told back: it may be anything, a note too.
        if not isinstance(policy, str) or policy not in self.terms.policies:
            allowed = ", ".join(self.terms.policies)
            raise RefusedError(400, f"policy is none of those allowed here: {allowed}.")
        replacements = self.terms.policies[policy]
        replacement = asked.get("replacement", next(iter(replacements)))
        if not isinstance(replacement, str) or replacement not in replacements:
            allowed = ", ".join(replacements)
            raise RefusedError(400, f"replacement is none of those allowed here: {allowed}.")
        return replacements[replacement]

    def _notes(self, asked: Mapping[str, Any]) -> list[Document]:
        if "notes" not in asked:
            return [_note({k: v for k, v in asked.items() if k not in _WISH}, "The request", "")]
        notes = asked["notes"]
        if set(asked) - _WISH - {"notes"} or not isinstance(notes, list):
            raise RefusedError(400, "A request has a list `notes`, policy, replacement, no more.")
        if len(notes) > self.terms.max_notes:
            raise RefusedError(413, f"Send at most {self.terms.max_notes} notes at once.")
        return [_note(each, f"Note {i}", str(i)) for i, each in enumerate(notes)]

    def _provenance(self, wish: Wish) -> dict[str, str]:
        return {**self.terms.provenance, "policy": self.terms.hashes[wish.policy]}


def check_host(request: Any) -> None:
    """Refuses a request that names another machine than this one.

    A page in a browser here whose name leads to this machine is somebody else's.

    Raises:
        RefusedError: 421.
    """
    host = request.headers.get("host", "")
    if host.rpartition(":")[0] not in _LOCAL and host not in _LOCAL:
        raise RefusedError(421, "Name this machine as localhost, 127.0.0.1 or [::1].")


async def json_body(request: Any, most: int, seconds: float) -> dict[str, Any]:
    """Returns the JSON object that a request holds.

    Args:
        request: Of Starlette.
        most: Bytes that it may have.
        seconds: In which it must come.

    Raises:
        RefusedError: If it is none: 400, 408, 413 or 415. The reason quotes nothing of it.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError(415, "Send application/json.")
    too_large = RefusedError(413, f"The request has more than {most:,} bytes; send less.")
    said = request.headers.get("content-length", "0")
    if said.isdecimal() and int(said) > most:
        raise too_large
    data = bytearray()

    async def read() -> None:
        async for part in request.stream():
            data.extend(part)
            if len(data) > most:
                raise too_large

    try:
        await asyncio.wait_for(read(), seconds)
    except (asyncio.TimeoutError, TimeoutError):
        raise RefusedError(408, "The request came too slowly.") from None
    try:
        asked = parse_json(data.decode("utf-8"))
    except ValueError:  # whose message may quote the body
        raise RefusedError(400, "The request is no JSON in UTF-8.") from None
    if not isinstance(asked, dict):
        raise RefusedError(400, "The request is no JSON object.")
    return asked


def _note(said: Any, name: str, number: str) -> Document:
    if not isinstance(said, dict) or not set(said) <= _NOTE:
        raise RefusedError(400, f"{name} has other fields than {', '.join(sorted(_NOTE))}.")
    if any(not isinstance(value, str) for value in said.values()):
        raise RefusedError(400, f"{name} has a field that is no string.")
    if "text" not in said:
        raise RefusedError(400, f"{name} has no text.")
    meta = {"patient": said["patient"]} if said.get("patient") else {}
    return Document(said.get("id", number), said["text"], meta=meta)


def _told(id: str, outcome: Outcome) -> dict[str, Any]:
    named = {"id": id} if id else {}
    if isinstance(outcome, NoteError):
        return {**named, "error": outcome.reason}
    spans = [
        {"start": s.start, "end": s.end, "label": s.label, "score": s.score, "kept": kept}
        for s, kept in zip(outcome.spans, outcome.kept, strict=True)
    ]
    text = {} if outcome.text is None else {"text": outcome.text}
    other = {"other_language": outcome.other_language} if outcome.other_language else {}
    return {**named, **text, "spans": spans, "language": outcome.language, **other}


def _json(status: int, content: Mapping[str, Any]) -> Any:
    # In ASCII, so that half of a surrogate pair comes back as it came.
    headers = {"cache-control": "no-store", "x-content-type-options": "nosniff"}
    if status == 429:
        headers["retry-after"] = "2"
    if status == 401:
        headers["www-authenticate"] = "Bearer"
    return Response(
        json.dumps(content), status_code=status, media_type="application/json", headers=headers
    )


async def _no_such_place(request: Any, error: Any) -> Any:
    return _json(error.status_code, {"error": "There is no such place or method here."})
