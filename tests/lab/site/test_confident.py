"""Only lines in which nothing is in doubt are learned from."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from incognote.core.document import Document, Span
from incognote.lab.site.confident import sure_lines
from incognote.model.decoding import NoteProbabilities
from incognote.model.encoding import tokenize

TEXT = "Name: Ian Holt\nseen by Ruiz\nBP 120/80\nwife Ann\nMoss came\n"


def thinks(doc: Document, **doubtful: float) -> NoteProbabilities:
    """A model that is sure of the note's marks and of all else but the words given."""
    tokens = tokenize(doc.text)
    phi = np.zeros(len(tokens.starts), dtype=np.float32)
    for i, (start, end) in enumerate(zip(tokens.starts, tokens.ends, strict=True)):
        phi[i] = doubtful.get(doc.text[start:end], 0.01)
    return NoteProbabilities(tokens, np.stack([1 - phi, phi], axis=1), ("PATIENT",))


def marked(*words: tuple[str, float]) -> Document:
    spans = [Span(i := TEXT.index(w), i + len(w), "PATIENT", score) for w, score in words]
    return Document("a", TEXT, tuple(sorted(spans)))


def test_a_line_with_a_doubt_is_left_out():
    doc = marked(("Ian Holt", 0.99), ("Ann\nMoss", 0.97))
    sure = sure_lines(doc, thinks(doc, Ruiz=0.4))
    assert sure is not None
    assert sure.text == "Name: Ian Holt\nBP 120/80\nwife Ann\nMoss came\n"
    assert [sure.text[s.start : s.end] for s in sure.spans] == ["Ian Holt", "Ann\nMoss"]


def test_a_mark_stays_or_goes_whole():
    doc = marked(("Ian Holt", 0.99), ("Ann\nMoss", 0.97))
    sure = sure_lines(doc, thinks(doc, came=0.5))
    assert sure is not None
    assert sure.text == "Name: Ian Holt\nseen by Ruiz\nBP 120/80\n"
    unsure = marked(("Ian Holt", 0.99), ("Ann\nMoss", 0.6))
    again = sure_lines(unsure, thinks(unsure))
    assert again is not None
    assert again.text == sure.text


def test_a_note_that_teaches_nothing_is_none():
    bare = marked()
    assert sure_lines(bare, thinks(bare)) is None
    doubted = marked(("Ian Holt", 0.5))
    assert sure_lines(doubted, thinks(doubted)) is None


@given(st.lists(st.sampled_from(["Ann", "BP", "\n", "\r\n", "Moss", " "]), min_size=1), st.data())
def test_what_is_kept_stands_in_the_note(words, data):
    text = " ".join(words)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    spans = [
        Span(a, b, "PATIENT", data.draw(st.sampled_from([0.5, 0.95])))
        for a, b in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    doc = Document("a", text, tuple(spans))
    sure = sure_lines(doc, thinks(doc, Moss=0.5))
    if sure is None:
        return
    lines = text.splitlines(keepends=True)
    kept = iter(lines)
    assert all(line in kept for line in sure.text.splitlines(keepends=True))
    surfaces = [text[s.start : s.end] for s in spans if s.score > 0.9]
    found = iter(surfaces)
    assert all(sure.text[s.start : s.end] in found for s in sure.spans)
