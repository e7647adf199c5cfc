"""Every element of every resource type that R4 and R5 have: nothing in it passes unread."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from incognote.core.config import read_toml
from incognote.core.document import Document, Span
from incognote.core.labels import TYPES
from incognote.core.pipeline import Pipeline
from incognote.io import fhir
from incognote.replace.policy import get_policy
from incognote.replace.replacement import Context
from incognote.run.batch import OutputFolder, Sources, Task, run

FOLDER = Path(fhir.__file__).parent
ELEMENTS = {
    name: dict(each.partition(":")[::2] for each in listed.split())
    for name, listed in read_toml(FOLDER / "fhir_elements.toml").items()
}
ROLES = read_toml(FOLDER / "fhir_roles.toml")
RESOURCES = sorted(name for name in ELEMENTS if "meta" in ELEMENTS[name])
PLANTED = "told by James Okafor himself"
NUMBERS = {"decimal", "integer", "integer64", "positiveInt", "unsignedInt"}


class Named:
    """Finds one name."""

    labels = frozenset({"DOCTOR"})

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        """Marks it wherever it stands."""
        return [
            [
                Span(m.start(), m.end(), "DOCTOR", 0.99, "t")
                for m in re.finditer("James Okafor", doc.text)
            ]
            for doc in docs
        ]


@cache
def named() -> Pipeline:
    """The pipeline with it."""
    return Pipeline([Named()])


def full(type: str, depth: int) -> Any:
    """An instance of a type with all its elements, and the name in every string."""
    type = re.sub(r"\(.*", "", type.split("/")[-1]).lstrip("@")
    if type in ROLES["types"]:
        if type in NUMBERS:
            return 7
        return True if type == "boolean" else PLANTED
    if type == "Resource":
        return {"resourceType": "Basic", "id": PLANTED, "language": PLANTED}
    if not depth:
        return {"id": PLANTED}
    made = {name: full(of, depth - 1) for name, of in ELEMENTS[type].items()}
    # As many are arrays in one version and not in the other: here all are, in turn.
    return {
        name: [each] if i % 2 and name not in ("contentType", "system", "reference") else each
        for i, (name, each) in enumerate(made.items())
    }


def test_the_roles_are_of_elements_that_exist() -> None:
    kinds = {label.name for label in TYPES} | {*ROLES["types"].values()}
    kinds |= {"name", "named", "contact", "amount", "numbers", "reference", "query", "drop", "size"}
    for path, role in ROLES["elements"].items():
        parent, _, name = path.rpartition(".")
        assert parent == "*" or name in ELEMENTS[parent], path
        assert role in kinds, path
    assert {type for row in ELEMENTS.values() for of in row.values() for type in of.split("/")} <= {
        *ROLES["types"],
        *(f"@{name}" for name in ELEMENTS),
        *ELEMENTS,
        *("Resource", "Reference"),
        *(of for row in ELEMENTS.values() for of in re.findall(r"Reference\([^)]*\)", str(row))),
    }


@pytest.mark.parametrize("start", range(0, len(RESOURCES), 40))
def test_no_element_lets_a_name_through(tmp_path: Path, start: int) -> None:
    made = [
        {"resourceType": name, **full(name, 4 if name == "Patient" else 3)}
        for name in RESOURCES[start : start + 40]
        if name not in ("Bundle", "Parameters")
    ]
    (tmp_path / "x.ndjson").write_text("".join(json.dumps(each) + "\n" for each in made))
    task = Task(named, get_policy("all"), Context(key=b"k" * 32))
    summary = run(Sources([tmp_path / "x.ndjson"]), task, OutputFolder(tmp_path / "out"))
    assert (summary.notes_failed, summary.records) == (0, len(made))
    lines = (tmp_path / "out" / "x.ndjson").read_text().splitlines()
    for line, resource in zip(lines, made, strict=True):
        assert json.loads(line)["resourceType"] == resource["resourceType"]
        assert "Okafor" not in line, re.findall(r'"\w+": ?\[?"[^"]*Okafor[^"]*"', line)
