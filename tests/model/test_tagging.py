import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from incognote.core.document import Span
from incognote.core.errors import ConfigError
from incognote.model.encoding import tokenize
from incognote.model.tagging import TAGGINGS, Tags

LABELS = ("PATIENT", "DATE")
BIO, BIOES = (Tags(LABELS, kinds) for kinds in TAGGINGS.values())


def test_tags_are_known_by_their_names():
    assert BIO.names == ("O", "B-PATIENT", "I-PATIENT", "B-DATE", "I-DATE")
    assert BIOES.names[:6] == ("O", "B-PATIENT", "I-PATIENT", "E-PATIENT", "S-PATIENT", "B-DATE")
    for tags in (BIO, BIOES, Tags(LABELS[:1]), Tags(())):
        assert Tags.named(tags.names).names == tags.names
        assert len(tags) == len(tags.names)
    for wrong in (("O", "I-DATE", "B-DATE"), BIO.names + BIO.names[1:3], BIOES.names[:-1]):
        with pytest.raises(ConfigError, match="the tags must be O"):
            Tags.named(wrong)


def test_only_inside_tags_are_bound():
    follow, first = BIO.legal()
    assert first.tolist() == [True, True, False, True, False]
    assert follow[:, 2].tolist() == [False, True, True, False, False]
    assert follow[:, 0].all()
    assert follow[:, 3].all()


def test_a_mark_that_is_open_goes_on_until_its_end():
    follow, first = BIOES.legal()
    legal = {
        (a, b) for i, a in enumerate(BIOES.names) for j, b in enumerate(BIOES.names) if follow[i, j]
    }
    starts = {"O", "B-PATIENT", "S-PATIENT", "B-DATE", "S-DATE"}
    assert {name for name, free in zip(BIOES.names, first, strict=True) if free} == starts
    for label in LABELS:
        for one in "BI":
            assert {b for a, b in legal if a == f"{one}-{label}"} == {f"I-{label}", f"E-{label}"}
        for one in "ES":
            assert {b for a, b in legal if a == f"{one}-{label}"} == starts
    assert {b for a, b in legal if a == "O"} == starts


@st.composite
def marked(draw):
    """A text and disjoint spans at the borders of its tokens."""
    text = draw(st.text("ab1 .-\n", min_size=1, max_size=40))
    tokens = tokenize(text)
    cuts = draw(st.sets(st.integers(0, len(tokens)), max_size=8))
    bounds = sorted(cuts)
    spans = []
    for a, b in zip(bounds[0::2], bounds[1::2], strict=False):
        label = draw(st.sampled_from(LABELS))
        spans.append(Span(int(tokens.starts[a]), int(tokens.ends[b - 1]), label, 0.75, "x"))
    return text, spans


@pytest.mark.parametrize("tags", [BIO, BIOES], ids=TAGGINGS)
@given(case=marked())
@settings(max_examples=200)
def test_spans_come_back_from_their_tags(tags, case):
    text, spans = case
    tokens = tokenize(text)
    numbers = tags.of_spans(spans, tokens)
    chances = np.full(len(tokens), 0.75, dtype=np.float32)
    assert tags.to_spans(numbers, chances, tokens, "x") == spans
    follow, first = tags.legal()
    if len(tokens):
        assert first[numbers[0]]
        assert follow[numbers[:-1], numbers[1:]].all()
        # Wherever a window begins, what is left may begin it, and means the rest of the spans.
        for cut in range(len(numbers)):
            rest = numbers[cut:].copy()
            rest[:1] = tags.cut(rest[:1])
            assert first[rest[0]]
            assert follow[rest[:-1], rest[1:]].all()
            assert ((rest > 0) == (numbers[cut:] > 0)).all()


def test_a_mark_within_a_token_takes_the_token_and_overlaps_go_to_the_first():
    tokens = tokenize("Smith lives in Leeds")
    spans = [Span(1, 9, "PATIENT"), Span(8, 20, "DATE")]
    assert BIO.of_spans(spans, tokens).tolist() == [1, 2, 3, 4]
    assert [BIOES.names[n] for n in BIOES.of_spans(spans, tokens)] == [
        *("B-PATIENT", "E-PATIENT", "B-DATE", "E-DATE")
    ]
    with pytest.raises(ConfigError, match="no tag for the label 'CITY'"):
        BIO.of_spans([Span(0, 5, "CITY")], tokens)


@pytest.mark.parametrize(
    ("tags", "numbers"), [(BIO, [2, 4, 0, 2, 3]), (BIOES, [3, 6, 0, 2, 7])], ids=TAGGINGS
)
def test_no_tag_is_lost_even_in_an_illegal_order(tags, numbers):
    tokens = tokenize("a b c d e")
    chances = np.array([0.5, 0.6, 0.1, 0.7, 0.8], dtype=np.float32)
    spans = tags.to_spans(np.array(numbers), chances, tokens, "x")
    assert [(s.start, s.end, s.label, s.score) for s in spans] == [
        (0, 1, "PATIENT", 0.5),
        (2, 3, "DATE", 0.6),
        (6, 7, "PATIENT", 0.7),
        (8, 9, "DATE", 0.8),
    ]


def test_what_ended_does_not_go_on():
    tokens = tokenize("a b c d")
    numbers = [BIOES.names.index(name) for name in ("S-DATE", "B-DATE", "E-DATE", "I-DATE")]
    spans = BIOES.to_spans(np.array(numbers), np.ones(4, np.float32), tokens, "x")
    assert [(s.start, s.end) for s in spans] == [(0, 1), (2, 5), (6, 7)]


def test_the_score_is_the_highest_chance_among_the_tokens():
    tokens = tokenize("a b c")
    chances = np.array([0.25, 0.75, 0.5], dtype=np.float32)
    (span,) = BIO.to_spans(np.array([1, 2, 2]), chances, tokens, "x")
    assert (span.start, span.end, span.score) == (0, 5, 0.75)


@pytest.mark.parametrize("tags", [BIO, BIOES], ids=TAGGINGS)
def test_what_a_label_has_is_that_of_its_tags(tags):
    likely = np.arange(2 * len(tags), dtype=np.float32).reshape(2, -1)
    found = tags.by_label(likely)
    assert found.shape == (2, 3)
    for number, label in enumerate(LABELS, 1):
        own = [i for i, name in enumerate(tags.names) if name[2:] == label]
        assert found[:, number].tolist() == likely[:, own].sum(axis=1).tolist()
        assert {tags.names[i] for i in tags.inside(np.array([number - 1]))} == {f"I-{label}"}
        assert (1 + np.flatnonzero(tags.spread([1, 2]) == number)).tolist() == own
    assert (found[:, 0] == likely[:, 0]).all()
