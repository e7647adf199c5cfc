"""incognote in LangChain: a runnable around a chat model, which then sees no identifiers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from incognote.core.errors import MissingExtraError
from incognote.guard import Guard, Session
from incognote.guard.messages import restored

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
            RefusedError: If it holds what cannot be searched, as an image.
        """
        with self._guard.session() as session:
            safe = _protected(session, input)
            return _restored(session, self._model.invoke(safe, _silent(config), **kwargs))

    def stream(self, input: Any, config: Any = None, **kwargs: Any) -> Iterator[Any]:
        """Yields the answer in pieces; what is no plain text comes whole, at the end.

        Raises:
            NoteError: As `invoke`.
            RefusedError: As `invoke`.
        """
        with self._guard.session() as session:
            safe = _protected(session, input)
            text, whole, last = session.stream(), None, None
            for chunk in self._model.stream(safe, _silent(config), **kwargs):
                plain = isinstance(chunk.content, str) and not chunk.tool_call_chunks
                if plain and whole is None:
                    last = chunk
                    yield chunk.model_copy(update={"content": text.add(chunk.content)})
                else:
                    whole = chunk if whole is None else whole + chunk
            if last is not None:
                yield last.model_copy(update={"content": text.end(), "usage_metadata": None})
            if whole is not None:
                yield _restored(session, whole)


def _silent(config: Any) -> Any:
    """The configuration without what would see the prompt as it was: callbacks, names, metadata."""
    kept = ("max_concurrency", "recursion_limit", "configurable")
    return {key: value for key, value in (config or {}).items() if key in kept}


def _protected(session: Session, input: Any) -> list[BaseMessage]:
    if isinstance(input, str):
        input = [("user", input)]
    said = input.to_messages() if hasattr(input, "to_messages") else convert_to_messages(input)
    return list(convert_to_messages(session.protect(convert_to_openai_messages(said))))


def _restored(session: Session, answer: AIMessage) -> Any:
    fields = ("content", "tool_calls", "invalid_tool_calls", "additional_kwargs")
    said = {name: getattr(answer, name) for name in fields}
    back = restored(said, lambda text, in_json: session.restore(text, in_json=in_json))
    if chunks := getattr(answer, "tool_call_chunks", None):
        back["tool_call_chunks"] = [
            {**each, "args": session.restore(each["args"] or "", in_json=True)} for each in chunks
        ]
    return answer.model_copy(update=back)
