from __future__ import annotations

import random
import re

import pytest

from incognote.core.document import Document
from incognote.core.labels import TYPES, Label
from incognote.lab.synthesis.grammar import grammar, piece
from incognote.languages.es.scheme import SCHEME as MEDDOCAN

RULES = [
    (lang, rule) for lang in ("en", "es") for rule in sorted(grammar(lang)) if rule != "labels"
]


def pieces(rule: str, count: int = 60, language: str = "en") -> list[Document]:
    return [piece(random.Random(f"{rule}/{seed}"), rule, language) for seed in range(count)]


@pytest.mark.parametrize(("language", "rule"), RULES)
def test_marks_are_exact_trimmed_and_apart(language: str, rule: str) -> None:
    for doc in pieces(rule, language=language):
        end = 0
        for span in doc.spans:
            surface = doc.text[span.start : span.end]
            assert surface == surface.strip() != ""
            assert "\n" not in surface
            assert span.start >= end
            end = span.end


@pytest.mark.parametrize(("language", "rule"), RULES)
def test_nothing_of_the_grammar_itself_is_left(language: str, rule: str) -> None:
    for doc in pieces(rule, language=language):
        assert not re.search(
            r"\{[A-Za-z]\w*(?:\.\w+)?\}|<!|\\[nt]|<[a-z]+(\|[^<>]*)?>(?!.*</)", doc.text
        )


@pytest.mark.parametrize("language", ["en", "es"])
def test_near_misses_hold_no_marks(language: str) -> None:
    assert not any(doc.spans for doc in pieces("nearmiss", 300, language))


@pytest.mark.parametrize(("language", "scheme"), [("en", TYPES), ("es", MEDDOCAN)])
def test_the_pieces_hold_every_label(language: str, scheme: tuple[Label, ...]) -> None:
    held = {span.label for doc in pieces("piece", 4000, language) for span in doc.spans}
    rare = {"IDENTIF_BIOMETRICOS"}  # MEDDOCAN has two in 1,000 documents
    assert held | rare == {label.name for label in scheme} | rare


def test_a_person_stays_one_person_within_a_piece() -> None:
    for doc in pieces("letter", 100):
        lasts = [
            doc.text[s.start : s.end].split()[-1].rstrip(".").upper()
            for s in doc.spans
            if (s.label, s.entity) == ("PATIENT", "1")
        ]
        assert all(lasts)
