"""Patterns are made from surfaces, and match what they were made from and its like."""

from __future__ import annotations

import pytest
import re2
from hypothesis import given
from hypothesis import strategies as st

from incognote.lab.site import shapes


def matches(pattern: str, text: str) -> bool:
    return re2.compile(f"(?m){pattern}").fullmatch(text) is not None


@pytest.mark.parametrize(
    ("surface", "like", "unlike"),
    [
        ("4610200", ["1234567"], ["123456", "12345678", "A234567"]),
        ("AB-1234", ["AB-9999", "XY-0001"], ["ABC-1234", "AB1234"]),
        ("Bay 3", ["Bay 9", "Sun 4"], ["Bay 31", "bay 3"]),
        ("Quillon", ["Vantry"], ["vantry", "4"]),
        ("Édouard", ["Álvaro"], ["álvaro"]),
    ],
)
def test_shapes_take_what_is_like_the_surface(
    surface: str, like: list[str], unlike: list[str]
) -> None:
    narrow = shapes.shapes(surface)[:-1] or shapes.shapes(surface)
    assert all(matches(shape, surface) for shape in shapes.shapes(surface))
    exact = shapes.shapes(surface)[1 if surface in ("AB-1234", "Bay 3") else 0]
    assert all(matches(exact, text) for text in like)
    assert not any(matches(shape, text) for shape in narrow for text in unlike)


def test_words_that_stand_with_a_number_may_stay() -> None:
    assert shapes.shapes("Bay 3")[0] == r"Bay +\d"


def test_peers_of_the_same_kind_widen_lengths() -> None:
    assert shapes.shapes("12345", ["1234567", "AB1", "123"])[-1] == r"\d{3,7}"


def test_several_capitalised_words_may_be_more_or_fewer() -> None:
    widest = shapes.shapes("Birch Suite")[-1]
    assert matches(widest, "Quillon")
    assert matches(widest, "O'Hara West Wing")
    assert not matches(widest, "Birch suite")


def test_a_mark_over_lines_has_no_shape() -> None:
    assert shapes.shapes("Birch\nSuite") == []


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1))
def test_every_shape_is_valid_and_takes_its_surface(surface: str) -> None:
    for shape in shapes.shapes(surface):
        compiled = re2.compile(shape)
        # Decimals of other scripts and letters without case are no \d and no \p{Lu} or \p{Ll}.
        if surface.isascii():
            assert compiled.fullmatch(surface)


@pytest.mark.parametrize(
    ("text", "context"),
    [
        ("|4610200", r"\A\s*"),
        ("Ward list\n |4610200", r"\A(?:[^\n]*\n){1}[ \t]*"),
        ("a\nb\nc\nd\n|4610200", shapes.LINE_START),
        ("note\n MRN (old):  |4610200", r"^[ \t]*MRN[ \t]+\(old\):[ \t]*"),
        ("a\nb\nc\nd\nthen he was moved to |Quillon", shapes.WORD_START + r"to[ \t]+"),
        ("a\nb\nc\nd\nthen in bay 4 bed |3", shapes.WORD_START + r"\d+[ \t]+bed[ \t]+"),
    ],
)
def test_contexts_say_where_a_mark_stands(text: str, context: str) -> None:
    before, _, after = text.partition("|")
    found = list(shapes.contexts(before + after, len(before)))
    assert context in found
    assert found[-1] == ""
    for pattern in found[:-1]:
        search = re2.compile(f"(?m)(?:{pattern})({after})").search(before + after)
        assert search.start(1) == len(before)


def test_a_form_feed_before_a_mark_is_found_as_such() -> None:
    text = "page 2\x0cSeen by\x0c Ruiz"
    for context in shapes.contexts(text, text.index("Ruiz")):
        assert re2.compile(f"(?m)(?:{context})Ruiz").search(text), context


def test_what_says_too_little_may_not_stand() -> None:
    after_to = shapes.WORD_START + r"to[ \t]+"
    assert not shapes.may_stand("Quillon", "[A-Z][a-z]+", after_to)
    assert not shapes.may_stand("Quillon", "[A-Z][a-z]+", "")
    assert not shapes.may_stand("42", r"\d{2}", shapes.LINE_START)
    assert shapes.may_stand("42", r"\d{2}", after_to)
    assert shapes.may_stand("4610200", r"\d{7}", "")
    assert shapes.may_stand("Bay 3", r"Bay +\d", "")
    assert shapes.may_stand("Quillon", "[A-Z][a-z]+", r"^[ \t]*Ward:[ \t]*")
