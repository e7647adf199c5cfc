"""Names of which a detector found half."""

from __future__ import annotations

import pytest

from incognote.core.document import Span
from incognote.detect.half_names import whole_names
from incognote.detect.lexicon.lists import load_lexicon


@pytest.mark.parametrize(
    ("text", "given", "whole"),
    [
        ("told Margaret\nThornbury so", "Margaret", "Margaret\nThornbury"),
        ("told Margaret \r\n    Quorndon was well", "Margaret", "Margaret \r\n    Quorndon"),
        ("told Margaret\nQuorndon\n", "Margaret", None),
        ("told Margaret\nStable today", "Margaret", None),
        ("told Margaret\n\nThornbury", "Margaret", None),
        ("told Will\nThornbury so", "Will", None),
        ("told Margaret\nREJ 75", "Margaret", None),
    ],
)
def test_a_given_name_at_the_end_of_a_line(text, given, whole):
    start = text.index(given)
    span = Span(start, start + len(given), "PATIENT", 0.9, "neural")
    found = list(whole_names(text, [span], load_lexicon("en")))
    assert [text[s.start : s.end] for s in found] == ([whole] if whole else [])
