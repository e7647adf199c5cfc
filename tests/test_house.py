"""The house stays as it was drawn (docs/architecture.md)."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src/incognote"
MODULES = sorted(SOURCE.rglob("*.py"))


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def tracked() -> list[Path]:
    """Files under version control; where this is no checkout (an unpacked sdist) all that lie
    in it, apart from what building leaves behind."""
    if not (ROOT / ".git").exists():
        built = (
            "build",
            "dist",
            "__pycache__",
            "incognote.egg-info",
            ".hypothesis",
            ".pytest_cache",
        )
        return [p for p in ROOT.rglob("*") if not {*built} & {*p.relative_to(ROOT).parts}]
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [ROOT / name for name in done.stdout.split("\0") if name]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_long_files_are_told(path: Path) -> None:
    """A file is one thing, whatever its length; of a long one that is asked anew, no more."""
    lines = len(path.read_text(encoding="utf-8").splitlines())
    if lines > 600:
        pytest.xfail(f"{name_of(path)} has {lines} lines: is it still one thing?")


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_names_say_what_is_inside(path: Path) -> None:
    vague = {"utils", "util", "common", "base", "manager", "helpers", "helper", "misc"}
    assert not vague & {part.lower() for part in (*path.relative_to(ROOT).parts[:-1], path.stem)}


def test_imports_point_up_the_layers() -> None:
    """The layers stand in pyproject.toml, for import-linter."""
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_json_is_read_where_nesting_is_bounded() -> None:
    own = {
        "core/config.py",
        "core/plain.py",
        "io/json_edit.py",
        "io/jsonl.py",
    }  # they tell a RecursionError themselves
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


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", ROOT / "NOTICE"]
PAGES += sorted((ROOT / "docs").rglob("*.md"))
QUOTED = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`")
PLAIN = re.compile(
    r"(?<![\w/.<-])((?:[\w-]+/)*[\w-]+\.py|(?:docs|bench|tools|tests)(?:/[\w-]+)+\.\w+)\b"
)


@pytest.fixture(scope="module")
def places() -> set[str]:
    """Every file and folder, by its whole path and by the ends of it: `model/crf.py`, `crf.py`."""
    held = set()
    for path in tracked():
        parts = path.relative_to(ROOT).parts
        for end in range(1, len(parts) + 1):
            held |= {"/".join(parts[start:end]) for start in range(end)}
    return held


@pytest.mark.needs("corpora")
@pytest.mark.parametrize("page", [*PAGES, *MODULES], ids=name_of)
def test_files_that_are_named_exist(page: Path, places: set[str]) -> None:
    """In pages, docstrings, comments and messages. Other paths in backticks are those of ours that
    end like a file or folder of ours, or begin with one of our folders. Capitals stand for any."""
    text = page.read_text(encoding="utf-8")
    folders = {path.name for top in (ROOT, SOURCE) for path in top.iterdir() if path.is_dir()}
    quoted = {
        name
        for name in QUOTED.findall(text)
        if name.endswith(("/", ".py", ".toml", ".npz", ".md", ".tsv", ".txt"))
        or name.split("/")[0] in folders
    }
    named = {name.rstrip("/") for name in quoted | {*PLAIN.findall(text)}}
    assert {name for name in named - places if not Path(name).stem.isupper()} == set()


MAY_NAME_A_LANGUAGE = {
    # The rows of the packs.
    "core/registry.py": 2,
    # `load()` and `--lang` mean English where nothing is said, as the README shows.
    "core/language.py": 1,
    "cli/adapt_curves.py": 1,
    # Cases of escapes, which are those of a format, in notes of a language.
    "core/escapes.py": 6,
    # One table of codes for all packs: a title before one makes it somebody's.
    "languages/registers.py": 1,
    # One table of organisms for all packs: a title before one makes it somebody's.
    "languages/organisms.py": 1,
    # Readers of corpora that are in English.
    "io/column_names.py": 2,  # names of columns in English and Spanish
    "io/mimic_iii.py": 3,
    "io/placeholders.py": 1,
    # Titles among the prefixes and suffixes of names in C-CDA, which is American.
    "io/cda.py": 1,
    # The clinical tokenizer of Ahmed 2020, and the corpora of the papers by name.
    "model/encoding.py": 1,
    "lab/reproduce/corpora.py": 5,
    "lab/reproduce/experiment.py": 1,
    "lab/reproduce/run.py": 1,
    # The ending of a plural.
    "guard/answers.py": 1,
    # PyHealth's task, which is in English.
    "plugs/pyhealth.py": 2,
}
"""In how many places a module outside the packs names a language, and why it may."""


def test_no_engine_names_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """bench/count_house.py says what counts; `python bench/count_house.py --places` lists it."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    found = Counter(place.path for place in import_module("count_house").places(ROOT))
    assert not found - Counter(MAY_NAME_A_LANGUAGE)


def test_the_files_that_begin_first_are_there(pytestconfig: pytest.Config) -> None:
    named = pytestconfig.pluginmanager.get_plugin(str(ROOT / "tests/conftest.py")).LONGEST
    assert {*named} <= {path.name for path in (ROOT / "tests").rglob("test_*.py")}


def test_every_test_file_stands_where_its_module_does() -> None:
    free = {"test_house.py", "test_imports.py", "test_readme.py", "test_silence.py"}
    tests = ROOT / "tests"
    apart = {"data", "cases", "contracts", "hostile", "bench", "tools", "__pycache__"}
    for path in tests.rglob("test_*.py"):
        folder = path.parent.relative_to(tests)
        if folder.parts and folder.parts[0] not in apart:
            assert (SOURCE / folder).is_dir(), f"{name_of(path)} tests no room"
        elif not folder.parts:
            assert path.name in free, f"{name_of(path)} belongs into a room"
