"""An answer that comes as events: each gets its originals, a surrogate over several of them too."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from incognote.guard.answers import Stream
from incognote.guard.messages import CODES, LOGPROBS, restored
from incognote.guard.session import Session

_Path = tuple[Any, ...]
_LAST = frozenset(
    ("response.completed", "response.failed", "response.incomplete", "response.cancelled", "error")
)


class ChatEvents:
    """The chunks of a chat completion.

    Args:
        session: The conversation.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._streams: dict[_Path, Stream] = {}
        self._last: dict[str, Any] = {}
        self._begun: set[Any] = set()
        self._ended: set[Any] = set()

    @property
    def is_whole(self) -> bool:
        """Whether all answers that were begun came to an end."""
        return bool(self._begun) and self._begun <= self._ended

    def take(self, event: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yields what can be told now: at least this event, whose texts may have become ''."""
        event = deepcopy(event)
        choices = event.get("choices") or []
        self._last = event if choices else self._last
        for choice in choices:
            choice.pop(LOGPROBS, None)
            self._begun.add(choice.get("index", 0))
            if delta := choice.get("delta"):
                self._walk(delta, (choice.get("index", 0),))
        ended = [c.get("index", 0) for c in choices if c.get("finish_reason")]
        self._ended.update(ended)
        for index in ended:
            yield from self._rest(index)
        yield event

    def end(self) -> Iterator[dict[str, Any]]:
        """Yields the rest of all that came to no end."""
        for index in sorted({path[0] for path in self._streams}):
            yield from self._rest(index)

    def _walk(self, value: dict[str, Any], path: _Path) -> None:
        for key, each in value.items():
            if isinstance(each, dict):
                self._walk(each, (*path, key))
            elif isinstance(each, list):
                for i, inner in enumerate(each):
                    if isinstance(inner, dict):
                        self._walk(inner, (*path, key, inner.get("index", i)))
            elif isinstance(each, str) and key not in CODES:
                value[key] = self._stream((*path, key)).add(each)

    def _stream(self, path: _Path) -> Stream:
        if path not in self._streams:
            self._streams[path] = self._session.stream(in_json=path[-1] == "arguments")
        return self._streams[path]

    def _rest(self, index: int) -> Iterator[dict[str, Any]]:
        for path in [path for path in self._streams if path[0] == index]:
            if rest := self._streams.pop(path).end():
                delta: Any = rest
                for key in reversed(path[1:]):
                    delta = [{"index": key, **delta}] if isinstance(key, int) else {key: delta}
                choice = {"index": index, "delta": delta, "finish_reason": None}
                same = {k: v for k, v in self._last.items() if k not in ("choices", "usage")}
                yield {**same, "choices": [choice]}


class ResponseEvents:
    """The events of the responses API.

    Args:
        session: The conversation.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._streams: dict[_Path, tuple[Stream, dict[str, Any]]] = {}
        self.is_whole = False
        """Whether the answer came to its end."""

    def take(self, event: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yields what can be told now; texts may have become ''."""
        kind = str(event.get("type", ""))
        self.is_whole |= kind in _LAST
        event = {key: value for key, value in event.items() if key != LOGPROBS}
        if kind.endswith(".delta") and isinstance(event.get("delta"), str):
            path = _place(event, kind.removesuffix(".delta"))
            stream = self._streams[path][0] if path in self._streams else None
            stream = stream or self._session.stream(in_json="arguments" in kind)
            self._streams[path] = stream, event
            yield {**event, "delta": stream.add(event["delta"])}
            return
        yield from self._rest(_place(event, kind.removesuffix(".done")))
        yield restored(event, lambda text, in_json: self._session.restore(text, in_json=in_json))

    def end(self) -> Iterator[dict[str, Any]]:
        """Yields the rest of all that came to no end."""
        for path in list(self._streams):
            yield from self._rest(path)

    def _rest(self, path: _Path) -> Iterator[dict[str, Any]]:
        if path in self._streams:
            stream, event = self._streams.pop(path)
            if rest := stream.end():
                yield {**event, "delta": rest}


def _place(event: dict[str, Any], kind: str) -> _Path:
    return (kind, *(event.get(f"{each}_index") for each in ("output", "content", "summary")))
