"""The vault: what was replaced, encrypted, so that the holder of the key can put it back.

A vault is a file of JSON lines. The first names the format and holds 32 random bytes of the run;
every other one is a note: a keyed hash of its id, a random nonce and the originals with their
places, encrypted with AES-256-GCM. The key of the run is derived from the key file and those random
bytes. Each line is bound to the note's id and to its new text, so that a changed byte in vault or
text, another note or another key is refused. Without the key the file tells only how many notes
there are and how much was replaced in each.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from incognote.core.config import parse_json
from incognote.core.document import Document
from incognote.core.errors import ConfigError, InputError, MissingExtraError, NoteError
from incognote.replace.redact import Redacted

_FORMAT = "incognote-vault-1"
_NONCE = 12


class Change(NamedTuple):
    """One place of a written note where something else stood."""

    start: int
    """In the note as it reads where it was written; -1: it stands nowhere there, or it is not
    known which of several originals is its."""
    end: int
    original: str

    def __repr__(self) -> str:
        """Where, never what."""
        return f"Change({self.start}, {self.end})"


@dataclass(frozen=True, slots=True)
class Lock:
    """What a run locks its vault with; picklable, for worker processes.

    Raises:
        MissingExtraError: If the package `cryptography` is not installed.
    """

    key: bytes = field(repr=False)
    salt: bytes

    def __post_init__(self) -> None:
        """Fails now rather than at the first note."""
        _cipher(self.key)

    @property
    def head(self) -> dict[str, str]:
        """The first line of the vault."""
        return {"vault": _FORMAT, "salt": self.salt.hex(), "check": self._derived("check").hex()}

    def seal(self, doc: Document, redacted: Redacted, gone: Collection[int] = ()) -> dict[str, str]:
        """Returns the line of a note.

        Args:
            doc: The note as it was.
            redacted: The note as it reads where it is written.
            gone: Numbers of what was replaced that cannot be brought back there.
        """
        pieces = [
            (
                *((-1, -1) if i in gone else (r.new_start, r.new_end)),
                doc.text[r.span.start : r.span.end],
            )
            for i, r in enumerate(redacted.replaced)
        ]
        return self.seal_value(doc.id, pieces, redacted.text)

    def seal_value(self, id: str, value: Any, text: str = "") -> dict[str, str]:
        """Returns the line of a value of JSON under an id, which opens beside the same text."""
        nonce = secrets.token_bytes(_NONCE)
        plain = json.dumps(value, ensure_ascii=True).encode()
        sealed = _cipher(self._derived("seal")).encrypt(nonce, plain, self._bound(id, text))
        return {"note": self.name(id), "sealed": base64.b64encode(nonce + sealed).decode()}

    def open(self, sealed: str, id: str, text: str) -> str:
        """Returns the note as it was: `revert` of its `changes`, which see."""
        return revert(text, self.changes(sealed, id, text))

    def changes(self, sealed: str, id: str, text: str) -> list[Change]:
        """Returns what was replaced in a note, in order.

        Args:
            sealed: What the vault holds of it.
            id: The note's id.
            text: The note as it was written.

        Raises:
            NoteError: If line, text or id are not those that were sealed.
        """
        return [Change(*piece) for piece in self.open_value(sealed, id, text)]

    def open_value(self, sealed: str, id: str, text: str = "") -> Any:
        """Returns what `seal_value` sealed; arguments and errors as `changes`."""
        from cryptography.exceptions import InvalidTag

        try:
            data = base64.b64decode(sealed, validate=True)
            if base64.b64encode(data).decode() != sealed:
                raise ValueError  # the last character has bits that decoding does not read
            plain = _cipher(self._derived("seal")).decrypt(
                data[:_NONCE], data[_NONCE:], self._bound(id, text)
            )
        except (InvalidTag, ValueError):
            raise NoteError(
                id, "is not what was sealed: the note or its line in the vault was changed"
            ) from None
        return parse_json(plain)

    def name(self, id: str) -> str:
        """Returns under which name the vault holds a note: nothing to be read from."""
        return self._derived(f"name\0{id}").hex()[:32]

    def _derived(self, purpose: str) -> bytes:
        message = b"vault\0" + self.salt + purpose.encode(errors="surrogatepass")
        return hmac.digest(self.key, message, hashlib.sha256)

    @staticmethod
    def _bound(id: str, text: str) -> bytes:
        digest = hashlib.sha256(text.encode(errors="surrogatepass")).digest()
        return id.encode(errors="surrogatepass") + b"\0" + digest


def revert(text: str, changes: Iterable[Change]) -> str:
    """Returns a note as it was before some changes, which are in order and have a place."""
    out: list[str] = []
    position = 0
    for change in changes:
        out += (text[position : change.start], change.original)
        position = change.end
    return "".join((*out, text[position:]))


def new_lock(key: bytes, head: Mapping[str, str] | None = None) -> Lock:
    """Returns the lock of a run.

    Args:
        key: Of the key file.
        head: Where a run is gone on with, the first line of its vault.

    Raises:
        MissingExtraError: If the package `cryptography` is not installed.
    """
    return Lock(key, bytes.fromhex(head["salt"]) if head else secrets.token_bytes(32))


def open_vault(
    path: Path, key: bytes, *, kind: str = _FORMAT, length: int | None = None
) -> tuple[Lock, dict[str, str]]:
    """Returns the lock of a vault and what it holds, by the names that the lock gives to notes.

    Args:
        path: The file.
        key: Of the key file.
        kind: What its first line says that it is.
        length: Bytes of it that count; None: all.

    Raises:
        InputError: If the file cannot be read or is no vault.
        ConfigError: If the key is not the one that it was locked with.
        MissingExtraError: If the package `cryptography` is not installed.
    """
    try:
        head, *rows = [
            parse_json(line) for line in path.read_bytes()[:length].decode().splitlines()
        ]
        if head["vault"] != kind or any(head[k] != head[k].lower() for k in ("salt", "check")):
            raise ValueError
        lock = Lock(key, bytes.fromhex(head["salt"]))
        check = bytes.fromhex(head["check"])
        sealed: dict[str, str] = {row["note"]: row["sealed"] for row in rows}
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}).") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{path}: is not a vault, or was changed.") from None
    if not hmac.compare_digest(lock._derived("check"), check):
        raise ConfigError(f"{path}: was locked with another key, or its first line was changed.")
    return lock, sealed


def _cipher(key: bytes) -> Any:
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ImportError:
        raise MissingExtraError("The vault", "vault") from None
    return AESGCM(key)
