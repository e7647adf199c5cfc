"""The page's server: for one reader, on this machine's own address alone.

Whoever holds the address that is printed at the start may enter, once: its token lies behind the
`#`, which no browser sends, and is exchanged for a cookie that no script reads. After that a
request needs the cookie, the right host and, where it changes something, our own origin. Nothing
of a note stands in an address, a header, a log or a store of the browser.
"""

from __future__ import annotations

import hashlib
import json
import os
import socket
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from importlib import import_module
from importlib.resources import files
from inspect import isawaitable
from typing import Any

from incognote.core.config import parse_json
from incognote.core.errors import (
    ConfigError,
    IncognoteError,
    InputError,
    MissingExtraError,
    OutputError,
)
from incognote.review import gallery, onward
from incognote.review.guard import HOST, MOST_BYTES, Entrance, Guard, Receive, Send, said
from incognote.review.marks import Wish
from incognote.review.project import MOST_AT_ONCE, SIDES, Project, StaleError
from incognote.review.purposes import get_purpose
from incognote.review.replaced import Replacer
from incognote.review.search import search

try:
    from starlette.concurrency import run_in_threadpool
    from starlette.requests import Request
    from starlette.responses import JSONResponse, Response
    from starlette.routing import Route, Router
except ImportError:
    raise MissingExtraError("The page", "review") from None

ROWS = 100
"""Of the queue that the page gets at once: it asks for those that somebody looks at."""
_SHOWN = ("patient", *SIDES)
"""Fields of a note's meta that the page shows elsewhere than among what the source says."""
_SHORT = 200
"""Characters of what names something."""

_PARTS = {
    "/": ("page.html", "text/html"),
    "/page.js": ("page.js", "text/javascript"),
    "/page.css": ("page.css", "text/css"),
    "/words.json": ("words.json", "application/json"),
}
"""All that anybody gets without having entered: it holds nothing of a project."""


