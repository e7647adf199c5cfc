from __future__ import annotations

import random

from notes import documents

from incognote.lab.synthesis.grammar import piece
from incognote.lab.synthesis.mixing import drop_lines, insert, window


def marked(doc) -> list[tuple[str, str]]:
    return [(s.label, doc.text[s.start : s.end]) for s in doc.spans]


def test_a_window_holds_whole_lines_with_their_marks() -> None:
    doc = documents()[0]
    for seed in range(40):
        new = window(doc, random.Random(seed))
        assert new.text in doc.text
        start = doc.text.index(new.text)
        inside = [s for s in doc.spans if start <= s.start < start + len(new.text)]
        assert marked(new) == [(s.label, doc.text[s.start : s.end]) for s in inside]


def test_dropped_lines_take_their_marks_with_them() -> None:
    doc = documents()[0]
    shorter = 0
    for seed in range(40):
        new = drop_lines(doc, random.Random(seed))
        shorter += len(new.text) < len(doc.text)
        assert set(new.text.splitlines()) <= set(doc.text.splitlines())
        assert set(marked(new)) <= set(marked(doc))
    assert shorter > 20


def test_an_inserted_piece_brings_its_marks_and_keeps_its_people_apart() -> None:
    doc = documents()[0]
    for seed in range(40):
        rng = random.Random(seed)
        extra = piece(rng, "signature", "en")
        new = insert(doc, extra, rng)
        assert sorted(marked(new)) == sorted(marked(doc) + marked(extra))
        people = {s.entity for s in new.spans if s.label == "DOCTOR" and "." in s.entity}
        assert len(people) == len({s.entity for s in extra.spans if s.label == "DOCTOR"})
