"""The lines of docs/service.md run, and say what the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="Starlette is not installed: the extra serve has it")
pytest.importorskip("uvicorn", reason="uvicorn is not installed: the extra serve has it")

from processes import running

from incognote.serve.containers import FORMATS

PAGE = (Path(__file__).parents[2] / "docs/service.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def port():
    with running() as (_, port):
        yield port


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_lines_of_the_page_run(number, port, capsys) -> None:
    code, _, said = BLOCKS[number].partition("\n# ")
    exec(compile(code, "docs/service.md", "exec"), {"port": port})
    shown = [line.removeprefix("# ") for line in said.splitlines()]
    assert capsys.readouterr().out.split("\n")[: len(shown)] == shown


def test_the_page_names_each_type_of_content() -> None:
    assert [kind for kind in FORMATS if f"`{kind}`" not in PAGE] == []
