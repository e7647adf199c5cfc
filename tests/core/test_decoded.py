"""A decoded text finds its way back to the characters that were read."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.core.decoded import decode, readable
from incognote.core.document import Document, Span
from incognote.core.escapes import FORMS

PIECES = st.sampled_from(
    [raw for form in FORMS for raw, _ in form.cases] + list(" \nñe\u0301-=&;\\")
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)


@given(TEXTS)
def test_plain_characters_stand_for_themselves(text):
    decoded = decode(text)
    for i, char in enumerate(decoded.text):
        start, end = decoded.to_original(i, i + 1)
        assert 0 <= start < end <= len(text)
        if end - start == 1 and text[start].isascii() and text[start].isalnum():
            assert text[start] == char


@given(TEXTS, st.data())
def test_a_stretch_goes_back_to_one_that_holds_all_of_it(text, data):
    decoded = decode(text)
    if not decoded.text:
        return
    start = data.draw(st.integers(0, len(decoded.text) - 1))
    end = data.draw(st.integers(start + 1, len(decoded.text)))
    back = decoded.to_original(start, end)
    first, past = decoded.from_original(*back)
    assert first <= start
    assert past >= end
    assert decoded.to_original(first, past) == back


@given(TEXTS, st.data())
def test_disjoint_marks_come_back_disjoint_and_cover_as_much(text, data):
    decoded = decode(text)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(decoded.text)), max_size=8)))
    spans = [Span(a, b, "DATE") for a, b in itertools.pairwise(cuts)]
    found = list(decoded.disjoint_originals(spans))
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))
    covered = {i for span in found for i in range(span.start, span.end)}
    for span in spans:
        assert set(range(*decoded.to_original(span.start, span.end))) <= covered


@given(TEXTS, st.data())
def test_a_readable_note_has_the_same_marks_in_the_same_order(text, data):
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=8)))
    labels = iter("ABCDEFGH")
    spans = [Span(a, b, next(labels)) for a, b in itertools.pairwise(cuts)]
    _, read = readable(Document("a", text, tuple(spans)))
    assert [span.label for span in read.spans] == [span.label for span in spans]


def test_a_mark_takes_the_whole_of_an_escape_that_it_touches():
    decoded = decode("\\X4A6F\\an")
    assert decoded.text == "Joan"
    assert decoded.to_original(1, 4) == (0, 9)


def test_two_marks_within_one_escape_leave_the_note_as_it_was_read():
    doc = Document("a", "\\X4A6F\\", (Span(0, 3, "A"), Span(3, 7, "B")))
    assert readable(doc)[1] is doc


@pytest.mark.parametrize("text", ["", "\u200b", "Maria\ud800Muñoz"])
def test_texts_without_anything_to_read(text):
    if "\ud800" in text:
        with pytest.raises(UnicodeEncodeError):
            decode(text)
    else:
        assert decode(text).text == ""


@pytest.mark.parametrize("sign", ["?", "??", "\ufffd", "\ufffd\ufffd", "\xa4"])
@pytest.mark.parametrize(("left", "right"), [("Delgado", "pain"), ("Crist", "bal")])
def test_what_may_be_a_name_or_two_words_goes_whole(left, right, sign):
    whole = f"{left}{sign}{right}"
    note = decode(f"by {whole} today")
    assert note.text == f"by {left} {right} today"
    for word in (left, right):
        at = note.text.index(word)
        assert note.to_original(at, at + len(word)) == (3, 3 + len(whole))
