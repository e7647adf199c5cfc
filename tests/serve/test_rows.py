"""Streams of JSON lines: order, lines that cannot be, and that nothing is read that must wait."""

from __future__ import annotations

import asyncio
import json

import pytest

pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")

from benches import LOCAL, NAME, Bench

HEADERS = {**LOCAL, "content-type": "application/x-ndjson"}


@pytest.fixture
def bench():
    made = Bench(max_bytes=500, seconds=5)
    yield made
    made.close()


def lines(*rows):
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def answered(bench, body, path="/v1/deidentify"):
    status, said = bench.ask(body, path, headers=HEADERS)
    assert status == 200
    assert said.endswith("\n") or not said
    return [json.loads(line) for line in said.splitlines()]


def test_each_line_is_answered_in_order(bench) -> None:
    body = lines(*({"text": f"{n} {NAME}", "id": str(n)} for n in range(100)))
    # Cut where it falls, also within lines.
    parts = [body[i : i + 37] for i in range(0, len(body), 37)]
    rows = answered(bench, parts)
    assert [row["text"] for row in rows] == [f"{n} [PATIENT]" for n in range(100)]
    assert {row["status"] for row in rows} == {200}
    assert rows[0]["provenance"] == {"model": "m", "policy": "all default"}


def test_a_line_that_cannot_be_ends_nothing(bench) -> None:
    body = lines({"text": f"a {NAME}"}) + f'{{"text": "{NAME}\n'.encode() + b"\r\n \n"
    body += lines({"text": NAME, "policy": NAME}, {"text": f"BOOM {NAME}"}, {"text": NAME * 100})
    body += lines({"text": "b", "text2": NAME}, [NAME]) + b'{"text": "\xff"}\n'
    body += json.dumps({"text": f"last {NAME}", "replacement": "mask"}).encode()
    rows = answered(bench, body)
    assert [row["status"] for row in rows] == [200, 400, 400, 422, 413, 400, 400, 400, 200]
    assert rows[-1]["text"].startswith("last ")
    assert NAME not in json.dumps(rows)


def test_a_line_too_long_is_read_over_whatever_its_length(bench) -> None:
    parts = [lines({"text": "a"}), *[b"x" * 300] * 20, b"\n" + lines({"text": "b"})]
    assert [row["status"] for row in answered(bench, parts)] == [200, 413, 200]


def test_nothing(bench) -> None:
    assert answered(bench, b"\n\n") == []


def test_to_detect_gives_no_text(bench) -> None:
    (row,) = answered(bench, lines({"text": NAME}), "/v1/detect")
    assert ("text" in row, len(row["spans"])) == (False, 1)


def test_what_is_there_is_answered_before_more_comes(bench) -> None:
    async def talk():
        came, sent = asyncio.Queue(), asyncio.Queue()
        scope = {"type": "http", "method": "POST", "path": "/v1/deidentify", "query_string": b""}
        scope["headers"] = [(k.encode(), v.encode()) for k, v in HEADERS.items()]
        running = asyncio.create_task(bench.app(scope, came.get, sent.put))
        assert (await sent.get())["status"] == 200
        for n in range(3):
            body = lines({"text": f"{n} {NAME}"})
            await came.put({"type": "http.request", "body": body, "more_body": n < 2})
            row = json.loads((await asyncio.wait_for(sent.get(), 10))["body"])
            assert row["text"] == f"{n} [PATIENT]"
        await running

    asyncio.run(talk())


def test_no_more_is_read_than_can_wait(bench) -> None:
    bench.finder.gate.clear()
    read = 0

    async def crowd():
        nonlocal read

        async def receive():
            nonlocal read
            read += 1
            body = lines(*({"text": f"{n} {NAME}"} for n in range(16)))
            return {"type": "http.request", "body": body, "more_body": read < 40}

        sent = []

        async def send(message):
            sent.append(message)

        scope = {"type": "http", "method": "POST", "path": "/v1/deidentify", "query_string": b""}
        scope["headers"] = [(k.encode(), v.encode()) for k, v in HEADERS.items()]
        running = asyncio.create_task(bench.app(scope, receive, send))
        await asyncio.sleep(0.5)
        held = read
        bench.finder.gate.set()
        await running
        return held, b"".join(m.get("body", b"") for m in sent).count(b"\n")

    held, out = asyncio.run(crowd())
    assert held <= 5
    assert out == 640


def test_where_the_desk_is_full_the_stream_waits() -> None:
    bench = Bench(waiting=1, seconds=5)

    async def both():
        body = [lines({"text": f"{n} {NAME}"}) for n in range(30)]
        return await bench.ask_soon(body, headers=HEADERS)

    try:
        _, said = asyncio.run(both())
        assert [json.loads(line)["status"] for line in said.splitlines()] == [200] * 30
    finally:
        bench.close()


def test_one_that_falls_silent_is_told_so() -> None:
    bench = Bench(seconds=0.3)

    async def talk():
        parts = iter([{"type": "http.request", "body": lines({"text": NAME}), "more_body": True}])

        async def receive():
            for part in parts:
                return part
            await asyncio.sleep(3600)

        sent = []

        async def send(message):
            sent.append(message)

        scope = {"type": "http", "method": "POST", "path": "/v1/deidentify", "query_string": b""}
        scope["headers"] = [(k.encode(), v.encode()) for k, v in HEADERS.items()]
        await bench.app(scope, receive, send)
        return b"".join(m.get("body", b"") for m in sent)

    try:
        rows = [json.loads(line) for line in asyncio.run(talk()).splitlines()]
        assert [row["status"] for row in rows] == [200, 408]
    finally:
        bench.close()
