"""Connections that do nothing are closed; uvicorn alone would wait for them for ever."""

from __future__ import annotations

from typing import Any

from incognote.core.errors import MissingExtraError

try:
    import h11
    from uvicorn.protocols.http.h11_impl import H11Protocol
except ImportError:
    raise MissingExtraError("incognote serve", "serve") from None

MOST = 500
"""Connections at a time; a further one is closed unheard, before the process has no more files."""


def bounded(seconds: float) -> type[H11Protocol]:
    """Returns uvicorn's protocol with a bound of time.

    Args:
        seconds: So long the head of a request may take to come, and what is written to be taken.
    """

    class Bounded(H11Protocol):  # type: ignore[misc]
        _head: Any = None
        _taking: Any = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            if len(self.connections) > MOST:
                transport.abort()
            else:
                self._await_head()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._await_head()

        def _await_head(self) -> None:
            """Has the connection end unless a request begins; one whose head is there has."""
            if self.conn.their_state is not h11.IDLE:
                _stop(self._head)
                self._head = None
            elif self._head is None:
                self._head = self.loop.call_later(seconds, self.transport.abort)

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._await_head()

        def pause_writing(self) -> None:
            super().pause_writing()
            _stop(self._taking)
            self._taking = self.loop.call_later(seconds, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            _stop(self._taking)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            _stop(self._head)
            _stop(self._taking)

    return Bounded


def _stop(timer: Any) -> None:
    if timer is not None:
        timer.cancel()
