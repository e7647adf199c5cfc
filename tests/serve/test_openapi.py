"""Schemathesis asks all that the description allows, and much that it does not."""

from __future__ import annotations

import os
import re
import shutil
import subprocess

import pytest
from processes import running

pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: the extra serve has it")

PROGRAM = os.environ.get("INCOGNOTE_SCHEMATHESIS") or shutil.which("schemathesis")
if PROGRAM is None:
    pytest.skip("schemathesis is not installed: .ci/run has it", allow_module_level=True)

CONFIG = """
# Presidio answers 500 where there is no text, no language, or nothing that serves.
[[operations]]
include-path-regex = "/(analyze|recognizers|supportedentities)"
checks.not_a_server_error.enabled = false
# A pattern must be one, a stretch must lie in its text, a container must be of its kind, a labeling
# configuration XML: no schema says so.
[[operations]]
include-path-regex = "/(analyze|anonymize|deanonymize|v1/deidentify|label-studio/)"
checks.positive_data_acceptance.enabled = false
"""


def test_the_service_answers_as_it_says(tmp_path) -> None:
    (tmp_path / "schemathesis.toml").write_text(CONFIG, encoding="utf-8")
    with running("--allow-policy", "hipaa", "--allow-replace", "mask") as (process, port):
        command = [PROGRAM, "run", f"http://localhost:{port}/openapi.json", "--no-color"]
        command += ["--phases", "examples,coverage,fuzzing", "--max-examples", "20"]
        command += ["--continue-on-failure", "--no-shrink", "--seed", "1", "--warnings", "off"]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
        )
        assert process.poll() is None
    assert done.returncode == 0, done.stdout[-8000:]
    assert int(re.search(r"Tested: (\d+)", done.stdout)[1]) >= 12
    assert int(re.search(r"(\d+) generated", done.stdout)[1]) > 500
