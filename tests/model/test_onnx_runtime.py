"""ONNX Runtime is imported in one place, which keeps it from sending what it counts."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SWITCH = "ORT_DISABLE_TELEMETRY"
# Stands in for the real one, which would begin to count in the home of whoever runs the tests.
FIRST = "import sys, types; sys.modules['onnxruntime'] = types.SimpleNamespace(__version__='{}'); "
OURS = "import incognote.model.onnx_runtime as ours; print(ours.onnxruntime.__version__)"
LATE = f"import os; os.environ['{SWITCH}'] = '1'; "


def python(code: str, **env: str) -> subprocess.CompletedProcess[str]:
    plain = {key: value for key, value in os.environ.items() if key != SWITCH}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=plain | env,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("given", [None, "0", "1"])
def test_telemetry_is_off_when_the_runtime_is_imported(given: str | None) -> None:
    seen = (
        "import importlib.abc, os, sys\n"
        "class Sees(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        f"        if name == 'onnxruntime': print(os.environ.get('{SWITCH}'))\n"
        "sys.meta_path.insert(0, Sees())\n"
        "import incognote.model.onnx_runtime"
    )
    done = python(seen, **({} if given is None else {SWITCH: given}))
    assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr


def test_importing_incognote_changes_no_variable() -> None:
    code = f"import os, incognote, incognote.cli; print('{SWITCH}' in os.environ)"
    assert python(code).stdout == "False\n"


@pytest.mark.parametrize("version", ["1.29.0", "1.31.1", "1.40.0.dev20270101", "2.0.0"])
def test_one_that_was_imported_before_and_sends_is_refused(version: str) -> None:
    code = FIRST.format(version) + (
        "import incognote\n"
        "for attempt in range(2):\n"
        "    try:\n"
        "        incognote.load()\n"
        "    except incognote.IncognoteError as error:\n"
        "        print(error)"
    )
    done = python(code)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first == second
    assert f"onnxruntime {version} was imported before" in first
    assert f"start Python with {SWITCH}=1" in first
    assert "import incognote.model.onnx_runtime before onnxruntime" in first


@pytest.mark.parametrize("version", ["1.19.2", "1.28.0"])
def test_a_version_that_sends_nothing_may_come_first(version: str) -> None:
    assert python(FIRST.format(version) + OURS).stdout == f"{version}\n"


def test_one_that_was_silent_from_the_start_may_come_first() -> None:
    assert python(FIRST.format("1.31.1") + OURS, **{SWITCH: "1"}).stdout == "1.31.1\n"


@pytest.mark.parametrize("value", ["0", "", "true"])
def test_another_value_than_the_documented_one_is_not_trusted(value: str) -> None:
    done = python(FIRST.format("1.31.1") + OURS, **{SWITCH: value})
    assert "ConfigError" in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what a process began with")
def test_a_variable_that_may_have_come_too_late_is_not_trusted() -> None:
    assert "ConfigError" in python(FIRST.format("1.31.1") + LATE + OURS).stderr


def test_ours_first_then_the_users() -> None:
    code = f"{OURS}\nimport onnxruntime, incognote; incognote.load()('Seen by Dr. Ruiz.')"
    done = python(code)
    assert (done.returncode, done.stderr) == (0, "")
