"""Notes are picked for what the model doubts, each kind once, the same whatever the order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import ConfigError, InputError
from incognote.core.pipeline import Pipeline
from incognote.lab.site.pick import find_doubts, pick
from incognote.model.decoding import NoteProbabilities
from incognote.model.encoding import tokenize
from incognote.replace.policy import get_policy

ALL = get_policy("all")


class Model:
    """Takes every word for a name with the chance that its last digits say: `Ada40` with 0.40."""

    labels = frozenset({"PATIENT"})

    def probabilities(self, docs: Sequence[Document]) -> list[NoteProbabilities]:
        found = []
        for doc in docs:
            tokens = tokenize(doc.text)
            surfaces = [doc.text[a:b] for a, b in zip(tokens.starts, tokens.ends, strict=True)]
            phi = np.array([int(s[-2:]) / 100 if s[-2:].isdigit() else 0.0 for s in surfaces])
            found.append(NoteProbabilities(tokens, np.stack([1 - phi, phi], axis=1), ("PATIENT",)))
        return found

    def detect(self, docs: Sequence[Document]) -> list[list[Span]]:
        rows = []
        for note in self.probabilities(docs):
            phi = note.probabilities[:, 1]
            rows.append(
                [
                    Span(int(a), int(b), "PATIENT", float(p), "neural")
                    for a, b, p in zip(note.tokens.starts, note.tokens.ends, phi, strict=True)
                    if p >= 0.5
                ]
            )
        return rows


PIPELINE = Pipeline([Model()])


def chosen(texts: dict[str, str], budget: int, labelled: Sequence[Document] = ()) -> list[str]:
    docs = [Document(id, text) for id, text in texts.items()]
    picks = pick(docs, PIPELINE, ALL, budget=budget, lang="en", labelled=labelled)
    return [found.id for found in picks]


def test_doubt_is_the_chance_to_be_wrong() -> None:
    (doubt,) = find_doubts([Document("a", "to x40 and x80 and x04 end")], PIPELINE, ALL)
    assert doubt.total == pytest.approx(0.4 + 0.2)
    assert [span.start for span in doubt.found.spans] == [12]


def test_the_most_doubtful_come_first() -> None:
    texts = {"a": "to x10 now", "b": "to y45 now", "c": "to z30 now", "d": "all is well"}
    assert chosen(texts, 3) == ["b", "c", "a"]


def test_what_is_like_a_picked_note_is_worth_less() -> None:
    texts = {"a": "to x45 now", "b": "to x44 now", "c": "to y20 now"}
    assert chosen(texts, 2) == ["a", "c"]
    labelled = [Document("l", "to x49 or to x48 now")]
    assert chosen(texts, 1, labelled) == ["c"]


def test_suspicious_notes_come_before_others_that_are_sure() -> None:
    texts = {"a": "all is well", "b": "all is well with Ondrej 48213", "c": "all is well"}
    assert chosen(texts, 1) == ["b"]


def test_any_order_gives_the_same_and_labelled_notes_are_left_aside() -> None:
    texts = {f"n{i}": f"{['to', 'by', 'at'][i % 3]} x{10 + 7 * i % 40} now" for i in range(12)}
    backwards = dict(reversed(texts.items()))
    assert chosen(texts, 5) == chosen(backwards, 5)
    first = chosen(texts, 1)
    assert first[0] not in chosen(texts, 11, [Document(first[0], texts[first[0]])])


def test_each_pick_is_the_best_there_is() -> None:
    texts = {f"n{i}": f"to x{11 + i} by y{49 - 3 * i} at {'ab'[i % 2]}{20 + i}" for i in range(9)}
    docs = [Document(id, text) for id, text in texts.items()]
    for budget in range(1, 9):
        first = pick(docs, PIPELINE, ALL, budget=budget, lang="en")
        worth = [found.worth for found in first]
        assert worth == sorted(worth, reverse=True)
        assert len(first) == budget


def test_what_cannot_be_is_told() -> None:
    with pytest.raises(ConfigError, match="at least 1 note"):
        chosen({"a": "x"}, 0)
    with pytest.raises(InputError, match="same id"):
        pick([Document("a", "x"), Document("a", "y")], PIPELINE, ALL, budget=1, lang="en")
    with pytest.raises(InputError, match="all are labelled"):
        chosen({"a": "x"}, 1, [Document("a", "x")])
    with pytest.raises(ConfigError, match="one model"):
        pick([Document("a", "x")], Pipeline([]), ALL, budget=1, lang="en")
