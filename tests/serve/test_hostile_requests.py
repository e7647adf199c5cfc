"""Requests made to break, forge or delay: to every place, with signs that patterns choke on."""

from __future__ import annotations

import json
import socket
import time
import unicodedata

import pytest

pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: the extra serve has it")

from benches import NAME, Bench
from processes import get, running

SIGNS = (
    *("1", "-", "'", '"', "[", "]", "(", "{", "<", "\\", "&", "%", "=", "/", ".", ",", ":", "@"),
    *("1-", "1/", "(1", "a@", "A ", "\n", "\r\n", "\t", "\u0301", "\u200b", "😀", "\ufeff", "&#"),
)
MANY = 1_000_000


@pytest.fixture(scope="module")
def bench():
    made = Bench(max_bytes=8 * MANY, seconds=60)
    yield made
    made.close()


def task(text):
    config = '<View><Labels name="l" toName="t"><Label value="PATIENT"/></Labels>'
    config += '<Text name="t" value="$text"/></View>'
    return {"tasks": [{"id": 1, "data": {"text": text}}], "label_config": config, "project": "1"}


def found(text):
    start = text.index(NAME)
    return {"start": start, "end": start + len(NAME), "entity_type": "PERSON", "score": 0.9}


PLACES = {
    "/v1/deidentify": lambda text: {"notes": [{"text": text}]},
    "/analyze": lambda text: {"text": text, "language": "en"},
    "/anonymize": lambda text: {"text": text, "analyzer_results": [found(text)]},
    "/label-studio/predict": task,
}


@pytest.mark.parametrize("path", PLACES)
@pytest.mark.parametrize("sign", SIGNS)
def test_many_of_a_sign_are_answered_in_time(bench, path, sign) -> None:
    text = f"{NAME} {sign * (MANY // len(sign.encode()))}"
    status, said = bench.ask(PLACES[path](text), path)
    assert status == 200  # so it was no longer than what the service waits for
    if path in ("/v1/deidentify", "/anonymize"):
        assert NAME not in json.dumps(said)


