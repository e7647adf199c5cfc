"""The house stays as it was drawn (docs/architecture.md)."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/incognote"
MODULES = sorted(SOURCE.rglob("*.py"))
EDGES = {"batch", "cli", "reproduce", "review", "serve"}
ROOT_PACKAGES = {"values"}  # as free to import as a root file: tables are too many for one
ROOMS = {
    p.name for p in SOURCE.iterdir() if p.is_dir() and (p / "__init__.py").exists()
} - ROOT_PACKAGES


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tracked() -> list[Path]:
    """Files under version control; where this is no checkout (an unpacked sdist) all that lie
    in it, apart from what building leaves behind."""
    if not (ROOT / ".git").exists():
        built = ("build", "dist", "__pycache__", "incognote.egg-info")
        return [p for p in ROOT.rglob("*") if not {*built} & {*p.relative_to(ROOT).parts}]
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / name for name in done.stdout.split("\0") if name]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_files_stay_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) < 600


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_names_say_what_is_inside(path: Path) -> None:
    vague = {"utils", "util", "common", "base", "manager", "helpers", "helper", "misc", "core"}
    assert not vague & {part.lower() for part in (*path.parts[:-1], path.stem)}


def imported_rooms(path: Path) -> set[str]:
    """Rooms that a module imports from, at any depth of nesting."""
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}:{node.lineno}: import by full name"
            module = node.module or ""
            names = [module, *(f"{module}.{alias.name}" for alias in node.names)]
        for name in names:
            parts = name.split(".")
            if parts[0] == "incognote" and len(parts) > 1 and parts[1] in ROOMS:
                rooms.add(parts[1])
    return rooms


def room_of(path: Path) -> str:
    """The room of a module; "" for a root file. `python -m incognote` is the command line's."""
    parts = path.relative_to(SOURCE).parts
    if parts == ("__main__.py",):
        return "cli"
    return parts[0] if len(parts) > 1 else ""


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_rooms_import_root_files_and_not_each_other(path: Path) -> None:
    here = room_of(path)
    others = imported_rooms(path) - {here}
    if here in EDGES:
        assert others - EDGES <= ROOMS | ROOT_PACKAGES
    else:
        assert not others, f"{name_of(path)} imports {sorted(others)}; go through the registry"


def test_nobody_outside_the_edges_imports_an_edge() -> None:
    for path in MODULES:
        if room_of(path) not in EDGES:
            assert not imported_rooms(path) & EDGES, name_of(path)


def test_json_is_read_where_nesting_is_bounded() -> None:
    own = {"config.py", "plain.py", "corpora/jsonl.py"}  # they tell a RecursionError themselves
    for path in MODULES:
        if path.relative_to(SOURCE).as_posix() not in own:
            text = path.read_text(encoding="utf-8").replace("json.loads(json.dumps(", "")
            assert "json.load" not in text, f"{name_of(path)}: take config.parse_json"


# Spelled in pieces, so that this file does not hold them.
MACHINE = re.compile(
    "|".join((r"/wo" + r"rk/", r"/ro" + r"ot\b", r"/home" + r"/\w", r"/Us" + r"ers/\w"))
)


def test_no_tracked_file_names_a_path_of_one_machine() -> None:
    text = {".py", ".md", ".toml", ".txt", ".yaml", ".yml", ".cfg", ".json", ".tsv", ""}
    for path in tracked():
        if path.suffix not in text or not path.is_file():
            continue
        found = MACHINE.search(path.read_text(encoding="utf-8", errors="ignore"))
        assert not found, f"{name_of(path)} holds {found and found[0]}"


def test_every_test_file_stands_where_its_module_does() -> None:
    free = {"test_house.py", "test_imports.py", "test_readme.py", "test_silence.py"}
    tests = ROOT / "tests"
    rooms = {p.name for p in tests.iterdir() if p.is_dir()} - {
        "data",
        "cases",
        "contracts",
        "hostile",
    }
    assert rooms - {"__pycache__", "bench"} <= ROOMS | ROOT_PACKAGES
    for path in tests.glob("test_*.py"):
        stem = path.stem.removeprefix("test_")
        exists = (SOURCE / f"{stem}.py").exists() or (SOURCE / stem).is_dir()
        assert path.name in free or exists, f"{path.name} tests no root file"
