"""What of a note stands in another form of it, and where."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.assure.utility.alignment import align

BEFORE = "Dr. Ada Ruiz saw him on 03/14/2019. No fever. Aspirin 81 mg, then aspirin 325 mg."


def kept(before: str, after: str, what: str, *, last: bool = False) -> str | None:
    """What stands in place of a stretch, None where it changed."""
    at = before.rindex(what) if last else before.index(what)
    place = align(before, after).place_of(at, at + len(what))
    return None if place is None else after[slice(*place)]


@pytest.mark.parametrize(
    ("after", "what", "stands"),
    [
        (BEFORE.replace("Ada Ruiz", "May-Li Chen Ortega"), "Aspirin 81 mg", "Aspirin 81 mg"),
        (BEFORE.replace("81", "810"), "81 mg", None),
        (BEFORE.replace("81", "8.1"), "81 mg", None),
        (BEFORE.replace("81 mg", "81 mcg"), "81 mg", None),
        (BEFORE.replace("No fever", "fever"), "No", None),
        (BEFORE.replace("No fever", "fever"), "fever", "fever"),
        (BEFORE.replace("Aspirin 81 mg, then ", ""), "81 mg", None),
        (BEFORE.replace("Aspirin 81 mg, then ", ""), "325 mg", "325 mg"),
        (BEFORE.upper(), "Aspirin 81 mg", "ASPIRIN 81 MG"),
        (BEFORE.replace(" ", "\n"), "No fever", "No\nfever"),
        (BEFORE.replace("No fever", "No [PATIENT] fever"), "No fever", None),
        ("", "fever", None),
    ],
)
def test_what_changed_is_not_there(after: str, what: str, stands: str | None) -> None:
    assert kept(BEFORE, after, what) == stands


def test_two_values_that_changed_places_are_both_changed() -> None:
    before, after = "A 5 mg, B 10 mg daily", "A 10 mg, B 5 mg daily"
    assert kept(before, after, "A 5 mg") is None
    assert kept(before, after, "B 10 mg") is None


@pytest.mark.parametrize("new", ["05/20/2019", "[DATE]", "20 May 2019", ""])
def test_what_stands_where_a_stretch_stood(new: str) -> None:
    after = BEFORE.replace("03/14/2019", new)
    at = BEFORE.index("03/14/2019")
    start, end = align(BEFORE, after).around(at, at + 10)
    assert after[start:end].strip() == new


def test_words_that_were_put_there_came_from_nowhere() -> None:
    lying = align("fever", "no fever")
    assert not lying.came(0, 2)
    assert lying.came(3, 8)


@given(st.lists(st.sampled_from(["a", "b", "c", "1", "2", ".", "x"]), max_size=30))
def test_a_text_stands_in_itself(words: list[str]) -> None:
    text = " ".join(words)
    lying = align(text, text)
    assert list(lying.image) == [*range(len(words))]


@given(
    st.lists(st.sampled_from(["a", "b", "c", "1", "2", "."]), max_size=25),
    st.lists(st.sampled_from(["a", "b", "c", "1", "2", "."]), max_size=25),
)
def test_only_the_same_words_lie_on_each_other_and_never_cross(a: list[str], b: list[str]) -> None:
    lying = align(" ".join(a), " ".join(b))
    pairs = [(i, j) for i, j in enumerate(lying.image) if j >= 0]
    assert all(a[i] == b[j] and lying.source[j] == i for i, j in pairs)
    images = [j for _, j in pairs]
    assert images == sorted({*images})


def test_a_long_note_takes_seconds() -> None:
    line = "Na {} K 4.{} seen by Dr. {} on the ward, no fever, aspirin {} mg daily. "
    before = "".join(line.format(i, i, "Ada Ruiz", i) for i in range(8000))
    after = "".join(
        line.format(i, i, "May Li Chen" if i % 2 else "[DOCTOR]", i) for i in range(8000)
    )
    begin = time.process_time()
    lying = align(before, after)
    assert time.process_time() - begin < 30
    assert sum(j < 0 for j in lying.image) == 2 * 8000


@pytest.mark.parametrize(
    ("before", "after"),
    [("a " * 50_000, "b " * 50_000), ("a b " * 20_000, "b a c " * 20_000), ("a" * 100_000, "[X]")],
)
def test_texts_that_cannot_be_laid_beside_each_other_end_too(before: str, after: str) -> None:
    begin = time.process_time()
    align(before, after)
    assert time.process_time() - begin < 30
