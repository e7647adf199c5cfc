"""`incognote evaluate` and `evaluate-matrix` on the shipped notes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from incognote import cli
from incognote.cli import marked
from incognote.core import registry
from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError
from incognote.core.language import get_language
from incognote.core.pipeline import Pipeline
from incognote.io.format import get_format, writer
from incognote.model.encoding import tokenize

ROOT = Path(__file__).parents[2]
NOTES = ROOT / "corpora" / "notes_en"
pytestmark = pytest.mark.needs("corpora")
MEDDOCAN = ROOT / "tests" / "data" / "meddocan"


@pytest.fixture(scope="module")
def docs() -> list[Document]:
    found: list[Document] = list(get_format("inline").read(NOTES / "short"))
    return found[:12]


@pytest.fixture
def gold(docs: list[Document], tmp_path: Path) -> Path:
    path = tmp_path / "gold.jsonl"
    writer("jsonl")(docs, path)
    return path


def write_spans(docs: list[Document], path: Path) -> Path:
    """As `incognote detect` writes them: without text."""
    rows = [
        {
            "id": doc.id,
            "spans": [
                {"start": s.start, "end": s.end, "label": s.label, "score": 0.9} for s in doc.spans
            ],
        }
        for doc in docs
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def missing_every_third(docs: list[Document]) -> list[Document]:
    return [doc.with_spans(s for i, s in enumerate(doc.spans) if i % 3) for doc in docs]


def run(capsys: pytest.CaptureFixture[str], *args: str | Path) -> tuple[int, str, str]:
    code = cli.run([str(arg) for arg in args])
    done = capsys.readouterr()
    return code, done.out, done.err


def test_a_perfect_prediction_prints_full_marks(capsys, docs, gold, tmp_path):
    spans = write_spans(docs, tmp_path / "spans.jsonl")
    code, out, err = run(capsys, "evaluate", gold, spans, "--scorer", "characters", "--points")
    assert (code, err) == (0, "")
    lines = {line.split()[0]: line.split()[1:] for line in out.splitlines() if line.strip()}
    n = sum(len(doc.spans) for doc in docs)
    assert lines["characters/identifiers_covered/share"] == [
        "100.00",
        "100.00",
        "-",
        "100.00",
        f"{n:,}",
    ]
    assert lines["characters/removed/share"][0] == "0.00"
    assert "corpus gold.jsonl (12 notes), system spans, policy all" in out
    assert "R@P=85: recall 100.00" in out


def test_gold_without_a_mark_is_told(capsys, docs, tmp_path):
    gold = tmp_path / "gold.jsonl"
    writer("jsonl")([doc.with_spans(()) for doc in docs], gold)
    spans = write_spans(docs, tmp_path / "spans.jsonl")
    code, _, err = run(capsys, "evaluate", gold, spans, "--resamples", "0")
    assert code == 0
    assert err == (
        f"{gold}: no note holds a mark, so recall cannot be told and whatever is found counts as a "
        "false alarm; see whether these are the marked notes, and --gold-format is theirs.\n"
    )


def test_json_holds_every_figure_its_hashes_and_no_text(capsys, docs, gold, tmp_path):
    found = missing_every_third(docs)
    spans = write_spans(found, tmp_path / "spans.jsonl")
    record_file = tmp_path / "evaluation.json"
    code, out, _ = run(
        capsys, "evaluate", gold, spans, "--json", "--out", record_file, "--features", "--prose",
        "--points", "--by", "kind,style", "--against", spans, "--resamples", "50",
        *(arg for name in registry.names("scorer") for arg in ("--scorer", name)),
    )  # fmt: skip
    assert code == 0
    record = json.loads(out)
    assert record == json.loads(record_file.read_text())
    total, kept = (sum(len(doc.spans) for doc in side) for side in (docs, found))
    assert record["figures"]["entities/strict/recall"]["value"] == pytest.approx(kept / total)
    assert record["figures"]["entities/strict/recall"]["n"] == total
    assert record["figures"]["meddocan/ner/precision"]["value"] == 1
    assert set(record["hashes"]) == {"corpus", "policy", "predictions"}
    assert record["command"].startswith("incognote")
    assert record["difference"]["figures"]["entities/strict/recall"]["value"] == 0
    assert any(name.startswith("kind=") for name in record["strata"])
    surfaces = {doc.text[s.start : s.end] for doc in docs for s in doc.spans if len(s) > 5}
    meta = " ".join(value for doc in docs for value in doc.meta.values())
    assert not [s for s in surfaces if s in out and s not in meta]


def test_mistakes_go_only_to_the_file_that_is_named(capsys, docs, gold, tmp_path):
    spans = write_spans(missing_every_third(docs), tmp_path / "spans.jsonl")
    path = tmp_path / "mistakes.md"
    code, out, err = run(capsys, "evaluate", gold, spans, "--mistakes", path)
    assert code == 0
    assert path.read_text().startswith("THIS FILE HOLDS PHI")
    assert "holds PHI" in err
    doc = docs[0]
    missed = doc.text[doc.spans[0].start : doc.spans[0].end]
    assert missed in path.read_text()
    assert missed not in out
    code, _, err = run(capsys, "evaluate", gold, spans, "--mistakes", path)
    assert code == 2
    assert "exists already" in err


def test_parts_policies_and_sentences(capsys, tmp_path):
    whole = list(get_format("inline").read(NOTES))
    spans = write_spans(whole, tmp_path / "spans.jsonl")
    args = ("evaluate", NOTES, spans, "--gold-format", "inline", "--json", "--resamples", "0")
    _, out, _ = run(capsys, *args, "--part", "dev", "--policy", "hipaa", "--features")
    record = json.loads(out)
    assert record["corpus"] == "notes_en dev"
    assert record["notes"] < len(whole)
    assert record["figures"]["characters/masked/share"]["value"] == 1
    assert "characters/identifiers_covered/label=COUNTRY/share" not in record["figures"]
    assert "seen in training" in record["features"]
    # Predictions for the part alone do as well.
    dev = marked.read_corpus(NOTES, "inline", part="dev").docs
    alone = write_spans(dev, tmp_path / "dev.jsonl")
    code, _, _ = run(
        capsys, "evaluate", NOTES, alone, "--gold-format", "inline", "--part", "dev",
        "--resamples", "0",
    )  # fmt: skip
    assert code == 0


def test_meddocan_with_its_leak(capsys, tmp_path):
    docs = list(get_format("brat").read(MEDDOCAN))
    counts = tmp_path / "counts.tsv"
    counts.write_text("".join(f"{doc.id}\ttrain\t10\n" for doc in docs))
    spans = write_spans(missing_every_third(docs), tmp_path / "spans.jsonl")
    _, out, _ = run(
        capsys, "evaluate", MEDDOCAN, spans, "--gold-format", "brat", "--scorer", "meddocan",
        "--sentence-counts", counts, "--json", "--prose",
    )  # fmt: skip
    figures = json.loads(out)["figures"]
    missed = sum(len(doc.spans) for doc in docs) - sum(
        len(doc.spans) for doc in missing_every_third(docs)
    )
    assert figures["meddocan/leak/share"]["n"] == 10 * len(docs)
    assert figures["meddocan/leak/share"]["value"] == pytest.approx(missed / (10 * len(docs)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda docs: docs[1:], "no record"),
        (lambda docs: [*docs, Document("ward/9", "x")], "belong to none"),
    ],
)
def test_predictions_that_do_not_fit_are_refused(capsys, docs, gold, tmp_path, change, message):
    spans = write_spans(change(docs), tmp_path / "spans.jsonl")
    code, out, err = run(capsys, "evaluate", gold, spans)
    assert (code, out) == (2, "")
    assert message in err


def test_what_cannot_be_asked_for_says_so(capsys, docs, gold, tmp_path):
    spans = write_spans(docs, tmp_path / "spans.jsonl")
    for args, message in (
        ((gold, spans, "--scorer", "meddocna"), "meddocan"),
        ((gold, spans, "--pipeline", "en"), "not both"),
        ((gold,), "--pipeline LANG"),
        ((gold, spans, "--split-file", spans), "--part"),
        ((gold, spans, "--policy", "hippa"), "hipaa"),
    ):
        code, _, err = run(capsys, "evaluate", *args)
        assert code == 2
        assert message in err


class Echo:
    """A detector that marks the first word and is half sure of every token."""

    labels = frozenset({"PATIENT"})

    def detect(self, docs):
        return [[Span(0, 1, "PATIENT", 0.9)] for _ in docs]

    def probabilities(self, docs):
        import numpy as np

        from incognote.model.decoding import NoteProbabilities

        assert all(not doc.spans for doc in docs)
        found = []
        for doc in docs:
            tokens = tokenize(doc.text)
            p = np.full((len(tokens), 2), 0.5, dtype=np.float32)
            found.append(NoteProbabilities(tokens, p, ("PATIENT",)))
        return found


def test_what_predicts_is_named_by_its_hashes(capsys, monkeypatch, gold):
    monkeypatch.setattr(marked, "load_system", lambda *asked, **given: Pipeline([Echo()]))
    for asked, expected in (
        (("--pipeline", "en"), {"corpus", "policy", "model", "rules", "site"}),
        (("--model", get_language("es").model), {"corpus", "policy", "model"}),
    ):
        code, out, _ = run(capsys, "evaluate", gold, *asked, "--resamples", "0", "--json")
        assert code == 0
        hashes = json.loads(out)["hashes"]
        assert set(hashes) == expected
        assert all(hashes.values())


def test_matrix_scores_each_system_on_each_corpus(capsys, monkeypatch, docs, gold):
    monkeypatch.setattr(marked, "load_system", lambda pipeline, model, **site: Pipeline([Echo()]))
    args = ("evaluate-matrix", "--system", "a=pipeline:en", "--system", f"b={gold}")
    code, out, _ = run(capsys, *args, "--corpus", f"short=jsonl:{gold}", "--json")
    assert code == 0
    record = json.loads(out)
    assert list(record) == ["category", "f1", "recall", "precision"]
    assert record["recall"]["a"]["short"] == record["recall"]["b"]["short"]
    code, out, _ = run(capsys, *args, "--corpus", f"x=inline:{NOTES}@dev")
    assert code == 0
    assert "PPV" in out
    for wrong in ("x", "x=jsonl", f"x=jsonl:{gold}@dev"):
        code, _, err = run(capsys, *args, "--corpus", wrong)
        assert code == 2, err


def test_a_model_alone_or_a_pipeline_or_neither():
    with pytest.raises(ConfigError, match="PREDICTED"):
        marked.load_system("", None)


def test_outputs_that_exist_are_refused_before_anything_is_read(capsys, tmp_path):
    (tmp_path / "e.json").write_text("{}")
    for option in ("--out", "--mistakes"):
        code, out, err = run(
            capsys, "evaluate", tmp_path / "none", "--pipeline", "en", option, tmp_path / "e.json"
        )
        assert (code, out) == (2, "")
        assert "exists already" in err


def test_gold_of_another_format_names_the_option(capsys, tmp_path):
    note = tmp_path / "001.txt"
    note.write_text("%% kind=note\nseen by [[DOCTOR|Lee]]\n")
    for path in (tmp_path, note):
        code, _, err = run(capsys, "evaluate", path, "--pipeline", "en")
        assert code != 0
        assert "--gold-format" in err
        assert "inline" in err
        assert "Lee" not in err


def test_one_note_prints_no_interval_and_says_why(capsys, docs, tmp_path):
    for count, said in ((1, "There are no intervals"), (5, "rest on 5 notes")):
        gold = tmp_path / f"{count}.jsonl"
        writer("jsonl")(docs[:count], gold)
        found = write_spans(missing_every_third(docs[:count]), tmp_path / f"found-{count}.jsonl")
        against = ["--against", found, "--resamples", "50"]
        code, out, _ = run(capsys, "evaluate", gold, found, *against)
        assert code == 0
        assert said in out
        assert (" - " in out) == (count > 1)


def test_a_corpus_is_named_after_its_folder(capsys, docs, tmp_path):
    for place in ("ward/dev", "ward/notes"):
        writer("brat")(docs, tmp_path / place)
    for place, expected in (("ward/dev", "ward dev"), ("ward/notes", "notes")):
        code, out, _ = run(
            capsys, "evaluate", tmp_path / place, tmp_path / place, "--gold-format", "brat",
            "--predicted-format", "brat", "--resamples", "0",
        )  # fmt: skip
        assert code == 0
        assert f"corpus {expected} (12 notes)" in out


def test_notes_in_place_of_spans_say_how_to_take_them(tmp_path: Path, capsys) -> None:
    path = tmp_path / "g.jsonl"
    span = {"start": 0, "end": 3, "label": "PATIENT"}
    path.write_text(json.dumps({"id": "a", "text": "Ada is well.", "spans": [span]}) + "\n")
    code, _, err = run(capsys, "evaluate", path, path, "--resamples", "0")
    assert code == 2
    (option,) = re.findall(r"incognote evaluate: (--\S+ \w+)", err)
    assert run(capsys, "evaluate", path, path, *option.split(), "--resamples", "0")[0] == 0
