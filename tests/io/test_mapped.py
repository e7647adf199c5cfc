"""New texts find their way back to where the old ones stood."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.core.errors import NoteError
from incognote.io.format import Edited
from incognote.io.mapped import Mapped, applied, edits
from timing import in_line

WORDS = st.lists(st.sampled_from(["Ada", "Ruiz", " ", "\n", "\t", ":", "[", "DATE", "]", ","]))


def put(old: str, new: str) -> str:
    """The old text with the edits between it and the new one."""
    pieces, at = [], 0
    for start, end, text in edits(old, new):
        assert start >= at
        pieces += [old[at:start], text]
        at = end
    return "".join([*pieces, old[at:]])


@given(WORDS, WORDS)
def test_the_old_text_with_the_edits_is_the_new_one(old: list[str], new: list[str]) -> None:
    assert put("".join(old), "".join(new)) == "".join(new)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("by Ada Ruiz.", "by [DOCTOR].", ["Ada Ruiz"]),
        ("Ada Ruiz\t3/14\tBo", "[DOCTOR]\t[DATE]\t[PATIENT]", ["Ada Ruiz", "3/14", "Bo"]),
        ("Name: Ada\nBorn: 3/14\n", "Name: [X]\nBorn: [DATE]\n", ["Ada", "3/14"]),
        ("on 2019-03-14", "on 2019", ["-03-14"]),
        ("Ada\nRuiz went", "[X] went", ["Ada\nRuiz"]),
        ("Anna", "Ann", ["Anna"]),
        ("Ada's husband Bo", "[X] husband [Y]", ["Ada's", "Bo"]),
        ("same", "same", []),
    ],
)
def test_edits_are_as_short_as_marks(old: str, new: str, found: list[str]) -> None:
    assert [old[start:end] for start, end, _ in edits(old, new)] == found


def test_edits_that_are_known_are_taken() -> None:
    old = "Ada\tBo\nCy Lee\t5"
    new = Edited("[X]\n[Y]\t5", [(0, 6, "[X]"), (7, 13, "[Y]")])
    assert [old[start:end] for start, end, _ in edits(old, new)] == ["Ada\tBo", "Cy Lee"]
    other = "Ada\nCy Lee\t5"  # they are of another text
    assert [other[start:end] for start, end, _ in edits(other, new)] == ["Ada", "Cy Lee"]


def test_a_long_text_takes_no_long_time() -> None:
    def work(rows: int) -> Callable[[], None]:
        rng = random.Random(1)
        names = ["Ada", "Bo", "Cy Lee", "Di"]
        row = "Name: {}\tDose: 5 mg\tSeen by {}\n"
        old = "".join(row.format(rng.choice(names), rng.choice(names)) for _ in range(rows))
        new = old
        for name in names:
            new = new.replace(name, "[X]")

        def run() -> None:
            assert len(list(edits(old, new))) == 2 * rows

        return run

    assert in_line(work, 1_250)


def test_what_stands_in_pieces_is_replaced_in_the_first() -> None:
    source = "Mar<b>ia</b> L&oacute;pez<br>went"
    mapped = Mapped()
    mapped.add("Mar", 0, 3)
    mapped.add("ia", 6, 8)
    mapped.add(" L", 12, 14)
    mapped.add("ó", 14, 22)
    mapped.add("pez", 22, 25)
    mapped.between("\n")
    mapped.add("went", 29, 33)
    assert mapped.text == "Maria López\nwent"
    changes = list(mapped.changes("[X]\nwent", "a"))
    assert applied(source, changes) == "[X]<b></b><br>went"
    changes = list(mapped.changes("Maria López Y\nwent", "a"))
    new = applied(source, changes)
    assert new == "Mar<b>ia</b> L&oacute;pez Y<br>went"


def test_new_text_without_a_place_is_refused() -> None:
    mapped = Mapped()
    mapped.between("\n")
    with pytest.raises(NoteError, match="a: the new text has more"):
        list(mapped.changes("Ada\n", "a"))
