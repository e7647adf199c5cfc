"""docs/evaluation.md: its code runs and its numbers are right."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

from incognote import cli
from incognote.assure.evaluation.mistakes import KINDS
from incognote.core import registry
from incognote.core.document import Document, Span
from incognote.io.format import writer

PAGE = Path(__file__).parents[3] / "docs" / "evaluation.md"


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


def test_every_figure_is_named(tmp_path, capsys):
    """Whatever `--json` holds stands on the page; i2b2's names are put together of parts."""
    doc = Document("a", "Ana Ruiz, 54", (Span(0, 8, "PATIENT"), Span(10, 12, "AGE")))
    writer("jsonl")([doc], tmp_path / "gold.jsonl")
    (tmp_path / "counts.tsv").write_text("a\tdev\t1\n")
    gold = str(tmp_path / "gold.jsonl")
    code = cli.run([
        "evaluate", gold, gold, "--predicted-format", "jsonl", "--json", "--points", "--features",
        "--sentence-counts", str(tmp_path / "counts.tsv"), "--seen", gold, "--prose",
        "--resamples", "0",
        *(word for name in registry.names("scorer") for word in ("--scorer", name)),
    ])  # fmt: skip
    record = json.loads(capsys.readouterr().out)
    assert code == 0
    measures = {name.split("/label=")[0].split("/")[1] for name in record["figures"]}
    parts = {re.sub("(_script|hipaa_|binary_|script_|_macro)", "", name) for name in measures}
    points = record["operating_points"]
    fields = {*points["fixed_sensitivity"][0], *points["calibration"][0], *points}
    page = PAGE.read_text(encoding="utf-8")
    for name in {*parts, *fields, *record, *record["features"], "hipaa_", "hipaa_script_"}:
        assert name in page, name
    for name in record:
        assert f"`{name}`" in page.split("## What `--json` holds")[1], name
