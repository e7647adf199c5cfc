"""The proxy between a real client and a real server: what left, what came back, what it refuses."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest

from incognote.core.errors import ConfigError

why = "not installed: the extra proxy has it"
httpx2 = pytest.importorskip("httpx2", reason=f"httpx2 is {why}")
pytest.importorskip("starlette", reason=f"Starlette is {why}")
pytest.importorskip("uvicorn", reason=f"uvicorn is {why}")

from incognote.guard.proxy import check_url  # noqa: E402

NOTE = "Patient: Maria Quillfeather, MRN 00482913, seen by Dr. Ada Ruiz on 3/14/2019."
# Whole words, also behind the escape of a line's end: a surrogate may be a Mariana or an Adam.
SECRETS = re.compile(
    r"(?:\b|\\n)(?:maria|quillfeather|00482913|ada|ruiz|3/14/2019)\b", re.IGNORECASE
)
SAID = [{"role": "user", "content": NOTE}]


class Model(BaseHTTPRequestHandler):
    """A model that says again what it is told, in the way that it is asked to."""

    protocol_version = "HTTP/1.1"
    seen: ClassVar[list[tuple[str, dict[str, str], Any]]] = []

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self.seen.append((self.path, dict(self.headers), None))
        self.answer(200, {"object": "list", "data": [{"id": "m", "object": "model"}]})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["content-length"]))
        body = json.loads(raw)
        self.seen.append((self.path, dict(self.headers), raw.decode()))
        if self.path.endswith("/responses"):
            return self.respond(body)
        said = body["messages"][-1]["content"]
        if body["model"] == "broken":
            return self.answer(500, {"error": {"message": f"Cannot do: {said}", "type": "x"}})
        if body["model"] == "html":
            return self.answer(502, b"<html>no</html>")
        call = {"index": 0, "id": "call_1", "type": "function"}
        call["function"] = {"name": "look", "arguments": json.dumps({"who": said})}
        if not body.get("stream"):
            message = {"role": "assistant", "content": f"I heard: {said.upper()}"}
            message |= {"tool_calls": [{k: v for k, v in call.items() if k != "index"}]}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            return self.answer(200, {"id": "c", "object": "chat.completion", "choices": [choice]})
        deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
        deltas += ({"content": said[i : i + 3]} for i in range(0, len(said), 3))
        arguments = call["function"]["arguments"]
        deltas.append({"tool_calls": [{**call, "function": {"name": "look", "arguments": ""}}]})
        deltas += (
            {"tool_calls": [{"index": 0, "function": {"arguments": arguments[i : i + 4]}}]}
            for i in range(0, len(arguments), 4)
        )
        chunks = [chunk(delta) for delta in deltas] + [chunk({}, "stop")]
        self.events(chunks, cut=body["model"] == "cut")

    def respond(self, body: dict[str, Any]) -> None:
        said = body["input"] if isinstance(body["input"], str) else body["input"][-1]["content"]
        part = {"type": "output_text", "text": said, "annotations": []}
        item = {"type": "message", "id": "m1", "role": "assistant", "status": "completed"}
        whole = {"id": "r", "object": "response", "output": [{**item, "content": [part]}]}
        if not body.get("stream"):
            return self.answer(200, whole)
        at = {"item_id": "m1", "output_index": 0, "content_index": 0}
        events = [
            {"type": "response.output_text.delta", **at, "delta": said[i : i + 3]}
            for i in range(0, len(said), 3)
        ]
        events.append({"type": "response.output_text.done", **at, "text": said})
        events.append({"type": "response.completed", "response": whole})
        self.events(events)

    def answer(self, status: int, content: Any) -> None:
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def events(self, events: list[Any], *, cut: bool = False) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        lines = [f"data: {json.dumps(event)}\n\n" for event in events]
        for line in lines[: len(lines) // 3] if cut else [*lines, "data: [DONE]\n\n"]:
            self.wfile.write(f"{len(line.encode()):x}\r\n{line}\r\n".encode())
        if not cut:
            self.wfile.write(b"0\r\n\r\n")
        self.close_connection = True


def chunk(delta: Any, reason: str | None = None) -> dict[str, Any]:
    choice = {"index": 0, "delta": delta, "finish_reason": reason}
    return {"id": "c", "object": "chat.completion.chunk", "model": "m", "choices": [choice]}


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Of the proxy, which runs as it does for everybody."""
    model = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    to = f"http://127.0.0.1:{model.server_port}/v1"
    command = [sys.executable, "-m", "incognote", "proxy", "--to", to, "--port", "0", "--fast"]
    process = subprocess.Popen([*command, "--max-mb", "0.02"], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    told = re.search(r"http://\S+/v1", process.stderr.readline())
    assert told is not None
    yield told[0]
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=60)[1]
    model.shutdown()
    model.server_close()
    assert process.returncode == 0
    assert said.strip() == "Stopped; what was taken in is answered."


