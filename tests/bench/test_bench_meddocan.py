"""bench/meddocan.py: no figure on notes that a model learned from passes for a test."""

import importlib
import shutil
import sys
from pathlib import Path

import pytest

from incognote.core.document import Document
from incognote.run.deidentifier import shipped_model

ROOT = Path(__file__).parents[2]
SCORED = ["score", "--gold", str(ROOT / "tests/data/meddocan"), "--dry"]


@pytest.fixture
def bench(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    yield importlib.import_module("meddocan")
    del sys.modules["meddocan"], sys.modules["record"]


def test_a_model_alone_is_scored_without_the_evidence_that_it_reads(bench):
    (doc,) = (Document("a", "Nombre: Lucía. Acude por tos."),)
    for model in (shipped_model("es"), shipped_model("es") / "0"):
        (alone,) = bench.annotate([doc], model, True)
        assert {span.source for span in alone.spans} == {"neural"}


@pytest.mark.parametrize(("model", "told"), [("", True), ("0", True), ("copy", False)])
def test_a_score_of_what_ships_says_what_it_learned_from(
    bench, monkeypatch, capsys, tmp_path, model, told
):
    if model == "copy":
        shutil.copytree(shipped_model("es") / "0", tmp_path / "copy")
    folder = tmp_path if model == "copy" else shipped_model("es")
    words = ["--model", str(folder / model)] if model else []
    monkeypatch.setattr(sys, "argv", ["meddocan.py", *SCORED, *words])
    bench.main()
    printed = capsys.readouterr().out
    assert "NER F1" in printed
    assert ("no test" in printed) is told
