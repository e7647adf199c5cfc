"""The elements of FHIR, and what is done with each (fhir_elements.toml, fhir_roles.toml)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from incognote.core.config import read_toml


@dataclass(frozen=True)
class Tables:
    """Both tables, as they are asked."""

    elements: Mapping[str, Mapping[str, tuple[str, ...]]]
    """From a type and an element's name to the types that it may have."""
    types: Mapping[str, str]
    roles: Mapping[str, str]
    named: Mapping[str, str]
    public: tuple[str, ...]
    extensions: Mapping[str, str]

    def role(self, parent: str, name: str, type: str) -> str:
        """What is done with a value of an element."""
        found = self.roles.get(f"{parent}.{name}") or self.roles.get(f"*.{name}")
        return found if found and type in self.types else self.types.get(type, "")


@cache
def tables() -> Tables:
    """Returns the tables, read once."""
    elements = read_toml(Path(__file__).with_name("fhir_elements.toml"))
    roles = read_toml(Path(__file__).with_name("fhir_roles.toml"))
    return Tables(
        {
            parent: {
                name: tuple(_TYPE.findall(of))
                for name, _, of in (each.partition(":") for each in listed.split())
            }
            for parent, listed in elements.items()
        },
        roles["types"],
        roles["elements"],
        roles["named"],
        tuple(roles["public"]["beginnings"]),
        roles["extensions"],
    )


_TYPE = re.compile(r"[@\w.]+(?:\([^)]*\))?")


def is_known(name: str) -> bool:
    """Whether the path of an element is one that the tables say what to do with."""
    table = tables()
    first, *rest = name.split(".")
    rows = [first] if first in table.elements else []
    for each in rest:
        if each == "id":
            return bool(rows)
        types = [type for row in rows for type in table.elements.get(row, {}).get(each, ())]
        if each.startswith("extension:") or not types:
            return each.startswith("extension:") and bool(rows)
        rows = [type.lstrip("@").partition("(")[0] for type in types]
    return bool(rows)
