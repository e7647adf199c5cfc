"""Key files: 32 random bytes that replacements are drawn with and the vault is locked with."""

from __future__ import annotations

import secrets
from pathlib import Path

from incognote.core import private
from incognote.core.errors import ConfigError, InputError, OutputError

_HEAD = "incognote-key-1:"


def new_key(path: Path) -> None:
    """Writes a new key to a file that only its owner can read.

    Raises:
        OutputError: If the file exists or cannot be written.
    """
    try:
        with private.open_new(path) as file:
            file.write(f"{_HEAD}{secrets.token_hex(32)}\n".encode("ascii"))
    except FileExistsError:
        raise OutputError(f"{path}: exists already; a key is never written over.") from None
    except OSError as error:
        raise OutputError(f"{path}: cannot be written ({error.strerror}).") from None


def read_key(path: Path) -> bytes:
    """Returns the 32 bytes of a key file.

    Raises:
        InputError: If it cannot be read.
        ConfigError: If it is not a key file; the message holds nothing of it.
    """
    try:
        text = path.read_text(encoding="ascii").strip()
        key = bytes.fromhex(text.removeprefix(_HEAD)) if text.startswith(_HEAD) else b""
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}).") from None
    except ValueError:
        key = b""
    if len(key) != 32:
        raise ConfigError(f"{path}: is not a key file; make one with incognote key new FILE.")
    return key
