"""`Rows`: a stream of JSON lines, answered line by line while it still comes."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any

from incognote.core.document import Document
from incognote.run.batch.task import where
from incognote.serve.desk import Outcome, Wish
from incognote.serve.door import Door
from incognote.serve.requests import NDJSON, in_time, json_object
from incognote.serve.terms import RefusedError

TOGETHER = 16
"""So many lines that are there already are worked on at once,"""
AHEAD = 2
"""and so many times as many are read before the first of them is answered."""
_AGAIN = 0.05

Row = Mapping[str, Any]


class Rows:
    """An answer, in ASGI, with a line for each line of a request, in the same order.

    A line that cannot be done has its status and says why; the others are done. No more is read
    than can be worked on, so whoever sends faster waits. Where the desk is full the stream waits.

    Args:
        door: Where the lines are worked on.
        parts: The body, as it comes.
        read: Makes of what a line says the wish and the note; raises `RefusedError`.
        tell: Makes of a wish, a note and what became of it what the answer's line says.
    """

    status_code = 200

    def __init__(
        self,
        door: Door,
        parts: AsyncIterator[bytes],
        read: Callable[[dict[str, Any]], tuple[Wish, Document]],
        tell: Callable[[Wish, Document, Outcome], tuple[int, Row]],
    ) -> None:
        self._door, self._parts, self._read, self._tell = door, parts, read, tell

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Sends the answer."""
        headers = [
            (b"content-type", NDJSON.encode()),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        with self._door.place():
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            begun: asyncio.Queue[asyncio.Task[bytes] | None] = asyncio.Queue(AHEAD)
            reading = asyncio.create_task(self._begin(begun))
            try:
                while (task := await begun.get()) is not None:
                    body = {"type": "http.response.body", "body": await task, "more_body": True}
                    await send(body)
                await reading  # where it failed the connection breaks, and the answer is not whole
                await send({"type": "http.response.body", "body": b""})
            finally:
                reading.cancel()

    async def _begin(self, begun: asyncio.Queue[asyncio.Task[bytes] | None]) -> None:
        try:
            async for lines in self._lines():
                await begun.put(asyncio.create_task(self._answered(lines)))
        except RefusedError as refused:  # it came too slowly: what is left of it will not come
            await begun.put(asyncio.create_task(self._last(refused)))
        finally:
            await begun.put(None)

    async def _last(self, refused: RefusedError) -> bytes:
        return _lines_of([_refusal(refused)])

    async def _lines(self) -> AsyncIterator[list[bytes | None]]:
        """Lines as they come, some at a time; None for one that is too long."""
        most = self._door.terms.max_bytes
        rest = bytearray()
        too_long = False
        async for part in in_time(self._parts, self._door.terms.seconds, together=False):
            *ended, last = part.split(b"\n")
            found: list[bytes | None] = []
            for each in ended:
                rest += each
                if too_long or len(rest) > most:
                    found.append(None)
                elif rest.strip():
                    found.append(bytes(rest))
                rest.clear()
                too_long = False
            rest += last
            if len(rest) > most:  # what follows of it is read over
                rest.clear()
                too_long = True
            for begin in range(0, len(found), TOGETHER):
                yield found[begin : begin + TOGETHER]
        if too_long or rest.strip():
            yield [None if too_long else bytes(rest)]

    async def _answered(self, lines: Sequence[bytes | None]) -> bytes:
        rows: dict[int, Row] = {}
        by_wish: dict[Wish, list[tuple[int, Document]]] = {}
        for number, line in enumerate(lines):
            try:
                if line is None:
                    most = self._door.terms.max_bytes
                    raise RefusedError(413, f"The line has more than {most:,} bytes.")
                wish, note = self._read(json_object(line, "The line"))
                by_wish.setdefault(wish, []).append((number, note))
            except RefusedError as refused:
                rows[number] = _refusal(refused)
        for wish, notes in by_wish.items():
            try:
                outcomes = await self._patiently([note for _, note in notes], wish)
            except RefusedError as refused:
                rows |= {number: _refusal(refused) for number, _ in notes}
            except Exception as error:  # whose message may quote a note
                bug = RefusedError(500, f"Not processed: {where(error)}; this is a bug.")
                rows |= {number: _refusal(bug) for number, _ in notes}
            else:
                for (number, note), outcome in zip(notes, outcomes, strict=True):
                    status, said = self._tell(wish, note, outcome)
                    rows[number] = {"status": status, **said}
        return _lines_of([rows[number] for number in range(len(lines))])

    async def _patiently(self, notes: Sequence[Document], wish: Wish) -> list[Outcome]:
        """What became of notes, once there is room for them."""
        ends = time.monotonic() + self._door.terms.seconds
        while True:
            try:
                return await self._door.done(notes, wish)
            except RefusedError as refused:
                if refused.status != 429 or time.monotonic() > ends:
                    raise
            await asyncio.sleep(_AGAIN)


def _refusal(refused: RefusedError) -> Row:
    return {"status": refused.status, "error": refused.reason}


def _lines_of(rows: Sequence[Row]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)
