from __future__ import annotations

import random
import re

import pytest

from incognote.document import Document
from incognote.labels import ENGLISH
from incognote.synthesis.grammar import grammar, piece

RULES = sorted(rule for rule in grammar("en") if rule != "labels")


def pieces(rule: str, count: int = 60) -> list[Document]:
    return [piece(random.Random(f"{rule}/{seed}"), rule) for seed in range(count)]


@pytest.mark.parametrize("rule", RULES)
def test_marks_are_exact_trimmed_and_apart(rule: str) -> None:
    for doc in pieces(rule):
        end = 0
        for span in doc.spans:
            surface = doc.text[span.start : span.end]
            assert surface == surface.strip() != ""
            assert "\n" not in surface
            assert span.start >= end
            end = span.end


@pytest.mark.parametrize("rule", RULES)
def test_nothing_of_the_grammar_itself_is_left(rule: str) -> None:
    for doc in pieces(rule):
        assert not re.search(
            r"\{[A-Za-z]\w*(?:\.\w+)?\}|<!|\\[nt]|<[a-z]+(\|[^<>]*)?>(?!.*</)", doc.text
        )


def test_near_misses_hold_no_marks() -> None:
    assert not any(doc.spans for doc in pieces("nearmiss", 300))


def test_the_pieces_hold_every_label() -> None:
    held = {span.label for doc in pieces("piece", 3000) for span in doc.spans}
    assert held == {label.name for label in ENGLISH}


def test_a_person_stays_one_person_within_a_piece() -> None:
    for doc in pieces("letter", 100):
        lasts = [
            doc.text[s.start : s.end].split()[-1].rstrip(".").upper()
            for s in doc.spans
            if (s.label, s.entity) == ("PATIENT", "1")
        ]
        assert all(lasts)
