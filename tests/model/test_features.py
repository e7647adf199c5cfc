import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, normalizers, pre_tokenizers, processors
from tokenizers.models import WordPiece

from incognote.core.document import Document, Span
from incognote.model.encoding import Window
from incognote.model.features import FEATURES, Encoder, EncoderSettings, hint_key
from incognote.model.surfaces import normalize

ALPHABET = "abcdefghijklmnopqrstuvwxyzABC0123456789"


def encoder(**settings):
    vocabulary = {"[PAD]": 0, "[UNK]": 1, "dr": 2, "0000": 3, "munoz": 4}
    return Encoder(EncoderSettings(**settings), vocabulary=vocabulary, alphabet=ALPHABET)


def arrays(coder, text, spans=()):
    note = coder.encode(Document("n", text, tuple(spans)))
    size = len(note.tokens)
    return coder.arrays([(note, Window(0, size, 0, size))])


def column(text, name):
    return arrays(encoder(features=(name,)), text)["features"][0, :, 0].tolist()


def test_words_are_numbered_by_their_normal_form_or_the_one_without_accents():
    assert arrays(encoder(), "DR 1987 Muñoz Zeta")["words"].tolist() == [[2, 3, 4, 1]]
    assert normalize("ＡＢ12") == "ab00"


def test_characters_are_shared_by_equal_surfaces_and_clipped_at_the_middle():
    got = arrays(encoder(characters=4), "ab ba ab abcdefgh")
    per_token = got["characters"][got["surfaces"][0]]
    assert got["character_lengths"][got["surfaces"][0]].tolist() == [2, 2, 2, 4]
    assert per_token[3].tolist() == [2, 3, 4, 9]
    assert len(got["characters"]) == 3


def test_casing():
    assert column("12 , A a ab AB Ab aB", "casing") == [1, 2, 3, 4, 5, 6, 7, 8]


def test_space_before():
    assert column("a b,  c\td\ne\r\n\r\nf", "space") == [6, 2, 1, 3, 4, 5, 6]


def test_field():
    # line without a colon; label; colon; value near and far
    assert column("a\nb : c d e f g h", "field") == [1, 2, 2, 3, 3, 3, 3, 4, 4]


def test_line_casing():
    assert column("TWO WORDS\nall small letters\nOne Two", "line_casing") == [2, 2, 3, 3, 3, 1, 1]


def test_how_much_of_a_note_is_a_form():
    """Lines with a colon within five tokens count; of further colons in a line none does."""
    assert column("a: b: c", "form") == [2, 2, 2, 2, 2]
    assert set(column("a b c d: e\nf g h i j: k", "form")) == {2}
    assert set(column("no line has one", "form")) == {1}
    assert set(column("a: 1\n" * 3, "form")) == {4}
    assert set(column("a: 1\n" * 25, "form")) == {8}


def test_how_far_into_a_note_a_token_stands():
    found = column("a " * 1100, "depth")
    assert found[0] == found[15] == 1
    assert [found[i] for i in (16, 32, 64, 128, 256, 512, 1024)] == [2, 3, 4, 5, 6, 7, 8]


def test_numbers_that_may_be_years_are_told_from_others():
    year, other, leading = column("1987 8712 03", "number")
    assert len({year, other, leading}) == 3


@given(st.text(st.sampled_from("aB1 ²Ⅳ٣.\n\t:-ñ中\r\x00") | st.characters(codec="utf-8")))
def test_every_value_is_within_its_range(text):
    coder = encoder(features=tuple(FEATURES))
    note = coder.encode(Document("n", text))
    for window in note.windows:
        found = coder.arrays([(note, window)])["features"]
        for i, name in enumerate(coder.settings.features):
            assert 1 <= found[..., i].min() <= found[..., i].max() < FEATURES[name]


def test_hints_say_which_label_begins_or_goes_on_with_which_score():
    keys = ("lexicon?/CITY", "rules/DATE")
    spans = [
        Span(3, 10, "DATE", 0.75, "rules/day-month"),
        Span(11, 16, "CITY", 0.25, "lexicon/places"),
        Span(0, 2, "STREET", 0.9, "rules/x"),
    ]
    assert [hint_key(s) for s in spans] == ["rules/DATE", "lexicon?/CITY", "rules/STREET"]
    found = arrays(encoder(hints=keys), "on 3 March Leeds", spans)["hints"][0]
    assert found.tolist() == [
        [0, 0, 0, 0],
        [0, 0, 0.75, 0],
        [0, 0, 0, 0.75],
        [0.25, 0, 0, 0],
    ]