class Page:
    """What the page asks of a project.

    Args:
        project: Open.
        reader: Who reads.
        entrance: Who may enter.
        replacer: Shows what would stand in place of the marks; None: nothing does.
        cookie: Its name.
        then: What follows once all is done, as the command line was told; '': nothing.
        leave: Ends the page, so that it follows.
    """

    def __init__(
        self,
        project: Project,
        reader: str,
        entrance: Entrance,
        replacer: Replacer | None = None,
        cookie: str = "",
        then: str = "",
        leave: Callable[[], None] | None = None,
    ) -> None:
        self._project, self._reader, self._entrance = project, reader, entrance
        self._replacer = replacer
        self.cookie = cookie
        self._then, self._leave = then, leave

    def routes(self) -> list[Route]:
        """Returns what there is to ask."""
        ask = [
            ("/api/enter", self._enter, "POST"),
            ("/api/project", self._about, "GET"),
            ("/api/rows/{number:int}", self._rows, "GET"),
            ("/api/outlook", self._outlook, "GET"),
            ("/api/notes/{number:int}", self._note, "GET"),
            ("/api/notes/{number:int}", self._decide, "POST"),
            ("/api/notes/{number:int}/replaced", self._replaced, "GET"),
            ("/api/notes/{number:int}/everywhere", self._everywhere, "POST"),
            ("/api/gallery/{by}", self._gallery, "GET"),
            ("/api/gallery", self._decide_all, "POST"),
            ("/api/undo", self._undo, "POST"),
            ("/api/redo", self._redo, "POST"),
            ("/api/search", self._search, "POST"),
            ("/api/finish", self._finish, "POST"),
        ]
        parts = [Route(path, _part) for path in _PARTS]
        return parts + [Route(path, _told(to), methods=[how]) for path, to, how in ask]

    def _enter(self, request: Request, sent: Mapping[str, Any]) -> Response:
        session = self._entrance.exchange(_word(sent, "token"))
        if not session:
            return said("This address was used already. Start the page again for a new one.", 403)
        response = JSONResponse({})
        response.set_cookie(self.cookie, session, httponly=True, samesite="strict", path="/")
        return response

    def _about(self, request: Request, sent: Mapping[str, Any]) -> Response:
        project = self._project
        purpose = get_purpose(project.purpose)
        return JSONResponse(
            {
                "page": shows(project, self._reader),
                "purpose": project.purpose,
                "shows_marks": purpose.shows_marks,
                "gallery_first": purpose.gallery_first,
                "settles": project.settles,
                "reader": self._reader,
                "policy": self._replacer.policy.name if self._replacer else "",
                "labels": [[x.name, x.category, x.description] for x in project.labels],
                "many": len(project.notes),
                "unread": project.unread_after(0),
                "bounded": bool(project.goal.counts),
                "next": onward.examples(project.answers_for, project.path, project.lang),
                "then": self._then,
                **self._progress(),
            }
        )

    def _progress(self) -> dict[str, Any]:
        project = self._project
        return {
            "done": project.done,
            "open": project.open,
            "finished": project.finished,
            "last": project.history.last,
        }

    async def _outlook(self, request: Request, sent: Mapping[str, Any]) -> Response:
        # What it needs takes its time to load, and others are answered meanwhile.
        module = await run_in_threadpool(import_module, "incognote.review.outlook")
        found = await run_in_threadpool(module.outlook_of(self._project))
        return JSONResponse(
            {"target": self._project.goal.target, **(asdict(found) if found else {})}
        )

    def _rows(self, request: Request, sent: Mapping[str, Any]) -> Response:
        start = self._number(request)
        end = min(start + ROWS, len(self._project.notes) + 1)
        return JSONResponse({"rows": [self._row(number) for number in range(start, end)]})

    def _row(self, number: int) -> dict[str, Any]:
        note, state = self._project.notes[number - 1], self._project.state(number)
        return {
            "number": number,
            "id": note.id,
            "patient": note.patient,
            "done": bool(state.done),
            "open": state.open,
            "marks": len(state.standing),
        }

    def _state(self, number: int) -> dict[str, Any]:
        state = self._project.state(number)
        return {
            **self._row(number),
            "last": state.last,
            "items": [asdict(mark) for mark in state.marks],
            "comments": state.comments,
        }

    def _number(self, request: Request) -> int:
        number: int = request.path_params["number"]
        if not 1 <= number <= len(self._project.notes):
            raise InputError("There is no such note.")
        return number

    def _note(self, request: Request, sent: Mapping[str, Any]) -> Response:
        number = self._number(request)
        doc = self._project.document(number)
        known = asdict(doc.known) if doc.known else {}
        facts = [[name, value] for name, value in doc.meta.items() if name not in _SHOWN]
        facts += [[name, "; ".join(values)] for name, values in known.items() if values]
        others = [self._row(other) for other in self._project.others_of(number)[:ROWS]]
        sides = [doc.meta[name] for name in SIDES] if self._project.settles else []
        more = {"text": doc.text, "facts": facts, "others": others, "sides": sides}
        return JSONResponse({**self._state(number), **more})

    async def _replaced(self, request: Request, sent: Mapping[str, Any]) -> Response:
        number = self._number(request)
        if self._replacer is None:
            raise InputError("These notes are replaced already.")
        doc, last = self._project.document(number), self._project.state(number).last
        places = await run_in_threadpool(self._replacer, doc)  # others are answered meanwhile
        return JSONResponse({"last": last, "places": [asdict(place) for place in places]})

    def _decide(self, request: Request, sent: Mapping[str, Any]) -> Response:
        number = self._number(request)
        changed = self._project.decide(
            number,
            [_wish(row) for row in _listed(sent, "decisions")],
            reader=self._reader,
            request=_act(sent),
            after=_whole(sent, "after"),
        )
        return self._changed(sent, number, changed)

    def _everywhere(self, request: Request, sent: Mapping[str, Any]) -> Response:
        number = self._number(request)
        changed = self._project.everywhere(
            number,
            _word(sent, "mark"),
            keep=sent.get("keep") is True,
            reader=self._reader,
            request=_act(sent),
            after=_whole(sent, "after"),
        )
        return self._changed(sent, number, changed)

    def _gallery(self, request: Request, sent: Mapping[str, Any]) -> Response:
        found, many = gallery.groups(
            self._project, by_patient=request.path_params["by"] == "patient"
        )
        return JSONResponse({"groups": [asdict(group) for group in found], "many": many})

    def _decide_all(self, request: Request, sent: Mapping[str, Any]) -> Response:
        changed = self._project.decide_all(
            [self._mark(row) for row in _listed(sent, "marks")],
            _word(sent, "kind"),
            _word(sent, "label"),
            reader=self._reader,
            request=_act(sent),
        )
        return self._changed(sent, 0, changed)

    def _mark(self, row: Any) -> tuple[int, str]:
        match row:
            case [int(note), str(id)] if 1 <= note <= len(self._project.notes):
                return note, id
        raise ConfigError("There is no such mark.")

    def _undo(self, request: Request, sent: Mapping[str, Any]) -> Response:
        changed, stay = self._project.undo(
            reader=self._reader, request=_act(sent), after=_whole(sent, "after")
        )
        return self._changed(sent, changed[0] if changed else 0, changed, stay=stay)

    def _redo(self, request: Request, sent: Mapping[str, Any]) -> Response:
        changed = self._project.redo(
            reader=self._reader, request=_act(sent), after=_whole(sent, "after")
        )
        return self._changed(sent, changed[0] if changed else 0, changed)

    def _changed(
        self, sent: Mapping[str, Any], number: int, changed: list[int], **more: int
    ) -> Response:
        made = self._project.numbers_of(_act(sent))
        return JSONResponse(
            {
                "made": made,
                "note": self._state(number) if number else None,
                "rows": [self._row(each) for each in changed],
                "unread": self._project.unread_after(number),
                **self._progress(),
                **more,
            }
        )

    async def _search(self, request: Request, sent: Mapping[str, Any]) -> Response:
        # Sent in the body and not in the address, where others would find it.
        asked = _word(sent, "words"), _whole(sent, "note")
        found = await run_in_threadpool(search, self._project, *asked)
        ids = {each.note: self._project.notes[each.note - 1].id for each in found.others}
        return JSONResponse({**asdict(found), "ids": ids})

    def _finish(self, request: Request, sent: Mapping[str, Any]) -> Response:
        if self._leave is None or not self._project.finished:
            raise ConfigError("There is nothing that follows now.")
        self._leave()
        return JSONResponse({})


