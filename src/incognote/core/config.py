"""Frozen dataclasses are the settings; TOML is their file form. Lists are files of lines.

`read_config` fills a dataclass from a TOML file or a mapping, strictly: an unknown key, a missing
one or a value of the wrong type is an error that names the field.
"""

from __future__ import annotations

import csv
import json
import math
import sys
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from incognote.core.errors import ConfigError, InputError, unknown
from incognote.core.plain import is_wide

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]

T = TypeVar("T")

TOO_MANY_DIGITS = "holds a whole number of too many digits to be read; shorten it"
"""What is said where Python refuses a number for its length."""


def read_lines(path: Path, *, way_out: str = "") -> list[str]:
    """Returns the lines of a small file in UTF-8, without their ends.

    Only LF and CRLF end a line, not U+2028 and its like, which may stand in JSON; a byte order
    mark, as editors leave it, is no part of the first.

    Args:
        path: The file.
        way_out: What to do where it cannot be read, for the message.

    Raises:
        InputError: If it cannot be read, or is not UTF-8.
    """
    hint = f"; {way_out}" if way_out else ""
    lines = read_utf8(path, hint=hint).split("\n")
    if not lines[-1]:
        del lines[-1]
    return [line.removesuffix("\r") for line in lines]


def read_utf8(path: Path, *, hint: str = "") -> str:
    """Returns the text of a file, newlines as they are, without a byte order mark.

    Args:
        path: The file.
        hint: Behind what is said where it cannot be read.

    Raises:
        InputError: If it cannot be read or is not UTF-8.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}){hint}.") from None
    if is_wide(data):
        raise InputError(f"{path}: is UTF-16 or UTF-32, not UTF-8; convert it.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 at byte {error.start}; convert it.") from None


def csv_fault(error: csv.Error) -> str:
    """Returns what is wrong with a row of a CSV file and the way out; nothing of the row."""
    if "field limit" in str(error):
        return (
            f"has a cell of more than {csv.field_size_limit():,} characters; shorten it, or close "
            "the quote that it begins with"
        )
    return "is not valid CSV; mend its quotes"


def read_toml(path: Path) -> dict[str, Any]:
    """Returns the content of a TOML file.

    Raises:
        ConfigError: If it cannot be read or is not TOML.
    """
    try:
        values: dict[str, Any] = tomllib.loads(read_utf8(path).replace("\r\n", "\n"))
    except InputError as error:
        raise ConfigError(str(error)) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: is not valid TOML: {error}.") from None
    except ValueError:  # Python's own limit
        raise ConfigError(f"{path}: {TOO_MANY_DIGITS}.") from None
    except RecursionError:
        raise ConfigError(f"{path}: is nested too deep; take some of the brackets away.") from None
    return values


def parse_json(text: str | bytes) -> Any:
    """Returns what a JSON text holds.

    Raises:
        ValueError: If it is not JSON, or is nested deeper than Python reads.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deep") from None


def parse_exact_json(text: str | bytes) -> Any:
    """Returns what a JSON text of somebody else's holds, if every reader of JSON reads it alike.

    Raises:
        ValueError: As `parse_json`, or if a name stands twice in an object, or a number is none
            of JSON's (NaN) or infinite.
    """
    try:
        return json.loads(
            text, object_pairs_hook=no_key_twice, parse_constant=_no_number, parse_float=_finite
        )
    except RecursionError:
        raise ValueError("nested too deep") from None


class KeyTwiceError(ValueError):
    """An object names a key twice."""


def no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Returns an object (`object_pairs_hook`), or raises."""
    values = dict(pairs)
    if len(values) != len(pairs):
        raise KeyTwiceError
    return values


def _no_number(_: str) -> None:
    raise ValueError("no number of JSON's")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError("a number too large")
    return number


def from_mapping(cls: type[T], values: Mapping[str, Any], where: str) -> T:
    """Returns an instance of the dataclass `cls` filled from `values`, checked field by field.

    Args:
        cls: A dataclass whose fields are str, int, float, bool, tuples of these, mappings of
            names to these, other dataclasses, or any of these or None.
        values: From field names to values; tables for nested dataclasses.
        where: How messages name the place (a path, a section).

    Raises:
        ConfigError: On an unknown key, a missing one, or a value of the wrong type.
    """
    assert is_dataclass(cls)
    hints = get_type_hints(cls)
    known = {f.name: f for f in fields(cls)}
    for key in values:
        if key not in known:
            raise ConfigError(f"{where}: {unknown('setting', key, known)}")
    given: dict[str, Any] = {}
    for name, f in known.items():
        if name in values:
            given[name] = _convert(hints[name], values[name], f"{where}: {name}")
        elif f.default is MISSING and f.default_factory is MISSING:
            raise ConfigError(f"{where}: '{name}' is missing.")
    return cls(**given)


def _convert(hint: Any, value: Any, where: str) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if type(None) in args:
        if value is None:
            return None
        (hint,) = (a for a in args if a is not type(None))
        return _convert(hint, value, where)
    if is_dataclass(hint) and isinstance(hint, type):
        if not isinstance(value, Mapping):
            raise ConfigError(f"{where} must be a table.")
        return from_mapping(hint, value, where)
    if origin is tuple:
        if not isinstance(value, list | tuple):
            raise ConfigError(f"{where} must be a list.")
        return tuple(_convert(args[0], v, f"{where}[{i}]") for i, v in enumerate(value))
    if origin is not None:
        if not isinstance(value, Mapping):
            raise ConfigError(f"{where} must be a table.")
        return {str(k): _convert(args[1], v, f"{where}.{k}") for k, v in value.items()}
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if hint is Any or (isinstance(value, hint) and not (hint is int and isinstance(value, bool))):
        return value
    raise ConfigError(f"{where} must be {hint.__name__}, not {type(value).__name__}.")


def read_config(cls: type[T], path: Path) -> T:
    """Returns an instance of the dataclass `cls` filled from a TOML file.

    Raises:
        ConfigError: As `read_toml` and `from_mapping`.
    """
    return from_mapping(cls, read_toml(path), str(path))
