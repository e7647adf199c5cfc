"""What of a note stands in another form of it, and where."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.assure.utility.alignment import Alignment, align
from timing import in_line

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


def test_the_work_grows_in_line_with_the_note() -> None:
    line = "Na {} K 4.{} seen by Dr. {} on the ward, no fever, aspirin {} mg daily. "

    def work(lines: int) -> Callable[[], Alignment]:
        names = ["May Li Chen" if i % 2 else "[DOCTOR]" for i in range(lines)]
        before = "".join(line.format(i, i, "Ada Ruiz", i) for i in range(lines))
        after = "".join(line.format(i, i, name, i) for i, name in enumerate(names))
        return partial(align, before, after)

    assert sum(j < 0 for j in work(8000)().image) == 2 * 8000
    assert in_line(work, 500)


@pytest.mark.parametrize(
    ("before", "after"), [("a ", "b "), ("a b ", "b a c "), ("a", "")], ids=("one", "two", "none")
)
def test_texts_that_cannot_be_laid_beside_each_other_end_too(before: str, after: str) -> None:
    assert in_line(lambda size: partial(align, before * size, after * size or "[X]"), 2_500)
