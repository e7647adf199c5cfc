"""Reads the value tables: `KEY = value; value ...`, one key a row, blanks at a line's start go on.

Tables are data of the package; they are read once, when first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from incognote.core.language import get_language


@cache
def table(name: str) -> Mapping[str, tuple[str, ...]]:
    """Returns the rows of a table, from key to values in file order.

    Args:
        name: Language and file without suffix, as in `"en/names"`.

    Raises:
        ConfigError: If the language has no such table.
        ValueError: If a row has no `=`, or a key stands twice; names file and line.
    """
    lang, _, file = name.rpartition("/")
    if lang:
        data = get_language(lang).read(f"tables/{file}.txt")
    else:
        data = files("incognote").joinpath("replace", "values", f"{file}.txt").read_bytes()
    rows: dict[str, tuple[str, ...]] = {}
    key = ""
    for number, line in enumerate(data.decode().split("\n"), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        body = line
        if not line[0].isspace():
            key, equals, body = (part.strip() for part in line.partition("="))
            if not equals or key in rows:
                raise ValueError(f"{name}.txt:{number}: expected a new KEY = value; value")
            rows[key] = ()
        rows[key] += tuple(value.strip() for value in body.split(";") if value.strip())
    return rows