def _told(to: Callable[[Request, Mapping[str, Any]], Response | Awaitable[Response]]) -> Any:
    """An endpoint that says refusals in words."""

    async def endpoint(request: Request) -> Response:
        try:
            sent: Any = {}
            if request.method == "POST":
                try:
                    sent = parse_json(request.scope["incognote.body"])
                    json.dumps(sent, ensure_ascii=False).encode()  # half of a character has none
                except (ValueError, RecursionError):
                    sent = None
                if not isinstance(sent, dict):
                    raise ConfigError("This was not sent by the page itself.")
            answer = to(request, sent)
            return await answer if isawaitable(answer) else answer
        except StaleError as error:
            return said(str(error), 409)
        except OutputError as error:
            return said(str(error), 507)
        except InputError as error:
            return said(str(error), 404)
        except IncognoteError as error:
            return said(str(error), 400)

    return endpoint


async def _nowhere(scope: Any, receive: Receive, send: Send) -> None:
    await said("There is no such address.", 404)(scope, receive, send)


async def _part(request: Request) -> Response:
    name, kind = _PARTS[request.url.path]
    return Response((files("incognote.review") / "page" / name).read_bytes(), media_type=kind)


def _word(sent: Mapping[str, Any], name: str, most: int = _SHORT) -> str:
    value = sent.get(name, "")
    if not isinstance(value, str) or len(value) > most:
        raise ConfigError("This was not sent by the page itself, or is too long.")
    return value


