"""The runnable, around one of LangChain's own models."""

from __future__ import annotations

import pytest

why = "LangChain is not installed: .ci/run has it"
pytest.importorskip("langchain_core", reason=why)

from langchain_core.language_models.fake_chat_models import GenericFakeChatModel  # noqa: E402
from langchain_core.messages import AIMessage, HumanMessage  # noqa: E402
from langchain_core.prompts import ChatPromptTemplate  # noqa: E402

from incognote.guard import Guard, RefusedError  # noqa: E402
from incognote.plugs.langchain import GuardedModel  # noqa: E402

NOTE = "Patient: Maria Quillfeather, MRN 00482913, seen by Dr. Ada Ruiz."


class Echo(GenericFakeChatModel):
    """Says again what it is told, in capitals, and calls a tool with it."""

    seen: list

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        said = messages[-1].content
        self.seen.append(said)
        call = {"name": "look", "args": {"who": said}, "id": "1"}
        self.messages = iter([AIMessage(content=said.upper(), tool_calls=[call])])
        return super()._generate(messages, stop, run_manager, **kwargs)

    def _stream(self, messages, stop=None, run_manager=None, **kwargs):
        said = messages[-1].content
        self.seen.append(said)
        self.messages = iter([AIMessage(content=said)])
        answer = GenericFakeChatModel(messages=self.messages)
        yield from answer._stream(messages, stop, run_manager, **kwargs)


@pytest.fixture(scope="module")
def guard():
    return Guard(fast=True)


@pytest.fixture
def model():
    return Echo(messages=iter([]), seen=[])


def test_a_chain(guard, model) -> None:
    chain = ChatPromptTemplate.from_messages([("user", "{note}")]) | GuardedModel(model, guard)
    answer = chain.invoke({"note": NOTE})
    assert "Quillfeather" not in model.seen[0]
    assert "00482913" not in model.seen[0]
    assert answer.content == NOTE.upper()
    assert answer.tool_calls[0]["args"] == {"who": NOTE}


def test_a_stream(guard, model) -> None:
    pieces = [chunk.content for chunk in GuardedModel(model, guard).stream(NOTE)]
    assert "Quillfeather" not in model.seen[0]
    assert "".join(pieces) == NOTE


def test_an_image_is_refused(guard, model) -> None:
    image = {"type": "image_url", "image_url": {"url": "https://a.example/quillfeather.png"}}
    with pytest.raises(RefusedError, match="image_url"):
        GuardedModel(model, guard).invoke([HumanMessage(content=[image])])
    assert not model.seen
