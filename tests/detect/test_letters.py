import unicodedata

import pytest
import re2

from incognote.core.document import Document
from incognote.core.errors import ConfigError
from incognote.detect import rules as of_rules
from incognote.detect.protection import load_rows
from incognote.detect.rules import Rule, RuleDetector, load_rules
from incognote.detect.rules.letters import in_few_ranges


def characters(category, *, below=0x1F000):
    every = (chr(code) for code in range(below) if not 0xD800 <= code < 0xE000)
    return [char for char in every if unicodedata.category(char).startswith(category)]


@pytest.mark.parametrize("named", [r"\pL", r"\p{L}", r"[\d\pL]"])
def test_every_letter_of_unicode_is_one(named):
    found = re2.compile(in_few_ranges(named)).fullmatch
    assert not [char for char in characters("L", below=0x2000) if not found(char)]
    # What is left out beyond is no letter of words: signs of mathematics, raised letters.
    left_out = [char for char in characters("L") if not found(char)]
    assert not [char for char in left_out if 0x2C00 <= ord(char) < 0xFB00 and ord(char) > 0x3040]
    assert not [char for char in map(chr, range(128)) if found(char) and not char.isalnum()]
    assert all(found(char) for char in "々ー𠮷")
    # What word processors write as a bullet stands in an area for private use.
    assert not any(found(char) for char in "–—“”‘’•…×÷¿¡«»°€™₂★、。☺😀\uf0b7\uf0a7\u200b\ufeff")


@pytest.mark.parametrize(("named", "category"), [(r"\p{Lu}", "Lu"), (r"\p{Ll}", "Ll")])
def test_capital_and_small_letters_of_latin_greek_and_cyrillic(named, category):
    found = re2.compile(in_few_ranges(named)).fullmatch
    words = "".join(characters(category, below=0x250))
    words += "".join(char for char in characters(category, below=0x588) if char >= "А")
    other = "ΆΈΑΩԱẀỸ" if category == "Lu" else "άέαωΐաẁỹﬁﬂﬃ"
    assert not [char for char in words + other if not found(char)]
    # Beyond, capital and small letters alternate, and both count as either.
    for char in map(chr, range(0x100)):
        assert bool(found(char)) == (unicodedata.category(char) == category), char


@pytest.mark.parametrize(
    ("pattern", "matches", "not_these"),
    [
        (r"\pL+", "Ngũgĩ", "a b"),
        (r"[^\pL]", "-", "ž"),
        (r"[\pL'’-]{2,}", "O’Neil-Łapiński", "O Neil"),
        (r"[[\pL]+", "[a", "]"),
        (r"[]\pL]+", "]é", "["),
        (r"[(\[\pL]+\]", "[é]", "[-]"),
        (r"[([]\pL", "[é", "[-"),
        (r"[[:digit:]\pL]+", "4é", "-"),
        (r"[-\pL]+", "-é", "4"),
        (r"[\d-\pL]+", "4-é", "."),
        (r"[a\-\pL]+", "a-é", "\\"),
        (r"\\pL", r"\pL", r"\é"),
        (r"\Q[\E\pL", "[é", "[-"),
        (r"(?i)\p{Lu}", "é", "-"),
        (r"\PL", "-", "é"),
        (r"\p{Greek}", "α", "a"),
    ],
)
def test_a_pattern_means_what_it_says(pattern, matches, not_these):
    new = re2.compile(in_few_ranges(pattern))
    for text in (matches, not_these):
        assert bool(new.fullmatch(text)) == bool(re2.fullmatch(pattern, text))
    assert new.fullmatch(matches)


@pytest.mark.parametrize("pattern", [r"[+-\pL]", r"[ -\p{Lu}]+", r"[^--\pN]"])
def test_letters_are_no_end_of_a_range(pattern):
    with pytest.raises(ConfigError, match="not valid RE2"):
        RuleDetector([Rule("site", "MRN", pattern)])


def test_ligatures_and_bullets_as_they_are_pasted():
    rules = [
        Rule("name", "DOCTOR", r"Dr\. (?P<phi>\p{Lu}\p{Ll}+)"),
        Rule("number", "MRN", r"(?:^|[^\pL])MRN (?P<phi>\d+)(?:[^\pL]|$)"),
    ]
    text = "\uf0b7MRN 4411\uf0b7Dr. Griﬃth"
    found = RuleDetector(rules).detect([Document("a", text)])[0]
    assert [text[span.start : span.end] for span in found] == ["4411", "Griﬃth"]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_no_row_takes_much_memory(lang):
    """An instruction takes 16 bytes, and as much again when the pattern is read backwards."""
    for rows in (load_rules(lang), load_rows(lang)):
        for row in map(of_rules._compile, rows):
            sizes = [p.programsize for p in (row.pattern, row.before, row.after) if p is not None]
            assert sum(sizes) < 10_000, row.rule.name
