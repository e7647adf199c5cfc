"""Conversations that outlive the process, of which nothing stands on the disk in the clear."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from incognote import load
from incognote.core.errors import ConfigError, InputError, NoteError
from incognote.guard import Conversations, Guard
from incognote.run.deidentifier import Deidentifier

pytest.importorskip("cryptography", reason="cryptography is not installed: the extra vault has it")
KEY = b"k" * 32
NOTE = (
    "Patient: Maria Quillfeather, MRN 00482913, DOB 08/19/1961. Seen by Dr. Ada Ruiz at Mercy "
    "General Hospital on 3/14/2019; had an MI in 2017."
)
SECRETS = re.compile(r"quillfeather|00482913|ruiz|3/14/2019|08/19/1961|mercy|2017|ward-7", re.I)


@pytest.fixture(scope="module")
def flow() -> Deidentifier:
    return load(fast=True, policy="i2b2-2014", key=KEY)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "conversations"


def test_goes_on_after_a_restart(flow: Deidentifier, path: Path) -> None:
    kept = Conversations(path, KEY)
    with Guard(flow, conversations=kept).session("ward-7") as session:
        first = session.protect(NOTE)
        second = session.protect("And Dr. Lena Ostrowski, MRN 7719-2043?")
    kept.close()
    assert not SECRETS.search(path.read_text())
    assert not SECRETS.search(repr(kept))
    assert path.stat().st_mode & 0o077 == 0
    kept = Conversations(path, KEY)
    with Guard(flow, conversations=kept).session("ward-7") as session:
        assert session.restore(first) == NOTE
        assert session.restore(first.upper()) == NOTE.upper()
        assert "Ostrowski" in session.restore(second)
        assert session.protect(NOTE) == first
        assert not SECRETS.search(session.protect("was **Quill**feather there"))
    with Guard(flow, conversations=kept).session("ward-8") as other:
        assert other.restore(first) == first
    with Guard(flow, conversations=kept).session() as other:
        assert other.restore(first) == first
        other.protect(NOTE)
    kept.close()


def test_two_sessions_of_one_conversation_agree(flow: Deidentifier, path: Path) -> None:
    kept = Conversations(path, KEY)
    guard = Guard(flow, conversations=kept)
    with guard.session("a") as one, guard.session("a") as two:
        sent = one.protect(NOTE)
        more = two.protect("Seen by Dr. Lena Ostrowski, too.")
        assert one.protect("Dr. Ostrowski?") != "Dr. Ostrowski?"
        assert two.restore(sent) == NOTE
        assert one.restore(more) == "Seen by Dr. Lena Ostrowski, too."
    kept.close()


def test_what_is_not_whole_was_not_sent(flow: Deidentifier, path: Path) -> None:
    kept = Conversations(path, KEY)
    with Guard(flow, conversations=kept).session("a") as session:
        first = session.protect(NOTE)
        whole = path.read_bytes()
        session.protect("And Dr. Lena Ostrowski?")
    kept.close()
    data = path.read_bytes()
    for cut in (len(whole), len(whole) + 1, len(data) - 1):
        path.write_bytes(data[:cut])
        kept = Conversations(path, KEY)
        assert path.read_bytes() == whole
        with Guard(flow, conversations=kept).session("a") as session:
            assert session.restore(first) == NOTE
            session.protect("And Dr. Nils Abernathy?")
        kept.close()


def test_nothing_is_sent_that_could_not_be_kept(
    flow: Deidentifier, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Conversations(path, KEY)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    before = path.read_bytes()
    session = Guard(flow, conversations=kept).session("a")
    with pytest.raises(Exception, match="No space"):
        session.protect(NOTE)
    assert path.read_bytes() == before
    monkeypatch.undo()
    sent = session.protect(NOTE)
    assert session.restore(sent) == NOTE
    kept.close()


def test_what_was_changed_is_refused(flow: Deidentifier, path: Path) -> None:
    kept = Conversations(path, KEY)
    guard = Guard(flow, conversations=kept)
    for id in ("a", "b"):
        guard.session(id).protect(NOTE)
    kept.close()
    head, *lines = path.read_text().splitlines()
    one, other = map(json.loads, lines)
    one["sealed"], other["sealed"] = other["sealed"], one["sealed"]
    path.write_text("\n".join([head, json.dumps(one), json.dumps(other), ""]))
    kept = Conversations(path, KEY)
    with pytest.raises(NoteError, match="changed"):
        Guard(flow, conversations=kept).session("a")
    kept.close()
    with pytest.raises(ConfigError, match="another key"):
        Conversations(path, b"x" * 32)
    path.write_text('{"vault": "incognote-vault-1"}\n')
    with pytest.raises(InputError):
        Conversations(path, KEY)
    assert path.read_text() == '{"vault": "incognote-vault-1"}\n'
    path.write_text("my notes\nno newline at the end")
    with pytest.raises(InputError):
        Conversations(path, KEY)
    assert path.read_text() == "my notes\nno newline at the end"


def test_one_process_holds_it(path: Path) -> None:
    kept = Conversations(path, KEY)
    with pytest.raises(ConfigError, match="another process"):
        Conversations(path, KEY)
    kept.close()
    Conversations(path, KEY).close()
