"""The runnable, around one of LangChain's own models."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import pytest

why = "LangChain is not installed: .ci/run has it"
pytest.importorskip("langchain_core", reason=why)

from langchain_core.language_models.fake_chat_models import GenericFakeChatModel  # noqa: E402
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage  # noqa: E402
from langchain_core.prompts import ChatPromptTemplate  # noqa: E402

from incognote.guard import Guard, RefusedError  # noqa: E402
from incognote.plugs.langchain import GuardedModel  # noqa: E402

NOTE = "Patient: Maria Quillfeather, MRN 00482913, seen by Dr. Ada Ruiz."


class Echo(GenericFakeChatModel):
    """Says again what it is told, in capitals, and calls a tool with it."""

    seen: list
    beside: ClassVar[list] = []

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        self.beside.append((stop, kwargs, messages))
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


def test_async(guard, model) -> None:
    async def both():
        answer = await GuardedModel(model, guard).ainvoke(NOTE)
        pieces = [chunk.content async for chunk in GuardedModel(model, guard).astream(NOTE)]
        several = await GuardedModel(model, guard).abatch([NOTE, NOTE])
        return answer, pieces, several

    answer, pieces, several = asyncio.run(both())
    assert "Quillfeather" not in str(model.seen)
    assert answer.content == NOTE.upper()
    assert answer.tool_calls[0]["args"] == {"who": NOTE}
    assert "".join(pieces) == NOTE
    assert [each.content for each in several] == [NOTE.upper()] * 2


def test_what_is_said_beside_the_messages_is_searched(guard, model) -> None:
    tool = {"type": "function", "function": {"name": "look", "description": NOTE}}
    model.beside.clear()
    GuardedModel(model, guard).invoke(NOTE, tools=[tool], stop=["Quillfeather:"])
    assert "Quillfeather" not in str(model.beside)
    assert "look" in str(model.beside)
    for beside in ({"tools": [{**tool, "function": {"name": "call_quillfeather"}}]}, {"who": NOTE}):
        with pytest.raises(RefusedError):
            GuardedModel(model, guard).invoke(NOTE, **beside)
    assert "Quillfeather" not in str(model.beside)


def test_the_turns_of_an_agent(guard, model) -> None:
    """As LangGraph has them: the tool's answer has its name, ids agree."""
    call = {"name": "look", "args": {"who": "Maria Quillfeather"}, "id": "call_00482913"}
    turns = [
        HumanMessage(content=NOTE),
        AIMessage(content="", tool_calls=[call]),
        ToolMessage(content="Dr. Ruiz saw her.", tool_call_id="call_00482913", name="look"),
    ]
    model.beside.clear()
    assert GuardedModel(model, guard).invoke(turns).content == "DR. RUIZ SAW HER."
    ((_, _, sent),) = model.beside
    assert "Quillfeather" not in str(sent)
    assert "00482913" not in str(sent)
    assert sent[1].tool_calls[0]["id"] == sent[2].tool_call_id