def _act(sent: Mapping[str, Any]) -> str:
    """What names an act, so that it is done once: of acts without a name the first alone would."""
    if not (name := _word(sent, "request")):
        raise ConfigError("This was not sent by the page itself.")
    return name


def _listed(sent: Mapping[str, Any], name: str) -> list[Any]:
    rows = sent.get(name)
    if not isinstance(rows, list) or not 0 < len(rows) <= MOST_AT_ONCE:
        raise ConfigError("There is no such decision.")
    return rows


def _whole(sent: Mapping[str, Any], name: str) -> int:
    value = sent.get(name, 0)
    if type(value) is not int or not 0 <= value < 2**53:
        raise ConfigError("This was not sent by the page itself.")
    return value


def _wish(row: Any) -> Wish:
    if not isinstance(row, dict):
        raise ConfigError("There is no such decision.")
    return Wish(
        _word(row, "kind"),
        _word(row, "mark"),
        _whole(row, "start"),
        _whole(row, "end"),
        _word(row, "label"),
        _word(row, "comment", MOST_BYTES),
    )


def shows(project: Project, reader: str) -> str:
    """Returns what tells a project and its reader from others, and nothing else of them."""
    of = (str(project.path.resolve()), project.made, reader)
    return hashlib.sha256("\0".join(of).encode(errors="surrogateescape")).hexdigest()


def make_app(
    project: Project,
    reader: str,
    *,
    port: int,
    entrance: Entrance,
    told: Callable[[str], None],
    replacer: Replacer | None = None,
    then: str = "",
    leave: Callable[[], None] | None = None,
) -> Guard:
    """Returns the page as an ASGI application.

    Args:
        project: Open.
        reader: Who reads.
        port: Where it is served.
        entrance: Who may enter.
        told: Gets a line for each fault of ours: a type of error and a place, nothing of a note.
        replacer: As `Page`.
        then: As `Page`.
        leave: As `Page`.
    """
    page = Page(project, reader, entrance, replacer, then=then, leave=leave)
    # Not an application, which would say what a fault is before the guard can.
    routes = Router(page.routes(), redirect_slashes=False, default=_nowhere)
    of = shows(project, reader)
    free = (*_PARTS, "/api/enter")
    guard = Guard(routes, port=port, entrance=entrance, told=told, shows=of, free=free)
    page.cookie = guard.cookie
    return guard


def serve(
    project: Project,
    reader: str,
    *,
    port: int,
    ready: Callable[[str], None],
    told: Callable[[str], None],
    replacer: Replacer | None = None,
    then: str = "",
) -> bool:
    """Serves the page until it is interrupted, or a reader ends it so that something follows.

    Returns:
        Whether a reader did.

    Args:
        project: Open.
        reader: Who reads.
        port: Of this machine's own address; 0: one that is free.
        ready: Gets the address to open.
        told: As `make_app`.
        replacer: As `Page`.
        then: As `Page`.

    Raises:
        InputError: If the port is taken.
        MissingExtraError: If what serves it is not installed.
    """
    try:
        import uvicorn
    except ImportError:
        raise MissingExtraError("The page", "review") from None

    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listening:
        if os.name == "posix":  # else the port of a server that was killed is shut for a minute
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((HOST, port))
        except OSError as error:
            raise InputError(
                f"Port {port} cannot be had ({error.strerror}); choose another with --port."
            ) from None
        listening.listen()  # before the address is told: who opens it at once waits, and is let in
        port = listening.getsockname()[1]
        entrance = Entrance()
        left = False

        def leave() -> None:
            nonlocal left
            left = server.should_exit = True

        app = make_app(
            project,
            reader,
            port=port,
            entrance=entrance,
            told=told,
            replacer=replacer,
            then=then,
            leave=leave if then else None,
        )
        config = uvicorn.Config(
            app,
            lifespan="off",
            ws="none",
            log_config=None,  # what it logs would go to the screen: addresses, tracebacks
            log_level="critical",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=2,
        )
        ready(f"http://{HOST}:{port}/#{entrance.token}")
        server = uvicorn.Server(config)
        server.run(sockets=[listening])
    return left
