from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.core.document import Document, Span
from incognote.lab.synthesis.edits import Edit, apply, cut, joined

DOC = Document("a", "Dr. Ada Ruiz saw\nher", (Span(4, 12, "DOCTOR", entity="1"),))


def surfaces(doc: Document) -> list[str]:
    return [doc.text[s.start : s.end] for s in doc.spans]


def test_a_mark_follows_its_replacement() -> None:
    new = apply(DOC, [Edit(0, 4, ""), Edit(4, 12, "Mei-Ling Wu"), Edit(13, 16, "met")])
    assert (new.text, surfaces(new)) == ("Mei-Ling Wu met\nher", ["Mei-Ling Wu"])
    assert new.spans[0].entity == "1"


def test_text_put_in_at_the_edges_stays_outside() -> None:
    new = apply(DOC, [Edit(4, 4, "("), Edit(12, 12, ")")])
    assert surfaces(new) == ["Ada Ruiz"]


def test_text_put_in_between_belongs_to_the_mark() -> None:
    assert surfaces(apply(DOC, [Edit(7, 7, " Q.")])) == ["Ada Q. Ruiz"]


def test_an_edit_over_the_edge_leaves_nothing_of_the_name_uncovered() -> None:
    assert surfaces(apply(DOC, [Edit(3, 5, "")])) == ["da Ruiz"]
    assert surfaces(apply(DOC, [Edit(3, 5, "/B")])) == ["/Bda Ruiz"]


def test_a_line_break_cuts_a_mark_in_two() -> None:
    assert surfaces(apply(DOC, [Edit(7, 8, "\n")])) == ["Ada", "Ruiz"]


def test_a_deleted_mark_disappears() -> None:
    assert apply(DOC, [Edit(4, 13, "")]).spans == ()


def test_overlapping_edits_are_refused() -> None:
    with pytest.raises(ValueError, match="overlap"):
        apply(DOC, [Edit(0, 4, ""), Edit(3, 5, "")])


def test_cut_leaves_out_what_it_divides() -> None:
    assert surfaces(cut(DOC, 4, 16)) == ["Ada Ruiz"]
    assert cut(DOC, 6, 16).spans == ()


def test_joined_notes_keep_their_people_apart() -> None:
    new = joined("a", [DOC, replace(DOC, id="b")])
    assert surfaces(new) == ["Ada Ruiz", "Ada Ruiz"]
    assert [s.entity for s in new.spans] == ["1", "1.1"]


@given(st.data())
def test_unchanged_characters_keep_their_marks(data: st.DataObject) -> None:
    """Letters of marks are capitals, others small: edits that keep case keep that true."""
    flags = data.draw(st.lists(st.booleans(), min_size=1, max_size=40))
    text = "".join("A" if flag else "b" for flag in flags)
    spans, start = [], None
    for i, flag in enumerate([*flags, False]):
        if flag and start is None:
            start = i
        elif not flag and start is not None:
            spans.append(Span(start, i, "PATIENT"))
            start = None
    edits = []
    for i, flag in enumerate(flags):
        size = data.draw(st.sampled_from([1, 1, 0, 2]))
        if size != 1:
            edits.append(Edit(i, i + 1, ("A" if flag else "b") * size))
    new = apply(Document("a", text, tuple(spans)), edits)
    covered = {i for s in new.spans for i in range(s.start, s.end)}
    assert covered == {i for i, char in enumerate(new.text) if char == "A"}


def test_joined_parts_of_one_note_keep_their_people_together() -> None:
    new = joined("a", [cut(DOC, 0, 13), replace(DOC, id="b"), cut(DOC, 4, 20)])
    assert [s.entity for s in new.spans] == ["1", "1.1", "1"]
