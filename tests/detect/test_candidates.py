import random
import re
from string import ascii_lowercase

import pytest
import re2

from incognote.core.language import language_codes
from incognote.detect.protection import load_rows
from incognote.detect.rules import load_rules
from incognote.detect.rules.candidates import Candidates
from incognote.detect.rules.letters import in_few_ranges


@pytest.mark.parametrize("load", [load_rules, load_rows])
@pytest.mark.parametrize("lang", language_codes())
def test_no_row_is_passed_over_where_it_matches(lang, load):
    rules = load(lang)
    patterns = [in_few_ranges(rule.pattern) for rule in rules]
    cases = [re.sub("</?[A-Z_]+>", "", case) for rule in rules for case in rule.cases]
    texts = [text.encode() for text in (*cases, "", "\n".join(cases))]
    told = Candidates(patterns).of(texts)
    options = re2.Options()
    options.log_errors = False
    for pattern, numbers in zip(patterns, told, strict=True):
        assert numbers == sorted(set(numbers))
        compiled = re2.compile(pattern, options)
        assert {i for i, text in enumerate(texts) if compiled.search(text)} <= set(numbers)
    # and most rows are spared
    assert sum(map(len, told)) < len(rules) * len(texts) / 3


@pytest.mark.parametrize(
    "pattern", [r"(?i)\bdr\b", r"(?i)émile", r"(?i)ſtreet", "[A-Z]\\d", "", "^$"]
)
def test_case_and_empty_texts(pattern):
    texts = ["", "DR Dr dr", "ÉMILE", "émile", "Street", "K9", "no"]
    (numbers,) = Candidates([pattern]).of([text.encode() for text in texts])
    assert {i for i, text in enumerate(texts) if re2.search(pattern, text)} <= set(numbers)


WIDE = r"\d".join([r"[^\n]{0,1000}"] * 4)
_LETTERS = random.Random(1)
LONG = ["".join(_LETTERS.choices(ascii_lowercase, k=8)) for _ in range(14_000)]


@pytest.mark.parametrize(
    "patterns",
    [[rf"{WIDE}[{last}x]" for last in "abcd"], ["|".join(LONG), r"(?:ward|\d\d) 7"]],
    ids=["of many states", "of many literals"],
)
def test_what_takes_more_memory_than_a_set_has_is_passed_over_nowhere(patterns):
    """A site's pattern may be that long, and is valid by itself."""
    texts = ["1" * 20 + "x", "no", LONG[-1], "11 7"]
    told = Candidates(patterns).of([text.encode() for text in texts])
    for pattern, numbers in zip(patterns, told, strict=True):
        matched = {i for i, text in enumerate(texts) if re.search(pattern, text)}
        assert matched
        assert matched <= set(numbers)


def test_no_patterns():
    assert Candidates([]).of([b"text"]) == []


def test_patterns_stay_out_of_what_is_printed(capfd):
    """A site's pattern may hold a name."""
    Candidates(["Whitfield", r"\d+"]).of([b"Ada Whitfield", b""])
    assert capfd.readouterr() == ("", "")
