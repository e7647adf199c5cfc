"""Makes src/incognote/io/fhir_elements.toml: the elements of FHIR R4 and R5 and their types.

The types come from the models of fhirpathpy (R4, R5), which derive from the specification's
StructureDefinitions; what a reference may point to from fhir.resources (R4B, R5). Both are
development requirements only: `pip install -e '.[dev]'`, then `python tools/make_fhir.py`.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
import typing
from pathlib import Path

import fhirpathpy

OUT = Path(__file__).parents[1] / "src" / "incognote" / "io" / "fhir_elements.toml"
MODELS = Path(fhirpathpy.__file__).parent / "models"
EVERYWHERE = ("extension", "modifierExtension", "id")
"""Elements that everything may have; `io/fhir.py` knows them."""
NAMED = {
    *("Patient", "RelatedPerson", "Person", "Practitioner", "PractitionerRole"),
    *("Organization", "Location", "HealthcareService"),
}
"""Types whose resources have names, so that what a reference shows is one."""
HEAD = """\
# Elements of FHIR R4 (4.0.1) and R5 (5.0.0) by the type that holds them, made by
# tools/make_fhir.py: `name:type`; `name:Reference(types with names that it may point to)`; a
# type @X.y has the elements of X.y; `name:string/Identifier` where the versions differ.
# What is done with them says fhir_roles.toml.
"""


def main() -> None:
    """Writes the table."""
    table: dict[str, dict[str, list[str]]] = {}

    def add(parent: str, name: str, of: str) -> None:
        types = table.setdefault(parent, {}).setdefault(name, [])
        if of not in types:
            types.append(of)

    for version in ("r4", "r5"):
        for path, found in _load(version, "path2Type").items():
            parent, _, name = path.rpartition(".")
            if parent and name not in EVERYWHERE:
                add(parent, name, _type(found))
        for path, other in _load(version, "pathsDefinedElsewhere").items():
            parent, _, name = path.rpartition(".")
            add(parent, name, f"@{other}")
    for parent in list(table):  # backbone elements, which have no type of their own
        above, _, name = parent.rpartition(".")
        if name in EVERYWHERE:
            del table[parent]
        elif above:
            add(above, name, f"@{parent}")
    for (parent, name), targets in _targets().items():
        types = table.get(parent, {}).get(name, [])
        if "Reference" in types:
            types[types.index("Reference")] = f"Reference({'|'.join(sorted(targets))})"
    lines = []
    for parent, names in sorted(table.items()):
        elements = " ".join(f"{name}:{'/'.join(of)}" for name, of in sorted(names.items()))
        lines.append(f'"{parent}" = "{elements}"')
    OUT.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


def _load(version: str, name: str) -> dict[str, typing.Any]:
    found: dict[str, typing.Any] = json.loads((MODELS / version / f"{name}.json").read_text())
    return found


def _type(found: object) -> str:
    name = found if isinstance(found, str) else found["code"]  # type: ignore[index]
    return "id" if name == "System.String" else str(name)


def _targets() -> dict[tuple[str, str], set[str]]:
    """From type and element to what its reference may point to."""
    found: dict[tuple[str, str], set[str]] = {}
    for package in ("fhir.resources", "fhir.resources.R4B"):
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__):
            if module.ispkg or module.name.startswith(("fhir", "_", "abstract")):
                continue
            for each in vars(importlib.import_module(f"{package}.{module.name}")).values():
                for field in getattr(each, "model_fields", {}).values():
                    extra = field.json_schema_extra or {}
                    names = NAMED & {*extra.get("enum_reference_types", ())}
                    if names:
                        path = _path(each.__name__, module.name)
                        found.setdefault((path, field.alias), set()).update(names)
    return found


def _path(name: str, module: str) -> str:
    """PatientContact -> Patient.contact, as far as that can be told from the name."""
    parents = _PARENTS.setdefault("", _known())
    return parents.get(name.lower(), name)


def _known() -> dict[str, str]:
    paths: dict[str, str] = {}
    for version in ("r4", "r5"):
        for path in _load(version, "path2Type"):
            parent = path.rpartition(".")[0]
            paths[parent.replace(".", "").lower()] = parent
    return paths


_PARENTS: dict[str, dict[str, str]] = {}

if __name__ == "__main__":
    main()
