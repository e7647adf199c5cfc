import json
from pathlib import Path

import pytest

from incognote import Document, NoteError, Span, get_policy, redact
from incognote.core.errors import ConfigError, InputError
from incognote.replace.replacement import Context
from incognote.replace.vault import new_lock, open_vault

pytest.importorskip("cryptography")

KEY = b"k" * 32
DOC = Document(
    "ward/7",
    "Maria Delgado, seen 3/14/2019 💊 by Ruiz",
    (Span(0, 13, "PATIENT"), Span(20, 29, "DATE"), Span(35, 39, "DOCTOR")),
)
DONE = redact(DOC, get_policy("all").with_action("surrogate"), Context(KEY))


def written(path: Path) -> Path:
    lock = new_lock(KEY)
    rows = [lock.head, lock.seal(DOC, DONE)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def revealed(path: Path) -> str:
    lock, sealed = open_vault(path, KEY)
    return lock.open(sealed[lock.name("ward/7")], "ward/7", DONE.text)


def test_what_was_sealed_comes_back(tmp_path):
    assert revealed(written(tmp_path / "v")) == DOC.text


def test_nothing_of_the_note_is_readable(tmp_path):
    text = written(tmp_path / "v").read_text()
    assert not [w for w in ("Maria", "Delgado", "Ruiz", "ward", "PATIENT", "2019") if w in text]


def test_the_same_note_looks_different_in_every_run(tmp_path):
    one, two = (written(tmp_path / name).read_text().splitlines() for name in "ab")
    assert not set(one) & set(two)
    assert json.loads(one[1])["note"] != json.loads(two[1])["note"]


def test_another_key_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="locked with another key"):
        open_vault(written(tmp_path / "v"), b"x" * 32)


def test_every_changed_byte_is_refused(tmp_path):
    path = written(tmp_path / "v")
    good = path.read_text()
    for place in range(0, len(good) - 1, 3):
        other = "A" if good[place] != "A" else "B"
        path.write_text(good[:place] + other + good[place + 1 :])
        with pytest.raises((ConfigError, InputError, NoteError, KeyError)):
            revealed(path)


@pytest.mark.parametrize(("id", "text"), [("ward/8", DONE.text), ("ward/7", DONE.text + " ")])
def test_a_changed_text_or_another_note_is_refused(tmp_path, id, text):
    lock, sealed = open_vault(written(tmp_path / "v"), KEY)
    with pytest.raises(NoteError, match="was changed"):
        lock.open(sealed[lock.name("ward/7")], id, text)


@pytest.mark.parametrize("text", ["", "x", "{}", "[1]", '{"vault": "other"}'])
def test_what_is_no_vault_is_refused(tmp_path, text):
    (tmp_path / "v").write_text(text)
    with pytest.raises(InputError, match="is not a vault"):
        open_vault(tmp_path / "v", KEY)
    with pytest.raises(InputError, match="cannot be read"):
        open_vault(tmp_path / "none", KEY)