def test_an_excerpt_has_its_tokens_as_they_stand_in_the_whole():
    hint = Span(14, 20, "DOCTOR", 0.9, "rules/x")
    coder = encoder(hints=(hint_key(hint),), window=4, overlap=1)
    text = "MRN: 12\nseen: Munoz ok\n\nagain and again"
    note = coder.encode(Document("n", text, (hint,)))
    kept = np.array([token in (0, 4, 5, 6, 7, 9) for token in range(len(note.tokens))])
    some = coder.excerpt(text, note, kept)
    assert [(w.start, w.end) for w in some.windows] == [(0, 4), (3, 6)]
    whole = arrays(coder, text, (hint,))
    size = len(some.tokens)
    own = coder.arrays([(some, Window(0, size, 0, size))])
    for name in ("features", "hints", "words"):
        np.testing.assert_array_equal(own[name][0], whole[name][0][kept])
    assert own["hints"].any()
    assert len(coder.excerpt(text, note, np.zeros(len(kept), bool)).windows) == 0
    same = coder.excerpt(text, note, np.ones(len(kept), bool))
    assert same.windows == note.windows


def test_windows_are_padded_with_zeros():
    coder = encoder(window=4, overlap=2)
    note = coder.encode(Document("n", "a b c d e"))
    assert [w.end - w.start for w in note.windows] == [4, 3]
    got = coder.arrays([(note, w) for w in note.windows])
    assert got["lengths"].tolist() == [4, 3]
    assert got["words"][1, 3] == 0
    assert not got["features"][1, 3].any()


def test_the_table_of_surfaces_is_emptied_when_it_is_full(monkeypatch):
    coder = encoder()
    monkeypatch.setattr(coder, "MAX_ROWS", 3)
    before = arrays(coder, "one two three four dr")
    coder.start()
    assert len(coder._surfaces) == 0
    after = arrays(coder, "one two three four dr")
    assert all(np.array_equal(before[k], after[k]) for k in before)


def word_pieces():
    vocab = {
        p: i for i, p in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "ru", "##iz", "a", "##a"])
    }
    tokenizer = Tokenizer(WordPiece(vocab, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return tokenizer


def test_word_pieces_know_where_each_word_begins_and_windows_never_cut_one():
    settings = EncoderSettings(words=False, characters=0, pieces=6, window=9, overlap=1)
    coder = Encoder(settings, pieces=word_pieces())
    note = coder.encode(Document("n", "Ruiz a RUIZ\x00 a"))
    assert [w[:2] for w in note.windows] == [(0, 2), (1, 4), (3, 5)]
    got = coder.arrays([(note, w) for w in note.windows[:2]])
    assert got["pieces"].tolist() == [[2, 4, 5, 6, 3, 0], [2, 6, 4, 5, 1, 3]]
    assert got["pieces_mask"].tolist() == [[1, 1, 1, 1, 1, 0], [1] * 6]
    assert got["first_pieces"][0, :2].tolist() == [1, 3]
    assert got["first_pieces"][1].tolist() == [1, 2, 4]
    assert set(got) == {
        "lengths", "features", "pieces", "pieces_mask", "first_pieces", "piece_tokens"
    }  # fmt: skip
    # Special pieces and padding belong to no token: one past the longest window's last.
    assert got["piece_tokens"].tolist()[1] == [3, 0, 1, 1, 2, 3]


def test_a_word_of_countless_pieces_is_clipped_and_still_has_its_place():
    settings = EncoderSettings(words=False, characters=0, pieces=8)
    coder = Encoder(settings, pieces=word_pieces())
    note = coder.encode(Document("n", "a" * 5000 + " ruiz"))
    assert len(note.windows) == 2
    assert note.windows[-1].keep_end == 2


@pytest.mark.parametrize("text", ["", " \n "])
def test_an_empty_note_has_no_windows(text):
    assert encoder().encode(Document("n", text)).windows == ()
