"""Tables of counts, and the properties that every scorer must have."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.assure.evaluation import Options, evaluate
from incognote.assure.evaluation.counts import MACRO, PRF, SHARE, Counts, Measure, Table, macro_row
from incognote.core import registry
from incognote.core.document import Document, Span

LABELS = ("PATIENT", "DATE", "CITY", "IDNUM", "DOCTOR")
SCORERS = registry.names("scorer")


@st.composite
def corpora(draw, *, least_gold=0):
    """Gold notes and predictions for them: any spans, touching, overlapping, repeated."""
    gold, found = [], []
    for i in range(draw(st.integers(1, 4))):
        text = draw(st.text("aB3é ,\n.", min_size=1, max_size=30))

        def marks(least, text=text):
            starts = st.integers(0, len(text) - 1)
            span = starts.flatmap(
                lambda s: st.builds(
                    Span,
                    st.just(s),
                    st.integers(s + 1, min(len(text), s + 9)),
                    st.sampled_from(LABELS),
                )
            )
            return tuple(draw(st.lists(span, min_size=least, max_size=5)))

        gold.append(Document(f"n{i}", text, marks(least_gold)))
        found.append(Document(f"n{i}", text, marks(0)))
    return gold, found


def disjoint(doc):
    kept: list[Span] = []
    for span in doc.spans:
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return doc.with_spans(kept)


def ratios(result):
    return {
        name: figure
        for name, figure in result.figures.items()
        if name.endswith(("/precision", "/recall", "/f1")) and "_macro" not in name
    }


def test_counts_add_up():
    assert Counts(3, 5, 6) + Counts(1, 3, 2) == Counts(4, 8, 8)


@settings(deadline=None, max_examples=60)
@given(corpora(least_gold=1))
def test_a_perfect_system_scores_one_everywhere(corpus):
    gold, _ = corpus
    gold = [disjoint(doc) for doc in gold]
    sentences = {doc.id: 3 for doc in gold}
    for name, figure in evaluate(
        gold, gold, SCORERS, Options(sentence_counts=sentences)
    ).figures.items():
        if name.startswith("i2b2") and "_macro" in name:
            # i2b2 counts a note without such tags as 0, even in a perfect system.
            assert 0 <= figure.value <= 1
        elif "leak" in name or "removed" in name or name.endswith("_sd"):
            assert figure.value in (0, None), name
        else:
            assert figure.value in (1, None), name
            assert (figure.value is None) == (figure.n == 0), name


@settings(deadline=None, max_examples=60)
@given(corpora())
def test_swapping_gold_and_prediction_swaps_precision_and_recall(corpus):
    gold, found = corpus
    scorers = [name for name in SCORERS if name != "characters"]
    there, back = evaluate(gold, found, scorers), evaluate(found, gold, scorers)
    other = {"precision": "recall", "recall": "precision", "f1": "f1"}
    for name, figure in ratios(there).items():
        stem, _, which = name.rpartition("/")
        swapped = back.figures[f"{stem}/{other[which]}"]
        assert figure.value == pytest.approx(swapped.value, nan_ok=True), name
        if which != "f1":
            assert figure.n == swapped.n


@settings(deadline=None, max_examples=60)
@given(corpora())
def test_a_false_alarm_never_raises_precision(corpus):
    gold, found = corpus
    # Text behind each note that holds no PHI, as its own line of words, and a mark on it.
    tail = " word end"
    gold = [Document(d.id, d.text + tail, d.spans) for d in gold]
    before = [g.with_spans(f.spans) for g, f in zip(gold, found, strict=True)]
    after = [d.with_spans((*d.spans, Span(len(d.text) - 3, len(d.text), "DATE"))) for d in before]
    was, now = evaluate(gold, before, SCORERS), evaluate(gold, after, SCORERS)
    for name, figure in was.figures.items():
        if name.endswith("/precision") and figure.value is not None:
            assert now.figures[name].value <= figure.value + 1e-12, name
        if name.endswith("/recall") and "_macro" not in name and figure.value is not None:
            assert now.figures[name].value == pytest.approx(figure.value), name
    assert now["characters/removed/share"] > was["characters/removed/share"]


@settings(deadline=None, max_examples=30)
@given(corpora(), st.randoms(use_true_random=False))
def test_the_order_of_notes_and_spans_changes_nothing(corpus, rng):
    gold, found = corpus
    shuffled = [list(gold), list(found)]
    for docs in shuffled:
        rng.shuffle(docs)
        for i, doc in enumerate(docs):
            spans = list(doc.spans)
            rng.shuffle(spans)
            docs[i] = Document(doc.id, doc.text, tuple(spans))
    options = Options(operating_points=True, features=True, prose=True)
    first = evaluate(gold, found, SCORERS, options).to_dict()
    second = evaluate(*shuffled, SCORERS, options).to_dict()
    assert json.dumps(first) == json.dumps(second)


def test_counts_of_sets():
    counts = Counts.of_sets(["a", "a", "b"], ["b", "c", "c"])
    assert counts == Counts(1, 1, 1)
    assert counts.precision == counts.recall == counts.f1 == 0.5
    assert Counts().precision == Counts(fn=3).recall == Counts(fp=3).f1 == 0
    assert Counts(1, 2, 3) + Counts(4, 5, 6) == Counts(5, 7, 9)


def test_figures_of_sums_with_n():
    ner, leak = Measure("ner", PRF), Measure("leak", SHARE)
    table = Table(
        ("a", "b"),
        {ner: np.array([[3.0, 1, 0], [1, 0, 4]]), leak: np.array([[0.0, 5], [4, 5]])},
    )
    figures = table.figures()
    assert (figures["ner/precision"].value, figures["ner/precision"].n) == (4 / 5, 5)
    assert (figures["ner/recall"].value, figures["ner/recall"].n) == (4 / 8, 8)
    assert figures["ner/f1"].value == pytest.approx(8 / 13)
    assert (figures["leak/share"].value, figures["leak/share"].n) == (0.4, 10)
    assert table.rows([1]).figures()["ner/recall"].value == 0.2
    grouped = table.grouped(["p", "p"])
    assert grouped.ids == ("p",)
    assert grouped.figures() == figures


@pytest.mark.parametrize("empty_as_zero", [True, False])
def test_macro_figures_are_means_and_deviations_over_the_notes(empty_as_zero):
    # In the last note nothing is found and in the one before there is nothing to find.
    notes = [Counts(3, 1, 0), Counts(1, 4, 3), Counts(2, 0, 6), Counts(0, 2, 0), Counts(0, 0, 5)]
    rows = np.array([macro_row(note, empty_as_zero=empty_as_zero) for note in notes])
    ids = tuple(map(str, range(len(notes))))
    figures = Table(ids, {Measure("ner_macro", MACRO): rows}).figures()
    left_out = 0 if empty_as_zero else 1
    precisions = [3 / 4, 1 / 5, 1, 0, 0][: 5 - left_out]
    recalls = [1, 1 / 4, 1 / 4, 0, 0][: 5 - left_out]
    for name, shares in (("precision", precisions), ("recall", recalls)):
        mean, deviation = figures[f"ner_macro/{name}"], figures[f"ner_macro/{name}_sd"]
        assert mean.value == pytest.approx(np.mean(shares))
        assert deviation.value == pytest.approx(np.std(shares))
        assert mean.n == deviation.n == len(shares)
    p, r = np.mean(precisions), np.mean(recalls)
    assert figures["ner_macro/f1"].value == pytest.approx(2 * p * r / (p + r))


def test_what_is_not_there_has_no_value():
    doc = Document("a", "none", ())
    result = evaluate([doc], [doc], ["meddocan", "characters"])
    assert result.figures["meddocan/ner/f1"].value is None
    assert math.isnan(result["meddocan/ner/f1"])
    assert result.to_dict()["figures"]["characters/masked/share"] == {"value": None, "n": 0}
    # Nothing found where there is something is 0, as in the official scripts.
    gold = doc.with_spans([Span(0, 4, "PATIENT")])
    assert evaluate([gold], [doc], ["meddocan"])["meddocan/ner/precision"] == 0
