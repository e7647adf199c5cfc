"""Reviews: what the readers wrote, checked against what was released."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from releases import plan

from incognote.assure.plan import Drawn, Plan
from incognote.assure.planting import Planted
from incognote.assure.review import Reading, count_readers, read_left, reading_of, texts_to_read
from incognote.core.document import Document, Span, hash_text
from incognote.core.errors import ConfigError, InputError, NoteError

TEXTS = {"a": "seen by Ruiz on [DATE]", "b": "no pain"}


def write(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "review.jsonl"
    path.write_text("".join(line + "\n" for line in lines))
    return path


def test_lines_become_notes(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        '{"id": "a", "left": [{"label": "DOCTOR", "start": 8, "end": 12}]}',
        '{"id": "b", "left": []}',
    )
    first, second = read_left(path, TEXTS)
    assert [(s.label, first.text[s.start : s.end]) for s in first.spans] == [("DOCTOR", "Ruiz")]
    assert second.spans == ()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Ruiz", "must be"),
        ('{"id": "a"}', "must be"),
        ('{"id": "c", "left": []}', "was not to be read"),
        ('{"id": "a", "left": [], "reader": 7}', "reader must be a name"),
        ('{"id": "a", "left": [{"label": "RUIZ", "start": 8, "end": 12}]}', "does not exist"),
        ('{"id": "a", "left": [{"label": "DOCTOR", "start": 12, "end": 8}]}', "whole numbers"),
        ('{"id": "a", "left": [{"label": "DOCTOR", "start": 8.0, "end": 9}]}', "whole numbers"),
        ('{"id": "a", "left": [{"label": "DOCTOR", "start": 8, "end": 900}]}', "beyond the text"),
    ],
)
def test_a_bad_line_names_its_place_and_quotes_nothing(
    line: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(NoteError, match=says) as caught:
        read_left(write(tmp_path, line), TEXTS)
    assert "Ruiz" not in str(caught.value)
    assert "RUIZ" not in str(caught.value)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        read_left(tmp_path / "none.jsonl", TEXTS)


def make(*planted: Planted | None) -> Plan:
    """The plan of a reading of both notes."""
    texts = [
        put.into(id, text) if put else text
        for (id, text), put in zip(TEXTS.items(), planted, strict=True)
    ]
    drawn = (Drawn(*x) for x in zip(TEXTS, (0, 0), map(hash_text, texts), planted, strict=True))
    return replace(plan(), sample=tuple(drawn))


def test_texts_must_be_those_to_read() -> None:
    made = make(None, None)
    docs = [Document(id, text) for id, text in TEXTS.items()]
    marked = docs[0].with_spans([Span(8, 12, "DOCTOR")])
    found = reading_of(made, [marked, docs[1]])
    assert found == Reading({"a": (Span(8, 12, "DOCTOR"),), "b": ()}, 0)
    with pytest.raises(NoteError, match="not the one that was to be read"):
        reading_of(made, [Document("a", "seen by Ruiz on [DATE]."), docs[1]])
    with pytest.raises(NoteError, match="reviewed twice"):
        reading_of(made, [docs[1], docs[1]])
    both = docs[0].with_spans([Span(8, 12, "DOCTOR"), Span(8, 12, "PATIENT")])
    with pytest.raises(NoteError, match=r"\[8, 12\) is marked 2 times"):
        reading_of(made, [both, docs[1]])


def test_notes_of_the_plan_and_no_others_count() -> None:
    made = make(None, None)
    docs = [Document(id, text) for id, text in TEXTS.items()]
    with pytest.raises(NoteError, match="not in the plan"):
        reading_of(made, [*docs, Document("c", "x")])
    with pytest.raises(InputError, match="1 note of the plan is not reviewed, 'b'"):
        reading_of(made, docs[:1])
    with pytest.raises(InputError, match="2 notes of the plan are not reviewed, the first is 'a'"):
        reading_of(made, [])


@pytest.mark.parametrize(
    ("marked", "left", "found"),
    [
        ([], [], 0),
        (["12 May"], [], 1),
        (["Ruiz"], ["Ruiz"], 0),
        (["Ruiz", "May"], ["Ruiz"], 1),
        (["Ruiz on 12 May"], ["Ruiz on "], 1),
    ],
)
def test_what_was_planted_is_counted_apart(marked: list[str], left: list[str], found: int) -> None:
    made = make(Planted(16, 22, "DATE", "12 May"), None)
    text = "seen by Ruiz on 12 May"
    assert texts_to_read(made, TEXTS) == {"a": text, "b": TEXTS["b"]}
    spans = [Span(text.index(m), text.index(m) + len(m), "DOCTOR") for m in marked]
    reading = reading_of(made, [Document("a", text, tuple(spans)), Document("b", TEXTS["b"])])
    assert [TEXTS["a"][s.start : s.end] for s in reading.left["a"]] == left
    assert reading.planted_found == found


def test_texts_that_do_not_come_from_the_release_are_refused() -> None:
    made = make(Planted(16, 22, "DATE", "12 May"), None)
    with pytest.raises(NoteError, match="does not fit the plan"):
        texts_to_read(made, TEXTS | {"b": "no pains"})
    with pytest.raises(NoteError, match="does not fit the plan"):
        texts_to_read(made, TEXTS | {"a": "seen by Ruiz on 12 May"})


def test_an_identifier_that_a_line_lists_twice_is_refused(tmp_path: Path) -> None:
    span = '{"label": "DOCTOR", "start": 8, "end": 12}'
    told = read_left(write(tmp_path, f'{{"id": "a", "left": [{span}, {span}]}}'), TEXTS)
    with pytest.raises(NoteError, match="mark what was left once"):
        reading_of(make(None, None), told)


def test_readers_are_counted_by_note(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        '{"id": "a", "left": [], "reader": "B. Clerk; A. Nurse"}',
        '{"id": "b", "left": [], "reader": "A. Nurse"}',
    )
    told = read_left(path, TEXTS)
    assert count_readers(told, []) == ({"A. Nurse": 2, "B. Clerk": 1}, 1)
    some = [told[0], Document("b", TEXTS["b"])]
    assert count_readers(some, ["C.", "D."]) == ({"A. Nurse": 1, "B. Clerk": 1, "C., D.": 1}, 1)
    assert count_readers(some, ["A. Nurse"]) == ({"A. Nurse": 2, "B. Clerk": 1}, 1)
    with pytest.raises(ConfigError, match="1 reviewed note does not say who read it"):
        count_readers(some, [])
