"""Answers that stream: cut at any byte, in any pieces, several at once, with what holds tokens."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

why = "not installed: the extra proxy has it"
httpx2 = pytest.importorskip("httpx2", reason=f"httpx2 is {why}")
pytest.importorskip("starlette", reason=f"Starlette is {why}")

from incognote.guard import Guard, RefusedError, Session  # noqa: E402
from incognote.guard.events import ChatEvents, ResponseEvents  # noqa: E402
from incognote.guard.messages import restored, slots_of_chat, slots_of_responses  # noqa: E402
from incognote.guard.proxy import _events  # noqa: E402

NOTES = {
    "en": "Patient: Maria Quillfeather, MRN 00482913, seen by Dr. Ada Ruiz. \u2013 \U0001f600",
    "es": "Paciente: María Quintanilla, NHC 00482913. Dra. Ada Ruiz. \u2013 \U0001f600",
}


@pytest.fixture(scope="module", params=sorted(NOTES))
def spoken(request: pytest.FixtureRequest) -> Iterator[tuple[str, str, Session]]:
    """A note, what is sent for it, and the session."""
    note = NOTES[request.param]
    with Guard(lang=request.param, fast=request.param == "en", key=b"k" * 32).session() as session:
        yield note, session.protect(note), session


def chat(sent: str, answers: int = 2) -> bytes:
    """The events of several answers, one piece of each after the other."""
    rows: list[Any] = []
    for i in range(0, len(sent), 4):
        for index in range(answers):
            token = {"token": sent[i : i + 4], "logprob": -1, "top_logprobs": []}
            choice = {"index": index, "delta": {"content": sent[i : i + 4]}}
            rows.append({"choices": [{**choice, "logprobs": {"content": [token]}}]})
    ends = [{"index": i, "delta": {}, "finish_reason": "stop"} for i in range(answers)]
    rows += ({"choices": [end]} for end in ends)
    said = "".join(f"data: {json.dumps(row, ensure_ascii=False)}\r\n\r\n" for row in rows)
    return f": a remark\r\n\r\n{said}data: [DONE]\r\n\r\n".encode()


def response(sent: str) -> bytes:
    at = {"output_index": 0, "content_index": 0}
    rows: list[dict[str, Any]] = [
        {
            **{"type": "response.output_text.delta", **at, "delta": sent[i : i + 4]},
            "logprobs": [{"token": sent[i : i + 4]}],
        }
        for i in range(0, len(sent), 4)
    ]
    rows.append({"type": "response.output_text.done", **at, "text": sent})
    rows.append({"type": "response.completed", "response": {"output": []}})
    said = (f"event: {r['type']}\ndata: {json.dumps(r, ensure_ascii=False)}\n\n" for r in rows)
    return "".join(said).encode()


def come_back(data: bytes, events: Any, *, size: int = 0, fails: bool = False) -> list[Any]:
    """What a client gets for bytes that come in pieces of a size, and then no more."""

    async def pieces() -> AsyncIterator[bytes]:
        for i in range(0, len(data), size or len(data) or 1):
            yield data[i : i + (size or len(data))]
        if fails:
            raise httpx2.ReadError("cut")

    async def all_of() -> bytes:
        got = httpx2.Response(200, content=pieces())
        return b"".join([each async for each in _events(got, events)])

    rows = re.findall(r"^data: (.*)$", asyncio.run(all_of()).decode(), re.MULTILINE)
    return [json.loads(row) if row != "[DONE]" else row for row in rows]


def texts(rows: list[Any], answers: int = 2) -> list[str]:
    said = [""] * answers
    for row in rows:
        for choice in row.get("choices", ()) if isinstance(row, dict) else ():
            said[choice["index"]] += choice["delta"].get("content") or ""
    return said


def test_several_answers_at_once(spoken: tuple[str, str, Session]) -> None:
    note, sent, session = spoken
    rows = come_back(chat(sent, 3), ChatEvents(session))
    assert texts(rows, 3) == [note] * 3
    assert rows[-1] == "[DONE]"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64])
def test_pieces_of_any_size(spoken: tuple[str, str, Session], size: int) -> None:
    note, sent, session = spoken
    assert texts(come_back(chat(sent), ChatEvents(session), size=size)) == [note] * 2
    rows = come_back(response(sent), ResponseEvents(session), size=size)
    assert "".join(row["delta"] for row in rows if row["type"].endswith("delta")) == note


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.parametrize("make", [chat, response])
def test_cut_at_any_byte_it_says_so(
    spoken: tuple[str, str, Session], make: Any, fails: bool
) -> None:
    note, sent, session = spoken
    whole = make(sent)
    kind = ChatEvents if make is chat else ResponseEvents
    done = b"response.completed" if make is response else b'"finish_reason": "stop"'
    told = {session.restore(sent[:end]) for end in range(len(sent) + 1)}
    for cut in range(0, whole.rindex(done), 11):
        rows = come_back(whole[:cut], kind(session), fails=fails)
        assert "[DONE]" not in rows
        assert "error" in rows[-1], cut
        # what came is the beginning of what was meant, or what the beginning of what was sent tells
        said = texts(rows) if make is chat else ["".join(r.get("delta", "") for r in rows)]
        for each in said:
            assert note.startswith(each) or each in told, cut


def test_tokens_are_left_out(spoken: tuple[str, str, Session]) -> None:
    _, sent, session = spoken
    for made, kind in ((chat(sent), ChatEvents), (response(sent), ResponseEvents)):
        assert "logprob" not in json.dumps(come_back(made, kind(session)))
    whole = {
        "choices": [{"message": {"content": sent}, "logprobs": {"content": [{"token": sent}]}}]
    }
    back = restored(whole, lambda text, in_json: session.restore(text, in_json=in_json))
    assert "logprob" not in json.dumps(back)


@pytest.mark.parametrize(
    "field",
    [
        *("logprobs", "top_logprobs", "logit_bias", "user", "metadata", "prediction", "functions"),
        *("function_call", "audio", "web_search_options", "safety_identifier", "prompt_cache_key"),
        *("previous_response_id", "conversation", "prompt", "background", "suffix", "x_unknown"),
    ],
)
def test_fields_that_carry_text_or_are_not_known_are_refused(field: str) -> None:
    said: list[Any] = ["Quillfeather", {"a": "Quillfeather"}, ["Quillfeather"], 482913, True]
    said = said[:4] if field != "logprobs" else [True, 3]
    for value in said:
        for read, body in ((slots_of_chat, "messages"), (slots_of_responses, "input")):
            text = [{"role": "user", "content": "hi"}]
            with pytest.raises(RefusedError) as refused:
                read({"model": "m", body: text, field: value})
            assert "Quillfeather" not in str(refused.value)


def test_tokens_may_not_be_asked_for() -> None:
    with pytest.raises(RefusedError):
        slots_of_responses({"input": "hi", "include": ["message.output_text.logprobs"]})
    slots_of_responses({"input": "hi", "include": ["reasoning.encrypted_content"]})


@pytest.mark.parametrize("field", ["seed", "max_tokens", "temperature", "n"])
def test_a_number_that_is_known_is_not_sent(spoken: tuple[str, str, Session], field: str) -> None:
    *_, session = spoken
    said = [{"role": "user", "content": "hi"}]
    _, slots = slots_of_chat({"model": "m", "messages": said, field: 482913})
    session.protect_slots(slots)  # nobody's, as far as the conversation knows
    session.protect("MRN 77482913")
    _, slots = slots_of_chat({"model": "m", "messages": said, field: 77482913})
    with pytest.raises(RefusedError):
        session.protect_slots(slots)
