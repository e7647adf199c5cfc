"""`/v1/reveal`: originals come back from a vault, and from nothing else."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")
pytest.importorskip("cryptography", reason="cryptography is not installed: the extra serve has it")

from benches import LOCAL, NAME, Bench

from incognote.core.document import Document, Span
from incognote.replace.policy import get_policy
from incognote.replace.redact import redact
from incognote.replace.vault import new_lock
from incognote.serve.reveal import Revealer

DOC = Document("ward/7", f"😀 Mrs {NAME}", (Span(6, 13, "PATIENT"),))
NEW = redact(DOC, get_policy("all"))


@pytest.fixture
def bench():
    lock = new_lock(b"k" * 32)
    row = lock.seal(DOC, NEW)
    made = Bench(token="secret", revealer=Revealer(lock, {row["note"]: row["sealed"]}))
    yield made
    made.close()


def ask(bench, body, **headers):
    return bench.ask(body, "/v1/reveal", headers={**LOCAL, **headers})


SHOWN = {"authorization": "Bearer secret"}


def test_a_note_comes_back(bench) -> None:
    status, said = ask(bench, {"id": DOC.id, "text": NEW.text}, **SHOWN)
    assert (status, said["text"]) == (200, DOC.text)
    assert ask(bench, {"id": DOC.id, "text": NEW.text})[0] == 401


def test_what_was_changed_or_is_another_does_not(bench) -> None:
    notes = [
        {"id": DOC.id, "text": NEW.text},
        {"id": DOC.id, "text": NEW.text + "."},
        {"id": "ward/8", "text": NEW.text},
    ]
    status, said = ask(bench, {"notes": notes}, **SHOWN)
    assert status == 200
    assert [set(each) for each in said["notes"]] == [{"id", "text"}, *[{"id", "error"}] * 2]
    assert ask(bench, notes[1], **SHOWN)[0] == 422
    assert ask(bench, {**notes[0], "policy": "all"}, **SHOWN)[0] == 400


def test_without_a_vault_there_is_no_such_place() -> None:
    bench = Bench()
    try:
        assert ask(bench, {"id": "a", "text": "b"})[0] == 404
    finally:
        bench.close()
