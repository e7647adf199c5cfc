import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.model.encoding import SENTENCE_ENDS, TOKENIZERS, cut_sentences, cut_windows, tokenize

texts = st.text(
    st.sampled_from("aB1 2.\n\t\u0301ñ中é-_:\r\x00\U0001f600²Ⅳ\u200d\u05d0")
    | st.characters(codec="utf-8")
)


def surfaces(text):
    tokens = tokenize(text)
    return [text[s:e] for s, e in zip(tokens.starts, tokens.ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("50mg", ["50", "mg"]),
        ("28640913T", ["28640913", "T"]),
        ("O'Neil-Ruiz", ["O", "'", "Neil", "-", "Ruiz"]),
        ("Mun\u0303oz, \U0001f600x", ["Mun\u0303oz", ",", "\U0001f600", "x"]),
        ("a_b", ["a", "_", "b"]),
        (" \n\t", []),
        ("", []),
    ],
)
def test_tokens(text, expected):
    assert surfaces(text) == expected


def test_tokens_of_papers_002():
    text = "Mr. SamLee is a 70yo man"
    tokens = tokenize(text, TOKENIZERS["ahmed2020"])
    found = [text[s:e] for s, e in zip(tokens.starts, tokens.ends, strict=True)]
    assert found == ["Mr.", "Sam", "Lee", "is", "a", "70", "yo", "man"]


def test_sentences():
    text = "Seen by Dr. Ruiz. Pain 5/10\n\nName: J. Moss\nno fever. all well!"
    tokens = tokenize(text)
    sizes = np.ones(len(tokens), np.int32)
    limits = {"tokens": 9, "pieces": 99, "overlap": 2}
    windows = cut_sentences(text, tokens, sizes, SENTENCE_ENDS["ahmed2020"], **limits)
    plain = cut_sentences(text, tokens, sizes, SENTENCE_ENDS["plain"], **limits)
    assert len(plain) == len(windows) + 1  # it knows no titles
    found = [text[tokens.starts[w.start] : tokens.ends[w.end - 1]] for w in windows]
    assert found[:2] == ["Seen by Dr. Ruiz.", "Pain 5/10"]
    assert [w.keep_start for w in windows[1:]] == [w.keep_end for w in windows[:-1]]
    assert windows[-1].keep_end == len(tokens)
    assert cut_sentences("", tokenize(""), sizes[:0], SENTENCE_ENDS["plain"], **limits) == []


@given(texts, st.sampled_from(sorted(TOKENIZERS)))
def test_tokens_hold_every_character_that_is_not_blank(text, name):
    tokens = tokenize(text, TOKENIZERS[name])
    left = list(text)
    for start, end in zip(tokens.starts, tokens.ends, strict=True):
        assert start < end
        left[start:end] = " " * (end - start)
    assert not "".join(left).strip()
    assert (tokens.ends[:-1] <= tokens.starts[1:]).all()


@given(
    st.lists(st.integers(1, 9), max_size=60).map(lambda x: np.array(x, dtype=np.int32)),
    st.integers(1, 20),
    st.integers(9, 30),
    st.integers(0, 10),
)
def test_windows_keep_every_token_once_and_stay_within_their_size(sizes, most, pieces, overlap):
    windows = cut_windows(sizes, tokens=most, pieces=pieces, overlap=overlap)
    kept = [t for w in windows for t in range(w.keep_start, w.keep_end)]
    assert kept == list(range(len(sizes)))
    for w in windows:
        assert w.start <= w.keep_start <= w.keep_end <= w.end
        assert w.end - w.start <= most
        assert sizes[w.start : w.end].sum() <= pieces


def test_a_token_that_windows_share_goes_to_the_one_that_sees_more_around_it():
    first, second = cut_windows(np.ones(10, np.int32), tokens=8, pieces=99, overlap=4)
    assert first == (0, 8, 0, 6)
    assert second == (4, 10, 6, 10)


def test_one_word_of_a_million_letters_is_one_token():
    assert surfaces("a\u0301" * 500_000) == ["a\u0301" * 500_000]
