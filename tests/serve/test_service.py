"""The service: what it answers, what it refuses, and that neither says a word of a note."""

from __future__ import annotations

import asyncio
import json
import threading
import time

import pytest

from incognote.core.document import Document
from incognote.core.errors import ConfigError
from incognote.core.pipeline import Pipeline
from incognote.replace.policy import get_policy
from incognote.run.deidentifier import Deidentifier

pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")

from benches import LOCAL, NAME, Bench, Finder

from incognote.serve.desk import ClosedError, Desk, Wish
from incognote.serve.run import Place


@pytest.fixture
def bench():
    made = Bench(max_bytes=2000, max_notes=3, seconds=5)
    yield made
    made.close()


def test_a_note(bench) -> None:
    status, said = bench.ask({"text": f"😀 Mrs {NAME}\r\n"})
    assert (status, said["text"]) == (200, "😀 Mrs [PATIENT]\r\n")
    (span,) = said["spans"]
    assert (span["start"], span["end"], span["label"]) == (6, 13, "PATIENT")  # code points
    assert said["provenance"] == {"model": "m", "policy": "all default"}


def test_detect_gives_no_text(bench) -> None:
    status, said = bench.ask({"text": f"Mrs {NAME}"}, "/v1/detect")
    assert status == 200
    assert "text" not in said
    assert NAME not in json.dumps(said)


def test_what_the_operator_allows(bench) -> None:
    status, said = bench.ask({"text": f"Mrs {NAME}", "policy": "all", "replacement": "mask"})
    assert (status, NAME in said["text"], len(said["text"])) == (200, False, len(f"Mrs {NAME}"))
    assert said["provenance"]["policy"] == "all mask"


@pytest.mark.parametrize("text", ["", " ", "\x00", "e\u0301🫀\u202e"])
def test_any_text_comes_back(bench, text) -> None:
    status, said = bench.ask({"text": text + f" {NAME}"})
    assert (status, said["text"]) == (200, text + " [PATIENT]")


def test_half_a_character_is_refused_and_answered(bench) -> None:
    status, said = bench.ask({"text": f"\ud800 {NAME}", "id": "\ud800"})
    assert (status, NAME in json.dumps(said)) == (422, False)


def test_notes_come_back_in_order_and_a_failed_one_alone_fails(bench) -> None:
    notes = [{"text": f"a {NAME}", "id": "x"}, {"text": f"BOOM {NAME}"}, {"text": f"c {NAME}"}]
    status, said = bench.ask({"notes": notes})
    assert status == 200
    first, second, third = said["notes"]
    assert (first["id"], first["text"], third["text"]) == ("x", "a [PATIENT]", "c [PATIENT]")
    assert set(second) == {"id", "error"}
    assert NAME not in json.dumps(said)


def test_one_note_that_fails_is_no_success(bench) -> None:
    status, said = bench.ask({"text": f"BOOM {NAME}"})
    assert status == 422
    assert NAME not in json.dumps(said)


def test_ids_of_one_request_may_be_alike(bench) -> None:
    notes = [{"text": f"{n} {NAME}", "id": "x"} for n in "ab"]
    _, said = bench.ask({"notes": notes})
    assert [each["text"] for each in said["notes"]] == ["a [PATIENT]", "b [PATIENT]"]


REFUSED = {
    "no JSON": (f'{{"text": "{NAME}'.encode(), 400),
    "no UTF-8": (b'{"text": "' + NAME.encode() + b'\xff"}', 400),
    "nested": (b"[" * 1900, 400),
    "a list": ([[NAME]], 400),
    "no text": ({"id": NAME}, 400),
    "text is no string": ({"text": {NAME: NAME}}, 400),
    "other field": ({"text": "a", NAME: 1}, 400),
    "no such policy": ({"text": "a", "policy": NAME}, 400),
    "policy is a list": ({"text": "a", "policy": [NAME]}, 400),
    "no such replacement": ({"text": "a", "replacement": NAME}, 400),
    "not allowed": ({"text": "a", "replacement": "surrogate"}, 400),
    "both forms": ({"text": NAME, "notes": []}, 400),
    "notes are none": ({"notes": NAME}, 400),
    "a note is none": ({"notes": [NAME]}, 400),
    "too many": ({"notes": [{"text": NAME}] * 4}, 413),
    "too large": ({"text": NAME * 1000}, 413),
    "too large in parts": ([b"x" * 1500, NAME.encode() * 200], 413),
}


@pytest.mark.parametrize("path", ["/v1/detect", "/v1/deidentify"])
@pytest.mark.parametrize(("body", "code"), REFUSED.values(), ids=REFUSED)
def test_refusals_quote_nothing(bench, body, code, path) -> None:
    status, said = bench.ask(body, path)
    assert status == code
    assert set(said) == {"error"}
    assert NAME not in said["error"]
    assert bench.finder.seen == [] or all(text == "Seen." for text in bench.finder.seen)


def test_a_length_that_is_said_is_enough(bench) -> None:
    status, _ = bench.ask({"text": "a"}, headers={**LOCAL, "content-length": "2001"})
    assert status == 413


