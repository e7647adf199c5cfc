"""A model behind OpenAI's API that says again what it is told, and a proxy in front of it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar


class Model(BaseHTTPRequestHandler):
    """A model that says again what it is told, in the way that it is asked to."""

    protocol_version = "HTTP/1.1"
    seen: ClassVar[list[tuple[str, dict[str, str], Any]]] = []
    first: ClassVar[str] = ""

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
        if body["model"] == "recall":  # what it was told first, whoever asks now
            said = Model.first
        Model.first = Model.first or said
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


@contextmanager
def running(*options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The URL of a proxy in front of the model, as it runs for everybody, and its process."""
    model = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    to = f"http://127.0.0.1:{model.server_port}/v1"
    command = [sys.executable, "-m", "incognote", "proxy", "--to", to, "--port", "0", "--fast"]
    process = subprocess.Popen([*command, *options], stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        told = re.search(r"https?://\S+/v1", process.stderr.readline())
        assert told is not None
        yield told[0], process
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=60)[1]
        assert process.returncode == 0
        assert said.strip() == "Stopped; what was taken in is answered."
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
        model.shutdown()
        model.server_close()
