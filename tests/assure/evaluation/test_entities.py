"""Entity scores: by hand, and against seqeval and nervaluate on random data."""

from __future__ import annotations

import random
import warnings

import pytest

from incognote.assure.evaluation.counts import count
from incognote.assure.evaluation.entities import count_overlapping, count_relaxed, score
from incognote.assure.evaluation.matching import Pair
from incognote.core.document import Document, Span

TEXT = "x" * 60


def row(gold, found):
    pair = Pair(
        Document("a", TEXT, tuple(Span(*s) for s in gold)),
        Document("a", TEXT, tuple(Span(*s) for s in found)),
    )
    return {str(m): tuple(map(int, v)) for m, v in score(pair).items() if len(v) == 3}


def test_counts_by_hand():
    gold = [(0, 5, "PATIENT"), (10, 15, "DATE"), (20, 25, "CITY"), (30, 35, "AGE")]
    found = [
        (0, 5, "PATIENT"),
        (10, 17, "DATE"),
        (20, 25, "STATE"),
        (33, 39, "AGE"),
        (50, 52, "AGE"),
    ]
    counts = row(gold, found)
    assert counts["strict"] == (1, 4, 3)  # PATIENT
    assert counts["relaxed"] == (2, 3, 2)  # and DATE, whose end is 2 off
    assert counts["boundary"] == (2, 3, 2)  # PATIENT, and CITY with the wrong label
    assert counts["type"] == (3, 2, 1)  # PATIENT, DATE and AGE overlap with the right label
    assert counts["strict/label=AGE"] == (0, 2, 1)
    assert counts["strict/label=STATE"] == (0, 1, 0)
    assert counts["strict_category/label=NAME"] == (1, 0, 0)
    # CITY and STATE are both LOCATION, but strict asks for the label.
    assert counts["strict_category/label=LOCATION"] == (0, 1, 1)


def test_an_entity_in_two_pieces_is_found_once():
    assert row([(0, 9, "CITY")], [(0, 4, "CITY"), (5, 9, "CITY")])["type"] == (1, 1, 0)
    assert row([(0, 4, "CITY"), (5, 9, "CITY")], [(0, 9, "CITY")])["type"] == (1, 0, 1)


def test_touching_spans_do_not_overlap():
    assert row([(0, 4, "CITY")], [(4, 8, "CITY")])["type"] == (0, 1, 1)


def test_macro_means_over_the_notes_that_have_something():
    # a: P 1, R .5. b: nothing found: R 0 and no P. c: empty: neither. d: false alarm: P 0, no R.
    items = {
        "a": ([(0, 5, "CITY"), (8, 9, "CITY")], [(0, 5, "CITY")]),
        "b": ([(0, 5, "CITY")], []),
        "c": ([], []),
        "d": ([], [(0, 5, "CITY")]),
    }
    pairs = [
        Pair(
            Document(id, TEXT, tuple(Span(*s) for s in gold)),
            Document(id, TEXT, tuple(Span(*s) for s in found)),
        )
        for id, (gold, found) in items.items()
    ]
    figures = count(pairs, score).figures()
    assert figures["strict_macro/precision"].value == 0.5
    assert figures["strict_macro/precision"].n == 2
    assert figures["strict_macro/recall"].value == 0.25
    assert figures["strict_macro/recall"].n == 2
    assert figures["strict_macro/f1"].value == pytest.approx(2 * 0.5 * 0.25 / 0.75)
    for name in ("relaxed", "boundary", "type"):  # here every reading finds the same right
        for figure in ("precision", "recall", "f1", "precision_sd", "recall_sd"):
            assert figures[f"{name}_macro/{figure}"] == figures[f"strict_macro/{figure}"]


def random_tags(rng, size, labels):
    tags, at = ["O"] * size, 0
    while at < size:
        if rng.random() < 0.4:
            length = rng.randint(1, 4)
            label = rng.choice(labels)
            for i in range(at, min(size, at + length)):
                tags[i] = ("B-" if i == at else "I-") + label
            at += length
        at += 1
    return tags


