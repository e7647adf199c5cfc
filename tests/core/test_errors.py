"""What users are told to do works."""

from __future__ import annotations

import ast
import importlib.metadata
import shlex
from pathlib import Path

import pytest

from incognote.core.config import read_toml
from incognote.core.errors import MissingExtraError

ROOT = Path(__file__).parents[2]
EXTRAS = read_toml(ROOT / "pyproject.toml")["project"]["optional-dependencies"]
OF_TESTS = {"dev", "engines", "docs"}
"""Which no feature needs."""


def named_extras() -> set[str]:
    """The extras that the package names anywhere when something is not installed."""
    found = set()
    for path in (ROOT / "src/incognote").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "MissingExtraError":
                found.add(ast.literal_eval(node.args[1]))
    return found


def test_every_extra_that_is_named_is_one_and_all_but_dev_are_named() -> None:
    assert named_extras() == set(EXTRAS) - OF_TESTS


@pytest.mark.parametrize("extra", sorted(set(EXTRAS) - OF_TESTS))
def test_an_extra_is_told_as_a_command_that_installs_its_packages_anywhere(extra: str) -> None:
    said = str(MissingExtraError("It", extra))
    start = "It needs more packages: pip install "
    assert said.startswith(start)
    assert sorted(shlex.split(said.removeprefix(start))) == sorted(EXTRAS[extra])


def test_a_checkout_that_is_not_installed_names_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr("incognote.core.errors.requires", missing)
    assert str(MissingExtraError("It", "report")).endswith("pip install '.[report]'")
