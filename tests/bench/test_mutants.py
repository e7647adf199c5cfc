"""bench/mutants.py changes modules that are there, and runs tests that are there."""

import importlib
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_its_modules_and_tests_exist(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    for module, tests in importlib.import_module("mutants").MODULES.items():
        assert (ROOT / f"src/incognote/{module}.py").is_file(), module
        for test in tests:
            assert ((ROOT / "tests" / module).parent / test).is_file(), test
