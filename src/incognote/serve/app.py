"""The places of the service: requests become notes, outcomes become answers."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Mapping
from contextlib import asynccontextmanager
from typing import Any

from incognote.core.document import Document
from incognote.core.errors import InputError, MissingExtraError, NoteError
from incognote.core.known import Known
from incognote.detect.roster.table import known_of
from incognote.serve.answers import answer, raw_answer
from incognote.serve.containers import FORMATS, Container
from incognote.serve.desk import Desk, Outcome, Wish
from incognote.serve.door import Door
from incognote.serve.label_studio import LabelStudio
from incognote.serve.metrics import KIND, Metrics
from incognote.serve.presidio import Presidio
from incognote.serve.requests import JSON, NDJSON, json_object, kind_of
from incognote.serve.rows import Rows
from incognote.serve.schema import describe
from incognote.serve.terms import RefusedError, Terms

try:
    from starlette.applications import Starlette
    from starlette.exceptions import HTTPException
    from starlette.routing import Route
except ImportError:
    raise MissingExtraError("incognote serve", "serve") from None

DEFAULT = "default"
"""The replacement that leaves each action as the policy says."""
_NOTE = {"id", "text", "patient", "known"}
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_WISH = {"policy", "replacement"}
_HEADERS = "incognote-"
"""How headers begin that say what is to become of a container."""


def make_app(desk: Desk, terms: Terms) -> Any:
    """Returns the ASGI application.

    Args:
        desk: Works on the notes; closed when the application shuts down, after its requests.
        terms: What is allowed.
    """
    door = Door(desk, terms, Metrics(lambda: desk.held, lambda: desk.is_ready))
    service = _Service(door)

    @asynccontextmanager
    async def lifespan(app: Any) -> Any:
        yield
        await asyncio.to_thread(desk.close)

    routes = [
        Route("/health", service.health, methods=["GET"]),
        Route("/ready", service.ready, methods=["GET"]),
        Route("/openapi.json", service.openapi, methods=["GET"]),
        door.opens("/metrics", service.metrics),
        door.opens("/v1/detect", service.detect, [JSON, NDJSON]),
        door.opens("/v1/deidentify", service.deidentify, [JSON, NDJSON, *FORMATS]),
        *Presidio(door).routes(),
        *LabelStudio(door).routes(),
    ]
    if terms.revealer is not None:
        routes.append(door.opens("/v1/reveal", service.reveal, [JSON]))
    handlers = {HTTPException: _no_such_place}
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    # A path that is nearly one would be sent back, query and all, in a Location.
    app.router.redirect_slashes = False
    return app


class _Service:
    def __init__(self, door: Door) -> None:
        self.door = door
        self.terms = door.terms
        of_each = self.terms.policies.values()
        self.replacements = list(dict.fromkeys(r for each in of_each for r in each))

    async def health(self, request: Any) -> Any:
        return answer(200, {"status": "ok", "version": self.terms.version})

    async def ready(self, request: Any) -> Any:
        if self.door.desk.is_ready:
            return answer(200, {"status": "ready"})
        return answer(503, {"status": "not ready"})

    async def openapi(self, request: Any) -> Any:
        return answer(200, describe(self.terms, self.replacements))

    async def metrics(self, request: Any) -> Any:
        return raw_answer(200, self.door.metrics.text(), KIND)

    async def detect(self, request: Any) -> Any:
        return await self._done(request, only_detect=True)

    async def deidentify(self, request: Any) -> Any:
        if kind_of(request) in FORMATS:
            return await self._rewritten(request)
        return await self._done(request, only_detect=False)

    async def _rewritten(self, request: Any) -> Any:
        """The answer to a container, whose wishes stand in headers."""
        headers = request.headers
        asked = {name: headers[_HEADERS + name] for name in _WISH if _HEADERS + name in headers}
        wish = Wish(self._policy(asked))
        roles = json_object(headers.get(_HEADERS + "fields", "{}").encode(), "incognote-fields")
        if not all(isinstance(role, str) for role in roles.values()):
            raise RefusedError(400, "incognote-fields is no JSON object of roles by field.")
        data = await self.door.body(request)
        other = headers.get(_HEADERS + "other-fields", "")
        ends = time.monotonic() + self.terms.seconds
        most = self.terms.max_bytes
        container = Container(kind_of(request), data, roles, other, most, ends)
        language = self.door.desk.on_other_language
        new = await self.door.called(lambda flow: container.rewritten(flow, language), wish)
        said = {"incognote-provenance": json.dumps(self._provenance(wish))}
        return raw_answer(200, new, kind_of(request), said)

    async def _done(self, request: Any, *, only_detect: bool) -> Any:
        if any(name.startswith(_HEADERS) for name in request.headers):
            raise RefusedError(400, "Headers speak of containers; say it in the JSON.")
        if kind_of(request) == NDJSON:

            def read(said: dict[str, Any]) -> tuple[Wish, Document]:
                wish = Wish(self._policy(said), only_detect)
                return wish, _note(_without_wish(said), "The line", "")

            return Rows(self.door, request.stream(), read, self._told_alone)
        asked = await self.door.json(request)
        many = "notes" in asked
        wish = Wish(self._policy(asked), only_detect)
        notes = self._notes(asked)
        outcomes = await self.door.done(notes, wish)
        if many:
            told = [_told(note.id, outcome) for note, outcome in zip(notes, outcomes, strict=True)]
            return answer(200, {"notes": told, "provenance": self._provenance(wish)})
        ((note, outcome),) = zip(notes, outcomes, strict=True)
        return answer(*self._told_alone(wish, note, outcome))

    def _told_alone(
        self, wish: Wish, note: Document, outcome: Outcome
    ) -> tuple[int, dict[str, Any]]:
        """The status and content of the answer to a note that was sent alone."""
        status = 422 if isinstance(outcome, NoteError) else 200
        return status, {**_told(note.id, outcome), "provenance": self._provenance(wish)}

    async def reveal(self, request: Any) -> Any:
        revealer = self.terms.revealer
        assert revealer is not None
        asked = await self.door.json(request)
        notes = self._notes(asked)
        if _WISH & set(asked) or any(note.meta or note.known for note in notes):
            raise RefusedError(400, "To reveal a note takes its id and text, no more.")

        def originals() -> list[dict[str, Any]]:
            found = []
            for note in notes:
                try:
                    found.append({"id": note.id, "text": revealer.original(note.id, note.text)})
                except NoteError as error:
                    found.append({"id": note.id, "error": error.reason})
            return found

        told = await self.door.beside(originals)
        provenance = {"provenance": {"version": self.terms.version}}
        if "notes" in asked:
            return answer(200, {"notes": told, **provenance})
        return answer(422 if "error" in told[0] else 200, {**told[0], **provenance})

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
            return [_note(_without_wish(asked), "The request", "")]
        notes = asked["notes"]
        if set(asked) - _WISH - {"notes"} or not isinstance(notes, list):
            raise RefusedError(400, "A request has a list `notes`, policy, replacement, no more.")
        if len(notes) > self.terms.max_notes:
            raise RefusedError(413, f"Send at most {self.terms.max_notes} notes at once.")
        return [_note(each, f"Note {i}", str(i)) for i, each in enumerate(notes)]

    def _provenance(self, wish: Wish) -> dict[str, str]:
        return {**self.terms.provenance, "policy": self.terms.hashes[wish.policy]}


def _without_wish(asked: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in asked.items() if name not in _WISH}


def _note(said: Any, name: str, number: str) -> Document:
    if not isinstance(said, dict) or not set(said) <= _NOTE:
        raise RefusedError(400, f"{name} has other fields than {', '.join(sorted(_NOTE))}.")
    if any(not isinstance(value, str) for part, value in said.items() if part != "known"):
        raise RefusedError(400, f"{name} has a field that is no string.")
    if "text" not in said:
        raise RefusedError(400, f"{name} has no text.")
    meta = {"patient": said["patient"]} if said.get("patient") else {}
    known = _known(said["known"], f"{name}: known") if "known" in said else None
    return Document(said.get("id", number), said["text"], meta=meta, known=known)


def _known(said: Any, name: str) -> Known:
    if not isinstance(said, dict):
        raise RefusedError(400, f"{name} is no JSON object.")
    if None in said.values():
        raise RefusedError(400, f"{name} has a value that is null.")
    if "birth_date" in said and not _DAY.fullmatch(str(said["birth_date"])):
        raise RefusedError(400, f"{name}: birth_date must be like 1961-08-19.")
    try:
        return known_of(said, name)
    except InputError as error:
        raise RefusedError(400, str(error)) from None


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


async def _no_such_place(request: Any, error: Any) -> Any:
    told = answer(error.status_code, {"error": "There is no such place or method here."})
    told.headers.update(error.headers or {})  # which methods there are
    return told