def perturbed(rng, tags, labels):
    """Another tagging that agrees in places: pieces of it, relabelled or redrawn."""
    other = random_tags(rng, len(tags), labels)
    cut = rng.randrange(len(tags))
    joined = [*tags[:cut], *other[cut:]]
    # An I- whose entity was cut off begins one.
    for i, tag in enumerate(joined):
        if tag.startswith("I-") and (i == 0 or joined[i - 1][2:] != tag[2:]):
            joined[i] = "B-" + tag[2:]
    return joined


def to_spans(tags):
    found, start = [], None
    for i, tag in enumerate([*tags, "O"]):
        if start is not None and not tag.startswith("I-"):
            found.append((start, i, tags[start][2:]))
            start = None
        if tag.startswith("B-"):
            start = i
    return found


def drawn(notes=300):
    rng = random.Random(11)
    labels = ["PATIENT", "DATE", "CITY"]
    gold = [random_tags(rng, 25, labels) for _ in range(notes)]
    return gold, [perturbed(rng, tags, labels) for tags in gold]


def sums(gold, found):
    pairs = [
        Pair(
            Document(str(i), TEXT, tuple(Span(*s) for s in to_spans(g))),
            Document(str(i), TEXT, tuple(Span(*s) for s in to_spans(f))),
        )
        for i, (g, f) in enumerate(zip(gold, found, strict=True))
    ]
    return count(pairs, score)


def test_strict_agrees_with_seqeval():
    from seqeval.metrics import classification_report
    from seqeval.scheme import IOB2

    gold, found = drawn()
    figures = sums(gold, found).figures()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = classification_report(gold, found, mode="strict", scheme=IOB2, output_dict=True)
    for name, key in (("precision", "precision"), ("recall", "recall"), ("f1", "f1-score")):
        assert figures[f"strict/{name}"].value == pytest.approx(report["micro avg"][key])
        for label in ("PATIENT", "DATE", "CITY"):
            assert figures[f"strict/label={label}/{name}"].value == pytest.approx(
                report[label][key]
            )
    assert 0.2 < figures["strict/f1"].value < 0.9


def test_strict_and_boundary_agree_with_nervaluate():
    from nervaluate import Evaluator

    gold, found = drawn()
    table = sums(gold, found)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        overall = Evaluator(
            gold, found, tags=["PATIENT", "DATE", "CITY"], loader="list"
        ).evaluate()["overall"]
    ours = {str(m): a.sum(axis=0) for m, a in table.counts.items()}
    for name, theirs in (("strict", "strict"), ("boundary", "exact")):
        tp, fp, fn = ours[name]
        assert (overall[theirs].correct, overall[theirs].actual, overall[theirs].possible) == (
            tp,
            tp + fp,
            tp + fn,
        )


def best_matching(gold, found, fits):
    """The largest one-to-one matching, by augmenting paths."""
    owner: dict = {}

    def place(g, seen):
        for f in found:
            if f not in seen and fits(g, f):
                seen.add(f)
                if f not in owner or place(owner[f], seen):
                    owner[f] = g
                    return True
        return False

    return sum(place(g, set()) for g in gold)


def test_one_to_one_matching_is_the_largest():
    rng = random.Random(2)
    for _ in range(500):
        gold = {("K", s, s + rng.randint(1, 5)) for s in rng.choices(range(4), k=4)}
        found = {("K", s, s + rng.randint(1, 5)) for s in rng.choices(range(4), k=4)}
        expected = best_matching(
            sorted(gold), sorted(found), lambda g, f: g[1] == f[1] and abs(g[2] - f[2]) <= 2
        )
        assert count_relaxed(gold, found).tp == expected
        disjoint_gold = {("K", *s[:2]) for s in to_spans(random_tags(rng, 20, ["A"]))}
        disjoint_found = {("K", *s[:2]) for s in to_spans(random_tags(rng, 20, ["A"]))}
        expected = best_matching(
            sorted(disjoint_gold),
            sorted(disjoint_found),
            lambda g, f: g[1] < f[2] and f[1] < g[2],
        )
        assert count_overlapping(disjoint_gold, disjoint_found).tp == expected
