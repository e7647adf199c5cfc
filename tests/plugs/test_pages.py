"""The lines of docs/integrations.md run; those of each section below run where its tests do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

spacy = pytest.importorskip("spacy", reason="spaCy is not installed: .ci/run has it")
pytest.importorskip("presidio_analyzer", reason="Presidio is not installed: .ci/run has it")

PAGE = Path(__file__).parent.parent.parent / "docs/integrations.md"
ABOVE = PAGE.read_text("utf-8").partition("## Hugging Face")[0]
BLOCKS = re.findall(r"```python\n(.*?)```", ABOVE, re.DOTALL)


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
