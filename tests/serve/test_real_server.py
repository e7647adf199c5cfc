"""`incognote serve` as it runs: many at once, hostile ones among them, and told to stop."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import re
import signal
import socket
import ssl
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from processes import get, running

from certificates import self_signed
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
    with running("--max-mb", "0.02", "--queue", "256") as both:
        yield both


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


HEAD = b"POST /v1/detect HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
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
    lambda port: post(port, json.dumps({"text": SECRET, "language": SECRET}), "/analyze")[1],
    lambda port: post(port, f'{{"text": "{SECRET}", "text": "{SECRET}"}}')[1],
    lambda port: post(port, f'{{"text": "{SECRET}", "patient": {"9" * 5000}}}')[1],
    lambda port: post(port, SECRET, kind="application/pdf")[1],
    lambda port: raw(port, f"GET /{SECRET} HTTP/1.1\r\nx: {SECRET * 9000}\r\n\r\n".encode()),
    lambda port: raw(port, HEAD + b'transfer-encoding: chunked\r\n\r\n7\r\n{"text\r\n0\r\n\r\n'),
    lambda port: raw(port, HEAD + b"transfer-encoding: chunked\r\n\r\nzz\r\n" + SECRET.encode()),
    lambda port: raw(
        port, HEAD + b"content-length: 9\r\ncontent-length: 8\r\n\r\n" + SECRET.encode()
    ),
    lambda port: raw(port, HEAD + b"content-length: -1\r\n\r\n" + SECRET.encode()),
    lambda port: raw(
        port,
        HEAD
        + b"content-length: 8\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"
        + SECRET.encode(),
    ),
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


def test_requests_in_one_piece_are_answered_in_order(server) -> None:
    _, port = server
    bodies = [json.dumps({"text": note}).encode() for note in NOTES[:5]]
    parts = [HEAD + f"content-length: {len(body)}\r\n\r\n".encode() + body for body in bodies]
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(b"".join(parts))
        said = b""
        while said.count(b'"provenance"') < 5:
            part = connection.recv(65536)
            assert part
            said += part
    starts = [json.loads(body)["text"].index("MRN") for body in bodies]
    assert said.count(b"HTTP/1.1 200") == len(starts)


def test_a_connection_that_asks_nothing_is_closed() -> None:
    with running("--seconds", "1") as (_, port):
        for begun in (b"", HEAD, HEAD[:20]):
            with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
                connection.sendall(begun)
                began = time.monotonic()
                assert connection.recv(10) == b""
                assert time.monotonic() - began > 0.5
        assert get(port, "/health")[0] == 200


def test_elsewhere_it_speaks_tls_and_asks_for_the_token(tmp_path) -> None:
    certificate, key = self_signed(tmp_path)
    (tmp_path / "token").write_text("drawn-by-nobody-for-this-test\n", encoding="utf-8")
    options = ["--host", "0.0.0.0", "--token", str(tmp_path / "token")]
    options += ["--certificate", str(certificate), "--private-key", str(key)]
    trusted = ssl.create_default_context(cafile=str(certificate))
    command = [sys.executable, "-m", "incognote", "serve", "--port", "0", "--fast", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        port = int(re.search(r"https://0\.0\.0\.0:(\d+)\.$", process.stderr.readline())[1])

        def ask(path, body=None, **headers):
            line = http.client.HTTPSConnection("localhost", port, context=trusted, timeout=60)
            with contextlib.closing(line):
                line.request("POST" if body else "GET", path, body, headers)
                answer = line.getresponse()
                return answer.status, answer.read().decode()

        deadline = time.monotonic() + 60
        while ask("/ready")[0] != 200:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        body = json.dumps({"text": f"Seen by Dr. Ada {SECRET}."})
        headers = {"content-type": "application/json"}
        assert ask("/v1/deidentify", body, **headers)[0] == 401
        headers["authorization"] = "Bearer drawn-by-nobody-for-this-test"
        status, said = ask("/v1/deidentify", body, **headers)
        assert (status, SECRET in said) == (200, False)
        assert SECRET not in raw(port, HEAD + f"content-length: 9\r\n\r\n{SECRET}".encode())
        process.send_signal(signal.SIGTERM)
        assert (process.wait(60), SECRET in process.stderr.read()) == (0, False)
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def test_who_does_not_take_the_answer_keeps_nobody() -> None:
    body = json.dumps({"text": "a " * 400_000, "analyzer_results": []}).encode()
    head = f"POST /anonymize HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(body)}\r\n"
    request = head.encode() + b"content-type: application/json\r\n\r\n" + body
    with running("--seconds", "2", "--max-mb", "1") as (process, port):
        with socket.socket() as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.connect(("127.0.0.1", port))
            connection.settimeout(60)
            with pytest.raises(OSError):  # noqa: PT011
                connection.sendall(request * 100)  # none of the answers is taken
        assert get(port, "/health")[0] == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


def taken(port):
    """How many requests for notes the service has taken in, answered or not."""
    said = get(port, "/metrics")[1].decode()
    answered = r'incognote_requests_total\{[^}]*place="/v1/deidentify"[^}]*\}'
    counts = re.findall(rf"^(?:incognote_requests_held|{answered}) (\S+)$", said, re.MULTILINE)
    return sum(map(float, counts))


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_it_answers_what_it_took(server, sent) -> None:
    process, port = server
    notes = [{"text": note} for note in NOTES]
    body = json.dumps({"notes": notes})
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(post, port, body) for _ in range(8)]
        while taken(port) < len(asked):
            time.sleep(0.01)
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


def test_what_is_known_of_a_patient_is_found_in_its_note_alone(server) -> None:
    _, port = server
    known = {
        "names": "Cassia Thornwillow",
        "birth_date": "1961-08-19",
        "record_numbers": ["QX-77-19"],
        "relatives": "Bo Featherby (brother); Ina Featherby",
    }
    text = "called thornwillow, born 19.8.61, qx 7719, with ina Featherby."
    body = json.dumps({"notes": [{"text": text, "known": known}, {"text": text}]})
    status, said = post(port, body)
    assert status == 200
    mine, other = (note["text"].lower() for note in json.loads(said)["notes"])
    for word in ("thornwillow", "7719", "ina feather", "19.8.61"):
        assert word not in mine
    assert other != mine  # where nothing is known of it
    for wrong in (
        {"name": SECRET},
        {"names": 7},
        {"names": [SECRET, 7]},
        {"names": None},
        {"birth_date": SECRET},
        {"birth_date": "19610819"},
        {"birth_date": ""},
        {"birth_date": ["1961-08-19"]},
        {"patient": SECRET},
        [SECRET],
        [],
        None,
        SECRET,
    ):
        status, said = post(port, json.dumps({"text": text, "known": wrong}))
        assert (status, SECRET in said) == (400, False), wrong
