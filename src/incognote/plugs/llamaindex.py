"""incognote in LlamaIndex: a postprocessor of what was retrieved, before a model reads it."""

from __future__ import annotations

import asyncio
from typing import Any

from incognote.core.errors import MissingExtraError
from incognote.guard import RefusedError, Session

try:
    from llama_index.core.bridge.pydantic import PrivateAttr
    from llama_index.core.postprocessor.types import BaseNodePostprocessor
    from llama_index.core.schema import MetadataMode, NodeWithScore, TextNode
except ImportError:
    raise MissingExtraError("The plug for LlamaIndex", "llamaindex") from None


class GuardPostprocessor(BaseNodePostprocessor):  # type: ignore[misc]
    """Replaces the identifiers of retrieved nodes, those in their metadata too.

    A question does not pass through a postprocessor: protect it with the same session before it is
    synthesized, and restore the answer with it.

    Args:
        session: The conversation.
    """

    _session: Session = PrivateAttr()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    @classmethod
    def class_name(cls) -> str:
        """Returns the name of the class, as LlamaIndex asks for it."""
        return "GuardPostprocessor"

    def _postprocess_nodes(self, nodes: list[Any], query_bundle: Any = None) -> list[Any]:
        for each in nodes:
            if type(each.node) is not TextNode:
                raise RefusedError(f"A {type(each.node).__name__} cannot be searched, only text.")
        # As the model would read them: with the metadata that it is shown, and no other.
        texts = [each.node.get_content(MetadataMode.LLM) for each in nodes]
        safe = self._session.protect_all(texts)
        return [
            NodeWithScore(node=TextNode(text=text), score=each.score)
            for each, text in zip(nodes, safe, strict=True)
        ]

    async def _apostprocess_nodes(self, nodes: list[Any], query_bundle: Any = None) -> list[Any]:
        # The loop runs on meanwhile.
        return await asyncio.to_thread(self._postprocess_nodes, nodes, query_bundle)
