"""`incognote serve` as it runs: many at once, hostile ones among them, and told to stop."""

from __future__ import annotations

import http.client
import json
import random
import re
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from incognote import load

pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: the extra serve has it")

SECRET = "Quillfeather"
NOTES = [
    f"Seen by Dr. Ada {SECRET} on 3/14/2019. Ward {n}, MRN 0048{n:04}. 😀\r\nStable."
    for n in range(50)
]


@pytest.fixture
def server():
    options = ["--port", "0", "--fast", "--max-mb", "0.02", "--queue", "256"]
    command = [sys.executable, "-m", "incognote", "serve", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    line = process.stderr.readline()
    port = int(re.search(r":(\d+)\.$", line.strip())[1])
    deadline = time.monotonic() + 120
    while get(port, "/ready")[0] != 200:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    yield process, port
    if process.poll() is None:
        process.kill()
    process.wait()
    process.stderr.close()
    process.stdout.close()


def get(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def post(port, body, path="/v1/deidentify", kind="application/json"):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request("POST", path, body, {"content-type": kind})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def raw(port, data):
    """What comes back for bytes that are no request; the connection is then dropped."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(data)
        connection.shutdown(socket.SHUT_WR)
        return connection.recv(65536).decode(errors="replace")


HOSTILE = (
    lambda port: post(port, f'{{"text": "{SECRET}')[1],
    lambda port: post(port, json.dumps({"text": SECRET, "policy": SECRET}))[1],
    lambda port: post(port, json.dumps({"text": SECRET * 5000}))[1],
    lambda port: post(port, "[" * 10_000)[1],
    lambda port: post(port, json.dumps({"text": SECRET}), f"/v1/{SECRET}?{SECRET}")[1],
    lambda port: post(port, json.dumps({"text": SECRET}), kind="text/plain")[1],
    lambda port: post(port, json.dumps({"text": f"\ud800 {SECRET}"}))[1],
    lambda port: raw(port, f"{SECRET}\r\n\r\n".encode()),
    lambda port: raw(port, f"POST /v1/detect HTTP/1.1\r\nhost: localhost\r\n{SECRET}".encode()),
    lambda port: raw(port, b"\x16\x03\x01" + SECRET.encode()),
)


def test_hundreds_at_once(server) -> None:
    process, port = server
    deid = load("en", fast=True)
    wanted = {note: deid(note).text for note in NOTES}
    asked = NOTES * 6 + list(HOSTILE) * 3
    random.Random(0).shuffle(asked)

    def one(what):
        if isinstance(what, str):
            status, said = post(port, json.dumps({"text": what}))
            assert status == 200, said
            assert json.loads(said)["text"] == wanted[what]
        else:
            said = what(port)
        assert SECRET not in said

    with ThreadPoolExecutor(32) as pool:
        list(pool.map(one, asked))
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert SECRET not in out + err
    assert "Traceback" not in err


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_it_answers_what_it_took(server, sent) -> None:
    process, port = server
    notes = [{"text": note} for note in NOTES]
    body = json.dumps({"notes": notes})
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(post, port, body) for _ in range(8)]
        time.sleep(0.4)
        process.send_signal(sent)
        for each in asked:
            status, said = each.result()
            assert status == 200
            assert len(json.loads(said)["notes"]) == len(NOTES)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "answered" in err
    with pytest.raises(OSError):  # noqa: PT011
        get(port, "/health")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--host", "0.0.0.0"], "--token"),
        (["--vault", "v", "--key", "k"], "--vault"),
        (["--policy", "none-such"], "none-such"),
        (["--allow-policy", "none-such"], "none-such"),
        (["--allow-replace", "hidden"], "hidden"),
        (["--certificate", "c.pem"], "--private-key"),
    ],
)
def test_what_cannot_be_is_told_before_it_listens(options, said) -> None:
    command = [sys.executable, "-m", "incognote", "serve", "--port", "0", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Listening" not in done.stderr


def test_a_port_that_is_taken(tmp_path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "incognote", "serve", "--fast", "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert port in done.stderr


def test_a_token_that_can_be_guessed(tmp_path) -> None:
    file = tmp_path / "token"
    file.write_text("short\n")
    command = [sys.executable, "-m", "incognote", "serve", "--token", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert "16 characters" in done.stderr
    assert "short" not in done.stderr
