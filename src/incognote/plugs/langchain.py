"""incognote in LangChain: a runnable around a chat model, which then sees no identifiers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

from incognote.core.errors import MissingExtraError
from incognote.guard import Guard, Session
from incognote.guard.messages import restored, slots_of_chat

try:
    from langchain_core.messages import (
        AIMessage,
        BaseMessage,
        convert_to_messages,
        convert_to_openai_messages,
    )
    from langchain_core.runnables import Runnable
except ImportError:
    raise MissingExtraError("The plug for LangChain", "langchain") from None


class GuardedModel(Runnable):  # type: ignore[misc]
    """A chat model that gets surrogates and whose answers hold the originals.

    Each call holds its whole conversation, as LangChain's do, and nothing is kept behind it.

    Examples:
        >>> chain = prompt | GuardedModel(model, Guard())          # doctest: +SKIP

    Args:
        model: The chat model, or any runnable from messages to one.
        guard: Replaces, and puts back.
    """

    def __init__(self, model: Any, guard: Guard) -> None:
        self._model, self._guard = model, guard

    def invoke(self, input: Any, config: Any = None, **kwargs: Any) -> Any:
        """Returns the answer, tool calls too, with the originals.

        Raises:
            NoteError: If the prompt cannot be processed whole.
            RefusedError: If it holds what cannot be searched, as an image; what is said beside it
                (`tools`, `stop`) is searched as the proxy does.
        """
        with self._guard.session() as session:
            safe, said = _protected(session, input, kwargs)
            return _restored(session, self._model.invoke(safe, _silent(config), **said))

    async def ainvoke(self, input: Any, config: Any = None, **kwargs: Any) -> Any:
        """Returns what `invoke` does, and raises as it does; the loop runs on meanwhile."""
        with self._guard.session() as session:
            safe, said = await asyncio.to_thread(_protected, session, input, kwargs)
            answer = await self._model.ainvoke(safe, _silent(config), **said)
            return await asyncio.to_thread(_restored, session, answer)

    def stream(self, input: Any, config: Any = None, **kwargs: Any) -> Iterator[Any]:
        """Yields the answer in pieces; what is no plain text comes whole, at the end.

        Raises:
            NoteError: As `invoke`.
            RefusedError: As `invoke`.
        """
        with self._guard.session() as session:
            safe, said = _protected(session, input, kwargs)
            pieces = _Pieces(session)
            for chunk in self._model.stream(safe, _silent(config), **said):
                yield from pieces.take(chunk)
            yield from pieces.end()

    async def astream(self, input: Any, config: Any = None, **kwargs: Any) -> AsyncIterator[Any]:
        """Yields what `stream` does, and raises as it does; the loop runs on meanwhile."""
        with self._guard.session() as session:
            safe, said = await asyncio.to_thread(_protected, session, input, kwargs)
            pieces = _Pieces(session)
            async for chunk in self._model.astream(safe, _silent(config), **said):
                for each in pieces.take(chunk):
                    yield each
            for each in pieces.end():
                yield each


class _Pieces:
    """An answer that comes in pieces, restored."""

    def __init__(self, session: Session) -> None:
        self._session, self._text = session, session.stream()
        self._whole: Any = None
        self._last: Any = None

    def take(self, chunk: Any) -> Iterator[Any]:
        """Yields what can be told now."""
        plain = isinstance(chunk.content, str) and not chunk.tool_call_chunks
        if plain and self._whole is None:
            self._last = chunk
            yield chunk.model_copy(update={"content": self._text.add(chunk.content)})
        else:
            self._whole = chunk if self._whole is None else self._whole + chunk

    def end(self) -> Iterator[Any]:
        """Yields the rest."""
        if self._last is not None:
            update = {"content": self._text.end(), "usage_metadata": None}
            yield self._last.model_copy(update=update)
        if self._whole is not None:
            yield _restored(self._session, self._whole)


def _silent(config: Any) -> Any:
    """The configuration without what would see the prompt as it was: callbacks, names, metadata."""
    kept = ("max_concurrency", "recursion_limit", "configurable")
    return {key: value for key, value in (config or {}).items() if key in kept}


def _protected(
    session: Session, input: Any, kwargs: dict[str, Any]
) -> tuple[list[BaseMessage], dict[str, Any]]:
    """The messages, and what is said beside them, as they go to the model."""
    if isinstance(input, str):
        input = [("user", input)]
    said = input.to_messages() if hasattr(input, "to_messages") else convert_to_messages(input)
    asked = {**kwargs, "messages": convert_to_openai_messages(said)}
    body, slots = slots_of_chat(asked)
    session.protect_slots(slots)
    return list(convert_to_messages(body.pop("messages"))), body


def _restored(session: Session, answer: AIMessage) -> Any:
    fields = ("content", "tool_calls", "invalid_tool_calls", "additional_kwargs")
    said = {name: getattr(answer, name) for name in fields}
    back = restored(said, lambda text, in_json: session.restore(text, in_json=in_json))
    if chunks := getattr(answer, "tool_call_chunks", None):
        back["tool_call_chunks"] = [
            {**each, "args": session.restore(each["args"] or "", in_json=True)} for each in chunks
        ]
    return answer.model_copy(update=back)
