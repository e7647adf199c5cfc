"""Reads the value tables: `KEY = value; value ...`, one key a row, blanks at a line's start go on.

Tables are data of a package; they are read once, when first asked for. Those of a language are
asked of its pack (`Language.table`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def read_table(package: str, path: str) -> Mapping[str, tuple[str, ...]]:
    """Returns the rows of a table, from key to values in file order.

    Args:
        package: The package that holds the file: `"incognote.languages.en"`.
        path: Its path there, without the suffix `.txt`: `"tables/surrogates"`.

    Raises:
        FileNotFoundError: If there is no such file.
        ValueError: If a row has no `=`, or a key stands twice; names file and line.
    """
    text = files(package).joinpath(f"{path}.txt").read_text(encoding="utf-8")
    rows: dict[str, tuple[str, ...]] = {}
    key = ""
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        body = line
        if not line[0].isspace():
            key, equals, body = (part.strip() for part in line.partition("="))
            if not equals or key in rows:
                raise ValueError(f"{path}.txt:{number}: expected a new KEY = value; value")
            rows[key] = ()
        rows[key] += tuple(value.strip() for value in body.split(";") if value.strip())
    return rows
