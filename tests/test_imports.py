"""Importing incognote, or its command line, stays light."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

OPTIONAL = {
    "click_repl", "dask", "datasets", "docx", "duckdb", "faker", "fastapi", "flask", "fpdf",
    "gensim", "lxml", "matplotlib", "nervaluate", "onnx", "pandas", "polars", "prometheus_client",
    "pyarrow", "pypdf", "pypdfium2", "pyspark", "ray", "requests", "safetensors", "scipy",
    "sentence_transformers", "seqeval", "sklearn", "spacy", "starlette", "torch",
    "transformers", "uvicorn",
}  # fmt: skip
"""What comes with an extra, never with a plain install (typer takes pydantic where it finds it)."""
HEAVY = {"ahocorasick_rs", "numpy", "onnxruntime", "re2", "stdnum", "tokenizers"}
"""What inference needs, and the import does not."""


def loaded_by(code: str) -> set[str]:
    """Top-level modules in a fresh interpreter after the code ran."""
    code = (
        f"import sys, json\n{code}\nprint(json.dumps(sorted(m.split('.')[0] for m in sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("module", ["incognote", "incognote.cli", "incognote.run.batch"])
def test_importing_brings_no_optional_and_no_heavy_package(module: str) -> None:
    loaded = loaded_by(f"import {module}")
    assert not loaded & OPTIONAL
    assert not loaded & HEAVY


def test_the_script_that_workers_import_brings_no_command_line() -> None:
    assert not loaded_by("import incognote.__main__") & {"typer", "rich"}


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["deid", "--help"], ["labels"]])
def test_help_brings_no_optional_and_no_heavy_package(args: list[str]) -> None:
    loaded = loaded_by(f"from incognote import cli\nassert cli.run({args}) == 0")
    assert not loaded & OPTIONAL
    assert not loaded & HEAVY


def test_de_identifying_brings_no_optional_package() -> None:
    loaded = loaded_by("import incognote\nincognote.load()('seen by Dr. Ada Ruiz on 3/14/2019')")
    assert not loaded & OPTIONAL


ROOT = Path(__file__).parent.parent
ONE_PLACE = {"onnxruntime": "model/onnx_runtime.py", "matplotlib": "assure/plotting.py"}
"""What would open connections or write to the user's home, and the root file that keeps it from
that; all others import it from there."""


def imports(text: str) -> set[str]:
    """Top-level names of all modules that a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
            ("import_module", "__import__", "importorskip")
        ):
            found |= {
                str(a.value).partition(".")[0] for a in node.args if isinstance(a, ast.Constant)
            }
    return found


@pytest.mark.parametrize("package", ONE_PLACE)
def test_what_is_not_silent_is_imported_in_one_place(package: str) -> None:
    files = [p for part in ("src", "bench", "tests", "docs") for p in (ROOT / part).rglob("*.py")]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    # Only what holds the name is parsed, which takes long.
    found = {path for path, text in texts.items() if package in text and package in imports(text)}
    assert found == {ROOT / "src/incognote" / ONE_PLACE[package]}