def ask(url: str, body: Any, path: str = "/chat/completions", **headers: str) -> Any:
    return httpx2.post(f"{url}{path}", json=body, headers=headers, timeout=60, trust_env=False)


def data(answer: Any) -> list[Any]:
    rows = [line[6:] for line in answer.text.splitlines() if line.startswith("data: ")]
    return [json.loads(row) if row != "[DONE]" else row for row in rows]


def left() -> tuple[str, dict[str, str], str]:
    return Model.seen[-1]


def test_a_chat(url: str) -> None:
    answer = ask(url, {"model": "m", "messages": SAID}, authorization="Bearer k", cookie="c=Ruiz")
    path, headers, sent = left()
    assert path == "/v1/chat/completions"
    assert headers["authorization"] == "Bearer k"
    assert "cookie" not in {name.lower() for name in headers}
    assert not SECRETS.search(sent)
    message = answer.json()["choices"][0]["message"]
    assert message["content"] == f"I heard: {NOTE.upper()}"
    assert json.loads(message["tool_calls"][0]["function"]["arguments"]) == {"who": NOTE}


def test_a_chat_that_streams(url: str) -> None:
    answer = ask(url, {"model": "m", "messages": SAID, "stream": True})
    assert not SECRETS.search(left()[2])
    *events, done = data(answer)
    assert done == "[DONE]"
    deltas = [event["choices"][0]["delta"] for event in events]
    assert "".join(delta.get("content") or "" for delta in deltas) == NOTE
    calls = [call["function"]["arguments"] for d in deltas for call in d.get("tool_calls", ())]
    assert json.loads("".join(calls)) == {"who": NOTE}
    assert events[-1]["choices"][0]["finish_reason"] == "stop"


def test_a_stream_that_breaks_off_says_so(url: str) -> None:
    events = data(ask(url, {"model": "cut", "messages": SAID, "stream": True}))
    assert "[DONE]" not in events
    assert events[-1]["error"]["message"] == "The model's API broke off."


def test_the_turns_of_a_conversation_agree(url: str) -> None:
    ask(url, {"model": "m", "messages": SAID})
    first = json.loads(left()[2])["messages"]
    later = [
        *SAID,
        {"role": "assistant", "content": f"So: {NOTE}"},
        {"role": "user", "content": "Ok"},
    ]
    ask(url, {"model": "m", "messages": later})
    second = json.loads(left()[2])["messages"]
    assert second[0] == first[0]
    assert second[1]["content"] == f"So: {first[0]['content']}"


@pytest.mark.parametrize("stream", [False, True])
def test_the_responses_api(url: str, stream: bool) -> None:
    body = {"model": "m", "instructions": "Be brief.", "input": NOTE, "stream": stream}
    answer = ask(url, body, "/responses")
    assert not SECRETS.search(left()[2])
    if not stream:
        assert answer.json()["output"][0]["content"][0]["text"] == NOTE
        return
    *deltas, done, whole, _ = data(answer)
    assert "".join(each["delta"] for each in deltas) == done["text"] == NOTE
    assert whole["response"]["output"][0]["content"][0]["text"] == NOTE


def test_errors_of_the_model_come_back_in_their_words(url: str) -> None:
    answer = ask(url, {"model": "broken", "messages": SAID})
    assert (answer.status_code, answer.json()["error"]["message"]) == (500, f"Cannot do: {NOTE}")
    answer = ask(url, {"model": "html", "messages": SAID})
    assert answer.status_code == 502
    assert "no JSON" in answer.json()["error"]["message"]


def test_models_are_listed(url: str) -> None:
    answer = httpx2.get(f"{url}/models", trust_env=False)
    assert answer.json()["data"][0]["id"] == "m"


