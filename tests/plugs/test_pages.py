"""The lines of docs/integrations.md run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

spacy = pytest.importorskip("spacy", reason="spaCy is not installed: .ci/run has it")
pytest.importorskip("presidio_analyzer", reason="Presidio is not installed: .ci/run has it")
pytest.importorskip("langchain_core", reason="LangChain is not installed: .ci/run has it")
pytest.importorskip("llama_index.core", reason="LlamaIndex is not installed: .ci/run has it")

PAGE = Path(__file__).parent.parent.parent / "docs/integrations.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


def engine():
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    made = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": "blank"}])
    made.nlp = {"en": spacy.blank("en")}
    return made


@pytest.mark.filterwarnings("default::UserWarning")
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.split()[1])
def test_the_lines_of_the_page_run(block, capsys) -> None:
    exec(compile(block, str(PAGE), "exec"), {"nlp_engine": engine()})
    said = capsys.readouterr().out
    assert "3/14" not in said.splitlines()[0]
    assert "Ada Ruiz" not in said.splitlines()[0]
