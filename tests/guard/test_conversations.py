"""Conversations that outlive the process, of which nothing stands on the disk in the clear."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from incognote import load
from incognote.core.errors import ConfigError, InputError, OutputError
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


def test_a_score_that_was_sent_before_the_date_comes_back_after_a_restart(
    flow: Deidentifier, path: Path
) -> None:
    said = "Seen on 3/14/2019."
    kept = Conversations(path, KEY)
    with Guard(flow).session("ward-7") as session:
        moved = re.search(r"\d+/\d+", session.protect(said))
        assert moved is not None
    asked = f"Pain {moved[0]} today."
    with Guard(flow, conversations=kept).session("ward-7") as session:
        assert session.protect(asked) == asked
    kept.close()
    kept = Conversations(path, KEY)
    with Guard(flow, conversations=kept).session("ward-7") as session:
        assert moved[0] in session.protect(said)
        assert session.restore(asked) == asked
    kept.close()


def test_a_turn_of_before_that_tells_no_unchanged_words_is_gone_on_with(
    flow: Deidentifier, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = Conversations.keep

    def keep_less(self: Conversations, id: str, number: int, turn: Any) -> None:
        keep(self, id, number, {k: v for k, v in turn.items() if k != "unchanged"})

    kept = Conversations(path, KEY)
    with monkeypatch.context() as older:
        older.setattr(Conversations, "keep", keep_less)
        with Guard(flow, conversations=kept).session("ward-7") as session:
            sent = session.protect(NOTE)
    with Guard(flow, conversations=kept).session("ward-7") as session:
        assert session.restore(sent) == NOTE
        assert session.protect(NOTE) == sent
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


def test_a_process_that_is_killed_at_any_byte_loses_nothing_that_was_sent(
    flow: Deidentifier, path: Path
) -> None:
    kept = Conversations(path, KEY)
    with Guard(flow, conversations=kept).session("a") as session:
        first = session.protect(NOTE)
        before = path.read_bytes()
        second = session.protect("And Dr. Lena Ostrowski?")
    kept.close()
    after = path.read_bytes()
    line = after[len(before) :]
    seals = [i for i in range(len(before)) if before[i] != after[i]]
    torn = range(seals[0], seals[-1])
    states = [before + line[:cut] for cut in (0, 1, len(line) // 2, len(line) - 1, len(line))]
    states += [
        after[:cut] + before[cut:] + line for cut in (torn[0], torn[len(torn) // 2], torn[-1])
    ]
    for state in (*states, after):
        path.write_bytes(state)
        kept = Conversations(path, KEY)
        with Guard(flow, conversations=kept).session("a") as session:
            assert session.restore(first) == NOTE
            whole = state.endswith(line)  # then it may have been sent
            assert ("Ostrowski" in session.restore(second)) == whole
            session.protect("And Dr. Nils Abernathy?")
        kept.close()
        Conversations(path, KEY).close()


def test_turns_that_were_cut_off_are_told(flow: Deidentifier, path: Path) -> None:
    kept = Conversations(path, KEY)
    states = [path.read_bytes()]
    with Guard(flow, conversations=kept).session("a") as session:
        for text in (NOTE, "And Dr. Lena Ostrowski?", "And Dr. Nils Abernathy?"):
            session.protect(text)
            states.append(path.read_bytes())
    kept.close()
    data = states.pop()
    head, seal, other, *lines = data.splitlines(keepends=True)
    cut = [data[: len(state)] for state in states]
    cut += [data[: len(states[-1]) + 1], data[:-1]]  # within the last turn
    padded = [data[: len(states[-1])] + lines[0], b"".join((head, seal, other, *lines[::-1]))]
    unsealed = [b"".join((head, *seals, *lines)) for seals in ((other, other), ())]
    unsealed += [b"".join((head, seal[:90] + b"AAAA" + seal[94:], other, *lines[:-1]))]
    unsealed += [b"".join((head, seal, other[:90] + b"AAAA" + other[94:], *lines[:-1]))]
    for state in (*cut, *padded, *unsealed):
        path.write_bytes(state)
        with pytest.raises(InputError):
            Conversations(path, KEY)
        assert path.read_bytes() == state
    path.write_bytes(data)
    Conversations(path, KEY).close()


def test_a_file_that_others_may_open_is_refused(flow: Deidentifier, path: Path) -> None:
    Conversations(path, KEY).close()
    for state in (path.read_bytes(), b""):
        path.write_bytes(state)
        for mode in (0o640, 0o604, 0o620):
            path.chmod(mode)
            with pytest.raises(ConfigError, match="others"):
                Conversations(path, KEY)
            assert path.read_bytes() == state
        path.chmod(0o600)
        Conversations(path, KEY).close()


def test_a_new_file_is_on_the_disk_with_its_name(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr("os.fsync", lambda file: synced.append(os.fstat(file).st_ino))
    Conversations(path, KEY).close()
    assert synced == [path.stat().st_ino, path.parent.stat().st_ino]


def test_nothing_is_sent_that_could_not_be_kept(
    flow: Deidentifier, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Conversations(path, KEY)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    before = path.read_bytes()
    session = Guard(flow, conversations=kept).session("a")
    with pytest.raises(OutputError, match="No space"):
        session.protect(NOTE)
    assert path.read_bytes() == before
    monkeypatch.undo()
    calls = iter((True, False))  # the turn is written, its seal is not
    monkeypatch.setattr("os.fsync", lambda _: None if next(calls, True) else full())
    with pytest.raises(OutputError, match="No space"):
        session.protect(NOTE)
    assert len(path.read_bytes()) == len(before)
    monkeypatch.undo()
    kept.close()
    kept = Conversations(path, KEY)
    session = Guard(flow, conversations=kept).session("a")
    sent = session.protect(NOTE)
    assert session.restore(sent) == NOTE
    kept.close()


def test_what_was_changed_is_refused(flow: Deidentifier, path: Path) -> None:
    kept = Conversations(path, KEY)
    guard = Guard(flow, conversations=kept)
    for id in ("a", "b"):
        guard.session(id).protect(NOTE)
    kept.close()
    *head, one, other = path.read_text().splitlines()
    first, second = json.loads(one), json.loads(other)
    first["sealed"], second["sealed"] = second["sealed"], first["sealed"]
    path.write_text("\n".join([*head, json.dumps(first), json.dumps(second), ""]))
    with pytest.raises(InputError, match="changed"):
        Conversations(path, KEY)
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
