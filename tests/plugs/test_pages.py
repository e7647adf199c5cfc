"""The lines of docs/integrations.md run; those of two sections in their libraries' own tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from incognote.core.document import Document, Span
from incognote.io import label_studio

spacy = pytest.importorskip("spacy", reason="spaCy is not installed: .ci/run has it")
pytest.importorskip("presidio_analyzer", reason="Presidio is not installed: .ci/run has it")
pytest.importorskip("datasets", reason="datasets is not installed: .ci/run has it")
pytest.importorskip("langchain_core", reason="LangChain is not installed: .ci/run has it")
pytest.importorskip("llama_index.core", reason="LlamaIndex is not installed: .ci/run has it")

PAGE = Path(__file__).parent.parent.parent / "docs/integrations.md"
ELSEWHERE = ("Hugging Face\n", "PyHealth\n")
SECTIONS = [
    section
    for section in re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]
    if not section.startswith(ELSEWHERE)
]
BLOCKS = {
    section.partition("\n")[0]: block
    for section in SECTIONS
    for block in re.findall(r"```python\n(.*?)```", section, re.DOTALL)
}
NOTE = "Seen by Dr. Ada Ruiz on 3/14/2019."


def engine():
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    made = SpacyNlpEngine(models=[{"lang_code": "en", "model_name": "blank"}])
    made.nlp = {"en": spacy.blank("en")}
    return made


@pytest.mark.filterwarnings("default::UserWarning")
@pytest.mark.parametrize("title", BLOCKS)
def test_the_lines_of_the_page_run(title, capsys, monkeypatch, tmp_path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.txt").write_text(NOTE)
    reviewed = Document("a", NOTE, (Span(12, 20, "DOCTOR"),))
    label_studio.write([reviewed], tmp_path / "exported.json")
    names = {"nlp_engine": engine()}
    exec(compile(BLOCKS[title], str(PAGE), "exec"), names)
    said = capsys.readouterr().out
    assert "3/14" not in said.splitlines()[0]
    assert "Ada Ruiz" not in said.splitlines()[0]
    if title in ("doccano", "Prodigy", "INCEpTION"):
        assert said == "[('a', 2)]\n"
    if title == "Label Studio":
        assert names["gold"] == [reviewed]
        (predicted,) = label_studio.read(tmp_path / "predicted.json", made_by="predictions")
        assert [predicted.text[s.start : s.end] for s in predicted.spans] == [
            "Ada Ruiz",
            "3/14/2019",
        ]


def test_every_section_has_lines_that_run() -> None:
    assert len(BLOCKS) == len(SECTIONS)
