from __future__ import annotations

import random

import pytest

from incognote import Document, Span, get_policy
from incognote.assure.attack.missed_names import Mention, agree, guess, oddity, output, price
from incognote.replace.replacement import Context

POLICY = get_policy("all").with_action("surrogate")


def note(number: int, mentions: int = 6) -> Document:
    text, spans = "", []
    for _ in range(mentions):
        spans.append(Span(len(text), len(text) + 13, "PATIENT", entity="1"))
        text += "Maria Delgado was seen. "
    return Document(f"n{number}", text, tuple(spans))


def mention(surface: str, original: bool = False) -> Mention:
    return Mention(("PATIENT", "1"), surface, original)


def test_the_odd_one_out_is_guessed():
    group = [mention("Ana Wu"), mention("Wu"), mention("Maria Delgado", True), mention("A. Wu")]
    scores = [oddity(i, group) for i in range(4)]
    assert scores.index(max(scores)) == 2
    assert max(scores) == pytest.approx(0.75)
    assert guess(group) == (pytest.approx(0.75), 1.0)


def test_of_two_that_differ_either_may_be_real():
    assert guess([mention("Ana Wu"), mention("Maria Delgado", True)])[1] == 0.5
    assert guess([mention("Ana Wu"), mention("Wu"), mention("A.W.")]) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("Maria Delgado", "DELGADO, MARIA", True),
        ("Maria Delgado", "MD", True),
        ("Maria Delgado", "M. Delgado", True),
        ("Maria Delgado", "Stefan Whitlock", False),
    ],
)
def test_agreement(a, b, same):
    assert agree(mention(a), mention(b)) is same


def test_consistent_surrogates_give_a_miss_away_and_varying_ones_do_not():
    docs = [note(i) for i in range(60)]
    kinds = [
        price(docs, POLICY, Context(b"k", vary=vary), miss_rate=0.05, trials=3, seed=1)
        for vary in (0.0, 1.0)
    ]
    consistent, varying = kinds
    assert consistent.leaking == varying.leaking > 20
    assert consistent.chance > 0.9
    assert varying.chance < 0.5
    assert consistent.base == varying.base < 0.3
    assert consistent.corpus_found == 1.0


def test_without_misses_there_is_nothing_to_find():
    found = price([note(1)], POLICY, Context(b"k"), miss_rate=0.0, trials=2, seed=1)
    assert (found.leaking, found.chance, found.base, found.notes_lost) == (0, 0.0, 0.0, 0.0)


def test_the_same_seed_gives_the_same_misses():
    runs = [output(note(1), POLICY, Context(b"k"), random.Random(3), 0.3) for _ in range(2)]
    assert [m.surface for m in runs[0]] == [m.surface for m in runs[1]]
    assert any(m.original for m in runs[0])
    assert not all(m.original for m in runs[0])
