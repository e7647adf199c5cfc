"""What surrogates, shifts and codes of a run are drawn with, from the options of the command."""

from __future__ import annotations

import secrets
from pathlib import Path

from incognote.cli import screen
from incognote.core.case import fold
from incognote.core.config import read_lines
from incognote.core.errors import ConfigError
from incognote.replace.keys import others_can_read, read_key
from incognote.replace.policy import Policy
from incognote.replace.replacement import Context
from incognote.replace.vault import Lock, new_lock


def make_context(
    policy: Policy,
    *,
    key: Path | None,
    scope: str,
    lang: str,
    patient_from: str,
    vary: float,
    day_first: bool | None,
    never: Path | None,
    whole_weeks: bool = False,
    mixed_origins: bool = False,
    wrong_checks: bool = False,
    doubtful: str = "tag",
) -> Context:
    """Returns the context of a run; where a key is needed and none given, draws one and says so.

    Raises:
        ConfigError: If a value cannot be.
        InputError: If a file cannot be read.
    """
    secret = b"" if key is None else open_key(key)
    if policy.is_keyed and key is None:
        secret = secrets.token_bytes(32)
        screen.say(
            "No --key: replacements are drawn with a key that is not kept, so no other run gives "
            "the same (incognote key new FILE makes one)."
        )
    return Context(
        secret,
        scope,
        lang,
        vary=vary,
        patient_from=patient_from,
        day_first=day_first,
        avoid=frozenset() if never is None else _names(never),
        whole_weeks=whole_weeks,
        mixed_origins=mixed_origins,
        valid_numbers=not wrong_checks,
        doubtful=doubtful,
    )


def open_key(path: Path) -> bytes:
    """Returns the 32 bytes of a key file; says so where others can read it.

    No refusal: what mounts secrets for a container often sets a mode of its own.

    Raises:
        ConfigError: If it is not a key file.
        InputError: If it cannot be read.
    """
    key = read_key(path)
    if others_can_read(path):
        screen.say(f"{path}: others on this machine can use this key; chmod 600 {path}.")
    return key


def make_lock(key: Path | None) -> Lock:
    """Returns the lock of a run's vault.

    Raises:
        ConfigError: If there is no key file: nobody could open the vault.
        MissingExtraError: If the package `cryptography` is not installed.
    """
    if key is None:
        raise ConfigError("--vault needs --key: make a key with incognote key new FILE.")
    return new_lock(read_key(key))


def _names(path: Path) -> frozenset[str]:
    """Every word of a file of names."""
    words = (word for line in read_lines(path) for word in line.split())
    return frozenset(fold(word).strip(".,") for word in words)
