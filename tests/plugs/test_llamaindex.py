"""The postprocessor, in LlamaIndex's own synthesis."""

from __future__ import annotations

import asyncio

import pytest

why = "LlamaIndex is not installed: .ci/run has it"
pytest.importorskip("llama_index.core", reason=why)

from llama_index.core.llms import MockLLM  # noqa: E402
from llama_index.core.response_synthesizers import get_response_synthesizer  # noqa: E402
from llama_index.core.schema import ImageNode, NodeWithScore, TextNode  # noqa: E402

from incognote.guard import Guard, RefusedError  # noqa: E402
from incognote.plugs.llamaindex import GuardPostprocessor  # noqa: E402

NOTE = "Patient: Maria Quillfeather, MRN 00482913, seen by Dr. Ada Ruiz."


@pytest.fixture(scope="module")
def guard():
    return Guard(fast=True)


def test_what_was_retrieved_goes_and_the_answer_comes_back(guard) -> None:
    nodes = [NodeWithScore(node=TextNode(text=NOTE, metadata={"by": "Dr. Ruiz"}), score=0.5)]
    synthesizer = get_response_synthesizer(llm=MockLLM(), response_mode="simple_summarize")
    with guard.session() as session:
        safe = GuardPostprocessor(session).postprocess_nodes(nodes)
        assert safe[0].score == 0.5
        # MockLLM says again what it was told, prompt and all
        said = str(synthesizer.synthesize(session.protect("Who saw Quillfeather?"), safe))
        assert "Quillfeather" not in said
        assert "Ruiz" not in said
        assert "00482913" not in said
        restored = session.restore(said)
        assert NOTE in restored
        assert "by: Dr. Ruiz" in restored
        assert "Who saw Quillfeather?" in restored


def test_an_image_is_refused(guard) -> None:
    node = NodeWithScore(node=ImageNode(text="a", image="b"), score=1.0)
    with guard.session() as session, pytest.raises(RefusedError, match="ImageNode"):
        GuardPostprocessor(session).postprocess_nodes([node])


def test_async(guard) -> None:
    nodes = [NodeWithScore(node=TextNode(text=NOTE), score=0.5)]
    with guard.session() as session:
        postprocessor = GuardPostprocessor(session)
        (safe,) = asyncio.run(postprocessor.apostprocess_nodes(nodes))
        assert "Quillfeather" not in safe.get_content()
        assert session.restore(safe.get_content()) == NOTE
