from __future__ import annotations

import random
import re

import pytest

from incognote.io.alignment import align
from incognote.io.placeholders import PLACEHOLDER


def found(text: str, redacted: str) -> list[str] | None:
    between = re.split(r"\[\*\*[^\[\]]*\*\*\]", redacted)
    places = align(text, between)
    if places is None:
        return None
    edges = [0, *(edge for place in places for edge in place), len(text)]
    assert [text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)] == between
    return [text[start:end] for start, end in places]


@pytest.mark.parametrize(
    ("text", "redacted", "expected"),
    [
        ("Seen by Ada Ruiz.", "Seen by [**x**].", ["Ada Ruiz"]),
        # A placeholder is whole words,
        ("an MD and an RN", "an [**x**]n [**x**]", ["MD and a", "RN"]),
        ("Ana Ana na", "[**x**]na[**x**]", ["A", " Ana na"]),
        ("Aan bbAn", "Aa[**x**]b[**x**]", ["n ", "bAn"]),
        ("A Ruiz, B", "[**x**][**x**]", ["A Ruiz", ", B"]),
        # of one line,
        ("Ann\nBo\nCy", "[**x**]\n[**x**]", ["Ann", "Bo\nCy"]),
        ("Ann - Bo\nCy - Di - Ed", "[**x**] - [**x**]\n[**x**]", ["Ann", "Bo", "Cy - Di - Ed"]),
        ("call 1, 2\nor 3, 4", "call [**x**], [**x**], 4", ["1", "2\nor 3"]),
        ("pág. de Ana\nde Luis de Soto", "pág. de [**x**] de [**x**]", ["Ana\nde Luis", "Soto"]),
        # so that as few as can be reach over a line end,
        (
            "A\nB\nC - D\nE - F",
            "[**x**]\n[**x**] - [**x**]",
            ["A", "B\nC - D\nE", "F"],
        ),
        # and as early as that leaves open.
        ("Our Lady of Leeds of York", "[**x**] of [**x**]", ["Our Lady", "Leeds of York"]),
        ("Eva de la O de la Torre", "[**x**] de la [**x**]", ["Eva", "O de la Torre"]),
        # No way at all.
        ("Seen by .", "Seen by [**x**].", None),
        ("Seen by Ada", "Seen at [**x**]", None),
        ("Seen by Ada!", "Seen by [**x**].", None),
        ("a b", "[**x**][**x**] [**x**][**x**]", None),
        ("b a", "[**x**]a[**x**]", None),
        ("aa", "a[**x**]a", None),
    ],
)
def test_what_placeholders_stand_for(text: str, redacted: str, expected: list[str] | None) -> None:
    assert found(text, redacted) == expected


def test_there_is_a_way_wherever_a_note_was_redacted() -> None:
    rng = random.Random(5)
    for _ in range(300):
        parts = [rng.choice(("Ann", "Bo", " ", ", ", "\n", "of ", "of")) for _ in range(12)]
        redacted = ["[**x**]" if rng.random() < 0.4 else part for part in parts]
        if "[**x**]" in redacted:
            places = found("".join(parts), "".join(redacted))
            assert places is not None
            assert len(places) == len(PLACEHOLDER.findall("".join(redacted)))


def test_too_many_ways_are_none() -> None:
    """All of them would take longer than anybody waits."""
    assert found("a " * 9000, "[**x**] " * 40 + "a ") is None
