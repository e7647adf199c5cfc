from __future__ import annotations

import itertools

import pytest

from incognote.core.document import Document, Span
from incognote.core.errors import NoteError
from incognote.io.inline import parse, render


def test_marks_become_spans() -> None:
    doc = parse("a", "Dr. [[DOCTOR#1|Ada Ruiz]] on [[DATE|3/14]].\n")
    assert doc.text == "Dr. Ada Ruiz on 3/14.\n"
    assert doc.spans == (Span(4, 12, "DOCTOR", entity="1"), Span(16, 20, "DATE"))


def test_the_metadata_line_is_not_part_of_the_note() -> None:
    marked = "%% kind=ED note; setting=a; b, c; style=x = y; patient=q01\n\nSeen.\n"
    doc = parse("longitudinal/q01_1", marked)
    assert doc.text == "\nSeen.\n"
    assert doc.meta == {
        "kind": "ED note",
        "setting": "a; b, c",
        "style": "x = y",
        "patient": "q01",
        "folder": "longitudinal",
    }
    assert render(doc) == marked


def test_brackets_of_the_note_are_escaped() -> None:
    doc = Document("a", "[[x]] a|b [y]", (Span(6, 9, "CITY"),))
    marked = render(doc)
    assert marked == "[[U+5B]][x][[U+5D]] [[CITY|a[[U+7C]]b]] [y]"
    assert parse("a", marked) == doc
    assert parse("a", marked.replace("[x]", "[[U+5B]]x[[U+5D]]")) == doc


def test_a_tag_beside_a_bracket_stays_legible() -> None:
    doc = Document("a", "[[DATE], 9:30] Ana: hi [see [DOCTOR]]")
    marked = render(doc)
    assert marked == "[[U+5B]][DATE], 9:30] Ana: hi [see [DOCTOR][[U+5D]]"
    assert parse("a", marked) == doc


def test_brackets_in_any_order_come_back() -> None:
    for signs in itertools.product("[]A|", repeat=6):
        text = "".join(signs)
        for spans in ((), (Span(1, 3, "CITY"),), (Span(2, 5, "CITY"),)):
            doc = Document("a", text, spans)
            assert parse("a", render(doc)) == doc, text


def test_brackets_beside_marks_need_no_escape() -> None:
    marked = "[[[DATE|3/14]]]"
    doc = parse("a", marked)
    assert doc.text == "[3/14]"
    assert render(doc) == marked


@pytest.mark.parametrize(
    ("marked", "place"),
    [
        ("x\ny [[PATIENT|Zyx", "line 2, column 3"),
        ("[[PATIENT|Zyx]", "line 1, column 1"),
        ("[[PATIENT Zyx]]", "line 1, column 1"),
        ("[[patient|Zyx]]", "line 1, column 1"),
        ("[[PATIENT|Z|yx]]", "line 1, column 1"),
        ("PATIENT|Zyx]]", "line 1, column 12"),
        ("[[PATIENT|[[DATE|Zyx]]]]", "line 1, column 1"),
        ("a [[PATIENT|]]", "line 1, column 3"),
    ],
)
def test_broken_marks(marked: str, place: str) -> None:
    with pytest.raises(NoteError, match=f"^a: {place}: ") as caught:
        parse("a", marked)
    assert "Zyx" not in str(caught.value)


@pytest.mark.parametrize(
    ("marked", "says"),
    [
        (
            "x\ny [[DOCTER|Zyx]]",
            "line 2, column 3: the mark has an unknown label DOCTER; the nearest",
        ),
        ("[[NAME|Zyx]]", "the mark has an unknown label NAME"),
        ("[[ZYX|PATIENT]]", "the mark has an unknown label \\("),
    ],
)
def test_an_unknown_label_is_named_with_its_place_but_no_text(marked: str, says: str) -> None:
    with pytest.raises(NoteError, match=says) as caught:
        parse("a", marked)
    assert "zyx" not in str(caught.value).lower()


@pytest.mark.parametrize(
    "line",
    ["%%kind=x", "%% kind", "%% kind=x; kind=y", "%% kind=x\r", "%% ", "\ufeff%% kind=x"],
)
def test_broken_metadata(line: str) -> None:
    with pytest.raises(NoteError, match="metadata"):
        parse("a", f"{line}\nSeen.")


@pytest.mark.parametrize(
    "meta",
    [{"kind": "a\nb"}, {"kind": "a; b=c"}, {"two words": "a"}, {"kind": "a\r"}, {"": "a"}],
)
def test_meta_that_does_not_fit_the_line_is_refused(meta: dict[str, str]) -> None:
    with pytest.raises(NoteError, match="meta does not fit"):
        render(Document("a", "Seen.", meta=meta))


def test_overlapping_spans_are_refused() -> None:
    doc = Document("a", "Ada Ruiz", (Span(0, 8, "PATIENT"), Span(4, 8, "CITY")))
    with pytest.raises(NoteError, match=r"\[0, 8\) and \[4, 8\) overlap"):
        render(doc)


def test_an_entity_that_does_not_fit_is_refused() -> None:
    with pytest.raises(NoteError, match="entity"):
        render(Document("a", "Ada", (Span(0, 3, "PATIENT", entity="x|y"),)))