def user(part: Any) -> dict[str, Any]:
    return {"model": "m", "messages": [{"role": "user", "content": [part]}]}


TOOL = {"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}


@pytest.mark.parametrize(
    ("body", "named"),
    [
        (user({"type": "image_url", "image_url": {"url": "Quillfeather"}}), "image_url"),
        (user({"type": "input_audio", "input_audio": {"data": "Quillfeather"}}), "input_audio"),
        (user({"type": "file", "file": {"file_data": "Quillfeather"}}), "file"),
        (user({"type": "text", "text": "a", "said": "Quillfeather"}), "said"),
        ({"model": "m", "messages": SAID, "metadata": {"who": "Quillfeather"}}, "metadata"),
        ({"model": "m", "messages": SAID, "user": "Quillfeather"}, "user"),
        ({"model": "m", "messages": SAID, "web_search_options": {"q": 1}}, "web_search_options"),
        ({"model": "m", "messages": [{"role": "function", "name": "Quillfeather"}]}, "function"),
        ({"model": "m", "messages": [{**SAID[0], "name": "Quillfeather"}]}, "name"),
        ({"model": "Ada Quillfeather", "messages": SAID}, "model"),
        ({"model": "m", "messages": SAID, "tools": [{"type": "web_search"}]}, "web_search"),
        ({"model": "m", "messages": SAID, "n": "Quillfeather"}, "n is"),
        ({"model": "m", "messages": NOTE}, "messages"),
    ],
)
def test_what_cannot_be_searched_is_refused_by_name(url: str, body: Any, named: str) -> None:
    before = len(Model.seen)
    answer = ask(url, body)
    assert answer.status_code == 400
    assert named in answer.json()["error"]["message"]
    assert "quillfeather" not in answer.text.lower()
    assert len(Model.seen) == before


def test_names_for_machines_may_not_identify(url: str) -> None:
    tool = {**TOOL, "function": {"name": "call_quillfeather"}}
    before = len(Model.seen)
    assert ask(url, {"model": "m", "messages": SAID, "tools": [tool]}).status_code == 400
    assert len(Model.seen) == before
    assert ask(url, {"model": "m", "messages": SAID, "tools": [TOOL]}).status_code == 200


def test_what_a_tool_is_for_is_text(url: str) -> None:
    parameters = {
        "type": "object",
        "properties": {"who": {"type": "string", "enum": ["Ada Ruiz"], "description": NOTE}},
        "required": ["who"],
    }
    tool = {**TOOL, "function": {"name": "f", "description": NOTE, "parameters": parameters}}
    assert ask(url, {"model": "m", "messages": SAID, "tools": [tool]}).status_code == 200
    assert not SECRETS.search(left()[2])


def test_hostile_requests(url: str) -> None:
    before = len(Model.seen)
    big = {"model": "m", "messages": [{"role": "user", "content": "Quillfeather " * 5000}]}
    assert ask(url, big).status_code == 413
    assert ask(url, SAID).status_code == 400
    assert ask(url, {}, "/embeddings").status_code == 404
    assert ask(url, {"model": "m", "messages": SAID}, "/responses").status_code == 400
    assert ask(url, {}, "/responses?who=Quillfeather").status_code == 400
    assert ask(url, {"model": "m", "messages": SAID}, host="evil.example").status_code == 421
    broken = httpx2.post(
        f"{url}/chat/completions",
        content=b'{"a": "Quillfeather',
        headers={"content-type": "application/json"},
        trust_env=False,
    )
    assert broken.status_code == 400
    assert "Quillfeather" not in broken.text
    assert len(Model.seen) == before


@pytest.mark.parametrize(
    "to",
    [
        "http://models.example/v1",
        "ftp://models.example",
        "https://me:Quillfeather@models.example",
        "https://models.example/v1?key=Quillfeather",
        "models.example",
        "https://[",
    ],
)
def test_where_it_does_not_go(to: str) -> None:
    with pytest.raises(ConfigError) as refused:
        check_url(to)
    assert "Quillfeather" not in str(refused.value)


@pytest.mark.parametrize("to", ["https://models.example/v1/", "http://127.0.0.1:1/v1"])
def test_where_it_goes(to: str) -> None:
    assert check_url(to) == to.rstrip("/")
