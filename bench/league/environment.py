"""An environment for each system: what pip installs, how large it is, how long it took."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from league.systems import System

ROOT = Path(__file__).parents[2]
PATIENCE = 1800
"""Seconds for one call of pip."""


class Refused(Exception):
    """A system cannot be run here; the message says why and holds no note text."""


@dataclass(frozen=True)
class Environment:
    """Where a system runs."""

    python: str
    version: str
    """Of Python."""
    packages: dict[str, str]
    """By name their versions, all that pip installed."""
    megabytes: float
    """Of all files that pip installed: the packages and what they need, without Python itself."""
    seconds: float
    """From nothing to installed, with pip's cache as it was."""
    steps: tuple[str, ...]
    """What was typed."""


def default_cache() -> Path:
    """Returns where environments are kept unless `--cache` says otherwise."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "incognote-league"


def make(system: System, cache: Path) -> Environment:
    """Returns the environment of a system, made now if it is not in the cache.

    Raises:
        Refused: If its Python is not here or pip cannot install it.
    """
    if not system.pip:
        return Environment(sys.executable, _version(sys.executable), {}, 0.0, 0.0, ())
    python = find_python(system.python)
    pip = [_filled(line) for line in system.pip]
    key = hashlib.sha256(
        json.dumps([system.python, system.pip, system.bare, _source_of(system)]).encode()
    ).hexdigest()[:12]
    folder = cache / key  # rows that install the same share it
    told = folder / "made.json"
    if told.exists():
        kept = json.loads(told.read_text(encoding="utf-8"))
        return Environment(**{**kept, "steps": tuple(kept["steps"])})
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    _call([python, "-m", "venv", str(folder)], "the environment could not be made")
    inside = str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")
    before = _size(folder)
    with tempfile.TemporaryDirectory() as name:
        if _uses_ours(system):
            wheel = _wheel(Path(name))
            pip = [line.replace("{incognote}", str(wheel)) for line in pip]
        _call([inside, "-m", "pip", "install", "-q", *pip], "pip could not install it")
    if system.bare:
        _call(
            [inside, "-m", "pip", "install", "-q", "--no-deps", *system.bare],
            "pip could not install it",
        )
    steps = [f"pip install {' '.join(_shown(line) for line in system.pip)}"]
    if system.bare:
        steps.append(f"pip install --no-deps {' '.join(system.bare)}")
    made = Environment(
        inside,
        _version(inside),
        _packages(inside),
        round((_size(folder) - before) / 1e6, 1),
        round(time.monotonic() - began, 1),
        tuple(steps),
    )
    told.write_text(json.dumps(asdict(made)), encoding="utf-8")
    return made


def find_python(version: str) -> str:
    """Returns an interpreter of that version: on the path, or among those of pyenv.

    Raises:
        Refused: If there is none.
    """
    if not version or sys.version_info[:2] == tuple(int(n) for n in version.split(".")):
        return sys.executable
    homes = [Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"]
    for home in homes:
        for found in sorted(home.glob(f"{version}.*/bin/python{version}"), reverse=True):
            return str(found)
    on_path = shutil.which(f"python{version}")
    if on_path is None:
        raise Refused(f"needs Python {version}, which is not on this machine")
    return on_path


def _uses_ours(system: System) -> bool:
    return any("{incognote}" in line for line in system.pip)


def _filled(line: str) -> str:
    return line if "{incognote}" in line else line.format(root=ROOT)


def _shown(line: str) -> str:
    return line.replace("{incognote}", "incognote").replace("{root}", ".")


def _source_of(system: System) -> str:
    """A hash of our source where the row installs it, so that a change makes it anew."""
    if not _uses_ours(system):
        return ""
    total = hashlib.sha256()
    for path in sorted((ROOT / "src").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and "egg-info" not in str(path):
            total.update(str(path.relative_to(ROOT)).encode())
            total.update(path.read_bytes())
    return total.hexdigest()


def _wheel(folder: Path) -> Path:
    """A wheel of this checkout, built from a copy so that nothing is left behind in it."""
    copy = folder / "source"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, copy / name)
    shutil.copytree(
        ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
    )
    _call(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(copy)],
        "the wheel of this checkout could not be built",
    )
    return next(folder.glob("*.whl"))


def _call(words: list[str], what: str) -> None:
    env = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    try:
        subprocess.run(words, check=True, capture_output=True, text=True, timeout=PATIENCE, env=env)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired, OSError) as error:
        lines = str(getattr(error, "stderr", "") or error).strip().splitlines()
        last = [line for line in lines if line.startswith("ERROR")][-1:] or lines[-1:]
        said = last[0].removeprefix("ERROR: ")[:200] if last else type(error).__name__
        raise Refused(f"{what}: {said}") from None


def _version(python: str) -> str:
    done = subprocess.run(
        [python, "-c", "import platform; print(platform.python_version())"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def _packages(python: str) -> dict[str, str]:
    done = subprocess.run(
        [python, "-m", "pip", "list", "--format", "json"],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = json.loads(done.stdout)
    return {row["name"]: row["version"] for row in rows if row["name"] not in ("pip", "setuptools")}


def _size(folder: Path) -> int:
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(path.stat().st_size for path in files if "__pycache__" not in path.parts)
