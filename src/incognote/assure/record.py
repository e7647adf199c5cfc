"""Files that commands write for each other: a dataclass as JSON that says what it is."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from incognote.core.config import from_mapping, parse_json
from incognote.core.errors import ConfigError, InputError

T = TypeVar("T")


def to_json(record: Any) -> str:
    """Returns the content of the file of a dataclass with `kind` and `format_version`."""
    return json.dumps(asdict(record), ensure_ascii=False, indent=1) + "\n"


def read_json(path: Path, by: str) -> Any:
    """Returns the values that a JSON file holds; `by` is the command that writes it, for messages.

    Raises:
        InputError: If it cannot be read, or is no JSON.
    """
    try:
        return parse_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}).") from None
    except ValueError:
        raise InputError(f"{path}: is not JSON; give what {by} wrote.") from None


def read_record(cls: type[T], path: Path, *, kind: str, version: int, by: str) -> T:
    """Returns the record that a file holds.

    Args:
        cls: Its dataclass.
        path: The file.
        kind: What it must say that it is,
        version: and of which version.
        by: The command that writes it, for messages.

    Raises:
        InputError: If it cannot be read, or is no such record.
    """
    what = kind.removeprefix("incognote ")
    values = read_json(path, by)
    if not isinstance(values, dict) or values.get("kind") != kind:
        raise InputError(f"{path}: is no {what}; give what {by} wrote.")
    if values.get("format_version") != version:
        raise InputError(f"{path}: is of another version; run {by} again.")
    try:
        return from_mapping(cls, values, str(path))
    except ConfigError as error:
        raise InputError(f"{error} Run {by} again.") from None
