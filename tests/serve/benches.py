"""A service without a socket: its application, on a desk that finds one name."""

from __future__ import annotations

import asyncio
import json
import threading
import time

from incognote.core.document import Span
from incognote.core.pipeline import Pipeline
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.run.deidentifier import Deidentifier
from incognote.serve.app import make_app
from incognote.serve.desk import Desk
from incognote.serve.terms import Terms

NAME = "Delgado"
LOCAL = {"host": "localhost:8765", "content-type": "application/json"}


class Finder:
    """Finds one name; fails on a word, and stops at a gate."""

    labels = frozenset({"PATIENT"})

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.seen: list[str] = []

    def detect(self, docs):
        self.gate.wait(20)
        self.seen += [doc.text for doc in docs]
        if any("BOOM" in doc.text for doc in docs):
            raise ValueError(docs[0].text)
        return [[Span(i, i + len(NAME), "PATIENT")] if i >= 0 else [] for i in found(docs)]


def found(docs):
    return [doc.text.find(NAME) for doc in docs]


class Bench:
    def __init__(self, *, token="", waiting=64, **terms) -> None:
        self.finder = Finder()
        policies = {
            "all default": get_policy("all"),
            "all mask": get_policy("all").with_action("mask"),
        }
        context = Context(b"k" * 32)
        flow = Deidentifier(Pipeline([self.finder]), policies["all default"], context)
        self.desk = Desk(lambda: flow, policies, waiting=waiting, on_other_language="pass")
        allowed = {"all": {"default": "all default", "mask": "all mask"}}
        hashes = {name: name for name in policies}
        said = Terms("0", {"model": "m"}, allowed, hashes, ("en",), token, waiting=waiting, **terms)
        self.app = make_app(self.desk, said)
        while not self.desk.is_ready:
            time.sleep(0.01)

    def close(self) -> None:
        self.finder.gate.set()
        self.desk.close()

    def ask(self, body, path="/v1/deidentify", *, headers=LOCAL, method="POST"):
        return asyncio.run(self.ask_soon(body, path, headers=headers, method=method))

    async def ask_soon(self, body, path="/v1/deidentify", *, headers=LOCAL, method="POST"):
        """Status and content of an answer to bytes, parts of bytes, or what becomes JSON."""
        path, _, query = path.partition("?")
        parts = body if isinstance(body, list) else [body]
        parts = [p if isinstance(p, bytes) else json.dumps(p).encode() for p in parts]
        pending = iter(parts)
        sent = []

        async def receive():
            part = next(pending, None)
            if part is None:
                await asyncio.sleep(3600)
            return {"type": "http.request", "body": part, "more_body": part is not parts[-1]}

        async def send(message):
            sent.append(message)

        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
        }
        await self.app(scope, receive, send)
        self.headers = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
        said = b"".join(m.get("body", b"") for m in sent)
        json_came = self.headers["content-type"] == "application/json"
        return sent[0]["status"], json.loads(said) if json_came else said.decode(errors="replace")
