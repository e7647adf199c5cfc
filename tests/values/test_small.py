"""Values of few letters: ages in words keep their form."""

from random import Random

from incognote.values.small import age_like, number_word


def test_number_word():
    assert [number_word(n) for n in (7, 20, 52, 100, 104)] == [
        "seven",
        "twenty",
        "fifty-two",
        "one hundred",
        "one hundred four",
    ]


def test_the_old_stay_old_in_words_beyond_a_hundred_too():
    words = {number_word(n) for n in range(90, 105)}
    drawn = {age_like("ninety-four", Random(seed)) for seed in range(200)}
    assert drawn == words
