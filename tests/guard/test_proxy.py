"""The proxy between a real client and a real server: what left, what came back, what it refuses."""

from __future__ import annotations

import json
import re
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from echo_model import Model, running

from certificates import self_signed
from incognote.core.errors import ConfigError
from incognote.replace.keys import new_key

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


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Of the proxy, which runs as it does for everybody."""
    with running("--max-mb", "0.02") as (url, _):
        yield url


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


TOKEN = "drawn-by-nobody-for-this-test"


def test_a_conversation_that_is_kept_goes_on_after_a_restart(tmp_path: Path) -> None:
    pytest.importorskip("cryptography", reason=f"cryptography is {why}")
    new_key(tmp_path / "key")
    path = tmp_path / "conversations"
    options = ["--key", str(tmp_path / "key"), "--conversations", str(path)]
    mine = {"authorization": "Bearer mine", "incognote-conversation": "ward-7"}
    Model.first = ""
    with running(*options) as (url, _):
        assert ask(url, {"model": "m", "messages": SAID}, **mine).status_code == 200
    assert "Quillfeather" not in Model.first
    asked = {"model": "recall", "messages": [{"role": "user", "content": "What did I say?"}]}
    with running(*options) as (url, _):

        def told(**headers: str) -> str:
            return str(ask(url, asked, **headers).json()["choices"][0]["message"]["content"])

        assert told(**mine) == f"I heard: {NOTE.upper()}"
        for other in (
            {"authorization": "Bearer mine"},
            {**mine, "authorization": "Bearer another's"},
            {**mine, "incognote-conversation": "ward-8"},
        ):
            assert told(**other) == f"I heard: {Model.first.upper()}"
    kept = path.read_text()
    assert not SECRETS.search(kept)
    assert "ward-7" not in kept
    assert Model.first[9:14] not in kept


def test_a_conversation_is_kept_only_where_there_is_a_file(url: str) -> None:
    headers = {"incognote-conversation": "ward-7"}
    answer = ask(url, {"model": "m", "messages": SAID}, **headers)
    assert answer.status_code == 400
    assert "--conversations" in answer.json()["error"]["message"]
    assert "--key" in refused(["--conversations", "somewhere"])


@pytest.fixture
def secrets(tmp_path: Path) -> list[str]:
    """The options of a proxy that others may reach with a token."""
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    (tmp_path / "key").write_text("sk-of-the-hospital-alone\n")
    return ["--token", str(tmp_path / "token"), "--api-key", str(tmp_path / "key")]


def test_with_tls_and_a_token(secrets: list[str], tmp_path: Path) -> None:
    certificate, key = self_signed(tmp_path)
    options = ["--host", "0.0.0.0", "--certificate", str(certificate), "--private-key", str(key)]
    with running(*secrets, *options) as (url, _):
        url = url.replace("0.0.0.0", "localhost")
        assert url.startswith("https://")
        trusted = ssl.create_default_context(cafile=str(certificate))
        with httpx2.Client(verify=trusted, trust_env=False, timeout=60) as client:
            before = len(Model.seen)
            for shown in ("", f"Bearer {TOKEN}x", TOKEN, "Bearer sk-of-the-hospital-alone"):
                headers = {"authorization": shown} if shown else {}
                for path in ("/chat/completions", "/responses"):
                    body = {"model": "m", "messages": SAID}
                    got = client.post(f"{url}{path}", json=body, headers=headers)
                    assert got.status_code == 401
                    assert got.headers["www-authenticate"] == "Bearer"
                assert client.get(f"{url}/models", headers=headers).status_code == 401
            assert len(Model.seen) == before
            headers = {"authorization": f"Bearer {TOKEN}", "openai-project": "Quillfeather"}
            got = client.post(
                f"{url}/chat/completions", json={"model": "m", "messages": SAID}, headers=headers
            )
            assert NOTE in str(got.json()) or NOTE.upper() in str(got.json())
            assert client.get(f"{url}/models", headers=headers).status_code == 200
        # The token is the proxy's, the key the API's: neither is shown to the other.
        for _, headers, _ in Model.seen[before:]:
            assert headers["authorization"] == "Bearer sk-of-the-hospital-alone"
            assert TOKEN not in str(headers)
            assert "Quillfeather" not in str(headers)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--host", "0.0.0.0"], "--token"),
        (["--host", "::"], "--token"),
        (["--host", "localhost.example"], "--token"),
        (["--certificate", "c.pem"], "--private-key"),
    ],
)
def test_what_would_be_open_is_refused(options: list[str], said: str) -> None:
    told = refused(options)
    assert said in told


def test_a_token_goes_with_the_key_of_the_api(secrets: list[str]) -> None:
    assert "--api-key" in refused(secrets[:2])
    assert "--token" in refused(secrets[2:])
    assert "--behind-proxy" in refused([*secrets, "--host", "0.0.0.0"])


def test_a_token_that_can_be_guessed_or_not_be_sent(tmp_path: Path) -> None:
    file = tmp_path / "token"
    for bad in ("short\n", "two words of some length\n", "ñandú-ñandú-ñandú-ñandú\n", "\n"):
        file.write_text(bad, encoding="utf-8")
        told = refused(["--token", str(file), "--api-key", str(file)])
        assert str(file) in told
        assert bad.strip() == "" or bad.strip() not in told


def refused(options: list[str]) -> str:
    command = [sys.executable, "-m", "incognote", "proxy", "--to", "http://127.0.0.1:1/v1"]
    done = subprocess.run(
        [*command, "--port", "0", *options], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "Listening" not in done.stderr
    return " ".join(done.stderr.split())
