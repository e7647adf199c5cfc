"""Reads the value tables: `KEY = value; value ...`, one key a row, blanks at a line's start go on.

Tables are data of the package; they are read once, when first asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def table(name: str) -> Mapping[str, tuple[str, ...]]:
    """Returns the rows of a table, from key to values in file order.

    Args:
        name: Language and file without suffix, as in `"en/names"`.

    Raises:
        ValueError: If a row has no `=`, or a key stands twice; names file and line.
    """
    lang, _, file = name.rpartition("/")
    where = ("languages", lang, "tables") if lang else ("replace", "values")
    path = files("incognote").joinpath(*where)
    path = path.joinpath(f"{file}.txt")
    rows: dict[str, tuple[str, ...]] = {}
    key = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
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