@pytest.mark.parametrize("path", [f"/{NAME}", f"/v1/detect/{NAME}", "/v1/detect/", "/v1"])
def test_other_places_quote_nothing(bench, path) -> None:
    status, said = bench.ask(b"", path)
    assert status == 404
    assert NAME not in json.dumps(said)


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({**LOCAL, "content-type": "image/png"}, 415),
        ({**LOCAL, "content-encoding": "gzip"}, 415),
        ({**LOCAL, "origin": "https://far.example"}, 403),
        ({**LOCAL, "origin": "null"}, 403),
        ({**LOCAL, "origin": "http://localhost:8765"}, 200),
        ({"host": "localhost"}, 415),
        ({**LOCAL, "host": "rebound.example:8765"}, 421),
        ({**LOCAL, "host": "localhost.example"}, 421),
        ({"content-type": "application/json"}, 421),
        ({**LOCAL, "host": "[::1]:8765"}, 200),
        ({**LOCAL, "host": "127.0.0.1"}, 200),
    ],
)
def test_who_may_ask(bench, headers, code) -> None:
    assert bench.ask({"text": "a"}, headers=headers)[0] == code


@pytest.mark.parametrize(
    ("shown", "code"),
    [("Bearer secret", 200), ("", 401), ("secret", 401), ("Bearer secreu", 401), ("é", 401)],
)
def test_a_token(shown, code) -> None:
    bench = Bench(token="secret")
    try:
        headers = {**LOCAL, "host": "far.example", "authorization": shown}
        assert bench.ask({"text": "a"}, headers=headers)[0] == code
    finally:
        bench.close()


def test_a_bug_is_told_without_its_words(bench, monkeypatch) -> None:
    def fail(*_):
        raise KeyError(NAME)

    monkeypatch.setattr(bench.desk, "_outcomes", fail)
    status, said = bench.ask({"text": NAME})
    assert (status, NAME in said["error"]) == (500, False)
    monkeypatch.undo()
    assert bench.ask({"text": "a"})[0] == 200


def test_limits_of_queue_and_time() -> None:
    bench = Bench(waiting=2, seconds=0.3)
    bench.finder.gate.clear()

    async def crowd():
        return await asyncio.gather(*(bench.ask_soon({"text": NAME}) for _ in range(5)))

    try:
        answers = asyncio.run(crowd())
        assert sorted(status for status, _ in answers) == [429, 429, 429, 503, 503]
        assert NAME not in json.dumps(answers)
        bench.finder.gate.set()
        deadline = time.monotonic() + 60
        while bench.desk.held and time.monotonic() < deadline:
            time.sleep(0.01)
        assert bench.desk.held == 0
        assert bench.ask({"text": NAME})[1]["text"] == "[PATIENT]"
    finally:
        bench.close()


def test_a_body_that_never_ends() -> None:
    bench = Bench(seconds=0.2)

    try:
        status, _ = asyncio.run(_slow(bench))
        assert status == 408
    finally:
        bench.close()


async def _slow(bench):
    sent = []

    async def receive():
        await asyncio.sleep(3600)

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/v1/detect", "query_string": b""}
    scope["headers"] = [(k.encode(), v.encode()) for k, v in LOCAL.items()]
    await bench.app(scope, receive, send)
    return sent[0]["status"], None


def test_closing_does_what_was_taken_in(bench) -> None:
    bench.finder.gate.clear()
    taken = [bench.desk.submit([Document("n", NAME)], Wish("all default")) for _ in range(40)]
    closing = threading.Thread(target=bench.desk.close)
    closing.start()
    while not bench.desk._closed:
        time.sleep(0.01)
    with pytest.raises(ClosedError):
        bench.desk.submit([Document("n", NAME)], Wish("all default"))
    bench.finder.gate.set()
    closing.join(20)
    assert [future.result(0)[0].text for future in taken] == ["[PATIENT]"] * 40
    assert bench.ask({"text": "a"})[0] == 503
    assert bench.ask(b"", "/ready", method="GET")[0] == 503
    assert bench.ask(b"", "/health", method="GET")[0] == 200


def test_a_desk_that_cannot_begin_is_not_ready() -> None:
    def fail():
        raise ConfigError("There is no model.")

    desk = Desk(fail, {})
    desk.close()
    assert not desk.is_ready
    assert isinstance(desk.fault, ConfigError)


def test_a_desk_closes_though_a_worker_could_not_begin_meanwhile() -> None:
    policy = get_policy("all")
    flow = Deidentifier(Pipeline([Finder()]), policy)
    closed, failed, workers = threading.Event(), threading.Event(), iter((True, False))

    def make():
        if next(workers):
            closed.wait(20)
            raise ConfigError("There is no model.")
        failed.wait(20)
        return flow

    desk = Desk(make, {"all": policy}, workers=2)
    closing = threading.Thread(target=desk.close, daemon=True)
    closing.start()
    while not desk._closed:
        time.sleep(0.01)
    closed.set()
    while desk._threads[0].is_alive():
        time.sleep(0.01)
    failed.set()
    closing.join(20)
    assert not closing.is_alive()


def test_openapi_names_what_is_allowed(bench) -> None:
    status, said = bench.ask(b"", "/openapi.json", method="GET")
    assert status == 200
    assert {"/v1/detect", "/v1/deidentify", "/health", "/analyze"} <= set(said["paths"])
    assert "/v1/reveal" not in said["paths"]
    assert '"enum": ["all"]' in json.dumps(said)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.2.0.17", "ward.example", ""])
def test_elsewhere_only_with_a_token_and_encrypted(host) -> None:
    with pytest.raises(ConfigError, match="--token"):
        Place(host)
    with pytest.raises(ConfigError, match="--certificate"):
        Place(host, has_token=True)
    Place(host, has_token=True, behind_proxy=True)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.3.4.5", "::1", "localhost"])
def test_here_without(host) -> None:
    assert Place(host).is_local
