"""The errors that incognote raises on purpose; no message ever holds note text.

A message is one sentence for the person who reads it: what is wrong, where (file, field, document
id and offsets), and the way out. Anything that is not one of these is a bug.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, requires


class IncognoteError(Exception):
    """Any error that a user can mend; the command line prints its message and exits with 2."""


class ConfigError(IncognoteError):
    """A setting, name or policy that does not exist or does not fit."""


class DeviceError(ConfigError):
    """A device that models cannot run on here."""


class InputError(IncognoteError):
    """A file or folder that cannot be read, or whose content is not what its format says."""


class OutputError(IncognoteError):
    """A place that cannot be written to, or that would be overwritten."""


class ModelError(IncognoteError):
    """A model folder that is incomplete, damaged or of another format version."""


class MissingExtraError(IncognoteError):
    """An optional dependency that is not installed; the message is a command that installs it."""

    def __init__(self, feature: str, extra: str) -> None:
        """`feature` is what was asked for, `extra` one of pyproject.toml."""
        try:
            command = " ".join(f"'{package}'" for package in packages_of(extra))
        except PackageNotFoundError:  # run from a checkout that was not installed
            command = f"'.[{extra}]'"
        super().__init__(f"{feature} needs more packages: pip install {command}")

    def __reduce__(self) -> tuple[type[IncognoteError], tuple[str]]:
        """Makes what it says survive the way back from a worker process."""
        return IncognoteError, (str(self),)


class NoteError(IncognoteError):
    """One note that cannot be processed whole; the other notes are not affected.

    Attributes:
        id: The id of the note (its path below the source), never its text.
        reason: One clause that says what is wrong.
        file: The file that it is in, of records with fields (`Record.file`); '' elsewhere.
    """

    def __init__(self, id: str, reason: str, file: str = "") -> None:
        """`id` names the note, `reason` says what is wrong with it and what to do."""
        super().__init__(f"{id}: {reason}")
        self.id = id
        self.reason = reason
        self.file = file

    def __reduce__(self) -> tuple[type[NoteError], tuple[str, str, str]]:
        """Makes the error survive the way back from a worker process."""
        return type(self), (self.id, self.reason, self.file)


def packages_of(extra: str) -> list[str]:
    """Returns the requirements of an extra, as pyproject.toml writes them.

    These can be installed anywhere; 'incognote[extra]' pip would look for on an index that has no
    incognote of ours.

    Raises:
        PackageNotFoundError: If incognote itself is not installed.
    """
    needed = (row.partition(";") for row in requires("incognote") or ())
    wanted = re.compile(rf"\bextra\s*==\s*['\"]{extra}['\"]")
    return [package.strip() for package, _, marker in needed if wanted.search(marker)]


def counted(n: int, noun: str) -> str:
    """Returns a number with its noun, for a message: '1 note', '2,000 notes'."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


_OPTION = re.compile(r"(?<![\w'-])--([a-z]+(?:-[a-z]+)*)")


def as_arguments(said: str) -> str:
    """Returns a message with options of the command line called as Python's arguments are.

    Example:
        >>> as_arguments("split it, or raise --max-note-mb")
        'split it, or raise max_note_mb'
    """
    return _OPTION.sub(lambda option: option[1].replace("-", "_"), said)


def unknown(kind: str, name: str, known: Iterable[str], given: str = "") -> ConfigError:
    """Returns the error for a name that does not exist, with the nearest one and all that do.

    Args:
        kind: Of what.
        name: As it was given.
        known: Those that exist.
        given: As what it was given, where that does not go without saying.
    """
    names = sorted(known)
    near = difflib.get_close_matches(name.lower(), [n.lower() for n in names], n=1, cutoff=0.6)
    hint = f" Did you mean '{next(n for n in names if n.lower() == near[0])}'?" if near else ""
    said = f"'{name}', given as '{given}'" if given else f"'{name}'"
    return ConfigError(f"There is no {kind} {said}.{hint} Available: {', '.join(names)}.")
