"""docs/evaluation.md: its code runs and its numbers are right."""

from __future__ import annotations

import doctest
from pathlib import Path

from incognote import registry
from incognote.evaluation.mistakes import KINDS

PAGE = Path(__file__).parents[2] / "docs" / "evaluation.md"


def test_the_worked_sentence_gives_the_figures_that_the_page_shows():
    # Without the fences: doctest takes what stands before a blank line for output.
    page = PAGE.read_text(encoding="utf-8").replace("```python\n", "").replace("\n```\n", "\n\n")
    tests = doctest.DocTestParser().get_doctest(page, {}, PAGE.name, str(PAGE), 0)
    assert len(tests.examples) > 10
    results = doctest.DocTestRunner(verbose=False).run(tests)
    assert results.failed == 0


def test_every_scorer_and_kind_of_mistake_is_explained():
    page = PAGE.read_text(encoding="utf-8")
    for name in registry.names("scorer"):
        assert f"`{name}`" in page, name
    for kind in KINDS:
        assert kind in page, kind