TEXTS = {
    "emoji before and behind": f"😀👩\u200d👧 e\u0301 {NAME} 🫀 {NAME}",
    "a byte order mark": f"\ufeff{NAME} is better",
    "accents apart": unicodedata.normalize("NFD", f"Señora María {NAME} está mejor"),
    "ends of lines": f"a\r\nb\rc\n{NAME}\r\n\r\n{NAME}",
    "outside of the first plane": f"𝔐𝔞𝔯𝔦𝔞 {NAME} 𐐷",
    "right to left": f"\u202e{NAME}\u202c \u05d0{NAME}",
    "zeros and controls": f"\x00{NAME}\x1f \x7f",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_what_analyze_finds_is_what_anonymize_replaces(bench, text) -> None:
    status, rows = bench.ask({"text": text, "language": "en"}, "/analyze")
    assert status == 200
    assert [text[row["start"] : row["end"]] for row in rows] == [NAME]
    status, said = bench.ask({"text": text, "analyzer_results": rows}, "/anonymize")
    assert status == 200
    assert said["text"] == text.replace(NAME, "<PERSON>", 1)
    (item,) = said["items"]
    assert said["text"][item["start"] : item["end"]] == "<PERSON>"
    # ... and the offsets of the service itself, over the same text
    _, said = bench.ask({"text": text}, "/v1/detect")
    assert [text[s["start"] : s["end"]] for s in said["spans"]] == [NAME]


@pytest.mark.parametrize("path", ["/analyze", "/anonymize"])
def test_half_of_a_pair_is_never_answered_by_half(bench, path) -> None:
    body = f'{{"text": "\\ud83d {NAME}", "language": "en", "analyzer_results": []}}'.encode()
    if path == "/analyze":
        body = body.replace(b', "analyzer_results": []', b"")
    status, said = bench.ask(body, path)
    assert status in (200, 400, 422)
    assert status == 200 or NAME not in json.dumps(said)


@pytest.fixture(scope="module")
def port():
    with running("--seconds", "3", "--max-mb", "0.1") as (process, port):
        yield port
        process.terminate()
        assert process.wait(60) == 0
        said = process.stderr.read() + process.stdout.read()
        assert "Quillfeather" not in said
        assert "forged" not in said
        assert "Traceback" not in said


HEAD = b"POST /v1/detect HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
SECOND = b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n"
BODY = b'{"text": "Quillfeather"}'
SMUGGLED = {
    "two lengths": HEAD + b"content-length: 24\r\ncontent-length: 0\r\n\r\n" + BODY + SECOND,
    "a length and chunks": (
        HEAD + b"content-length: 24\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n" + BODY + SECOND
    ),
    "chunks twice": (
        HEAD
        + b"transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n0\r\n\r\n"
        + SECOND
    ),
    "chunks that are none": HEAD + b"transfer-encoding: xchunked\r\n\r\n" + BODY + SECOND,
    "a blank before the colon": HEAD + b"content-length : 0\r\n\r\n" + BODY + SECOND,
    "a folded line": HEAD + b"content-length:\r\n 24\r\n\r\n" + BODY + SECOND,
    "a length with a sign": HEAD + b"content-length: +24\r\n\r\n" + BODY + SECOND,
    "a length of another base": HEAD + b"content-length: 0x18\r\n\r\n" + BODY + SECOND,
    "ends of lines within a name": HEAD + b"x\rcontent-length: 24\r\n\r\n" + BODY + SECOND,
    "a chunk with a sign": (
        HEAD + b"transfer-encoding: chunked\r\n\r\n-1\r\n" + BODY + b"\r\n0\r\n\r\n" + SECOND
    ),
}


def answers(port, data):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        said = b""
        try:
            while part := connection.recv(65536):
                said += part
        except ConnectionError:
            pass
    return said


@pytest.mark.parametrize("data", SMUGGLED.values(), ids=SMUGGLED)
def test_nothing_is_answered_that_stands_within_another_request(port, data) -> None:
    """What two servers may read in two ways is refused, and what follows is not answered."""
    said = answers(port, data)
    assert said.count(b"HTTP/1.1 200") <= (0 if b"HTTP/1.1 4" in said else 1)
    assert not (b"HTTP/1.1 4" in said and b'"status": "ok"' in said)
    assert b"Quillfeather" not in said


@pytest.mark.parametrize(
    "sign", [b"\r\nforged: 1", b"\nforged: 1", b"\x00", b"\r", b"%0d%0aforged: 1"]
)
def test_headers_and_paths_forge_nothing(port, sign) -> None:
    for head in (
        b"GET /health?" + sign + b" HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"GET /" + sign + b"Quillfeather HTTP/1.1\r\nhost: localhost\r\n\r\n",
        HEAD + b"incognote-policy: a" + sign + b"\r\ncontent-length: 24\r\n\r\n" + BODY,
        HEAD + b"x-request-id: Quillfeather" + sign + b"\r\ncontent-length: 24\r\n\r\n" + BODY,
    ):
        heads = answers(port, head).split(b"\r\n\r\n")[0].lower()
        assert b"\nforged" not in heads
        assert b"quillfeather" not in heads


def test_slow_bodies_hold_nobody(port) -> None:
    """One byte a second, in many connections, while others are answered."""
    slow = []
    for _ in range(40):
        connection = socket.create_connection(("127.0.0.1", port), timeout=60)
        connection.sendall(HEAD + b"content-length: 24\r\n\r\n" + BODY[:1])
        slow.append(connection)
    for at in range(1, 5):
        time.sleep(1)
        for connection in slow:
            try:
                connection.sendall(BODY[at : at + 1])
            except OSError:
                continue
        assert get(port, "/health")[0] == 200
    said = []
    for connection in slow:
        with connection:
            try:
                said.append(connection.recv(65536))
            except ConnectionError:
                said.append(b"")
    assert not any(b" 200 " in each for each in said)
    assert any(b" 408 " in each for each in said)
